"""A friendly face on one game.

>>> from goldenhorn import Game
>>> game = Game.new(players=2, seed=7)
>>> game.player, game.phase
(0, 'placement')
>>> game.play("place VCV")
>>> game.play("place CCC")
>>> game.legal[:3]
('sail 1 b', 'sail 1 empty', 'sail 1 o')
"""

import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from goldenhorn.refusals import Refusal, misread, why_not
from goldenhorn.rules.compiled import compiled, u64
from goldenhorn.rules.fate import untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.moves import MOVES, BadNotation, codes
from goldenhorn.rules.options import Options, options
from goldenhorn.rules.play import begin, play
from goldenhorn.rules.score import score
from goldenhorn.rules.seen import deal_unseen, hide
from goldenhorn.rules.state import NONE, OVER, PHASES, Masks, States, box_packed, new_states
from goldenhorn.trace import Json, legal_texts, notation, prices, state_data, table_data, winners

_FIRST_ROOM: Final = 4  # states a branch has room for at first; it doubles


class IllegalMove(ValueError):
    """A move that cannot be made now; `rule` is the number of the rule, `reason` the sentence."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__(f"{move}: {refusal.reason} ({refusal.rule})")
        self.move = move
        self.rule = refusal.rule
        self.reason = refusal.reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `port`, `announced`, `dominions` or `rounds`."""

    cause: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@compiled
def _begin(states: States, masks: Masks) -> None:
    begin(states[0], untold())
    masks[0, 0], masks[0, 1] = legal(states[0])


@compiled
def _look(states: States, masks: Masks) -> None:
    masks[0, 0], masks[0, 1] = legal(states[0])


@compiled
def _step(states: States, masks: Masks, here: int, move: int) -> bool:
    """Play a move from one state into the next, if it is legal."""
    if not (masks[here, move >> 6] >> u64(move & 63)) & u64(1):
        return False
    states[here + 1] = states[here]
    play(states[here + 1], move, untold())
    masks[here + 1, 0], masks[here + 1, 1] = legal(states[here + 1])
    return True


@compiled
def _score(states: States, here: int, seat: int) -> int:
    return score(states[here], seat)


@compiled
def _hide(states: States, seat: int) -> None:
    hide(states[0], seat)


@compiled
def _deal_unseen(states: States, seat: int, key0: np.uint64, key1: np.uint64) -> None:
    deal_unseen(states[0], seat, u64(key0), u64(key1))


class _Branch:
    """States from one moment of a game on. Copies of a game share it until they part ways.

    Nothing in it changes once written, except that moves are added at its end, one thread at a
    time. So whoever remembers how far they have read may read on without a lock.
    """

    __slots__ = ("lock", "masks", "moves", "parent", "start", "states")

    def __init__(self, start: int, parent: "_Branch | None", room: int = _FIRST_ROOM) -> None:
        self.start = start
        self.parent = parent
        self.states = new_states(room)
        self.masks: Masks = np.zeros((room, 2), np.uint64)
        self.moves: list[int] = []
        self.lock = threading.Lock()

    def at(self, ply: int) -> tuple["_Branch", int]:
        """The branch that holds the state at this ply of the game, and its index there."""
        branch = self
        while ply < branch.start and branch.parent is not None:
            branch = branch.parent
        return branch, ply - branch.start

    def fork(self, here: int) -> "_Branch":
        """A new branch that begins with this one's state at an index."""
        new = _Branch(self.start + here, self)
        new.states[0] = self.states[here]
        new.masks[0] = self.masks[here]
        return new

    def append(self, code: int) -> bool:
        """One more move, if it is legal."""
        here = len(self.moves)
        if here + 1 == len(self.states):
            self._grow()
        if not _step(self.states, self.masks, here, code):
            return False
        self.moves.append(code)
        return True

    def _grow(self) -> None:
        # New arrays, not longer ones: other threads may be reading the old.
        states, masks = (
            new_states(2 * len(self.states)),
            np.zeros((2 * len(self.states), 2), np.uint64),
        )
        states[: len(self.states)] = self.states
        masks[: len(self.masks)] = self.masks
        self.states, self.masks = states, masks


