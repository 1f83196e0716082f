"""The picture of the table: well-formed, self-contained, complete, and the same every time."""

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from goldenhorn import words
from goldenhorn.drawing import svg
from goldenhorn.drawing.style import PAINTS
from goldenhorn.palette import COLOURS, TROOPS, Hue
from goldenhorn.rules import box
from goldenhorn.words import languages

LOCALES = Path(__file__).parents[1] / "locales"
SVG = "{http://www.w3.org/2000/svg}"
Table = dict[str, Any]
DOMINIONS = {name: list(pair) for name, pair in box.DOMINIONS.items()}


def ship(at: int | None, to: str | None, cargo: str = "", *, adrift: bool = False) -> Table:
    return {"at": at, "to": to, "cargo": cargo, "adrift": adrift}


def stock(goods: str = "", soldiers: int = 0, builders: int = 0, *dominions: str) -> Table:
    held = {"goods": goods, "soldiers": soldiers, "builders": builders}
    return {**held, "dominions": list(dominions)}


def table(players: int, *, expansion: bool = False, **state: Any) -> Table:
    """A table at its first turn, but for what is said otherwise."""
    rules: Table = {"edition": "it", "expansion": expansion}
    if expansion:
        rules["dominions"] = DOMINIONS
    return {
        "rules": rules,
        "players": players,
        "first_player": 1,
        "route": list(box.ROUTES[players]),
        "fleets": [list(fleet) for fleet in box.FLEETS[:players]],
        "state": {
            "turn": 1,
            "player": 0,
            "phase": "orders",
            "ships": [[ship(0, "C") for _ in range(3)] for _ in range(players)],
            "hands": ["opgrb"] * players,
            "warehouses": [stock() for _ in range(players)],
            "ports": {"V": stock("oopggrbby"), "C": stock("ppprrrbyy")},
            "bag": "opgrby" * 9,
            "deck": "opgrby" * 5,
            "discards": "",
            "soldier_reserve": 20 if expansion else 0,
            "builder_reserve": 0,
            "sailing": None,
            "raided": False,
            "end_called_by": None,
            "free_dominions": list(DOMINIONS) if expansion else [],
            **state,
        },
    }


def crowded() -> Table:
    """Four players with the expansion, everything in play at once."""
    drawn = table(
        4,
        expansion=True,
        turn=38,
        player=2,
        phase="sailing",
        sailing=3,
        end_called_by=1,
        ships=[
            [ship(3, "C", "bb"), ship(7, "V", "ooo"), ship(0, "C")],
            [ship(7, "C", "SSSSB"), ship(9, "V", adrift=True), ship(14, "V")],
            [ship(14, "V"), ship(7, "C", "yyyy"), ship(5, "V", "rrr")],
            [ship(1, "C", "ggggggg"), ship(12, "C", "pp"), ship(4, "V", "SSSSSSSSBBBB")],
        ],
        hands=["oopgrrrbbyyyyo", "ggbyy", "", "?????"],
        warehouses=[
            stock("o" * 15 + "p" * 7 + "g" * 6 + "r" * 11 + "b" * 4 + "y" * 8, 3, 1, "zara"),
            stock("ppgggrb", 0, 2),
            stock("oopprrggbbyyy", 5, 3, "candia", "galata"),
            stock(),
        ],
        ports={"V": stock("oopggrbby", 2, 1), "C": stock("", 7, 10)},
        free_dominions=["durazzo", "negroponte"],
        deck="?" * 12,
    )
    return {**drawn, "scores": [60, 8, 44, 0]}


def placement() -> Table:
    waiting = [ship(None, None) for _ in range(3)]
    placed = [ship(13, "V"), ship(0, "C"), ship(0, "C")]
    empty = {"V": stock(), "C": stock()}
    return table(
        3, phase="placement", turn=0, ships=[waiting, placed, waiting], hands=[""] * 3, ports=empty
    )


def ended() -> Table:
    goods = ["ooorrgyyyybpp", "opgrby", ""]
    drawn = table(3, phase="over", bag="", warehouses=[stock(held) for held in goods])
    return {**drawn, "scores": [18, 10, 18]}


