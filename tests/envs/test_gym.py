"""The Gymnasium environment, by the library's own checks and a few of ours."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from goldenhorn import Game
from goldenhorn.envs.gym import GoldenHornEnv
from goldenhorn.envs.observe import seen
from goldenhorn.game import IllegalMove
from goldenhorn.players import UnknownPlayer


@pytest.mark.parametrize(
    "own",
    [
        {},
        {"players": 3, "edition": "el", "reward": "margin"},
        {"players": 4, "expansion": True, "opponents": ["greedy", "random", "random"]},
    ],
)
def test_the_librarys_own_check(own: dict[str, Any]) -> None:
    env = gymnasium.make("GoldenHorn-v0", render_mode="ansi", **own)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(env.unwrapped)
    assert not [str(each.message) for each in told]


def play(env: GoldenHornEnv, seed: int) -> tuple[list[Any], float, dict[str, Any]]:
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    shown = [observation.tolist()]
    reward, over = 0.0, False
    while not over:
        assert reward == 0
        assert (env.action_masks() == info["action_mask"]).all()
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        shown.append(observation.tolist())
    return shown, reward, {"scores": info["scores"]}


def test_a_seed_plays_the_same_game() -> None:
    env = GoldenHornEnv(3, opponents="random")
    first = play(env, 5)
    assert play(GoldenHornEnv(3, opponents="random"), 5) == first
    assert play(env, 6) != first


def test_own_seat_and_reward() -> None:
    seats = set()
    env = GoldenHornEnv(3, opponents=["greedy", "random"], reward="margin", expansion=True)
    for seed in range(12):
        _, reward, info = play(env, seed)
        seats.add(env.seat)
        scores = list(info["scores"])
        assert reward == scores.pop(env.seat) - max(scores)
    assert seats == {0, 1, 2}
    assert GoldenHornEnv(2, seat=1).reset(seed=1)[0][0] >= 0


def test_a_games_own_seed_can_be_given() -> None:
    env = GoldenHornEnv(2, seat=0, placement="random")
    observation, _ = env.reset(options={"seed": 7})
    assert (observation == seen(Game.new(2, seed=7, placement="random"), 0)[0]).all()


def test_an_illegal_action_loses_or_raises() -> None:
    env = GoldenHornEnv(2, seat=0, reward="margin")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(0))
    assert over
    assert reward == 0
    assert "R2.3" in info["illegal"]
    strict = GoldenHornEnv(2, seat=0, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"R2\.3"):
        strict.step(np.int64(0))


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"opponents": ["random", "random"]}, "1 opponents"),
        ({"seat": 2}, "no seat 2"),
        ({"reward": "fame"}, "win or margin"),
        ({"illegal": "ignore"}, "lose or raise"),
    ],
)
def test_what_makes_no_environment(own: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        GoldenHornEnv(**own)
    with pytest.raises(UnknownPlayer):
        GoldenHornEnv(opponents="nobody")


def test_rendering() -> None:
    env = GoldenHornEnv(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game)
    assert GoldenHornEnv().render() is None
