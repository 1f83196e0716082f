"""A player's strip: name, arms, points, hand, warehouse, and what the expansion adds."""

import math

from goldenhorn.drawing.layout import Box
from goldenhorn.drawing.pen import (
    breadth,
    circle,
    fitted,
    group,
    moved,
    path,
    rect,
    title,
    use,
    write,
)
from goldenhorn.drawing.scene import Scene, layers, troops
from goldenhorn.drawing.ships import galley, piece
from goldenhorn.drawing.speech import counted, dominion_name, labelled
from goldenhorn.palette import COLOURS
from goldenhorn.rules.box import SET_POINTS

HEADER = 54
TROOPS = 30  # the expansion's row
SHELVES = 216  # the most room the layers of a warehouse get
FOOT = 42  # the warehouse's six signs and their counts


def strip_height(scene: Scene) -> float:
    """The same for all players, so that the strips stand in line."""
    rows = _rows(scene)
    return HEADER + (TROOPS if scene.expansion else 0) + min(rows * 23, SHELVES) + FOOT + 14


def _rows(scene: Scene) -> int:
    return max(4, *(len(layers(held["goods"])) for held in scene.state["warehouses"]))


def _across(width: float) -> float:
    """The breadth of a warehouse's column in a strip of this width."""
    return 21 if width < 320 else 24 if width < 450 else 27


def strip(scene: Scene, seat: int, box: Box) -> str:
    state = scene.state
    to_move = state["player"] == seat and not scene.over
    rows = _rows(scene)
    across = _across(box.width)
    top = HEADER + (TROOPS if scene.expansion else 0)
    shelf = 6 * across + 28
    left = box.width - shelf - 10
    waiting = [ship for ship in scene.ships_at(None) if ship[0] == seat]
    content = (
        _waiting(scene, waiting, 12, top, left - 20, box.height - top - 16)
        if waiting
        else _hand(scene, seat, 12, top, left - 22, box.height - top - 12)
    )
    return moved(
        box.x,
        box.y,
        rect(2, 3, box.width, box.height, "f-black", 10, opacity=0.18),
        rect(0, 0, box.width, box.height, "f-paper s-line", 10, stroke_width=1),
        _marked(scene, seat, box) if to_move else "",
        _header(scene, seat, box.width),
        _troops(scene, seat, box.width) if scene.expansion else "",
        content,
        _warehouse(scene, seat, left, box.height - FOOT - 6, across, min(23, SHELVES / rows), rows),
    )


def _marked(scene: Scene, seat: int, box: Box) -> str:
    """A golden frame and a tab for the player whose turn it is."""
    word = scene.say("picture-your-turn" if scene.seat == seat else "picture-to-move")
    tab = max(104, math.ceil(31 + 1.15 * breadth(word, 14)))  # bold is broader
    return group(
        rect(1.5, 1.5, box.width - 3, box.height - 3, "s-leaf", 9, stroke_width=4),
        rect(0, 0, box.width, box.height, "s-ink", 10, stroke_width=1),
        rect(50, -13, tab, 23, "f-leaf s-ink", 11.5, stroke_width=1),
        path("M61 -7L71 -1.5L61 4z", "f-black"),
        write(76, 3.5, word, 14, "f-black b", "start"),
    )


def _header(scene: Scene, seat: int, width: float) -> str:
    points = scene.scores[seat] if scene.scores else None
    room = width - 60 - (66 if points is not None else 10)
    notes = []
    if scene.seat == seat:
        notes.append(scene.say("board-you"))
    if scene.first_player == seat:
        notes.append(scene.say("picture-first-player"))
    if scene.state["end_called_by"] == seat:
        notes.append(scene.say("picture-end-caller"))
    drawn = [
        use(f"arms-{seat}", 12, 12, 32, 37.3),
        write(53, 31, scene.names[seat], 18, "f-ink b", "start", room=room),
        write(53, 47, " · ".join(notes), 12.5, "f-soft i", "start"),
    ]
    if points is not None:
        won = seat in scene.winners()
        if won:
            drawn.append(_laurel(width - 40, 24))
        drawn.append(write(width - 40, 33, str(points), 25, "f-gold b"))
        word = scene.say("picture-winner") if won else scene.say("picture-points", points=points)
        drawn.append(write(width - 40, 50, word, 12.5, "f-soft"))
    return group(*drawn)


def _laurel(x: float, y: float) -> str:
    leaf = path("M0 -6C3.5 -2 3.5 2 0 6C-3.5 2 -3.5 -2 0 -6z", "f-leaf s-gold", stroke_width=0.6)
    leaves = []
    for step in range(6):
        angle = math.radians(125 + step * 22)  # up the left branch, the right one mirrors it
        across, down = 29 * math.cos(angle), 19 * math.sin(angle)
        for side in (1, -1):
            leaves.append(moved(x + side * across, y + down, leaf, turn=side * (step * 22 - 75)))
    return group(*leaves)


