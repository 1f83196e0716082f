"""Work spread over a Ray cluster: same tasks, same results, whichever worker does them.

A worker or a whole machine may die: what it was at is done again elsewhere, by Ray itself. Every
worker must have this very program, or its games might be others; each task checks that.
"""

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, Final, TypeVar

from goldenhorn.lab.arena import code
from goldenhorn.lab.spread import AHEAD, Spread

Task = TypeVar("Task")
Done = TypeVar("Done")

AGAIN: Final = -1  # as often as it takes


class OtherProgram(ValueError):
    """A machine of the cluster has other sources, and might play other games."""


class NoRay(ValueError):
    """Ray is not installed, or no cluster answers."""


def on_ray(address: str | None) -> Spread:
    """The cluster at this address; without one that of RAY_ADDRESS, or one made here for now."""

    def spread(do: Callable[[Task], Done], tasks: Iterable[Task]) -> Generator[Done, None, None]:
        ray = connected(address)
        at_once = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        remote = ray.remote(num_cpus=1, max_retries=AGAIN)(checked)
        expected = code()
        left = iter(tasks)
        waiting: deque[Any] = deque(
            remote.remote(expected, do, task) for task in islice(left, at_once)
        )
        try:
            while waiting:
                done: Done = ray.get(waiting[0])
                waiting.popleft()
                waiting.extend(remote.remote(expected, do, task) for task in islice(left, 1))
                yield done
        finally:  # whoever stops early does not want the rest
            for each in waiting:
                ray.cancel(each, force=True)

    return spread


def connected(address: str | None) -> Any:
    """Ray, ready for work."""
    from goldenhorn.words import say

    try:
        import ray
    except ImportError:
        raise NoRay(say("lab-no-ray")) from None
    if not ray.is_initialized():
        try:
            ray.init(address, logging_level=logging.WARNING, log_to_driver=False)
        except (ConnectionError, TimeoutError, ValueError, RuntimeError) as bad:
            raise NoRay(say("lab-no-cluster", address=str(address), why=str(bad))) from None
    return ray


def checked(expected: str, do: Callable[[Task], Done], task: Task) -> Done:
    """Done by a worker that has the same program."""
    if code() != expected:
        raise OtherProgram(f"a worker has other rules or players: {code()}, not {expected}")
    return do(task)
