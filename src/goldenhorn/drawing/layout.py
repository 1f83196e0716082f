"""Where everything lies: side by side on a wide page, with the route bent on a narrow one."""

import math
from dataclasses import dataclass

from goldenhorn.drawing.scene import Scene
from goldenhorn.rules.box import BERTHS

MARGIN = 14  # the parchment round the chart
FRAME = 12  # the chart's graduated frame
PORT = 320  # a port's width
NARROW = 800  # pictures narrower than this bend the route


@dataclass(frozen=True)
class Spot:
    """A place on the route: its middle, its slant in degrees, and its breadth."""

    x: float
    y: float
    turn: float
    breadth: float


@dataclass(frozen=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """Every place in the picture."""

    wide: bool
    width: float
    height: float
    chart: Box
    ports: dict[str, Box]  # by the port's letter
    cartouche: Box
    dominions: Box
    spots: dict[int, Spot]  # by the place on the route, without the two ports
    tile: float  # a square's side
    strips: list[Box]  # in the order in which they are drawn


def berths(scene: Scene, place: int) -> int:
    """How many ships Modone takes there (R1.6); more only if the state says so."""
    return max(BERTHS[len(scene.fleets)], 2, len(scene.ships_at(place)))


def layout(scene: Scene, width: int, strip_height: float) -> Layout:
    return _wide(scene, strip_height) if width >= NARROW else _narrow(scene, strip_height)


def quay_height(scene: Scene) -> float:
    return 58 if scene.expansion else 32


def _slots(scene: Scene) -> dict[int, float]:
    """How much room each place takes, in squares."""
    return {
        place: 0.86 * berths(scene, place) if scene.route[place] == "M" else 1.0
        for place in range(1, scene.last)
    }


def _wide(scene: Scene, strip_height: float) -> Layout:
    width = 1200
    lower = quay_height(scene) - 32  # the expansion's soldiers need a second row on the quays
    chart = Box(MARGIN, MARGIN, width - 2 * MARGIN, 530 + lower)
    slots = _slots(scene)
    left, room = 46.0, 1108.0
    unit = min(room / sum(slots.values()), 132)
    left += (room - unit * sum(slots.values())) / 2
    tile = min(unit - 4, 98)
    spots, x = {}, left
    for place, share in slots.items():
        middle = x + share * unit / 2
        across = (middle - width / 2) / (room / 2)
        y = 382 + lower + 52 * (1 - across**2)
        turn = math.degrees(math.atan(-2 * 52 * across / (room / 2)))
        spots[place] = Spot(middle, y, turn, share * unit)
        x += share * unit
    port = 310 + lower
    strips = _columns(len(scene.fleets), width, chart.y + chart.height + 22, strip_height)
    return Layout(
        wide=True,
        width=width,
        height=strips[-1].y + strips[-1].height + MARGIN,
        chart=chart,
        ports={"V": Box(34, 30, PORT, port), "C": Box(width - 34 - PORT, 30, PORT, port)},
        cartouche=Box(372, 34, 456, 72),
        dominions=Box(370, 124, 460, 88),
        spots=spots,
        tile=tile,
        strips=strips,
    )


def _narrow(scene: Scene, strip_height: float) -> Layout:
    width = 640
    lower = quay_height(scene) - 32
    slots = _slots(scene)
    room, start = 572.0, 34.0
    rows = max(1, math.ceil(sum(slots.values()) * 64 / room))
    per_row = sum(slots.values()) / rows
    lines: list[list[int]] = [[]]
    for place, share in slots.items():
        here = sum(slots[one] for one in lines[-1])
        if here and len(lines) < rows and here + share / 2 > per_row:
            lines.append([])
        lines[-1].append(place)
    tile = min(84, *(room / sum(slots[p] for p in line) - 4 for line in lines))
    venice = 216.0 if scene.expansion else 128.0  # the dominions lie above it
    top = venice + 282 + lower + tile / 2
    spots: dict[int, Spot] = {}
    for row, line in enumerate(lines):
        unit = room / sum(slots[p] for p in line)
        x = start
        for place in line:
            breadth = slots[place] * unit
            spots[place] = Spot(x + breadth / 2, top + row * (tile + 56), 0, breadth)
            x += breadth
    city = top + (len(lines) - 1) * (tile + 56) + tile / 2 + 34
    if any(scene.route[place] == "M" for place in lines[-1]):
        city += 18  # Modone's name stands below its berths
    chart = Box(MARGIN, MARGIN, width - 2 * MARGIN, city + 292 + lower - MARGIN)
    strips = _columns(len(scene.fleets), width, chart.y + chart.height + 22, strip_height)
    return Layout(
        wide=False,
        width=width,
        height=strips[-1].y + strips[-1].height + MARGIN,
        chart=chart,
        ports={
            "V": Box(34, venice, PORT - 40, 280 + lower),
            "C": Box(width - 78 - PORT + 40, city, PORT - 40, 280 + lower),
        },
        cartouche=Box(92, 34, 456, 72),
        dominions=Box(34, 120, 572, 88),
        spots=spots,
        tile=tile,
        strips=strips,
    )


def _columns(players: int, width: float, top: float, height: float) -> list[Box]:
    """The players' strips: in one row on a wide page, two in a row on a narrow one."""
    gap = 12
    across = players if width > NARROW else min(players, 2)
    each = (width - 2 * MARGIN - gap * (across - 1)) / across
    boxes = []
    for index in range(players):
        row, column = divmod(index, across)
        alone = across == 2 and index == players - 1 and column == 0
        boxes.append(
            Box(
                MARGIN + column * (each + gap),
                top + row * (height + 20),
                width - 2 * MARGIN if alone else each,
                height,
            )
        )
    return boxes
