"""Games whose chance is told draw by draw, for libraries that want all of it explicit.

A move of the rules draws cubes and cards by itself. Here it is played again and again from the same
state, each time with one more draw told, until none is missing: each missing draw is a chance node.
"""

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from goldenhorn.envs.observe import HERE
from goldenhorn.rules.compiled import compiler, i64, u64
from goldenhorn.rules.fate import CARD, COIN, CUBE, SCRIPT
from goldenhorn.rules.legal import legal
from goldenhorn.rules.moves import MOVES
from goldenhorn.rules.options import Options
from goldenhorn.rules.play import begin, play
from goldenhorn.rules.score import score
from goldenhorn.rules.seen import deal_unseen, hide
from goldenhorn.rules.state import MODONE, OVER, SAILING, States, box_packed, new_states

compiled = compiler(HERE)

BEGIN: Final = -1
"""In place of a move: what happens before the first one."""

# What happens is written down as a byte each time, for every seat as it sees it.
MOVE: Final = 1  # and 114 more
DRAWN: Final = {COIN: 120, CUBE: 130, CARD: 140}
UNSEEN_CARD: Final = 150

Script = NDArray[np.int16]
Told = NDArray[np.uint64]


@compiled
def tell_on(before: States, move: int, script: Script, after: States, told: Told) -> None:
    """Play a move with the draws told; `told` says who decides next, and the mask, or nothing."""
    after[0] = before[0]
    s = after[0]
    if move == BEGIN:
        begin(s, script)
    else:
        play(s, move, script)
    low, high = legal(s)
    told[0] = script[2]
    told[1] = s.player
    told[2] = s.phase == OVER
    told[3] = low
    told[4] = high


@compiled
def deal_again(before: States, seat: int, keys: NDArray[np.uint64], after: States) -> bool:
    """Deal what a seat does not see; whether it fits what everyone knows.

    Who may go on to a square that is not on the ship's sails has a card of its colour.
    """
    after[0] = before[0]
    s = after[0]
    hide(s, seat)
    deal_unseen(s, seat, keys[0], keys[1])
    s.key[0] = u64(0)
    s.key[1] = u64(0)
    s.draws = 0
    if s.phase != SAILING or s.player == seat:
        return True
    square = i64(s.route[s.at[s.player, s.sailing]])
    if square >= MODONE or (s.sails[s.player, s.sailing] >> square) & 1:
        return True
    return s.hands[s.player, square] > 0


@compiled
def points(states: States, seat: int) -> int:
    return score(states[0], seat)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game in which nothing is left to chance unseen. It never changes."""

    table: Options
    states: States
    """The state, an array of one; where a draw is missing, the one before the move."""
    views: tuple[bytes, ...]
    """What has happened, as each seat saw it, and last as someone who watches."""
    player: int
    over: bool
    legal: tuple[int, ...]
    pending: int = BEGIN
    """The move in which a draw is missing."""
    told: tuple[int, ...] = ()
    """The draws already told in it."""
    draw: int = 0
    """The kind of draw that is missing, or 0."""
    whom: int = 0
    """For which port or seat."""
    counts: tuple[int, ...] = ()
    """What it is drawn from."""

    @classmethod
    def first(cls, table: Options) -> Self:
        """Before anything has happened."""
        nothing = (b"",) * (table.players + 1)
        return cls(table, box_packed(table), nothing, 0, False, ())._told(BEGIN, (), nothing)

    def after(self, action: int) -> Self:
        """After a move, or where a draw is missing, after that draw."""
        if not self.draw:
            return self._told(action, (), _all_see(self.views, MOVE + action))
        code = DRAWN[self.draw] + action
        if self.draw == CARD:
            views = tuple(
                view + bytes([code if seat == self.whom else UNSEEN_CARD])
                for seat, view in enumerate(self.views)
            )
        else:
            views = _all_see(self.views, code)
        return self._told(self.pending, (*self.told, action), views)

    def _told(self, move: int, draws: tuple[int, ...], views: tuple[bytes, ...]) -> Self:
        script = np.zeros(SCRIPT + len(draws), np.int16)
        script[0] = len(draws)
        script[SCRIPT:] = draws
        after, told = new_states(1), np.zeros(5, np.uint64)
        tell_on(self.states, move, script, after, told)
        missing, player, over, low, high = told.tolist()
        if not missing:
            mask = low | high << 64
            moves = tuple(code for code in range(MOVES) if mask >> code & 1)
            return type(self)(self.table, after, views, player, bool(over), moves)
        whom, *counts = script[3:SCRIPT].tolist()
        return type(self)(
            self.table, self.states, views, self.player, False, (),
            move, draws, missing, whom, tuple(counts),
        )  # fmt: skip

    def dealt_again(self, seat: int, chance: np.random.Generator) -> Self:
        """A moment that this seat can't tell from this one, each as likely as the cards make it."""
        if self.draw:
            raise ValueError(
                "cards can be dealt anew where a player decides, not where chance does"
            )
        after = new_states(1)
        while not deal_again(
            self.states, seat, chance.integers(2**63, size=2, dtype=np.uint64), after
        ):
            pass
        seen = self.views[seat]
        views = tuple(seen if at == seat else self.views[-1] for at in range(len(self.views)))
        return type(self)(self.table, after, views, self.player, self.over, self.legal)

    def scores(self) -> list[int]:
        """Every seat's points, as if the game ended now."""
        return [int(points(self.states, seat)) for seat in range(self.table.players)]

    def __deepcopy__(self, memo: Any) -> Self:
        return self


def _all_see(views: tuple[bytes, ...], code: int) -> tuple[bytes, ...]:
    more = bytes([code])
    return tuple(view + more for view in views)
