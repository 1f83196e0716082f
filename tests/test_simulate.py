"""Simulations: the same seed plays the same games, however they are dealt out to threads."""

import json
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldenhorn.game import Game
from goldenhorn.lab import simulate
from goldenhorn.lab.files import write_games
from goldenhorn.lab.simulate import CAUSES, RESULT, Simulation, cores, run, run_with_moves, summary
from goldenhorn.record import ENDING, read
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import Options, options
from tests.kinds import TABLES
from tests.positions import often

MIXED = ("random", "greedy", "random", "random")


def mixed(table: Options, seed: int = 7) -> Simulation:
    return Simulation(table, MIXED[: table.players], seed)


def replayed(simulation: Simulation, number: int, moves: list[int]) -> Game:
    game = Game.new(table=simulation.table, seed=simulation.key(number))
    for move in moves:
        game.play(move)
    return game


# The same games


def test_the_same_seed_plays_the_same_games() -> None:
    games = often(24)
    one, _ = run(mixed(options(3)), games)
    two, _ = run(mixed(options(3)), games)
    other, _ = run(mixed(options(3), seed=8), games)
    assert (one == two).all()
    assert (one != other).any()


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("games", [1, 2, 7, often(48)])
def test_threads_change_nothing(threads: int, games: int) -> None:
    simulation = Simulation(options(4, edition="fr", expansion=True), ("random",) * 4, 3)
    one, _ = run(simulation, games)
    many, _ = run(simulation, games, threads=threads)
    assert (one == many).all()


def test_a_portion_is_the_same_games_as_in_the_whole() -> None:
    simulation = Simulation(options(2, expansion=True), ("random",) * 2, 7)
    whole, _ = run(simulation, 20)
    parts = [run(simulation, count, first=first)[0] for first, count in ((0, 7), (7, 1), (8, 12))]
    assert (whole == np.concatenate(parts)).all()


def test_games_of_a_simulation_differ() -> None:
    simulation = Simulation(options(3), ("random",) * 3, 0)
    keys = {simulation.key(number) for number in range(200)}
    assert len(keys) == 200
    assert all(0 <= key < 1 << 128 for key in keys)
    results, _ = run(simulation, often(56))
    assert len(np.unique(results)) == len(results)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, 2**64, 2**127 + 5, 2**128 - 1])
def test_the_whole_of_a_seed_counts(seed: int) -> None:
    keys = {Simulation(options(2), ("random",) * 2, seed ^ bit).key(3) for bit in (0, 1, 1 << 64)}
    assert len(keys) == 3
    simulation = Simulation(options(2), ("random",) * 2, seed)
    ((number, result, moves),) = run_with_moves(simulation, 1)
    outcome = replayed(simulation, number, moves).outcome
    assert outcome is not None
    assert list(outcome.scores) == result["scores"][:2].tolist()


# Beside the game's own face


@pytest.mark.parametrize("name", TABLES)
def test_a_game_replayed_has_the_same_result(name: str) -> None:
    table = TABLES[name]
    simulation = mixed(table, seed=2**100 + 9)
    games = often(16) // 4 + 1
    results, _ = run(simulation, games)
    for number, result, moves in run_with_moves(simulation, games):
        assert result == results[number]
        game = replayed(simulation, number, moves)
        outcome = game.outcome
        assert outcome is not None
        assert outcome.scores == tuple(result["scores"][: table.players].tolist())
        assert not result["scores"][table.players :].any()
        assert outcome.cause == CAUSES[result["cause"]]
        assert game.turn == result["turns"]
        assert game.ply == result["decisions"]


def test_every_way_to_end_is_told_as_the_game_tells_it() -> None:
    found = set()
    for table, seats, games in (
        (options(2, round_limit=12), ("random",) * 2, 40),
        (options(3, edition="fr"), ("random",) * 3, often(480)),
        (options(2, expansion=True), ("greedy",) * 2, often(40)),
    ):
        simulation = Simulation(table, seats, 5)
        for number, result, moves in run_with_moves(simulation, games):
            cause = CAUSES[result["cause"]]
            if cause not in found:
                outcome = replayed(simulation, number, moves).outcome
                assert outcome is not None
                assert outcome.cause == cause
                found.add(cause)
    assert found == set(CAUSES) or not COMPILED, "uncompiled there is no time for the rare ones"


# Moves kept


def test_games_longer_than_the_room_that_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = Simulation(options(3), ("random",) * 3, 1)
    wanted = [(number, moves) for number, _, moves in run_with_moves(simulation, 10)]
    monkeypatch.setattr(simulate, "_LINE", 5)
    told: list[int] = []
    found = list(run_with_moves(simulation, 10, told=told.append))
    assert [(number, moves) for number, _, moves in found] == wanted
    assert [len(moves) for _, _, moves in found] == [result["decisions"] for _, result, _ in found]
    assert sum(told) == 10


