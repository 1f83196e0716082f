"""The command line: what it prints, and that whatever is asked wrongly gets a short answer."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from goldenhorn import __version__, cli, tally
from goldenhorn.game import Game
from goldenhorn.players import LEVELS, NAMES
from goldenhorn.record import BadRecord, read, save
from goldenhorn.rulebook import rule_numbers, section_numbers
from goldenhorn.rules.compiled import COMPILED, cache_folder
from goldenhorn.tally import BadTally

GAMES = Path(__file__).parent / "games"
GAME = str(GAMES / "it-2.ghr.json")
SOURCES = str(Path(cli.__file__).parents[1])

Output = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    """A command in this process; its exit status, also where argparse leaves."""
    try:
        return cli.main(arguments)
    except SystemExit as left:
        return int(left.code or 0)


def answer(capsys: Output, *arguments: str) -> str:
    """What a command that works prints."""
    assert run(*arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def told(capsys: Output, *arguments: str) -> Any:
    """What it prints as JSON."""
    return json.loads(answer(capsys, *arguments, "--json"), parse_constant=pytest.fail)


def refusal(capsys: Output, *arguments: str) -> str:
    """What it says of what cannot be: a line, or with where to find help two."""
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("goldenhorn")
    assert len(lines) == 1 or lines[1].endswith("--help")
    assert "Traceback" not in err
    assert "\x1b" not in err
    assert len(err) < 700
    text: str = lines[0]
    return text


def process(*arguments: str, **own: Any) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    more = own.pop("environment", {})
    environment = os.environ | {"PYTHONPATH": SOURCES, "NUMBA_DISABLE_JIT": "1"} | more
    command = [sys.executable, "-m", "goldenhorn.cli", *arguments]
    own.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(
        command,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=environment,
        timeout=120,
        check=False,
        **own,
    )


def commands() -> list[str]:
    actions = cli._parser()._actions
    (found,) = (each for each in actions if isinstance(each, argparse._SubParsersAction))
    return list(found.choices)


# Help


@pytest.mark.parametrize("arguments", [[], *([name] for name in commands())])
def test_help(arguments: list[str], capsys: Output) -> None:
    text = answer(capsys, *arguments, "--help")
    assert text.startswith(" ".join(["usage: goldenhorn", *arguments]))
    assert "%(" not in text
    for line in text.splitlines():
        assert len(line) <= 100
    if arguments:
        assert "Example: goldenhorn" in text
    else:
        assert {"play", "simulate", "replay", "score", "rules"} <= set(text.split())


def test_every_option_has_a_word_of_help() -> None:
    for name in commands():
        (found,) = (a for a in cli._parser()._actions if isinstance(a, argparse._SubParsersAction))
        for action in found.choices[name]._actions:
            assert action.help, f"{name} {action.dest}"


def test_version(capsys: Output) -> None:
    assert answer(capsys, "--version") == f"goldenhorn {__version__}\n"


# Simulate


def test_simulate_prints_a_table(capsys: Output) -> None:
    text = answer(capsys, "simulate", "--seats", "greedy,random", "--games", "40")
    assert "greedy" in text
    assert "40 games" in text
    assert "announcement" in text


def test_simulate_as_json(capsys: Output) -> None:
    data = told(
        capsys,
        *("simulate", "--seats", "random, greedy,random", "--games", "25", "--seed", "3"),
        *("--threads", "2", "--edition", "fr", "--dominio", "--first-player", "1"),
    )
    assert (data["seed"], data["threads"], data["games"]) == (3, 2, 25)
    assert [each["player"] for each in data["seats"]] == ["random", "greedy", "random"]
    assert sum(data["ends"].values()) == 25


def test_the_same_seed_says_the_same(capsys: Output) -> None:
    found = []
    for threads in ("1", "2"):
        data = told(capsys, "simulate", "--games", "30", "--seed", "9", "--threads", threads)
        for name in ("seconds", "decisions_per_second", "threads"):
            del data[name]
        found.append(data)
    assert found[0] == found[1]
    other = told(capsys, "simulate", "--games", "30", "--seed", "10")
    assert other["seats"] != found[0]["seats"]


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, 2**128 - 1])
def test_simulate_writes_traces_and_records(seed: int, tmp_path: Path, capsys: Output) -> None:
    trace, records = tmp_path / "games.trace.jsonl", tmp_path / "a" / "b"
    answer(
        capsys,
        *("simulate", "--seats", "random,random", "--games", "3", "--seed", str(seed)),
        *("--trace", str(trace), "--records", str(records), "--dominio", "--loading", "must"),
        *("--last-turns", "one_more_each", "--emptied-ship", "must_return", "--placement", "free"),
        *("--round-limit", "50"),
    )
    lines = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    over = [line["scores"] for line in lines if line["t"] == "over"]
    files = sorted(records.iterdir())
    assert [file.name for file in files] == [f"game-{i}.ghr.json" for i in range(3)]
    for file, scores in zip(files, over, strict=True):
        game = read(file).game
        assert game.options.edition == "fr"
        assert game.options.round_limit == 50
        assert list(game.scores) == scores
        answer(capsys, "replay", str(file))


SIMULATE_WRONGLY = [
    (["--seats", "random"], "two to four"),
    (["--seats", "random,random,random,random,random"], "two to four"),
    (["--seats", ""], "two to four"),
    (["--seats", "random,nobody"], "nobody"),
    (["--seats", "random,"], "''"),
    (["--seats", "random,.x:Y"], "x:Y"),
    (["--games", "0"], "--games"),
    (["--games", "-5"], "--games"),
    (["--games", "1e3"], "--games"),
    (["--games", "many"], "--games"),
    (["--games", "1" * 40], "--games"),
    (["--games", "1" * 3000], "--games"),
    (["--seed", "-1"], "--seed"),
    (["--seed", str(2**128)], "--seed"),
    (["--seed", "0x10"], "--seed"),
    (["--seed", "1.5"], "--seed"),
    (["--threads", "0"], "--threads"),
    (["--threads", "100000"], "--threads"),
    (["--first-player", "3"], "first_player"),
    (["--first-player", "-1"], "first_player"),
    (["--round-limit", "0"], "round_limit"),
    (["--round-limit", "1001"], "round_limit"),
    (["--edition", "de"], "--edition"),
    (["--edition", ""], "--edition"),
    (["--loading", "can"], "--loading"),
    (["--emptied-ship", "sinks"], "--emptied-ship"),
    (["--last-turns", "two"], "--last-turns"),
    (["--placement", "chance"], "--placement"),
    (["--colour", "red"], "--colour"),
    (["--games"], "--games"),
    (["more"], "more"),
    (["--games", "1" * 5000], "--games"),
]


@pytest.mark.parametrize(("arguments", "words"), SIMULATE_WRONGLY)
def test_simulate_asked_wrongly(arguments: list[str], words: str, capsys: Output) -> None:
    assert words in refusal(capsys, "simulate", *arguments)


def test_simulate_where_nothing_can_be_written(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "file"
    file.touch()
    games = ("simulate", "--games", "2")
    missing = str(tmp_path / "none" / "x.jsonl")
    assert missing in refusal(capsys, *games, "--trace", missing)
    assert str(tmp_path) in refusal(capsys, *games, "--trace", str(tmp_path))
    assert str(file) in refusal(capsys, *games, "--records", str(file))


# Score


def test_score(capsys: Output) -> None:
    text = answer(capsys, "score", "3o 2r 1g 4y 1b 2p")
    assert text.split()[-1] == "18"
    assert answer(capsys, "score", "3o", "2r", "1g", "4y", "1b", "2p") == text
    data = told(capsys, "score", "3o 2r 1g 4y 1b 2p", "2", "soldiers", "zara")
    assert data["total"] == 23
    assert data["points"] == {
        "goods": 13,
        "sets": [{"colours": "opgrby", "points": 4}, {"colours": "opry", "points": 1}],
        "soldiers_and_builders": 2,
        "dominions": 3,
    }


@pytest.mark.parametrize(
    ("goods", "total"),
    [
        ("", 0),
        ("o", 1),
        ("opgr", 5),
        ("opgrb", 7),
        ("opgrby", 10),
        ("oopprrggbbyy", 20),
        ("15o 15p 15g 15r 15b 15y", 90 + 60),
        ("3 orange, 2 Red; green + 4 YELLOW", 11),
        ("3x orange 2×pink", 5),
        ("S B", 2),
        ("SSB", 3),
        ("20S 8B", 28),
        ("2 soldiers builder", 3),
        ("BB", 2),
        ("bb", 2),
        ("zara durazzo candia negroponte galata", 39),
        ("1 Galata", 12),
        ("0o 0 soldiers", 0),
    ],
)
def test_what_can_be_scored(goods: str, total: int, capsys: Output) -> None:
    assert told(capsys, "score", goods)["total"] == total
    assert tally.parse(goods).total() == total
    assert answer(capsys, "score", goods).split()[-1] == str(total)


def test_capitals_are_soldiers_and_builders() -> None:
    assert (tally.parse("SBB").soldiers, tally.parse("SBB").builders) == (1, 2)
    assert tally.parse("b 2B").goods[4] == 1
    assert tally.parse("OPGRBY").goods == [1] * 6


@pytest.mark.parametrize(
    ("goods", "words"),
    [
        ("x", "x"),
        ("3", "3"),
        ("3oo", "3 oo"),
        ("-3o", ""),
        ("3.5o", "."),
        ("o!", "!"),
        ("16o", "15 orange"),
        ("o" * 16, "15"),
        ("21S", "20 soldiers"),
        ("9B", "8 builders"),
        ("2 zara", "once"),
        ("zara zara", "once"),
        ("rome", "rome"),
        ("9999999o", ""),
        ("o" * 100_000, "15"),
        ("x" * 100_000, ""),
        ("\x1b[2J", ""),
        ("{ $x }", ""),
        ("s", "s"),
    ],
)
def test_what_cannot_be_scored(goods: str, words: str, capsys: Output) -> None:
    text = refusal(capsys, "score", "--", goods)
    assert words in text
    assert len(text) < 300
    with pytest.raises(BadTally):
        tally.parse(goods)


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_help_names_the_players(command: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([command, "--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert all(name in said for name in (*NAMES, *LEVELS))


def test_whoever_waits_for_the_compiler_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("GOLDENHORN_CACHE", str(tmp_path))
    game = str(GAMES / "it-2.ghr.json")
    assert "ompiling" not in answer(capsys, "replay", game), "nobody waits at a file or a pipe"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert cli.main(["replay", game]) == 0
    assert ("ompiling" in capsys.readouterr().err) == COMPILED
    (tmp_path / cache_folder().name).mkdir()
    (tmp_path / cache_folder().name / "step.nbi").touch()
    assert "ompiling" not in answer(capsys, "replay", game)


def test_nothing_to_score(capsys: Output) -> None:
    assert "GOODS" in refusal(capsys, "score")


# Rules


def test_rules(capsys: Output) -> None:
    contents = answer(capsys, "rules")
    assert all(number in contents for number in (*section_numbers(), "R5.4", "E4"))
    assert "R5.4" in answer(capsys, "rules", "R5")
    assert "Contarini" in answer(capsys, "rules", "R1.4")


@pytest.mark.parametrize("number", [*rule_numbers(), *section_numbers(), "E1", "r5.4"])
def test_every_rule_can_be_shown(number: str, capsys: Output) -> None:
    assert answer(capsys, "rules", number).strip()
    told(capsys, "rules", number)


@pytest.mark.parametrize("edition", ["it", "fr", "cs", "el"])
def test_the_rules_of_an_edition(edition: str, capsys: Output) -> None:
    assert answer(capsys, "rules", "--edition", edition)
    data = told(capsys, "rules", "R5.2", "--edition", edition)
    assert list(data["editions"]) in ([], [edition])


def test_editions_that_say_the_same_say_it_together(capsys: Output) -> None:
    said = answer(capsys, "rules", "R5.2")
    assert "French, Czech and Greek: A ship that can load has to" in said
    assert said.count("that can load has to") == 1


def test_all_rules_as_json(capsys: Output) -> None:
    assert [each["number"] for each in told(capsys, "rules")] == list(rule_numbers())
    assert {each["number"][:3] for each in told(capsys, "rules", "R5")} == {"R5."}


@pytest.mark.parametrize("number", ["R99", "R5.99", "55", "", "x", "R", "E7", "R5.4.1", "Ⅴ", "-"])
def test_there_is_no_such_rule(number: str, capsys: Output) -> None:
    assert "rule" in refusal(capsys, "rules", number)


def test_rules_asked_wrongly(capsys: Output) -> None:
    assert "de" in refusal(capsys, "rules", "R5", "--edition", "de")
    assert "R6" in refusal(capsys, "rules", "R5", "R6")


# Replay


def test_replay(tmp_path: Path, capsys: Output) -> None:
    game = read(GAME).game
    text = answer(capsys, "replay", GAME)
    assert str(len(game.line)) in text
    whole = answer(capsys, "replay", GAME, "--until-end")
    assert whole.count("\n") > 50
    story = whole[: whole.index(" Golden Horn ")].splitlines()[2:]
    assert all(line[:6].strip().isdecimal() or not line[:6].strip() for line in story)
    assert answer(capsys, "replay", GAME, "--at", "20") != text
    assert isinstance(told(capsys, "replay", GAME, "--at", "20"), dict)
    picture = tmp_path / "table.svg"
    answer(capsys, "replay", GAME, "--at", "0", "--svg", str(picture))
    assert picture.read_text("utf-8").startswith("<svg")


def test_a_proof_that_is_missing_as_json(capsys: Output) -> None:
    assert run("replay", GAME, "--verify", "--json") == 1
    assert json.loads(capsys.readouterr().out) == {"fair": False, "faults": ["none"]}


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.glob("*-dominio.ghr.json")))
def test_every_kind_of_game_can_be_replayed(name: str, capsys: Output) -> None:
    answer(capsys, "replay", str(GAMES / name), "--until-end")
    told(capsys, "replay", str(GAMES / name))


def test_replay_of_a_game_that_goes_on(tmp_path: Path, capsys: Output) -> None:
    game = Game.new(seed=5)
    for moves in ("", "place VCV"):
        if moves:
            game.play(moves)
        file = str(save(game, tmp_path / "game.ghr.json"))
        answer(capsys, "replay", file)
        told(capsys, "replay", file)
        answer(capsys, "replay", file, "--until-end")


@pytest.mark.parametrize("at", ["-1", "256", "1000000", "x", "1.5"])
def test_there_is_no_such_moment(at: str, capsys: Output) -> None:
    assert len(read(GAME).game.line) == 255
    assert at in refusal(capsys, "replay", GAME, "--at", at)


BAD_FILES = {
    "empty": b"",
    "text": b"Dear Ada,\nlet us play.\n",
    "binary": bytes(range(256)),
    "json": b"[1, 2, 3]",
    "another": b'{"format": "chess", "version": 1}',
    "escapes": b'{"format": "\\u001b[2J\\n\\n\\n", "version": 1}',
    "deep": b"[" * 100_000,
    "illegal": Path(GAME).read_bytes().replace(b'"place', b'"sail 1", "place', 1),
    "changed": Path(GAME).read_bytes().replace(b'"scores": [', b'"scores": [1', 1),
    "cut": Path(GAME).read_bytes()[:-200],
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_is_no_record(name: str, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / name
    file.write_bytes(BAD_FILES[name])
    text = refusal(capsys, "replay", str(file))
    assert len(text) < 600
    with pytest.raises(BadRecord):
        read(file)


def test_no_such_file(tmp_path: Path, capsys: Output) -> None:
    assert "too long" in refusal(capsys, "replay", "x" * 3000)
    assert "\\x1b" in refusal(capsys, "replay", "\x1b[2J\n")
    missing = str(tmp_path / "none.ghr.json")
    assert missing in refusal(capsys, "replay", missing)
    assert str(tmp_path) in refusal(capsys, "replay", str(tmp_path))
    assert "FILE" in refusal(capsys, "replay")
    blocked = str(tmp_path / "file" / "table.svg")
    (tmp_path / "file").touch()
    assert str(tmp_path / "file") in refusal(capsys, "replay", GAME, "--svg", blocked)


# Commands


@pytest.mark.parametrize(
    "arguments", [["chess"], ["Simulate"], ["--json"], [""], ["-x"], ["score", "o", "--\x1b[2J"]]
)
def test_no_such_command(arguments: list[str], capsys: Output) -> None:
    refusal(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "greedy,greedy"], "me"),
        (["--seats", "me"], "two to four"),
        (["--seats", "me,nobody"], "nobody"),
        (["--resume", "nowhere/x.ghr.json"], "nowhere"),
        (["--resume", GAME, "--edition", "fr"], "--edition"),
        (["--resume", GAME, "--first-player", "0"], "--first-player"),
        (["--resume", GAME, "--dominio", "--save", "x"], "--dominio"),
        (["--new", "--resume", GAME], "--new"),
        (["--resume", GAME, "--seats", "me,greedy"], "--seats "),
        (["--edition", "de"], "--edition"),
        (["--seats", "me,me", "--seed", "-1"], "seed"),
        (["--seats", "me,me", "--seed", str(1 << 128)], "seed"),
        (["--seats", "me,me", "--first-player", "2"], "first_player"),
    ],
)
def test_play_asked_wrongly(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refusal(capsys, "play", *arguments)
    assert not list(tmp_path.iterdir())


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what people do wrong is told in a line; anything else must be found and mended."""

    def broken(_: str) -> None:
        raise KeyError("no such thing")

    monkeypatch.setattr(tally, "parse", broken)
    with pytest.raises(KeyError):
        cli.main(["score", "o"])


def test_stopped_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tally, "parse", stopped)
    assert cli.main(["score", "o"]) == 130


# In a process of its own


def test_a_process() -> None:
    done = process("score", "opgrby", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["total"] == 10
    done = process("score", "nothing of the kind")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments", [["--help"], ["score", "o"], ["rules"], ["rules", "--json"]])
def test_nobody_reads(arguments: list[str]) -> None:
    """As with `| head`: quiet, and no failure."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = process(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk as Linux has one")
def test_a_full_disk(capsys: Output) -> None:
    with open("/dev/full", "wb") as full:
        done = process("score", "o", stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"goldenhorn: No space left on device\n"
    assert "space" in refusal(capsys, "simulate", "--games", "2", "--trace", "/dev/full")


def test_where_not_every_character_can_be_printed() -> None:
    done = process("score", "o", environment={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    done = process("rules", "R8.2", environment={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_help_is_quick_to_come() -> None:
    """It needs neither the rules' machine code nor NumPy."""
    code = (
        "import sys; from goldenhorn import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'rich'} & set(sys.modules)))"
    )
    environment = os.environ | {"PYTHONPATH": SOURCES}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == b"[]"
