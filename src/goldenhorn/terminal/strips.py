"""A strip for each player: name, points, hand, warehouse, and what the expansion adds."""

from collections.abc import Iterable
from typing import Final

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from goldenhorn.drawing.scene import Scene, layers, troops
from goldenhorn.rules.box import ARMS, COLOURS, SET_POINTS
from goldenhorn.terminal.chips import (
    GOLD,
    SOFT,
    STRONG,
    cards,
    chips,
    livery,
    piece,
)
from goldenhorn.words import say

_STRIP: Final = 19  # the least breadth of a strip
_ROOMY: Final = 26  # from here on a warehouse has broader columns,
_BESIDE: Final = 38  # and from here on it stands beside the hand
MISSING: Final = "·"


def strips(scene: Scene, width: int) -> Iterable[Table]:
    """The players side by side, as many as there is room for."""
    rows = -(-len(scene.seats) // max(1, width // _STRIP))
    in_row = -(-len(scene.seats) // rows)
    for start in range(0, len(scene.seats), in_row):
        seats = scene.seats[start : start + in_row]
        table = Table(box=box.ROUNDED, border_style=SOFT, width=width, header_style="none")
        for seat in seats:
            table.add_column(_head(scene, seat), ratio=1)
        table.add_row(*(_strip(scene, seat, width // in_row) for seat in seats))
        yield table


def _head(scene: Scene, seat: int) -> Table:
    """Seat, name and points; golden for whoever is to move."""
    to_move = seat == scene.state["player"] and not scene.over
    won = seat in scene.winners()
    head = Table.grid(expand=True, padding=(0, 1, 0, 0))
    head.add_column(no_wrap=True)
    head.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    head.add_column(no_wrap=True, justify="right")
    name = Text.assemble((scene.names[seat], GOLD if to_move or won else STRONG))
    points = "" if scene.scores is None else str(scene.scores[seat])
    head.add_row(Text(f" {seat} ", livery(seat)), name, Text(points, STRONG))
    return head


def _strip(scene: Scene, seat: int, broad: int) -> RenderableType:
    """Hand and warehouse, one below the other or side by side."""
    state = scene.state
    held = state["warehouses"][seat]
    left = [Text(", ".join(_notes(scene, seat)), SOFT)]
    right = []
    ships = [number for owner, number in scene.ships_at(None) if owner == seat]
    if ships:
        left.append(_label("board-ships", len(ships)))
        left.append(Text(" ").join(chips(scene.fleets[seat][n - 1], "") for n in ships))
    else:
        left += [_label("board-hand", len(state["hands"][seat])), cards(scene.hand(seat))]
        right.append(_label("board-warehouse", len(held["goods"])))
        right += shelves(held["goods"], 2 if broad < _ROOMY else 3)
        if people := troops(held):
            right.append(chips(people))
    for name in held["dominions"]:
        points = scene.rules["dominions"][name][1]
        right.append(Text.assemble((say(f"dominion-{name}"), livery(seat)), f" +{points}"))
    if broad < _BESIDE:
        return Text("\n").join(left + right)
    both = Table.grid(expand=True, padding=(0, 1, 0, 0))
    both.add_column(ratio=1)
    both.add_column(min_width=22)
    both.add_row(Text("\n").join(left), Text("\n").join(right))
    return both


def _notes(scene: Scene, seat: int) -> list[str]:
    notes = [say(f"arms-{seat}")] if scene.names[seat] != ARMS[seat] else []
    if scene.seat == seat:
        notes.append(say("board-you"))
    if scene.first_player == seat:
        notes.append(say("board-first"))
    return notes


def _label(key: str, count: int) -> Text:
    return Text.assemble((say(key), SOFT), f" {count}")


def shelves(goods: str, cell: int = 2) -> list[Text]:
    """A warehouse in six columns: a row for each layer, so that a full row is a complete set."""
    rows = []
    for layer in layers(goods) or [""]:
        row = Text()
        for colour in COLOURS:
            text = (colour if colour in layer else MISSING).center(cell)
            row.append(text, piece(colour) if colour in layer else SOFT)
        if SET_POINTS[len(layer)]:
            row.append(f" +{SET_POINTS[len(layer)]}", STRONG)
        rows.append(row)
    return rows
