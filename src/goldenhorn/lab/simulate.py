"""Whole games between compiled players, on as many threads as wanted, always the same by seed."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from goldenhorn.lab.loops.play import (
    ABSTAIN,
    ALL_MOVES,
    CAUSES,
    RESULT,
    Lines,
    Numbers,
    Results,
    game_key,
    play_games,
)
from goldenhorn.players.choose import DESK, NAMES
from goldenhorn.rules.box import SEATS
from goldenhorn.rules.compiled import u64
from goldenhorn.rules.fate import siphash
from goldenhorn.rules.options import Options
from goldenhorn.rules.state import box_packed, new_records, new_states

__all__ = [
    "CAUSES",
    "RESULT",
    "BadSimulation",
    "Company",
    "Results",
    "Simulation",
    "chance_of",
    "cores",
    "halves",
    "key_of",
    "run",
    "run_these",
    "run_with_moves",
    "summary",
]

_LINE: Final = 1024  # moves that there is room for at first when moves are kept
_BATCH: Final = 512  # games whose moves are kept at a time


class BadSimulation(ValueError):
    """What cannot be simulated."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is played: the table, who sits at it, the seed of it all; and who does without what."""

    table: Options
    seats: tuple[str, ...]
    seed: int
    abstain: tuple[str, ...] = ()  # for each seat one of ABSTAIN; none: nobody has to

    def __post_init__(self) -> None:
        """Compiled code trusts these, and would read beyond an array."""
        if len(self.seats) != self.table.players:
            wanted = f"a table for {self.table.players} needs as many players"
            raise BadSimulation(f"{wanted}, not {len(self.seats)}")
        if not set(self.seats) <= set(NAMES):
            raise BadSimulation(f"players are {', '.join(NAMES)}, not {', '.join(self.seats)}")
        if not 0 <= self.seed < 1 << 128:
            raise BadSimulation(f"a seed is a whole number from 0 to 2**128-1, not {self.seed}")
        if self.abstain and len(self.abstain) != len(self.seats):
            raise BadSimulation(f"{len(self.seats)} seats do without {len(self.abstain)} things")

    def key(self, game: int) -> int:
        """The seed of one of its games, by which `Game.new` plays the same cards and cubes."""
        return key_of(self.seed, game)


class Company(Protocol):
    """A simulation, or anything else that says who played where."""

    @property
    def table(self) -> Options: ...

    @property
    def seats(self) -> tuple[str, ...]: ...

    def key(self, game: int) -> int: ...


def key_of(seed: int, game: int) -> int:
    """The key of fate in game number `game` of what this seed stands for."""
    seed0, seed1 = halves(seed)
    low, high = (int(game_key(seed0, seed1, game, part)) for part in (0, 1))
    return low | high << 64


def chance_of(seed: int, game: int, seat: int) -> int:
    """The seed of a player's own chance in one of those games."""
    seed0, seed1 = halves(seed)
    return int(siphash(u64(game_key(seed0, seed1, game, 2)), u64(0), u64(seat)))


def halves(seed: int) -> tuple[np.uint64, np.uint64]:
    """A seed as two words, the lower first."""
    # A plain int may have a sign, and compiled code take it for another kind of number.
    return np.uint64(seed & (2**64 - 1)), np.uint64(seed >> 64)


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
    results = new_records(games, RESULT)
    numbers = np.arange(first, first + games, dtype=np.int64)
    _shared(simulation, numbers[:0], results, None, 1, None)  # loads the machine code, or makes it
    started = time.perf_counter()
    _shared(simulation, numbers, results, None, threads, told)
    return results, time.perf_counter() - started


def run_these(simulation: Simulation, numbers: Numbers) -> tuple[Results, Lines]:
    """Play the games of these numbers in this thread: results, and a row of moves for each."""
    results = new_records(len(numbers), RESULT)
    room = _LINE
    while True:
        lines = np.zeros((len(numbers), room), np.uint8)
        _shared(simulation, numbers, results, lines, 1, None)
        room = int(results["decisions"].max(initial=0))
        if room <= lines.shape[1]:
            return results, lines


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
        numbers = np.arange(first, first + count, dtype=np.int64)
        results = new_records(count, RESULT)
        lines = np.zeros((count, _LINE), np.uint8)
        _shared(simulation, numbers, results, lines, threads, told)
        longest = int(results["decisions"].max())
        if longest > _LINE:  # once more, with room for it
            lines = np.zeros((count, longest), np.uint8)
            _shared(simulation, numbers, results, lines, threads, None)
        for place in range(count):
            moves = lines[place, : results["decisions"][place]].tolist()
            yield first + place, results[place], moves


def _shared(
    simulation: Simulation,
    numbers: Numbers,
    results: Results,
    lines: Lines | None,
    threads: int,
    told: Callable[[int], None] | None,
) -> None:
    """Deal the games out to threads in small portions. Which thread plays one does not matter."""
    table = box_packed(simulation.table)
    kinds = np.array([NAMES.index(name) for name in simulation.seats], np.int8)
    seed0, seed1 = halves(simulation.seed)
    portion = max(1, min(1000 if not kinds.any() else 20, len(numbers) // (16 * threads)))
    allowed = np.full((SEATS, 2), ALL_MOVES, np.uint64)
    for seat, what in enumerate(simulation.abstain):
        allowed[seat] = ABSTAIN[what]
    none = np.zeros((len(numbers), 0), np.uint8)

    def play_portion(start: int) -> int:
        some = numbers[start : start + portion]
        play_games(
            table,
            new_states(1),
            new_states(DESK),
            kinds,
            np.zeros(SEATS, np.uint64),
            seed0,
            seed1,
            some,
            allowed,
            (none if lines is None else lines)[start : start + portion],
            results[start : start + portion],
        )
        return len(some)

    starts = range(0, max(1, len(numbers)), portion)
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
    simulation: Company, results: Results, seconds: float, seats: Sequence[str] | None = None
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
