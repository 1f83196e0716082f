"""The lands round the sea: drawn a little wild, but always the same."""

import math

from goldenhorn.drawing.layout import Layout, quay_height
from goldenhorn.drawing.pen import group, moved, num, path, write
from goldenhorn.drawing.scene import Scene

# landfalls along the coast, from Venice round to Constantinople
WEST = ("sebenico", "ragusa", "cattaro", "valona", "corfu", "lepanto", "patrasso")
EAST = ("corone", "malvasia", "napoli", "atene", "volo", "salonicco", "gallipoli")

# the feet of the mountains behind it
HILLS = ((-112, 22), (-90, 28), (-60, 38), (-36, 30), (18, 34), (40, 42), (80, 22), (100, 30))

CANDIA = (
    "M-100 0c10 -6 22 -2 34 -5c14 -2 22 3 38 0c16 -5 30 2 44 -2c14 -2 26 2 34 6c12 -4 26 0 44 4"
    "c-8 7 -40 4 -82 6c-16 4 -30 0 -46 3c-18 2 -30 -2 -44 0c-10 0 -20 -4 -22 -12z"
)
IONIAN_ISLES = (
    "M-300 -20c8 -8 18 -2 16 8c4 8 -8 12 -14 6c-8 0 -8 -10 -2 -14z"
    "M-264 -4c6 -4 12 0 10 6c0 6 -10 6 -12 2z"
)
AEGEAN_ISLES = (
    "M260 -18c8 -6 16 0 12 8c-2 8 -12 6 -14 2zM294 -4c6 -6 16 -2 14 6c-4 8 -14 6 -16 0z"
    "M314 -28c4 -4 10 0 8 4c-2 6 -10 4 -8 -4z"
)
# for the narrow picture, from the right edge to Venice's quay, and the land round Constantinople
EASTERN_SHORE = (
    "C600 -12 590 6 570 -4C548 -14 530 8 506 -2C480 -12 466 6 440 -6C416 -12 404 -16 396 -34"
    "C386 -50 398 -60 384 -74C366 -82 376 -104 358 -112C344 -118 352 -108 322 -124"
)
BOSPORUS = (
    "M-12 120c-14 -14 2 -34 -10 -52c-6 -22 8 -34 2 -58c10 -18 30 -10 46 -16c24 -8 40 4 66 -2"
    "c30 -6 50 6 84 -2c26 -4 46 4 66 2C284 2 300 14 292 40C304 60 284 100 292 120z"
)


def wide(scene: Scene, plan: Layout) -> str:
    """The mainland between the ports, reaching down to the Morea; islands below."""
    box, venice, city = plan.chart, plan.ports["V"], plan.ports["C"]
    quay = venice.y + 110 + quay_height(scene)
    low = quay + (122 if scene.expansion else 116)
    west, east = venice.x + venice.width, city.x
    mainland = (
        f"M{num(box.x)} {num(box.y)}H{num(box.x + box.width)}V{num(quay)}H{num(east)}"
        f"{_shore(west, east, quay, low)}H{num(box.x)}z"
    )
    lore = [_hills(quay), _landfalls(scene, quay, (east - west) / 2, low - quay)]
    return group(
        _coast(mainland),
        moved(
            plan.width / 2,
            box.y + box.height - 30,
            _coast(IONIAN_ISLES),
            _coast(AEGEAN_ISLES),
            _coast(CANDIA) if "M" not in scene.route else "",
        ),
        # with the expansion the dominions and the piles need this room
        moved(plan.width / 2, 0, *lore) if not scene.expansion else "",
    )


def narrow(plan: Layout) -> str:
    """Venice's shore along the top, and Constantinople on a land of its own."""
    box, venice, city = plan.chart, plan.ports["V"], plan.ports["C"]
    top = box.y - venice.y - 250
    shore = f"M{num(box.x)} {num(top)}H{num(box.x + box.width)}V0{EASTERN_SHORE}H{num(box.x)}z"
    return moved(0, venice.y + 250, _coast(shore)) + moved(city.x, city.y, _coast(BOSPORUS))


def _coast(d: str) -> str:
    """Land, with the fading lines of shallow water along its coast."""
    return group(
        path(d, "s-foam", stroke_width=22, opacity=0.07),
        path(d, "s-foam", stroke_width=13, opacity=0.1),
        path(d, "s-foam", stroke_width=6, opacity=0.18),
        path(d, "f-land s-ink", stroke_width=1.3),
        stroke_linejoin="round",
    )


def _shore(west: float, east: float, quay: float, low: float) -> str:
    """A wavy half-oval coast from the eastern quay round to the western one."""
    middle, half, deep = (west + east) / 2, (east - west) / 2 + 6, low - quay
    d = []
    for bay in range(1, 31):
        # two waves that never meet make it look unplanned
        swell, drift = 0.035 * math.sin(bay * 1.7), 1 + 0.02 * math.sin(bay * 2.9)
        points = []
        for part, rough in ((bay - 0.66, drift + swell), (bay - 0.33, drift - swell), (bay, drift)):
            angle = math.pi * part / 30
            x, y = middle + half * rough * math.cos(angle), quay + deep * rough * math.sin(angle)
            points.append(f"{num(x)} {num(y)}")
        d.append("C" + " ".join(points))
    return "".join(d)


def _hills(quay: float) -> str:
    """Molehills, as charts draw mountains."""
    hill = "c4 -3 6 -13 10 -13s7 10 11 13m-9 -9c1 3 2 6 1 9"
    d = "".join(f"M{x} {y}{hill}" for x, y in HILLS)
    return moved(0, quay, path(d, "s-line", stroke_width=1.1, stroke_linecap="round"))


def _landfalls(scene: Scene, quay: float, half: float, deep: float) -> str:
    """Names written inland from the coast, as on a portolan."""
    drawn = []
    names = WEST + EAST
    for index, name in enumerate(names):
        angle = math.radians(158 - 136 * index / (len(names) - 1))
        x, y = (half - 8) * math.cos(angle), quay + (deep - 12) * math.sin(angle)
        # square to the coast, always reading from left to right
        inland = math.degrees(math.atan2(-math.sin(angle) * half, -math.cos(angle) * deep))
        west = name in WEST
        called = scene.say(f"landfall-{name}")
        word = write(0, 3, called, 10, "f-soft i", "start" if west else "end")
        drawn.append(moved(x, y, word, turn=inland if west else inland + 180))
    return group(*drawn, opacity=0.85)
