"""Whole games between compiled players, on as many threads as wanted, always the same by seed."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, SupportsInt

import numpy as np
from numpy.typing import NDArray

from goldenhorn.players.choose import DESK, NAMES, RANDOM, choose_seen
from goldenhorn.players.random import choose_random
from goldenhorn.players.thought import Thoughts, wake
from goldenhorn.rules.compiled import compiler, i64, u64
from goldenhorn.rules.fate import siphash, untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.moves import CONQUER, END, RAID
from goldenhorn.rules.options import Options
from goldenhorn.rules.play import begin, play
from goldenhorn.rules.score import score
from goldenhorn.rules.state import NONE, OVER, States, box_packed, new_states

compiled = compiler(Path(__file__).parent, Path(__file__).parent.parent / "players")

CAUSES: Final = ("port", "announced", "dominions", "rounds")

# What is kept of a game.
RESULT: Final = np.dtype(
    [
        ("scores", np.int16, (4,)),
        ("turns", np.int16),
        ("cause", np.int8),
        ("decisions", np.int32),
    ]
)
Results = NDArray[Any]
Lines = NDArray[np.uint8]

_LINE: Final = 1024  # moves that there is room for at first when moves are kept
_BATCH: Final = 512  # games whose moves are kept at a time


@compiled
def game_key(seed0: SupportsInt, seed1: SupportsInt, game: int, part: int) -> int:
    """Games of a simulation get words 0 and 1 for fate, and 2 for the players, each its own."""
    return siphash(u64(seed0), u64(seed1), u64(4 * game + part))


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
    line: Lines,
    result: Results,
    place: int,
) -> None:
    """One whole game, with its result written to its place."""
    states[0] = table[0]
    s = states[0]
    s.key[0] = game_key(seed0, seed1, game, 0)
    s.key[1] = game_key(seed0, seed1, game, 1)
    for seat in range(s.players):
        wake(thoughts, seat, siphash(game_key(seed0, seed1, game, 2), u64(0), u64(seat)))
    nobody = untold()
    begin(s, nobody)
    decisions = 0
    cause = 3
    while s.phase != OVER:
        low, high = legal(s)
        seat = i64(s.player)
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
    r = result[place]
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
    first: int,
    lines: Lines,
    results: Results,
) -> None:
    """As many games as there is room for results."""
    for place in range(len(results)):
        play_game(
            table,
            states,
            desk,
            kinds,
            thoughts,
            seed0,
            seed1,
            first + place,
            lines[place],
            results,
            place,
        )


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is played: the table, who sits at it, and the seed of it all."""

    table: Options
    seats: tuple[str, ...]
    seed: int

    def key(self, game: int) -> int:
        """The seed of one of its games, by which `Game.new` plays the same cards and cubes."""
        seed0, seed1 = _halves(self.seed)
        low, high = (int(game_key(seed0, seed1, game, part)) for part in (0, 1))
        return low | high << 64


def _halves(seed: int) -> tuple[int, int]:
    return seed & (2**64 - 1), seed >> 64


def cores() -> int:
    """How many threads can really run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    simulation: Simulation,
    games: int,
    *,
    first: int = 0,
    threads: int = 1,
    told: Callable[[int], None] | None = None,
) -> tuple[Results, float]:
    """Play games first, first+1, ...; their results in order, and the seconds it took.

    `told` hears after every few games how many more are done.
    """
    results = np.zeros(games, RESULT)
    _shared(simulation, results[:0], None, first, 1, None)  # loads the machine code, or makes it
    started = time.perf_counter()
    _shared(simulation, results, None, first, threads, told)
    return results, time.perf_counter() - started


def run_with_moves(
    simulation: Simulation,
    games: int,
    *,
    threads: int = 1,
    told: Callable[[int], None] | None = None,
) -> Iterator[tuple[int, Results, list[int]]]:
    """Play games and give each one's number, result and moves, in order."""
    for first in range(0, games, _BATCH):
        count = min(_BATCH, games - first)
        results = np.zeros(count, RESULT)
        room = _LINE
        while True:
            lines = np.zeros((count, room), np.uint8)
            _shared(simulation, results, lines, first, threads, told)
            room = int(results["decisions"].max())
            if room <= lines.shape[1]:
                break
            told = None  # some game was longer: once more, with room for it
        for place in range(count):
            moves = lines[place, : results["decisions"][place]].tolist()
            yield first + place, results[place], moves


def _shared(
    simulation: Simulation,
    results: Results,
    lines: Lines | None,
    first: int,
    threads: int,
    told: Callable[[int], None] | None,
) -> None:
    """Deal the games out to threads in small portions. Which thread plays one does not matter."""
    table = box_packed(simulation.table)
    kinds = np.array([NAMES.index(name) for name in simulation.seats], np.int8)
    seed0, seed1 = _halves(simulation.seed)
    portion = max(1, min(1000 if not kinds.any() else 20, len(results) // (4 * threads)))
    none = np.zeros((len(results), 0), np.uint8)

    def play_portion(start: int) -> int:
        some = results[start : start + portion]
        play_games(
            table,
            new_states(1),
            new_states(DESK),
            kinds,
            np.zeros(4, np.uint64),
            np.uint64(seed0),  # a plain int may have a sign, and then there would be two of them
            np.uint64(seed1),
            first + start,
            (none if lines is None else lines)[start : start + portion],
            some,
        )
        return len(some)

    starts = range(0, max(1, len(results)), portion)
    if threads == 1:
        done: Iterator[int] = map(play_portion, starts)
        for count in done:
            if told:
                told(count)
        return
    with ThreadPoolExecutor(threads) as pool:
        for count in pool.map(play_portion, starts):
            if told:
                told(count)


def summary(
    simulation: Simulation, results: Results, seconds: float, seats: Sequence[str] | None = None
) -> dict[str, Any]:
    """What a simulation showed, as plain data."""
    games = len(results)
    players = simulation.table.players
    scores = results["scores"][:, :players]
    won = scores == scores.max(axis=1, keepdims=True)
    sole = won & (won.sum(axis=1, keepdims=True) == 1)
    share = won / won.sum(axis=1, keepdims=True)
    decisions = int(results["decisions"].sum(dtype=np.int64))
    return {
        "games": games,
        "decisions": decisions,
        "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds) if seconds else None,
        "turns_per_game": round(float(results["turns"].mean()), 3),
        "seats": [
            {
                "seat": seat,
                "player": (seats or simulation.seats)[seat],
                "points": round(float(scores[:, seat].mean()), 3),
                "points_sd": round(float(scores[:, seat].std(ddof=1)), 3) if games > 1 else None,
                "wins": int(sole[:, seat].sum()),
                "shared_wins": int((won & ~sole)[:, seat].sum()),
                "win_share": round(float(share[:, seat].mean()), 4),
            }
            for seat in range(players)
        ],
        "ends": {cause: int((results["cause"] == i).sum()) for i, cause in enumerate(CAUSES)},
    }
