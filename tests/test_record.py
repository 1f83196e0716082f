"""Records: what is written can be read again, and what is not right is refused."""

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenhorn import BadRecord, Game, load, save
from goldenhorn.lab.simulate import Simulation, run_with_moves
from goldenhorn.record import ENDING, Record, parse, read, write
from goldenhorn.rules.options import EDITIONS, MOST_ROUNDS, options
from goldenhorn.trace import Json
from tests.kinds import TABLES
from tests.positions import often, play

NAMES = ("Ada", "Büşra Çağlar", "ノゾミ", "👩‍⚓ “quoted” \\")


def begun() -> Game:
    game = Game.new(players=3, edition="fr", expansion=True, seed=0xCAFE)
    return play(game, "place VCV", "place CCC", "place VVV")


def finished(name: str = "it-2", seed: int = 3) -> Game:
    table = TABLES[name]
    simulation = Simulation(table, ("random",) * table.players, seed)
    ((number, _, moves),) = run_with_moves(simulation, 1)
    game = Game.new(table=table, seed=simulation.key(number))
    for move in moves:
        game.play(move)
    return game


def data(game: Game | Record | None = None) -> Json:
    found: Json = json.loads(write(begun() if game is None else game))
    return found


def refused(changed: Json) -> BadRecord:
    with pytest.raises(BadRecord) as no:
        parse(json.dumps(changed))
    assert str(no.value) == no.value.reason
    return no.value


# What is written


def test_every_option_is_spelled_out() -> None:
    game = Game.new(players=2, seed=0xAB)
    assert data(game) == {
        "format": "golden-horn-record",
        "version": 1,
        "rules": {
            "version": 1,
            "edition": "it",
            "expansion": False,
            "round_limit": 200,
            "loading": "may",
            "emptied_ship": "may_turn",
            "last_turns": "finish_round",
            "placement": "free",
            "route": ["V", "r", "b", "y", "M", "o", "p", "g", "C"],
        },
        "players": [
            {"name": "Contarini", "kind": "person", "fleet": ["p", "ob", "gry"]},
            {"name": "Dandolo", "kind": "person", "fleet": ["g", "py", "orb"]},
        ],
        "first_player": 0,
        "seed": "000000000000000000000000000000ab",
        "moves": [],
        "result": None,
    }


def test_prices_and_points_of_the_expansion_are_spelled_out() -> None:
    own = {"zara": [1, 0], "durazzo": [2, 2], "candia": [3, 3], "negroponte": [4, 4]}
    own["galata"] = [20, 99]
    assert data()["rules"]["dominions"]["negroponte"] == [5, 10]
    assert data(Game.new(expansion=True, dominions=own))["rules"]["dominions"] == own


def test_it_can_be_read_by_a_person() -> None:
    text = write(finished())
    assert text.endswith("}\n")
    assert all(len(line) <= 100 for line in text.splitlines() if "rules" not in line)
    assert text.count("\n") > 10


def test_a_record_holds_the_whole_line_wherever_one_looks() -> None:
    game = finished()
    game.go_to(7)
    again = parse(write(game)).game
    assert again.line == game.line
    assert again.ply == len(game.line)
    assert data(game)["result"] == data(finished())["result"] is not None
    assert game.ply == 7


def test_a_dealt_game_has_no_record() -> None:
    with pytest.raises(ValueError, match="no seed"):
        write(begun().seen_by(0).deal(1))


@pytest.mark.parametrize("name", ["a\nb", "x" * 81])
def test_a_name_that_could_not_be_read_again_is_not_written(name: str) -> None:
    for record in (Record.of(begun(), ["Ada", name]), Record.of(begun(), kinds=["person", name])):
        with pytest.raises(BadRecord, match=r"players\[1\]"):
            write(record)


