"""The whole table, drawn in the terminal."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from goldenhorn.drawing.scene import Scene, scene, troops
from goldenhorn.terminal.chips import (
    GOLD,
    LAND,
    SEA,
    SOFT,
    STRONG,
    chips,
    counted,
    livery,
    piece,
    tag,
)
from goldenhorn.terminal.look import berths, port_at, target
from goldenhorn.terminal.phrases import clean
from goldenhorn.terminal.strips import MISSING, strips
from goldenhorn.words import say

WIDEST: Final = 126  # on a wider screen the eye would wander
_PLACE: Final = 5  # the least breadth of a place on the route,
_BROAD: Final = 9  # and the most

_EAST, _WEST, _EITHER, _STEP = "▸", "◂", "◂▸", "▴"


def board(
    table: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    seat: int | None = None,
    legal: Sequence[str] = (),
    leads: Mapping[str, int] | None = None,
) -> RenderableType:
    """The table as `seat` sees it, as broad as there is room.

    `table` is `seen.data`, or `game.data` with the other hands face down if there is a seat.
    Of `seen.legal` and `seen.leads`, marks under the route show which ships can be raided and to
    which places one's own can step.
    """
    shown = scene(table, [clean(name) for name in names or ()], seat)
    return _Board(shown, marks(shown, legal, leads or {}))


def plain(table: Mapping[str, Any]) -> str:
    """The table without colours, 80 columns broad."""
    console = Console(
        file=io.StringIO(),
        width=80,
        color_system=None,
        force_terminal=False,
        force_jupyter=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        console.print(board(table))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


@dataclass(frozen=True)
class _Board:
    scene: Scene
    marks: Mapping[int, Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, WIDEST)
        yield title(self.scene, width)
        yield from route(self.scene, self.marks, width)
        yield ports(self.scene, width)
        yield piles(self.scene)
        yield from strips(self.scene, width)


def title(scene: Scene, width: int) -> RenderableType:
    """Whose turn it is, and how far the game has come."""
    state = scene.state
    name = scene.names[state["player"]]
    text = Text.assemble((f" {say('board-title')} ", GOLD), "  ")
    if state["turn"]:
        text.append(say("board-turn", turn=state["turn"]) + "  ", SOFT)
    if scene.over:
        text.append(say("ask-over"), STRONG)
    elif scene.seat == state["player"]:
        text.append(say("board-your-turn", who=name), STRONG)
    else:
        text.append(say(f"wait-{state['phase']}", who=name), STRONG)
    caller = state["end_called_by"]
    if caller is not None and not scene.over:
        text.append("  ")
        text.append(say("board-end-called", who=scene.names[caller]), "italic")
    return Group(text, Text()) if cell_len(text.plain) <= width else text


def route(scene: Scene, under: Mapping[int, Text], width: int) -> Iterable[Text]:
    """Place by place from Venice to Constantinople; in several rows if there is no room for one."""
    places = range(len(scene.route))
    rows = -(-len(places) // max(1, width // _PLACE))
    in_row = -(-len(places) // rows)
    broad = max(_PLACE, min(_BROAD, width // in_row))
    # The land at both ends takes what room is left.
    ends = max(0, width - broad * in_row)
    for start in range(0, len(places), in_row):
        columns = []
        for place in places[start : start + in_row]:
            more = {0: ends // 2, scene.last: ends - ends // 2}.get(place, 0)
            lines = [*_place(scene, place, broad + more), under.get(place, Text())]
            columns.append([*lines[:-1], _middle(lines[-1], broad + more, Style())])
        for row in zip(*columns, strict=True):
            yield Text.assemble(*row, no_wrap=True)


def _place(scene: Scene, place: int, broad: int) -> list[Text]:
    """A place as five lines: its number, its colour, and the ship there: name, sails, cargo."""
    letter = scene.route[place]
    port = port_at(scene, place)
    ground = LAND if port else SEA
    ships = scene.ships_at(place)
    above = _middle(Text(str(place), SOFT), broad, Style())
    if port:
        name = say(f"port-{port}")
        free = Text(f"{len(ships)}/{berths(scene)}" if port == "M" else "")
        short = Text(name if len(name) + 1 < broad else name[:3], STRONG)
        return [above, *(_middle(text, broad, ground) for text in (short, Text(), free, Text()))]
    # The water between two squares stays open.
    square = _middle(Text(letter), broad, piece(letter))
    square.stylize(ground, broad - 1)
    ship = [Text()] * 3
    for seat, number in ships:
        ship = _afloat(scene, seat, number, broad)
    return [above, square, *(_middle(text, broad, ground) for text in ship)]


def _afloat(scene: Scene, seat: int, number: int, broad: int) -> list[Text]:
    ship = scene.state["ships"][seat][number - 1]
    name = _bound(scene, seat, number)
    if ship["to"] == "V" and not ship["adrift"]:
        name.append(" ")  # with the arrow before it, the name is still in the middle
    aboard = ship["cargo"]
    cargo = chips(aboard, "") if len(aboard) < broad else counted(aboard)
    return [name, chips(scene.fleets[seat][number - 1], ""), cargo]


def _bound(scene: Scene, seat: int, number: int) -> Text:
    """A ship's name with an arrow to where it sails; a ship adrift may sail either way."""
    ship = scene.state["ships"][seat][number - 1]
    name = f"{seat}.{number}"
    if ship["adrift"]:
        name += _EITHER
    else:
        name = name + _EAST if ship["to"] == "C" else _WEST + name
    under_way = seat == scene.state["player"] and number == scene.state["sailing"]
    return Text.assemble((name, GOLD if under_way else livery(seat)))


