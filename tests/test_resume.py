"""Leaving a game in the terminal and coming back; records that name players from elsewhere."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from goldenhorn import BadNotation, Game, cli, load, save
from goldenhorn.game import Seen
from goldenhorn.players.external import PlayerFailed
from goldenhorn.record import Record

HUGE = pytest.param(10**5000, id="huge")  # more digits than Python writes


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("goldenhorn.terminal.shelf.shelf", lambda: tmp_path / "games")
    return tmp_path / "games"


def typed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    left = iter(answers)

    def answer(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


def test_plain_play_goes_on_with_the_game_left_last(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "place VCV", "", "quit")
    assert cli.main(["play", "--new", "--seats", "me,random"]) == 0
    (file,) = shelf.glob("*.json")
    typed(monkeypatch, "quit")
    capsys.readouterr()
    assert cli.main(["play"]) == 0
    assert "Going on" in capsys.readouterr().out
    assert [file] == list(shelf.glob("*.json"))
    typed(monkeypatch, "quit")
    assert cli.main(["play", "--edition", "fr"]) == 0
    assert "Going on" not in capsys.readouterr().out


def test_a_game_that_cannot_be_saved_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    saved = str(tmp_path / "saved.ghr.json")
    typed(monkeypatch, "place VCV", "", "board", "log", f"save {saved}", "quit")
    assert cli.main(["play", "--new", "--seats", "me,random", "--save", str(full)]) == 0
    told = capsys.readouterr().out
    assert told.count("could not be saved") == 2, "once in the game, once at its end"
    assert "Turn 1" in told
    assert len(load(saved).line) == 2


def test_a_game_left_before_its_first_move_hides_no_other(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "place VCV", "", "quit")
    cli.main(["play", "--new", "--seats", "me,random"])
    typed(monkeypatch, "quit")
    cli.main(["play", "--new", "--seats", "me,random"])
    typed(monkeypatch, "quit")
    capsys.readouterr()
    cli.main(["play"])
    assert "Going on" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["program:touch sprung", "antigravity:X", "os:abort"])
def test_a_record_starts_no_program_and_imports_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    game = Game.new(2, seed=1)
    file = save(Record.of(game, kinds=["person", kind]), tmp_path / "a.ghr.json")
    assert cli.main(["play", "--resume", str(file)]) == 2
    assert "not one of the program" in capsys.readouterr().err
    assert not (tmp_path / "sprung").exists()


class Own:
    """Somebody's own player."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, seen: Seen) -> str:
        return seen.legal[0]


def test_who_names_an_own_player_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own, file = f"{__name__}:Own", str(tmp_path / "a.ghr.json")
    typed(monkeypatch, "place VCV", "", "quit")
    assert cli.main(["play", "--seats", f"me,{own}", "--seed", "1", "--save", file]) == 0
    capsys.readouterr()
    for others in ([], ["--seats", "me,greedy"], ["--seats", f"{own},me"]):
        assert cli.main(["play", "--resume", file, *others]) == 2
        assert f"--seats me,{own}" in capsys.readouterr().err
    typed(monkeypatch, "quit")
    assert cli.main(["play", "--resume", file, "--seats", f"me,{own}"]) == 0


def test_a_program_that_fails_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", "--games", "1", "--seats", "greedy,program:true"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "'true'" in told
    assert issubclass(PlayerFailed, ValueError)


@pytest.mark.parametrize("name", ["os:getpid", "math:sqrt", "os:sep", "json:nothing", "no.such:X"])
@pytest.mark.parametrize("command", [["simulate", "--games", "1"], ["play", "--new"]])
def test_what_makes_no_player_is_told_in_a_line(
    command: list[str], name: str, shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = "me" if command[0] == "play" else "greedy"
    assert cli.main([*command, "--seats", f"{seats},{name}"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert name in told


@pytest.mark.parametrize("move", [None, 1.0, True, b"on", [1], -1, 115, 10**30, HUGE])
def test_what_is_no_move_is_bad_notation(move: Any) -> None:
    with pytest.raises(BadNotation):
        Game.new(2, seed=1).play(move)
    if isinstance(move, bool):
        return  # a number as any other
    with pytest.raises(BadNotation):
        Game.new(2, seed=1).write(move)


@pytest.mark.parametrize("seat", [None, "0", 1.5, True])
def test_a_seat_is_a_number(seat: Any) -> None:
    with pytest.raises(TypeError, match="a seat is a number"):
        Game.new(2, seed=1).seen_by(seat)


def test_seats_that_are_none_watch() -> None:
    game = Game.new(2, placement="random", seed=1)
    assert game.seen_by(2**70).state == game.seen_by(-1).state


def test_a_view_can_be_pickled() -> None:
    game = Game.new(2, placement="random", seed=1)
    seen = game.seen_by(game.player)
    again = pickle.loads(pickle.dumps(seen))
    assert (again.state, again.legal, again.ply) == (seen.state, seen.legal, seen.ply)
    assert json.dumps(again.data) == json.dumps(seen.data)
