"""Games between any players: in machine code where all of them are compiled, else one by one.

Both ways play the same games: fate and every player's own chance come from the seed, the game's
number and the seat.
"""

import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenhorn.game import Game
from goldenhorn.lab.loops.play import CAUSES, RESULT, Lines, Numbers, Results
from goldenhorn.lab.simulate import Simulation, chance_of, key_of, run_these
from goldenhorn.lab.spread import on_threads, still_wanted
from goldenhorn.players import LEVELS, NAMES, player
from goldenhorn.rules.box import SEATS
from goldenhorn.rules.options import Options


@dataclass(frozen=True, slots=True)
class Played:
    """Games, each with a row of moves, and how long the seats thought; -1 where nobody knows."""

    results: Results
    lines: Lines
    seconds: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table, and by name who sits at it; who does without what is for compiled players only."""

    table: Options
    seats: tuple[str, ...]
    seed: int
    abstain: tuple[str, ...] = ()

    def key(self, game: int) -> int:
        """The seed of one of its games, by which `Game.new` plays the same cards and cubes."""
        return key_of(self.seed, game)

    @property
    def compiled(self) -> bool:
        """Whether nobody at it needs Python."""
        return all(is_compiled(name) for name in self.seats)

    @property
    def simulation(self) -> Simulation:
        """The same for machine code, where a level goes by the name of its player."""
        names = tuple(LEVELS.get(name, name) for name in self.seats)
        return Simulation(self.table, names, self.seed, self.abstain)


def is_compiled(name: str) -> bool:
    """Whether a player plays in machine code, by its own name or that of a level."""
    return LEVELS.get(name, name) in NAMES


def play_these(sitting: Sitting, numbers: Numbers) -> Played:
    """The games of these numbers, in this thread."""
    if sitting.compiled:
        results, lines = run_these(sitting.simulation, numbers)
        return Played(results, lines, np.full((len(numbers), SEATS), -1.0))
    if any(sitting.abstain):
        raise ValueError("only compiled players can be made to do without something")
    results = np.zeros(len(numbers), RESULT)
    seconds = np.zeros((len(numbers), SEATS))
    rows = [
        play_one(sitting, int(number), results[place : place + 1], seconds[place])
        for place, number in enumerate(numbers)
    ]
    lines = np.zeros((len(rows), max(map(len, rows), default=0)), np.uint8)
    for line, row in zip(lines, rows, strict=True):
        line[: len(row)] = row
    return Played(results, lines, seconds)


def play_one(
    sitting: Sitting, number: int, result: NDArray[Any], seconds: NDArray[np.float64]
) -> list[int]:
    """One game in Python: its moves; its result, and the seconds each seat thought, go in place."""
    game = Game.new(table=sitting.table, seed=key_of(sitting.seed, number))
    seats = [
        player(name, chance_of(sitting.seed, number, seat))
        for seat, name in enumerate(sitting.seats)
    ]
    while not game.is_over:
        still_wanted()
        seat = game.player
        seen = game.seen_by(seat)
        started = time.perf_counter()
        move = seats[seat].choose(seen)
        seconds[seat] += time.perf_counter() - started
        result["choices"][0, seat] += 1
        game.play(move)
    outcome = game.outcome
    assert outcome
    result["scores"][0, : game.players] = outcome.scores
    result["turns"] = game.turn
    result["cause"] = CAUSES.index(outcome.cause)
    result["decisions"] = game.ply
    return game.codes()


def played_one_by_one(
    sitting: Sitting, games: int, threads: int
) -> Generator[tuple[int, Any, list[int]], None, None]:
    """Each game's number, result and moves, in order: what `run_with_moves` gives, for anyone."""

    def play_number(number: int) -> Played:
        return play_these(sitting, np.array([number], np.int64))

    for number, played in enumerate(on_threads(threads)(play_number, range(games))):
        yield number, played.results[0], played.lines[0].tolist()