@pytest.mark.parametrize("name", ["seed", "moves", "rules", "players", "result", "first_player"])
def test_what_is_added_takes_the_place_of_nothing(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name}.*its own"):
        write(Record.of(begun(), **{name: "1"}))
    for where, own in (("extra_rules", "edition"), ("extra_result", "scores")):
        record = Record.of(finished())
        setattr(record, where, {"mine": 1, own: 1})
        with pytest.raises(ValueError, match=own):
            write(record)
    record = Record.of(finished())
    record.extra_players[1]["fleet"] = ["p", "ob", "gry"]
    with pytest.raises(ValueError, match="fleet"):
        write(record)


def test_a_number_that_is_none_is_not_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        write(Record.of(begun(), clock=float("nan")))


# There and back


@pytest.mark.parametrize("name", TABLES)
def test_a_game_of_every_table_survives(name: str) -> None:
    game = finished(name)
    again = parse(write(game)).game
    assert (again.options, again.seed, again.line) == (game.options, game.seed, game.line)
    assert (again.state, again.outcome) == (game.state, game.outcome)
    assert write(again) == write(game)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 4))
    own: dict[str, Any] = {
        "players": players,
        "edition": draw(st.sampled_from(list(EDITIONS))),
        "expansion": draw(st.booleans()),
        "first_player": draw(st.integers(0, players - 1)),
        "round_limit": draw(st.integers(1, MOST_ROUNDS)),
        "loading": draw(st.sampled_from([None, "may", "must"])),
        "emptied_ship": draw(st.sampled_from([None, "may_turn", "must_return"])),
        "last_turns": draw(st.sampled_from([None, "finish_round", "one_more_each"])),
        "placement": draw(st.sampled_from([None, "free", "random"])),
    }
    if draw(st.booleans()):
        orders = [draw(st.permutations("opgrby")) for _ in range(players)]
        own["fleets"] = [[o[0], "".join(o[1:3]), "".join(o[3:])] for o in orders]
    if own["expansion"] and draw(st.booleans()):
        names = ("zara", "durazzo", "candia", "negroponte", "galata")
        pair = st.tuples(st.integers(1, 20), st.integers(0, 99)).map(list)
        own["dominions"] = {name: draw(pair) for name in names}
    return own


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    # Half characters are no text.
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner),
    max_leaves=6,
)
own_fields = st.dictionaries(st.text("xyzé ", min_size=1, max_size=4), plain, max_size=3)


@settings(max_examples=often(160), deadline=None)
@given(
    own=tables(),
    seed=st.integers(0, 2**128 - 1),
    picks=st.lists(st.integers(0, 200), max_size=60),
    names=st.lists(
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=80), min_size=4, max_size=4
    ),
    extra=own_fields,
    extra_rules=own_fields,
    extra_player=own_fields,
)
def test_any_game_survives(
    own: dict[str, Any],
    seed: int,
    picks: list[int],
    names: list[str],
    extra: Json,
    extra_rules: Json,
    extra_player: Json,
) -> None:
    game = Game.new(seed=seed, **own)
    for pick in picks:
        if not game.is_over:
            game.play(game.legal[pick % len(game.legal)])
    record = Record.of(game, names, ["person", "greedy"], **extra)
    record.extra_rules = extra_rules
    record.extra_players[-1] = extra_player
    text = write(record)
    for shape in (text, text.encode()):
        again = parse(shape)
        assert again.game.options == game.options
        assert again.game.line == game.line
        assert again.game.state == game.state
        assert again.names == names[: game.players]
        assert again.kinds == record.kinds
        assert (again.extra, again.extra_rules) == (extra, extra_rules)
        assert again.extra_players == record.extra_players
        assert write(again) == text


def test_unknown_fields_survive_everywhere() -> None:
    written = data(finished())
    written["date"] = "2024-05-05"
    written["comments"] = {"3": "hm…", "deep": [[{"x": None}]]}
    written["rules"]["house"] = ["rule"]
    written["players"][1]["rating"] = 1500.5
    written["result"]["by"] = "the moves"
    assert data(parse(json.dumps(written))) == written


def test_dominions_at_a_table_without_the_expansion_are_an_unknown_field() -> None:
    written = data(Game.new(seed=1))
    written["rules"]["dominions"] = {"atlantis": 3}
    assert data(parse(json.dumps(written))) == written