TABLES = {
    "2 players": table(2),
    "2 players, expansion": table(2, expansion=True),
    "3 players": table(3),
    "4 players, all ships in Venice": table(4),
    "placement": placement(),
    "crowded": crowded(),
    "ended": ended(),
}
every_table = pytest.mark.parametrize("drawn", TABLES.values(), ids=TABLES.keys())


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def ids(picture: str) -> list[str]:
    return [found for element in parsed(picture).iter() if (found := element.get("id"))]


def uses(picture: str, *, of: str = "", to: str = "") -> int:
    """How many `use` elements have that class, or point to that symbol."""
    return sum(
        (not of or (element.get("class") or "").endswith("-" + of))
        and (not to or (element.get("href") or "").endswith("-" + to))
        for element in parsed(picture).iter(f"{SVG}use")
    )


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def spoken(picture: str) -> str:
    return parsed(picture).findtext(f"{SVG}desc") or ""


@every_table
@pytest.mark.parametrize("width", [360, 600, 1200])
@pytest.mark.parametrize("dark", [None, False, True])
def test_a_picture_is_well_formed_and_as_wide_as_asked(
    drawn: Table, width: int, dark: bool | None
) -> None:
    picture = parsed(svg(drawn, width=width, dark=dark))
    assert picture.tag == f"{SVG}svg"
    assert picture.get("width") == str(width)
    _, _, across, down = map(float, (picture.get("viewBox") or "").split())
    assert int(picture.get("height") or 0) == pytest.approx(width * down / across, abs=1)


@every_table
def test_a_picture_needs_nothing_from_elsewhere(drawn: Table) -> None:
    picture = svg(drawn)
    known = set(ids(picture))
    for element in parsed(picture).iter():
        assert element.tag.removeprefix(SVG) not in ("script", "image", "foreignObject", "a")
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            if name == "href":
                assert value.startswith("#")
                assert value[1:] in known
            for pointed in re.findall(r"url\((.*?)\)", value):
                assert pointed[1:] in known
    assert "@import" not in picture
    assert "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")


@every_table
def test_every_class_that_paints_is_in_the_style_sheet(drawn: Table) -> None:
    picture = svg(drawn)
    style = parsed(picture).findtext(f"{SVG}style") or ""
    counted = {"cube", "soldier", "builder", "card", "ship"}
    for element in parsed(picture).iter():
        for name in (element.get("class") or "").split():
            assert f".{name}{{" in style or name.split("-", 1)[1] in counted, name


@every_table
def test_ids_are_unique_and_differ_between_pictures(drawn: Table) -> None:
    picture = svg(drawn)
    assert len(ids(picture)) == len(set(ids(picture)))
    assert not set(ids(picture)) & set(ids(svg(drawn, dark=True)))
    assert not set(ids(picture)) & set(ids(svg(drawn, names=["Ada"])))


@every_table
def test_the_same_table_is_drawn_the_same(drawn: Table) -> None:
    assert svg(drawn) == svg(drawn)


@every_table
@pytest.mark.parametrize("width", [600, 1200])
def test_every_piece_in_the_state_is_in_the_picture(drawn: Table, width: int) -> None:
    picture = svg(drawn, width=width)
    state = drawn["state"]
    stocks = [*state["ports"].values(), *state["warehouses"]]
    cargo = "".join(one["cargo"] for fleet in state["ships"] for one in fleet)
    goods = "".join(held["goods"] for held in stocks) + cargo.replace("S", "").replace("B", "")
    assert uses(picture, of="cube") == len(goods)
    for colour in box.COLOURS:
        assert uses(picture, of="cube", to=f"cube-{colour}") == goods.count(colour)
    soldiers = sum(held["soldiers"] for held in stocks) + cargo.count("S")
    builders = sum(held["builders"] for held in stocks) + cargo.count("B")
    assert uses(picture, of="soldier") == soldiers
    assert uses(picture, of="builder") == builders
    cards = "".join(state["hands"])
    assert uses(picture, of="card") == len(cards)
    for colour in box.COLOURS:
        assert uses(picture, of="card", to=f"card-{colour}") == cards.count(colour)
    assert uses(picture, to="hull") == 3 * drawn["players"]
    assert uses(picture, to="sail") == 9 * drawn["players"]
    assert uses(picture, to="adrift") == sum(one["adrift"] for f in state["ships"] for one in f)


