"""The player who searches: a budget, threads, the tree kept from one decision to the next."""

import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from goldenhorn.game import Game, Seen
from goldenhorn.players.search import NODE, Tree, find, plant, replant, search
from goldenhorn.rules.state import NONE, States, new_records, new_states

ROOM: Final = 1 << 17  # the most nodes of a tree
_LOOK: Final = 0.002  # seconds between two looks at the clock
_KEPT: Final = 4  # visits to a node that make it worth keeping until the next decision
_BUDGET: Final = re.compile(r"search:(\d{1,7})(ms)?(?:\*(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: so many rounds, the same each time, or so many milliseconds."""

    rounds: int = 0
    milliseconds: int = 0
    threads: int = 1


def budget(text: str) -> Budget | None:
    """Read `search:2000`, `search:500ms`, or with two threads `search:500ms*2`; None if it is none.

    >>> budget("search:500ms*2")
    Budget(rounds=0, milliseconds=500, threads=2)
    """
    found = _BUDGET.fullmatch(text)
    if not found or not int(found[1]) or found[3] == "0":
        return None
    amount, threads = int(found[1]), int(found[3] or 1)
    if found[2]:
        return Budget(milliseconds=amount, threads=threads)
    return Budget(rounds=amount, threads=threads)


class _Grove:
    """One thread's tree, with all it needs to make it grow. It takes as much room as it needs."""

    __slots__ = ("desk", "size", "thoughts", "tree")

    def __init__(self, seed: int) -> None:
        self.tree: Tree = new_records(1, NODE)
        self.size = plant(self.tree)
        self.desk = new_states(1)
        self.thoughts = np.array([seed % 2**64], np.uint64)

    def grow(self, view: States, seat: int, rounds: int) -> None:
        """So many rounds more, each of which adds a node at most."""
        needed = min(self.size + rounds, ROOM)
        if needed > len(self.tree):
            larger = new_records(min(max(needed, 2 * len(self.tree)), ROOM), NODE)
            larger[: self.size] = self.tree[: self.size]
            self.tree = larger
        self.size = search(view, seat, self.tree, self.size, self.desk, self.thoughts, rounds)

    def follow(self, moves: Sequence[int]) -> None:
        """Keep only what grows after these moves, and of that what was visited often enough."""
        root = 0
        for move in moves:
            root = find(self.tree, root, move)
            if root == NONE:
                self.fell()
                return
        if moves:
            # In a round that visits a node, no more than one can have been added below it.
            room = min(int(self.tree["visits"][root]), self.size)
            kept = new_records(room, NODE)
            self.size = replant(self.tree, root, kept, _KEPT)
            self.tree = kept[: self.size].copy()

    def fell(self) -> None:
        """Begin anew with nothing but a root."""
        self.tree = new_records(1, NODE)
        self.size = plant(self.tree)


@cache
def ready() -> None:
    """Load the machine code, or make it, so that it takes nothing from a first move's time."""
    seen = Game.new(2, placement="random", seed=0).seen_by(0)
    grove = _Grove(0)
    grove.grow(seen.record, seen.seat, 1)
    grove.follow([int(grove.tree["move"][1])])


class Searcher:
    """Searches from what its seat sees. With a budget of rounds, the same seed plays the same.

    It is for one thread at a time; different ones may think at once, and hold up nobody meanwhile.
    """

    def __init__(self, allowed: Budget, seed: int) -> None:
        ready()
        self._allowed = allowed
        self._groves = [
            _Grove(seed + thread * 0x9E3779B97F4A7C15) for thread in range(allowed.threads)
        ]
        self._line: tuple[int, ...] | None = None  # the moves up to the root
        self._whose: Any = None  # the table and the seat

    def choose(self, seen: Seen) -> str:
        """The move that was visited most."""
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        self.think(seen)
        visits = self._visits()
        best = max((seen.parse(move) for move in legal), key=lambda code: visits.get(code, 0))
        # A game may rest for days now, and there may be hundreds: nothing is kept that is not
        # likely to be of use.
        self._follow(seen, (best,))
        return seen.write(best)

    def think(self, seen: Seen) -> None:
        """Spend the budget on this position."""
        until = time.perf_counter() + self._allowed.milliseconds / 1000
        self._follow(seen)
        view = seen.record
        if len(self._groves) == 1:
            self._grow(self._groves[0], view, seen.seat, until)
        else:
            with ThreadPoolExecutor(len(self._groves)) as pool:
                list(
                    pool.map(lambda grove: self._grow(grove, view, seen.seat, until), self._groves)
                )

    def _grow(self, grove: _Grove, view: States, seat: int, until: float) -> None:
        allowed = self._allowed
        if allowed.rounds:
            grove.grow(view, seat, -(-allowed.rounds // allowed.threads))
            return
        portion = 1  # soon as many rounds as fit between two looks at the clock
        now = time.perf_counter()
        while now < until:
            grove.grow(view, seat, portion)
            before, now = now, time.perf_counter()
            pace = portion / max(now - before, 1e-6)
            portion = max(1, min(2 * portion, int(pace * min(_LOOK, until - now))))

    def _follow(self, seen: Seen, more: tuple[int, ...] = ()) -> None:
        """Keep what grows from the moves made since; in another game, start anew."""
        line = (*seen.told, *more)
        before = self._line
        whose = (seen.options, seen.seat)
        known = before is not None and line[: len(before)] == before and whose == self._whose
        for grove in self._groves:
            if known and before is not None:
                grove.follow(line[len(before) :])
            else:
                grove.fell()
        self._line, self._whose = line, whose

    def _visits(self) -> dict[int, int]:
        """How often each move was tried first, in all trees together."""
        found: dict[int, int] = {}
        for node in self._children([(grove, 0) for grove in self._groves]):
            found[node.move] = found.get(node.move, 0) + node.visits
        return found

    @staticmethod
    def _children(parents: Sequence[tuple[_Grove, int]]) -> list["_Branch"]:
        found: dict[int, _Branch] = {}
        for grove, node in parents:
            child = int(grove.tree["child"][node])
            while child != NONE:
                row = grove.tree[child]
                move = int(row["move"])
                branch = found.setdefault(move, _Branch(move, int(row["seat"])))
                branch.visits += int(row["visits"])
                branch.wins += float(row["wins"])
                branch.points += float(row["points"])
                branch.nodes.append((grove, child))
                child = int(row["sibling"])
        return sorted(found.values(), key=lambda branch: -branch.visits)

    def explain(self, seen: Seen, most: int = 5) -> dict[str, Any]:
        """The candidate turns, each with the chance to win, points, and the line expected.

        >>> from goldenhorn import Game
        >>> seen = Game.new(players=2, placement="random", seed=1).seen_by(0)
        >>> told = Searcher(Budget(rounds=200), 1).explain(seen, most=2)
        >>> [sorted(candidate) for candidate in told["candidates"]][0]
        ['line', 'move', 'points', 'turn', 'visits', 'win_chance']
        """
        self.think(seen)
        begun = self._children([(grove, 0) for grove in self._groves])
        legal = set(seen.legal)
        turns = [
            turn
            for first in begun
            if seen.write(first.move) in legal
            for turn in self._turns(seen, [first])
        ]
        # Of a turn that was never tried to its end, what was tried says little.
        whole = [turn for turn in turns if turn.whole] or turns
        whole.sort(key=lambda turn: -turn.last.visits)
        return {
            "seat": seen.seat,
            "rounds": sum(first.visits for first in begun),
            "candidates": [self._told(seen, turn) for turn in whole[:most]],
        }

    def _turns(self, seen: Seen, tried: list["_Branch"]) -> list["_Turn"]:
        """All that was tried to the end of the turn after these moves."""
        children = self._children(tried[-1].nodes)
        if not children:
            # Whoever came here twice would have gone on, if the game did.
            return [_Turn(tried, tried[-1].visits > len(self._groves), [])]
        if children[0].seat != seen.seat:
            return [_Turn(tried, True, children)]
        return [turn for child in children for turn in self._turns(seen, [*tried, child])]

    def _told(self, seen: Seen, turn: "_Turn") -> dict[str, Any]:
        moves = [seen.write(branch.move) for branch in turn.moves]
        return {
            "move": moves[0],
            "turn": moves,
            "win_chance": round(turn.last.wins / turn.last.visits, 4),
            "points": round(turn.last.points / turn.last.visits, 2),
            "visits": turn.last.visits,
            "line": moves + self._expected(seen, turn.answers),
        }

    def _expected(self, seen: Seen, answers: list["_Branch"]) -> list[str]:
        """The moves most tried after a turn, while they were tried often enough to tell."""
        line: list[str] = []
        while answers and answers[0].visits >= 10 and len(line) < 12:
            line.append(seen.write(answers[0].move))
            answers = self._children(answers[0].nodes)
        return line


class _Branch:
    """A move, with what all trees found about it together."""

    __slots__ = ("move", "nodes", "points", "seat", "visits", "wins")

    def __init__(self, move: int, seat: int) -> None:
        self.move = move
        self.seat = seat
        self.visits = 0
        self.wins = 0.0
        self.points = 0.0
        self.nodes: list[tuple[_Grove, int]] = []


@dataclass(frozen=True, slots=True)
class _Turn:
    """A way to play out one's turn, and what was tried after it."""

    moves: list[_Branch]
    whole: bool
    answers: list[_Branch]

    @property
    def last(self) -> _Branch:
        """The last move, which was visited as often as the whole turn was."""
        return self.moves[-1]
