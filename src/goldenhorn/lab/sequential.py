"""Is A better than B? A test that looks after every round and stops as soon as it knows.

A round's result x lies between 0 and 1: half of one more than A's share of the wins less B's, over
all games of the round in which both sat. It is 1/2 on average if they are equally good. Rounds are
independent of each other and alike, which the games in them are not.

The test is Wald's, of two hypotheses about the mean of x: 1/2, and 1/2 + margin. As the spread of x
is not known, it is estimated as it goes (a generalised sequential probability ratio test): after n
rounds with mean m and variance v the logarithm of the ratio is

    n * margin * (2 m - 1 - margin) / (2 v).

At log((1 - error) / error) the answer is yes, at less than minus that it is no. Who is not better
gets a yes, and who is better by the margin or more gets a no, each with a chance of about `error`.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

LEAST_ROUNDS: Final = 16  # of fewer the spread is too uncertain
YES: Final = "yes"
NO: Final = "no"
OPEN: Final = "open"


@dataclass(slots=True)
class Question:
    """What is asked, and what is known so far."""

    margin: float = 0.05
    error: float = 0.05
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0
    path: list[float] = field(default_factory=list)  # the logarithm after each round

    def hear(self, x: float) -> str:
        """One more round; the answer so far. Once it is known, it stays."""
        if self.answer() != OPEN:
            return self.answer()
        self.rounds += 1
        self.total += x
        self.squares += x * x
        self.path.append(self._logarithm())
        return self.answer()

    def _logarithm(self) -> float:
        n = self.rounds
        mean = self.total / n
        # Two rounds of 0 and two of 1 more than there were keep a lucky run from looking certain.
        middle = (self.total + 2) / (n + 4)
        variance = (self.squares + 2) / (n + 4) - middle * middle
        return n * self.margin * (2 * mean - 1 - self.margin) / (2 * variance)

    @property
    def bound(self) -> float:
        """How far the logarithm must go, either way."""
        return math.log((1 - self.error) / self.error)

    def answer(self) -> str:
        """`yes`, `no` or `open`."""
        if self.rounds < LEAST_ROUNDS or abs(self.path[-1]) < self.bound:
            return OPEN
        return YES if self.path[-1] > 0 else NO

    def as_data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "answer": self.answer(),
            "margin": self.margin,
            "error": self.error,
            "rounds": self.rounds,
            "bound": round(self.bound, 4),
            "path": [round(step, 4) for step in self.path],
        }


def asked(rounds: Iterable[float], margin: float, error: float) -> Question:
    """The question after these rounds, or as many as it took."""
    question = Question(margin, error)
    for x in rounds:
        if question.hear(x) != OPEN:
            break
    return question
