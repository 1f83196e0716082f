"""What a seat may see of a game, as a row of bytes; fields.py says what each byte means."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.envs.fields import FIELDS, MASK_SIZE, MOST, SIZE, starts
from goldenhorn.position import Position
from goldenhorn.rules.box import PLACES, SHIPS, SOLDIERS
from goldenhorn.rules.compiled import compiler, i64, u64
from goldenhorn.rules.legal import legal
from goldenhorn.rules.score import score
from goldenhorn.rules.state import NONE, PLACEMENT, State, States

Row = NDArray[np.uint8]

HERE: Final = Path(__file__).parent
compiled = compiler(HERE)
inlined = compiler(HERE, inline=True)

# Numba takes these for constants.
_AT = starts()
_HAND: Final = _AT["hand"]
_HAND_SIZES: Final = _AT["hand_sizes"]
_WAREHOUSES: Final = _AT["warehouses"]
_SCORES: Final = _AT["scores"]
_CONQUERED: Final = _AT["conquered"]
_PLACE: Final = _AT["place"]
_OUTBOUND: Final = _AT["outbound"]
_AHEAD: Final = _AT["ahead"]
_ABOARD: Final = _AT["aboard"]
_ADRIFT: Final = _AT["adrift"]
_UNDER_WAY: Final = _AT["under_way"]
_PORTS: Final = _AT["ports"]
_BAG: Final = _AT["bag"]
_DISCARDS: Final = _AT["discards"]
_DECK_SIZE: Final = _AT["deck_size"]
_RESERVES: Final = _AT["reserves"]
_FREE: Final = _AT["free"]
_TO_DECIDE: Final = _AT["to_decide"]
_PHASE: Final = _AT["phase"]
_RAIDED: Final = _AT["raided"]
_TURNS: Final = _AT["turns"]
_END_CALLED_BY: Final = _AT["end_called_by"]
_TURNS_LEFT: Final = _AT["turns_left"]
_SAILS: Final = _AT["sails"]
_ROUTE: Final = _AT["route"]
_PRICES: Final = _AT["prices"]
_POINTS: Final = _AT["points"]
_FIRST: Final = _AT["first"]
_PLAYERS: Final = _AT["players"]
_EDITION: Final = _AT["edition"]
_EXPANSION: Final = _AT["expansion"]


@compiled
def observe(s: State, seat: int, row: Row) -> None:
    """Everything that this seat may see, and nothing else."""
    row[:] = 0
    observe_table(s, seat, row)
    observe_play(s, seat, row)


@compiled
def observe_table(s: State, seat: int, row: Row) -> None:
    """The fields that stay the same for a whole game, into a row of zeros."""
    for far in range(s.players):
        other = (seat + far) % s.players
        row[_FIRST + far] = other == s.first
        for ship in range(SHIPS):
            for colour in range(6):
                start = _SAILS + (far * SHIPS + ship) * 6
                row[start + colour] = (s.sails[other, ship] >> colour) & 1
    for place in range(s.end + 1):
        row[_ROUTE + place] = s.route[place] + 1
    for dominion in range(5):
        row[_PRICES + dominion] = s.prices[dominion]
        row[_POINTS + dominion] = s.points[dominion]
    row[_PLAYERS + i64(s.players) - 2] = 1
    row[_EDITION] = s.loading
    row[_EDITION + 1] = s.emptied_ship
    row[_EDITION + 2] = s.last_turns
    row[_EDITION + 3] = s.placement
    row[_EXPANSION] = s.expansion


@inlined
def observe_play(s: State, seat: int, row: Row) -> None:
    """The other fields, into a row where they are zero."""
    players = i64(s.players)
    for colour in range(6):
        row[_HAND + colour] = s.hands[seat, colour]
        row[_DISCARDS + colour] = s.discards[colour]
    for thing in range(8):
        row[_PORTS + thing] = s.ports[0, thing]
        row[_PORTS + 8 + thing] = s.ports[1, thing]
        row[_BAG + thing] = s.bag[thing]
    row[_DECK_SIZE] = s.deck_size
    row[_RESERVES] = s.soldier_reserve
    row[_RESERVES + 1] = s.builder_reserve
    for far in range(players):
        other = seat + far
        if other >= players:
            other -= players
        row[_HAND_SIZES + far] = s.hand_sizes[other]
        row[_SCORES + far] = min(score(s, other), MOST)
        for thing in range(8):
            row[_WAREHOUSES + far * 8 + thing] = s.warehouses[other, thing]
        if s.phase != PLACEMENT or s.at[other, 0] != NONE:
            observe_ships(s, other, far, row)
    if s.expansion:
        for dominion in range(5):
            owner = i64(s.dominions[dominion])
            if owner == NONE:
                row[_FREE + dominion] = 1
            else:
                row[_CONQUERED + distance(s, seat, owner) * 5 + dominion] = 1
    acting = distance(s, seat, i64(s.player))
    row[_TO_DECIDE + acting] = 1
    if s.sailing != NONE:
        row[_UNDER_WAY + acting * SHIPS + i64(s.sailing)] = 1
    row[_PHASE + i64(s.phase)] = 1
    row[_RAIDED] = s.raided
    row[_TURNS] = min(i64(s.turn), MOST)
    row[_TURNS_LEFT] = min(i64(s.last_turn) - i64(s.turn), MOST)
    if s.end_called_by != NONE:
        row[_END_CALLED_BY + distance(s, seat, i64(s.end_called_by))] = 1


@inlined
def observe_ships(s: State, other: int, far: int, row: Row) -> None:
    """A seat's ships, which are placed."""
    for ship in range(SHIPS):
        number = far * SHIPS + ship
        at = i64(s.at[other, ship])
        to = i64(s.to[other, ship])
        row[_PLACE + number * PLACES + at] = 1
        row[_OUTBOUND + number] = to
        row[_AHEAD + number] = to * (i64(s.end) - at) + (1 - to) * at
        cargo = i64(s.cargo[other, ship])
        if cargo != NONE:
            row[_ABOARD + number * 8 + cargo] = s.load[other, ship]
        row[_ABOARD + number * 8 + SOLDIERS] = s.soldiers[other, ship]
        row[_ADRIFT + number] = s.adrift[other, ship]


