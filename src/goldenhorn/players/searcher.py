"""The player who searches: a budget, threads, the tree kept from one decision to the next."""

import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from goldenhorn.game import Seen
from goldenhorn.players.search import NODE, Tree, find, plant, replant, search
from goldenhorn.rules.state import NONE, States, new_records, new_states

ROOM: Final = 1 << 17  # nodes of a tree
_PORTION: Final = 100  # rounds between two looks at the clock
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


@dataclass(slots=True)
class _Grove:
    """One thread's tree, with all it needs to make it grow."""

    tree: Tree
    spare: Tree
    size: int
    desk: States
    thoughts: Any


class Searcher:
    """Searches from what its seat sees. With a budget of rounds, the same seed plays the same."""

    def __init__(self, allowed: Budget, seed: int) -> None:
        self._allowed = allowed
        self._groves: list[_Grove] = []
        for thread in range(allowed.threads):
            thoughts = np.array([(seed + thread * 0x9E3779B97F4A7C15) % 2**64], np.uint64)
            grove = _Grove(
                new_records(ROOM, NODE), new_records(ROOM, NODE), 0, new_states(1), thoughts
            )
            grove.size = plant(grove.tree)
            self._groves.append(grove)
        self._line: tuple[int, ...] | None = None  # the moves up to the root
        self._table: Any = None

    def choose(self, seen: Seen) -> str:
        """The move that was visited most."""
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        self.think(seen)
        visits = self._visits()
        best = max((seen.parse(move) for move in legal), key=lambda code: visits.get(code, 0))
        return seen.write(best)

    def think(self, seen: Seen) -> None:
        """Spend the budget on this position."""
        self._follow(seen)
        view = seen.record
        if len(self._groves) == 1:
            self._grow(self._groves[0], view, seen.seat)
        else:
            with ThreadPoolExecutor(len(self._groves)) as pool:
                list(pool.map(lambda grove: self._grow(grove, view, seen.seat), self._groves))

    def _grow(self, grove: _Grove, view: States, seat: int) -> None:
        allowed = self._allowed
        if allowed.rounds:
            rounds = -(-allowed.rounds // allowed.threads)
            grove.size = search(
                view, seat, grove.tree, grove.size, grove.desk, grove.thoughts, rounds
            )
            return
        until = time.perf_counter() + allowed.milliseconds / 1000
        while time.perf_counter() < until:
            grove.size = search(
                view, seat, grove.tree, grove.size, grove.desk, grove.thoughts, _PORTION
            )

    def _follow(self, seen: Seen) -> None:
        """Keep what grows from the moves made since; in another game, start anew."""
        line = seen.told
        before = self._line
        known = before is not None and line[: len(before)] == before and seen.options == self._table
        moves = line[len(before) :] if known and before is not None else ()
        for grove in self._groves:
            root = 0 if known else NONE
            for move in moves:
                root = find(grove.tree, root, move) if root != NONE else NONE
            if root == NONE:
                grove.size = plant(grove.tree)
            elif moves:
                grove.size = replant(grove.tree, root, grove.spare)
                grove.tree, grove.spare = grove.spare, grove.tree
        self._line, self._table = line, seen.options

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
        """The candidate moves, each with the chance to win, points, and the line expected after it.

        >>> from goldenhorn import Game
        >>> seen = Game.new(players=2, placement="random", seed=1).seen_by(0)
        >>> told = Searcher(Budget(rounds=200), 1).explain(seen, most=2)
        >>> [sorted(candidate) for candidate in told["candidates"]][0]
        ['line', 'move', 'points', 'visits', 'win_chance']
        """
        self.think(seen)
        candidates: list[dict[str, Any]] = []
        legal = set(seen.legal)
        branches = self._children([(grove, 0) for grove in self._groves])
        rounds = sum(branch.visits for branch in branches)
        for branch in branches:
            if seen.write(branch.move) not in legal or len(candidates) == most:
                continue
            candidates.append(
                {
                    "move": seen.write(branch.move),
                    "win_chance": round(branch.wins / branch.visits, 4),
                    "points": round(branch.points / branch.visits, 2),
                    "visits": branch.visits,
                    "line": self._expected(seen, branch),
                }
            )
        return {"seat": seen.seat, "rounds": rounds, "candidates": candidates}

    def _expected(self, seen: Seen, branch: "_Branch") -> list[str]:
        """The moves most tried after a first one, while they were tried often enough to tell."""
        line = [seen.write(branch.move)]
        children = self._children(branch.nodes)
        while children and children[0].visits >= 10 and len(line) < 12:
            line.append(seen.write(children[0].move))
            children = self._children(children[0].nodes)
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
