"""Move codes and the notation people read. The numbering never changes; docs/notation.md shows it.

Ships and dominions count from 0 in codes, ships from 1 in notation. A raid's code names the pair of
cards by the sails of its target, so the notation of raids depends on the fleets.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from goldenhorn.rules import box

# 12 for each ship: leave a main port with a colour (0 to 5) or one of these, or sail at sea.
SAIL: Final = 0
CHOICES: Final = 12
WITH_SOLDIERS: Final = 6
WITH_BUILDERS: Final = 7
WITH_TROOPS: Final = 8
EMPTY: Final = 9
ONWARD: Final = 10
ABOUT: Final = 11

ON: Final = 36
WIND: Final = 37
STOP: Final = 38

# 5 for each dominion: paid with 0, 2, 4, 6 or 8 builders, and soldiers for the rest.
# There are never more than eight builders, one for each black cube.
CONQUER: Final = 39
MIXES: Final = 5

# 10 for each seat: one pair of cards for ship 1, three for ship 2, six for ship 3.
RAID: Final = 64
RAIDS: Final = 10
RAIDS_BEFORE_SHIP: Final = (0, 1, 4)
PAIRS: Final = (
    ((0, 0),),
    ((0, 0), (0, 1), (1, 1)),
    ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)),
)
FIRST_SAIL: Final = (0, 1, 3)  # where a ship's colours begin in its fleet's six

# 8: a bit for each ship that starts in Constantinople.
PLACE: Final = 104
TRAIN: Final = 112
END: Final = 113
DONE: Final = 114

MOVES: Final = 115

Fleets = tuple[tuple[str, str, str], ...]

_FREIGHT = (*box.COLOURS, "soldiers", "builders", "troops", "empty")


class BadNotation(ValueError):
    """Text that is no move at all, in any position."""


@lru_cache(maxsize=256)
def notation(fleets: Fleets, prices: tuple[int, ...] = ()) -> tuple[str, ...]:
    """The text of every move code at a table with these fleets and prices; "" where none."""
    texts = [""] * MOVES
    for ship in range(box.SHIPS):
        code = SAIL + ship * CHOICES
        for choice, freight in enumerate(_FREIGHT):
            texts[code + choice] = f"sail {ship + 1} {freight}"
        texts[code + ONWARD] = f"sail {ship + 1}"
        texts[code + ABOUT] = f"sail {ship + 1} about"
    texts[ON], texts[WIND], texts[STOP] = "on", "wind", "stop"
    texts[TRAIN], texts[END], texts[DONE] = "train", "end", "done"
    for dominion, (name, price) in enumerate(zip(box.DOMINIONS, prices, strict=False)):
        for pairs in range(min(MIXES, price + 1)):
            text = f"conquer {name} {price - pairs}+{2 * pairs}"
            texts[CONQUER + dominion * MIXES + pairs] = text
    for seat, fleet in enumerate(fleets):
        for ship, sails in enumerate(fleet):
            colours = sorted(sails, key=box.COLOURS.index)
            for i, (a, b) in enumerate(PAIRS[ship]):
                code = RAID + seat * RAIDS + RAIDS_BEFORE_SHIP[ship] + i
                texts[code] = f"raid {seat}.{ship + 1} {colours[a]}{colours[b]}"
    for ships in range(8):
        texts[PLACE + ships] = "place " + "".join(box.PORTS[ships >> i & 1] for i in range(3))
    return tuple(texts)


@lru_cache(maxsize=256)
def codes(fleets: Fleets, prices: tuple[int, ...] = ()) -> dict[str, int]:
    """The code of every move's text, the other way round."""
    return {text: code for code, text in enumerate(notation(fleets, prices)) if text}


def letters(counts: Sequence[int], alphabet: str = box.CUBE_LETTERS) -> str:
    """A multiset as text: its letters in canonical order."""
    return "".join(letter * int(n) for letter, n in zip(alphabet, counts, strict=False))
