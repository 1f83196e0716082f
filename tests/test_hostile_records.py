"""Records from strangers: whatever they hold, they are read or refused, soon and in few words."""

import json
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenhorn.game import Game
from goldenhorn.record import MOST_BYTES, MOST_DEPTH, BadRecord, Record, load, parse, write
from goldenhorn.trace import Json
from tests.kinds import TABLES
from tests.positions import often

GAMES = Path(__file__).parent / "games"
SECONDS = 20  # more than enough even where the rules run uncompiled and much else runs beside


def a_record(name: str = "el-2-dominio") -> Json:
    found: Json = json.loads((GAMES / f"{name}.ghr.json").read_text("utf-8"))
    return found


def read_or_refuse(text: str | bytes) -> Record | None:
    """What `parse` makes of it, as long as it does nothing but read or refuse."""
    started = time.perf_counter()
    record, no = None, None
    try:
        record = parse(text)
    except BadRecord as refusal:
        no = refusal
    assert time.perf_counter() - started < SECONDS
    if no is not None:
        size = len(no.reason)
        assert 0 < size < 1200, "a refusal is no place for a whole file"
        assert no.reason.isprintable(), "a terminal would obey"
        assert no.rule is None or no.rule.startswith("R")
        assert no.index is None or no.index >= 0
    if record is not None:
        again = write(record)
        assert write(parse(again)) == again
    return record


def refuse(text: str | bytes) -> str:
    assert read_or_refuse(text) is None
    with pytest.raises(BadRecord) as no:
        parse(text)
    return no.value.reason


def with_field(name: str, text: str) -> str:
    """A good record with one more field, whose value is given as JSON."""
    return json.dumps(a_record())[:-1] + f', "{name}": {text}}}'


# Texts that are no records


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n", "\0", "{", "}", "[]", "{}", "null", "true", "0", '"x"', "[{}]", "{]", "nan"],
)
def test_hardly_anything(text: str) -> None:
    refuse(text)
    refuse(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        b"\x00",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xfe\xff\x00",
        b"\x00\x00\xfe\xff",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
        b"\x1f\x8b" + b"\x00" * 999,
        b'{"format": "\xc3"}',
        b'{"format": "\xed\xa0\x80"}',
        b'{"format": "\xf4\x90\x80\x80"}',
        b"\0" * 100_000,
    ],
)
def test_bytes_that_are_no_text(text: bytes) -> None:
    refuse(text)


