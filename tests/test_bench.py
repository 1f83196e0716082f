"""What `make bench` measures by playing: the matches, and OpenSpiel's search as a player."""

from importlib import import_module
from typing import Any

import pytest

from bench import players, table
from bench.measure import DECISIONS, SHARE, Effort, Row
from goldenhorn import Game
from tests.needs import needed

QUICK = Effort(True, lambda what: None)


def test_a_match_is_a_share_of_wins_with_its_interval() -> None:
    row = players.match(QUICK, "greedy", "random", 200)
    assert row.how == "against random, 20 deals, 40 games"
    assert row.reach
    assert row.reach[0] < row.median <= row.reach[1] <= 1
    assert row.median > 0.9
    worse = players.match(QUICK, "random", "greedy", 200)
    assert worse.median == pytest.approx(1 - row.median)


def test_a_match_is_the_same_in_processes() -> None:
    tasks = [3, -4, 5]
    assert list(players.on_processes(2)(abs, tasks)) == [3, 4, 5]


def test_the_table_tells_shares_and_what_is_beside() -> None:
    rows = [
        Row("Part", "one", "against another", SHARE, (0.875,), reach=(0.75, 0.94)),
        Row("Part", "loop", "own", DECISIONS, (2e6,), beside={"environment": (50.0,)}),
        Row("Part", "other", "is not installed"),
    ]
    text = table.text(rows, "a machine")
    assert "87.5 %  75.0 to 94.0" in text
    assert "50.0 ×" in text
    assert table.data(rows, {})["rows"][0]["interval"] == (0.75, 0.94)


def test_openspiels_search_is_shown_what_its_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    needed("pyspiel")
    spiel: Any = import_module("bench.spiel")
    monkeypatch.setattr(spiel, "SECONDS", 0.0)
    bot = spiel.IsMcts(1)
    game = Game.new(2, seed=3)
    while game.turn < 6:
        move = game.legal[0]
        if game.player == 1:
            seen = game.seen_by(1)
            state = spiel.state_of(bot._game, seen, tuple(sorted(map(seen.parse, seen.legal))))
            assert not state.moment.states["hands"][0, 0].any()
            assert state.legal_actions() == sorted(map(game.parse, game.legal))
            move = bot.choose(seen)
            assert move in game.legal
        game.play(move)
