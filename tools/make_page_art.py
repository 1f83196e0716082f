"""Writes web/src/made/: the box's colours, drawings and numbers, as the page uses them.

python -m tools.make_page_art; the page's build runs it. What it writes is not kept in git.
"""

import json
from pathlib import Path

from goldenhorn.drawing import cities, coasts, pieces
from goldenhorn.drawing.chart import rose
from goldenhorn.drawing.pen import PREFIX, path, tag
from goldenhorn.drawing.style import PAINTS, SERIF
from goldenhorn.palette import COLOURS, TROOPS
from goldenhorn.rules import box
from goldenhorn.rules.options import EDITIONS, POINTS

MADE = Path(__file__).parents[1] / "web" / "src" / "made"
NOTE = "made by tools/make_page_art.py"


def paints(*, dark: bool) -> dict[str, str]:
    """Every paint by name: `ink`, `sea`, …, `o` the orange, `on-o` what is written on it."""
    values = {name: pair[dark] for name, pair in PAINTS.items()}
    for hue in (*COLOURS.values(), *TROOPS.values()):
        values[hue.letter] = hue.dark if dark else hue.light
        values["on-" + hue.letter] = hue.ink
    return values


def style_sheet() -> str:
    def block(selector: str, *, dark: bool) -> str:
        body = "".join(f"--{name}:{value};" for name, value in paints(dark=dark).items())
        return f"{selector}{{color-scheme:{'dark' if dark else 'light'};{body}}}\n"

    night = block(":root:not([data-theme=light])", dark=True)
    return "".join(
        [
            f"/* {NOTE} */\n",
            f":root{{--serif:{SERIF}}}\n",
            block(":root", dark=False),
            f"@media (prefers-color-scheme:dark){{{night}}}\n",
            block(":root[data-theme=dark]", dark=True),
            *(
                f".f-{n}{{fill:var(--{n})}}.s-{n}{{stroke:var(--{n})}}\n"
                for n in paints(dark=False)
            ),
        ]
    )


def symbol(name: str, view: str, *inside: str) -> str:
    return tag("symbol", *inside, id=name, viewBox=view, overflow="visible")


def sprite() -> str:
    """All drawings as symbols, for `<use href="#name">`."""
    drawn = tag(
        "svg",
        pieces.symbols(),
        symbol("venice", f"0 0 {cities.WIDTH} {cities.HEIGHT}", cities.venice()),
        symbol("constantinople", f"0 0 {cities.WIDTH} {cities.HEIGHT}", cities.constantinople()),
        symbol("modone", "-80 -72 160 108", cities.modone(150)),
        symbol("gondola", "-2 -8 50 22", cities.gondola()),
        symbol("rose", "-52 -66 104 118", rose(0, 0, 50)),
        symbol("isle", "-102 -8 208 24", path(coasts.CANDIA, "f-land s-ink", stroke_width=1.2)),
        xmlns="http://www.w3.org/2000/svg",
        width=0,
        height=0,
        fill="none",
        aria_hidden="true",
    )
    return drawn.replace(PREFIX, "")


def constants() -> str:
    signs = {hue.letter: hue.sign for hue in (*COLOURS.values(), *TROOPS.values())}
    values = {
        "COLOURS": list(box.COLOURS),
        "SIGNS": signs,
        "ARMS": list(box.ARMS),
        "FLEETS": box.FLEETS,
        "ROUTES": box.ROUTES,
        "BERTHS": box.BERTHS,
        "DOMINIONS": box.DOMINIONS,
        "SET_POINTS": box.SET_POINTS,
        "CARDS_FOR_SHIP": box.CARDS_FOR_SHIP,
        "EDITIONS": {
            name: dict(zip(POINTS, chosen, strict=True)) for name, chosen in EDITIONS.items()
        },
        "POINTS": POINTS,
        "SHIELD": pieces.SHIELD,
        "FLAG": pieces.FLAG,
        "SAIL": pieces.SAIL,
        "HULL": pieces.HULL,
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
