"""Balance: what is counted is what happened, and what cancels out does."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from goldenhorn.cli import main
from goldenhorn.game import Game
from goldenhorn.lab.balance import (
    BLOCK,
    Found,
    Task,
    _watched,
    as_data,
    balance,
    fleet_circles,
    fleets_of,
    measure,
    routes,
)
from goldenhorn.lab.games import Sitting, play_these
from goldenhorn.lab.simulate import key_of
from goldenhorn.lab.spread import on_threads
from goldenhorn.rules import box
from goldenhorn.rules.options import Options, options
from goldenhorn.trace import Json

OWN = [["o", "pg", "rby"], ["p", "og", "rby"]]


def found(table: Options, deals: int = 48, player: str = "quick", threads: int = 2) -> Found:
    all_of_it = Found()
    for _, _, part in balance([table], player, deals, 7, on_threads(threads)):
        all_of_it.add(part)
    return all_of_it


def test_what_is_watched_is_what_happened() -> None:
    table = options(3, expansion=True)
    numbers = np.arange(20, dtype=np.int64)
    played = play_these(Sitting(table, ("quick",) * 3, 7), numbers)
    watched = _watched(Task(table, "quick", 7, 0, 20, True), played, numbers)
    for number in range(20):
        game = Game.new(table=table, seed=key_of(7, number))
        seen = {"raids": [0] * 3, "raided": [0] * 3, "winds": [0] * 3, "raid_points": [0] * 3}
        landed, landings = [0, 0], [0, 0]
        for code in played.lines[number, : played.results["decisions"][number]].tolist():
            seat, before, scores = game.player, game.state, game.scores
            move = game.write(code)
            game.play(code)
            if move.startswith("raid"):
                seen["raids"][seat] += 1
                seen["raided"][int(move[5])] += 1
                seen["raid_points"][seat] += game.scores[seat] - scores[seat]
            seen["winds"][seat] += move == "wind"
            for old, new in zip(before["ships"][seat], game.state["ships"][seat], strict=True):
                moved = old["at"] != new["at"] and before["turn"] > 0
                if moved and new["at"] in (0, 13):
                    port = int(new["at"] == 13)
                    landings[port] += 1
                    landed[port] += _stock(game.state, seat) - _stock(before, seat)
        for name, counts in seen.items():
            assert watched[name][number, :3].tolist() == counts, name
        assert watched["landings"][number].tolist() == landings
        assert watched["landed"][number].tolist() == landed
        owners = game.record["dominions"][0].tolist()
        assert watched["owner"][number].tolist() == owners
        assert ((watched["taken"][number] > 0) == (np.array(owners) >= 0)).all()


def _stock(state: Json, seat: int) -> int:
    warehouse = state["warehouses"][seat]
    return len(warehouse["goods"]) + warehouse["soldiers"] + warehouse["builders"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fleets_and_seats_cancel_out(players: int) -> None:
    table = options(players)
    told = as_data(table, found(table))["figures"]
    assert sum(each["value"] for each in told["seats"]) == pytest.approx(1, abs=0.001)
    assert sum(each["value"] for each in told["places"]) == pytest.approx(1, abs=0.001)
    # Every fleet plays in as many deals as any other.
    deals = [each["deals"] for each in told["fleets"]]
    assert len(deals) == 4
    assert set(deals) == {48 * players // 4}
    mean = sum(each["value"] for each in told["fleets"]) / 4
    assert mean == pytest.approx(1 / players, abs=0.001)
    assert BLOCK % len(fleet_circles(table)) == 0


def test_own_fleets_are_compared_with_each_other() -> None:
    table = options(2, fleets=OWN)
    assert fleets_of(table) == table.fleets
    assert len(as_data(table, found(table))["figures"]["fleets"]) == 2


def test_threads_do_not_matter() -> None:
    table = options(3, expansion=True)
    assert as_data(table, found(table, threads=1)) == as_data(table, found(table, threads=3))


def test_doing_without_is_doing_without() -> None:
    for what, first, last in (("raids", 64, 104), ("dominions", 39, 64)):
        table = options(3, expansion=True)
        sitting = Sitting(table, ("greedy",) * 3, 7, ("", what, ""))
        played = play_these(sitting, np.arange(30, dtype=np.int64))
        by_seat = dict.fromkeys(range(3), 0)
        for number in range(30):
            game = Game.new(table=table, seed=key_of(7, number))
            for code in played.lines[number, : played.results["decisions"][number]].tolist():
                by_seat[game.player] += first <= code < last
                game.play(code)
        assert by_seat[1] == 0
        assert by_seat[0] > 0


def test_what_raids_are_worth_is_only_asked_of_compiled_players() -> None:
    table = options(2, expansion=True)
    names = measure(Task(table, "quick", 7, 0, 4, True)).moments
    assert {"raids_worth", "raids_lead", "dominions_worth"} <= set(names)
    names = measure(Task(table, "search:1", 7, 0, 1, True)).moments
    assert "raids_worth" not in names
    assert "fleets" in names


def test_routes() -> None:
    for players, count in ((2, 4), (3, 16), (4, 16)):
        found = routes(players)
        assert found[0] == box.ROUTES[players]
        assert len(set(found)) == count
        for route in found:
            options(players, route=route)
            back = "V" + route[-2:0:-1] + "C"
            assert back == route or back not in found


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "balance.html"
    command = ["balance", "--player", "quick", "--deals", "24", "--threads", "2"]
    given = [*command, "--edition", "it,fr", "--seats", "2,3", "--out", str(file)]
    assert main([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["tables"]) == 8
    assert {size: len(each) for size, each in told["routes"].items()} == {"2": 4, "3": 16}
    page = file.read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("</svg>") == 8 * 4
    assert not any(word in page for word in ("http", "src=", "url(", "@import", "nan"))
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(set(links)) == len(links) == 8
    assert set(links) <= set(re.findall(r'<h2 id="([^"]+)"', page))
    assert main([*given, "--no-routes"]) == 0
    assert "fr 3" in capsys.readouterr().out


def test_a_report_that_cannot_be_written_is_known_before_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("goldenhorn.lab.balance.measure", lambda task: pytest.fail("played"))
    assert main(["balance", "--out", str(tmp_path / "nowhere" / "balance.html")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_own_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"players": 2, "fleets": OWN, "loading": "must"}))
    command = ["balance", "--player", "quick", "--deals", "24", "--rules", str(rules), "--json"]
    assert main(command) == 0
    (table,) = json.loads(capsys.readouterr().out)["tables"]
    assert table["fleets"] == OWN
    assert table["rules"]["loading"] == "must"
    for wrong in ("{", '{"players": 9}', '{"fleet": 1}', "[]"):
        rules.write_text(wrong)
        assert main(command) == 2
        assert "describes no table" in capsys.readouterr().err
    assert main(["balance", "--edition", "de"]) == 2
    assert "de" in capsys.readouterr().err
