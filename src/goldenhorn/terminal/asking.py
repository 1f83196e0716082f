"""What several commands ask for: a table, numbers, seats; and how they show that they work."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from goldenhorn.rules.options import EDITIONS, POINTS, ROUND_LIMIT
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.rules.options import Options


class Refused(Exception):
    """Something a person asked for that cannot be; its text says what would be right."""


_TABLE = {
    "loading": "table-loading",
    "emptied_ship": "table-emptied",
    "last_turns": "table-last",
    "placement": "table-placement",
}


def add_table(parser: argparse.ArgumentParser) -> None:
    """Options without defaults: it matters whether somebody named one (cli._play)."""
    table = parser.add_argument_group("the table")
    table.add_argument("--edition", choices=list(EDITIONS), help=say("table-edition"))
    table.add_argument("--dominio", action="store_true", default=None, help=say("table-dominio"))
    table.add_argument("--first-player", type=int, metavar="SEAT", help=say("table-first"))
    table.add_argument("--round-limit", type=int, metavar="N", help=say("table-rounds"))
    for point, values in POINTS.items():
        name = "--" + point.replace("_", "-")
        table.add_argument(name, choices=values, help=say(_TABLE[point]))


def asked_options(asked: argparse.Namespace, players: int) -> "Options":
    from goldenhorn.rules.options import options

    return options(
        players,
        edition=asked.edition or "it",
        expansion=bool(asked.dominio),
        first_player=asked.first_player or 0,
        round_limit=ROUND_LIMIT if asked.round_limit is None else asked.round_limit,
        **{point: getattr(asked, point) for point in POINTS},
    )


def asked_seats(text: str) -> list[str]:
    seats = [name.strip() for name in text.split(",")]
    if not 2 <= len(seats) <= 4:
        raise Refused(say("seats-count", seats=len(seats)))
    return seats


def check_number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Refused(
            say("whole-number", name=name, least=str(least), most=str(most), value=f"{value!s:.40}")
        )


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, on the error stream, so that what is printed can be kept."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)


def say_if_compiling() -> None:
    """At a terminal: the first use takes its time. Without a word nothing would seem to happen."""
    from goldenhorn.rules.compiled import COMPILED, cache_folder

    if COMPILED and sys.stderr.isatty() and not any(cache_folder().rglob("*.nbi")):
        print(say("compiling"), file=sys.stderr, flush=True)


def asked_threads(asked: argparse.Namespace) -> int:
    """As many as asked for, or as there are cores."""
    from goldenhorn.lab.simulate import cores

    threads = cores() if asked.threads is None else asked.threads
    check_number("--threads", threads, 1, 1024)
    return threads


def asked_seed(asked: argparse.Namespace) -> int:
    """The seed, if it is one."""
    seed: int = asked.seed
    check_number("--seed", seed, 0, 2**128 - 1)
    return seed


def asked_sizes(text: str) -> list[int]:
    """Sizes of table, each once, from the smallest."""
    for size in text.split(","):
        if size.strip() not in ("2", "3", "4"):
            raise Refused(say("arena-size", size=size.strip()))
    return sorted({int(size) for size in text.split(",")})


def asked_player(name: str) -> str:
    """The name, if `players.player` makes a player of it."""
    from goldenhorn.players import player

    player(name, 0)
    return name