def test_the_first_room_is_enough_for_nearly_all_games() -> None:
    table = options(4, round_limit=1000)
    results, _ = run(Simulation(table, ("random",) * 4, 2), often(800), threads=cores())
    assert results["decisions"].max() < simulate._LINE


def test_more_games_than_are_kept_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = Simulation(options(2), ("random",) * 2, 7)
    wanted = [(number, moves) for number, _, moves in run_with_moves(simulation, 11)]
    monkeypatch.setattr(simulate, "_BATCH", 4)
    monkeypatch.setattr(simulate, "_LINE", 8)
    told: list[int] = []
    found = run_with_moves(simulation, 11, threads=2, told=told.append)
    assert [(number, moves) for number, _, moves in found] == wanted
    assert sum(told) == 11, "each game is told of once, also where it was played again"


def test_no_games() -> None:
    assert list(run_with_moves(mixed(options(2)), 0)) == []
    results, _ = run(mixed(options(2)), 0)
    assert len(results) == 0


@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_told_adds_up(threads: int) -> None:
    told: list[int] = []
    games = often(56) + 1
    simulation = Simulation(options(3), ("random",) * 3, 7)
    run(simulation, games, threads=threads, told=told.append)
    assert sum(told) == games
    assert len(told) > 1


def test_records_of_a_simulation(tmp_path: Path) -> None:
    simulation = mixed(options(3, edition="el", expansion=True))
    games = run_with_moves(simulation, 11)
    results, _ = write_games(simulation, games, 11, None, str(tmp_path / "new"), lambda _: None)
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == [f"game-{number:02}{ENDING}" for number in range(11)]
    for number, name in enumerate(names):
        record = read(tmp_path / "new" / name)
        assert record.kinds == ["random", "greedy", "random"]
        assert record.names == ["random 0", "greedy 1", "random 2"]
        assert record.game.seed == simulation.key(number)
        assert list(record.game.scores) == results[number]["scores"][:3].tolist()


# What was learned


def test_a_summary_counts_right() -> None:
    results: Any = np.zeros(4, RESULT)
    results["scores"][:, :3] = [[10, 10, 2], [5, 7, 9], [4, 4, 4], [8, 1, 0]]
    results["turns"] = [30, 40, 50, 61]
    results["cause"] = [0, 1, 1, 3]
    results["decisions"] = [100, 200, 300, 401]
    told = summary(mixed(options(3)), results, 2.0)
    assert told == {
        "games": 4,
        "decisions": 1001,
        "seconds": 2.0,
        "decisions_per_second": 500,
        "turns_per_game": 45.25,
        "seats": [
            seat(0, "random", [10, 5, 4, 8], 1, 2, (1 / 2 + 1 / 3 + 1) / 4),
            seat(1, "greedy", [10, 7, 4, 1], 0, 2, (1 / 2 + 1 / 3) / 4),
            seat(2, "random", [2, 9, 4, 0], 1, 1, (1 + 1 / 3) / 4),
        ],
        "ends": {"port": 1, "announced": 2, "dominions": 0, "rounds": 1},
    }
    json.dumps(told, allow_nan=False)


def seat(
    number: int, player: str, points: list[int], wins: int, shared: int, share: float
) -> dict[str, Any]:
    return {
        "seat": number,
        "player": player,
        "points": round(statistics.mean(points), 3),
        "points_sd": round(statistics.stdev(points), 3),
        "wins": wins,
        "shared_wins": shared,
        "win_share": round(share, 4),
    }


def test_a_summary_of_one_game_and_of_no_time() -> None:
    results, _ = run(mixed(options(2)), 1)
    told = summary(mixed(options(2)), results, 0.0)
    assert told["decisions_per_second"] is None
    assert [each["points_sd"] for each in told["seats"]] == [None, None]
    json.dumps(told, allow_nan=False)


def test_the_numbers_of_a_summary_agree_with_each_other() -> None:
    simulation = Simulation(options(4, expansion=True), ("random",) * 4, 9)
    results, seconds = run(simulation, often(400))
    told = summary(simulation, results, seconds, seats=["a", "b", "c", "d"])
    assert [each["player"] for each in told["seats"]] == ["a", "b", "c", "d"]
    assert sum(told["ends"].values()) == told["games"] == len(results)
    assert sum(each["win_share"] for each in told["seats"]) == pytest.approx(1, abs=0.001)
    assert sum(each["wins"] for each in told["seats"]) <= told["games"]
    assert told["decisions"] == int(results["decisions"].sum())


# What cannot be


@pytest.mark.parametrize(
    ("seats", "seed", "words"),
    [
        (("random",) * 2, 1, "as many players"),
        (("random",) * 4, 1, "as many players"),
        (("random", "random", "nobody"), 1, "nobody"),
        (("random",) * 3, -1, "2\\*\\*128"),
        (("random",) * 3, 1 << 128, "2\\*\\*128"),
    ],
)
def test_what_cannot_be_simulated(seats: tuple[str, ...], seed: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Simulation(options(3), seats, seed)


def test_cores() -> None:
    assert cores() >= 1
