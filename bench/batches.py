"""pgx: whole batches of games by JAX, which compiles them."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from bench.envs import stepping
from bench.measure import Effort, Play, Played, Row, for_a_while
from bench.peers import OWN_LOOP, beside_ours
from goldenhorn.lab.simulate import cores

_playing: Play | None = None  # what was compiled last, in the process that plays


def pgx(effort: Effort) -> Iterator[Row]:
    """Random play in a process of its own, kept to one core, and with all of them."""
    yield from _kept_to(effort, 1)
    if cores() > 1:
        yield from _kept_to(effort, cores())


def _kept_to(effort: Effort, count: int) -> Iterator[Row]:
    # How many moves between two looks for games that are over, as looking costs: what was best.
    games = (("backgammon", 32, (64, 128, 256)), ("connect_four", 1, (1024, 4096)))
    context = get_context("spawn")
    environment = stepping()
    with ProcessPoolExecutor(
        1, mp_context=context, initializer=_keep_to, initargs=(count,)
    ) as process:
        for name, stretch, batches in games:
            rows = []
            for batch in batches[-1:] if effort.quick else batches:
                effort.told(f"pgx {name}, compiling for batches of {batch}")
                process.submit(_compile_pgx, name, batch, stretch).result()
                how = f"{OWN_LOOP}, {batch}, {count} core{'s' if count > 1 else ''}"
                theirs = partial(_elsewhere, process)
                rows.append(beside_ours(effort, f"pgx {name}", how, theirs, environment))
            yield max(rows, key=lambda row: row.median)


def _elsewhere(process: ProcessPoolExecutor, seconds: float) -> Played:
    return process.submit(_play_pgx, seconds).result()


def _play_pgx(seconds: float) -> Played:
    assert _playing
    return _playing(seconds)


def _keep_to(count: int) -> None:
    os.environ["JAX_PLATFORMS"] = "cpu"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-count:])
    elif count == 1:
        flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flags}"


def _compile_pgx(name: str, batch: int, stretch: int) -> None:
    global _playing  # noqa: PLW0603 - machine code can't be sent to another process
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

    def play_long(key: Any, states: Any) -> Any:
        carried, decisions = jax.lax.scan(play_on, (key, states), None, length=64 // stretch)
        return *carried, decisions.sum()

    run: Callable[..., Any] = jax.jit(play_long)
    key = jax.random.PRNGKey(7)
    key, states, _ = run(key, jax.jit(begin)(jax.random.split(key, batch)))

    def a_while() -> int:
        nonlocal key, states
        key, states, decisions = run(key, states)
        return int(decisions)  # waits for the answer

    def play(seconds: float) -> Played:
        decisions, _, took = for_a_while(a_while, seconds)
        return decisions, 0, took  # how many games it were, nobody counts

    _playing = play