class Position:
    """What can be read off a game at one moment. Reading is safe from several threads."""

    __slots__ = ("_branch", "_codes", "_options", "_ply")

    _options: Options
    _branch: _Branch
    _ply: int
    _codes: dict[str, int]

    def _here(self) -> tuple[_Branch, int]:
        return self._branch.at(self._ply)

    def _field(self, name: str) -> int:
        branch, here = self._here()
        return int(branch.states[name][here])

    @property
    def options(self) -> Options:
        """The table's options: edition, expansion, fleets, route."""
        return self._options

    @property
    def players(self) -> int:
        """How many play."""
        return self._options.players

    @property
    def player(self) -> int:
        """The seat whose decision comes next; when the game is over, the seat of the last turn."""
        return self._field("player")

    @property
    def phase(self) -> str:
        """What is decided next: placement, orders, sailing, closing, or over."""
        return PHASES[self._field("phase")]

    @property
    def turn(self) -> int:
        """Turns begun so far; 0 while the ships are placed."""
        return self._field("turn")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._field("phase") == OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """Every seat's points, as if the game ended now."""
        branch, here = self._here()
        return tuple(int(_score(branch.states, here, seat)) for seat in range(self.players))

    @property
    def legal(self) -> tuple[str, ...]:
        """All legal moves in notation, sorted; none when the game is over."""
        return tuple(legal_texts(self._options, self.mask))

    @property
    def mask(self) -> tuple[int, int]:
        """The legal moves as two words: a bit for each code 0 to 63, and 64 to 114."""
        branch, here = self._here()
        low, high = branch.masks[here].tolist()
        return low, high

    @property
    def data(self) -> Json:
        """The table and its state as plain data, as in a trace."""
        branch, here = self._here()
        return {
            **table_data(self._options),
            "state": state_data(branch.states, here),
            "scores": list(self.scores),
        }

    @property
    def state(self) -> Json:
        """The state as plain data, as in a trace."""
        branch, here = self._here()
        return state_data(branch.states, here)

    @property
    def record(self) -> States:
        """A copy of the state itself, for the functions of `goldenhorn.rules`: an array of one."""
        branch, here = self._here()
        return branch.states[here : here + 1].copy()

    def parse(self, move: str) -> int:
        """The code of a move's notation; BadNotation if it is no move at this table.

        >>> Game.new(seed=1).parse("sail 3 about")
        35
        """
        code = self._codes.get(move)
        if code is None:
            code = self._codes.get(" ".join(move.lower().split()) if isinstance(move, str) else "")
        if code is None:
            code = _parse_loosely(self._options, self._codes, move)
        return code

    def write(self, code: int) -> str:
        """The notation of a move's code.

        >>> Game.new(seed=1).write(35)
        'sail 3 about'
        """
        texts = notation(self._options)
        if not 0 <= code < len(texts) or not texts[code]:
            raise BadNotation(f"{code!r} is no move's code at this table")
        return texts[code]

    def why_not(self, move: str) -> Refusal | None:
        """Why a move is illegal now, with the rule's number; None if it is legal.

        >>> game = Game.new(players=2, placement="random", seed=5)
        >>> print(game.why_not("end"))
        You may announce the end only after your move. (R3.3)
        """
        code = self.parse(move)
        low, high = self.mask
        return None if (low | high << 64) >> code & 1 else self._refusal(code)

    def _refusal(self, code: int) -> Refusal:
        return why_not(self._options, self.state, self.write(code))

    def svg(self, **style: Any) -> str:
        """A picture of the table (see `goldenhorn.drawing.svg` for its options)."""
        from goldenhorn.drawing import svg

        return svg(self.data, **style)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        from goldenhorn.terminal.board import plain

        return plain(self.data)


