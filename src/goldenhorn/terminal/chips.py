"""Cubes, cards and liveries as coloured letters, which read as well without the colours."""

from itertools import groupby
from typing import Final

from rich.color import Color, ColorSystem
from rich.style import Style
from rich.text import Text

from goldenhorn.drawing.style import PAINTS
from goldenhorn.palette import COLOURS, TROOPS

# The chart's night colours, and what stands for each where there are only 256 or 16. Whatever has
# one brings its own background, so that it stands out on light and on dark terminals; all other
# text has the terminal's own colour.
_NIGHT: Final = {name: night for name, (_, night) in PAINTS.items()}
_THIRD: Final = "#5a524b"  # the third livery, lighter than on the chart, to be seen on black
_FEWER: Final = {
    _NIGHT["sea"]: (17, 0),
    _NIGHT["foam"]: (109, 7),
    _NIGHT["stone"]: (240, 8),
    _NIGHT["ink"]: (230, 15),
    _NIGHT["leaf"]: (179, 15),
    _NIGHT["black"]: (16, 0),
    _NIGHT["silver"]: (255, 15),
    _NIGHT["v0"]: (60, 8),
    _NIGHT["v1"]: (53, 8),
    _THIRD: (239, 8),
    _NIGHT["v3"]: (23, 8),
}
_HUES: Final = (*COLOURS.values(), *TROOPS.values())
_FEWEST: Final = {"o": 3, "p": 13, "g": 2, "r": 1, "b": 4, "y": 11, "S": 7, "B": 8}


class _Paint(Color):
    """A colour that knows what stands for it where there are fewer."""

    def downgrade(self, system: ColorSystem) -> Color:  # type: ignore[override] # there it is cached
        if system == ColorSystem.TRUECOLOR:
            return self
        few, fewest = _PAINTS[self.name]
        return Color.from_ansi(few if system == ColorSystem.EIGHT_BIT else fewest)


_PAINTS: Final = (
    _FEWER
    | {hue.dark: (hue.ansi, _FEWEST[hue.letter]) for hue in _HUES}
    | {hue.ink: (231, 15) if hue.ink == "#ffffff" else (16, 0) for hue in _HUES}
)


def _style(ink: str, ground: str, *, bold: bool = True) -> Style:
    colours = [_Paint(*Color.parse(paint)) for paint in (ink, ground)]
    return Style(color=colours[0], bgcolor=colours[1], bold=bold)


SEA: Final = _style(_NIGHT["foam"], _NIGHT["sea"], bold=False)
LAND: Final = _style(_NIGHT["ink"], _NIGHT["stone"], bold=False)
GOLD: Final = _style(_NIGHT["black"], _NIGHT["leaf"])
SOFT: Final = Style(dim=True)
STRONG: Final = Style(bold=True)

_PIECES: Final = {hue.letter: _style(hue.ink, hue.dark) for hue in _HUES}
_LIVERIES: Final = [
    _style(_NIGHT["silver"], paint) for paint in (_NIGHT["v0"], _NIGHT["v1"], _THIRD, _NIGHT["v3"])
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


def tag(seat: int, number: int) -> Text:
    """A ship's name on its livery, as in the notation of raids: `0.3`."""
    return Text(f"{seat}.{number}", livery(seat))
