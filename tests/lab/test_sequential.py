"""The sequential test errs as often as it says, and no more."""

import numpy as np
import pytest

from goldenhorn.lab.sequential import LEAST_ROUNDS, NO, OPEN, YES, Question, asked

WORLDS = 1200
PAIRS = (0, 0.25, 0.5, 0.75, 1)

# Deals of two games: the chances of losing both, a loss and a draw, and so on.
EVEN = {
    "luck cancels out": (0.02, 0.03, 0.9, 0.03, 0.02),
    "usual": (0.1, 0.1, 0.6, 0.1, 0.1),
    "wild": (0.3, 0.05, 0.3, 0.05, 0.3),
    "all or nothing": (0.5, 0, 0, 0, 0.5),
}


def answers(
    values: tuple[float, ...], chances: tuple[float, ...], margin: float
) -> dict[str, float]:
    chance = np.random.default_rng(4)
    found = [
        asked(chance.choice(values, 2500, p=chances).tolist(), margin, 0.05).answer()
        for _ in range(WORLDS)
    ]
    return {answer: found.count(answer) / WORLDS for answer in (YES, NO, OPEN)}


@pytest.mark.parametrize("chances", EVEN.values(), ids=EVEN)
def test_who_is_no_better_seldom_gets_a_yes(chances: tuple[float, ...]) -> None:
    found = answers(PAIRS, chances, 0.05)
    assert found[YES] < 0.07
    assert found[OPEN] < 0.03


@pytest.mark.parametrize("chances", EVEN.values(), ids=EVEN)
def test_who_is_better_by_the_margin_seldom_gets_a_no(chances: tuple[float, ...]) -> None:
    better = list(chances)
    better[2 if chances[2] else 0] -= 0.1 if chances[2] else 0.05
    better[4] += 0.05
    better[3] += 0.05 if chances[2] else 0
    margin = float(np.dot(better, PAIRS)) - 0.5
    assert answers(PAIRS, tuple(better), margin)[NO] < 0.07


@pytest.mark.parametrize(
    ("values", "chances"),
    [((4 / 9, 1.0), (0.9, 0.1)), ((0.0, 5 / 9), (0.1, 0.9)), ((0.25, 1.0), (2 / 3, 1 / 3))],
)
def test_lopsided_luck_does_not_fool_it(
    values: tuple[float, ...], chances: tuple[float, ...]
) -> None:
    assert float(np.dot(values, chances)) == pytest.approx(0.5)
    assert answers(values, chances, 0.05)[YES] < 0.07


def test_a_great_difference_is_settled_at_once() -> None:
    assert asked([1.0] * 100, 0.05, 0.05).rounds == LEAST_ROUNDS
    assert asked([1.0] * 100, 0.05, 0.05).answer() == YES
    assert asked([0.0] * 100, 0.05, 0.05).answer() == NO


def test_it_stays_open_as_long_as_it_is_open() -> None:
    question = Question()
    assert question.answer() == OPEN
    for _ in range(3):
        assert question.hear(1.0) == OPEN
    assert len(question.path) == 3


def test_an_answer_stays() -> None:
    question = asked([1.0] * 50, 0.05, 0.05)
    rounds = question.rounds
    assert [question.hear(0.0) for _ in range(100)] == [YES] * 100
    assert question.rounds == rounds
