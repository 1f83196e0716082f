"""A report as one page of HTML: tables and pictures, nothing from elsewhere, for day and night."""

import math
import re
from collections.abc import Sequence
from html import escape
from typing import Final

from goldenhorn.lab.stats import Estimate
from goldenhorn.words import say

# The paper, ink, sea and sealing wax of the drawn table.
_STYLE: Final = """
:root{color-scheme:light dark;--page:#f8f0dc;--ink:#2a1d0e;--soft:#6a5434;--line:#d8c293;
--sea:#1f5f78;--seal:#93222a}
@media(prefers-color-scheme:dark){:root{--page:#11171e;--ink:#f1e6cd;--soft:#bcab88;--line:#40392b;
--sea:#7fb4cc;--seal:#e0666a}}
body{background:var(--page);color:var(--ink);max-width:60rem;margin:2rem auto;padding:0 1rem;
font:1rem/1.5 'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif}
h1{font-size:2rem;line-height:1.2;margin:0}h2{margin:2.5rem 0 .5rem;font-size:1.35rem}
h3{margin:1.6rem 0 .3rem;font-size:1.05rem}
a{color:var(--sea)}
p.note{color:var(--soft);max-width:44rem;margin:.4rem 0}
p.answer{font-size:1.2rem;border-left:.3rem solid var(--seal);padding-left:.8rem}
div.wide{overflow-x:auto}
table{border-collapse:collapse;margin:.8rem 0;font-variant-numeric:tabular-nums lining-nums}
th,td{padding:.25rem .8rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--soft);font-weight:normal;vertical-align:bottom}
td:first-child,th:first-child{text-align:left;padding-left:0}
td small{color:var(--soft);font-size:.8em;display:block;line-height:1.2}
svg{width:100%;height:auto;font:13px/1 system-ui,sans-serif;margin:.4rem 0}
svg text{fill:var(--ink)}svg .end{text-anchor:end}svg .middle{text-anchor:middle;fill:var(--soft)}
svg path{fill:none}svg .mark{stroke:var(--line)}
svg .par{stroke:var(--seal);stroke-dasharray:4 3}svg .reach{stroke:var(--sea);stroke-width:2.5}
svg .line{stroke:var(--sea);stroke-width:1.6}svg .dot,svg .bar{fill:var(--sea)}
@media(max-width:40rem){svg{font-size:21px;overflow:visible}
td:first-child{white-space:normal;min-width:7rem}}
@media print{body{margin:0}}
"""

_SHORT: Final = {"percent": "hundredths", "points": "whole points"}


def page(title: str, about: str, sections: Sequence[str]) -> str:
    """The whole page."""
    name = escape(title)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{name}</title><style>{_STYLE}</style></head><body>\n"
        f"<h1>{name}</h1>\n{note(about)}\n" + "\n".join(sections) + "\n</body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    """A heading, by which `link` leads here, and what stands below it."""
    heading = f'<h2 id="{_place(title)}">{escape(title)}</h2>\n'
    return heading + "\n".join(part for part in parts if part)


def link(title: str) -> str:
    """A cell that leads to the section of this title."""
    return f'<a href="#{_place(title)}">{escape(title)}</a>'


def _place(title: str) -> str:
    return "-".join(re.findall(r"\w+", title.lower()))


def part(title: str, *parts: str) -> str:
    """The same within a section."""
    return f"<h3>{escape(title)}</h3>\n" + "\n".join(part for part in parts if part)


def note(text: str) -> str:
    """Something to be read before the numbers."""
    return f'<p class="note">{escape(text)}</p>' if text else ""


def answer(text: str) -> str:
    """What was asked for first of all."""
    return f'<p class="answer">{escape(text)}</p>'


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML already (`figure`, `plain`)."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{head}</tr>\n{body}</table></div>'


def plain(text: str) -> str:
    """A cell of a table."""
    return escape(text)


def figure(each: Estimate, form: str) -> str:
    """A number and its interval, as a cell; `form` is `percent`, or how many digits."""
    if each.deals == 0:
        return "–"
    return f"{number(each.value, form)} <small>{escape(interval(each, form))}</small>"


def interval(each: Estimate, form: str, *, short: bool = False) -> str:
    """From where to where; short without units, which the number before it has."""
    form = _SHORT.get(form, form) if short else form
    low, high = number(each.low, form), number(each.high, form)
    return say("lab-interval-short" if short else "lab-interval", low=low, high=high)


def mark(value: float) -> str:
    """A share on an axis."""
    return f"{round(100 * value, 1):g} %"


def number(value: float, form: str) -> str:
    """A number as people read it."""
    if not math.isfinite(value):
        return "–"
    if form == "percent":
        return f"{100 * value:.1f} %"
    if form == "points":  # of a hundred, with a sign
        return f"{100 * value:+.1f}".replace("-", "−")
    if form == "whole points":
        return f"{100 * value:+.0f}".replace("-", "−")
    if form == "hundredths":
        return f"{100 * value:.0f}"
    if form == "signed":
        return f"{value:+.0f}".replace("-", "−") if round(value) else "0"
    return f"{value:,.{int(form)}f}".replace("-", "−")
