"""The legal moves, numbered, in groups of a few words each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from goldenhorn.drawing.scene import Scene
from goldenhorn.rules.box import CARDS_FOR_SHIP
from goldenhorn.terminal.chips import SOFT, STRONG, chips, livery, piece
from goldenhorn.terminal.look import next_place, target
from goldenhorn.terminal.phrases import cargo, freight, place_name
from goldenhorn.words import say


@dataclass(frozen=True)
class Heap:
    """Moves that belong together, each with its words."""

    title: Text
    moves: list[tuple[str, Text]]


def heaps(scene: Scene, legal: Sequence[str]) -> list[Heap]:
    """All legal moves, as they are to be shown. Their order is that of the numbers."""
    phase = scene.state["phase"]
    if phase == "placement":
        title = Text(say("choose-placement"), SOFT)
        return [Heap(title, [(move, Text(move.split()[1])) for move in legal])]
    if phase == "sailing":
        number = scene.state["sailing"]
        order = [move for move in ("on", "wind", "stop") if move in legal]
        return [Heap(_ship(scene, number), [(move, _onward(scene, move)) for move in order])]
    return [*_raids(scene, legal), *_sails(scene, legal), *_others(legal, scene)]


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
            # No break within a move's few words.
            line.append(Text.assemble((f"{number})\N{NO-BREAK SPACE}", STRONG), words))
        rows.append(Padding(Text("   ").join(line), (0, 0, 0, 4)))
    return Group(*rows)


def _raids(scene: Scene, legal: Sequence[str]) -> Iterator[Heap]:
    """A heap for each ship in reach: the pairs of cards that pay for it."""
    raids = [move for move in legal if move.startswith("raid")]
    for seat, number in dict.fromkeys(target(scene, move) for move in raids):
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
        moves = [
            (move, chips(move.split()[2], "\N{NO-BREAK SPACE}"))
            for move in raids
            if target(scene, move) == (seat, number)
        ]
        yield Heap(title, moves)


def _ship(scene: Scene, number: int) -> Text:
    """One of the player's own ships: name, sails, where it is, what is aboard."""
    seat = scene.state["player"]
    ship = scene.state["ships"][seat][number - 1]
    place = place_name(scene.route, ship["at"])
    key = "choose-ship-laden" if ship["cargo"] else "choose-ship"
    return Text.assemble(
        (f" {seat}.{number} ", livery(seat)),
        " ",
        chips(scene.fleets[seat][number - 1], ""),
        "  ",
        say(key, ship=number, place=place, cargo=cargo(ship["cargo"])),
    )


def _sails(scene: Scene, legal: Sequence[str]) -> Iterator[Heap]:
    """A heap for each own ship: what it may load, or where it may turn."""
    seat = scene.state["player"]
    sails = [move for move in legal if move.startswith("sail")]
    for number in sorted({int(move.split()[1]) for move in sails}):
        ship = scene.state["ships"][seat][number - 1]
        title = _ship(scene, number)
        port = scene.route[ship["at"]]
        leaving = port in "VC"
        if leaving:
            there = _there(scene, number, next_place(scene, seat, number))
            title.append(f" {say('choose-leave', there=there)}:", SOFT)
        moves = []
        for move in sails:
            _, own, *asked = move.split()
            if int(own) != number:
                continue
            if leaving:
                aboard = freight(scene.state["ports"][port], asked[0])
                moves.append((move, _load(aboard)))
            else:
                about = asked == ["about"]
                place = next_place(scene, seat, number, about=about)
                key = "choose-about" if about else "choose-sail"
                moves.append((move, Text(say(key, there=_there(scene, number, place)))))
        yield Heap(title, sorted(moves, key=lambda each: each[0].endswith("empty")))


def _load(aboard: str) -> Text:
    words = cargo(aboard) if aboard else say("choose-empty")
    text = Text(words.replace(" ", "\N{NO-BREAK SPACE}"))
    if aboard and len(set(aboard)) == 1:
        text = Text.assemble(
            (f"\N{NO-BREAK SPACE}{text.plain}\N{NO-BREAK SPACE}", piece(aboard[0]))
        )
    return text


def _there(scene: Scene, number: int, place: int) -> str:
    """A place, and what it means to come there."""
    seat = scene.state["player"]
    name = place_name(scene.route, place)
    letter = scene.route[place]
    if letter in "VMC":
        cards = 0 if letter == "M" and len(scene.fleets) == 2 else CARDS_FOR_SHIP[number - 1]
        return say("there-port", place=name, cards=cards)
    if letter in scene.fleets[seat][number - 1]:
        return say("there-free", place=name)
    held = scene.hand(seat).count(letter)
    return say("there-wind", place=name, count=held) if held else name


def _onward(scene: Scene, move: str) -> Text:
    """What to do with a ship under way."""
    seat, number = scene.state["player"], scene.state["sailing"]
    here = scene.state["ships"][seat][number - 1]["at"]
    colour = say(f"colour-{scene.route[here]}")
    if move == "stop":
        return Text(say("choose-stop"))
    there = _there(scene, number, next_place(scene, seat, number))
    return Text(say(f"choose-{move}", colour=colour, there=there))


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
    # Ending the turn comes last.
    moves.sort(key=lambda each: ("conquer", "train", "end", "done").index(each[0].split()[0]))
    if moves:
        yield Heap(Text(say("choose-others"), SOFT), moves)
