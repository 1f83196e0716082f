"""Games step by step, and every kind of thing that can happen in one.

`tests/games` holds whole games in which all of `KINDS` happens; `tools/make_games.py` found them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldenhorn.game import Game
from goldenhorn.rules import box, fate
from goldenhorn.rules.options import EDITIONS, ROUND_LIMIT, Options, options
from goldenhorn.rules.state import box_packed
from goldenhorn.trace import (
    Json,
    chance_data,
    legal_texts,
    notation,
    state_data,
    traced_begin,
    traced_play,
)

PLAYERS = (2, 3, 4)
TABLES: dict[str, Options] = {
    f"{edition}-{players}{'-dominio' * expansion}": options(
        players, edition=edition, expansion=expansion
    )
    for edition in EDITIONS
    for players in PLAYERS
    for expansion in (False, True)
}
"""The twenty-four tables without options of their own, by name."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, what lay before it and after it, and what fate did in it."""

    legal: list[str]
    move: str
    chance: list[list[Any]]
    before: Json
    after: Json

    @property
    def seat(self) -> int:
        seat: int = self.before["player"]
        return seat


def steps(table: Options, seed: int, line: Iterable[int]) -> Iterator[Step]:
    """A game move by move."""
    texts = notation(table)
    states = box_packed(table, seed)
    chance = np.zeros((fate.CHANCE_ROWS, 10), np.int16)
    mask = traced_begin(states, chance)
    before = state_data(states, 0)
    for code in line:
        legal = legal_texts(table, mask)
        mask = traced_play(states, code, chance)
        after = state_data(states, 0)
        yield Step(legal, texts[code], chance_data(chance), before, after)
        before = after


_PAIRS = ("1 aa", "2 aa", "2 ab", "2 bb", "3 aa", "3 ab", "3 ac", "3 bb", "3 bc", "3 cc")

KINDS = frozenset(
    [
        *(f"table {name}" for name in TABLES),
        *(f"table with its own {what}" for what in ("points", "fleets", "route", "dominions")),
        *(f"table with its own {what}" for what in ("first player", "round limit")),
        *(f"place {a}{b}{c}" for a in "VC" for b in "VC" for c in "VC"),
        "place by chance",
        *(f"raid {pair}" for pair in _PAIRS),
        "raid for a builder",
        "raid leaves goods aboard",
        "raid sets adrift",
        "raid turns about",
        "raid takes the last builder",
        *(f"leave with {freight}" for freight in (*box.COLOURS, "soldiers", "builders", "troops")),
        "leave empty as it may",
        "leave empty as it must",
        *(f"sail ship {ship}" for ship in (1, 2, 3)),
        "sail on from Modone",
        "sail about",
        "sail on though adrift",
        *("on", "wind", "stop before on", "stop before wind"),
        *(f"jump over {places}" for places in ("one", "two", "three or more", "Modone")),
        "jump over Modone and a ship",
        "jump into a port",
        "jump with the first step",
        "jump with a later step",
        *(f"ship {ship} reaches {port}" for ship in (1, 2, 3) for port in "VC"),
        *(f"ship {ship} reaches Modone with {n} players" for ship in (1, 2, 3) for n in (2, 4)),
        *(f"unload {what}" for what in ("goods", "soldiers", "builders", "troops", "nothing")),
        "back in the port it left",
        "port filled",
        "port filled with what is left",
        "port not filled, the bag empty",
        "port filled in several draws",
        "port fills with builders",
        "port filled until no goods are left",
        "cards reshuffled before the first",
        "cards reshuffled in mid-draw",
        "cards fewer than due",
        "no cards left",
        *(f"conquer {name}" for name in box.DOMINIONS),
        *(f"conquer with {payment}" for payment in ("soldiers", "builders", "both")),
        *(f"{verb} {when}" for verb in ("conquer", "train") for when in ("first", "after sailing")),
        "announce",
        "announce not though possible",
        "called by conquest before sailing",
        "called while it was called already",
        *(f"{what} end" for what in ("port", "announced", "dominions", "rounds")),
        "end with the turn in which it is called",
        "end after the round",
        "end after one more turn each",
        "end cut short by the round limit",
        "one winner",
        "shared win",
        "nobody has a point",
    ]
)


