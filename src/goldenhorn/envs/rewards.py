"""What a game that is over is worth: the same in all environments."""

from collections.abc import Sequence
from typing import Final

REWARDS: Final = ("win", "margin")
"""One's share of the win, or the margin in points over the best of the others."""


def paid(scores: Sequence[int], reward: str) -> list[float]:
    """What it is worth to each seat.

    >>> paid((18, 12, 18), "win"), paid((18, 12, 20), "margin")
    ([0.5, 0.0, 0.5], [-2.0, -8.0, 2.0])
    """
    if reward == "win":
        best = max(scores)
        return [(own == best) / scores.count(best) for own in scores]
    return [float(own - best_other(scores, seat)) for seat, own in enumerate(scores)]


def best_other(scores: Sequence[int], seat: int) -> int:
    """The most points that another seat has."""
    return max(points for other, points in enumerate(scores) if other != seat)


def checked_reward(reward: str) -> str:
    """The kind of reward, if it is one."""
    if reward not in REWARDS:
        raise ValueError(f"a reward is {' or '.join(REWARDS)}, not {reward!r:.60}")
    return reward
