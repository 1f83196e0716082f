"""Whole games between compiled players, in machine code."""

from pathlib import Path
from typing import Any, Final, SupportsInt

import numpy as np
from numpy.typing import NDArray

from goldenhorn.players.choose import RANDOM, choose_seen
from goldenhorn.players.random import choose_random
from goldenhorn.players.thought import Thoughts, wake
from goldenhorn.rules.box import SEATS
from goldenhorn.rules.compiled import compiler, i64, u64
from goldenhorn.rules.fate import siphash, untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.moves import CONQUER, END, PLACE, RAID
from goldenhorn.rules.play import begin, play
from goldenhorn.rules.score import score
from goldenhorn.rules.state import NONE, OVER, Masks, States

compiled = compiler(Path(__file__).parent, Path(__file__).parents[2] / "players")

CAUSES: Final = ("port", "announced", "dominions", "rounds")

# What is kept of a game.
RESULT: Final = np.dtype(
    [
        ("scores", np.int16, (SEATS,)),
        ("turns", np.int16),
        ("cause", np.int8),
        ("decisions", np.int32),
        ("choices", np.int32, (SEATS,)),  # the decisions of each seat
    ]
)
Results = NDArray[Any]
Lines = NDArray[np.uint8]
Numbers = NDArray[np.int64]

ALL_MOVES: Final = 2**64 - 1
ABSTAIN: Final = {
    "": (ALL_MOVES, ALL_MOVES),
    "raids": (ALL_MOVES, ALL_MOVES ^ ((1 << (PLACE - 64)) - (1 << (RAID - 64)))),
    "dominions": (ALL_MOVES ^ ((1 << RAID) - (1 << CONQUER)), ALL_MOVES),
}
"""What a seat may do without, and the moves that are then left to it, as two words."""


@compiled
def game_key(seed0: SupportsInt, seed1: SupportsInt, game: int, part: int) -> int:
    """Games of a simulation get words 0 and 1 for fate, and 2 for the players, each its own."""
    return siphash(u64(seed0), u64(seed1), u64(4 * game + part))


@compiled
def deal(table: States, states: States, seed0: np.uint64, seed1: np.uint64, game: int) -> None:
    """A game of a simulation before its first decision, by the seed and the game's number."""
    states[0] = table[0]
    s = states[0]
    s.key[0] = game_key(seed0, seed1, game, 0)
    s.key[1] = game_key(seed0, seed1, game, 1)
    begin(s, untold())


@compiled
def play_game(
    table: States,
    states: States,
    desk: States,
    kinds: NDArray[np.int8],
    thoughts: Thoughts,
    seed0: np.uint64,
    seed1: np.uint64,
    game: int,
    allowed: Masks,
    line: Lines,
    result: Results,
    place: int,
) -> None:
    """One whole game, with its result written to its place."""
    deal(table, states, seed0, seed1, game)
    s = states[0]
    for seat in range(s.players):
        wake(thoughts, seat, siphash(game_key(seed0, seed1, game, 2), u64(0), u64(seat)))
    nobody = untold()
    decisions = 0
    cause = 3
    r = result[place]
    for seat in range(SEATS):
        r.choices[seat] = 0
    while s.phase != OVER:
        low, high = legal(s)
        seat = i64(s.player)
        low = u64(low & u64(allowed[seat, 0]))
        high = u64(high & u64(allowed[seat, 1]))
        if kinds[seat] == RANDOM:
            move = choose_random(low, high, thoughts, seat)
        else:
            desk[0] = states[0]
            move = choose_seen(i64(kinds[seat]), desk, seat, low, high, thoughts, seat)
        if decisions < len(line):
            line[decisions] = move
        uncalled = s.end_called_by == NONE
        play(s, move, nobody)
        if uncalled and s.end_called_by != NONE:
            cause = 1 if move == END else 2 if CONQUER <= move < RAID else 0
        decisions += 1
        r.choices[seat] += 1
    for seat in range(s.players):
        r.scores[seat] = score(s, seat)
    r.turns = s.turn
    r.cause = cause
    r.decisions = decisions


@compiled
def play_games(
    table: States,
    states: States,
    desk: States,
    kinds: NDArray[np.int8],
    thoughts: Thoughts,
    seed0: np.uint64,
    seed1: np.uint64,
    numbers: Numbers,
    allowed: Masks,
    lines: Lines,
    results: Results,
) -> None:
    """The games of these numbers."""
    for place in range(len(numbers)):
        play_game(
            table,
            states,
            desk,
            kinds,
            thoughts,
            seed0,
            seed1,
            i64(numbers[place]),
            allowed,
            lines[place],
            results,
            place,
        )
