"""Arenas: who meets whom, every seating, the same results however they are played, going on."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from goldenhorn.cli import main
from goldenhorn.lab import arena, games, plots
from goldenhorn.lab.arena import Setup, by_rounds, compare, play, read_rows, write_row
from goldenhorn.lab.lineups import circles, lineups, turned
from goldenhorn.lab.spread import on_threads
from goldenhorn.lab.standings import standings
from goldenhorn.lab.stats import UNKNOWN, mean
from goldenhorn.rules.options import options


def setup(*players: str, sizes: tuple[int, ...] = (2, 3, 4), **own: Any) -> Setup:
    return Setup(players, tuple(options(size, **own) for size in sizes), 7)


FEW = setup("quick", "random", sizes=(2, 3))


@pytest.mark.parametrize(("players", "count"), [(2, 6), (3, 7), (4, 11), (5, 25)])
def test_everyone_meets_everyone(players: int, count: int) -> None:
    found = lineups(players, (2, 3, 4))
    assert len(found) == count
    seats = Counter(who for lineup in found for who in lineup.players)
    assert len(set(seats.values())) == 1  # nobody plays more than others
    for lineup in found:
        if players >= len(lineup.players):
            assert len(set(lineup.players)) == len(lineup.players)
        else:
            assert set(lineup.players) == set(range(players))


def test_a_circle_is_turned_so_that_everyone_sits_everywhere() -> None:
    assert circles((0, 1, 2)) == ((0, 1, 2), (0, 2, 1))
    assert circles((0, 0, 1, 1)) == ((0, 0, 1, 1), (0, 1, 0, 1))
    for group in ((0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 0, 1, 1), (0, 0, 1, 2)):
        for circle in circles(group):
            seatings = turned(circle)
            assert len(set(seatings)) == len(seatings)
            for seat in range(len(group)):
                sat = Counter(seating[seat] for seating in seatings)
                each = len(seatings) / len(group)
                assert sat == {who: group.count(who) * each for who in set(group)}


def test_so_many_games_at_least() -> None:
    for which in (setup("greedy", "random"), setup("greedy", "quick", "random"), FEW):
        for wanted in (1, 7, 100, 1234):
            rounds = which.rounds(wanted)
            played = sum(which.games(number) for number in range(rounds))
            assert played >= wanted > played - which.games(rounds - 1)


def test_threads_do_not_matter() -> None:
    rows = list(play(FEW, 0, 40, on_threads(1)))
    assert list(play(FEW, 0, 40, on_threads(3))) == rows
    assert [row["deal"] for row in rows] == list(range(40 * len(FEW.lineups)))
    assert list(play(FEW, 50, 40, on_threads(2))) == rows[50:]


def test_all_games_of_a_deal_begin_alike() -> None:
    """The same players in other seats, but the same cards: equal players play the same game."""
    twins = setup("quick", "mozzo", sizes=(2,))  # two names of one player
    for row in play(twins, 0, 20, on_threads(1)):
        one, other = row["games"]
        assert (one["points"], one["turns"]) == (other["points"], other["turns"])
        assert one["seats"] == other["seats"][::-1]
        assert compare(row, 0, 1) == 0.5  # luck and seat cancel out


def test_python_plays_the_games_that_machine_code_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    which = setup("greedy", "quick", "random", expansion=True)
    fast = list(play(which, 0, 1, on_threads(1)))
    monkeypatch.setattr(games, "is_compiled", lambda name: False)
    monkeypatch.setattr(arena, "is_compiled", lambda name: False)
    slow = list(play(which, 0, 1, on_threads(1)))
    for row in slow:
        for game in row["games"]:
            assert all(seconds > 0 for seconds in game.pop("seconds"))
    assert slow == fast


def test_rounds_hear_each_deal_once() -> None:
    rows = list(play(FEW, 0, 5, on_threads(1)))
    heard = list(by_rounds(rows, FEW, 0, 1))
    assert len(heard) == 5
    assert all(0 <= x <= 1 for x in heard)
    assert heard == [1 - x for x in by_rounds(rows, FEW, 1, 0)]
    assert len(list(by_rounds(rows[:-1], FEW, 0, 1))) == 4


def test_what_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    rows = list(play(FEW, 0, 2, on_threads(1)))
    with file.open("w", encoding="utf-8") as out:
        write_row(out, FEW.as_data())
        for row in rows:
            write_row(out, row)
        out.write('{"deal":6,"li')
    assert read_rows(file, FEW) == rows
    assert file.read_text().endswith("}\n")
    for other in (setup("quick", "random", sizes=(2, 3), edition="fr"), setup("greedy", "random")):
        with pytest.raises(arena.Mixed):
            read_rows(file, other)


def test_figures_add_up() -> None:
    rows = list(play(FEW, 0, 30, on_threads(2)))
    told = standings(FEW, rows)
    assert told["games"] == sum(len(row["games"]) for row in rows)
    for size, players in told["tables"].items():
        shares = [each["wins"]["value"] for each in players]
        assert sum(shares) == pytest.approx(1 if size == "2" else shares[0] + shares[1])
        for each in players:
            assert each["wins"]["low"] <= each["wins"]["value"] <= each["wins"]["high"]
    ahead = {pair["player"]: pair["value"] for pair in told["pairs"]}
    assert sum(ahead.values()) == pytest.approx(1)
    assert all(pace["clocked"] and pace["value"] > 0 for pace in told["pace"])
    strong, weak = told["ratings"]["all"]
    assert strong["value"] > strong["low"] > 0 > weak["high"]


def arena_command(*words: str) -> int:
    return main(["arena", "--players", "quick,random", "--seats", "2,3", "--threads", "2", *words])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert arena_command("--games", "80", "--out", str(whole)) == 0
    assert "80 games" in capsys.readouterr().out
    assert arena_command("--games", "40", "--out", str(parts)) == 0
    assert arena_command("--games", "80", "--out", str(parts)) == 2
    assert "--resume" in capsys.readouterr().err
    assert arena_command("--games", "80", "--out", str(parts), "--resume", "--seed", "8") == 2
    assert "other seed" in capsys.readouterr().err
    assert arena_command("--games", "80", "--out", str(parts), "--resume") == 0
    assert (parts / "deals.jsonl").read_text() == (whole / "deals.jsonl").read_text()
    told = [json.loads((each / "arena.json").read_text()) for each in (whole, parts)]
    for each in told:
        del each["pace"]  # what the clock said
    assert told[0] == told[1]


def test_the_report_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    assert arena_command("--games", "200", "--ask", "quick,random", "--out", str(tmp_path)) == 0
    page = (tmp_path / "arena.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "Yes: quick is better than random." in page
    assert "prefers-color-scheme:dark" in page
    assert page.count("<svg") == page.count("</svg>") > 3
    assert not any(word in page for word in ("http", "src=", "url(", "@import", "nan", "inf<"))


def test_a_long_name_stays_within_its_picture() -> None:
    long = "my_package.my_module:MyPlayer"
    picture = plots.forest("Ratings", [(long, mean([1.0, 2.0])), ("a<b", UNKNOWN)], str, None)
    assert ">…module:MyPlayer</text>" in picture
    assert plots.short("search:500ms*2") == "search:500ms*2"
    assert plots.short("a<b") == "a&lt;b"


def test_it_stops_when_the_question_is_settled(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena_command("--games", "100000", "--ask", "quick,random", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["question"]["answer"] == "yes"
    assert told["games"] < 1000


def test_ctrl_c_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = 0

    def interrupted(*given: Any) -> None:
        nonlocal rows
        write_row(*given)
        rows += 1
        if rows == 7:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(arena, "write_row", interrupted)
        assert arena_command("--games", "400", "--out", str(tmp_path)) == 130
    assert "Stopped" in capsys.readouterr().out
    assert len((tmp_path / "deals.jsonl").read_text().splitlines()) == 8
    assert (tmp_path / "arena.html").exists()
    assert arena_command("--games", "80", "--out", str(tmp_path), "--resume") == 0


def test_ctrl_c_before_everyone_has_met(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*given: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "write_row", interrupted)
    for names in ("greedy,quick,random", "search:2,search:3"):
        out = str(tmp_path / names)
        assert main(["arena", "--players", names, "--seats", "2", "--out", out]) == 130
        assert "Stopped" in capsys.readouterr().out
        assert "nan" not in (tmp_path / names / "arena.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "greedy"), "two players"),
        (("--players", "greedy,greedy"), "two players"),
        (("--players", "greedy,nobody"), "nobody"),
        (("--seats", "2,5"), "“5”"),
        (("--ask", "greedy"), "two of the players"),
        (("--ask", "greedy,quick"), "two of the players"),
        (("--ask", "greedy,random", "--margin", "0"), "hundredths"),
        (("--resume",), "--out"),
        (("--games", "0"), "--games"),
    ],
)
def test_what_cannot_be(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    assert said in capsys.readouterr().err
