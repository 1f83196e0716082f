"""R8: points."""

from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest

from goldenhorn.rules.score import goods_points
from tests.positions import position

BONUS = {4: 1, 5: 2, 6: 4}


@cache
def best_split(counts: tuple[int, ...]) -> int:
    """The most that sets of different goods can bring, by trying every split."""
    best = 0
    for size, bonus in BONUS.items():
        for chosen in set(combinations(range(6), size)):
            if all(counts[colour] for colour in chosen):
                left = tuple(
                    sorted((n - (c in chosen) for c, n in enumerate(counts)), reverse=True)
                )
                best = max(best, bonus + best_split(left))
    return best


@pytest.mark.parametrize("count", range(11))
def test_r8_1_each_good_in_the_warehouse_a_point(count: int) -> None:
    game = position(warehouses=["o" * count, "opg"])
    assert game.scores == (count, 3, 0)


def test_r8_1_goods_aboard_bring_nothing() -> None:
    game = position(ships={(0, 3): {"at": 5, "to": "C", "cargo": "bbbb"}}, warehouses=["o"])
    assert game.scores[0] == 1


@pytest.mark.parametrize(
    ("goods", "extra"),
    [
        ("", 0),
        ("opg", 0),
        ("ooooppppgggg", 0),
        ("opgr", 1),
        ("opgrb", 2),
        ("opgrby", 4),
        ("ooppggrr", 2),
        ("ooppggrrb", 3),
        ("ooppggrrbby", 6),
        ("ooppggrrbbyy", 8),
        ("oooppggrrbbyy", 8),
        ("yyyyyyyyyyybbbbbrrrrggggp", 5),
    ],
)
def test_r8_2_sets_of_four_five_and_six_different_goods(goods: str, extra: int) -> None:
    assert position(warehouses=[goods]).scores[0] == len(goods) + extra


def test_r8_2_the_best_split_counts() -> None:
    """For every warehouse of up to five goods a colour, against trying every split."""
    for counts in combinations_with_replacement(range(5, -1, -1), 6):
        assert goods_points(counts) == sum(counts) + best_split(counts)


@pytest.mark.parametrize("shift", range(6))
def test_r8_2_no_colour_is_dearer_than_another(shift: int) -> None:
    counts = (4, 3, 2, 2, 1, 1)
    turned = counts[shift:] + counts[:shift]
    assert goods_points(turned) == goods_points(counts) == 13 + 4 + 1


@pytest.mark.parametrize(
    ("warehouses", "winners"),
    [
        (["opg", "opgr", "o"], (1,)),
        (["opgr", "ooooo", "o"], (0, 1)),
        (["", "", ""], (0, 1, 2)),
        (["p", "oooo", "yyyy"], (1, 2)),
    ],
)
def test_r8_3_most_points_win_and_equal_points_share(
    warehouses: list[str], winners: tuple[int, ...]
) -> None:
    game = position(warehouses=warehouses, player=2, last_turn=3, hands=["", "", ""])
    game.play("sail 1 empty")
    outcome = game.outcome
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.scores == game.scores


def test_r8_4_the_example_in_all_four_rulebooks() -> None:
    assert position(warehouses=["ooorrgyyyybpp"]).scores[0] == 18
