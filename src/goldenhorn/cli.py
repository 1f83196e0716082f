"""The command `goldenhorn`: one thin function for each thing it can do."""

import argparse
import io
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from goldenhorn import __version__
from goldenhorn.rules.options import EDITIONS, POINTS
from goldenhorn.server import admin, serve
from goldenhorn.terminal import arena, balance, dataset, simulation
from goldenhorn.terminal.asking import (
    Refused,
    add_table,
    asked_options,
    asked_seats,
    check_number,
    print_json,
    say_if_compiling,
)
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.game import Game

# Rooms are imported where a command needs them: most need the rules' machine code, and `--help` and
# `score` are to answer at once.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status."""
    try:
        parsed = _parser().parse_args(arguments)
    except SystemExit:  # after `--help`, or with what was wrong
        try:
            sys.stdout.flush()
        except OSError:
            _hush()
        raise
    parsed.alone = arguments is None  # the process does this and nothing else
    if parsed.alone and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # rather a ? than nothing, as in old code pages
    try:
        status = parsed.run(parsed)
        sys.stdout.flush()
        return int(status or 0)
    except BrokenPipeError:
        # Whoever read us, such as `head`, has seen enough.
        _hush()
        return 0
    except SystemExit:
        return 0  # Rich leaves like this where nobody reads
    except KeyboardInterrupt:
        return 130
    except (Refused, ValueError, LookupError) as bad:
        if type(bad) in (ValueError, LookupError, KeyError, IndexError, UnicodeDecodeError):
            raise  # a fault of the program; those that people make have names
        _say_error(str(bad))
        return 2
    except OSError as bad:
        file = str(bad.filename)[:500]
        why = bad.strerror or str(bad)
        if bad.filename is None:
            _hush()
            _say_error(why)  # such as a full disk
        elif isinstance(bad, FileNotFoundError):
            _say_error(say("no-such-file", file=file))
        else:
            _say_error(say("no-file-access", file=file, why=why))
        return 2


def _hush() -> None:
    """What is left to print goes nowhere, or Python would complain about it when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_error(text: str) -> None:
    print(f"goldenhorn: {_printable(text)}", file=sys.stderr)


def _printable(text: str) -> str:
    """In one line; what was asked for may hold characters that a terminal would obey."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


