"""The PettingZoo environment, by the library's own suites and a few of our checks."""

from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from goldenhorn.envs import aec
from goldenhorn.game import IllegalMove
from tests.positions import often

# The suite knows by name which environments may give a mask beside the observation.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "edition": "el", "reward": "margin"},
    {"players": 4, "expansion": True},
]


@pytest.mark.parametrize("own", TABLES)
def test_the_librarys_own_suites(own: dict[str, Any]) -> None:
    api_test(aec.env(**own), num_cycles=often(500))
    api_test(aec.raw_env(**own), num_cycles=often(500))
    seed_test(lambda: aec.env(**own), often(300))
    parallel_api_test(aec.parallel_env(**own), often(300))


@pytest.mark.parametrize("own", TABLES)
def test_whole_games(own: dict[str, Any]) -> None:
    env = aec.raw_env(**own)
    for seed in range(5):
        env.reset(seed=seed)
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            total[agent] += reward
            assert not truncated
            if terminated:
                assert info["score"] == env.game.scores[int(agent[-1])]
                env.step(None)
                continue
            assert agent == f"seat_{env.game.player}"
            others = [each for each in env.agents if each != agent]
            assert not any(env.observe(each)["action_mask"].any() for each in others)
            env.step(int(env.action_space(agent).sample(observation["action_mask"])))
        assert env.game.is_over
        assert not env.agents
        best = max(env.game.scores)
        for seat, points in enumerate(env.game.scores):
            rest = [each for at, each in enumerate(env.game.scores) if at != seat]
            share = (points == best) / env.game.scores.count(best)
            wanted = points - max(rest) if own.get("reward") else share
            assert total[f"seat_{seat}"] == wanted


def test_illegal_actions() -> None:
    raw = aec.raw_env(players=2)
    raw.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"R2\.3"):
        raw.step(0)
    with pytest.raises(ValueError, match="None is no action"):
        raw.step(None)
    env = aec.env(players=2)
    env.reset(seed=1)
    env.step(0)
    assert env.terminations["seat_0"]
    assert env.rewards["seat_0"] == -1


def test_rendering_and_seeds() -> None:
    env = aec.raw_env(players=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game)
    env.reset(options={"seed": 99})
    assert env.game.seed == 99
    assert aec.raw_env().render() is None
