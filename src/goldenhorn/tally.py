"""Points of a warehouse described in a line of text, for people who play with the box."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from goldenhorn.rules import box
from goldenhorn.rules.score import goods_points, set_size
from goldenhorn.words import say

_TOKEN: Final = re.compile(r"\s*(?:(\d{1,6})\s*[x×]?\s*)?([A-Za-z]+)[\s,;+]*")
_FIGURES: Final = {
    "soldier": "soldiers",
    "soldiers": "soldiers",
    "builder": "builders",
    "builders": "builders",
}


class BadTally(ValueError):
    """A text that describes no warehouse."""


@dataclass(slots=True)
class Tally:
    """What lies in a warehouse, and before its owner."""

    goods: list[int] = field(default_factory=lambda: [0] * 6)
    soldiers: int = 0
    builders: int = 0
    dominions: list[str] = field(default_factory=list)

    def sets(self) -> Iterator[tuple[str, int]]:
        """The colours of each set that brings extra points, and how many."""
        k = 1
        while (size := set_size(tuple(self.goods), k)) > 0:
            if box.SET_POINTS[size]:
                letters = (c for c, n in zip(box.COLOURS, self.goods, strict=True) if n >= k)
                yield "".join(letters), box.SET_POINTS[size]
            k += 1

    def dominion_points(self) -> int:
        """The points printed on the tiles (R9.12)."""
        return sum(box.DOMINIONS[name][1] for name in self.dominions)

    def total(self) -> int:
        """All points (R8, R9.11)."""
        goods = int(goods_points(tuple(self.goods)))
        return goods + self.soldiers + self.builders + self.dominion_points()


def parse(text: str) -> Tally:
    """Read counts and letters, names, figures and dominions, in any order.

    >>> parse("3o 2r 1g 4y 1b 2p").total()
    18
    >>> parse("ooorrgyyyybpp, 2 soldiers, zara").total()
    23
    """
    tally = Tally()
    place = 0
    while place < len(text.rstrip()):
        found = _TOKEN.match(text, place)
        if not found:
            raise _unread(text[place:].strip())
        _add(tally, found[2], None if found[1] is None else int(found[1]))
        place = found.end()
    _check(tally)
    return tally


def _add(tally: Tally, word: str, count: int | None) -> None:
    lower = word.lower()
    figure = _FIGURES.get(lower)
    if figure:
        setattr(tally, figure, getattr(tally, figure) + (1 if count is None else count))
    elif set(word) <= {"S", "B"} and (count is None or len(word) == 1):
        tally.soldiers += word.count("S") * (1 if count is None else count)
        tally.builders += word.count("B") * (1 if count is None else count)
    elif lower in box.DOMINIONS:
        if count not in (None, 1) or lower in tally.dominions:
            raise BadTally(say("tally-dominion", dominion=say(f"dominion-{lower}")))
        tally.dominions.append(lower)
    elif lower in box.COLOUR_NAMES:
        tally.goods[box.COLOUR_NAMES.index(lower)] += 1 if count is None else count
    elif set(lower) <= set(box.COLOURS) and (count is None or len(word) == 1):
        for letter in lower:
            tally.goods[box.COLOURS.index(letter)] += 1 if count is None else count
    else:
        raise _unread(word if count is None else f"{count} {word}")


def _unread(text: str) -> BadTally:
    return BadTally(say("tally-unread", text=text if len(text) <= 40 else text[:39] + "…"))


def _check(tally: Tally) -> None:
    """R1.2, R9.1: nobody can have more than there is in the box."""
    for letter, count in zip(box.COLOURS, tally.goods, strict=True):
        if count > box.CUBES_PER_COLOUR:
            raise BadTally(
                say(
                    "tally-many-goods",
                    colour=say(f"colour-{letter}"),
                    most=box.CUBES_PER_COLOUR,
                )
            )
    if tally.soldiers > box.SOLDIERS_IN_BOX:
        raise BadTally(say("tally-many-soldiers", most=box.SOLDIERS_IN_BOX))
    if tally.builders > box.EXTRA_CUBES:
        raise BadTally(say("tally-many-builders", most=box.EXTRA_CUBES))
