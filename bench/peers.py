"""Other engines at the same: random play, with the legal moves at each decision.

None has types, so their modules are Any here. Each is given its quickest way that we know.
"""

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from bench.measure import (
    DECISIONS,
    FROM_PYTHON,
    ONE_THREAD,
    Effort,
    Played,
    Row,
    for_a_while,
    rates,
)

PART = "Other engines: decisions a second of random play, all legal moves found at each"

_OWN_LOOP = "own compiled loop"
_ROLLOUTS = 100
_BOTH = (ONE_THREAD, FROM_PYTHON)


def openspiel(effort: Effort) -> Iterator[Row]:
    """Its C++ core, driven from Python as its examples do it, and its own loop of random play."""
    pyspiel: Any = import_module("pyspiel")
    for name in ("backgammon", "gin_rummy", "connect_four"):
        what = f"OpenSpiel {name}"
        game = pyspiel.load_game(name)
        effort.told(f"{what}, {FROM_PYTHON}")
        decisions, games = rates(effort, partial(for_a_while, partial(_random_spiel, game)))
        yield Row(PART, what, FROM_PYTHON, DECISIONS, decisions, games, beside=_BOTH)
        effort.told(f"{what}, {_OWN_LOOP}")
        length = sum(decisions) / sum(games)  # its own loop does not tell
        samples = rates(effort, partial(_spiel_rollouts, pyspiel, game, length))
        yield Row(PART, what, _OWN_LOOP, DECISIONS, *samples, beside=(ONE_THREAD,))


def _random_spiel(game: Any) -> int:
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _chance(state)
        else:
            moves = state.legal_actions()
            state.apply_action(moves[int(random.random() * len(moves))])
            decisions += 1
    return decisions


def _chance(state: Any) -> None:
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, odds)[0])


def _spiel_rollouts(pyspiel: Any, game: Any, length: float, seconds: float) -> Played:
    """Random games from the first decision on, as its tree search plays them out.

    A search of one simulation does nothing but judge its root, by that many random games.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, random.getrandbits(30))
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)

    def rollouts() -> int:
        state = game.new_initial_state()
        while state.is_chance_node():
            _chance(state)
        search.mcts_search(state)
        return _ROLLOUTS

    games, _, took = for_a_while(rollouts, seconds)
    return round(games * length), games, took


def catanatron(effort: Effort) -> Iterator[Row]:
    """Its own loop and random player; all of it is Python."""
    engine: Any = import_module("catanatron")

    def game() -> int:
        players = [engine.RandomPlayer(colour) for colour in (engine.Color.RED, engine.Color.BLUE)]
        catan = engine.Game(players)
        catan.play()
        return len(catan.state.actions)

    what = "Catanatron, 2 players"
    effort.told(what)
    samples = rates(effort, partial(for_a_while, game))
    yield Row(PART, what, FROM_PYTHON, DECISIONS, *samples, beside=_BOTH)


def pgx(effort: Effort) -> Iterator[Row]:
    """Whole batches of games through JAX, in a process of its own that is kept to one core."""
    import_module("pgx")
    # How many moves between two looks for games that are over, as looking costs: what was best.
    games = (("backgammon", 16, (64, 256, 1024)), ("connect_four", 1, (1024, 4096)))
    context = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, initializer=_keep_to_one_core) as process:
        for name, stretch, batches in games:
            best = Row(PART, "", "")
            for batch in batches[1:2] if effort.quick else batches:
                what = f"pgx {name}"
                effort.told(f"{what}, batches of {batch}")
                call = process.submit(
                    _pgx_rates, name, batch, stretch, effort.seconds, effort.repetitions
                )
                how = f"{_OWN_LOOP}, {batch}"
                row = Row(PART, what, how, DECISIONS, call.result(), beside=(ONE_THREAD,))
                best = row if not best.samples or row.median > best.median else best
            yield best


def _keep_to_one_core() -> None:
    os.environ["JAX_PLATFORMS"] = "cpu"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    else:
        flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flags}"


def _pgx_rates(
    name: str, batch: int, stretch: int, seconds: float, repetitions: int
) -> tuple[float, ...]:
    jax: Any = import_module("jax")
    numbers: Any = import_module("jax.numpy")
    game: Any = import_module("pgx").make(name)
    begin = jax.vmap(game.init)
    step = jax.vmap(game.step)

    def decide(carried: Any, _: None) -> Any:
        key, states = carried
        key, mine, fate = jax.random.split(key, 3)
        legal = states.legal_action_mask
        chance = jax.random.uniform(mine, legal.shape)
        moves = numbers.argmax(numbers.where(legal, chance, -1.0), axis=-1)
        going_on = ~(states.terminated | states.truncated)
        states = step(states, moves, jax.random.split(fate, batch))
        return (key, states), going_on.sum()

    def play_on(carried: Any, _: None) -> Any:
        """Some moves, and then new games in the place of those that are over."""
        (key, states), decisions = jax.lax.scan(decide, carried, None, length=stretch)
        key, mine = jax.random.split(key)
        over = states.terminated | states.truncated

        def renewed(old: Any, new: Any) -> Any:
            return numbers.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

        states = jax.tree_util.tree_map(renewed, states, begin(jax.random.split(mine, batch)))
        return (key, states), decisions.sum()

    def play(key: Any, states: Any) -> Any:
        carried, decisions = jax.lax.scan(play_on, (key, states), None, length=64 // stretch)
        return *carried, decisions.sum()

    run: Callable[..., Any] = jax.jit(play)
    key = jax.random.PRNGKey(7)
    key, states, decisions = run(key, jax.jit(begin)(jax.random.split(key, batch)))
    found = []
    for _ in range(repetitions):
        total = 0
        started = now = time.perf_counter()
        while now - started < seconds:
            key, states, decisions = run(key, states)
            total += int(decisions)  # waits for the answer
            now = time.perf_counter()
        found.append(total / (now - started))
    return tuple(found)
