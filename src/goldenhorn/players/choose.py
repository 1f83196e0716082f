"""The players that Numba compiles, by number."""

from pathlib import Path
from typing import Final

from goldenhorn.players.greedy import LOOKAHEAD, choose_greedy
from goldenhorn.players.playout import choose_quick
from goldenhorn.players.random import choose_random
from goldenhorn.players.thought import Thoughts
from goldenhorn.rules.compiled import compiler, u64
from goldenhorn.rules.seen import hide
from goldenhorn.rules.state import Masks, States

compiled = compiler(Path(__file__).parent)

NAMES: Final = ("random", "greedy", "quick")
RANDOM: Final = 0
GREEDY: Final = 1

DESK: Final = LOOKAHEAD + 1
"""How many states a player needs to think with."""


@compiled
def choose_seen(
    kind: int, desk: States, seat: int, low: int, high: int, thoughts: Thoughts, place: int
) -> int:
    """The move that this kind of player makes; `desk[0]` is the state, and only they see theirs."""
    if kind == RANDOM:
        return choose_random(low, high, thoughts, place)
    if kind != GREEDY:
        return choose_quick(desk[0], low, high, thoughts, place)
    hide(desk[0], seat)
    return choose_greedy(desk, seat, low, high, thoughts, place)


@compiled
def choose_alone(kind: int, desk: States, seat: int, masks: Masks, thoughts: Thoughts) -> int:
    """The same for a player outside simulations, called from Python."""
    return choose_seen(kind, desk, seat, u64(masks[0, 0]), u64(masks[0, 1]), thoughts, 0)
