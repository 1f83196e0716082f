"""Means of deals with honest intervals: what is counted is deals, never the games within them.

The games of one deal share its cards and cubes, so only whole deals are independent of each other.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, the interval that holds the truth 95 times in 100, and from how many deals."""

    value: float
    low: float
    high: float
    deals: int

    def as_data(self, digits: int = 4) -> dict[str, Any]:
        """As JSON has it; no number where nothing is known."""
        numbers = {"value": self.value, "low": self.low, "high": self.high}
        plain = {
            name: round(number, digits) if math.isfinite(number) else None
            for name, number in numbers.items()
        }
        return {**plain, "deals": self.deals}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Estimate":
        """Back from JSON."""
        value, low, high = (
            math.nan if data[name] is None else float(data[name])
            for name in ("value", "low", "high")
        )
        return cls(value, low, high, int(data["deals"]))


UNKNOWN: Final = Estimate(math.nan, math.nan, math.nan, 0)


@dataclass(slots=True)
class Moments:
    """How many values there were, their sum, and the sum of their squares: for each of some."""

    count: Floats
    total: Floats
    squares: Floats

    @classmethod
    def none(cls, size: int) -> "Moments":
        """Of nothing yet."""
        return cls(np.zeros(size), np.zeros(size), np.zeros(size))

    @classmethod
    def of(cls, values: NDArray[Any]) -> "Moments":
        """Of an array with a row for each deal; NaN where a deal says nothing."""
        rows = np.asarray(values, np.float64)
        rows = rows.reshape(len(rows), math.prod(rows.shape[1:]))
        known = ~np.isnan(rows)
        rows = np.where(known, rows, 0.0)
        return cls(known.sum(0).astype(np.float64), rows.sum(0), (rows * rows).sum(0))

    def add(self, other: "Moments") -> None:
        """Add those of other deals."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def means(self) -> list[Estimate]:
        """An interval for each mean, by Student's t."""
        return [mean_of(*row) for row in self._rows()]

    def shares(self) -> list[Estimate]:
        """The same for values that lie between 0 and 1."""
        return [share_of(*row) for row in self._rows()]

    def _rows(self) -> list[tuple[float, float, float]]:
        columns = (self.count.tolist(), self.total.tolist(), self.squares.tolist())
        return list(zip(*columns, strict=True))


def mean_of(count: float, total: float, squares: float) -> Estimate:
    """The mean of independent values, by Student's t."""
    n = int(count)
    if n == 0:
        return UNKNOWN
    mean = total / n
    if n == 1:
        return Estimate(mean, -math.inf, math.inf, 1)
    variance = max(0.0, squares - n * mean * mean) / (n - 1)
    reach = t_quantile(n - 1) * math.sqrt(variance / n)
    return Estimate(mean, mean - reach, mean + reach, n)


def share_of(count: float, total: float, squares: float) -> Estimate:
    """The mean of values between 0 and 1, with four deals more than there were.

    As Agresti and Coull do for plain counts, two deals of nothing and two of everything are added:
    a player who won every deal may still lose one some day.
    """
    n = int(count)
    if n == 0:
        return UNKNOWN
    more = n + 4
    middle = (total + 2) / more
    variance = max(0.0, (squares + 2) / more - middle * middle)
    reach = Z * math.sqrt(variance / more)
    return Estimate(total / n, max(0.0, middle - reach), min(1.0, middle + reach), n)


def mean(values: Sequence[float] | Floats) -> Estimate:
    """The mean of one value for each deal."""
    return Moments.of(np.asarray(values, np.float64)).means()[0]


def share(values: Sequence[float] | Floats) -> Estimate:
    """The mean of one value between 0 and 1 for each deal."""
    return Moments.of(np.asarray(values, np.float64)).shares()[0]


def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval reaches each way."""
    tail = 0.5 + confidence / 2
    if freedom == 1:
        return math.tan(math.pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) / math.sqrt(2 * tail * (1 - tail))
    # Cornish and Fisher's expansion: 1 % too short with three degrees, nothing with more than ten.
    z = NormalDist().inv_cdf(tail)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))
