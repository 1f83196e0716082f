"""Games watched as they are played again: who raids whom, what lands where, who takes what."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.lab.loops.play import Lines, Numbers, Results, compiled, deal
from goldenhorn.rules.box import BUILDERS, SEATS, SHIPS
from goldenhorn.rules.compiled import i64
from goldenhorn.rules.fate import untold
from goldenhorn.rules.moves import CONQUER, PLACE, RAID, RAIDS, WIND
from goldenhorn.rules.play import play
from goldenhorn.rules.score import score
from goldenhorn.rules.state import States

WATCHED: Final = np.dtype(
    [
        ("raids", np.int16, (SEATS,)),
        ("raided", np.int16, (SEATS,)),  # goods and builders lost to raids
        ("raid_points", np.int16, (SEATS,)),  # what the loot added at once
        ("winds", np.int16, (SEATS,)),  # cards played for a step
        ("landings", np.int16, (2,)),  # in each port
        ("landed", np.int16, (2,)),  # goods and builders unloaded there
        ("owner", np.int8, (5,)),  # of each dominion
        ("taken", np.int16, (5,)),  # in which turn, 0 if never
    ]
)
Watched = NDArray[Any]


@compiled
def watch_game(
    table: States,
    states: States,
    seed0: np.uint64,
    seed1: np.uint64,
    game: int,
    line: Lines,
    decisions: int,
    found: Watched,
    place: int,
) -> None:
    """One game; what happened in it is written to its place."""
    deal(table, states, seed0, seed1, game)
    s = states[0]
    nobody = untold()
    f = found[place]
    for number in range(decisions):
        move = i64(line[number])
        seat = i64(s.player)
        turn = i64(s.turn)
        before = score(s, seat)
        if RAID <= move < PLACE:
            f.raids[seat] += 1
            f.raided[(move - RAID) // RAIDS] += 1
        elif CONQUER <= move < RAID:
            f.taken[(move - CONQUER) // 5] = turn
        elif move == WIND:
            f.winds[seat] += 1
        states[1] = states[0]
        play(s, move, nobody)
        if RAID <= move < PLACE:
            f.raid_points[seat] += score(s, seat) - before
        elif move < CONQUER and turn > 0:
            landing(states, seat, found, place)
    for dominion in range(5):
        f.owner[dominion] = s.dominions[dominion]


@compiled
def landing(states: States, seat: int, found: Watched, place: int) -> None:
    """If a ship of the seat has just come into a main port, note where and with what."""
    s = states[0]
    old = states[1]
    f = found[place]
    for ship in range(SHIPS):
        at = i64(s.at[seat, ship])
        if at == old.at[seat, ship] or (at != 0 and at != s.end):
            continue
        goods = 0
        for thing in range(BUILDERS + 1):
            goods += s.warehouses[seat, thing] - old.warehouses[seat, thing]
        port = 1 if at == s.end else 0
        f.landings[port] += 1
        f.landed[port] += goods


@compiled
def watch_games(
    table: States,
    states: States,
    seed0: np.uint64,
    seed1: np.uint64,
    numbers: Numbers,
    lines: Lines,
    results: Results,
    found: Watched,
) -> None:
    """The games of these numbers, whose moves are given."""
    for place in range(len(numbers)):
        watch_game(
            table,
            states,
            seed0,
            seed1,
            i64(numbers[place]),
            lines[place],
            i64(results[place].decisions),
            found,
            place,
        )