def kinds(table: Options, seed: int, line: Sequence[int]) -> set[str]:
    """What happens in a whole game."""
    found = set(_table_kinds(table))
    left_from: dict[tuple[int, int], str] = {}
    for step in steps(table, seed, line):
        found |= set(_step_kinds(table, step, left_from))
    game = Game.new(table=table, seed=seed)
    for code in line:
        game.play(code)
    return found | set(_end_kinds(table, game))


def _table_kinds(table: Options) -> Iterator[str]:
    for name, plain in TABLES.items():
        if table == plain:
            yield f"table {name}"
    if table.edition not in EDITIONS:
        yield "table with its own points"
    plain = options(table.players, expansion=table.expansion)
    for what in ("fleets", "route", "dominions"):
        if getattr(table, what) != getattr(plain, what):
            yield f"table with its own {what}"
    if table.first_player:
        yield "table with its own first player"
    if table.round_limit != ROUND_LIMIT:
        yield "table with its own round limit"
    if table.placement == "random":
        yield "place by chance"


def _step_kinds(table: Options, step: Step, left_from: dict[tuple[int, int], str]) -> Iterator[str]:
    verb, *words = step.move.split()
    if verb == "raid":
        yield from _raid_kinds(table, step)
    elif verb == "sail":
        yield from _sail_kinds(table, step, left_from)
    elif verb in ("conquer", "train"):
        when = "first" if step.before["phase"] == "orders" else "after sailing"
        yield f"{verb} {when}"
        if verb == "conquer":
            yield f"conquer {words[0]}"
            soldiers, builders = map(int, words[1].split("+"))
            both = "both" if soldiers else "builders"
            yield f"conquer with {both if builders else 'soldiers'}"
            uncalled = step.before["end_called_by"] is None
            if uncalled and step.after["end_called_by"] is not None and when == "first":
                yield "called by conquest before sailing"
    elif verb == "end":
        yield "announce"
    elif verb == "done":
        if "end" in step.legal:
            yield "announce not though possible"
    elif verb == "stop":
        yield "stop before on" if "on" in step.legal else "stop before wind"
    else:
        yield step.move
    if verb in ("sail", "on", "wind"):
        yield from _step_on_kinds(table, step, left_from)
    yield from _cards_kinds(step)


def _raid_kinds(table: Options, step: Step) -> Iterator[str]:
    _, target, cards = step.move.split()
    seat, number = map(int, target.split("."))
    sails = sorted(table.fleets[seat][number - 1], key=box.COLOURS.index)
    yield f"raid {number} " + "".join("abc"[sails.index(card)] for card in cards)
    before = step.before["ships"][seat][number - 1]
    after = step.after["ships"][seat][number - 1]
    if before["cargo"][0] == "B":
        yield "raid for a builder"
        if not after["cargo"]:
            yield "raid takes the last builder"
    if after["cargo"]:
        yield "raid leaves goods aboard"
    if after["adrift"]:
        yield "raid sets adrift"
    if after["to"] != before["to"]:
        yield "raid turns about"


def _sail_kinds(table: Options, step: Step, left_from: dict[tuple[int, int], str]) -> Iterator[str]:
    _, number, *freight = step.move.split()
    ship = step.before["ships"][step.seat][int(number) - 1]
    place = table.route[ship["at"]]
    if place not in box.PORTS:
        yield f"sail ship {number}"
        if freight:
            yield "sail about"
        elif ship["adrift"]:
            yield "sail on though adrift"
        if place == "M":
            yield "sail on from Modone"
        return
    left_from[step.seat, int(number)] = place
    must = f"as it {'must' if table.loading == 'must' else 'may'}"
    yield f"leave empty {must}" if freight == ["empty"] else f"leave with {freight[0]}"
    if step.before["end_called_by"] is not None:
        port = step.after["ports"][place]
        if not port["goods"] and not port["soldiers"]:
            yield "called while it was called already"
    due = 10 if table.expansion else 9
    draws = [row[2] for row in step.chance if row[0] == "goods"]
    port = step.after["ports"][place]
    cubes = len(port["goods"]) + port["builders"]
    if not draws:
        if cubes < due:
            yield "port not filled, the bag empty"
    else:
        yield "port filled" if cubes == due else "port filled with what is left"
        if len(draws) > 1:
            yield "port filled in several draws"
        if cubes < due and "w" in step.after["bag"]:
            yield "port filled until no goods are left"
        old = 0 if freight[0] in ("builders", "troops") else step.before["ports"][place]["builders"]
        if port["builders"] > old:
            yield "port fills with builders"


