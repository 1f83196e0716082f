"""Points (R8, R9.11)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldenhorn.rules.box import BUILDERS, SET_POINTS, SOLDIERS
from goldenhorn.rules.compiled import compiled, i64

if TYPE_CHECKING:
    from goldenhorn.rules.state import Bytes, State


@compiled
def set_size(goods: "Bytes | Sequence[int]", k: int) -> int:
    """R8.2: of how many colours there are at least k goods, that is, how large the k-th set is."""
    size = 0
    for colour in range(6):
        if goods[colour] >= k:
            size += 1
    return size


@compiled
def goods_points(goods: "Bytes | Sequence[int]") -> int:
    """R8.1, R8.2: a point for each good, and those for the sets."""
    points = 0
    k = 1
    size = set_size(goods, k)
    while size > 0:
        points += size + SET_POINTS[size]
        k += 1
        size = set_size(goods, k)
    return points


@compiled
def score(s: "State", seat: int) -> int:
    """The points of a seat, as if the game were over now."""
    points = goods_points(s.warehouses[seat])
    points += i64(s.warehouses[seat, SOLDIERS]) + i64(s.warehouses[seat, BUILDERS])
    for dominion in range(5):
        if s.dominions[dominion] == seat:
            points += i64(s.points[dominion])
    return points
