"""Writes web/src/made/: the box's colours, drawings and numbers, as the page uses them.

python -m tools.make_page_art; the page's build runs it. What it writes is not kept in git.
"""

import json
from pathlib import Path

from goldenhorn.drawing import cities, coasts, pieces
from goldenhorn.drawing.chart import rose
from goldenhorn.drawing.pen import PREFIX, path, tag
from goldenhorn.drawing.style import SERIF, paints
from goldenhorn.rules import box
from goldenhorn.rules.options import EDITIONS, POINTS

MADE = Path(__file__).parents[1] / "web" / "src" / "made"
NOTE = "made by tools/make_page_art.py"


def style_sheet() -> str:
    def block(selector: str, *, night: bool) -> str:
        body = "".join(f"--{name}:{value};" for name, value in paints(night=night).items())
        return f"{selector}{{color-scheme:{'dark' if night else 'light'};{body}}}\n"

    by_system = block(":root:not([data-theme=light])", night=True)
    return "".join(
        [
            f"/* {NOTE} */\n",
            f":root{{--serif:{SERIF}}}\n",
            block(":root", night=False),
            f"@media (prefers-color-scheme:dark){{{by_system}}}\n",
            block(":root[data-theme=dark]", night=True),
            *(
                f".f-{n}{{fill:var(--{n})}}.s-{n}{{stroke:var(--{n})}}\n"
                for n in paints(night=False)
            ),
        ]
    )


def sprite() -> str:
    """All drawings as symbols, for `<use href="#name">`."""
    drawn = tag(
        "svg",
        pieces.symbols(),
        pieces.symbol("venice", f"0 0 {cities.WIDTH} {cities.HEIGHT}", cities.venice()),
        pieces.symbol(
            "constantinople", f"0 0 {cities.WIDTH} {cities.HEIGHT}", cities.constantinople()
        ),
        pieces.symbol("modone", "-80 -72 160 108", cities.modone(150)),
        pieces.symbol("gondola", "-2 -8 50 22", cities.gondola()),
        pieces.symbol("rose", "-52 -66 104 118", rose(0, 0, 50)),
        pieces.symbol(
            "isle", "-102 -8 208 24", path(coasts.CANDIA, "f-land s-ink", stroke_width=1.2)
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=0,
        height=0,
        fill="none",
        aria_hidden="true",
    )
    return drawn.replace(PREFIX, "")


def constants() -> str:
    values = {
        "COLOURS": list(box.COLOURS),
        "ARMS": list(box.ARMS),
        "FLEETS": box.FLEETS,
        "ROUTES": box.ROUTES,
        "BERTHS": box.BERTHS,
        "DOMINIONS": box.DOMINIONS,
        "SET_POINTS": box.SET_POINTS,
        "EDITIONS": {
            name: dict(zip(POINTS, chosen, strict=True)) for name, chosen in EDITIONS.items()
        },
        "POINTS": POINTS,
    }
    lines = [
        f"export const {name} = {json.dumps(value, default=dict)} as const;"
        for name, value in values.items()
    ]
    return f"// {NOTE}\n" + "\n".join(lines) + "\n"


def main() -> None:
    MADE.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("paints.css", style_sheet()),
        ("sprite.svg", sprite()),
        ("box.ts", constants()),
    ):
        file = MADE / name
        # an unchanged file keeps its time, so that a running `vite` does not reload for nothing
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