def _step_on_kinds(
    table: Options, step: Step, left_from: dict[tuple[int, int], str]
) -> Iterator[str]:
    """Of a step: what is jumped, and where it ends."""
    verb, *words = step.move.split()
    number = int(words[0]) if verb == "sail" else step.before["sailing"]
    before = step.before["ships"][step.seat][number - 1]
    after = step.after["ships"][step.seat][number - 1]
    low, high = sorted((before["at"], after["at"]))
    jumped = table.route[low + 1 : high]
    place = table.route[after["at"]]
    if jumped:
        yield f"jump over {('one', 'two', 'three or more')[min(len(jumped), 3) - 1]}"
        yield "jump with the first step" if verb == "sail" else "jump with a later step"
        if "M" in jumped:
            yield "jump over Modone"
            if len(jumped) > 1:
                yield "jump over Modone and a ship"
        if place in box.PORTS:
            yield "jump into a port"
    if place == "M":
        yield f"ship {number} reaches Modone with {table.players} players"
    if place in box.PORTS:
        yield f"ship {number} reaches {place}"
        if left_from.get((step.seat, number)) == place:
            yield "back in the port it left"
        # A ship that steps into the other port at once was loaded in this very move.
        if verb != "sail" or table.route[before["at"]] not in box.PORTS:
            aboard = before["cargo"]
            people = {"S": "soldiers", "B": "builders", "SB": "troops", "": "nothing"}
            yield f"unload {people.get(''.join(sorted(set(aboard), reverse=True)), 'goods')}"


def _cards_kinds(step: Step) -> Iterator[str]:
    """Of the cards that a ship brings."""
    rows = [row for row in step.chance if row[0] in ("cards", "reshuffle")]
    if ["reshuffle"] in rows:
        first = rows[0] == ["reshuffle"]
        yield f"cards reshuffled {'before the first' if first else 'in mid-draw'}"
    if step.before["phase"] not in ("orders", "sailing"):
        return
    due = cards_due(step)
    drawn = sum(len(row[2]) for row in rows if row[0] == "cards")
    if due and not drawn:
        yield "no cards left"
    elif drawn < due:
        yield "cards fewer than due"


def cards_due(step: Step) -> int:
    """How many cards the ship that moves in this step brings (R6.1)."""
    verb, *words = step.move.split()
    if verb not in ("sail", "on", "wind"):
        return 0
    number = int(words[0]) if verb == "sail" else step.before["sailing"]
    players = len(step.before["ships"])
    end = {2: 8, 3: 13, 4: 14}[players]
    modone = {2: 4, 3: None, 4: 7}[players]
    at = step.after["ships"][step.seat][number - 1]["at"]
    arrived = at in (0, end) or (at == modone and players > 2)
    return (3, 2, 1)[number - 1] if arrived else 0


def _end_kinds(table: Options, game: Game) -> Iterator[str]:
    outcome = game.outcome
    if outcome is None:
        return
    yield f"{outcome.cause} end"
    yield "one winner" if len(outcome.winners) == 1 else "shared win"
    if not any(outcome.scores):
        yield "nobody has a point"
    if outcome.cause == "rounds":
        return
    whole = game.copy()
    while whole.state["end_called_by"] is not None:
        whole.back()
    more = game.turn - whole.turn
    last = table.players - 1 - (whole.turn - 1) % table.players
    granted = last if table.last_turns == "finish_round" else table.players - 1
    if more < granted:
        yield "end cut short by the round limit"
    elif not more:
        yield "end with the turn in which it is called"
    elif table.last_turns == "finish_round":
        yield "end after the round"
    else:
        yield "end after one more turn each"
