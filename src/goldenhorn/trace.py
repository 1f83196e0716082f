"""A game as plain data: the state that traces and drawings show, and whole traces.

The format is described in docs/record.md.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.rules import box, fate, moves
from goldenhorn.rules.compiled import compiled
from goldenhorn.rules.legal import Mask, legal
from goldenhorn.rules.options import POINTS, Options
from goldenhorn.rules.play import begin, play
from goldenhorn.rules.score import score
from goldenhorn.rules.state import OVER, PHASES, STATE, States, box_packed

Json = dict[str, Any]

UNSEEN: Final = "?"
"""The letter of a card that the beholder may not see."""

_FIELDS: Final[Mapping[str, Any]] = STATE.fields or {}
_AT: Final = {name: field[1] for name, field in _FIELDS.items()}


def rules_data(options: Options) -> Json:
    """Every option of a table, spelled out."""
    data: Json = {
        "version": options.version,
        "edition": options.edition,
        "expansion": options.expansion,
        "round_limit": options.round_limit,
        **{point: getattr(options, point) for point in POINTS},
    }
    if options.expansion:
        pairs = zip(box.DOMINIONS, options.dominions, strict=True)
        data["dominions"] = {name: list(pair) for name, pair in pairs}
    return data


def table_data(options: Options) -> Json:
    """What does not change in a game: rules, seats, route, fleets."""
    return {
        "rules": rules_data(options),
        "players": options.players,
        "first_player": options.first_player,
        "route": list(options.route),
        "fleets": [list(fleet) for fleet in options.fleets],
    }


@lru_cache(maxsize=1 << 16)
def _letters(counts: bytes) -> str:
    return moves.letters(counts)


def _cards(counts: bytes, size: int) -> str:
    """A hand or the draw pile, whose size is known even where its cards are not."""
    known = _letters(counts)
    return known + UNSEEN * (size - len(known))


def _nothing(value: int) -> int | None:
    return None if value >= 128 else value  # the byte of NONE, read without sign


def _bytes_of(first: str, last: str) -> slice:
    """Where these fields and all between them stand in a state."""
    return slice(_AT[first], _AT[last] + _FIELDS[last][0].itemsize)


_SHIPS: Final = _bytes_of("at", "adrift")
_EACH_SHIP: Final = box.SEATS * box.SHIPS  # from one field of a ship to the next
_HANDS: Final = _bytes_of("hands", "hand_sizes")
_STOCKS: Final = _bytes_of("warehouses", "ports")
_DOMINIONS: Final = _bytes_of("dominions", "dominions")
_HEAPS: Final = _bytes_of("bag", "builder_reserve")
_IN_HEAPS: Final = ("bag", "deck", "discards", "soldier_reserve", "builder_reserve")


def state_data(states: States, index: int) -> Json:
    """One state as a trace shows it."""
    return state_again(states, index, b"", {})


def state_again(states: States, index: int, was: bytes, shown: Json) -> Json:
    """The same where an earlier state, with these bytes, has been shown: what is still as it was is
    taken from there, the very same objects.
    """
    # Whole bytes, not fields: a NumPy record's fields are slow to read one by one.
    s = states[index : index + 1].tobytes()
    at = _AT
    players = range(s[at["players"]])
    ships = shown["ships"] if was[_SHIPS] == s[_SHIPS] else _ships(s, len(players), was, shown)
    same_hands = was[_HANDS] == s[_HANDS]
    hands = shown["hands"] if same_hands else [_hand(s, seat) for seat in players]
    tiles = s[_DOMINIONS]
    if was[_STOCKS] == s[_STOCKS] and was[_DOMINIONS] == tiles:
        warehouses, ports = shown["warehouses"], shown["ports"]
    else:
        known = was if was[_DOMINIONS] == tiles else b""
        warehouses = [_warehouse(s, seat, known, shown) for seat in players]
        ports = {"V": _stock(s, at["ports"]), "C": _stock(s, at["ports"] + 8)}
    if was[_HEAPS] == s[_HEAPS]:
        heaps = {name: shown[name] for name in _IN_HEAPS}
    else:
        heaps = {
            "bag": _letters(s[at["bag"] : at["bag"] + 8]),
            "deck": _cards(s[at["deck"] : at["deck"] + 6], s[at["deck_size"]]),
            "discards": _letters(s[at["discards"] : at["discards"] + 6]),
            "soldier_reserve": s[at["soldier_reserve"]],
            "builder_reserve": s[at["builder_reserve"]],
        }
    sailing = _nothing(s[at["sailing"]])
    free = zip(box.DOMINIONS, tiles, strict=True) if s[at["expansion"]] else ()
    return {
        "turn": int.from_bytes(s[at["turn"] : at["turn"] + 2], "little"),
        "player": s[at["player"]],
        "phase": PHASES[s[at["phase"]]],
        "ships": ships,
        "hands": hands,
        "warehouses": warehouses,
        "ports": ports,
        **heaps,
        "sailing": None if sailing is None else sailing + 1,
        "raided": s[at["raided"]] == 1,
        "end_called_by": _nothing(s[at["end_called_by"]]),
        "free_dominions": [name for name, owner in free if owner >= 128],
    }


def _ships(s: bytes, players: int, was: bytes, shown: Json) -> list[list[Json]]:
    if not was:
        return [[_ship(s, 3 * seat + ship) for ship in range(box.SHIPS)] for seat in range(players)]
    fleets = [list(fleet) for fleet in shown["ships"]]
    start, stop = _SHIPS.start, _SHIPS.stop
    for ship in range(box.SHIPS * players):
        if s[start + ship : stop : _EACH_SHIP] != was[start + ship : stop : _EACH_SHIP]:
            fleets[ship // box.SHIPS][ship % box.SHIPS] = _ship(s, ship)
    return fleets


def _ship(s: bytes, ship: int) -> Json:
    start = _SHIPS.start + ship
    place, to, cargo, load, soldiers, adrift = s[start : _SHIPS.stop : _EACH_SHIP]
    aboard = "S" * soldiers
    if load:
        aboard += ("B" if cargo == box.BUILDERS else box.COLOURS[cargo]) * load
    return {
        "at": _nothing(place),
        "to": None if place >= 128 else box.PORTS[to],
        "cargo": aboard,
        "adrift": adrift == 1,
    }


def _warehouse(s: bytes, seat: int, was: bytes, shown: Json) -> Json:
    start = _AT["warehouses"] + 8 * seat
    if s[start : start + 8] == was[start : start + 8]:
        known: Json = shown["warehouses"][seat]
        return known
    tiles = zip(box.DOMINIONS, s[_DOMINIONS], strict=True)
    return {**_stock(s, start), "dominions": [name for name, owner in tiles if owner == seat]}


def hand_data(states: States, index: int, seat: int) -> str:
    """One hand of a state, as a trace shows it."""
    return _hand(states[index : index + 1].tobytes(), seat)


def _hand(s: bytes, seat: int) -> str:
    start = _AT["hands"] + 6 * seat
    return _cards(s[start : start + 6], s[_AT["hand_sizes"] + seat])


def _stock(s: bytes, start: int) -> Json:
    return {
        "goods": _letters(s[start : start + 6]),
        "soldiers": s[start + box.SOLDIERS],
        "builders": s[start + box.BUILDERS],
    }


def chance_data(chance: NDArray[np.int16]) -> list[list[Any]]:
    """What fate did in a step, in order."""
    rows: list[list[Any]] = []
    for kind, whom, *counts in chance[1 : chance[0, 0] + 1].tolist():
        if kind == fate.GOODS:
            rows.append(["goods", box.PORTS[whom], moves.letters(counts)])
        elif kind == fate.CARDS:
            rows.append(["cards", whom, moves.letters(counts[:6])])
        elif kind == fate.PLACE:
            ships = counts[0]
            rows.append(["place", whom, "".join(box.PORTS[ships >> i & 1] for i in range(3))])
        else:
            rows.append(["reshuffle"])
    return rows


def legal_texts(options: Options, mask: Mask) -> list[str]:
    """A mask as the notation of its moves, sorted."""
    texts = notation(options)
    bits = int(mask[0]) | int(mask[1]) << 64
    found = []
    while bits:
        code = (bits & -bits).bit_length() - 1
        found.append(texts[code])
        bits &= bits - 1
    return sorted(found)


def notation(options: Options) -> tuple[str, ...]:
    """The text of every move code at this table."""
    return moves.notation(options.fleets, prices(options))


def prices(options: Options) -> tuple[int, ...]:
    """The dominions' prices; none without the expansion."""
    return tuple([price for price, _ in options.dominions]) if options.dominions else ()


