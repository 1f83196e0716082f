"""The six colours and their signs: the one place where both are written down.

No two colours are ever told apart by colour alone, so each has a sign of its own that goes
wherever the colour goes. The values keep their distance from each other for people who see
red, green or blue weakly, too; a sign drawn in `ink` reads on both the light and the dark value.
"""

from collections.abc import Mapping
from dataclasses import dataclass

BOX = 24  # signs are drawn in a square of this size


@dataclass(frozen=True, slots=True)
class Hue:
    """A colour (or a kind of troops): what it is called and how it looks."""

    letter: str
    name: str
    sign: str  # what the sign shows
    light: str  # fill on a light page
    dark: str  # fill on a dark page
    ink: str  # sign or text on either fill
    path: str  # the sign, as SVG path data in the box
    glyph: str  # the sign in a terminal, one cell wide
    ansi: int  # the nearest of the terminal's 256 colours

    def rgb(self, *, dark: bool = False) -> tuple[int, int, int]:
        """The fill as three numbers, for terminals with 24-bit colour."""
        value = self.dark if dark else self.light
        return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


_DARK_INK = "#1f1204"
_LIGHT_INK = "#ffffff"

COLOURS: Mapping[str, Hue] = {
    hue.letter: hue
    for hue in (
        Hue(
            letter="o",
            name="orange",
            sign="sun",
            light="#ea7710",
            dark="#ee7a14",
            ink=_DARK_INK,
            path="M12 6a6 6 0 1 1 0 12a6 6 0 1 1 0-12z"
            "M12 0.2L9.8 4.7L14.2 4.7zM20.3 3.7L15.5 5.3L18.7 8.5zM23.8 12L19.3 9.8L19.3 14.2z"
            "M20.3 20.3L18.7 15.5L15.5 18.7zM12 23.8L14.2 19.3L9.8 19.3z"
            "M3.7 20.3L8.5 18.7L5.3 15.5zM0.2 12L4.7 14.2L4.7 9.8zM3.7 3.7L5.3 8.5L8.5 5.3z",
            glyph="●",
            ansi=172,
        ),
        Hue(
            letter="p",
            name="pink",
            sign="rose",
            light="#faaad2",
            dark="#fbaed6",
            ink=_DARK_INK,
            path="M12 0.6a4.4 4.4 0 1 1 0 8.8a4.4 4.4 0 1 1 0-8.8z"
            "M18.7 5.4a4.4 4.4 0 1 1 0 8.8a4.4 4.4 0 1 1 0-8.8z"
            "M16.1 13.3a4.4 4.4 0 1 1 0 8.8a4.4 4.4 0 1 1 0-8.8z"
            "M7.9 13.3a4.4 4.4 0 1 1 0 8.8a4.4 4.4 0 1 1 0-8.8z"
            "M5.3 5.4a4.4 4.4 0 1 1 0 8.8a4.4 4.4 0 1 1 0-8.8z",
            glyph="✿",
            ansi=218,
        ),
        Hue(
            letter="g",
            name="green",
            sign="leaf",
            light="#55a97c",
            dark="#5bb085",
            ink=_DARK_INK,
            path="M12 0.5C19.5 6 20.5 14.5 13.2 19V23.5H10.8V19C3.5 14.5 4.5 6 12 0.5z"
            "M11.2 7.5V17H12.8V7.5z",
            glyph="♣",
            ansi=72,
        ),
        Hue(
            letter="r",
            name="red",
            sign="cross",
            light="#aa2f31",
            dark="#b83743",
            ink=_LIGHT_INK,
            path="M7 1H17L14.2 9.8L23 7V17L14.2 14.2L17 23H7L9.8 14.2L1 17V7L9.8 9.8z",
            glyph="✚",
            ansi=125,
        ),
        Hue(
            letter="b",
            name="blue",
            sign="wave",
            light="#174f8a",
            dark="#3c68ab",
            ink=_LIGHT_INK,
            path="M0.5 7.2C4.3 1.2 8.2 1.2 12 6C15.8 10 19.7 10 23.5 4V9C19.7 15 15.8 15 12 11"
            "C8.2 6.2 4.3 6.2 0.5 12.2z"
            "M0.5 16.2C4.3 10.2 8.2 10.2 12 15C15.8 19 19.7 19 23.5 13V18C19.7 24 15.8 24 12 20"
            "C8.2 15.2 4.3 15.2 0.5 21.2z",
            glyph="≈",
            ansi=24,
        ),
        Hue(
            letter="y",
            name="yellow",
            sign="star",
            light="#f7de66",
            dark="#fbe270",
            ink=_DARK_INK,
            path="M12 0.6L14.9 8.6L23.4 9L16.7 14.2L19 22.4L12 17.6L5 22.4L7.3 14.2L0.6 9L9.1 8.6z",
            glyph="★",
            ansi=221,
        ),
    )
}

# The expansion's soldiers and builders, by the letters they have in a ship's cargo.
TROOPS: Mapping[str, Hue] = {
    hue.letter: hue
    for hue in (
        Hue(
            letter="S",
            name="soldier",
            sign="sword",
            light="#c9ced6",
            dark="#cfd5de",
            ink=_DARK_INK,
            path="M11 0.5H13V15H17.5V17.5H13V23.5H11V17.5H6.5V15H11z",
            glyph="†",
            ansi=252,
        ),
        Hue(
            letter="B",
            name="builder",
            sign="hammer",
            light="#3b352e",
            dark="#5a5148",
            ink=_LIGHT_INK,
            path="M3 2.5H17L21.5 7V9.5H14V23H10V9.5H3z",
            glyph="▾",
            ansi=238,
        ),
    )
}
