"""The two main ports: a skyline, a quay with its cubes, and the ships in the basin."""

from goldenhorn.drawing import cities
from goldenhorn.drawing.layout import Box, quay_height
from goldenhorn.drawing.pen import fitted, group, moved, path, rect, title, write
from goldenhorn.drawing.scene import Scene, troops
from goldenhorn.drawing.ships import galley, piece
from goldenhorn.drawing.speech import counted, labelled
from goldenhorn.palette import COLOURS


def port(scene: Scene, letter: str, box: Box) -> str:
    called = scene.say(f"port-{letter}")
    skyline = cities.venice() if letter == "V" else cities.constantinople()
    scale = box.width / cities.WIDTH
    feet = 30 + cities.HEIGHT * scale
    quay = quay_height(scene)
    place = 0 if letter == "V" else scene.last
    held = scene.state["ports"][letter]
    boats = [moved(box.width * 0.72, feet + quay + 12, cities.gondola())] if letter == "V" else []
    return moved(
        box.x,
        box.y,
        title(labelled(scene, called, counted(scene, held["goods"] + troops(held)))),
        write(box.width / 2, 20, called.upper(), 17, "f-ink b caps"),
        moved(0, 30, skyline, scale=scale),
        _quay(box.width, feet, quay),
        _goods(held["goods"], box.width, feet + 6),
        _troops(troops(held), box.width, feet + 32) if scene.expansion else "",
        *(boats if not scene.ships_at(place) else []),
        _basin(scene, place, box.width, feet + quay + 14, box.height - feet - quay - 8),
    )


def _quay(width: float, y: float, height: float) -> str:
    posts = "".join(f"M{x:g} {y + height - 1:g}v9" for x in range(4, int(width), 24))
    return group(
        path(posts, "s-plank", stroke_width=4),
        rect(-6, y, width + 12, height, "f-shade s-ink", 2, stroke_width=1),
        path(f"M-6 {y + height - 5:g}h{width + 12:g}", "s-line", stroke_width=0.8),
    )


def _goods(goods: str, width: float, y: float) -> str:
    """The cubes, each colour by itself."""
    kinds = [colour for colour in COLOURS if colour in goods]
    gap = 9
    cell = min(21, (width - gap * len(kinds)) / max(len(goods), 1))
    x = (width - cell * len(goods) - gap * (len(kinds) - 1)) / 2
    drawn = []
    for colour in kinds:
        for _ in range(goods.count(colour)):
            drawn.append(piece(colour, x, y + (21 - cell) / 2, cell - 1))
            x += cell
        x += gap
    return group(*drawn)


def _troops(held: str, width: float, y: float) -> str:
    if not held:
        return ""
    cell, columns = fitted(len(held), width - 12, 23, 21)
    left = (width - cell * min(columns, len(held))) / 2
    return group(
        *(
            piece(one, left + cell * (index % columns), y + cell * (index // columns), cell - 1)
            for index, one in enumerate(held)
        )
    )


def _basin(scene: Scene, place: int, width: float, y: float, height: float) -> str:
    """The ships in port, each on its own ripple, as large as their number allows."""
    ships = scene.ships_at(place)
    best, columns = 0.0, 1
    for across in range(1, max(len(ships), 1) + 1):
        rows = -(-len(ships) // across)
        size = min(80, width / across * 1.04, height / max(rows, 1) * 1.02)
        if size > best:
            best, columns = size, across
    drawn = []
    rows = -(-len(ships) // columns)
    for index, (seat, number) in enumerate(ships):
        row, column = divmod(index, columns)
        across = min(columns, len(ships) - row * columns)
        pitch = min(width / columns, best * 1.25)
        x = width / 2 + (column - (across - 1) / 2) * pitch
        line = y + (row + 0.5) * height / max(rows, 1)
        drawn.append(ripples(x, line + best * 0.42, best))
        drawn.append(galley(scene, seat, number, x - best / 2, line - best * 0.47, best))
    return group(*drawn)


def ripples(x: float, y: float, size: float) -> str:
    wave = f"q{size * 0.06:.1f} {-size * 0.05:.1f} {size * 0.12:.1f} 0" * 8
    return path(f"M{x - size * 0.48:.1f} {y:.1f}{wave}", "s-foam", stroke_width=1, opacity=0.7)
