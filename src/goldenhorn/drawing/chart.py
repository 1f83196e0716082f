"""The sea chart under everything: frame, sea, rhumb lines, coasts, and the compass rose."""

import math

from goldenhorn.drawing import coasts
from goldenhorn.drawing.layout import FRAME, Box, Layout
from goldenhorn.drawing.pen import PREFIX, circle, group, moved, num, path, rect, tag, write
from goldenhorn.drawing.scene import Scene


def chart(scene: Scene, plan: Layout) -> str:
    """Everything that never moves."""
    inside = _inside(plan.chart)
    sea = tag(
        "radialGradient",
        tag("stop", c="stop-sea", offset="0"),
        tag("stop", c="stop-deep", offset="1"),
        id="sea",
        cx="0.5",
        cy="0.62",
        r="0.75",
    )
    clip = tag(
        "clipPath",
        tag("rect", x=inside.x, y=inside.y, width=inside.width, height=inside.height),
        id="chart",
    )
    bottom = inside.y + inside.height
    rose_at, size = (inside.x + 62, bottom - 48), 37
    twin_at = (inside.x + inside.width - 62, bottom - 48)
    if not plan.wide:
        city = plan.ports["C"]
        rose_at, size = ((inside.x + city.x - 14) / 2, city.y + 150), 76
    land = coasts.wide(scene, plan) if plan.wide else coasts.narrow(plan)
    return group(
        rect(0, 0, plan.width, plan.height, "f-page"),
        tag("defs", sea, clip),
        rect(inside.x, inside.y, inside.width, inside.height, "", fill=f"url(#{PREFIX}sea)"),
        tag(
            "g",
            _rhumbs(*rose_at),
            _rhumbs(*twin_at),
            _waves(plan),
            land,
            rose(*rose_at, size),
            _leagues(scene, twin_at[0] - 96, twin_at[1] + 28) if plan.wide else "",
            clip_path=f"url(#{PREFIX}chart)",
        ),
        _frame(plan.chart),
    )


def _inside(box: Box) -> Box:
    return Box(box.x + FRAME, box.y + FRAME, box.width - 2 * FRAME, box.height - 2 * FRAME)


def _frame(box: Box) -> str:
    """The graduated border of a chart: light and dark degrees between two lines."""
    inside = _inside(box)
    half = FRAME / 2
    degrees = path(
        f"M{inside.x} {box.y + half}h{inside.width}m0 {box.height - FRAME}h{-inside.width}"
        f"M{box.x + half} {inside.y}v{inside.height}m{box.width - FRAME} 0v{-inside.height}",
        "s-ink",
        stroke_width=4,
        stroke_dasharray="24 24",
    )
    return group(
        path(
            f"M{box.x} {box.y}h{box.width}v{box.height}h{-box.width}z"
            f"M{inside.x} {inside.y}v{inside.height}h{inside.width}v{-inside.height}z",
            "f-paper",
        ),
        degrees,
        rect(box.x, box.y, box.width, box.height, "s-ink", stroke_width=1.6),
        rect(box.x + 3, box.y + 3, box.width - 6, box.height - 6, "s-ink", stroke_width=0.6),
        rect(
            inside.x - 3,
            inside.y - 3,
            inside.width + 6,
            inside.height + 6,
            "s-ink",
            stroke_width=0.6,
        ),
        rect(inside.x, inside.y, inside.width, inside.height, "s-gold", stroke_width=1.6),
    )


def _rhumbs(x: float, y: float) -> str:
    """The 32 winds from a rose, over the whole sea."""
    main: list[str] = []
    half: list[str] = []
    for wind in range(32):
        angle = math.pi * wind / 16
        line = f"M{num(x)} {num(y)}l{1400 * math.cos(angle):.0f} {1400 * math.sin(angle):.0f}"
        (half if wind % 2 else main).append(line)
    return path("".join(main), "s-chart", stroke_width=0.8, opacity=0.42) + path(
        "".join(half), "s-chart", stroke_width=0.6, opacity=0.22
    )


def _waves(plan: Layout) -> str:
    """A few strokes of the engraver's water, always in the same places."""
    box = plan.chart
    marks = []
    for index in range(46):
        x = box.x + 40 + (index * 0.618034 % 1) * (box.width - 90)
        y = box.y + box.height * (0.4 + 0.58 * (index * 0.754878 % 1))
        marks.append(f"M{x:.0f} {y:.0f}q4 -4 8 0q4 4 8 0q4 -4 8 0")
    return path("".join(marks), "s-foam", stroke_width=1, opacity=0.28, stroke_linecap="round")


def rose(x: float, y: float, r: float) -> str:
    """The compass rose, north up, with the lily."""
    points = []
    for size, start, fill in ((0.52, 22.5, "f-chart"), (0.74, 45, "f-roof"), (1.0, 0, "f-leaf")):
        for quarter in range(8 if size == 0.52 else 4):
            angle = start + quarter * (45 if size == 0.52 else 90)
            long, side = r * size, r * 0.17 * size
            left = f"M0 {-long:.1f}L{-side:.1f} {-side * 1.4:.1f}L0 0z"
            right = f"M0 {-long:.1f}L{side:.1f} {-side * 1.4:.1f}L0 0z"
            points.append(
                moved(
                    0, 0, path(left, f"{fill} s-black"), path(right, "f-paper s-black"), turn=angle
                )
            )
    lily = (
        "M0 -14C4 -9 4 -4 0 0C-4 -4 -4 -9 0 -14z"
        "M-1 -1C-8 -2 -8 -8 -4 -9C-6 -5 -3 -4 0 -2C3 -4 6 -5 4 -9C8 -8 8 -2 1 -1z"
    )
    return moved(
        x,
        y,
        circle(0, 0, r * 0.84, "f-deep s-chart", stroke_width=1.2, opacity=0.85),
        circle(0, 0, r * 0.74, "s-chart", stroke_width=0.6),
        circle(
            0,
            0,
            r * 0.79,
            "s-chart",
            stroke_width=3,
            stroke_dasharray=f"{r * 0.0776:.2f} {r * 0.0776:.2f}",
            opacity=0.6,
        ),
        group(*points, stroke_width=0.6, stroke_linejoin="round"),
        circle(0, 0, r * 0.09, "f-paper s-black", stroke_width=0.8),
        moved(0, -r - 1, path(lily, "f-leaf s-black", stroke_width=0.5)),
    )


def _leagues(scene: Scene, x: float, y: float) -> str:
    """A scale nobody will measure with."""
    bars = [
        rect(x + i * 28, y, 28, 6, "f-paper s-ink" if i % 2 else "f-ink s-ink", stroke_width=0.7)
        for i in range(5)
    ]
    return group(*bars, write(x + 70, y - 7, scene.say("picture-leagues"), 12, "f-chart i"))
