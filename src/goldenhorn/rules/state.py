"""The state of a game: one NumPy record of a few hundred bytes, copied with one assignment.

Counts and codes are signed bytes: nothing in the box comes in more than 106 pieces, and small
signed numbers reckon alike in machine code and in plain Python.
"""

from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from goldenhorn.rules import box
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import POINTS, Options

# Phases
PLACEMENT: Final = 0
ORDERS: Final = 1
SAILING: Final = 2
CLOSING: Final = 3
OVER: Final = 4
PHASES: Final = ("placement", "orders", "sailing", "closing", "over")

# What a place on the route is, besides the colours 0 to 5.
MODONE: Final = 6
PORT: Final = 7

NONE: Final = -1  # no seat, no ship, no place, no cargo

Bytes = NDArray[np.int8]
States = NDArray[Any]
Masks = NDArray[np.uint64]


class State(Protocol):
    """What a state holds. Arrays are indexed as the comments say; ships count from 0."""

    key: NDArray[np.uint64]  # [2] the game's secret seed (fate.py); zero in what a seat may see
    draws: int  # random numbers used so far
    turn: int  # turns begun so far
    last_turn: int  # the game is over after this turn (R7.3, R7.4)

    version: int  # of the rules
    players: int
    first: int  # the first player's seat
    loading: int  # the edition's points, numbered as in options.POINTS
    emptied_ship: int
    last_turns: int
    placement: int
    expansion: int
    end: int  # Constantinople's place
    modone: int  # Modone's place, or NONE
    berths: int
    route: Bytes  # [place] a colour, MODONE or PORT
    fleets: Bytes  # [seat, 6] ship 1's colour, ship 2's two, ship 3's three, each in R1.1's order
    sails: NDArray[np.uint8]  # [seat, ship] the same as bits
    prices: Bytes  # [dominion]
    points: Bytes  # [dominion]

    phase: int
    player: int  # whose decision comes next
    sailing: int  # the ship under way, or NONE
    raided: int  # 1 once this turn's raid is spent
    end_called_by: int  # a seat or NONE
    taken: int  # a bit for each place on the route that is full (R5.4)
    at_modone: int  # ships there
    at: Bytes  # [seat, ship] place on the route, NONE before it is placed
    to: Bytes  # [seat, ship] the port it sails to, NONE before it is placed
    cargo: Bytes  # [seat, ship] what is aboard besides soldiers: a colour, BUILDERS or NONE
    load: Bytes  # [seat, ship] how many of those
    soldiers: Bytes  # [seat, ship]
    adrift: Bytes  # [seat, ship]

    hands: Bytes  # [seat, colour]
    hand_sizes: Bytes  # [seat]
    warehouses: Bytes  # [seat, colour or SOLDIERS or BUILDERS]
    ports: Bytes  # [port, colour or SOLDIERS or BUILDERS]
    bag: Bytes  # [colour or WHITE or BLACK]
    bag_size: int
    deck: Bytes  # [colour]
    deck_size: int
    discards: Bytes  # [colour]
    soldier_reserve: int
    builder_reserve: int
    dominions: Bytes  # [dominion] its owner's seat or NONE


FIELDS: Final = [
    ("key", np.uint64, (2,)),
    ("draws", np.uint32),
    ("turn", np.int16),
    ("last_turn", np.int16),
    ("taken", np.uint16),
    *((name, np.int8) for name in ("version", "players", "first", *POINTS, "expansion")),
    *((name, np.int8) for name in ("end", "modone", "berths")),
    ("route", np.int8, (box.PLACES,)),
    ("fleets", np.int8, (box.SEATS, 6)),
    ("sails", np.uint8, (box.SEATS, box.SHIPS)),
    ("prices", np.int8, (5,)),
    ("points", np.int8, (5,)),
    *((name, np.int8) for name in ("phase", "player", "sailing", "raided", "end_called_by")),
    ("at_modone", np.int8),
    *(
        (name, np.int8, (box.SEATS, box.SHIPS))
        for name in ("at", "to", "cargo", "load", "soldiers", "adrift")
    ),
    ("hands", np.int8, (box.SEATS, 6)),
    ("hand_sizes", np.int8, (box.SEATS,)),
    ("warehouses", np.int8, (box.SEATS, 8)),
    ("ports", np.int8, (2, 8)),
    ("bag", np.int8, (8,)),
    ("bag_size", np.int8),
    ("deck", np.int8, (6,)),
    ("deck_size", np.int8),
    ("discards", np.int8, (6,)),
    ("soldier_reserve", np.int8),
    ("builder_reserve", np.int8),
    ("dominions", np.int8, (5,)),
]
STATE: Final = np.dtype(FIELDS)


def new_records(count: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """Room for so many records. Uncompiled functions need their fields to read as attributes."""
    records = np.zeros(count, kind)
    return records if COMPILED else records.view(np.recarray)


def new_states(count: int) -> States:
    """Room for so many games."""
    return new_records(count, STATE)


def states_in(data: bytearray) -> States:
    """The states that these bytes are. NumPy copies records field by field, bytes all at once."""
    states = np.frombuffer(data, STATE)
    return states if COMPILED else states.view(np.recarray)


def box_packed(options: Options, key: int = 0) -> States:
    """One game before anything happened, in an array of length one; `fate.begin` starts it."""
    states = new_states(1)
    s: Any = states.view(np.recarray)[0]
    s.key[0], s.key[1] = key & (2**64 - 1), key >> 64
    s.version = options.version
    s.players, s.first, s.player = options.players, options.first_player, options.first_player
    for point, values in POINTS.items():
        setattr(s, point, values.index(getattr(options, point)))
    s.expansion = options.expansion
    s.last_turn = options.round_limit * options.players
    s.end = len(options.route) - 1
    s.modone = options.route.find("M")
    s.berths = box.BERTHS[options.players]
    codes = {"V": PORT, "C": PORT, "M": MODONE}
    s.route[: len(options.route)] = [codes.get(c, box.COLOURS.find(c)) for c in options.route]
    for seat, fleet in enumerate(options.fleets):
        colours = [sorted(box.COLOURS.index(c) for c in ship) for ship in fleet]
        s.fleets[seat] = [c for ship in colours for c in ship]
        s.sails[seat] = [sum(1 << c for c in ship) for ship in colours]
    s.phase, s.sailing, s.end_called_by = PLACEMENT, NONE, NONE
    s.at[:], s.to[:], s.cargo[:], s.dominions[:] = NONE, NONE, NONE, NONE
    s.bag[:6] = box.CUBES_PER_COLOUR
    s.deck[:], s.deck_size = box.CARDS_PER_COLOUR, box.CARDS
    if options.expansion:
        s.bag[6:] = box.EXTRA_CUBES
        s.soldier_reserve = box.SOLDIERS_IN_BOX
        s.prices[:] = [price for price, _ in options.dominions]
        s.points[:] = [points for _, points in options.dominions]
    s.bag_size = s.bag.sum()
    return states
