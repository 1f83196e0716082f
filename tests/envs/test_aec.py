"""The PettingZoo environment, by the library's own suites and a few of our checks."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import ANY

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.utils import parallel_to_aec, wrappers
from pettingzoo.utils.env_logger import EnvLogger

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
def test_max_cycles(own: dict[str, Any]) -> None:
    """The library's suite wants a step of all to be one of each: so `parallel_env`, and its twin.

    Its `env` decides one after the other, and so cannot do as often for each as for all together.
    """
    twins = SimpleNamespace(
        parallel_env=lambda **more: aec.parallel_env(**own, **more),
        env=lambda **more: parallel_to_aec(aec.parallel_env(**own, **more)),
    )
    for _ in range(5):
        max_cycles_test(twins)
    for make in (aec.env, aec.raw_env):
        api_test(make(**own, max_cycles=30), num_cycles=often(200))
        env = make(**own, max_cycles=12)
        env.reset(seed=1)
        decisions = 0
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            assert (reward, terminated, truncated) == (0, False, decisions == 12)
            decisions += not truncated
            env.step(None if truncated else env.action_space(agent).sample(seen["action_mask"]))
        assert decisions == 12
        assert not env.agents
    with pytest.raises(ValueError, match="max_cycles"):
        aec.env(max_cycles=0)


def test_a_game_that_is_over_with_its_last_cycle_is_no_broken_off_one() -> None:
    def ended(max_cycles: int | None) -> Any:
        env = aec.raw_env(players=2, max_cycles=max_cycles)
        env.reset(seed=3)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            env.step(env.game.parse(env.game.legal[-1]))
        return env

    whole = ended(None)
    same, broken_off = ended(whole.game.ply), ended(whole.game.ply - 1)
    assert same.rewards == whole.rewards
    assert sum(same.rewards.values()) == 1
    assert not any(same.truncations.values())
    assert not any(broken_off.terminations.values())
    assert not any(broken_off.rewards.values())


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


def as_the_library_checks(own: dict[str, Any]) -> Any:
    """What our own checks stand for: the library's wrappers around the plain environment."""
    checked = wrappers.TerminateIllegalWrapper(aec.raw_env(**own), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


@pytest.mark.filterwarnings("ignore:.*Illegal move made")
@pytest.mark.parametrize("make", [lambda own: aec.env(**own), as_the_library_checks])
def test_the_checks_are_those_of_the_librarys_wrappers(make: Callable[[Any], Any]) -> None:
    env = make({"players": 3})
    for ask in (lambda: env.step(0), lambda: env.observe("seat_0"), env.render, env.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            ask()
    for name in ("rewards", "terminations", "truncations", "infos", "agent_selection"):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            getattr(env, name)
    with pytest.raises(AttributeError):
        env.nonsense  # noqa: B018 - asking is the test
    env.reset(seed=1)
    for bad in (115, -1, 3.5, "a", None):
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(bad)
    agents = iter(env.agent_iter())
    assert next(agents) == env.agent_selection
    with pytest.raises(AssertionError, match="need to call"):
        next(agents)
    env.reset(seed=1)
    told = []
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        told.append((agent, reward, terminated, truncated, dict(env.rewards)))
        if len(told) < 9:
            mask = env.observe(agent)["action_mask"]
            env.step(int(mask.nonzero()[0][0]))
        else:
            env.step(None if terminated else 0)
    before = told[8][0]
    assert sorted(told[9:]) == [
        (seat, -1.0 * (seat == before), True, True, ANY) for seat in ("seat_0", "seat_1", "seat_2")
    ]
    assert not env.agents
    EnvLogger.flush()
    env.step(None)
    assert "step() called after all agents" in EnvLogger.mqueue[-1]


@pytest.mark.parametrize("own", TABLES)
def test_whole_games_with_checks(own: dict[str, Any]) -> None:
    envs = [aec.env(**own), as_the_library_checks(own)]
    for seed in (1, 2):
        lines: list[list[Any]] = []
        for env in envs:
            env.reset(seed=seed)
            lines.append([])
            for agent in env.agent_iter():
                seen, *rest = env.last()
                moves = seen["action_mask"].nonzero()[0]
                lines[-1].append((agent, seen["observation"].tobytes(), *rest))
                env.step(int(moves[len(moves) // 2]) if len(moves) else None)
        assert lines[0] == lines[1]


def test_rendering_and_seeds() -> None:
    env = aec.raw_env(players=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game)
    env.reset(options={"seed": 99})
    assert env.game.seed == 99
    assert aec.raw_env().render() is None
