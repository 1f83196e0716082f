"""What an observation holds, field by field: the one list behind the code and its documentation.

Seats are counted from the one that looks: 0 is itself, 1 the next clockwise. Fields of seats that
nobody has, and of a ship that is not placed yet, are 0.
"""

from dataclasses import dataclass
from math import prod
from typing import Final

from goldenhorn.rules.box import CARDS, CARDS_PER_COLOUR, CUBES_PER_COLOUR, PLACES, SEATS, SHIPS
from goldenhorn.rules.moves import MOVES
from goldenhorn.rules.options import MOST_POINTS, MOST_SOLDIERS
from goldenhorn.rules.state import PHASES

OBSERVATION_VERSION: Final = 1
"""Grows whenever a field changes, comes or goes."""

MOST: Final = 255  # what does not fit into a byte stops here


@dataclass(frozen=True, slots=True)
class Field:
    """Some bytes of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    most: int
    """The largest value it can have; the smallest is 0."""
    meaning: str
    fixed: bool = False
    """Whether it stays the same for the whole game."""

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return prod(self.shape)


_LANES = "by colour `opgrby`, then soldiers, then builders"

FIELDS: Final = (
    # Of the seats
    Field("hand", (6,), CARDS_PER_COLOUR, "own cards by colour"),
    Field("hand_sizes", (SEATS,), CARDS, "cards in each seat's hand"),
    Field("warehouses", (SEATS, 8), 20, f"what each seat has at home: {_LANES}"),
    Field("scores", (SEATS,), MOST, "each seat's points, as if the game ended now"),
    Field("conquered", (SEATS, 5), 1, "which dominions each seat has"),
    # Of the ships
    Field("place", (SEATS, SHIPS, PLACES), 1, "where each ship is: 1 at one place, Venice first"),
    Field("outbound", (SEATS, SHIPS), 1, "1 if it sails to Constantinople, 0 if to Venice"),
    Field("ahead", (SEATS, SHIPS), PLACES - 1, "places to its port"),
    Field("aboard", (SEATS, SHIPS, 8), 20, f"its cargo: {_LANES}"),
    Field("adrift", (SEATS, SHIPS), 1, "1 if it may turn about when it sails next (R4.5)"),
    Field("under_way", (SEATS, SHIPS), 1, "1 if it has begun its move and may go on"),
    # Of the table
    Field("ports", (2, 8), 20, f"what lies in Venice and in Constantinople: {_LANES}"),
    Field("bag", (8,), CUBES_PER_COLOUR, "cubes in the bag: colours, white, black"),
    Field("discards", (6,), CARDS_PER_COLOUR, "discarded cards by colour"),
    Field("deck_size", (1,), CARDS, "cards in the draw pile"),
    Field("reserves", (2,), 20, "soldiers and builders in reserve"),
    Field("free", (5,), 1, "which dominions can still be conquered"),
    # Of the moment
    Field("to_decide", (SEATS,), 1, "whose decision comes next"),
    Field("phase", (len(PHASES),), 1, ", ".join(PHASES)),
    Field("raided", (1,), 1, "1 if this turn's raid is spent"),
    Field("turns", (1,), MOST, f"turns begun so far, at most {MOST}"),
    Field("end_called_by", (SEATS,), 1, "in whose turn the end was called"),
    Field("turns_left", (1,), MOST, f"turns after this one, at most {MOST}: sure if it was called"),
    # Of the rules
    Field("sails", (SEATS, SHIPS, 6), 1, "each ship's sails by colour", True),
    Field("route", (PLACES,), 8, "1 to 6 a colour, 7 Modone, 8 a port, 0 beyond the end", True),
    Field("prices", (5,), MOST_SOLDIERS, "soldiers that each dominion costs", True),
    Field("points", (5,), MOST_POINTS, "what each dominion is worth", True),
    Field("first", (SEATS,), 1, "who has the first turn of each round", True),
    Field("players", (3,), 1, "two, three or four", True),
    Field(
        "edition",
        (4,),
        1,
        "`loading: must`, `emptied_ship: must_return`, `last_turns: one_more_each`,"
        " `placement: random`",
        True,
    ),
    Field("expansion", (1,), 1, "whether Dominio da Mar is played", True),
)

SIZE: Final = sum(field.size for field in FIELDS)
"""Bytes of an observation."""

MASK_SIZE: Final = MOVES
"""Bytes of a mask: one for each move code, 1 if it is legal."""


def starts() -> dict[str, int]:
    """Where each field begins."""
    found: dict[str, int] = {}
    here = 0
    for field in FIELDS:
        found[field.name] = here
        here += field.size
    return found


def most() -> list[int]:
    """The largest value of each byte."""
    return [field.most for field in FIELDS for _ in range(field.size)]


def table() -> str:
    """The fields as a Markdown table, for docs/environments.md."""
    rows = ["| bytes | field | shape | most | |", "| --- | --- | --- | --- | --- |"]
    for field in FIELDS:
        start = starts()[field.name]
        shape = " × ".join(map(str, field.shape))
        bytes_ = f"{start}–{start + field.size - 1}" if field.size > 1 else str(start)
        rows.append(f"| {bytes_} | `{field.name}` | {shape} | {field.most} | {field.meaning} |")
    return "\n".join(rows)
