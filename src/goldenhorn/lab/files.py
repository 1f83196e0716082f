"""Games of a simulation written down: traces for programs that check, records to replay."""

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from goldenhorn.game import Game
from goldenhorn.lab.simulate import RESULT, Company, Results
from goldenhorn.record import ENDING, Record, save
from goldenhorn.trace import trace


def write_games(
    simulation: Company,
    games: Iterable[tuple[int, Results, list[int]]],
    count: int,
    trace_file: str | None,
    records: str | None,
    told: Callable[[int], None],
) -> tuple[Results, float]:
    """Write each game as it comes; all results, and the seconds it took with the writing."""
    results = np.zeros(count, RESULT)
    digits = len(str(count - 1))
    started = time.perf_counter()
    with ExitStack() as open_files:
        out = (
            open_files.enter_context(open(trace_file, "w", encoding="utf-8", newline="\n"))
            if trace_file
            else None
        )
        for number, result, moves in games:
            results[number] = result
            seed = simulation.key(number)
            if out:
                out.writelines(trace(simulation.table, seed, moves, number))
            if records:
                game = Game.new(seed=seed, table=simulation.table)
                for move in moves:
                    game.play(move)
                names = [f"{name} {seat}" for seat, name in enumerate(simulation.seats)]
                record = Record.of(game, names, simulation.seats)
                save(record, Path(records) / f"game-{number:0{digits}}{ENDING}")
            told(1)
    return results, time.perf_counter() - started
