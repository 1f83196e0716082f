"""Information-set Monte Carlo tree search: the tree and the rounds that make it grow.

Each round deals the cards a seat cannot see anew, follows the tree from the position at hand by
the moves that are legal in that deal, adds one node, and plays the game to its end with the quick
hand of playout.py. A node stands for a sequence of moves, whatever fate did between them. At each
node its player takes the move that has done best for themselves so far, or one that was
tried too little for how often it could have been (the upper confidence bound of a bandit whose arms
come and go). New moves are tried in the order the quick hand likes them, and only as fast as the
node is visited.
"""

import math
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.players.playout import choose_quick
from goldenhorn.players.thought import Thoughts, think
from goldenhorn.rules.box import SEATS
from goldenhorn.rules.compiled import compiler, i64, u64
from goldenhorn.rules.fate import untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.play import play
from goldenhorn.rules.score import score
from goldenhorn.rules.seen import deal_unseen
from goldenhorn.rules.state import NONE, OVER, State, States

compiled = compiler(Path(__file__).parent)
inlined = compiler(Path(__file__).parent, inline=True)

NODE: Final = np.dtype(
    [
        ("worth", np.float64),  # what the move brought its player, summed over all visits,
        ("wins", np.float64),  # the same as shares of wins,
        ("points", np.float64),  # and as points
        ("visits", np.int32),
        ("chances", np.int32),  # how often the move was legal when its parent was visited
        ("child", np.int32),  # its first child, and the next of its parent's, or NONE
        ("sibling", np.int32),
        ("move", np.int16),
        ("seat", np.int16),  # who makes the move
    ],
    align=True,
)
Tree = NDArray[Any]

DEEP: Final = 256  # moves of a round that are remembered

# Found by play against greedy and between settings (docs/players.md).
CURIOSITY: Final = 0.4  # how much a move gains by having been tried little
BREADTH: Final = 2.0  # how many moves are tried, for the root of a node's visits
WINNING: Final = 0.5  # the part of a result's worth that winning makes; the rest is the margin
MARGIN: Final = 10.0  # points of margin that are worth half of all that margins can be


@compiled
def plant(tree: Tree) -> int:
    """A tree of nothing but its root; how many nodes it has."""
    grow(tree, 0, NONE, NONE, NONE)
    return 1


@inlined
def grow(tree: Tree, node: int, sibling: int, move: int, seat: int) -> None:
    new = tree[node]
    new.worth = 0.0
    new.wins = 0.0
    new.points = 0.0
    new.visits = 0
    new.chances = 0
    new.child = NONE
    new.sibling = sibling
    new.move = move
    new.seat = seat


@compiled
def replant(tree: Tree, root: int, spare: Tree, least: int) -> int:
    """Copy what grows from a node into another array, where it is the root; its size there.

    Nodes with fewer visits than the least are left out.
    """
    spare[0] = tree[root]
    spare[0].sibling = NONE
    size = 1
    done = 0
    while done < size:
        # A copied node still names its first child by the place in the old tree.
        child = spare[done].child
        spare[done].child = NONE
        while child != NONE:
            following = tree[child].sibling
            if tree[child].visits >= least:
                spare[size] = tree[child]
                spare[size].sibling = spare[done].child
                spare[done].child = size
                size += 1
            child = following
        done += 1
    return size


@compiled
def find(tree: Tree, node: int, move: int) -> int:
    """The child of a node for a move, or NONE."""
    child = tree[node].child
    while child != NONE and tree[child].move != move:
        child = tree[child].sibling
    return child


@compiled
def search(
    view: States, seat: int, tree: Tree, size: int, desk: States, thoughts: Thoughts, rounds: int
) -> int:
    """So many rounds from what a seat sees; the tree's size after them."""
    nobody = untold()
    path = np.zeros(DEEP, np.int32)
    gain = np.zeros((3, SEATS), np.float64)
    s = desk[0]
    for _ in range(rounds):
        desk[0] = view[0]
        deal_unseen(s, seat, think(thoughts, 0), think(thoughts, 0))
        node = 0
        depth = 0
        new = False
        while not new and s.phase != OVER and depth < DEEP:
            low, high = legal(s)
            chosen, low, high = select(tree, node, low, high)
            if (low != 0 or high != 0) and size < len(tree):
                move = choose_quick(s, low, high, thoughts, 0)
                chosen = size
                grow(tree, chosen, tree[node].child, move, s.player)
                tree[chosen].chances = 1
                tree[node].child = chosen
                size += 1
                new = True
            if chosen == NONE:
                break
            node = chosen
            path[depth] = node
            depth += 1
            play(s, i64(tree[node].move), nobody)
        while s.phase != OVER:
            low, high = legal(s)
            play(s, choose_quick(s, low, high, thoughts, 0), nobody)
        reckon(s, gain)
        tree[0].visits += 1
        for i in range(depth):
            visited = tree[path[i]]
            visited.visits += 1
            visited.worth += gain[0, visited.seat]
            visited.wins += gain[1, visited.seat]
            visited.points += gain[2, visited.seat]
    return size


@inlined
def select(tree: Tree, node: int, low: int, high: int) -> tuple[int, int, int]:
    """The best child of a node by its bound; or the moves, of which one should be tried anew."""
    best = -1.0
    chosen = NONE
    tried = 0
    child = tree[node].child
    while child != NONE:
        each = tree[child]
        bit = u64(1) << u64(each.move & 63)
        if (low if each.move < 64 else high) & bit:
            tried += 1
            if each.move < 64:
                low ^= bit
            else:
                high ^= bit
            each.chances += 1
            seldom = math.sqrt(math.log(each.chances) / each.visits)
            bound = each.worth / each.visits + CURIOSITY * seldom
            if bound > best:
                best, chosen = bound, child
        child = each.sibling
    if chosen != NONE and tried >= 1 + BREADTH * math.sqrt(tree[node].visits):
        low = high = u64(0)
    return chosen, low, high


@inlined
def reckon(s: State, gain: NDArray[np.float64]) -> None:
    """What the end of a game is worth to each seat: a mixture of winning and of the margin."""
    best = -1
    next_best = -1
    winners = 0
    for seat in range(s.players):
        points = score(s, seat)
        gain[2, seat] = points
        if points > best:
            best, next_best, winners = points, best, 1
        else:
            winners += points == best
            next_best = max(next_best, points)
    for seat in range(s.players):
        points = gain[2, seat]
        won = points == best
        margin = points - (next_best if won else best)
        gain[1, seat] = 1.0 / winners if won else 0.0
        soft = 0.5 + 0.5 * margin / (MARGIN + abs(margin))
        gain[0, seat] = WINNING * gain[1, seat] + (1.0 - WINNING) * soft
