"""What can be read off a game at one moment."""

from typing import Any, Self

import numpy as np

from goldenhorn.branch import Branch, courses, lead, points
from goldenhorn.refusals import Refusal, misread, why_not
from goldenhorn.rules.box import COLOURS
from goldenhorn.rules.moves import WIND, BadNotation
from goldenhorn.rules.options import Options, in_short
from goldenhorn.rules.state import NONE, ORDERS, OVER, PHASES, SAILING, States, states_in
from goldenhorn.trace import (
    Json,
    hand_data,
    legal_texts,
    notation,
    state_again,
    state_data,
    table_data,
)


class Position:
    """What can be read off a game at one moment. Reading is safe from several threads."""

    __slots__ = ("_codes", "_moment", "_options")

    _options: Options
    _codes: dict[str, int]
    # The branch, the ply, and how many moves the game has, also those ahead. It is replaced as a
    # whole: whoever reads while others play never gets a ply of one branch with another branch.
    _moment: tuple[Branch, int, int]

    @property
    def _branch(self) -> Branch:
        return self._moment[0]

    @property
    def _ply(self) -> int:
        return self._moment[1]

    def _here(self) -> tuple[Branch, int]:
        branch, ply, _ = self._moment
        return branch.at(ply)

    def _still(self) -> Self:
        """The same, staying at this moment: for whoever reads several things of it."""
        return self

    def _field(self, name: str) -> int:
        branch, ply, _ = self._moment
        here = ply - branch.start
        if here < 0:
            branch, here = branch.at(ply)
        return branch.field(here, name)

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
    def ply(self) -> int:
        """How many moves have been made up to here."""
        return self._ply

    @property
    def phase(self) -> str:
        """What is decided next: placement, orders, sailing, closing, or over."""
        return PHASES[self._field("phase")]

    @property
    def turn(self) -> int:
        """Turns begun so far; 0 while the ships are placed."""
        branch, here = self._here()
        return int(branch.states["turn"][here])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._field("phase") == OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """Every seat's points, as if the game ended now."""
        return self._scores(*self._here())

    def _scores(self, branch: Branch, here: int) -> tuple[int, ...]:
        return tuple(int(points(branch.states, here, seat)) for seat in range(self.players))

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
    def leads(self) -> dict[str, int]:
        """For each legal move of a ship, the place where its next step ends.

        >>> from goldenhorn import Game
        >>> game = Game.new(players=2, placement="random", seed=5)
        >>> game.leads["sail 1 empty"]
        1
        """
        branch, here = self._here()
        return {
            move: int(lead(branch.states, here, self._codes[move]))
            for move in legal_texts(self._options, branch.masks[here].tolist())
            if self._codes[move] <= WIND
        }

    @property
    def courses(self) -> list[Json]:
        """Where each ship of the player's could sail now, and by which moves.

        A course is one way for one ship: `first` are the moves that begin it, one of which is to be
        chosen; each stop says by which moves to go there `then` and to `stay`, and which `card`
        the step to it costs.

        >>> from goldenhorn import Game
        >>> game = Game.new(players=2, placement="random", seed=5)
        >>> game.courses[0]["ship"], game.courses[0]["stops"][0]
        (1, {'at': 1, 'then': [], 'stay': ['stop'], 'card': ''})
        """
        still = self._still()
        phase = still._field("phase")
        firsts: dict[int, list[str]] = {}  # by ship; two to a ship, the second turning about
        if phase == SAILING and any(still.mask):
            firsts[2 * still._field("sailing")] = []
        elif phase == ORDERS:
            for move in still.legal:
                if move.startswith("sail "):
                    way = 2 * (int(move[5]) - 1) + move.endswith("about")
                    firsts.setdefault(way, []).append(move)
        if not firsts:
            return []
        branch, here = still._here()
        stops = np.zeros((len(firsts), len(still._options.route), 2), np.int8)
        counts = np.zeros(len(firsts), np.int8)
        courses(branch.states, here, sum(1 << way for way in firsts), stops, counts)
        return [
            _course(way // 2 + 1, firsts[way], steps[:count])
            for way, steps, count in zip(
                sorted(firsts), stops.tolist(), counts.tolist(), strict=True
            )
        ]

    @property
    def data(self) -> Json:
        """The table and its state as plain data, as in a trace."""
        branch, here = self._here()
        return {
            **table_data(self._options),
            "state": state_data(branch.states, here),
            "scores": list(self._scores(branch, here)),
        }

    @property
    def state(self) -> Json:
        """The state as plain data, as in a trace."""
        branch, here = self._here()
        return state_data(branch.states, here)

    def hand(self, seat: int) -> str:
        """A seat's cards; a card one may not see is `?`."""
        if not 0 <= seat < self.players:
            raise IndexError(f"the seats are 0 to {self.players - 1}, not {in_short(seat)}")
        branch, here = self._here()
        return hand_data(branch.states, here, seat)

    def state_after(self, earlier: "Position", shown: Json) -> Json:
        """The same as `state`, made from what has been shown of an earlier moment of this table:
        what is still as it was then are the same objects.
        """
        branch, here = self._here()
        before, there = earlier._here()
        was = before.states[there : there + 1].tobytes()
        return state_again(branch.states, here, was, shown)

    @property
    def record(self) -> States:
        """A copy of the state itself, for the functions of `goldenhorn.rules`: an array of one."""
        branch, here = self._here()
        return states_in(bytearray(branch.bytes_of(here)))

    def parse(self, move: str) -> int:
        """The code of a move's notation; BadNotation if it is no move at this table.

        >>> from goldenhorn import Game
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

        >>> from goldenhorn import Game
        >>> Game.new(seed=1).write(35)
        'sail 3 about'
        """
        texts = notation(self._options)
        if not isinstance(code, int | np.integer) or not 0 <= code < len(texts) or not texts[code]:
            raise BadNotation(f"{in_short(code)} is no move's code at this table")
        return texts[code]

    def why_not(self, move: str) -> Refusal | None:
        """Why a move is illegal now, with the rule's number; None if it is legal.

        >>> from goldenhorn import Game
        >>> game = Game.new(players=2, placement="random", seed=5)
        >>> print(game.why_not("end"))
        You may announce the end only after your move. (R3.3)
        """
        code = self.parse(move)
        still = self._still()
        low, high = still.mask
        return None if (low | high << 64) >> code & 1 else still._refusal(code)

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


def _course(ship: int, first: list[str], steps: list[list[int]]) -> Json:
    """A way a ship can take: each stop, and by which moves to go there and to stay."""
    # The moves that go on, freely or by a card; the first step is part of `first`, if there is one.
    then = ["on" if card == NONE else "wind" for _, card in (steps[1:] if first else steps)]
    last = len(steps) - 1
    return {
        "ship": ship,
        "first": first,
        "stops": [
            {
                "at": place,
                "then": then[: at + (not first)],
                "stay": ["stop"] if at < last else [],
                "card": "" if card == NONE else COLOURS[card],
            }
            for at, (place, card) in enumerate(steps)
        ],
    }


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
