"""The states of a game, move by move, shared by its copies; and the rules as Python calls them."""

import threading
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.rules.box import SHIPS
from goldenhorn.rules.compiled import compiled, i64, u64
from goldenhorn.rules.fate import untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.moves import ABOUT, CHOICES, ON
from goldenhorn.rules.play import begin, next_place, play
from goldenhorn.rules.score import score
from goldenhorn.rules.seen import deal_unseen, hide
from goldenhorn.rules.state import MODONE, NONE, ORDERS, STATE, Masks, States, new_states, states_in

Stops = NDArray[np.int8]

_FIRST_ROOM: Final = 4  # states a branch has room for at first; it doubles
_SIZE: Final = STATE.itemsize
_AT: Final = {name: field[1] for name, field in (STATE.fields or {}).items()}


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
def kept_quiet(before: States, i: int, after: States, j: int) -> bool:
    """Whether a move drew nothing by chance, and showed or brought no card."""
    if before[i].draws != after[j].draws:
        return False
    for seat in range(after[j].players):
        if before[i].hand_sizes[seat] != after[j].hand_sizes[seat]:
            return False
    return True


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
def courses(states: States, here: int, ways: int, stops: Stops, counts: Stops) -> None:
    """Every place that ships of the player's could still reach in this turn, way by way.

    `ways` has a bit for each way, two for a ship: as it faces, and turned about. Each way asked for
    gets rows of `stops`, one for each step: the place it leads to, and the colour of the card it
    costs or NONE. The steps go as far as the hand pays for them (R5.5); `counts` says how many.
    """
    s = states[here]
    seat = i64(s.player)
    row = 0
    for way in range(2 * SHIPS):
        if ways >> way & 1:
            counts[row] = course(states, here, seat, way >> 1, way & 1, stops, row)
            row += 1


@compiled
def course(
    states: States, here: int, seat: int, ship: int, about: int, stops: Stops, row: int
) -> int:
    s = states[here]
    place = i64(s.at[seat, ship])
    port = i64(s.to[seat, ship])
    if about:
        port = 1 - port
    spent = np.zeros(6, np.int8)
    count = 0
    obliged = s.phase == ORDERS  # R5.4: the first step is free
    while count < stops.shape[1]:
        card = i64(NONE)
        square = i64(s.route[place])
        if not obliged and not (s.sails[seat, ship] >> square) & 1:
            if s.hands[seat, square] == spent[square]:
                break
            spent[square] += 1
            card = square
        place = next_place(s, place, port)
        stops[row, count, 0], stops[row, count, 1] = place, card
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

    __slots__ = ("fields", "lock", "masks", "moves", "parent", "start", "states")

    def __init__(
        self, start: int, parent: "Branch | None", states: States, masks: Masks | None = None
    ) -> None:
        self.start = start
        self.parent = parent
        self._hold(states, np.zeros((len(states), 2), np.uint64) if masks is None else masks)
        self.moves: list[int] = []
        # One for all branches of a game: who plays may have to leave one for another.
        self.lock: threading.Lock = threading.Lock() if parent is None else parent.lock

    def _hold(self, states: States, masks: Masks) -> None:
        self.states, self.masks = states, masks
        # The same as plain bytes: a field of a NumPy record takes ten times as long to read.
        self.fields: memoryview = states.view(np.int8).data

    def field(self, here: int, name: str) -> int:
        """A field of one byte."""
        found: int = self.fields[here * _SIZE + _AT[name]]
        return found

    def bytes_of(self, here: int) -> bytes:
        """A state, as the bytes it is."""
        return self.fields[here * _SIZE : (here + 1) * _SIZE].tobytes()

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
        parent = self if here else self.parent
        new = Branch(self.start + here, parent, new_states(_FIRST_ROOM))
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
        states, masks = bytearray(room * _SIZE), np.zeros((room, 2), np.uint64)
        states[: len(self.fields)] = self.fields
        masks[: len(self.masks)] = self.masks
        self._hold(states_in(states), masks)