def test_what_may_be_left_out() -> None:
    written = data(finished())
    short = {key: written[key] for key in ("format", "version", "seed", "moves")}
    short |= {"rules": {"round_limit": 200}, "players": [{}, {}]}
    again = parse(json.dumps(short))
    assert data(again)["rules"] == written["rules"]
    assert again.names == ["Contarini", "Dandolo"]
    assert again.kinds == ["person", "person"]
    assert data(again)["result"] == written["result"]


def test_a_record_may_begin_with_a_byte_order_mark() -> None:
    text = write(begun())
    for shape in ("\ufeff" + text, ("\ufeff" + text).encode()):
        assert parse(shape).game.line == begun().line


def test_a_short_seed_is_the_same_number() -> None:
    written = data() | {"seed": "cafe"}
    assert data(parse(json.dumps(written)))["seed"] == "0" * 28 + "cafe"


# What is refused


@pytest.mark.parametrize("field", ["rules", "players", "seed", "moves"])
def test_a_field_is_missing(field: str) -> None:
    written = data()
    del written[field]
    assert field in refused(written).reason


def test_the_round_limit_is_missing() -> None:
    written = data()
    del written["rules"]["round_limit"]
    assert "rules.round_limit" in refused(written).reason


def test_points_of_no_edition_must_all_be_there() -> None:
    written = data(Game.new(edition="fr", loading="may", seed=1))
    assert written["rules"]["edition"] == "custom"
    assert parse(json.dumps(written)).game.options.edition == "custom"
    del written["rules"]["last_turns"]
    assert "rules.last_turns" in refused(written).reason


def test_the_edition_must_be_the_one_its_points_say() -> None:
    written = data()
    written["rules"]["loading"] = "may"
    assert "rules.edition" in refused(written).reason


@pytest.mark.parametrize("version", [0, 2, 99, -1])
def test_an_unknown_version_of_the_rules(version: int) -> None:
    written = data()
    assert written["rules"]["version"] == 1
    written["rules"]["version"] = version
    assert str(version) in refused(written).reason


@pytest.mark.parametrize("version", [0, 2, "1", None, True])
def test_an_unknown_version_of_the_format(version: object) -> None:
    assert "ersion" in refused(data() | {"version": version}).reason


@pytest.mark.parametrize("name", ["chess", "", None, 5, {"a": []}])
def test_another_format(name: object) -> None:
    assert "golden-horn-record" in refused(data() | {"format": name}).reason


@pytest.mark.parametrize(
    ("where", "value", "rule"),
    [
        ("players", [], "R2.1"),
        ("players", [{}] * 5, "R2.1"),
        ("first_player", 3, "R2.6"),
        ("first_player", "0", "R2.6"),
        ("first_player", True, "R2.6"),
        ("rules/round_limit", 0, "R7.4"),
        ("rules/round_limit", 1001, "R7.4"),
        ("rules/loading", "can", "R5.2"),
        ("rules/emptied_ship", [], "R4.5"),
        ("rules/last_turns", 1, "R7.3"),
        ("rules/placement", {}, "R2.3"),
        ("rules/edition", "de", "R2.3"),
        ("rules/edition", ["it"], "R2.3"),
        ("rules/expansion", 1, "R9.1"),
        ("rules/route", "VrbyMopgC", "R2.1"),
        ("rules/route", 7, "R2.1"),
        ("rules/route", None, "R2.1"),
        ("rules/route", ["V", "opg", "rby", "opg", "rby", "C"], "R2.1"),
        ("rules/dominions/zara", [0, 1], "R9.12"),
        ("rules/dominions/zara", [2], "R9.12"),
        ("rules/dominions/zara", 2, "R9.12"),
        ("rules/dominions", {}, "R9.12"),
        ("players/0/fleet", ["p", "ob", "gro"], "R1.4"),
        ("players/0/fleet", "pobgry", "R1.4"),
        ("players/0/fleet", None, "R1.4"),
    ],
)
def test_a_wrong_option_is_refused_by_its_rule(where: str, value: object, rule: str) -> None:
    written = data()
    assert refused(changed(written, where, value)).rule == rule


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("rules", []),
        ("rules/dominions", 5),
        ("rules/dominions", None),
        ("rules/loading", None),
        ("rules/placement", None),
        ("rules/version", 1.0),
        ("rules/round_limit", True),
        ("players", {}),
        ("players/2", "Ada"),
        ("players/1/name", None),
        ("players/1/name", "Ada\u2028Bruno"),
        ("players/1/name", "\u2067Ada"),
        ("players/1/kind", 3),
        ("seed", 51966),
        ("seed", ""),
        ("seed", "CAFE"),
        ("seed", "0" * 33),
        ("seed", "+1"),
        ("seed", "cafe\n"),
        ("seed", "٣"),
        ("moves", "place VCV"),
        ("result", [20, 10]),
        ("result", "won"),
    ],
)
def test_a_field_of_the_wrong_type(where: str, value: object) -> None:
    reason = refused(changed(data(), where, value)).reason
    names = where.split("/")
    assert names[-1] in reason or names[0] in reason


