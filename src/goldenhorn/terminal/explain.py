"""What `goldenhorn explain` prints: the candidate turns of a position, and what they promise."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from goldenhorn.words import say

_BAR = 16


def show(console: Console, told: dict[str, Any]) -> None:
    """The candidates of players.searcher, the most searched first."""
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column(say("explain-move"))
    table.add_column(say("explain-chance"), justify="right")
    table.add_column("")
    table.add_column(say("explain-points"), justify="right")
    table.add_column(say("explain-line"))
    for candidate in told["candidates"]:
        chance = candidate["win_chance"]
        table.add_row(
            Text(" · ".join(candidate["turn"]), "bold"),
            f"{chance:.0%}",
            Text("█" * round(_BAR * chance), "cyan"),
            f"{candidate['points']:.1f}",
            Text(" · ".join(candidate["line"][len(candidate["turn"]) :]), "dim"),
        )
    console.print(table)
    console.print(say("explain-rounds", rounds=f"{told['rounds']:,}"), highlight=False)