@every_table
def test_every_fleet_shows_its_sails(drawn: Table) -> None:
    wanted: dict[str, int] = dict.fromkeys(box.COLOURS, 0)
    for one, two, three in drawn["fleets"]:
        for colour in one * 3 + two[0] + two + three:
            wanted[colour] += 1
    fills = [
        (element.get("class") or "").split()[0].rpartition("-")[2]
        for element in parsed(svg(drawn)).iter(f"{SVG}use")
        if (element.get("href") or "").endswith("-sail")
    ]
    assert {colour: fills.count(colour) for colour in box.COLOURS} == wanted


def bows(drawn: Table) -> list[str]:
    """Which way each ship's bow points, in the order drawn."""
    ships = [
        element
        for element in parsed(svg(drawn)).iter(f"{SVG}g")
        if (element.get("class") or "").endswith("-ship")
    ]
    mirrored = [
        any("scale(-1 1)" in (part.get("transform") or "") for part in one) for one in ships
    ]
    return ["V" if turned else "C" for turned in mirrored]


def test_bows_point_where_ships_sail() -> None:
    fleets = [[ship(0, "C")] * 3, [ship(8, "V")] * 3]
    assert bows(table(2, ships=fleets)) == ["C"] * 3 + ["V"] * 3


def test_the_whole_picture_is_small() -> None:
    goods = "".join(colour * 15 for colour in box.COLOURS)
    full = table(4, expansion=True, warehouses=[stock(goods, 20, 24)] + [stock()] * 3)
    for drawn in (*TABLES.values(), full):
        assert len(svg(drawn).encode()) < 150_000


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "\"' onload='x' & &amp; ]]> -->",
        "\0\x01\x1b[31m\ud800\ufffe",
        "\u202egnirts desrever",
        "李小龙" * 20,
        "W" * 300,
        "W" * 9000,
        "",
    ],
)
def test_hostile_names_stay_names(name: str) -> None:
    plain = parsed(svg(crowded(), names=["Ada"] * 4))
    picture = svg(crowded(), names=[name] * 4)
    assert [one.tag for one in parsed(picture).iter()] == [one.tag for one in plain.iter()]
    picture.encode()
    assert not set("\0\x01\x1b\u202e\ufffe") & set(picture)


def test_names_and_arms() -> None:
    picture = svg(table(3), names=["Ada", ""])
    assert {"Ada", "Dandolo", "Loredan"} <= set(texts(picture))
    assert "Contarini" not in picture


def test_unseen_cards_are_face_down() -> None:
    drawn = table(2, hands=["opg", "?????"])
    assert uses(svg(drawn), of="card", to="back") == 5
    assert "5 unseen" in spoken(svg(drawn))


def test_who_looks_sees_no_other_hand() -> None:
    drawn = table(3, hands=["ooo", "ppp", "gg"])
    picture = svg(drawn, seat=1)
    assert uses(picture, of="card", to="card-p") == 3
    assert uses(picture, of="card", to="back") == 5
    assert "3 orange" not in spoken(picture).split("hand:")[1]
    strips = [text for text in texts(picture) if text in box.ARMS]
    assert strips == ["Dandolo", "Loredan", "Contarini"]


def test_dark_is_forced_or_follows_the_reader() -> None:
    drawn = table(2)
    assert "prefers-color-scheme:dark" in svg(drawn)
    day, night = svg(drawn, dark=False), svg(drawn, dark=True)
    assert "prefers-color-scheme" not in day + night
    assert PAINTS["page"][0] in day
    assert PAINTS["page"][1] in night


