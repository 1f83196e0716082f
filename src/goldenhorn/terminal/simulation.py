"""What `goldenhorn simulate` prints."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from goldenhorn.words import say

_BAR = 24


def show(console: Console, told: dict[str, Any]) -> None:
    """A summary of lab.simulate as a table with a bar for each seat's wins."""
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
