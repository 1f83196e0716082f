"""`goldenhorn simulate`: what can be asked, and what is printed."""

import argparse
from typing import TYPE_CHECKING, Any

from goldenhorn.terminal.asking import (
    add_table,
    asked_options,
    asked_player,
    asked_seats,
    asked_seed,
    asked_threads,
    check_number,
    print_json,
    progress,
)
from goldenhorn.words import say

if TYPE_CHECKING:
    from rich.console import Console

_BAR = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Everything that can be asked of a simulation."""
    parser.add_argument("--seats", default="random,random,random", help=say("simulate-seats"))
    parser.add_argument("--games", type=int, default=1000, help=say("simulate-games"))
    parser.add_argument("--seed", type=int, default=7, help=say("simulate-seed"))
    add_table(parser)
    parser.add_argument("--threads", type=int, metavar="N", help=say("simulate-threads"))
    parser.add_argument("--trace", metavar="FILE", help=say("simulate-trace"))
    parser.add_argument("--records", metavar="DIR", help=say("simulate-records"))
    parser.add_argument("--json", action="store_true", help=say("option-json"))


def run(asked: argparse.Namespace) -> int:
    """Play and sum up."""
    from rich.console import Console

    from goldenhorn.lab.files import write_games
    from goldenhorn.lab.games import Sitting, played_one_by_one
    from goldenhorn.lab.simulate import run, run_with_moves, summary

    seats = tuple(asked_player(name) for name in asked_seats(asked.seats))
    check_number("--games", asked.games, 1, 100_000_000)
    seed, threads, kept = asked_seed(asked), asked_threads(asked), (asked.trace, asked.records)
    sitting = Sitting(asked_options(asked, len(seats)), seats, seed)
    with progress(say("simulate-doing"), asked.games) as told:
        if sitting.compiled and not any(kept):
            results, seconds = run(sitting.simulation, asked.games, threads=threads, told=told)
        else:
            games = (
                run_with_moves(sitting.simulation, asked.games, threads=threads)
                if sitting.compiled
                else played_one_by_one(sitting, asked.games, threads)
            )
            results, seconds = write_games(sitting, games, asked.games, *kept, told)
    data = {"seed": seed, "threads": threads, **summary(sitting, results, seconds)}
    if asked.json:
        print_json(data)
    else:
        show(Console(), data)
    return 0


def show(console: "Console", told: dict[str, Any]) -> None:
    """A summary of lab.simulate as a table with a bar for each seat's wins."""
    from rich.table import Table
    from rich.text import Text

    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column(say("simulate-seat"))
    table.add_column(say("simulate-player"))
    table.add_column(say("simulate-points"), justify="right")
    table.add_column(say("simulate-wins"), justify="right")
    table.add_column(say("simulate-shared"), justify="right")
    table.add_column(say("simulate-share"), justify="right")
    table.add_column("")
    for seat in told["seats"]:
        spread = "" if seat["points_sd"] is None else f" ± {seat['points_sd']:.1f}"
        table.add_row(
            str(seat["seat"]),
            seat["player"],
            f"{seat['points']:.1f}{spread}",
            f"{seat['wins']:,}",
            f"{seat['shared_wins']:,}",
            f"{seat['win_share']:.1%}",
            Text("█" * round(_BAR * seat["win_share"]), "cyan"),
        )
    console.print(table)
    console.print()
    rate = told["decisions_per_second"]
    console.print(
        say(
            "simulate-summary",
            games=f"{told['games']:,}",
            decisions=f"{told['decisions']:,}",
            seconds=f"{told['seconds']:.2f}",
            rate="–" if rate is None else f"{rate:,}",
            turns=f"{told['turns_per_game']:.1f}",
        ),
        highlight=False,
    )
    ends = [
        say(f"simulate-end-{cause}", games=f"{count:,}")
        for cause, count in told["ends"].items()
        if count
    ]
    console.print(say("simulate-ends", ends=", ".join(ends)), highlight=False)
