"""Cubes, cards and liveries as coloured letters, which read as well without the colours."""

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from rich.style import Style
from rich.text import Text

from goldenhorn.drawing.style import PAINTS
from goldenhorn.palette import COLOURS, TROOPS

# The chart's night colours. Whatever has one brings its own background, so that it stands out
# on light and on dark terminals; all other text has the terminal's own colour.
_NIGHT: Final = {name: night for name, (_, night) in PAINTS.items()}

SEA: Final = Style(color=_NIGHT["foam"], bgcolor=_NIGHT["sea"])
LAND: Final = Style(color=_NIGHT["ink"], bgcolor=_NIGHT["stone"])
GOLD: Final = Style(color=_NIGHT["black"], bgcolor=_NIGHT["leaf"], bold=True)
SOFT: Final = Style(dim=True)
STRONG: Final = Style(bold=True)

_PIECES: Final[Mapping[str, Style]] = {
    hue.letter: Style(color=hue.ink, bgcolor=hue.dark, bold=True)
    for hue in (*COLOURS.values(), *TROOPS.values())
}
# As on the chart, but the third lighter, to be seen on a black terminal.
_LIVERIES: Final = [
    Style(color=_NIGHT["silver"], bgcolor=paint, bold=True)
    for paint in (_NIGHT["v0"], _NIGHT["v1"], "#5a524b", _NIGHT["v3"])
]

BACK: Final = "▮"  # a card that lies face down
_STACK: Final = 5  # backs in a heap, so that they can be counted at a glance


def piece(letter: str) -> Style:
    """What a cube, card, sail or square of this colour looks like."""
    return _PIECES[letter]


def livery(seat: int) -> Style:
    """The colour of a seat's fleet."""
    return _LIVERIES[seat]


def chips(letters: str, gap: str = " ") -> Text:
    """Pieces side by side, each colour a block of its own: `ooo p gg`."""
    text = Text()
    for letter, block in groupby(letters):
        if text:
            text.append(gap)
        text.append("".join(block), piece(letter))
    return text


def counted(letters: str) -> Text:
    """The same, short: `3o 1p 2g`."""
    text = Text()
    for letter, block in groupby(letters):
        text.append(f"{len(list(block))}{letter}", piece(letter))
    return text


def cards(hand: str) -> Text:
    """A hand: cards one may see as letters, others as backs."""
    known = hand.replace("?", "")
    if known or not hand:
        return chips(known)
    heaps = [BACK * min(_STACK, len(hand) - at) for at in range(0, len(hand), _STACK)]
    return Text(" ".join(heaps))


def troops(held: Mapping[str, int]) -> str:
    """Soldiers and builders of a port or warehouse, as the letters they have in a ship's cargo."""
    return "S" * held["soldiers"] + "B" * held["builders"]


def tag(seat: int, number: int) -> Text:
    """A ship's name on its livery, as in the notation of raids: `0.3`."""
    return Text(f"{seat}.{number}", livery(seat))
