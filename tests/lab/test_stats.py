"""Intervals hold the truth as often as they say, in worlds where the truth is known."""

import math

import numpy as np
import pytest

from goldenhorn.lab.stats import (
    UNKNOWN,
    Estimate,
    Moments,
    mean,
    mean_of,
    share,
    t_quantile,
)

WORLDS = 4000


def coverage(estimates: list[Estimate], truth: float) -> float:
    return sum(each.low <= truth <= each.high for each in estimates) / len(estimates)


@pytest.mark.parametrize(
    ("freedom", "exact"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (7, 2.365), (30, 2.042), (1000, 1.962)],
)
def test_students_t(freedom: int, exact: float) -> None:
    assert t_quantile(freedom) == pytest.approx(exact, rel=0.012)
    if freedom > 3:
        assert t_quantile(freedom) == pytest.approx(exact, rel=0.002)


@pytest.mark.parametrize("deals", [5, 20, 200])
def test_means_are_covered(deals: int) -> None:
    chance = np.random.default_rng(1)
    samples = chance.normal(17, 6, (WORLDS, deals))
    assert 0.94 < coverage([mean(sample) for sample in samples], 17) < 0.965


@pytest.mark.parametrize("deals", [10, 50, 400])
@pytest.mark.parametrize("chances", [(0.25, 0.5, 0.25), (0.9, 0.08, 0.02), (0.05, 0.9, 0.05)])
def test_shares_are_covered(deals: int, chances: tuple[float, ...]) -> None:
    """Also near 0, where the usual interval is far too short, and where most deals are even."""
    chance = np.random.default_rng(2)
    values = np.array([0, 0.5, 1])
    truth = float(values @ chances)
    samples = chance.choice(values, (WORLDS, deals), p=chances)
    assert coverage([share(sample) for sample in samples], truth) > 0.935


def test_who_won_everything_may_still_lose() -> None:
    found = share(np.ones(100))
    assert (found.value, found.high) == (1, 1)
    assert 0.94 < found.low < 0.97  # 3 of 100 would be the rule of three


def test_shares_stay_between_nothing_and_everything() -> None:
    for count in range(1, 30):
        for won in range(count + 1):
            found = share([1.0] * won + [0.0] * (count - won))
            assert 0 <= found.low <= found.value <= found.high <= 1


def test_moments_add_up() -> None:
    values = np.arange(12.0).reshape(6, 2)
    values[3, 1] = math.nan
    whole, halves = Moments.of(values), Moments.none(2)
    for half in (values[:3], values[3:]):
        halves.add(Moments.of(half))
    assert halves.means() == whole.means()
    assert [each.deals for each in whole.means()] == [6, 5]


def test_what_is_not_known() -> None:
    assert mean_of(0, 0, 0) is UNKNOWN
    one = mean([3.0])
    assert (one.value, one.low, one.high) == (3, -math.inf, math.inf)
    data = one.as_data()
    assert data == {"value": 3.0, "low": None, "high": None, "deals": 1}
    back = Estimate.from_data(data)
    assert back.value == 3
    assert math.isnan(back.low)