def changed(written: Json, where: str, value: object) -> Json:
    inner: Any = written
    *way, last = where.split("/")
    for key in way:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[int(last) if isinstance(inner, list) else last] = value
    return written


def test_an_illegal_move_is_named_with_its_rule_and_reason() -> None:
    written = data()
    written["moves"].append("end")
    no = refused(written)
    assert (no.index, no.rule) == (3, "R3.3")
    assert "end" in no.reason
    assert "only after your move" in no.reason
    assert "R3.3" in no.reason


@pytest.mark.parametrize(
    "text",
    ["place vvv", "place VVV ", " place VVV", "PLACE VVV", "place  VVV", "", "fly", "sail 4", "\0"],
)
def test_only_the_exact_notation_counts(text: str) -> None:
    written = data()
    written["moves"][1] = text
    no = refused(written)
    assert (no.index, no.rule) == (1, None)
    assert "1" in no.reason


def test_letters_of_a_raid_are_in_their_order() -> None:
    game = next(g for g in map(finished, TABLES) if any(m[:4] == "raid" for m in g.line))
    written = data(game)
    index = next(i for i, m in enumerate(written["moves"]) if m[:4] == "raid" and m[-1] != m[-2])
    move = written["moves"][index]
    written["moves"][index] = move[:-2] + move[-1] + move[-2]
    assert refused(written).index == index


@pytest.mark.parametrize(
    ("expansion", "move", "rule"),
    [
        (False, "raid 1.1 rr", "R4.3"),  # green sails
        (False, "raid 3.1 gg", "R4.1"),  # nobody sits there
        (False, "conquer zara 2+0", "R9"),
        (True, "conquer zara 3+0", "R9.7"),
        (True, "conquer galata 0+12", "R9.1"),
    ],
)
def test_what_is_no_move_at_this_table_is_refused_with_its_rule(
    expansion: bool, move: str, rule: str
) -> None:
    written = data(Game.new(players=3, seed=1, placement="random", expansion=expansion))
    written["moves"].append(move)
    no = refused(written)
    assert (no.index, no.rule) == (0, rule)
    assert no.reason.startswith(f"Move 0, “{move}”, is refused: ")
    assert no.reason.endswith(f"({rule})")


@pytest.mark.parametrize(("expansion", "rule"), [(False, "R9"), (True, None)])
def test_a_strange_move_is_shown_short_and_plain(expansion: bool, rule: str | None) -> None:
    written = data(Game.new(players=3, seed=1, expansion=expansion))
    written["moves"] = ["conquer \x1b[2J" + "x" * 10**5]
    no = refused(written)
    assert (no.index, no.rule) == (0, rule)
    assert no.reason.isprintable()
    assert len(no.reason) < 400


@pytest.mark.parametrize("move", [3, None, ["place VVV"], {}, True])
def test_a_move_is_a_text(move: object) -> None:
    written = data()
    written["moves"][2] = move
    no = refused(written)
    assert no.index == 2
    assert "moves[2]" in no.reason


