"""The table that people read, and the same as plain data."""

import textwrap
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from bench.measure import BYTES, ENVIRONMENT, FROM_PYTHON, ONE_THREAD, SCORE, SECONDS, SHARE, Row

_WIDTH = 100
_HEAD = ("", "", "median", "spread", "games/s", "our thread", "our Python", "our env")
_BESIDE = (ONE_THREAD, FROM_PYTHON, ENVIRONMENT)
_NOTES = """\
Medians of several repetitions after a warm-up; spread is how far the slowest and the quickest lie
from the median.

The last three columns set others beside us, decision for decision, at our table of three players
without the expansion: how many times theirs our compiled loop makes on one thread, how many times
theirs random play from Python, and how many times theirs our environment of the same kind. Beside
PettingZoo's games that is the AEC environment; beside pgx the vectorised one, with observations and
masks, a batch of 16,384 and all cores. Like goes with like: "own compiled loop" with the first and
the last, "from Python" with the second. Theirs and ours were measured by turns for it.

A decision is any choice of a player, also where only one thing is legal; chance is none. They are
not alike in every game: backgammon's is a whole roll in OpenSpiel and one die in pgx. OpenSpiel's
own loop is the random games of its tree search, from the first decision on, each taken to be as
long as those from Python on average. pgx's compiling is left out, and the best of a few batch sizes
is shown, with that size.

A round of search is a deal of what is hidden, the way down the tree, and a game played to its end.
Ours begin in the middle of games between greedy players, each time with an empty tree.

Shares of wins are from two-player games, each deal in both seatings, with the interval that holds
the true share 95 times in 100, taken over deals. Who thinks by the clock had a core for each game.
OpenSpiel's tree search for hidden information is the one in Python, with random playouts; its
time is up after 500 ms, too.

A new visitor's Chromium has kept nothing. Bytes are as sent. Lighthouse's slow phone is the one it
makes believe by itself: a slow 4G line and a processor four times slower.
"""


def text(rows: Sequence[Row], machine: str) -> str:
    """Everything that is printed."""
    notes = (textwrap.fill(note, _WIDTH) for note in _NOTES.split("\n\n"))
    return "\n".join([textwrap.fill(machine, _WIDTH), *_lines(rows), "", "\n\n".join(notes)])


def _lines(rows: Sequence[Row]) -> Iterator[str]:
    cells = [_cells(row) for row in rows]
    widths = [max(len(line[column]) for line in [_HEAD, *cells]) for column in range(len(_HEAD))]

    def aligned(line: Sequence[str]) -> str:
        pairs = list(zip(line, widths, strict=True))
        left = (cell.ljust(width) for cell, width in pairs[:2])
        return "  ".join([*left, *(cell.rjust(width) for cell, width in pairs[2:])]).rstrip()

    part = what = ""
    for row, line in zip(rows, cells, strict=True):
        if row.part != part:
            yield from ("", row.part) if part else ("", aligned(_HEAD), row.part)
            part, what = row.part, ""
        yield aligned(["" if row.what == what else row.what, *line[1:]])
        what = row.what


def _cells(row: Row) -> tuple[str, ...]:
    if not row.samples:
        return (row.what, row.how, *[""] * (len(_HEAD) - 2))
    return (
        row.what,
        row.how,
        figure(row.median, row.unit),
        _spread(row),
        _median(row.games),
        *(_median(row.beside.get(key, ()), " ×") for key in _BESIDE),
    )


def _median(samples: Sequence[float], after: str = "") -> str:
    return _rounded(median(samples)) + after if samples else ""


def figure(value: float, unit: str) -> str:
    """A number as people say it.

    >>> figure(6_512_345, "decisions/s"), figure(0.0000021, "s"), figure(212, "bytes")
    ('6.51 M/s', '2.10 µs', '212 bytes')
    """
    if unit == BYTES:
        return f"{value:,.0f} bytes"
    if unit == SCORE:
        return f"{100 * value:.0f} of 100"
    if unit == SHARE:
        return f"{100 * value:.1f} %"
    if unit != SECONDS:
        return f"{_rounded(value)}/s"
    for factor, name in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if value * factor >= 1:
            return f"{_rounded(value * factor)} {name}"
    return f"{_rounded(value * 1e9)} ns"


def _rounded(value: float) -> str:
    """Three digits."""
    for factor, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1, "")):
        if value >= factor * 0.9995:
            shown = value / factor
            return f"{shown:.{2 if shown < 9.995 else 1 if shown < 99.95 else 0}f}{letter}"
    return f"{value:.2g}"


def _spread(row: Row) -> str:
    if row.reach:
        return f"{100 * row.reach[0]:.1f} to {100 * row.reach[1]:.1f}"
    if len(row.samples) == 1:
        return ""
    low, high = (bound / row.median - 1 for bound in (min(row.samples), max(row.samples)))
    return f"{low * 100:+.0f} {high * 100:+.0f} %".replace("-", "−")


def data(rows: Sequence[Row], machine: dict[str, Any]) -> dict[str, Any]:
    """All samples, as plain data."""
    return {
        "machine": machine,
        "rows": [
            {
                "part": row.part,
                "what": row.what,
                "how": row.how,
                "unit": row.unit,
                "median": row.median if row.samples else None,
                "samples": row.samples,
                "games_per_second": row.games,
                "our_decisions_per_theirs": row.beside,
                "interval": row.reach,
            }
            for row in rows
        ],
    }
