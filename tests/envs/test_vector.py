"""Many games in step: the same as played one by one, and on any number of threads."""

import gc
import threading
from typing import Any

import numpy as np
import pytest

from goldenhorn import Game, options
from goldenhorn.envs.observe import seen
from goldenhorn.envs.vector import IllegalAction, VectorEnv
from goldenhorn.lab.simulate import Simulation
from goldenhorn.rules.compiled import COMPILED
from tests.positions import often

slow_uncompiled = pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")

TABLES = [
    options(2),
    options(3, edition="fr", expansion=True, first_player=1),
    options(4, edition="el"),
]


def test_rows_play_the_same_games_as_one_by_one() -> None:
    env = VectorEnv(6, TABLES, seed=11, reward="margin", threads=1)

    def beginning(row: int) -> Game:
        table = TABLES[row % 3]
        key = Simulation(table, ("random",) * table.players, 11).key(int(env.games[row]))
        return Game.new(table=table, seed=key)

    games = [beginning(row) for row in range(6)]
    ended = 0
    for _ in range(often(600)):
        for row, game in enumerate(games):
            observation, mask = seen(game, game.player)
            assert env.player[row] == game.player == env.seats[row]
            assert (env.observations[row] == observation).all()
            assert (env.masks[row] == mask).all()
        actions = env.sample()
        for row, game in enumerate(games):
            game.play(int(actions[row]))
        env.step(actions)
        for row, game in enumerate(games):
            assert env.terminated[row] == game.is_over
            if not game.is_over:
                assert not env.rewards[row].any()
                continue
            ended += 1
            scores = game.scores
            assert env.scores[row, : game.players].tolist() == list(scores)
            for seat, own in enumerate(scores):
                others = max(scores[:seat] + scores[seat + 1 :])
                assert env.rewards[row, seat] == own - others
            assert not env.rewards[row, game.players :].any()
            games[row] = beginning(row)
    assert ended or not COMPILED, "uncompiled there is no time for a whole game"
    assert (env.games % 6 == range(6)).all()


@slow_uncompiled
@pytest.mark.parametrize("opponents", [None, "random", "greedy"])
def test_threads_change_nothing(opponents: str | None) -> None:
    def played(threads: int) -> list[Any]:
        env = VectorEnv(512, TABLES, opponents=opponents, seed=3, threads=threads)
        assert env.threads == threads
        found: list[Any] = []
        for _ in range(often(60)):
            env.step(env.sample())
            shown = env.observations, env.masks, env.rewards, env.terminated, env.player
            found.append([array.copy() for array in shown])
        return found

    for one, three in zip(played(1), played(3), strict=True):
        for array, same in zip(one, three, strict=True):
            assert (array == same).all()


def test_a_seed_begins_again() -> None:
    env = VectorEnv(8, seed=1)

    def line() -> list[list[int]]:
        return [env.step(env.sample())[0].sum(axis=1).tolist() for _ in range(30)]

    first = line()
    env.reset()
    assert line() == first
    env.reset(seed=2)
    assert line() != first
    assert line() != first


@slow_uncompiled
def test_with_opponents_a_step_is_an_own_decision() -> None:
    env = VectorEnv(300, TABLES, opponents="random", seed=5)
    wins = games = 0.0
    for _ in range(often(400)):
        assert (env.player == env.seats).all()
        assert env.masks.any(axis=1).all()
        seats = env.seats
        env.step(env.sample())
        for row in np.flatnonzero(env.terminated):
            own = env.scores[row, seats[row]]
            best = env.scores[row].max()
            share = (env.scores[row, : TABLES[row % 3].players] == best).sum()
            assert env.rewards[row] == pytest.approx((own == best) / share)
            wins += env.rewards[row]
            games += 1
        assert not env.rewards[~env.terminated].any()
    assert games
    if games > 500:
        assert 0.28 < wins / games < 0.45  # a random player among such: 1/2, 1/3 or 1/4


def test_an_own_seat_can_be_kept() -> None:
    env = VectorEnv(20, options(3), opponents=["greedy", "random"], seat=2, seed=5)
    for _ in range(often(100)):
        assert (env.player == 2).all()
        env.step(env.sample())
    assert (env.seats == 2).all()


def test_a_level_goes_by_the_name_of_its_player() -> None:
    one, other = (VectorEnv(4, opponents=name, seed=5) for name in ("mozzo", "quick"))
    for _ in range(50):
        assert (one.step(one.sample())[0] == other.step(other.sample())[0]).all()


@slow_uncompiled
def test_greedy_wins_against_chance() -> None:
    env = VectorEnv(64, options(2), opponents="greedy", seed=5)
    lost = [int(env.terminated.sum() - env.rewards.sum()) for _ in steps(env, often(200))]
    assert sum(lost) > 0.9 * (env.games // 64).sum()


def steps(env: VectorEnv, count: int) -> Any:
    for number in range(count):
        env.step(env.sample())
        yield number


def test_illegal_actions_are_refused_and_nothing_is_played() -> None:
    env = VectorEnv(300, options(2), seed=1, threads=2)
    before = [array.copy() for array in (env.observations, env.masks, env.player, env.games)]
    actions = env.sample().copy()
    for bad, told in ((0, "action 0 (sail 1 o)"), (115, "action 115 is"), (-1, "action -1 is")):
        wrong = actions.copy()
        wrong[[217, 250]] = bad
        with pytest.raises(IllegalAction, match="row 217: ") as refused:
            env.step(wrong)
        assert told in str(refused.value)
        assert (refused.value.row, refused.value.action) == (217, bad)
        after = env.observations, env.masks, env.player, env.games
        assert all((old == new).all() for old, new in zip(before, after, strict=True))
    env.step(actions)
    assert (env.observations != before[0]).any()


@pytest.mark.parametrize("wrong", [[0.5] * 4, [104] * 3, [[104] * 4], ["a"] * 4])
def test_other_things_are_no_actions(wrong: Any) -> None:
    with pytest.raises(ValueError, match="actions are 4 whole numbers"):
        VectorEnv(4, seed=1).step(wrong)


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"count": 0}, "at least one game"),
        ({"reward": "fame"}, "win or margin"),
        ({"seat": 1}, "goes with opponents"),
        ({"seat": 3, "opponents": "random"}, "seat 3"),
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["random"]}, "2 opponents"),
        ({"opponents": "search:100"}, "random, greedy, quick, not 'search:100'"),
        ({"table": []}, "at least one table"),
        ({"seed": -1}, "a seed is"),
    ],
)
def test_what_makes_no_environment(own: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        VectorEnv(**{"count": 4, "seed": 1, **own})


def test_threads_end_with_their_environment() -> None:
    others = set(threading.enumerate())
    env = VectorEnv(512, seed=1, threads=3)
    crew = set(threading.enumerate()) - others
    assert len(crew) == 2
    env.close()
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.sample()
    env = VectorEnv(512, seed=1, threads=3)
    env.step(env.sample())
    crew |= set(threading.enumerate()) - others
    assert len(crew) == 4
    del env
    gc.collect()
    for thread in crew:
        thread.join(5)
        assert not thread.is_alive()
