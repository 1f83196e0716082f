"""Work spread over threads, or over a Ray cluster: results come in the order of the tasks.

A task is plain data, and what is done with it depends on nothing else. So it does not matter who
does it, or whether it is done twice because a worker died.
"""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Final, Protocol, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD: Final = 3  # tasks per worker that may wait for an earlier one's result to be fetched


class Spread(Protocol):
    """Does something with each task, and gives what came out in the order of the tasks."""

    def __call__(
        self, do: Callable[[Task], Done], tasks: Iterable[Task], /
    ) -> Generator[Done, None, None]: ...


def on_threads(threads: int) -> Spread:
    """As many tasks at once as there are threads."""

    def spread(do: Callable[[Task], Done], tasks: Iterable[Task]) -> Generator[Done, None, None]:
        waiting: deque[Future[Done]] = deque()
        left = iter(tasks)
        with _pool(threads) as pool:
            waiting.extend(pool.submit(do, task) for task in islice(left, AHEAD * threads))
            while waiting:
                done = waiting.popleft().result()
                waiting.extend(pool.submit(do, task) for task in islice(left, 1))
                yield done

    return spread


class Unwanted(Exception):
    """Nobody waits for the result of a task any more."""


_here = threading.local()  # in each thread of a pool, what says that its results are unwanted


def still_wanted() -> None:
    """Called now and then within a long task: leaves it if nobody waits for its result."""
    unwanted = getattr(_here, "unwanted", None)
    if unwanted is not None and unwanted.is_set():
        raise Unwanted


@contextmanager
def _pool(threads: int) -> Generator[ThreadPoolExecutor, None, None]:
    unwanted = threading.Event()
    given = _here, "unwanted", unwanted
    pool = ThreadPoolExecutor(threads, initializer=setattr, initargs=given)
    try:
        yield pool
    finally:  # whoever stops early wants neither what has not begun nor what is under way
        unwanted.set()
        pool.shutdown(cancel_futures=True)


def spread_on(on: str | None, threads: int) -> Spread:
    """By what the command line calls it: None for this machine's threads, `ray`, or an address."""
    if on is None:
        return on_threads(threads)
    from goldenhorn.lab.ray import on_ray

    return on_ray(None if on == "ray" else on)
