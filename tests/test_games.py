"""The whole games in tests/games: everything happens in them, and always the same."""

import json
from functools import cache
from pathlib import Path

import pytest

from goldenhorn.game import Game
from goldenhorn.record import ENDING, load
from tests.kinds import KINDS, kinds
from tests.positions import assert_sound
from tools.make_games import digest

FOLDER = Path(__file__).parent / "games"
NAMES = sorted(path.name.removesuffix(ENDING) for path in FOLDER.glob(f"*{ENDING}"))
STATES = json.loads((FOLDER / "states.json").read_text("utf-8"))


@cache
def game(name: str) -> Game:
    return load(FOLDER / f"{name}{ENDING}")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_played_to_its_end_as_written(name: str) -> None:
    """`load` plays every move and compares the result."""
    assert game(name).outcome is not None
    assert game(name).ply == len(game(name).line)


@pytest.mark.parametrize("name", NAMES)
def test_every_moment_of_a_game_is_sound(name: str) -> None:
    whole = game(name).copy()
    for ply in range(len(whole.line) + 1):
        whole.go_to(ply)
        assert_sound(whole)
        assert whole.is_over == (ply == len(whole.line))
        assert bool(whole.legal) != whole.is_over


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_have_not_changed(name: str) -> None:
    """If they have to, give them a new version: games that were played must stay what they were."""
    assert digest(game(name).copy()) == STATES[name]


def test_no_hash_is_left_over() -> None:
    assert sorted(STATES) == NAMES


def test_everything_happens_that_can_happen() -> None:
    found: set[str] = set()
    for name in NAMES:
        one = game(name)
        assert one.seed is not None
        found |= kinds(one.options, one.seed, one.codes())
    assert found - KINDS == set()
    assert KINDS - found == set()


def test_they_are_few_and_small() -> None:
    assert 30 <= len(NAMES) <= 45
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 500_000
