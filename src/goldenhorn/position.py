"""What can be read off a game at one moment."""

from typing import Any, Self

import numpy as np

from goldenhorn.branch import Branch, course, lead, points
from goldenhorn.refusals import Refusal, misread, why_not
from goldenhorn.rules.box import COLOURS
from goldenhorn.rules.moves import WIND, BadNotation
from goldenhorn.rules.options import Options, in_short
from goldenhorn.rules.state import NONE, ORDERS, OVER, PHASES, SAILING, States
from goldenhorn.trace import Json, hand_data, legal_texts, notation, state_data, table_data


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
        return self._field("turn")

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
        firsts: dict[tuple[int, int], list[str]] = {}
        if phase == SAILING and any(still.mask):
            firsts[still._field("sailing"), 0] = []
        elif phase == ORDERS:
            for move in still.legal:
                if move.startswith("sail "):
                    ship, about = int(move[5]) - 1, int(move.endswith("about"))
                    firsts.setdefault((ship, about), []).append(move)
        branch, here = still._here()
        found: list[Json] = []
        for (ship, about), first in firsts.items():
            stops = np.zeros((len(still._options.route), 2), np.int8)
            count = course(branch.states, here, ship, about, stops)
            steps = stops[:count].tolist()
            then = [_step(card) for _, card in (steps if not first else steps[1:])]
            found.append(
                {
                    "ship": ship + 1,
                    "first": first,
                    "stops": [
                        {
                            "at": place,
                            "then": then[: at + (not first)],
                            "stay": ["stop"] if at + 1 < count else [],
                            "card": "" if card == NONE else COLOURS[card],
                        }
                        for at, (place, card) in enumerate(steps)
                    ],
                }
            )
        return found

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

    @property
    def record(self) -> States:
        """A copy of the state itself, for the functions of `goldenhorn.rules`: an array of one."""
        branch, here = self._here()
        return branch.states[here : here + 1].copy()

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


def _step(card: int) -> str:
    """The move that goes on, freely or by a card."""
    return "on" if card == NONE else "wind"


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
