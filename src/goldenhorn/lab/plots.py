"""Small pictures for reports: plain SVG inside the page, coloured by the page's own style."""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from goldenhorn.lab.stats import Estimate

WIDTH: Final = 720
_LABEL: Final = 190  # room for names on the left
_RIGHT: Final = 24
_ROW: Final = 26
_LETTERS: Final = 16  # of a name: so many fit beside a picture on a phone, too

Said = Callable[[float], str]


def forest(title: str, rows: Sequence[tuple[str, Estimate]], said: Said, par: float | None) -> str:
    """A dot and its interval for each name, beside a line for what is fair or average."""
    known = [(name, each) for name, each in rows if math.isfinite(each.value)]
    ends = [end for _, each in known for end in (each.low, each.value, each.high)]
    ends = [end for end in ends if math.isfinite(end)] + ([] if par is None else [par])
    low, high, marks = axis(min(ends, default=0.0), max(ends, default=1.0))
    bottom = _ROW * len(known) + 8

    def x(value: float) -> float:
        inside = min(max(value, low), high)
        return round(_LABEL + (WIDTH - _LABEL - _RIGHT) * (inside - low) / (high - low), 1)

    parts = _scale(marks, x, bottom, said)
    if par is not None:
        parts.append(f'<path class="par" d="M{x(par)} 2V{bottom}"/>')
    for row, (name, each) in enumerate(known):
        y = _ROW * row + 18
        parts.append(f'<text x="{_LABEL - 14}" y="{y + 4}" class="end">{short(name)}</text>')
        parts.append(f'<path class="reach" d="M{x(each.low)} {y}H{x(each.high)}"/>')
        parts.append(f'<circle class="dot" cx="{x(each.value)}" cy="{y}" r="4.5"/>')
    return _picture(title, bottom + 26, parts)


def short(name: str) -> str:
    """The end of a long name, which says most: the table below has all of it."""
    return escape(name if len(name) <= _LETTERS else "…" + name[1 - _LETTERS :])


def columns(title: str, counts: Sequence[tuple[float, float]], said: Said, width: float) -> str:
    """How often each of some numbers came up, from 0 upwards: a column of this width for each."""
    if not counts:
        return ""
    most = max(count for _, count in counts) or 1
    first, last = counts[0][0], counts[-1][0] + width
    low, high, marks = axis(first, last)
    height = 150

    def x(value: float) -> float:
        return round(20 + (WIDTH - 44) * (value - low) / (high - low), 1)

    parts = _scale(marks, x, height, said)
    for value, count in counts:
        tall = round(count / most * (height - 8), 1)
        wide = max(0.5, round(x(value + width) - x(value) - 1, 1))
        parts.append(
            f'<rect class="bar" x="{x(value)}" y="{round(height - tall, 1)}" '
            f'width="{wide}" height="{tall}"/>'
        )
    return _picture(title, height + 26, parts)


def walk(title: str, path: Sequence[float], bound: float, said: Said) -> str:
    """How a sequential test went: its line between the two bounds."""
    top = max(bound, *path, 0.0) * 1.1
    floor = min(-bound, *path, 0.0) * 1.1
    height = 200
    low, high, marks = axis(0, max(1, len(path)))

    def x(value: float) -> float:
        return round(20 + (WIDTH - 44) * (value - low) / (high - low), 1)

    def y(value: float) -> float:
        return round(height * (top - value) / (top - floor), 1)

    parts = _scale(marks, x, height, said)
    for level, style in ((bound, "par"), (-bound, "par"), (0.0, "mark")):
        parts.append(f'<path class="{style}" d="M20 {y(level)}H{WIDTH - 24}"/>')
    steps = " ".join(f"{x(n)} {y(value)}" for n, value in enumerate([0.0, *path]))
    parts.append(f'<path class="line" d="M{steps}"/>')
    return _picture(title, height + 26, parts)


def axis(low: float, high: float) -> tuple[float, float, list[float]]:
    """Round numbers that hold both ends, and the marks between them."""
    if high <= low:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(n for n in (1, 2, 2.5, 5, 10) if n * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    marks = [round(n * step, 10) for n in range(first, last + 1)]
    return marks[0], marks[-1], marks


def _scale(
    marks: Sequence[float], x: Callable[[float], float], bottom: float, said: Said
) -> list[str]:
    parts = []
    for mark in marks:
        parts.append(f'<path class="mark" d="M{x(mark)} 2V{bottom}"/>')
        text = escape(said(mark))
        parts.append(f'<text x="{x(mark)}" y="{bottom + 18}" class="middle">{text}</text>')
    return parts


def _picture(title: str, height: float, parts: Sequence[str]) -> str:
    name = escape(title)
    return (
        f'<svg viewBox="0 0 {WIDTH} {round(height)}" role="img" aria-label="{name}">'
        f"<title>{name}</title>{''.join(parts)}</svg>"
    )