@settings(max_examples=often(300), deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_noise(noise: bytes | str) -> None:
    refuse(noise)


@settings(max_examples=often(200), deadline=None)
@given(st.data())
def test_a_record_with_bytes_changed(data: st.DataObject) -> None:
    text = bytearray(json.dumps(a_record()).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    read_or_refuse(bytes(text))


def test_a_record_cut_short() -> None:
    text = json.dumps(a_record())
    for length in range(0, len(text) - 1, 37):
        refuse(text[:length])


# Too much


def test_too_large() -> None:
    assert "large" in refuse(" " * (MOST_BYTES + 1))
    assert "large" in refuse(b"[" * (MOST_BYTES + 1))
    assert "large" in refuse("é" * (MOST_BYTES // 2 + 1))


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "large.ghr.json"
    with file.open("wb") as out:
        out.truncate(1 << 36)  # takes no room on the disk, and would in memory
    with pytest.raises(BadRecord, match="large"):
        load(file)


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("depth", [100, 5000, 400_000])
def test_too_deep(opened: str, closed: str, depth: int) -> None:
    inner = "1" if opened != "[" else ""
    refuse(opened * depth + inner + closed * depth)
    assert "deep" in refuse(with_field("x", opened * depth + inner + closed * depth))
    refuse(opened * depth)


def test_as_deep_as_allowed() -> None:
    most = MOST_DEPTH - 2  # the record itself, and the value inside
    assert read_or_refuse(with_field("x", "[" * most + "]" * most))
    assert "deep" in refuse(with_field("x", "[" * (most + 2) + "]" * (most + 2)))


def test_very_many_moves() -> None:
    record = a_record()
    record["moves"] += ["done"] * 300_000
    assert "over" in refuse(json.dumps(record))


def test_very_many_moves_of_a_game_not_begun() -> None:
    record = a_record() | {"moves": ["on"] * 400_000, "result": None}
    assert "Move 0" in refuse(json.dumps(record))


def test_very_many_players_and_fields() -> None:
    refuse(json.dumps(a_record() | {"players": [{}] * 500_000}))
    record = a_record() | {f"field {i}": i for i in range(100_000)}
    assert read_or_refuse(json.dumps(record))


HUGE = ("x" * 1_000_000, ["y" * 1_000_000], {"z" * 1_000_000: 1})


@pytest.mark.parametrize("where", ["format", "version", "seed", "first_player", "moves"])
@pytest.mark.parametrize("value", HUGE, ids=type)
def test_a_huge_value(where: str, value: object) -> None:
    refuse(json.dumps(a_record() | {where: value}))


@pytest.mark.parametrize(
    "where", ["edition", "expansion", "loading", "placement", "round_limit", "route", "version"]
)
@pytest.mark.parametrize("value", HUGE, ids=type)
def test_a_huge_option(where: str, value: object) -> None:
    record = a_record()
    record["rules"][where] = value
    refuse(json.dumps(record))


@pytest.mark.parametrize("value", HUGE, ids=type)
def test_huge_dominions(value: object) -> None:
    record = a_record()
    record["rules"]["dominions"]["zara"] = value
    refuse(json.dumps(record))
    record["rules"]["dominions"] = value
    refuse(json.dumps(record))


def test_a_huge_result() -> None:
    record = a_record()
    for name in record["result"]:
        refuse(json.dumps(record | {"result": record["result"] | {name: "x" * 1_000_000}}))
    assert read_or_refuse(json.dumps(record | {"result": {"unknown" * 100_000: 1}}))


def test_a_huge_move_and_a_huge_fleet() -> None:
    record = a_record()
    record["moves"][0] = "place " + "V" * 1_000_000
    refuse(json.dumps(record))
    record = a_record()
    record["players"][0]["fleet"] = ["p", "ob", "g" * 1_000_000]
    refuse(json.dumps(record))


# Numbers


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400"])
def test_numbers_that_json_does_not_know(number: str) -> None:
    refuse(with_field("x", number))
    refuse(with_field("x", f'[{{"y": {number}}}]'))


def test_huge_numbers() -> None:
    refuse(with_field("x", "9" * 100_000))
    assert read_or_refuse(with_field("x", "9" * 4000))
    for name in ("first_player", "version"):
        refuse(json.dumps(a_record()).replace(f'"{name}": ', f'"{name}": {"9" * 4000}', 1))
    record = a_record()
    record["rules"]["round_limit"] = 10**4000
    refuse(json.dumps(record))
    record = a_record()
    record["rules"]["dominions"]["zara"] = [2, -(10**4000)]
    refuse(json.dumps(record))


# Texts


@pytest.mark.parametrize("half", ['"\\ud800"', '["\\udfff"]', '{"\\ud83d": 1}'])
def test_half_characters(half: str) -> None:
    refuse(with_field("x", half))
    refuse(with_field("x", half.encode().decode("unicode_escape")))


@pytest.mark.parametrize("where", ["seed", "moves", "format"])
def test_half_characters_where_something_else_belongs(where: str) -> None:
    refuse(json.dumps(a_record() | {where: ["\ud800"]}))


def test_a_field_named_twice() -> None:
    refuse(with_field("seed", '"1"'))
    refuse(with_field("x", '{"y": 1, "y": 1}'))
    refuse(with_field("x", '1, "x": 1'))


@pytest.mark.parametrize(
    "text", ["{ $x }", "{", "}}", "\x1b[2J", "\u202e", "%s%n", "{0.__class__}", "'\"\\", "\r\n"]
)
def test_texts_that_mean_something_elsewhere(text: str) -> None:
    """Messages quote what was written; nothing in it is taken for part of the message."""
    record = a_record()
    record["moves"][0] = text
    refuse(json.dumps(record))
    refuse(json.dumps(a_record() | {"seed": text}))
    refuse(json.dumps(a_record() | {"format": text}))
    record = a_record()
    record["players"][0]["name"] = text
    kept = read_or_refuse(json.dumps(record))
    assert (kept is None) == (text[0] in "\x1b\r\u202e"), "a name is shown as it is"
    assert kept is None or kept.names[0] == text


@pytest.mark.parametrize("name", ["x" * 81, "x" * 1_000_000, "a\nb", "\x1b[2J", "\x9b2J", "\0"])
@pytest.mark.parametrize("field", ["name", "kind"])
def test_names_that_would_spoil_a_page(name: str, field: str) -> None:
    record = a_record()
    record["players"][1][field] = name
    assert f"players[1].{field}" in refuse(json.dumps(record))


# Anything anywhere

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(
        ["V", "it", "custom", "may", "opg", "0", "place VCV", "done", "zara", "\ud800"]
    )
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=3) | st.sampled_from(["zara", "x", "name"]), inner)
    ),
    max_leaves=8,
)
BASES = [a_record(name) for name in ("short-2", "el-2-dominio", "own-fleets-2", "own-dominions-2")]


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything in a record, with few of the moves."""
    found = [way]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*way, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value[:20]):
            found += places(inner, (*way, index))
    return found


def change(record: Any, way: tuple[Any, ...], value: object, how: str) -> Any:
    if not way:
        return value
    inner = record
    for key in way[:-1]:
        inner = inner[key]
    if how == "remove":
        del inner[way[-1]]
    elif how == "insert" and isinstance(inner, list):
        inner.insert(way[-1], value)
    elif how == "insert":
        inner[f"{way[-1]}s"] = value
    else:
        inner[way[-1]] = value
    return record


@settings(max_examples=often(1200), deadline=None)
@given(st.data())
def test_anything_anywhere(data: st.DataObject) -> None:
    record = deepcopy(data.draw(st.sampled_from(BASES)))
    for _ in range(data.draw(st.integers(1, 3))):
        ways = places(record)
        way = data.draw(st.sampled_from(ways))
        how = data.draw(st.sampled_from(["replace", "replace", "remove", "insert"]))
        record = change(record, way, data.draw(anything), how)
    read_or_refuse(json.dumps(record))


@pytest.mark.parametrize("value", [None, True, False, 0, -1, 1.5, "", "x", [], {}, [[]], [{}], [0]])
def test_every_field_of_a_wrong_type(value: object) -> None:
    """Each field in turn, so that none depends on chance."""
    for base in BASES[1:]:
        for way in places(base):
            if way[:1] != ("moves",) or way[1:] in ((), (0,), (5,)):
                read_or_refuse(json.dumps(change(deepcopy(base), way, value, "replace")))


def test_the_games_these_are_made_of_are_good() -> None:
    for base in BASES:
        assert read_or_refuse(json.dumps(base))
    for table in TABLES.values():
        assert read_or_refuse(write(Game.new(table=table)))
