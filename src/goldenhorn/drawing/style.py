"""The colours of everything that is not one of the six, and how day and night change them."""

from functools import cache

from goldenhorn.drawing.pen import PREFIX
from goldenhorn.palette import COLOURS, TROOPS

SERIF = "'Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L','EB Garamond',Georgia,serif"

# name: by day, by night
PAINTS = {
    "page": ("#efe2c2", "#11171e"),
    "paper": ("#f8f0dc", "#1b2530"),
    "tile": ("#f5ead0", "#223140"),
    "land": ("#e8d7ab", "#322c20"),
    "stone": ("#f3e7c9", "#5b523f"),
    "shade": ("#d8c293", "#40392b"),
    "roof": ("#b8714c", "#8f5a43"),
    "dome": ("#86a0a3", "#587680"),
    "rock": ("#c2ab80", "#4d4535"),
    "pane": ("#cdb27c", "#f0c264"),  # windows, lit at night
    "ink": ("#2a1d0e", "#f1e6cd"),
    "soft": ("#6a5434", "#bcab88"),
    "line": ("#8a7047", "#7a7059"),
    "gold": ("#a97a1f", "#d9b25f"),
    "leaf": ("#d9b04c", "#d9b25f"),
    "sea": ("#1f5f78", "#14384d"),
    "deep": ("#134158", "#0a2030"),
    "chart": ("#e6cf94", "#c4a765"),
    "foam": ("#d5e6e6", "#7fa3b0"),
    "seal": ("#93222a", "#e0666a"),
    "hull": ("#6b4424", "#7d5635"),
    "plank": ("#3f2613", "#2c1c10"),
    "mast": ("#3f2613", "#d3b583"),
    "white": ("#ffffff", "#ffffff"),
    "black": ("#1f1204", "#05080b"),
    "back": ("#1c4058", "#27506a"),
    # the liveries of the four families, none of them like a sail
    "v0": ("#26305e", "#39467f"),
    "v1": ("#6a2145", "#86305a"),
    "v2": ("#2e2925", "#171412"),
    "v3": ("#1c5c5c", "#24706f"),
    "silver": ("#eceae3", "#eceae3"),
    "metal": ("#d4ad4b", "#d4ad4b"),
}


@cache
def css(dark: bool | None) -> str:
    """The style sheet: `f-x` fills with paint x, `s-x` draws a line with it."""
    always = [
        f".{PREFIX}all{{font-family:{SERIF};font-variant-numeric:lining-nums}}",
        f".{PREFIX}b{{font-weight:bold}}.{PREFIX}i{{font-style:italic}}",
        f".{PREFIX}wide{{letter-spacing:.28em}}.{PREFIX}caps{{letter-spacing:.1em}}",
    ]
    if dark is None:
        night = f"@media (prefers-color-scheme:dark){{{_rules(night=True)}}}"
        return "".join([*always, _rules(night=False), night])
    return "".join([*always, _rules(night=dark)])


def paints(*, night: bool) -> dict[str, str]:
    """Every paint by name: `ink`, `sea`, …, `o` the orange, `on-o` what is written on it."""
    values = {name: pair[night] for name, pair in PAINTS.items()}
    for hue in (*COLOURS.values(), *TROOPS.values()):
        values[hue.letter] = hue.dark if night else hue.light
        values["on-" + hue.letter] = hue.ink
    return values


def _rules(*, night: bool) -> str:
    values = paints(night=night)
    rules = [
        f".{PREFIX}f-{name}{{fill:{value}}}.{PREFIX}s-{name}{{stroke:{value}}}"
        for name, value in values.items()
    ]
    rules += [f".{PREFIX}stop-{name}{{stop-color:{values[name]}}}" for name in ("sea", "deep")]
    return "".join(rules)
