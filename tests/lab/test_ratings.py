"""Ratings find strengths that are known, and their intervals hold them."""

import numpy as np
import pytest

from goldenhorn.lab.lineups import lineups
from goldenhorn.lab.ratings import Tally, ratings
from goldenhorn.lab.stats import Floats

TRUE = np.array([150.0, 20.0, -170.0])
STRENGTH = 10 ** (TRUE / 400)


def played(chance: np.random.Generator, deals: int) -> list[Tally]:
    """Deals of all line-ups of three players; luck of the deal binds a deal's games together."""
    tallies = []
    for lineup in lineups(3, (2, 3, 4)):
        seats = tuple(lineup.players.count(each) for each in range(3))
        games = len(lineup.players)
        chances = np.array(seats) * STRENGTH
        wins = np.zeros((deals, 3))
        same = chance.random(deals) < 0.4  # the cards alone decide these deals
        for deal in range(deals):
            drawn = chance.choice(3, games, p=chances / chances.sum())
            winners = np.repeat(drawn[0], games) if same[deal] else drawn
            wins[deal] = np.bincount(winners, minlength=3)
        tallies.append(Tally(seats, wins, games))
    return tallies


def test_intervals_hold_the_truth() -> None:
    chance = np.random.default_rng(5)
    held = [
        [each.low <= true <= each.high for each, true in zip(found, TRUE, strict=True)]
        for found in (ratings(played(chance, 40), 3, seed) for seed in range(150))
    ]
    assert 0.91 < np.mean(held) < 0.99


def test_ratings_come_near_the_truth() -> None:
    found = ratings(played(np.random.default_rng(3), 1500), 3)
    assert [each.value for each in found] == pytest.approx(TRUE, abs=12)
    assert sum(each.value for each in found) == pytest.approx(0, abs=1e-6)


def all_won(deals: int) -> list[Tally]:
    wins: Floats = np.tile([2.0, 0.0], (deals, 1))
    return [Tally((1, 1), wins, 2)]


def test_who_never_lost_is_not_infinitely_good() -> None:
    few, many = (ratings(all_won(deals), 2)[0] for deals in (20, 2000))
    assert 0 < few.low < few.value < few.high < 1500
    assert few.value < many.value
    # Someone who loses 3 deals of 100 would still have won 20 in a row every second time.
    assert few.low < 200 * np.log10(97 / 3)


def test_the_same_seed_gives_the_same_intervals() -> None:
    tallies = played(np.random.default_rng(8), 20)
    assert ratings(tallies, 3, 1) == ratings(tallies, 3, 1)
    assert ratings(tallies, 3, 1) != ratings(tallies, 3, 2)


def test_nothing_played_yet() -> None:
    assert [each.value for each in ratings([], 3)] == pytest.approx([0, 0, 0])
