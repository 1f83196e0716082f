"""Writing SVG by hand: elements, numbers, words, and cubes in neat rows."""

import math
import unicodedata
from html import escape

from goldenhorn.words import TURNS

# Every id and class in a picture carries the picture's own prefix, so that several pictures on
# one page do not clash. While drawing, this character stands for it; XML allows it nowhere,
# and `words` takes it out of names, so it cannot come from anywhere else.
PREFIX = "\0"

SMALLEST = 0.75  # text is set this much smaller before it is shortened


def num(value: float) -> str:
    """A number as short as a picture needs it."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """One element. `c` are its classes; `id` and `href` are names within this picture."""
    written = name
    for key, value in attributes.items():
        text = escape(value) if isinstance(value, str) else num(value)
        if key == "c":
            classes = " ".join(PREFIX + one for one in text.split())
            written += f' class="{classes}"' if classes else ""
        elif key == "id":
            written += f' id="{PREFIX}{text}"'
        elif key == "href":
            written += f' href="#{PREFIX}{text}"'
        else:
            written += f' {key.replace("_", "-")}="{text}"'
    return f"<{written}>{''.join(inside)}</{name}>" if inside else f"<{written}/>"


def path(d: str, c: str, **attributes: str | float) -> str:
    return tag("path", c=c, d=d, **attributes)


def rect(
    x: float, y: float, width: float, height: float, c: str, r: float = 0, **attributes: str | float
) -> str:
    rounding: dict[str, str | float] = {"rx": r} if r else {}
    return tag("rect", c=c, x=x, y=y, width=width, height=height, **rounding, **attributes)


def circle(x: float, y: float, r: float, c: str, **attributes: str | float) -> str:
    return tag("circle", c=c, cx=x, cy=y, r=r, **attributes)


def use(symbol: str, x: float, y: float, width: float, height: float = 0, c: str = "") -> str:
    """A symbol, put into the box with this corner and size (a square without `height`)."""
    return tag("use", c=c, href=symbol, x=x, y=y, width=width, height=height or width)


def group(*inside: str, c: str = "", **attributes: str | float) -> str:
    return tag("g", *inside, c=c, **attributes) if any(inside) else ""


def moved(x: float, y: float, *inside: str, scale: float = 1, turn: float = 0) -> str:
    """The drawing moved there, then turned (in degrees), then enlarged."""
    steps = f"translate({num(x)} {num(y)})"
    if turn:
        steps += f" rotate({num(turn)})"
    if scale != 1:
        steps += f" scale({scale:.3f})"
    return group(*inside, transform=steps)


def write(
    x: float,
    y: float,
    text: str,
    size: float,
    c: str = "f-ink",
    anchor: str = "middle",
    room: float = 0,
) -> str:
    """A line of text; where `room` is too narrow it is set smaller, then shortened."""
    shown = words(text)
    bold = 1.15 if "b" in c.split() else 1
    if room and (needed := breadth(shown, size) * bold) > room:
        size *= max(room / needed, SMALLEST)
        if room / needed < SMALLEST:
            shown = shortened(shown, size * bold, room)
    return tag("text", escape(shown), c=c, x=x, y=y, font_size=size, text_anchor=anchor)


def words(text: str) -> str:
    """Text without what XML forbids and without what would turn round the text after it."""
    return "".join(
        one
        for one in text
        if unicodedata.category(one) not in ("Cc", "Cs", "Cn")
        and unicodedata.bidirectional(one) not in TURNS
    )


def breadth(text: str, size: float) -> float:
    """About how broad the text will be; the font is the reader's, so nobody can know."""
    return size * sum(
        1.05 if unicodedata.east_asian_width(one) in "WF" else 0.78 if one.isupper() else 0.6
        for one in text
        if not unicodedata.combining(one)
    )


def shortened(text: str, size: float, room: float) -> str:
    if breadth(text, size) <= room:
        return text
    while text and breadth(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def fitted(count: int, width: float, height: float, largest: float) -> tuple[float, int]:
    """The largest square cell (and its columns) with which `count` of them fill this space."""
    best, columns = 0.0, 1
    for rows in range(1, max(count, 1) + 1):
        across = math.ceil(max(count, 1) / rows)
        cell = min(largest, width / across, height / rows)
        if cell > best:
            best, columns = cell, across
    return best, columns


def title(text: str) -> str:
    """What a pointer resting on a group of shapes is told."""
    return tag("title", escape(words(text)))
