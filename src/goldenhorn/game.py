"""A friendly face on one game.

>>> from goldenhorn import Game
>>> game = Game.new(players=2, seed=7)
>>> game.player, game.phase
(0, 'placement')
>>> game.play("place VCV")
>>> game.play("place CCC")
>>> game.legal[:3]
('sail 1 empty', 'sail 1 g', 'sail 1 o')
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, Unpack

import numpy as np

from goldenhorn.branch import Branch, begin_game, deal_again, hide_from, kept_quiet, look
from goldenhorn.position import Position
from goldenhorn.refusals import Refusal, why_not
from goldenhorn.rules.moves import MOVES, BadNotation, codes
from goldenhorn.rules.options import Options, OwnOptions, in_short, options
from goldenhorn.rules.state import NONE, OVER, box_packed, new_states, states_in
from goldenhorn.trace import notation, prices, winners


class IllegalMove(ValueError):
    """A move that cannot be made now; `rule` is the number of the rule, `reason` the sentence."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__(move, refusal)
        self.move = move
        self.rule = refusal.rule
        self.reason = refusal.reason

    def __str__(self) -> str:
        return f"{self.move}: {self.reason} ({self.rule})"


class BadSeed(ValueError):
    """A seed that is none."""


def check_seed(seed: int) -> None:
    """A seed is 128 bits."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 128:
        raise BadSeed(f"a seed is a whole number from 0 to 2**128-1, not {in_short(seed)}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `port`, `announced`, `dominions` or `rounds`.

    The cause is `called` where a game was dealt after the end had been called.
    """

    cause: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]


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

    __slots__ = ("_seed",)

    _seed: int | None

    def __init__(self) -> None:
        raise TypeError("a game begins with Game.new(), or is loaded from a record")

    @classmethod
    def new(
        cls,
        players: int | None = None,
        *,
        seed: int | None = None,
        table: Options | None = None,
        **own: Unpack[OwnOptions],
    ) -> Self:
        """A new game: `edition`, `expansion` and the other options as in `rules.options.options`.

        Three play if nothing else is said, or as many as the table is for. The seed is a whole
        number below 2**128; without one, chance decides it.
        """
        if table is None:
            table = options(3 if players is None else players, **own)
        elif own:
            raise TypeError(f"a table has its options already: {', '.join(own)} cannot be added")
        elif players not in (None, table.players):
            raise TypeError(f"that table is for {table.players} players, not {in_short(players)}")
        if seed is None:
            seed = secrets.randbits(128)
        check_seed(seed)
        branch = Branch(0, None, new_states(64))
        branch.states[:1] = box_packed(table, seed)
        begin_game(branch.states, branch.masks)
        return cls._make(table, branch, 0, seed)

    @classmethod
    def _make(cls, table: Options, branch: Branch, ply: int, seed: int | None) -> Self:
        game = cls.__new__(cls)
        game._options = table
        game._moment = branch, ply, ply
        game._seed = seed
        game._codes = codes(table.fleets, prices(table))
        return game

    def copy(self) -> "Game":
        """The same game, to be played on differently."""
        game = Game.__new__(Game)
        game._options = self._options
        game._moment = self._moment
        game._seed = self._seed
        game._codes = self._codes
        return game

    __copy__ = copy

    def _still(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._seed is None:
            raise TypeError("a game that was dealt from what a seat sees has no seed to be kept by")
        still = self._still()
        return _replayed, (self._options, self._seed, still.line, still.ply)

    @property
    def seed(self) -> int | None:
        """The secret behind all chance in this game; None if it was dealt from what a seat saw."""
        return self._seed

    @property
    def line(self) -> tuple[str, ...]:
        """All moves of the game, also those ahead of here."""
        branch, _, end = self._moment
        return self._texts(_codes_until(branch, end))

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led here."""
        return self._texts(self.codes())

    def _texts(self, codes: Sequence[int]) -> tuple[str, ...]:
        texts = notation(self._options)
        return tuple(texts[code] for code in codes)

    def codes(self, end: int | None = None) -> list[int]:
        """The codes of the moves that led here, or of the first so many."""
        branch, ply, _ = self._moment
        return _codes_until(branch, ply if end is None else end)

    def play(self, move: str | int) -> None:
        """Make a move, given in notation or as a code; what lay ahead after going back is gone.

        >>> Game.new(players=2, placement="random", seed=5).play("end")
        Traceback (most recent call last):
        ...
        goldenhorn.game.IllegalMove: end: You may announce the end only after your move. (R3.3)
        """
        if not isinstance(move, str | int | np.integer) or isinstance(move, bool):
            raise BadNotation(f"a move is notation or a code, not {in_short(move)}")
        code = self._codes.get(move) if isinstance(move, str) else int(move)
        if code is None or not 0 <= code < MOVES:
            code = self.parse(move) if isinstance(move, str) else self.parse(self.write(move))
        with self._branch.lock:
            branch, ply, _ = self._moment
            branch, here = branch.at(ply)
            if here < len(branch.moves) and branch.moves[here] != code:
                branch, here = branch.fork(here), 0
            if here < len(branch.moves) or branch.append(code):
                self._moment = branch, ply + 1, ply + 1
                return
            still = self._still()
        raise IllegalMove(self.write(code), still._refusal(code))

    def undo(self, count: int = 1) -> None:
        """Take back the last moves for good."""
        with self._branch.lock:
            self._look_at(self._ply - count)
            branch, ply, _ = self._moment
            self._moment = branch, ply, ply

    @property
    def may_take_back(self) -> bool:
        """Whether whoever made the last move may fairly take it back.

        So it is until the next move, also where it ended their turn; but not once anything has
        come out that was hidden or left to chance: no cube drawn, no card drawn or shown.

        >>> game = Game.new(players=2, placement="random", seed=5)
        >>> game.play("sail 1 empty")
        >>> game.may_take_back
        True
        """
        branch, ply, _ = self._moment
        if ply <= self._start():
            return False
        (before, i), (after, j) = branch.at(ply - 1), branch.at(ply)
        if after.field(j, "phase") == OVER:
            return False
        return bool(kept_quiet(before.states, i, after.states, j))

    def back(self, count: int = 1) -> None:
        """Look at an earlier moment; `forward` comes back."""
        with self._branch.lock:
            self._look_at(self._ply - count)

    def forward(self, count: int = 1) -> None:
        """Make again what `back` left ahead."""
        with self._branch.lock:
            self._look_at(self._ply + count)

    def go_to(self, ply: int) -> None:
        """Look at the moment after so many moves."""
        with self._branch.lock:
            self._look_at(ply)

    def _look_at(self, ply: int) -> None:
        branch, _, end = self._moment
        if not self._start() <= ply <= end:
            raise IndexError(f"this game has moments {self._start()} to {end}, not {ply}")
        self._moment = branch, ply, end

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        still = self._still()
        if not still.is_over:
            return None
        scores = still.scores
        return Outcome(still._cause(), scores, tuple(winners(scores)))

    def _cause(self) -> str:
        if self._field("end_called_by") == NONE:
            return "rounds"
        # The move after which the end had been called, and before which it had not.
        for ply in range(self._ply - 1, -1, -1):
            branch, here = self._branch.at(ply)
            if here < 0:
                break
            if branch.field(here, "end_called_by") == NONE:
                move = self.moves[ply - self._start()].split()[0]
                return {"end": "announced", "conquer": "dominions"}.get(move, "port")
        return "called"

    def _start(self) -> int:
        """The first moment known: 0, or where a game was dealt from what a seat saw."""
        branch = self._branch
        while branch.parent is not None:
            branch = branch.parent
        return branch.start

    def seen_by(self, seat: int) -> "Seen":
        """The game as a seat sees it; a number of no seat, such as -1, is someone who watches."""
        if not isinstance(seat, int | np.integer) or isinstance(seat, bool):
            raise TypeError(f"a seat is a number, not {in_short(seat)}")
        seat = int(seat) if 0 <= seat < self.players else NONE
        branch, ply, _ = self._moment
        told = tuple(_codes_until(branch, ply))
        branch, here = branch.at(ply)
        states = states_in(bytearray(branch.bytes_of(here)))
        hide_from(states, seat)
        # A copy, not a part of ours: nothing else is to be found behind what a seat sees.
        decides = seat == branch.field(here, "player")
        masks = branch.masks[here : here + 1].copy() if decides else None
        mine = Branch(ply, None, states, masks)
        return Seen(self._options, mine, ply, seat, told, self._codes)

    def __repr__(self) -> str:
        still = self._still()
        told = f"turn {still.turn}, seat {still.player}, {still.phase}"
        if still.is_over:
            told = f"over, {'-'.join(map(str, still.scores))}"
        with_dominio = " with Dominio da Mar" if self._options.expansion else ""
        edition = self._options.edition
        return f"<Game: {self.players} players, {edition}{with_dominio}; {told}>"


class Seen(Position):
    """A game as one seat sees it: all that lies open, its own hand, and the sizes of the others.

    This is what a player is given to choose by. It holds no key to the future.

    >>> seen = Game.new(players=2, placement="random", seed=3).seen_by(0)
    >>> seen.state["hands"]
    ['oopyy', '?????']
    >>> seen.deal(seed=1).seen_by(0).state == seen.state
    True
    """

    __slots__ = ("_legal", "_seat", "_told")

    _seat: int
    _told: tuple[int, ...]
    _legal: tuple[str, ...] | None

    def __init__(
        self,
        table: Options,
        branch: Branch,
        ply: int,
        seat: int,
        told: tuple[int, ...],
        known: dict[str, int] | None = None,
    ) -> None:
        self._options = table
        self._moment = branch, ply, ply
        self._seat = seat
        self._told = told
        self._legal = None
        self._codes = codes(table.fleets, prices(table)) if known is None else known

    def __reduce__(self) -> tuple[Any, ...]:
        states, masks = self._branch.states[:1], self._branch.masks[:1]
        return _seen_again, (
            self._options,
            states.tobytes(),
            masks.tolist(),
            self._ply,
            self._seat,
            self._told,
        )

    @property
    def seat(self) -> int:
        """Whose view this is."""
        return self._seat

    @property
    def legal(self) -> tuple[str, ...]:
        """All legal moves in notation, sorted, if the decision is this seat's."""
        if self._legal is None:  # it stays as it is, and is asked for often
            self._legal = super().legal
        return self._legal

    def _refusal(self, code: int) -> Refusal:
        return why_not(self._options, self.state, self.write(code), seat=self._seat)

    @property
    def told(self) -> tuple[int, ...]:
        """The codes of the moves made so far, which everyone at the table has heard."""
        return self._told

    def deal(self, seed: int) -> Game:
        """A full game that this seat can't tell from the real one, with a chance of its own."""
        check_seed(seed)
        branch = Branch(self._ply, None, new_states(64))
        branch.states[0] = self._branch.states[0]
        low, high = np.uint64(seed & (2**64 - 1)), np.uint64(seed >> 64)
        deal_again(branch.states, self._seat, low, high)
        look(branch.states, branch.masks)
        return Game._make(self._options, branch, self._ply, None)

    def __repr__(self) -> str:
        return f"<Seen by seat {self._seat}: turn {self.turn}, seat {self.player}, {self.phase}>"


def _codes_until(branch: Branch, end: int) -> list[int]:
    if branch.parent is None:
        return branch.moves[: max(0, end - branch.start)]
    found: list[int] = []
    while True:
        found = branch.moves[: max(0, end - branch.start)] + found
        end = min(end, branch.start)
        if branch.parent is None:
            return found
        branch = branch.parent


def _seen_again(
    table: Options, state: bytes, masks: list[Any], ply: int, seat: int, told: tuple[int, ...]
) -> Seen:
    branch = Branch(ply, None, states_in(bytearray(state)), np.array(masks, np.uint64))
    return Seen(table, branch, ply, seat, told)


def _replayed(table: Options, seed: int, line: Sequence[str], ply: int) -> Game:
    game = Game.new(seed=seed, table=table)
    for move in line:
        game.play(move)
    game.go_to(ply)
    return game