def _middle(text: Text, broad: int, ground: Style) -> Text:
    """The text in the middle of a field whose last column is the gap to the next."""
    length = cell_len(text.plain)
    left = max(0, (broad - 1) // 2 - (length - 1) // 2) if length else 0
    right = max(0, broad - left - length)
    return Text.assemble(" " * left, text, " " * right, style=ground)


def marks(scene: Scene, legal: Sequence[str], leads: Mapping[str, int]) -> dict[int, Text]:
    """What to write under places: ships to be raided, and where one's own ships can step."""
    raids = set()
    for move in legal:
        if move.startswith("raid"):
            seat, number = target(move)
            raids.add(scene.state["ships"][seat][number - 1]["at"])
    steps: dict[int, list[str]] = {}
    for move, place in leads.items():
        ship = move.split()[1] if move.startswith("sail") else str(scene.state["sailing"])
        if ship not in steps.setdefault(place, []):
            steps[place].append(ship)
    under = {}
    for place, ships in steps.items():
        text = ",".join(ships)
        under[place] = Text(_STEP + text if len(text) < _PLACE else text, STRONG)
    return under | {place: Text(say("board-raid"), "bold italic") for place in raids}


def ports(scene: Scene, width: int) -> Table:
    """What lies in Venice and Constantinople; the ships there and in Modone."""
    table = Table(box=box.ROUNDED, border_style=SOFT, width=width, header_style="bold")
    for port in "VMC":
        if port in scene.route:
            place = list(scene.route).index(port)
            name = say(f"port-{port}")
            if port == "M":
                name = say("board-berths", port=name, berths=berths(scene))
            table.add_column(Text.assemble((f"{place} ", SOFT), name), ratio=1)
    cells = []
    for port in "VMC":
        if port in scene.route:
            lines = [*_quay(scene, port), *_moored(scene, list(scene.route).index(port))]
            cells.append(Text("\n").join(lines))
    table.add_row(*cells)
    return table


def _quay(scene: Scene, port: str) -> list[Text]:
    """The cubes of a main port, and its troops."""
    if port == "M":
        return []
    held = scene.state["ports"][port]
    lines = [chips(held["goods"]) if held["goods"] else Text(say("cargo-none"), SOFT)]
    if people := troops(held):
        lines.append(chips(people))
    return lines


def _moored(scene: Scene, place: int) -> list[Text]:
    """The ships in a port, a line for each seat; in Modone, where they are laden, for each ship."""
    ships = scene.ships_at(place)
    lines = []
    if scene.route[place] == "M":
        for seat, number in ships:
            sails = chips(scene.fleets[seat][number - 1], "")
            aboard = chips(scene.state["ships"][seat][number - 1]["cargo"], "")
            lines.append(Text(" ").join([_bound(scene, seat, number), sails, aboard]))
        return lines + [Text(MISSING, SOFT)] * (berths(scene) - len(ships))
    for seat in scene.seats:
        own = [number for owner, number in ships if owner == seat]
        if own:
            named = [
                Text.assemble(tag(seat, n), " ", chips(scene.fleets[seat][n - 1], "")) for n in own
            ]
            lines.append(Text("  ").join(named))
    return lines


def piles(scene: Scene) -> Text:
    """Bag, draw pile and discards; with the expansion the reserves and the dominions."""
    state = scene.state
    text = Text(" ")
    for key, pieces in (("bag", "bag"), ("draw-pile", "deck"), ("discards", "discards")):
        text.append_text(_heap(f"board-{key}", len(state[pieces])))
    text.append_text(chips(state["discards"]))
    if scene.expansion:
        text.append("\n ")
        text.append_text(_heap("board-soldiers", state["soldier_reserve"]))
        text.append_text(_heap("board-builders", state["builder_reserve"]))
        text.append("\n ")
        # Those that are taken lie before their owners.
        for name, price, points, owner in scene.dominions():
            if owner is None:
                text.append(say(f"dominion-{name}") + " ", STRONG)
                text.append(f"{price}S", piece("S"))
                text.append(f"{_EAST}{points}  ")
    return text


def _heap(key: str, count: int) -> Text:
    return Text.assemble((f"{say(key)} ", SOFT), (f"{count}", STRONG), "   ")