def test_no_move_after_the_end() -> None:
    written = data(finished())
    written["moves"].append("done")
    no = refused(written)
    assert (no.index, no.rule) == (len(written["moves"]) - 1, "R7.3")
    assert no.reason.endswith("(R7.3)")


def test_no_move_after_the_last_round() -> None:
    game = Game.new(players=2, seed=1, placement="random", round_limit=1)
    while not game.is_over:
        game.play(game.legal[0])
    written = data(game)
    written["moves"].append("done")
    no = refused(written)
    assert (no.index, no.rule) == (len(game.moves), "R7.4")
    assert no.reason.endswith("(R7.4)")


@pytest.mark.parametrize(
    ("name", "value"), [("scores", [0, 0]), ("winners", []), ("cause", "port"), ("cause", None)]
)
def test_a_result_must_be_the_one_the_moves_lead_to(name: str, value: object) -> None:
    written = data(finished())
    assert written["result"]["cause"] == "announced"
    written["result"][name] = value
    assert "result" in refused(written).reason


def test_a_result_is_written_in_whole_numbers() -> None:
    written = data(finished())
    written["result"]["scores"] = [float(points) for points in written["result"]["scores"]]
    assert "result" in refused(written).reason


def test_a_game_that_goes_on_has_no_result() -> None:
    written = data()
    written["result"] = data(finished())["result"]
    assert "result" in refused(written).reason


def test_a_result_need_not_say_everything() -> None:
    written = data(finished())
    del written["result"]["cause"]
    assert "cause" in data(parse(json.dumps(written)))["result"]


def test_another_seed_is_another_game() -> None:
    """The moves fit one deal only: nobody can keep a result and change the cards."""
    written = data(finished())
    written["seed"] = "1"
    assert refused(written).index is not None


# Files


def test_save_and_load(tmp_path: Path) -> None:
    file = save(Record.of(finished(), NAMES), tmp_path / "new" / f"game{ENDING}")
    assert load(file).line == finished().line
    assert read(file).names == list(NAMES[:2])
    assert file.read_bytes() == write(Record.of(finished(), NAMES)).encode()


def test_save_leaves_no_draft_and_replaces_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / f"game{ENDING}"
    save(begun(), file)
    save(finished(), str(file))
    assert load(file).line == finished().line
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    file = save(begun(), tmp_path / f"game{ENDING}")
    before = file.read_bytes()
    with pytest.raises(UnicodeEncodeError):
        save(Record.of(begun(), ["half \ud800"]), file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_replaced_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        save(begun(), tmp_path / f"game{ENDING}")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are as on Unix")
def test_a_link_stays_one_to_the_file_that_is_written(tmp_path: Path) -> None:
    file, link = tmp_path / "own" / f"game{ENDING}", tmp_path / f"last{ENDING}"
    link.symlink_to(file)
    save(begun(), link)
    assert save(finished(), link) == link
    assert link.is_symlink()
    assert load(file).line == finished().line
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are as on Unix")
def test_nothing_takes_the_place_of_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        text = pool.submit(pipe.read_text, "utf-8")
        save(begun(), pipe)
        assert parse(text.result()).game.line == begun().line
    assert list(tmp_path.iterdir()) == [pipe]
    assert pipe.is_fifo()


def test_the_file_that_was_asked_for_is_named_not_the_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match=r"x{240}") as no:
        save(begun(), "x" * 245)  # with what a draft has besides, it is too long
    assert no.value.filename == "x" * 245


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are as on Unix")
def test_others_may_read_a_record_as_any_file(tmp_path: Path) -> None:
    (tmp_path / "any").touch()
    file = save(begun(), tmp_path / f"game{ENDING}")
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IMODE((tmp_path / "any").stat().st_mode)


@pytest.mark.parametrize("path", [".", "..", ""])
def test_a_folder_is_no_file(path: str, tmp_path: Path) -> None:
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        save(begun(), tmp_path / path)
    assert not list(tmp_path.parent.glob("*.draft"))


def test_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none")


def test_options_make_the_same_table_as_a_record() -> None:
    assert parse(write(begun())).game.options == options(3, edition="fr", expansion=True)