_LONGEST = 300  # characters of what was asked wrongly, which may be a whole file


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line what is wrong, one where to learn what is right."""
        self.exit(2, f"{self.prog}: {_printable(message[:_LONGEST])}\n{self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="goldenhorn",
        description=say("about"),
        epilog=say("about-more"),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"goldenhorn {__version__}",
        help=say("option-version"),
    )
    parser.add_argument("--no-browser", action="store_true", help=say("serve-no-browser"))
    parser.set_defaults(run=serve.run_here)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", help=say("about-command"))

    play = _command(commands, "play", _play)
    play.add_argument("--seats", help=say("play-seats"))
    play.add_argument("--resume", metavar="FILE", help=say("play-resume"))
    play.add_argument("--new", action="store_true", help=say("play-new"))
    play.add_argument("--save", metavar="FILE", help=say("play-save"))
    add_table(play)
    play.add_argument("--seed", type=int, help=say("table-seed"))

    serve.add_arguments(_command(commands, "serve", serve.run))
    admin.add_arguments(_command(commands, "admin", None), _command)

    simulation.add_arguments(_command(commands, "simulate", simulation.run))
    arena.add_arguments(_command(commands, "arena", arena.run))
    balance.add_arguments(_command(commands, "balance", balance.run))
    dataset.add_arguments(_command(commands, "dataset", dataset.run))

    replay = _command(commands, "replay", _replay)
    replay.add_argument("file", metavar="FILE", help=say("replay-file"))
    replay.add_argument("--at", type=int, metavar="N", help=say("replay-at"))
    replay.add_argument("--until-end", action="store_true", help=say("replay-on"))
    replay.add_argument("--svg", metavar="OUT", help=say("replay-svg"))
    replay.add_argument("--verify", action="store_true", help=say("replay-verify"))
    replay.add_argument("--json", action="store_true", help=say("option-json"))

    explain = _command(commands, "explain", _explain)
    explain.add_argument("file", metavar="FILE", help=say("replay-file"))
    explain.add_argument("--at", type=int, metavar="N", help=say("explain-at"))
    explain.add_argument("--budget", default="search:5000", help=say("explain-budget"))
    explain.add_argument("--most", type=int, default=5, metavar="N", help=say("explain-most"))
    explain.add_argument("--json", action="store_true", help=say("option-json"))

    score = _command(commands, "score", _score)
    score.add_argument("goods", metavar="GOODS", nargs="+", help=say("score-goods-given"))
    score.add_argument("--json", action="store_true", help=say("option-json"))

    rules = _command(commands, "rules", _rules)
    rules.add_argument("number", metavar="NUMBER", nargs="?", help=say("rules-number"))
    rules.add_argument("--edition", choices=list(EDITIONS), help=say("rules-edition"))
    rules.add_argument("--json", action="store_true", help=say("option-json"))
    return parser


def _command(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], int | None] | None,
    shown: str | None = None,
) -> argparse.ArgumentParser:
    about = say(f"{name}-about")
    parser: argparse.ArgumentParser = commands.add_parser(
        shown or name,
        help=about,
        description=about[:1].upper() + about[1:] + ".",
        epilog=say(f"{name}-more"),
    )
    if run is not None:
        parser.set_defaults(run=run)
    return parser


def _play(asked: argparse.Namespace) -> int:
    from rich.console import Console

    from goldenhorn.game import Game
    from goldenhorn.players import check_name, is_ours, player
    from goldenhorn.record import Record, read, save
    from goldenhorn.terminal.play import play_terminal
    from goldenhorn.terminal.shelf import fresh_file, unfinished
    from goldenhorn.terminal.sitting import called

    say_if_compiling()
    console = Console()
    given = {name for name in _NEW_GAME if getattr(asked, name) is not None}
    given |= {"new"} if asked.new else set()
    if asked.resume and (wrong := given - {"save", "seats"}):
        option = "--" + min(wrong).replace("_", "-")
        raise Refused(say("play-resume-as-it-is", option=option))
    file = asked.resume or (None if given else unfinished())
    if file:
        record = read(file)
        file = asked.save or file
        seats = ["me" if kind == "person" else kind for kind in record.kinds]
        # A file may come from a stranger: what it names is not run or imported unasked.
        if asked.seats is None or asked_seats(asked.seats) != seats:
            named = shlex.join(["--seats", ",".join(seats)])
            for name in seats:
                if name != "me" and not is_ours(name):
                    raise Refused(
                        say("play-strange-player", player=name, file=str(file), named=named)
                    )
            if asked.seats is not None:
                raise Refused(say("play-resume-others", named=named))
        if asked.resume is None:
            console.print(say("play-resumed", file=str(file)), highlight=False)
    else:
        seats = asked_seats(asked.seats or "me,greedy,greedy")
        for name in seats:
            if name != "me":
                check_name(name)
        game = Game.new(table=asked_options(asked, len(seats)), seed=asked.seed)
        kinds = ["person" if name == "me" else name for name in seats]
        record = Record.of(game, called(seats), kinds)
        file = asked.save or fresh_file()
    if "me" not in seats:
        raise Refused(say("play-nobody"))
    # With a seed, the other players too do always the same.
    seeds = [None if asked.seed is None else asked.seed + seat for seat in range(len(seats))]
    players = {seat: player(name, seeds[seat]) for seat, name in enumerate(seats) if name != "me"}

    def keep(game: Game, name: str | None = None, /) -> Path:
        record.game = game
        return save(record, name or file)

    unsaved = ""

    def ask(prompt: str) -> str:
        nonlocal unsaved
        before, unsaved = unsaved, ""
        if record.game.ply:
            try:
                keep(record.game)  # so that not even a closed window loses anything
            except OSError as bad:  # no reason to end the game, which is best played on
                unsaved = say("sitting-not-saved", reason=bad.strerror or str(bad))
        if unsaved not in ("", before):
            console.print(unsaved, markup=False, highlight=False)
        return input(prompt)

    with suppress(ImportError):
        import readline  # noqa: F401 - lets people edit what they type
    play_terminal(
        record.game,
        seats,
        choose=lambda seen, _: players[seen.seat].choose(seen),
        console=console,
        ask=ask,
        save=keep,
        names=record.names,
    )
    return 0


# Who names any of these wants a game of their own, not the one left last.
_NEW_GAME = ("seats", "save", "seed", "edition", "dominio", "first_player", "round_limit", *POINTS)


def _replay(asked: argparse.Namespace) -> int:
    from rich.console import Console

    from goldenhorn.record import read
    from goldenhorn.terminal import replay as page

    say_if_compiling()
    record = read(asked.file)
    if asked.verify:
        return page.verify(record, json=asked.json)
    game = record.game
    _go_to(game, 0 if asked.until_end and asked.at is None else asked.at)
    if asked.svg:
        out = Path(asked.svg)
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(game.svg(names=record.names), encoding="utf-8")
    if asked.json:
        print_json(page.as_data(record))
    else:
        page.show(Console(), record, asked.file, on=asked.until_end)
    return 0


def _go_to(game: "Game", at: int | None) -> None:
    last = len(game.line)
    if at is not None and not 0 <= at <= last:
        raise Refused(say("replay-no-moment", last=str(last), at=str(at)))
    game.go_to(last if at is None else at)


def _explain(asked: argparse.Namespace) -> int:
    from goldenhorn.players.searcher import Searcher, budget
    from goldenhorn.record import load

    allowed = budget(asked.budget)
    if allowed is None:
        raise Refused(say("explain-no-budget", budget=asked.budget))
    check_number("--most", asked.most, 1, 115)
    say_if_compiling()
    game = load(asked.file)
    _go_to(game, asked.at)
    if game.is_over:
        raise Refused(say("explain-over"))
    told = Searcher(allowed, 1).explain(game.seen_by(game.player), asked.most)
    if asked.json:
        print_json(told)
        return 0
    from rich.console import Console

    from goldenhorn.terminal import explain as page

    page.show(Console(), told)
    return 0


def _score(asked: argparse.Namespace) -> int:
    # One warehouse is counted sooner than machine code is loaded.
    with _uncompiled() if asked.alone else nullcontext():
        from goldenhorn import tally
        from goldenhorn.terminal import score as page
    counted = tally.parse(" ".join(asked.goods))
    if asked.json:
        print_json(page.as_data(counted))
    else:
        print(page.as_text(counted))
    return 0


@contextmanager
def _uncompiled() -> Iterator[None]:
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["NUMBA_DISABLE_JIT"]
        else:
            os.environ["NUMBA_DISABLE_JIT"] = before


def _rules(asked: argparse.Namespace) -> int:
    from goldenhorn.terminal import rules as page

    if asked.json:
        print_json(page.as_data(asked.number, asked.edition))
        return 0
    from rich.console import Console

    page.show(Console(), asked.number, asked.edition)
    return 0


if __name__ == "__main__":
    sys.exit(main())
