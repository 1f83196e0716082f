"""Work on threads: in order, not too far ahead, and no more than is wanted."""

import threading
import time
from collections.abc import Iterator

import pytest

from goldenhorn.lab.spread import AHEAD, on_threads, spread_on, still_wanted


def test_results_come_in_order() -> None:
    def slow(task: int) -> int:
        time.sleep(0.01 if task % 3 == 0 else 0)
        return task * task

    assert list(on_threads(4)(slow, range(50))) == [n * n for n in range(50)]


def test_it_does_not_run_far_ahead_nor_on_when_nobody_listens() -> None:
    begun: list[int] = []
    lock = threading.Lock()

    def note(task: int) -> int:
        with lock:
            begun.append(task)
        return task

    def tasks() -> Iterator[int]:
        yield from range(10_000)

    done = spread_on(None, 2)(note, tasks())
    assert [next(done) for _ in range(5)] == list(range(5))
    done.close()
    assert len(begun) <= 5 + 2 * AHEAD


def test_what_is_under_way_ends_when_nobody_listens() -> None:
    def long(task: int) -> int:
        for _ in range(3000 if task else 0):
            still_wanted()
            time.sleep(0.01)
        return task

    still_wanted()  # outside, nobody can be unwanted
    done = on_threads(2)(long, range(6))
    assert next(done) == 0
    started = time.monotonic()
    done.close()
    assert time.monotonic() - started < 10


def test_what_goes_wrong_is_heard_of() -> None:
    def fail(task: int) -> int:
        if task == 3:
            raise LookupError("here")
        return task

    with pytest.raises(LookupError, match="here"):
        list(on_threads(2)(fail, range(10)))
