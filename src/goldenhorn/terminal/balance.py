"""`goldenhorn balance`: what can be asked, and what is printed."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenhorn.rules.options import EDITIONS
from goldenhorn.terminal.asking import (
    Refused,
    asked_player,
    asked_seed,
    asked_sizes,
    asked_threads,
    check_number,
    print_json,
    progress,
)
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.rules.options import Options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Everything that can be asked of a table's balance."""
    parser.add_argument("--player", default="greedy", help=say("balance-player"))
    parser.add_argument("--deals", type=int, default=480, metavar="N", help=say("balance-deals"))
    parser.add_argument("--seats", default="2,3,4", help=say("arena-sizes"))
    parser.add_argument("--edition", default=",".join(EDITIONS), help=say("balance-editions"))
    parser.add_argument(
        "--dominio", choices=("yes", "no", "both"), default="both", help=say("balance-dominio")
    )
    parser.add_argument("--rules", metavar="FILE", help=say("balance-rules"))
    parser.add_argument("--no-routes", action="store_true", help=say("balance-no-routes"))
    parser.add_argument("--seed", type=int, default=7, help=say("arena-seed"))
    parser.add_argument("--threads", type=int, metavar="N", help=say("arena-threads"))
    parser.add_argument("--on", metavar="WHERE", help=say("arena-on"))
    parser.add_argument("--out", metavar="FILE", help=say("balance-out"))
    parser.add_argument("--json", action="store_true", help=say("option-json"))


def run(asked: argparse.Namespace) -> int:
    """Measure and tell."""
    from goldenhorn.lab.balance import route_tables

    player = asked_player(asked.player)
    check_number("--deals", asked.deals, 1, 10_000_000)
    tables = _own(asked) if asked.rules else _tables(asked)
    if asked.out:
        Path(asked.out).open("a").close()  # better a complaint now than when all is played
    sizes = [] if asked.rules or asked.no_routes else asked_sizes(asked.seats)
    routed = [table for size in sizes for table in route_tables(size)]
    told: dict[str, Any] = {
        "player": player,
        "seed": asked_seed(asked),
        "deals": asked.deals,
    }
    total = asked.deals * (len(tables) + len(routed))
    with progress(say("arena-doing"), total) as done:
        told["tables"] = _measured(asked, tables, done, whole=True)
        by_size = _measured(asked, routed, done, whole=False)
    told["routes"] = {
        str(size): [each for each in by_size if each["players"] == size] for size in sizes
    }
    if asked.out:
        from goldenhorn.lab.balance_report import as_page

        Path(asked.out).write_text(as_page(told), encoding="utf-8")
    if asked.json:
        print_json(told)
    else:
        _show(told)
        if asked.out:
            print(say("lab-kept", file=asked.out))
    return 0


def _tables(asked: argparse.Namespace) -> "list[Options]":
    from goldenhorn.rules.options import options

    editions = [name.strip() for name in asked.edition.split(",")]
    if not set(editions) <= set(EDITIONS):
        raise Refused(say("no-such-edition", edition=asked.edition, editions=", ".join(EDITIONS)))
    expansions = {"yes": (True,), "no": (False,), "both": (False, True)}[asked.dominio]
    return [
        options(size, edition=edition, expansion=expansion)
        for expansion in expansions
        for edition in editions
        for size in asked_sizes(asked.seats)
    ]


def _own(asked: argparse.Namespace) -> "list[Options]":
    """The table of a file, which holds what `goldenhorn.options` takes, as JSON."""
    from goldenhorn.rules.options import BadOptions, options

    try:
        own = json.loads(Path(asked.rules).read_text(encoding="utf-8"))
        return [options(**own)]
    except (TypeError, json.JSONDecodeError, UnicodeDecodeError, BadOptions) as bad:
        raise Refused(say("balance-bad-rules", file=asked.rules, why=str(bad))) from None


def _measured(
    asked: argparse.Namespace, tables: "list[Options]", done: Any, *, whole: bool
) -> list[dict[str, Any]]:
    from goldenhorn.lab.balance import Found, as_data, balance, fleets_of
    from goldenhorn.lab.spread import spread_on

    found = [Found() for _ in tables]
    spread = spread_on(asked.on, asked_threads(asked))
    parts = balance(tables, asked.player, asked.deals, asked.seed, spread, whole=whole)
    for place, deals, part in parts:
        found[place].add(part)
        done(deals)
    return [
        {"compared": [list(fleet) for fleet in fleets_of(table)], **as_data(table, each)}
        for table, each in zip(tables, found, strict=True)
    ]


def _show(told: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    from goldenhorn.lab.balance_report import heads_of_overview, row_of_overview
    from goldenhorn.lab.report import interval, number

    console = Console()
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    for place, head in enumerate(heads_of_overview()):
        table.add_column(head, justify="right" if place else "left")
    for each in told["tables"]:
        name = f"{each['rules']['edition']} {each['players']}"
        if each["rules"]["expansion"]:
            name += f"\n{say('balance-short-dominio')}"
        cells = [
            ""
            if figure is None
            else f"{number(figure.value, form)}\n[dim]{interval(figure, form, short=True)}[/]"
            for figure, form in row_of_overview(each)
        ]
        table.add_row(name, *cells)
    console.print(table)
    console.print()
    console.print(say("balance-overview-note"), highlight=False)
