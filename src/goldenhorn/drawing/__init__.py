"""A picture of the whole table, as a self-contained SVG.

For notebooks, `goldenhorn replay --svg`, the README and the documentation.
"""

import hashlib
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from goldenhorn.drawing.chart import chart
from goldenhorn.drawing.layout import layout
from goldenhorn.drawing.middle import cartouche, dominions, piles
from goldenhorn.drawing.pen import PREFIX, num, tag, words
from goldenhorn.drawing.pieces import symbols
from goldenhorn.drawing.ports import port
from goldenhorn.drawing.route import course, route
from goldenhorn.drawing.scene import scene
from goldenhorn.drawing.speech import summary
from goldenhorn.drawing.strips import strip, strip_height
from goldenhorn.drawing.style import css
from goldenhorn.words import ENGLISH, languages

__all__ = ["svg"]

LONGEST = 300  # of a name, no more is drawn or said


def svg(
    table: Mapping[str, Any],
    *,
    width: int = 1200,
    dark: bool | None = None,
    names: Sequence[str] | None = None,
    seat: int | None = None,
    lang: str = ENGLISH,
) -> str:
    """The table as it stands, drawn `width` pixels wide.

    `table` is what a trace's lines say: `rules`, `route`, `fleets`, `first_player` and `state`;
    `scores`, if there, are shown as points. Cards that are `?` are drawn face down.
    `dark` follows the reader's system unless it is set. `seat` is the player who looks:
    that strip comes first, and the other players' cards are face down. `lang` is the language of
    its words: English where there are none in that language.
    """
    called = [words(str(name or ""))[:LONGEST] for name in names or ()]
    lang = lang if lang in languages() else ENGLISH
    shown = scene(table, called, seat, lang)
    plan = layout(shown, width, strip_height(shown))
    order = [(turn + (seat or 0)) % len(shown.fleets) for turn in shown.seats]
    drawn = tag(
        "svg",
        tag("title", escape(shown.say("board-title")), id="title"),
        tag("desc", escape(words(summary(shown))), id="desc"),
        tag("style", css(dark)),
        symbols(),
        chart(shown, plan),
        cartouche(shown, plan.cartouche),
        dominions(shown, plan.dominions) if shown.expansion else "",
        piles(shown, plan),
        course(plan),
        *(port(shown, letter, box) for letter, box in plan.ports.items()),
        route(shown, plan),
        *(strip(shown, who, box) for who, box in zip(order, plan.strips, strict=True)),
        c="all",
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        lang=lang,
        aria_labelledby=f"{PREFIX}title {PREFIX}desc",
        width=width,
        height=round(width * plan.height / plan.width),
        viewBox=f"0 0 {num(plan.width)} {num(plan.height)}",
        fill="none",
        style="max-width:100%;height:auto",
    )
    # pictures that differ get different prefixes, the same picture always the same
    digest = hashlib.sha256(drawn.encode()).hexdigest()[:6]
    return drawn.replace(PREFIX, f"gh{digest}-")
