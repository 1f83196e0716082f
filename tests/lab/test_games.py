"""Games between any players, and simulations of those whom machine code does not know."""

import json
from pathlib import Path

import numpy as np
import pytest

from goldenhorn.cli import main
from goldenhorn.lab.games import Sitting, is_compiled, play_these, played_one_by_one
from goldenhorn.lab.simulate import run
from goldenhorn.record import read
from goldenhorn.rules.options import options

SEARCHING = Sitting(options(2), ("search:3", "quick"), 7)


def test_who_is_compiled() -> None:
    assert is_compiled("greedy")
    assert is_compiled("mozzo")  # a level that is a compiled player's
    assert not is_compiled("search:3")


def test_a_level_plays_as_its_player() -> None:
    table = options(2)
    numbers = np.arange(5, dtype=np.int64)
    level, own = (
        play_these(Sitting(table, (name,) * 2, 7), numbers) for name in ("mozzo", "quick")
    )
    assert (level.results == own.results).all()


def test_games_are_what_simulations_play() -> None:
    sitting = Sitting(options(3, expansion=True), ("greedy", "quick", "random"), 7)
    results, _ = run(sitting.simulation, 40)
    numbers = np.array([3, 39, 17], np.int64)
    played = play_these(sitting, numbers)
    assert (played.results == results[numbers]).all()
    assert (played.seconds == -1).all()
    assert (results["choices"].sum(1) == results["decisions"]).all()


def test_threads_do_not_matter_to_players_in_python() -> None:
    one, more = (list(played_one_by_one(SEARCHING, 4, threads)) for threads in (1, 3))
    assert [number for number, _, _ in one] == [0, 1, 2, 3]
    for (_, result, moves), (_, other, theirs) in zip(one, more, strict=True):
        assert result == other
        assert moves == theirs
        assert len(moves) == result["decisions"]
    assert (play_these(SEARCHING, np.array([0], np.int64)).seconds[0, :2] > 0).all()


def test_only_compiled_players_can_do_without() -> None:
    sitting = Sitting(SEARCHING.table, SEARCHING.seats, 7, ("raids", ""))
    with pytest.raises(ValueError, match="compiled"):
        play_these(sitting, np.array([0], np.int64))


def test_the_command_simulates_anyone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--seats", "search:3,mozzo", "--games", "2", "--json"]
    assert main([*command, "--records", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [seat["player"] for seat in told["seats"]] == ["search:3", "mozzo"]
    records = sorted(tmp_path.glob("*.ghr.json"))
    assert len(records) == 2
    assert sum(read(file).game.ply for file in records) == told["decisions"]
