"""`goldenhorn dataset`: what can be asked, and what is printed."""

import argparse
import time
from contextlib import suppress
from pathlib import Path

from goldenhorn.terminal.asking import (
    Refused,
    add_table,
    asked_options,
    asked_player,
    asked_seats,
    asked_seed,
    asked_threads,
    check_number,
    progress,
)
from goldenhorn.words import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Everything that can be asked of a dataset."""
    parser.add_argument("--out", metavar="FILE", required=True, help=say("dataset-out"))
    parser.add_argument("--games", type=int, default=1000, help=say("simulate-games"))
    parser.add_argument("--seats", default="greedy,greedy,greedy", help=say("dataset-seats"))
    parser.add_argument("--no-views", action="store_true", help=say("dataset-no-views"))
    parser.add_argument("--seed", type=int, default=7, help=say("simulate-seed"))
    add_table(parser)
    parser.add_argument("--threads", type=int, metavar="N", help=say("simulate-threads"))
    parser.add_argument("--on", metavar="WHERE", help=say("arena-on"))


def run(asked: argparse.Namespace) -> int:
    """Play and write."""
    try:
        from goldenhorn.lab.dataset import dataset, written
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.startswith("pyarrow"):
            raise Refused(say("dataset-no-pyarrow")) from None
        raise
    from goldenhorn.lab.games import Sitting
    from goldenhorn.lab.spread import spread_on

    seats = tuple(asked_player(name) for name in asked_seats(asked.seats))
    check_number("--games", asked.games, 1, 1_000_000_000)
    sitting = Sitting(asked_options(asked, len(seats)), seats, asked_seed(asked))
    spread = spread_on(asked.on, asked_threads(asked))
    file = Path(asked.out)
    started, games, rows = time.perf_counter(), 0, 0

    with progress(say("arena-doing"), asked.games) as done:

        def told(count: int, more: int) -> None:
            nonlocal games, rows
            games, rows = games + count, rows + more
            done(count)

        stopped = True
        with suppress(KeyboardInterrupt):
            dataset(sitting, asked.games, file, spread, views=not asked.no_views, told=told)
            stopped = False
    seconds = time.perf_counter() - started
    if stopped:
        games, rows = written(file)  # it may have been stopped just after a group was written
        print(say("lab-stopped"))
    print(
        say(
            "dataset-written",
            file=str(file),
            games=f"{games:,}",
            rows=f"{rows:,}",
            size=f"{file.stat().st_size / 1e6:,.1f}",
            seconds=f"{seconds:.1f}",
        )
    )
    return 130 if stopped else 0
