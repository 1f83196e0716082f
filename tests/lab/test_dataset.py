"""Datasets: every decision of every game, with nothing that its seat could not see."""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from goldenhorn.cli import main
from goldenhorn.game import Game
from goldenhorn.lab import dataset as ours
from goldenhorn.lab.games import Sitting
from goldenhorn.lab.simulate import key_of
from goldenhorn.lab.spread import on_threads
from goldenhorn.rules import box
from goldenhorn.rules.options import options

SITTING = Sitting(options(3, expansion=True), ("greedy", "quick", "random"), 7)


def rows_of(file: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(file).to_pylist()
    return rows


def test_every_row_is_what_the_seat_saw(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    count = ours.dataset(SITTING, 6, file, on_threads(1))
    rows = rows_of(file)
    assert len(rows) == count
    for number in range(6):
        game = Game.new(table=SITTING.table, seed=key_of(7, number))
        those = [row for row in rows if row["game"] == number]
        for ply, row in enumerate(those):
            assert (row["ply"], row["seat"], row["turn"]) == (ply, game.player, game.turn)
            assert row["phase"] == game.phase
            assert (row["legal_low"], row["legal_high"]) == game.mask
            check_view(row, game.seen_by(game.player).state)
            assert row["notation"] == game.write(row["move"])
            game.play(row["move"])
        outcome = game.outcome
        assert outcome
        for row in those:
            assert tuple(row[f"points_{seat}"] for seat in range(3)) == outcome.scores
            assert row["end"] == outcome.cause
            won = row["seat"] in outcome.winners
            assert row["win_share"] == pytest.approx(won / len(outcome.winners))


def check_view(row: dict[str, Any], seen: dict[str, Any]) -> None:
    hand = "".join(c * row[f"hand_{c}"] for c in box.COLOURS)
    assert hand == seen["hands"][row["seat"]]
    bag = "".join(c * row[f"bag_{c}"] for c in box.CUBE_LETTERS)
    assert bag == seen["bag"]
    for seat in range(3):
        assert row[f"hand_size_{seat}"] == len(seen["hands"][seat])
        goods = "".join(c * row[f"warehouse_{seat}_{c}"] for c in box.COLOURS)
        assert goods == seen["warehouses"][seat]["goods"]
        for ship in range(3):
            place = seen["ships"][seat][ship]["at"]
            assert row[f"at_{seat}_{ship + 1}"] == (-1 if place is None else place)


def test_nothing_hidden_is_a_column(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    ours.dataset(SITTING, 1, file, on_threads(1))
    names = pq.read_schema(file).names
    assert len(names) == len(set(names))
    hidden = ("key", "draws", "deck_o", "hands_")
    assert not [name for name in names if name.startswith(hidden)]


def test_row_groups_are_written_as_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ours, "GROUP", 2000)
    monkeypatch.setattr(ours, "BLOCK", 10)
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    heard: list[tuple[int, int]] = []
    rows = ours.dataset(SITTING, 95, one, on_threads(1), told=lambda *count: heard.append(count))
    ours.dataset(SITTING, 95, other, on_threads(3))
    assert one.read_bytes() == other.read_bytes()
    metadata = pq.read_metadata(one)
    sizes = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    assert sizes == [written for _, written in heard]
    assert len(sizes) > 3
    assert all(2000 <= size < 6000 for size in sizes[:-1])
    assert list(accumulate(count for count, _ in heard))[-1] == 95
    assert sum(sizes) == rows


def test_without_views_and_with_players_in_python(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    sitting = Sitting(options(2), ("search:2", "quick"), 7)
    ours.dataset(sitting, 2, file, on_threads(1), views=False)
    names = pq.read_schema(file).names
    assert names == [
        *("game", "ply", "move", "notation", "seat", "legal_low", "legal_high"),
        *("points_0", "points_1", "win_share", "end"),
    ]
    about = json.loads(pq.read_schema(file).metadata[b"goldenhorn"])
    assert about["seats"] == ["search:2", "quick"]
    assert about["players"] == 2
    assert {row["game"] for row in rows_of(file)} == {0, 1}


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.parquet"
    command = ["dataset", "--seats", "quick,quick", "--games", "300", "--out", str(file)]
    assert main(command) == 0
    assert "300 games" in capsys.readouterr().out
    assert {row["game"] for row in rows_of(file)} == set(range(300))

    def stopped(*given: Any) -> Any:
        if given[0].first >= 200:
            raise KeyboardInterrupt
        return whole(*given)

    whole = ours.columns
    monkeypatch.setattr(ours, "columns", stopped)
    monkeypatch.setattr(ours, "GROUP", 1)
    assert main([*command, "--threads", "1"]) == 130
    assert "200 games" in capsys.readouterr().out
    assert {row["game"] for row in rows_of(file)} == set(range(200))


def test_ctrl_c_just_after_a_group_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*given: Any, **named: Any) -> None:
        whole(*given, **named)
        raise KeyboardInterrupt

    whole = pq.ParquetWriter.write_table
    monkeypatch.setattr(pq.ParquetWriter, "write_table", interrupted)
    monkeypatch.setattr(ours, "GROUP", 1)
    file = tmp_path / "games.parquet"
    command = ["dataset", "--seats", "quick,quick", "--games", "300", "--out", str(file)]
    assert main(command) == 130
    rows = rows_of(file)
    assert f"100 games, {len(rows):,} decisions" in capsys.readouterr().out
    assert {row["game"] for row in rows} == set(range(100))
