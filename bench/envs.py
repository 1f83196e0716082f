"""The learning environments: many games in step, and one game through each library."""

import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.measure import DECISIONS, Effort, Play, Played, Row, for_a_while, rates
from goldenhorn import options
from goldenhorn.envs.vector import VectorEnv
from goldenhorn.lab.simulate import cores

ENVS = "Golden Horn: decisions a second in learning environments, random play"

_BATCH = 4096
_LARGEST = 16384  # the quickest of some batches, as of pgx the quickest is shown


def envs(effort: Effort) -> Iterator[Row]:
    """Every environment; those of libraries where they are installed."""
    yield from vectorised(effort)
    libraries: tuple[tuple[str, str, Callable[[Effort], Iterator[Row]]], ...] = (
        ("PettingZoo", "pettingzoo", pettingzoo),
        ("Gymnasium", "gymnasium", gymnasium),
        ("OpenSpiel", "pyspiel", openspiel),
    )
    for name, module, measure in libraries:
        if find_spec(module) is None:
            yield Row(ENVS, name, "is not installed: the extra `envs` has it")
        else:
            yield from measure(effort)


def vectorised(effort: Effort) -> Iterator[Row]:
    """Observations and masks of thousands of games, on one thread and on all."""
    for players in (2, 3, 4):
        for threads in sorted({1, cores()}):
            what = f"vectorised, {players} players, batch {_BATCH}"
            how = f"{threads} thread{'s' if threads > 1 else ''}"
            effort.told(f"{what}, {how}")
            env = VectorEnv(_BATCH, options(players), seed=7, threads=threads)
            # How the moves are chosen is no part of an environment, so once without it.
            yield Row(ENVS, what, f"step, {how}", DECISIONS, *rates(effort, _stepped(env, False)))
            how = f"choose and step, {how}"
            yield Row(ENVS, what, how, DECISIONS, *rates(effort, _stepped(env, True)))
            env.close()
    for opponent in ("random", "greedy"):
        what = f"vectorised, own decisions against {opponent}"
        effort.told(what)
        env = VectorEnv(_BATCH, options(2), opponents=opponent, seed=7)
        how = f"step, {cores()} threads"
        yield Row(ENVS, what, how, DECISIONS, *rates(effort, _stepped(env, False)))
        env.close()


def stepping() -> Play:
    """Ours as others are set beside it: three players, moves chosen and played on all cores."""
    return _stepped(VectorEnv(_LARGEST, options(3), seed=7), True)


def _stepped(env: VectorEnv, with_choosing: bool) -> Callable[[float], Played]:
    def played(seconds: float) -> Played:
        decisions = games = 0
        took = 0.0
        while took < seconds:
            started = time.perf_counter()
            actions = env.sample()
            if not with_choosing:
                started = time.perf_counter()
            env.step(actions)
            took += time.perf_counter() - started
            decisions += env.count
            games += int(env.terminated.sum())
        return decisions, games, took

    return played


def pettingzoo(effort: Effort) -> Iterator[Row]:
    """Its usual loop: `agent_iter`, `last`, `step`, with and without its checks."""
    aec: Any = import_module("goldenhorn.envs.aec")
    for how, make in (("raw_env", aec.raw_env), ("env, with its checks", aec.env)):
        effort.told(f"PettingZoo, {how}")
        playing = agents_play(make(players=3))
        yield Row(ENVS, "PettingZoo AEC, 3 players", how, DECISIONS, *rates(effort, playing))


def checked_agents() -> Play:
    """Ours as PettingZoo's own games are made: with all checks."""
    return agents_play(import_module("goldenhorn.envs.aec").env(players=3))


def agents_play(env: Any) -> Play:
    """PettingZoo's loop with any of its games that give a mask."""
    chance = random.Random(7).random

    def game() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            moves = observation["action_mask"].nonzero()[0]
            env.step(moves[int(chance() * len(moves))])
            decisions += 1
        return decisions

    return _games(game)


def gymnasium(effort: Effort) -> Iterator[Row]:
    """Own decisions against a random player."""
    gym: Any = import_module("goldenhorn.envs.gym")
    effort.told("Gymnasium")
    env = gym.GoldenHornEnv(2, opponents="random")
    chance = random.Random(7).random

    def game() -> int:
        _, info = env.reset()
        over, decisions = False, 0
        while not over:
            moves = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(moves[int(chance() * len(moves))])
            decisions += 1
        return decisions

    what = "Gymnasium, 2 players, own decisions"
    yield Row(ENVS, what, "against random", DECISIONS, *rates(effort, _games(game)))


def openspiel(effort: Effort) -> Iterator[Row]:
    """Decisions alone are counted; the draws between them are chance nodes."""
    pyspiel: Any = import_module("pyspiel")
    import_module("goldenhorn.envs.openspiel")
    effort.told("OpenSpiel")
    table = pyspiel.load_game("python_golden_horn(players=3)")
    chance = random.Random(7)

    def game() -> int:
        state = table.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
                continue
            moves = state.legal_actions()
            state.apply_action(moves[int(chance.random() * len(moves))])
            decisions += 1
        return decisions

    what = "OpenSpiel, 3 players"
    yield Row(ENVS, what, "every draw a chance node", DECISIONS, *rates(effort, _games(game)))


def _games(game: Callable[[], int]) -> Callable[[float], Played]:
    return lambda seconds: for_a_while(game, seconds)
