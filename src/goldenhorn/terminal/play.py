"""Playing at a terminal: one person among the program's players, or several at one screen."""

import shlex
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from goldenhorn.game import Game, Seen
from goldenhorn.terminal.board import board
from goldenhorn.terminal.choices import heaps, in_order, shown
from goldenhorn.terminal.commands import keep, number, obey, why_no_undo
from goldenhorn.terminal.pages import points
from goldenhorn.terminal.phrases import clean
from goldenhorn.terminal.sitting import (
    ME,
    NOBODY,
    Save,
    Sitting,
    called,
    clear,
    known,
    line,
    refusal,
    show_board,
    tell,
)
from goldenhorn.words import say


def play_terminal(
    game: Game,
    seats: Sequence[str],
    *,
    choose: Callable[[Seen, str], str],
    console: Console,
    ask: Callable[[str], str],
    save: Save,
    names: Sequence[str] | None = None,
) -> None:
    """Play the game to its end, or until someone leaves; then it is saved.

    A seat is `me`, or the name of a player who `choose`s by what that seat sees.
    """
    named = [clean(name) for name in names] if names else called(seats)
    sitting = Sitting(game, seats, named, choose, console, ask, save)
    sitting.told.update({seat: known(game, seat) for seat in [*sitting.people, NOBODY]})
    try:
        if sitting.people and not game.is_over:
            line(sitting, say("sitting-welcome"))
        while not game.is_over:
            if seats[game.player] == ME:
                _own_turn(sitting, game.player)
            else:
                _their_turn(sitting, game.player)
        _finish(sitting)
    except (EOFError, KeyboardInterrupt):
        console.print()
        _leave(sitting)
    except BaseException:
        # Whatever went wrong, the game is kept.
        _leave(sitting)
        raise


# Turns


def _their_turn(sitting: Sitting, seat: int) -> None:
    """A turn of one of the program's players."""
    game = sitting.game
    turn = game.turn
    with sitting.console.status(say("sitting-thinking", who=sitting.names[seat])):
        while not game.is_over and (game.player, game.turn) == (seat, turn):
            game.play(sitting.choose(game.seen_by(seat), sitting.seats[seat]))
    if not sitting.shared:
        # Those who share the screen are told when it is theirs.
        tell(sitting, *(sitting.people or [NOBODY]))


def _own_turn(sitting: Sitting, seat: int) -> None:
    """A person's turn, until it is over and they have let go of it."""
    game = sitting.game
    turn = game.turn
    if sitting.shared:
        clear(sitting.console)
        sitting.ask(say("sitting-pass", who=sitting.names[seat]) + " ")
        clear(sitting.console)
    if 0 <= sitting.told[seat] < game.ply:
        line(sitting, say("sitting-since"), "bold")
    tell(sitting, seat)
    show_board(sitting, seat)
    while True:
        while not game.is_over and (game.player, game.turn) == (seat, turn):
            _ask_move(sitting, seat)
        if game.is_over or not _goes_on(sitting, seat):
            break
    if sitting.shared:
        clear(sitting.console)


def _ask_move(sitting: Sitting, seat: int) -> None:
    """Show what can be done, until a move is made or taken back."""
    game = sitting.game
    seen = game.seen_by(seat)
    state = seen.state
    raided = "-raided" if state["phase"] == "orders" and state["raided"] else ""
    # The order of the codes: colours as in the rules, leaving empty last.
    found = heaps(sitting.scene(seat), sorted(seen.legal, key=seen.parse), seen.leads)
    line(sitting, say(f"ask-{state['phase']}{raided}"), "bold")
    sitting.console.print(shown(found))
    numbered = in_order(found)
    ply = game.ply
    while game.ply == ply:
        answer = sitting.ask(say("sitting-prompt", who=sitting.names[seat]) + " ").strip()
        if answer.isdecimal():
            which = number(answer)
            if which and which <= len(numbered):
                _play(sitting, seat, numbered[which - 1])
            else:
                line(sitting, say("sitting-no-number", last=len(numbered)))
        elif answer and not obey(sitting, seat, answer):
            _play(sitting, seat, answer)
        elif answer.lower() == "board":
            sitting.console.print(shown(found))


def _play(sitting: Sitting, seat: int, move: str) -> None:
    """Make a move, or say in a line why it cannot be made."""
    refused = refusal(sitting, seat, move)
    if refused:
        line(sitting, refused)
        return
    sitting.game.play(move)
    tell(sitting, seat)


def _goes_on(sitting: Sitting, seat: int) -> bool:
    """Let go of a turn that is over; whether it goes on, because something was taken back.

    Where nothing has been drawn and nobody looks over one's shoulder, that is still possible.
    """
    game = sitting.game
    open_still = not why_no_undo(sitting, seat)
    if not open_still and not sitting.shared:
        return False
    hide = "hide" if sitting.shared else ""
    undo = "undo" if open_still else ""
    key = {"hideundo": "hide-or-undo", "hide": "hide", "undo": "end-turn"}[hide + undo]
    ply = game.ply
    while game.ply == ply:
        answer = sitting.ask(say(f"sitting-{key}") + " ").strip()
        if not answer:
            return False
        if not obey(sitting, seat, answer):
            line(sitting, say("sitting-turn-over"))
    return True


# Leaving


def _leave(sitting: Sitting) -> None:
    """Keep the game, and say how to come back to it."""
    path = keep(sitting)
    if path:
        # The terminal may break this line, as long as it is copied whole.
        resume = say("sitting-resume", file=shlex.quote(str(path)))
        sitting.console.print(Text(resume), soft_wrap=True)


def _finish(sitting: Sitting) -> None:
    """The last table, and how everyone's points come about."""
    seat = sitting.people[0] if len(sitting.people) == 1 else NOBODY
    if sitting.shared:
        sitting.told[NOBODY] = max(sitting.told.values())
        tell(sitting, NOBODY)
    data = sitting.game.seen_by(seat).data
    sitting.console.print(board(data, names=sitting.names, seat=seat))
    sitting.console.print(points(data, sitting.names))
    keep(sitting)