def _troops(scene: Scene, seat: int, width: float) -> str:
    """Soldiers and builders as figures; the dominions as small tiles."""
    held = scene.state["warehouses"][seat]
    figures = troops(held)
    own = held.get("dominions", [])
    # figures are slimmer than they are high and may stand close, as in a rank
    cell, columns = fitted(
        len(figures), (width * 0.42 if own else width - 40) / 0.75, TROOPS - 4, 23
    )
    drawn = [path(f"M12 {HEADER + 1}H{width - 12:g}", "s-line", stroke_width=0.6)]
    for index, one in enumerate(figures):
        x, y = 12 + cell * 0.75 * (index % columns), HEADER + 4 + cell * (index // columns)
        drawn.append(piece(one, x, y, cell - 1))
    if not figures and not own:
        none = scene.say("picture-no-troops")
        drawn.append(write(14, HEADER + 20, none, 12.5, "f-soft i", "start"))
    x = width - 12
    for name in (dominion_name(scene, one) for one in reversed(own)):
        each = min(breadth(name, 11.5) + 12, (width * 0.5 - 4) / len(own))
        x -= each
        drawn.append(
            group(
                title(name),
                rect(x, HEADER + 6, each - 3, 20, f"f-v{seat} s-metal", 4, stroke_width=1),
                write(
                    x + (each - 3) / 2,
                    HEADER + 20,
                    name,
                    11.5,
                    "f-silver b",
                    room=each - 5,
                ),
            )
        )
    return group(*drawn)


def _waiting(
    scene: Scene, ships: list[tuple[int, int]], x: float, y: float, width: float, height: float
) -> str:
    """Ships that have not been placed wait here."""
    size, columns = fitted(len(ships), width, height - 18, 74)
    rows = math.ceil(len(ships) / columns)
    top = y + (height - 18 - rows * size) / 2 + 6
    drawn = []
    for index, (seat, number) in enumerate(ships):
        row, column = divmod(index, columns)
        across = min(columns, len(ships) - row * columns)
        left = x + width / 2 + (column - across / 2) * size
        drawn.append(galley(scene, seat, number, left, top + row * size, size * 0.94))
    drawn.append(
        write(x + width / 2, y + height - 2, scene.say("picture-to-place"), 12.5, "f-soft")
    )
    return group(*drawn)


def _hand(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> str:
    """The cards as a fan, the sign of each in sight."""
    hand = scene.hand(seat)
    middle = x + width / 2
    count = scene.say("cards-count", count=len(hand))
    drawn = [write(middle, y + height, count, 13, "f-soft")]
    # a large hand in a slim strip is held in two rows, the front one hiding no sign
    rows = 2 if len(hand) > 7 and width < 170 else 1
    per_row = math.ceil(len(hand) / rows)
    step = min(8.0, 56 / max(per_row - 1, 1))
    edge = math.radians(step * (max(per_row, 5) - 1) / 2)  # small hands hold cards no larger
    half = 110 * math.sin(edge) + 18 * math.cos(edge)
    drop = 110 * (1 - math.cos(edge)) + 18 * math.sin(edge)
    tall = 53 + drop + 30 * (rows - 1)
    scale = min(1.7, width / (2 * half), (height - 20) / tall)
    top = y + (height - 16 - tall * scale) / 2
    for index, card in enumerate(hand):
        row, column = divmod(index, per_row)
        held = min(per_row, len(hand) - row * per_row)
        symbol = f"card-{card}" if card in COLOURS else "back"
        picture = use(symbol, -18, -110, 36, 52.2, c="card")
        pivot = top + (110 + 30 * row) * scale
        turn = (column - (held - 1) / 2) * step
        drawn.append(moved(middle, pivot, picture, scale=scale, turn=turn))
    whose = scene.say("picture-hand", who=scene.names[seat])
    return group(title(labelled(scene, whose, counted(scene, hand))), *drawn)


def _warehouse(
    scene: Scene, seat: int, x: float, floor: float, across: float, pitch: float, rows: int
) -> str:
    """Six columns; each row is a layer, so that a full row is a complete set."""
    goods: str = scene.state["warehouses"][seat]["goods"]
    cube = min(across, pitch) - 1
    right = x + 6 * across
    whose = scene.say("picture-warehouse", who=scene.names[seat])
    drawn = [title(labelled(scene, whose, counted(scene, goods)))]
    drawn += [
        rect(
            x + column * across,
            floor - rows * pitch,
            across - 2,
            rows * pitch,
            "f-shade",
            2,
            opacity=0.35,
        )
        for column in range(6)
    ]
    for row, layer in enumerate(layers(goods)):
        y = floor - (row + 1) * pitch
        if bonus := SET_POINTS[len(layer)]:
            drawn.append(rect(x - 3, y - 0.5, 6 * across + 28, pitch, "f-leaf", 3, opacity=0.3))
            drawn.append(
                write(
                    right + 13,
                    y + pitch / 2 + 5,
                    f"+{bonus}",
                    min(14, pitch),
                    "f-gold b",
                )
            )
        for column, colour in enumerate(COLOURS):
            left = x + column * across + (across - 2 - cube) / 2
            if colour in layer:
                drawn.append(piece(colour, left, y + (pitch - cube) / 2, cube))
            elif 3 <= len(layer) < 6:
                drawn.append(_missing(colour, left, y + (pitch - cube) / 2, cube))
    drawn.append(path(f"M{x - 3:g} {floor + 0.5:g}H{right + 1:g}", "s-ink", stroke_width=1.6))
    for column, colour in enumerate(COLOURS):
        middle = x + column * across + across / 2 - 1
        drawn.append(circle(middle, floor + 12, 8.2, f"f-{colour} s-black", stroke_width=0.7))
        drawn.append(use(f"sign-{colour}", middle - 5.5, floor + 6.5, 11, c=f"f-on-{colour}"))
        drawn.append(
            write(
                middle,
                floor + 34,
                str(goods.count(colour)),
                13,
                "f-ink" if colour in goods else "f-soft",
            )
        )
    drawn.append(write(right + 28, floor + 34, f"= {len(goods)}", 13, "f-soft", "end"))
    return group(*drawn)


def _missing(colour: str, x: float, y: float, size: float) -> str:
    """What the next bonus of this layer still lacks."""
    return group(
        rect(
            x + 1, y + 1, size - 2, size - 2, "s-soft", 2, stroke_width=0.9, stroke_dasharray="2 2"
        ),
        use(f"sign-{colour}", x + size * 0.25, y + size * 0.25, size * 0.5, c="f-soft"),
        opacity=0.6,
    )