def test_the_picture_is_spoken() -> None:
    picture = parsed(svg(crowded(), names=["Ada", "Bo", "Cy", "Di"]))
    assert picture.get("role") == "img"
    title, desc = (picture.find(SVG + name) for name in ("title", "desc"))
    assert title is not None
    assert desc is not None
    assert picture.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    said = desc.text or ""
    for sentence in (
        "4 players. Turn 38. Cy is under way with ship 3.",
        "The end was called in Bo’s turn.",
        "Venice holds 2 orange, 1 pink, 2 green, 1 red, 2 blue, 1 yellow, 2 soldiers, 1 builder.",
        "Ada has 60 points.",
        "Ada, ship 1 (pink): on square 3, green, bound for Constantinople, carrying 2 blue.",
        "Bo, ship 2 (pink, yellow): on square 9, pink, bound for Venice, adrift.",
        "Ada, ship 2 (orange, blue): in Modone, bound for Venice, carrying 3 orange.",
        "Cy’s hand: nothing. Cy’s warehouse: 2 orange, 2 pink,",
        "Sets of 6, 6.",
        "Dominions: Candia, Galata.",
        "Free dominions: Durazzo, Negroponte.",
    ):
        assert sentence in said


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"phase": "placement", "turn": 0}, "Before the first turn · Contarini places the ships"),
        ({}, "Turn 1 · Contarini is to move"),
        ({"phase": "closing", "turn": 9}, "Turn 9 · Contarini may close the turn"),
        ({"phase": "over", "turn": 9}, "Turn 9 · The game is over"),
    ],
)
def test_a_sentence_says_what_is_going_on(state: Table, words: str) -> None:
    picture = svg(table(3, **state))
    assert words in texts(picture)
    assert texts(picture).count("to move") == (state.get("phase") != "over")


def test_the_end_called_is_marked() -> None:
    assert "The end was called in Dandolo’s turn" in texts(svg(table(3, end_called_by=1)))
    assert not [text for text in texts(svg(table(3))) if "end" in text]


def test_points_are_shown_only_if_given() -> None:
    assert "points" not in texts(svg(table(3)))
    assert {"60", "8", "44", "0"} <= set(texts(svg(crowded())))


def test_winners_are_shown_at_the_end() -> None:
    assert texts(svg(ended())).count("winner") == 2
    assert "Contarini and Loredan share the win" in spoken(svg(ended()))


def test_layers_show_their_bonus_and_what_is_missing() -> None:
    drawn = table(2, warehouses=[stock("ooorrgyyyybpp"), stock("oooppp")])
    picture = svg(drawn)
    assert [text for text in texts(picture) if text.startswith("+")] == ["+4", "+1"]


def test_dominions_show_their_owner() -> None:
    picture = svg(crowded())
    for name in DOMINIONS:
        assert name.capitalize() in texts(picture)
    # three on the tiles, one beside each name
    assert [uses(picture, to=f"arms-{seat}") for seat in range(4)] == [3 + 2, 3 + 1, 3 + 3, 3 + 1]


def test_a_route_of_their_own_is_drawn() -> None:
    drawn = {**table(3), "route": list("VybrgpoybrgpoC")}
    said = [one.text for one in parsed(svg(drawn)).iter(f"{SVG}title")]
    assert [text for text in said if text and text.startswith("Square")][:3] == [
        "Square 1, yellow",
        "Square 2, blue",
        "Square 3, red",
    ]