@inlined
def distance(s: State, seat: int, other: int) -> int:
    """How many seats clockwise another one is."""
    return other - seat if other >= seat else other - seat + i64(s.players)


@inlined
def write_mask(low: int, high: int, row: Row) -> None:
    """The two words of a mask as bytes, one for each move code."""
    for code in range(64):
        row[code] = (low >> u64(code)) & u64(1)
    for code in range(len(row) - 64):
        row[64 + code] = (high >> u64(code)) & u64(1)


@compiled
def see(states: States, here: int, seat: int, row: Row, mask: Row) -> None:
    """What a seat sees of one of the states, and what it may do there."""
    observe(states[here], seat, row)
    if seat == states[here].player:
        low, high = legal(states[here])
        write_mask(low, high, mask)
    else:
        mask[:] = 0


def seen(game: Position, seat: int) -> tuple[Row, Row]:
    """A seat's observation of a game, and the mask of its actions: none if it has no decision.

    >>> from goldenhorn import Game
    >>> observation, mask = seen(Game.new(players=2, seed=1), seat=0)
    >>> len(observation), mask.sum()
    (553, np.uint64(8))
    """
    row, mask = np.empty(SIZE, np.uint8), np.empty(MASK_SIZE, np.uint8)
    # A copy of the state, `game.record`, would take longer than all else.
    branch, here = game._here()
    see(branch.states, here, seat, row, mask)
    return row, mask


def seen_in(states: States, seat: int) -> Row:
    """A seat's observation of a state, given as an array of one."""
    row, mask = np.empty(SIZE, np.uint8), np.empty(MASK_SIZE, np.uint8)
    see(states, 0, seat, row, mask)
    return row


def named(row: Row) -> dict[str, NDArray[np.uint8]]:
    """An observation's fields by name, in their shapes: views, not copies.

    Rows of several games may be given at once; the last axis counts the bytes.
    """
    if row.shape[-1] != SIZE:
        raise ValueError(f"an observation has {SIZE} bytes, not {row.shape[-1]}")
    rows = row.shape[:-1]
    return {
        field.name: row[..., start : start + field.size].reshape(*rows, *field.shape)
        for field, start in zip(FIELDS, _AT.values(), strict=True)
    }
