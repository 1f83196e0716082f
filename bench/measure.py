"""A measured thing as a row, and the ways to take one."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

DECISIONS = "decisions/s"
MOVES = "moves/s"
ROUNDS = "rounds/s"
SHARE = "share"
SECONDS = "s"
BYTES = "bytes"
FRAMES = "frames/s"
SCORE = "of 100"

# The ways of ours that others are set beside.
ONE_THREAD = "one thread"
FROM_PYTHON = "from Python"
ENVIRONMENT = "environment"

Played = tuple[int, int, float]  # decisions, games, seconds
Play = Callable[[float], Played]  # for about so many seconds


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. Without samples, `how` says why there are none."""

    part: str
    what: str
    how: str
    unit: str = ""
    samples: tuple[float, ...] = ()
    games: tuple[float, ...] = ()  # games a second, where whole games were played
    beside: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """By one of those three: our decisions for one of theirs, at each repetition."""
    reach: tuple[float, float] | None = None
    """The interval of a share that was found by playing: 95 of 100 such hold the true one."""

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
        return 3 if self.quick else 5

    @property
    def share_of_deals(self) -> float:
        """How many of the deals of a match are played."""
        return 0.1 if self.quick else 1.0

    @property
    def few(self) -> int:
        """How often things are measured that take many seconds each."""
        return 1 if self.quick else 3


def in_turns(effort: Effort, *plays: Play) -> list[tuple[Played, ...]]:
    """Repeatedly each of them, one after the other: what slows the machine slows all."""
    for play in plays:
        play(effort.seconds / 4)  # warm-up
    return [tuple(play(effort.seconds) for play in plays) for _ in range(effort.repetitions)]


def rates(effort: Effort, play: Play) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Decisions and games a second, repeatedly."""
    played = [one for (one,) in in_turns(effort, play)]
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
