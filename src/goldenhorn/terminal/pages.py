"""Pages to look something up in: the points, the commands."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from goldenhorn.drawing.scene import Scene, layers, scene, troops
from goldenhorn.rules.box import SET_POINTS
from goldenhorn.terminal.chips import GOLD, SOFT, STRONG, chips, livery
from goldenhorn.terminal.phrases import clean
from goldenhorn.terminal.strips import shelves
from goldenhorn.words import say

COMMANDS = ("undo", "why", "board", "log", "score", "rules", "save", "help", "quit")

_NOTHING = Text("0   ")  # below the numbers, beside what sets add


def points(table: Mapping[str, Any], names: Sequence[str] | None = None) -> RenderableType:
    """R8, R9.11: how each player's points come about, set by set."""
    shown = scene(table, [clean(name) for name in names or ()])
    rows = Table(box=box.ROUNDED, border_style=SOFT, header_style="none")
    rows.add_column()
    for seat in shown.seats:
        name = (shown.names[seat], GOLD if seat in shown.winners() else STRONG)
        head = Text.assemble((f" {seat} ", livery(seat)), " ", name)
        rows.add_column(head, justify="right", overflow="fold")
    warehouses = shown.state["warehouses"]
    rows.add_row(say("score-goods"), *(_sets(held["goods"]) for held in warehouses))
    if shown.expansion:
        rows.add_row(say("score-people"), *(_people(held) for held in warehouses))
        rows.add_row(say("score-dominions"), *(_dominions(shown, held) for held in warehouses))
    rows.add_section()
    total = [Text(str(one), STRONG) for one in shown.scores or ()]
    rows.add_row(Text(say("score-total"), STRONG), *total)
    return rows


def _sets(goods: str) -> Text:
    """A line for each set: what is in it, what its goods are worth, and what the set adds."""
    lines = [_NOTHING]
    for row, layer in zip(shelves(goods, 1), layers(goods), strict=False):
        points = SET_POINTS[len(layer)]
        more = f" +{points}" if points else "   "
        lines.append(Text.assemble(row[:6], f" {len(layer)}", (more, STRONG)))
    return Text("\n").join(lines[1:] or lines)


def _people(held: Mapping[str, Any]) -> Text:
    people = troops(held)
    return Text.assemble(chips(people), f" {len(people)}   ") if people else _NOTHING


def _dominions(scene: Scene, held: Mapping[str, Any]) -> Text:
    lines = [
        Text(f"{say(f'dominion-{name}')} {scene.rules['dominions'][name][1]}   ")
        for name in held["dominions"]
    ]
    return Text("\n").join(lines or [_NOTHING])


def commands() -> RenderableType:
    """What can be typed besides a move's number."""
    rows = Table.grid(padding=(0, 2))
    rows.add_column(no_wrap=True, style=STRONG)
    rows.add_column()
    for key in ("number", "notation", *COMMANDS):
        rows.add_row(say(f"command-{key}"), say(f"command-{key}.text"))
    return Group(Padding(rows, (0, 1)), Padding(Text(say("command-legend"), SOFT), (1, 1, 0, 1)))
