"""The states of a game, move by move, shared by its copies; and the rules as Python calls them."""

import threading
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.rules.compiled import compiled, i64, u64
from goldenhorn.rules.fate import untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.moves import ABOUT, CHOICES, ON
from goldenhorn.rules.play import begin, next_place, play
from goldenhorn.rules.score import score
from goldenhorn.rules.seen import deal_unseen, hide
from goldenhorn.rules.state import MODONE, NONE, ORDERS, Masks, States, new_states

Stops = NDArray[np.int8]

_FIRST_ROOM: Final = 4  # states a branch has room for at first; it doubles


@compiled
def begin_game(states: States, masks: Masks) -> None:
    begin(states[0], untold())
    masks[0, 0], masks[0, 1] = legal(states[0])


@compiled
def look(states: States, masks: Masks) -> None:
    masks[0, 0], masks[0, 1] = legal(states[0])


@compiled
def step(states: States, masks: Masks, here: int, move: int) -> bool:
    """Play a move from one state into the next, if it is legal."""
    if not (masks[here, move >> 6] >> u64(move & 63)) & u64(1):
        return False
    states[here + 1] = states[here]
    play(states[here + 1], move, untold())
    masks[here + 1, 0], masks[here + 1, 1] = legal(states[here + 1])
    return True


@compiled
def points(states: States, here: int, seat: int) -> int:
    return score(states[here], seat)


@compiled
def hide_from(states: States, seat: int) -> None:
    hide(states[0], seat)


@compiled
def deal_again(states: States, seat: int, key0: np.uint64, key1: np.uint64) -> None:
    deal_unseen(states[0], seat, u64(key0), u64(key1))


@compiled
def lead(states: States, here: int, move: int) -> int:
    """The place where a ship's next step ends, for a legal `sail`, `on` or `wind`."""
    s = states[here]
    seat = i64(s.player)
    ship = i64(s.sailing) if move >= ON else move // CHOICES
    port = i64(s.to[seat, ship])
    if move < ON and move % CHOICES == ABOUT:
        port = 1 - port
    return next_place(s, i64(s.at[seat, ship]), port)


@compiled
def course(states: States, here: int, ship: int, about: int, stops: Stops) -> int:
    """Every place a ship of the player's could still reach in this turn, and how many there are.

    A row for each step: the place it leads to, and the colour of the card it costs or NONE. The
    steps go as far as the hand pays for them (R5.5).
    """
    s = states[here]
    seat = i64(s.player)
    place = i64(s.at[seat, ship])
    port = i64(s.to[seat, ship])
    if about:
        port = 1 - port
    spent = np.zeros(6, np.int8)
    count = 0
    obliged = s.phase == ORDERS  # R5.4: the first step is free
    while count < len(stops):
        card = i64(NONE)
        square = i64(s.route[place])
        if not obliged and not (s.sails[seat, ship] >> square) & 1:
            if s.hands[seat, square] == spent[square]:
                break
            spent[square] += 1
            card = square
        place = next_place(s, place, port)
        stops[count, 0], stops[count, 1] = place, card
        count += 1
        if s.route[place] >= MODONE:
            break
        obliged = False
    return count


class Branch:
    """States from one moment of a game on. Copies of a game share it until they part ways.

    Nothing in it changes once written, except that moves are added at its end, by whoever holds
    the lock. So whoever remembers how far they have read may read on without it.
    """

    __slots__ = ("lock", "masks", "moves", "parent", "start", "states")

    def __init__(self, start: int, parent: "Branch | None", room: int = _FIRST_ROOM) -> None:
        self.start = start
        self.parent = parent
        self.states = new_states(room)
        self.masks: Masks = np.zeros((room, 2), np.uint64)
        self.moves: list[int] = []
        # One for all branches of a game: who plays may have to leave one for another.
        self.lock: threading.Lock = threading.Lock() if parent is None else parent.lock

    def at(self, ply: int) -> tuple["Branch", int]:
        """The branch that holds the state at this ply of the game, and its index there."""
        branch = self
        while ply < branch.start and branch.parent is not None:
            branch = branch.parent
        return branch, ply - branch.start

    def fork(self, here: int) -> "Branch":
        """A new branch that begins with this one's state at an index.

        Where that is the first state, this branch adds nothing to what came before: a game that
        tries move after move and takes each back would otherwise grow a branch from each.
        """
        new = Branch(self.start + here, self if here else self.parent)
        new.lock = self.lock
        new.states[0] = self.states[here]
        new.masks[0] = self.masks[here]
        return new

    def append(self, code: int) -> bool:
        """One more move, if it is legal."""
        here = len(self.moves)
        if here + 1 == len(self.states):
            self._grow()
        if not step(self.states, self.masks, here, code):
            return False
        self.moves.append(code)
        return True

    def _grow(self) -> None:
        # New arrays, not longer ones: other threads may be reading the old.
        room = 2 * len(self.states)
        states, masks = new_states(room), np.zeros((room, 2), np.uint64)
        states[: len(self.states)] = self.states
        masks[: len(self.masks)] = self.masks
        self.states, self.masks = states, masks