class Masked(Transformer):
    """Makes a language in which every letter is the same."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:
        return ast.TextElement(re.sub(r"[^\W\d_]", "ж", node.value))


@pytest.fixture
def a_language_of_one_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "en").symlink_to(LOCALES / "en")
    (tmp_path / "zh").mkdir()
    for path in (LOCALES / "en").glob("*.ftl"):
        english = FluentParser().parse(path.read_text(encoding="utf-8"))
        masked = FluentSerializer().serialize(Masked().visit(english))
        (tmp_path / "zh" / path.name).write_text(masked, encoding="utf-8")
    caches = (languages, words._known_files, words._source, words._patterns, words._bundle)
    monkeypatch.setattr(words, "_locales", lambda: tmp_path)
    for cache in caches:
        cache.cache_clear()
    yield "zh"
    for cache in caches:
        cache.cache_clear()


ALL_SAID = {
    **TABLES,
    "won": {**ended(), "scores": [1, 10, 0]},
    "closing": table(2, phase="closing", hands=["o", "?"], bag="o", deck="o"),
    "over": table(2, phase="over"),
}


@pytest.mark.parametrize("width", [600, 1200])
@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("drawn", ALL_SAID.values(), ids=ALL_SAID.keys())
def test_every_word_can_be_translated(
    a_language_of_one_letter: str, drawn: Table, seat: int | None, width: int
) -> None:
    picture = parsed(svg(drawn, lang=a_language_of_one_letter, seat=seat, width=width))
    assert picture.get("lang") == a_language_of_one_letter
    said = [
        one.text or "" for name in ("text", "title", "desc") for one in picture.iter(SVG + name)
    ]
    assert [text for text in said if re.search(r"[^\W\d_жЖ]", text)] == []
    assert "Ж" in "".join(said)  # Venice in capitals


@every_table
def test_a_language_that_is_not_there_is_english(drawn: Table) -> None:
    assert svg(drawn, lang="nowhere") == svg(drawn, lang="en") == svg(drawn)
    assert parsed(svg(drawn)).get("lang") == "en"


def test_dominions_of_their_own() -> None:
    drawn = table(2, expansion=True, warehouses=[stock("", 0, 0, "corfù"), stock()])
    drawn["rules"]["dominions"] = {"corfù": [1, 5], "zara": [2, 3]}
    told = {one.text for one in parsed(svg(drawn)).iter(f"{SVG}title")}
    assert "Corfù: 1 soldier, 5 points, owned by Contarini" in told
    assert {"Zara: 2 soldiers, 3 points, free", "Galata: free"} <= told


# the palette


def linear(value: str) -> list[float]:
    shares = [int(value[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares]


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines measure it."""
    light = [
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(value), strict=True))
        for value in (one, other)
    ]
    return (max(light) + 0.05) / (min(light) + 0.05)


def test_the_palette_is_that_of_the_box() -> None:
    assert "".join(COLOURS) == box.COLOURS
    assert tuple(hue.name for hue in COLOURS.values()) == box.COLOUR_NAMES
    hues: list[Hue] = [*COLOURS.values(), *TROOPS.values()]
    for field in ("letter", "name", "sign", "path", "glyph", "light", "dark"):
        assert len({getattr(hue, field) for hue in hues}) == len(hues), field
    assert COLOURS["o"].rgb() == (0xEA, 0x77, 0x10)


@pytest.mark.parametrize("hue", [*COLOURS.values(), *TROOPS.values()], ids=lambda hue: hue.name)
def test_signs_can_be_read_on_their_colour(hue: Hue) -> None:
    assert contrast(hue.ink, hue.light) >= 4.5
    assert contrast(hue.ink, hue.dark) >= 4.5


@pytest.mark.parametrize("night", [False, True])
def test_words_can_be_read(night: bool) -> None:
    paint = {name: pair[night] for name, pair in PAINTS.items()}
    pairs = [(ink, ground) for ink in ("ink", "soft") for ground in ("page", "paper", "land")]
    pairs += [("paper", "seal"), ("black", "leaf"), ("chart", "sea"), ("soft", "tile")]
    pairs += [("silver", f"v{seat}") for seat in range(4)]
    for ink, ground in pairs:
        assert contrast(paint[ink], paint[ground]) >= 4.5, (ink, ground)
    # points are large
    assert contrast(paint["gold"], paint["paper"]) >= 3


# how people see who lack one of the eye's three kinds of cones (Machado, Oliveira, Fernandes)
SIGHTS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def oklab(rgb: Sequence[float]) -> list[float]:
    """A colour where distances are as people see them."""
    to_cones = ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.6300))
    to_lab = ((0.2105, 0.7936, -0.0041), (1.9780, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087))
    cones = [max(0.0, sum(w * c for w, c in zip(row, rgb, strict=True))) for row in to_cones]
    return [sum(w * c ** (1 / 3) for w, c in zip(row, cones, strict=True)) for row in to_lab]


@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS.keys())
@pytest.mark.parametrize("field", ["light", "dark"])
def test_colours_differ_for_every_eye(field: str, sight: Sequence[Sequence[float]]) -> None:
    seen = [
        oklab(
            [
                sum(w * c for w, c in zip(row, linear(getattr(hue, field)), strict=True))
                for row in sight
            ]
        )
        for hue in COLOURS.values()
    ]
    assert min(math.dist(one, other) for one, other in itertools.combinations(seen, 2)) > 0.085
