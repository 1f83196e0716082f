"""How good players are: one number each, from all their games at tables of every size.

A player of strength s has at a table the chance s / (the sum of all strengths there) to win: the
model of Bradley and Terry, and with more than two players the first place in that of Plackett and
Luce. A shared win counts in parts. A rating is 400 log10 s, so that 400 more are ten times the
strength, with zero for the average of the field.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.lab.stats import CONFIDENCE, Estimate, Floats

SAMPLES: Final = 1000
_STEPS: Final = 500
_CHUNK: Final = 4096  # deals whose weights are drawn at a time


@dataclass(frozen=True, slots=True)
class Tally:
    """The deals of one line-up: how often each player sat in one, and their wins in each."""

    seats: tuple[int, ...]  # for each player how many seats of the table
    wins: Floats  # [deal, player] shares of wins, summed over the games of the deal
    games: int  # in each deal

    @property
    def deals(self) -> int:
        """How many there are."""
        return len(self.wins)


def ratings(tallies: list[Tally], players: int, seed: int = 0) -> list[Estimate]:
    """Every player's rating with its interval, from the deals of all line-ups.

    The interval is a bootstrap over deals: everything is reckoned again `SAMPLES` times, with every
    deal weighing more or less by chance (Rubin's Bayesian bootstrap). Each two players are given
    two deals more, one won by either, so that one who never lost is not infinitely good.
    """
    used = [tally for tally in tallies if tally.deals]
    pairs = [(a, b) for a in range(players) for b in range(a)]
    seats = np.array(
        [tally.seats for tally in used] + [_both(players, *pair) for pair in pairs], np.float64
    ).reshape(-1, players)
    deals = sum(tally.deals for tally in used)
    plain = fit(seats, *_weighed(used, pairs, players, None, 1))
    chance = np.random.default_rng(seed)
    samples = fit(seats, *_weighed(used, pairs, players, chance, SAMPLES))
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(samples, [tail, 100 - tail], axis=0)
    return [
        Estimate(float(plain[0, i]), float(low[i]), float(high[i]), deals) for i in range(players)
    ]


def _both(players: int, a: int, b: int) -> list[float]:
    return [float(i in (a, b)) for i in range(players)]


def _weighed(
    tallies: list[Tally],
    pairs: list[tuple[int, int]],
    players: int,
    chance: np.random.Generator | None,
    samples: int,
) -> tuple[Floats, Floats]:
    """For each sample the weighed games of every line-up, and the weighed wins of every player."""

    def weights(count: int) -> Floats:
        return (
            np.ones((samples, count))
            if chance is None
            else chance.standard_exponential((samples, count))
        )

    games = np.zeros((samples, len(tallies) + len(pairs)))
    wins = np.zeros((samples, players))
    for column, tally in enumerate(tallies):
        for start in range(0, tally.deals, _CHUNK):
            some = tally.wins[start : start + _CHUNK]
            weight = weights(len(some))
            games[:, column] += weight.sum(1) * tally.games
            wins += weight @ some
    for column, (a, b) in enumerate(pairs, len(tallies)):
        weight = 2 * weights(2)  # a deal of two games for each
        games[:, column] = weight.sum(1)
        wins[:, a] += weight[:, 0]
        wins[:, b] += weight[:, 1]
    return games, wins


def fit(seats: Floats, games: Floats, wins: Floats) -> Floats:
    """The likeliest ratings for each row of games and wins; `seats` says who sits in which."""
    rating: Floats = np.zeros_like(wins)
    # Hunter's steps always come nearer; their speed depends on how many meet how often.
    for _ in range(_STEPS):
        strength = np.exp(rating)
        expected = strength * ((games / (strength @ seats.T)) @ seats)
        step = np.log(wins / expected)
        step -= step.mean(1, keepdims=True)
        rating += step
        if np.abs(step).max(initial=0) < 1e-7:
            break
    result: NDArray[Any] = rating * (400 / np.log(10))
    return result
