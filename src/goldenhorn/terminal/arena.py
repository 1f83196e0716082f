"""`goldenhorn arena`: what can be asked, and what is printed."""

import argparse
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenhorn.terminal.asking import (
    Refused,
    add_table,
    asked_options,
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
    from goldenhorn.lab.arena import Setup
    from goldenhorn.lab.sequential import Question

DEALS = "deals.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Everything that can be asked of an arena."""
    parser.add_argument("--players", default="greedy,random", help=say("arena-players"))
    parser.add_argument("--games", type=int, default=1000, help=say("arena-games"))
    parser.add_argument("--seats", default="2,3,4", help=say("arena-sizes"))
    parser.add_argument("--seed", type=int, default=7, help=say("arena-seed"))
    parser.add_argument("--threads", type=int, metavar="N", help=say("arena-threads"))
    parser.add_argument("--on", metavar="WHERE", help=say("arena-on"))
    parser.add_argument("--out", metavar="DIR", help=say("arena-out"))
    parser.add_argument("--resume", action="store_true", help=say("arena-resume"))
    parser.add_argument("--ask", metavar="A,B", help=say("arena-ask"))
    parser.add_argument("--margin", type=float, default=5, help=say("arena-margin"))
    parser.add_argument("--error", type=float, default=5, help=say("arena-error"))
    add_table(parser)
    parser.add_argument("--json", action="store_true", help=say("option-json"))


def run(asked: argparse.Namespace) -> int:
    """Play, keep, and tell."""
    setup = _setup(asked)
    question = _question(asked, setup)
    out = Path(asked.out) if asked.out else None
    rows = _kept(asked, setup, out)
    rounds = setup.rounds(asked.games)
    stopped = _play(asked, setup, rounds, rows, question, out / DEALS if out else None)
    told = _told(setup, rows, question)
    if out:
        from goldenhorn.lab.arena_report import as_page

        (out / "arena.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        (out / "arena.html").write_text(as_page(told), encoding="utf-8")
    if asked.json:
        print_json(told)
    else:
        _show(told, stopped, out)
    return 130 if stopped else 0


def _setup(asked: argparse.Namespace) -> "Setup":
    from goldenhorn.lab.arena import Setup

    names = tuple(asked_player(name.strip()) for name in asked.players.split(","))
    if len(names) < 2 or len(set(names)) < len(names):
        raise Refused(say("arena-few-players"))
    check_number("--games", asked.games, 1, 100_000_000)
    sizes = asked_sizes(asked.seats)
    return Setup(names, tuple(asked_options(asked, size) for size in sizes), asked_seed(asked))


def _question(
    asked: argparse.Namespace, setup: "Setup"
) -> "tuple[tuple[int, int], Question] | None":
    from goldenhorn.lab.sequential import Question

    if asked.ask is None:
        return None
    names = [name.strip() for name in asked.ask.split(",")]
    if len(names) != 2 or names[0] == names[1] or not set(names) <= set(setup.players):
        raise Refused(say("arena-asked-two"))
    for name, value in (("--margin", asked.margin), ("--error", asked.error)):
        if not 0.1 <= value <= 45:
            raise Refused(say("lab-hundredths", name=name, value=f"{value:g}"))
    a, b = (setup.players.index(name) for name in names)
    return (a, b), Question(asked.margin / 100, asked.error / 100)


def _kept(asked: argparse.Namespace, setup: "Setup", out: Path | None) -> list[dict[str, Any]]:
    """The deals to go on with; and a file to keep more, with a first line that says of what."""
    from goldenhorn.lab.arena import Mixed, read_rows

    if out is None:
        if asked.resume:
            raise Refused(say("arena-resume-where"))
        return []
    file = out / DEALS
    if file.exists() and not asked.resume:
        raise Refused(say("arena-there", file=str(file)))
    out.mkdir(parents=True, exist_ok=True)
    try:
        rows = read_rows(file, setup) if file.exists() else []
    except Mixed as other:
        raise Refused(say("arena-mixed", file=str(file), what=str(other))) from None
    if not file.exists() or not file.stat().st_size:
        file.write_text(json.dumps(setup.as_data()) + "\n", encoding="utf-8")
    return rows


def _play(
    asked: argparse.Namespace,
    setup: "Setup",
    rounds: int,
    rows: list[dict[str, Any]],
    question: "tuple[tuple[int, int], Question] | None",
    file: Path | None,
) -> bool:
    """Play what is still to be played, and add it to the rows. Whether somebody stopped it."""
    from contextlib import ExitStack, closing

    from goldenhorn.lab.arena import play, write_row
    from goldenhorn.lab.sequential import OPEN
    from goldenhorn.lab.spread import spread_on

    deals = rounds * len(setup.lineups)
    if _heard(setup, rows, 0, question) != OPEN or len(rows) >= deals:
        return False
    threads = asked_threads(asked)
    with ExitStack() as open_things:
        out = open_things.enter_context(file.open("a", encoding="utf-8")) if file else None
        told = open_things.enter_context(progress(say("arena-doing"), deals))
        told(len(rows))
        try:
            new = play(setup, len(rows), rounds, spread_on(asked.on, threads))
            with closing(new):
                for row in new:
                    rows.append(row)
                    if out:
                        write_row(out, row)
                    told(1)
                    if _heard(setup, rows, len(rows) - 1, question) != OPEN:
                        break
        except KeyboardInterrupt:
            return True
    return False


def _heard(
    setup: "Setup",
    rows: Sequence[dict[str, Any]],
    first: int,
    question: "tuple[tuple[int, int], Question] | None",
) -> str:
    """The answer after the rounds that end with one of these rows."""
    from goldenhorn.lab.arena import by_rounds
    from goldenhorn.lab.sequential import OPEN

    if question is None:
        return OPEN
    (a, b), heard = question
    size = len(setup.lineups)
    for end in count(first - first % size + size, size):
        if end > len(rows) or heard.answer() != OPEN:
            return heard.answer()
        for x in by_rounds(rows[end - size : end], setup, a, b):
            heard.hear(x)
    raise AssertionError


def _told(
    setup: "Setup",
    rows: list[dict[str, Any]],
    question: "tuple[tuple[int, int], Question] | None",
) -> dict[str, Any]:
    from goldenhorn.lab.standings import standings

    asked = None
    if question:
        names = [setup.players[i] for i in question[0]]
        asked = {"players": names, **question[1].as_data()}
    return {
        "players": list(setup.players),
        "seed": setup.seed,
        "setup": setup.as_data(),
        "question": asked,
        **standings(setup, rows),
    }


def _show(told: dict[str, Any], stopped: bool, out: Path | None) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from goldenhorn.lab.arena_report import answer_words, size_words
    from goldenhorn.lab.report import interval, number
    from goldenhorn.lab.stats import Estimate

    console = Console()

    def cell(data: dict[str, Any], form: str) -> str:
        each = Estimate.from_data(data)
        return f"{number(each.value, form)}\n[dim]{interval(each, form, short=True)}[/]"

    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column(say("lab-player"))
    table.add_column(say("arena-rating"), justify="right")
    for size in told["tables"]:
        table.add_column(f"{say('lab-wins')}, {size_words(size)}", justify="right")
    for row in sorted(told["ratings"].get("all", ()), key=lambda row: -row["value"]):
        place = told["players"].index(row["player"])
        shares = [cell(rows[place]["wins"], "percent") for rows in told["tables"].values()]
        table.add_row(f"[bold]{escape(row['player'])}[/]", cell(row, "signed"), *shares)
    console.print(table)
    console.print()
    lines = [
        say("lab-stopped") if stopped else "",
        say("arena-played", games=f"{told['games']:,}", deals=f"{told['deals']:,}"),
        answer_words(told["question"]) if told["question"] else "",
        say("lab-kept", file=str(out / "arena.html")) if out else "",
    ]
    for line in filter(None, lines):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
