"""What can be typed besides a move."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from goldenhorn.rules.options import EDITIONS
from goldenhorn.terminal import rules
from goldenhorn.terminal.history import UNTOLD, told_between
from goldenhorn.terminal.pages import commands, points
from goldenhorn.terminal.sitting import Sitting, line, refusal, show_board
from goldenhorn.words import say

_TURNS: Final = 10  # how far back `log` tells, unless asked for more


def obey(sitting: Sitting, seat: int, answer: str) -> bool:
    """Do what was asked for, if it is a command."""
    word, *rest = answer.split(maxsplit=1)
    asked = rest[0] if rest else ""
    command = _COMMANDS.get(word.lower())
    if command is None:
        return False
    command(sitting, seat, asked)
    return True


def number(answer: str) -> int | None:
    """What was typed, if it is a number of a size that occurs here."""
    return int(answer) if answer.isdecimal() and len(answer) < 5 else None


def _undo(sitting: Sitting, seat: int, asked: str) -> None:
    reason = why_no_undo(sitting, seat)
    if reason:
        line(sitting, say(reason))
        return
    move = sitting.game.moves[-1]
    sitting.game.undo()
    sitting.told[seat] = sitting.game.ply
    line(sitting, say("sitting-undone", move=move))


def why_no_undo(sitting: Sitting, seat: int) -> str:
    """The message why the last move stays; empty if it can be taken back."""
    before = sitting.game.copy()
    try:
        before.back()
    except IndexError:
        return "sitting-no-undo"
    if before.player != seat:
        return "sitting-no-undo"
    # The generator counts what has been drawn, cubes and cards alike.
    drawn = sitting.game.record["draws"][0] != before.record["draws"][0]
    return "sitting-no-undo-drawn" if drawn else ""


def _why(sitting: Sitting, seat: int, asked: str) -> None:
    text = refusal(sitting, seat, asked) if asked else say("sitting-why-what")
    line(sitting, text or say("sitting-can"))


def _board(sitting: Sitting, seat: int, asked: str) -> None:
    show_board(sitting, seat)


def _log(sitting: Sitting, seat: int, asked: str) -> None:
    turns = number(asked) or _TURNS
    told = told_between(sitting.game, UNTOLD, seat, sitting.names)
    for each in told[-turns:]:
        sitting.console.print(each.shown(with_turn=True))
    if not told:
        line(sitting, say("sitting-log-empty"))


def _points(sitting: Sitting, seat: int, asked: str) -> None:
    sitting.console.print(points(sitting.game.seen_by(seat).data, sitting.names))


def _rules(sitting: Sitting, seat: int, asked: str) -> None:
    edition = sitting.game.options.edition
    try:
        rules.show(sitting.console, asked or None, edition if edition in EDITIONS else None)
    except LookupError as unknown:
        line(sitting, str(unknown.args[0]))


def _save(sitting: Sitting, seat: int, asked: str) -> None:
    keep(sitting, asked)


def keep(sitting: Sitting, file: str = "") -> Path | None:
    """Save the game, and say where or why not."""
    try:
        path = sitting.save(sitting.game, file) if file else sitting.save(sitting.game)
    except OSError as bad:
        line(sitting, say("sitting-not-saved", reason=bad.strerror or str(bad)))
        return None
    line(sitting, say("sitting-saved", file=str(path)))
    return path


def _help(sitting: Sitting, seat: int, asked: str) -> None:
    sitting.console.print(commands())


def _quit(sitting: Sitting, seat: int, asked: str) -> None:
    raise EOFError


_COMMANDS: Final[dict[str, Callable[[Sitting, int, str], None]]] = {
    "undo": _undo,
    "why": _why,
    "board": _board,
    "log": _log,
    "score": _points,
    "rules": _rules,
    "save": _save,
    "help": _help,
    "?": _help,
    "quit": _quit,
}
