"""A measured thing as a row, and the ways to take one."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

DECISIONS = "decisions/s"
MOVES = "moves/s"
SECONDS = "s"
BYTES = "bytes"

# Our rows that others are set beside.
ONE_THREAD = "one thread"
FROM_PYTHON = "from Python"

Played = tuple[int, int, float]  # decisions, games, seconds


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. Without samples, `how` says why there are none."""

    part: str
    what: str
    how: str
    unit: str = ""
    samples: tuple[float, ...] = ()
    games: tuple[float, ...] = ()  # games a second, where whole games were played
    key: str = ""  # on our rows that others are set beside: ONE_THREAD or FROM_PYTHON
    beside: tuple[str, ...] = ()  # the keys of our rows that this one is to be set beside

    @property
    def median(self) -> float:
        """The middle one of the samples."""
        return statistics.median(self.samples)


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure, and who hears what is being measured."""

    quick: bool
    told: Callable[[str], None]

    @property
    def seconds(self) -> float:
        """How long one repetition lasts, where that can be chosen."""
        return 0.1 if self.quick else 0.4

    @property
    def repetitions(self) -> int:
        """How often things are measured."""
        return 3 if self.quick else 7

    @property
    def few(self) -> int:
        """How often things are measured that take many seconds each."""
        return 1 if self.quick else 3


def rates(
    effort: Effort, play: Callable[[float], Played]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Decisions and games a second, repeatedly; `play` plays for about so many seconds."""
    play(effort.seconds / 4)  # warm-up
    played = [play(effort.seconds) for _ in range(effort.repetitions)]
    return (
        tuple(decisions / seconds for decisions, _, seconds in played),
        tuple(games / seconds for _, games, seconds in played),
    )


def for_a_while(game: Callable[[], int], seconds: float) -> Played:
    """Play games one after the other; each says how many decisions it took."""
    decisions = games = 0
    started = now = time.perf_counter()
    while now - started < seconds:
        decisions += game()
        games += 1
        now = time.perf_counter()
    return decisions, games, now - started


def each(effort: Effort, things: Sequence[Any], use: Callable[[Any], object]) -> tuple[float, ...]:
    """The seconds it takes to use one of the things, repeatedly."""

    def use_all() -> int:
        for thing in things:
            use(thing)
        return len(things)

    return tuple(1 / uses for uses in rates(effort, lambda wait: for_a_while(use_all, wait))[0])