@compiled
def traced_begin(states: States, chance: NDArray[np.int16]) -> Mask:
    """Start a packed box and write down what fate does."""
    chance[0, 0] = 0
    begin(states[0], chance)
    return legal(states[0])


@compiled
def traced_play(states: States, move: int, chance: NDArray[np.int16]) -> Mask:
    """Make a legal move and write down what fate does; what is legal after it."""
    chance[0, 0] = 0
    play(states[0], move, chance)
    return legal(states[0])


def trace(options: Options, seed: int, line: Sequence[int], game: int = 0) -> Iterator[str]:
    """The lines of a game's trace, of legal moves given as codes."""
    states = box_packed(options, seed)
    chance = np.zeros((fate.CHANCE_ROWS, 10), np.int16)
    mask = traced_begin(states, chance)
    state = state_data(states, 0)
    yield _line(
        {
            "t": "game",
            "game": game,
            **table_data(options),
            "chance": chance_data(chance),
            "state": state,
        }
    )
    texts = notation(options)
    for ply, move in enumerate(line):
        before = {"player": state["player"], "phase": state["phase"]}
        allowed = legal_texts(options, mask)
        mask = traced_play(states, move, chance)
        state = state_data(states, 0)
        yield _line(
            {
                "t": "move",
                "game": game,
                "ply": ply,
                **before,
                "legal": allowed,
                "move": texts[move],
                "chance": chance_data(chance),
                "state": state,
            }
        )
    if state["phase"] == PHASES[OVER]:
        scores = [int(score(states[0], seat)) for seat in range(options.players)]
        yield _line({"t": "over", "game": game, "scores": scores, "winners": winners(scores)})


def winners(scores: Sequence[int]) -> list[int]:
    """R8.3: the seats with the most points."""
    return [seat for seat, points in enumerate(scores) if points == max(scores)]


def _line(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n"
