"""What `goldenhorn score` prints: points, and the sets they come from."""

from typing import Any

from goldenhorn.rules import box
from goldenhorn.tally import Tally
from goldenhorn.words import say

_SIZES = {4: "four", 5: "five", 6: "six"}


def as_data(tally: Tally) -> dict[str, Any]:
    """The points as plain data."""
    return {
        "goods": "".join(c * n for c, n in zip(box.COLOURS, tally.goods, strict=True)),
        "soldiers": tally.soldiers,
        "builders": tally.builders,
        "dominions": tally.dominions,
        "points": {
            "goods": sum(tally.goods),
            "sets": [{"colours": colours, "points": points} for colours, points in tally.sets()],
            "soldiers_and_builders": tally.soldiers + tally.builders,
            "dominions": tally.dominion_points(),
        },
        "total": tally.total(),
    }


def as_text(tally: Tally) -> str:
    """The points as a small table."""
    goods = zip(box.COLOURS, tally.goods, strict=True)
    rows = [
        (
            say("score-goods"),
            sum(tally.goods),
            ", ".join(f"{n} {say(f'colour-{letter}')}" for letter, n in goods if n),
        )
    ]
    for colours, points in tally.sets():
        names = ", ".join(say(f"colour-{letter}") for letter in colours)
        rows.append((say(f"score-set-of-{_SIZES[len(colours)]}"), points, names))
    if tally.soldiers or tally.builders:
        counts = f"{tally.soldiers} + {tally.builders}"
        rows.append((say("score-people"), tally.soldiers + tally.builders, counts))
    if tally.dominions:
        names = ", ".join(say(f"dominion-{name}") for name in tally.dominions)
        rows.append((say("score-dominions"), tally.dominion_points(), names))
    wide = max(len(title) for title, _, _ in rows)
    lines = [f"{title:{wide}}  {points:4}  {told}".rstrip() for title, points, told in rows]
    lines.append(f"{say('score-total'):{wide}}  {tally.total():4}")
    return "\n".join(lines)
