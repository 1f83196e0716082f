"""The legal moves, numbered, in groups of a few words each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from goldenhorn.drawing.scene import Scene
from goldenhorn.rules.box import CARDS_FOR_SHIP
from goldenhorn.terminal.chips import SOFT, STRONG, chips, livery, piece
from goldenhorn.terminal.look import target
from goldenhorn.terminal.phrases import cargo, place_name
from goldenhorn.told import freight
from goldenhorn.words import say


@dataclass(frozen=True)
class Heap:
    """Moves that belong together, each with its words."""

    title: Text
    moves: list[tuple[str, Text]]


def heaps(scene: Scene, legal: Sequence[str], leads: Mapping[str, int]) -> list[Heap]:
    """All legal moves, as they are to be shown, each heap in the order they are given in.

    `leads` says for each move of a ship at which place its next step ends.
    """
    phase = scene.state["phase"]
    if phase == "placement":
        title = Text(say("choose-placement"), SOFT)
        return [Heap(title, [(move, Text(move.split()[1])) for move in legal])]
    if phase == "sailing":
        number = scene.state["sailing"]
        moves = [(move, _onward(scene, number, move, leads.get(move))) for move in legal]
        return [Heap(_ship_at_sea(scene, number), moves)]
    return [*_raids(scene, legal), *_sails(scene, legal, leads), *_others(legal, scene)]


def in_order(found: Sequence[Heap]) -> list[str]:
    """The moves by number; the first is number 1."""
    return [move for heap in found for move, _ in heap.moves]


def shown(found: Sequence[Heap]) -> RenderableType:
    """The heaps as they appear: a title each, the moves side by side below it."""
    rows: list[RenderableType] = []
    number = 0
    for heap in found:
        rows.append(Padding(heap.title, (0, 0, 0, 1)))
        line = []
        for _, words in heap.moves:
            number += 1
            line.append(Text.assemble((f"{number})", STRONG), " ", words))
        rows.append(Padding(Columns(line, padding=(0, 3)), (0, 0, 0, 4)))
    return Group(*rows)


def _raids(scene: Scene, legal: Sequence[str]) -> Iterator[Heap]:
    """A heap for each ship in reach: the pairs of cards that pay for it."""
    raids = [move for move in legal if move.startswith("raid")]
    for seat, number in dict.fromkeys(target(move) for move in raids):
        ship = scene.state["ships"][seat][number - 1]
        title = Text.assemble(
            (f" {seat}.{number} ", livery(seat)),
            " ",
            say(
                "choose-raid",
                whose=scene.names[seat],
                ship=number,
                place=place_name(scene.route, ship["at"]),
                loot=cargo(ship["cargo"][-1]),
            ),
        )
        moves = [(move, chips(move.split()[2])) for move in raids if target(move) == (seat, number)]
        yield Heap(title, moves)


def _ship(scene: Scene, number: int) -> Text:
    """One of the player's own ships, with its sails."""
    seat = scene.state["player"]
    name = f" {say('choose-ship', ship=number)} "
    return Text.assemble((name, livery(seat)), " ", chips(scene.fleets[seat][number - 1], ""), "  ")


def _ship_at_sea(scene: Scene, number: int) -> Text:
    """The same with its place, at sea or in Modone, and its cargo."""
    ship = scene.state["ships"][scene.state["player"]][number - 1]
    place = place_name(scene.route, ship["at"])
    if ship["cargo"]:
        place = say("choose-laden", place=place, cargo=cargo(ship["cargo"]))
    return Text.assemble(_ship(scene, number), place)


def _sails(scene: Scene, legal: Sequence[str], leads: Mapping[str, int]) -> Iterator[Heap]:
    """A heap for each own ship: what it may load, or where it may sail."""
    seat = scene.state["player"]
    for number in (1, 2, 3):
        asked = {
            move: "".join(move.split()[2:]) for move in legal if move.startswith(f"sail {number}")
        }
        port = scene.route[scene.state["ships"][seat][number - 1]["at"]]
        if port in "VC":
            title = _ship(scene, number)
            for place in {leads[move] for move in asked}:  # one place, whatever is loaded
                there = _there(scene, number, place)
                title.append(say("choose-leave", port=say(f"port-{port}"), there=there))
            held = scene.state["ports"][port]
            moves = [(move, _load(freight(held, choice))) for move, choice in asked.items()]
        else:
            title = _ship_at_sea(scene, number)
            moves = [
                (move, _onward(scene, number, choice or "sail", leads[move]))
                for move, choice in asked.items()
            ]
        if moves:
            yield Heap(title, moves)


def _onward(scene: Scene, number: int, how: str, place: int | None) -> Text:
    """How a ship at sea or in Modone goes on: `sail`, `about`, `on`, `wind` or `stop`."""
    if place is None:
        return Text(say("choose-stop"))
    values = {"there": _there(scene, number, place)}
    if how == "wind":
        here = scene.state["ships"][scene.state["player"]][number - 1]["at"]
        values["colour"] = say(f"colour-{scene.route[here]}")
    return Text(say(f"choose-{how}", **values))


def _load(aboard: str) -> Text:
    """What may be loaded, on its colour where it is all of one."""
    if not aboard:
        return Text(say("choose-empty"))
    if len(set(aboard)) > 1:
        return Text(cargo(aboard))
    return Text.assemble((f" {cargo(aboard)} ", piece(aboard[0])))


def _there(scene: Scene, number: int, place: int) -> str:
    """A place, and what it means to come there."""
    seat = scene.state["player"]
    letter = scene.route[place]
    name = place_name(scene.route, place)
    if letter in "VMC":
        cards = 0 if letter == "M" and len(scene.fleets) == 2 else CARDS_FOR_SHIP[number - 1]
        return say("there-port", place=name, cards=cards)
    colour = say(f"colour-{letter}")
    if letter in scene.fleets[seat][number - 1]:
        return say("there-free", place=place, colour=colour)
    held = scene.hand(seat).count(letter)
    return say("there-wind", place=place, colour=colour, count=held) if held else name


def _others(legal: Sequence[str], scene: Scene) -> Iterator[Heap]:
    """Dominions, training, and the end of turn or game."""
    moves = []
    for move in legal:
        verb, *rest = move.split()
        if verb == "conquer":
            soldiers, builders = map(int, rest[1].split("+"))
            words = say(
                "choose-conquer",
                dominion=say(f"dominion-{rest[0]}"),
                payment=cargo("S" * soldiers + "B" * builders),
                points=scene.rules["dominions"][rest[0]][1],
            )
            moves.append((move, Text(words)))
        elif verb in ("train", "end", "done"):
            moves.append((move, Text(say(f"choose-{verb}"))))
    if moves:
        yield Heap(Text(say("choose-others"), SOFT), moves)