def _parse_loosely(table: Options, known: dict[str, int], move: object) -> int:
    """People write letters in any order and case: `place vcv`, `raid 0.3 rg`."""
    words = move.split() if isinstance(move, str) and len(move) < 100 else []
    if len(words) == 2 and words[0].lower() == "place":
        words = ["place", words[1].upper()]
    elif len(words) == 3 and words[0].lower() == "raid":
        words = ["raid", words[1], words[2].lower()[::-1]]
    code = known.get(" ".join(words))
    if code is None:
        raise BadNotation(misread(table, move))
    return code


class Game(Position):
    """A game being played. It goes back and forth, and is cheap to copy.

    >>> game = Game.new(players=2, edition="fr", placement="random", seed=1)
    >>> game.options.edition
    'custom'
    >>> twin = game.copy()
    >>> twin.play(twin.legal[0])
    >>> game.ply, twin.ply
    (0, 1)
    """

    __slots__ = ("_end", "_seed")

    _end: int  # how many moves this game has, also those ahead after going back
    _seed: int | None

    @classmethod
    def new(
        cls, players: int = 3, *, seed: int | None = None, table: Options | None = None, **own: Any
    ) -> Self:
        """A new game: `edition`, `expansion` and the other options as in `rules.options.options`.

        The seed is a whole number below 2**128; without one, chance decides it.
        """
        table = options(players, **own) if table is None else table
        if seed is None:
            seed = secrets.randbits(128)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 128:
            raise ValueError(f"a seed is a whole number from 0 to 2**128-1, not {seed!r}")
        branch = _Branch(0, None, 64)
        branch.states[:1] = box_packed(table, seed)
        _begin(branch.states, branch.masks)
        return cls._make(table, branch, 0, seed)

    @classmethod
    def _make(cls, table: Options, branch: _Branch, ply: int, seed: int | None) -> Self:
        game = cls.__new__(cls)
        game._options = table
        game._branch = branch
        game._ply = game._end = ply
        game._seed = seed
        game._codes = codes(table.fleets, prices(table))
        return game

    def copy(self) -> "Game":
        """The same game, to be played on differently."""
        game = Game.__new__(Game)
        game._options = self._options
        game._branch = self._branch
        game._ply = self._ply
        game._end = self._end
        game._seed = self._seed
        game._codes = self._codes
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._seed is None:
            raise TypeError("a game that was dealt from what a seat sees has no seed to be kept by")
        return _replayed, (self._options, self._seed, self.line, self._ply)

    @property
    def seed(self) -> int | None:
        """The secret behind all chance in this game; None if it was dealt from what a seat saw."""
        return self._seed

    @property
    def ply(self) -> int:
        """How many moves have been made up to here."""
        return self._ply

    @property
    def line(self) -> tuple[str, ...]:
        """All moves of the game, also those ahead of here."""
        return self._texts(self._end)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led here."""
        return self._texts(self._ply)

    def _texts(self, end: int) -> tuple[str, ...]:
        texts = notation(self._options)
        return tuple(texts[code] for code in self.codes(end))

    def codes(self, end: int | None = None) -> list[int]:
        """The codes of the moves that led here, or of the first so many."""
        end = self._ply if end is None else end
        found: list[int] = []
        branch: _Branch | None = self._branch
        while branch is not None:
            found = branch.moves[: max(0, end - branch.start)] + found
            end = min(end, branch.start)
            branch = branch.parent
        return found

    def play(self, move: str | int) -> None:
        """Make a move, given in notation or as a code; what lay ahead after going back is gone.

        >>> Game.new(players=2, placement="random", seed=5).play("end")
        Traceback (most recent call last):
        ...
        goldenhorn.game.IllegalMove: end: You may announce the end only after your move. (R3.3)
        """
        code = self._codes.get(move) if isinstance(move, str) else move
        if code is None or not 0 <= code < MOVES:
            code = self.parse(move) if isinstance(move, str) else self.parse(self.write(move))
        branch, here = self._branch.at(self._ply)
        with branch.lock:
            if here < len(branch.moves) and branch.moves[here] != code:
                branch, here = branch.fork(here), 0
            legal = here < len(branch.moves) or branch.append(code)
        if not legal:
            raise IllegalMove(self.write(code), self._refusal(code))
        self._branch = branch
        self._ply += 1
        self._end = self._ply

    def undo(self, count: int = 1) -> None:
        """Take back the last moves for good."""
        self.back(count)
        self._end = self._ply

    def back(self, count: int = 1) -> None:
        """Look at an earlier moment; `forward` comes back."""
        self.go_to(self._ply - count)

    def forward(self, count: int = 1) -> None:
        """Make again what `back` left ahead."""
        self.go_to(self._ply + count)

    def go_to(self, ply: int) -> None:
        """Look at the moment after so many moves."""
        if not self._start() <= ply <= self._end:
            raise IndexError(f"this game has moments {self._start()} to {self._end}, not {ply}")
        self._ply = ply

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.is_over:
            return None
        scores = self.scores
        return Outcome(self._cause(), scores, tuple(winners(scores)))

    def _cause(self) -> str:
        if self._field("end_called_by") == NONE:
            return "rounds"
        # The move after which the end had been called, and before which it had not.
        for ply in range(self._ply - 1, -1, -1):
            branch, here = self._branch.at(ply)
            if here < 0 or branch.states["end_called_by"][here] == NONE:
                break
        move = self.moves[ply - self._start()].split()[0]
        return {"end": "announced", "conquer": "dominions"}.get(move, "port")

    def _start(self) -> int:
        """The first moment known: 0, or where a game was dealt from what a seat saw."""
        branch = self._branch
        while branch.parent is not None:
            branch = branch.parent
        return branch.start

    def seen_by(self, seat: int) -> "Seen":
        """The game as a seat sees it; a number of no seat, such as -1, is someone who watches."""
        branch, here = self._here()
        mine = _Branch(self._ply, None, 1)
        mine.states[0] = branch.states[here]
        _hide(mine.states, seat)
        mine.masks[0] = branch.masks[here] if seat == int(mine.states["player"][0]) else 0
        return Seen(self._options, mine, self._ply, seat)

    def __repr__(self) -> str:
        told = (
            f"over, {'-'.join(map(str, self.scores))}"
            if self.is_over
            else (f"turn {self.turn}, seat {self.player}, {self.phase}")
        )
        with_dominio = " with Dominio da Mar" if self._options.expansion else ""
        edition = self._options.edition
        return f"<Game: {self.players} players, {edition}{with_dominio}; {told}>"


class Seen(Position):
    """A game as one seat sees it: all that lies open, its own hand, and the sizes of the others.

    This is what a player is given to choose by. It holds no key to the future.

    >>> seen = Game.new(players=2, placement="random", seed=3).seen_by(0)
    >>> seen.state["hands"]
    ['ogrbb', '?????']
    >>> seen.deal(seed=1).seen_by(0).state == seen.state
    True
    """

    __slots__ = ("_seat",)

    _seat: int

    def __init__(self, table: Options, branch: _Branch, ply: int, seat: int) -> None:
        self._options = table
        self._branch = branch
        self._ply = ply
        self._seat = seat
        self._codes = codes(table.fleets, prices(table))

    @property
    def seat(self) -> int:
        """Whose view this is."""
        return self._seat

    def _refusal(self, code: int) -> Refusal:
        return why_not(self._options, self.state, self.write(code), seat=self._seat)

    def deal(self, seed: int) -> Game:
        """A full game that this seat can't tell from the real one, with a chance of its own."""
        branch = _Branch(self._ply, None, 64)
        branch.states[0] = self._branch.states[0]
        low, high = np.uint64(seed & (2**64 - 1)), np.uint64(seed >> 64)
        _deal_unseen(branch.states, self._seat, low, high)
        _look(branch.states, branch.masks)
        return Game._make(self._options, branch, self._ply, None)

    def __repr__(self) -> str:
        return f"<Seen by seat {self._seat}: turn {self.turn}, seat {self.player}, {self.phase}>"


def _replayed(table: Options, seed: int, line: Sequence[str], ply: int) -> Game:
    game = Game.new(seed=seed, table=table)
    for move in line:
        game.play(move)
    game.go_to(ply)
    return game
