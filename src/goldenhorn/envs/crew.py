"""Threads that share out the rows of an environment, kept from step to step."""

import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final

Portion = Callable[[int, int, int], None]
"""Does rows first to last; told which thread does it."""

Orders = SimpleQueue[Portion | None]
Answers = SimpleQueue[BaseException | None]

_ROWS_FOR_A_THREAD: Final = 128  # with fewer, waking a thread takes longer than their work


class Crew:
    """Threads with an even part of the rows each. The first is the one that calls."""

    def __init__(self, count: int, threads: int) -> None:
        self.size = max(1, min(threads, count // _ROWS_FOR_A_THREAD))
        bounds = [count * part // self.size for part in range(self.size + 1)]
        self._own = bounds[0], bounds[1]
        self._orders: list[Orders] = []
        self._answers: Answers = SimpleQueue()
        for part in range(1, self.size):
            orders: Orders = SimpleQueue()
            given = orders, self._answers, bounds[part], bounds[part + 1], part
            threading.Thread(target=_work, args=given, daemon=True).start()
            self._orders.append(orders)
        self.dismiss = weakref.finalize(self, _dismiss, self._orders)

    def share(self, portion: Portion) -> None:
        """Do all rows; returns when all threads are done."""
        if not self.dismiss.alive:
            raise RuntimeError("this environment is closed")
        for orders in self._orders:
            orders.put(portion)
        try:
            portion(*self._own, 0)
        finally:
            failures = [self._answers.get() for _ in self._orders]
        for failure in failures:
            if failure is not None:
                raise failure


def _work(orders: Orders, answers: Answers, first: int, last: int, part: int) -> None:
    """One thread's life. It holds nothing of its environment between orders."""
    while (portion := orders.get()) is not None:
        failure = None
        try:
            portion(first, last, part)
        except BaseException as bad:
            failure = bad
        del portion
        answers.put(failure)


def _dismiss(all_orders: list[Orders]) -> None:
    for orders in all_orders:
        orders.put(None)
