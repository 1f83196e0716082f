"""A game at this screen: who sits there, and what they have been told and shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from rich.console import Console
from rich.text import Text

from goldenhorn.drawing.scene import Scene, scene
from goldenhorn.game import Game, Seen
from goldenhorn.refusals import why_not
from goldenhorn.rules.box import ARMS
from goldenhorn.rules.moves import BadNotation
from goldenhorn.terminal.board import board
from goldenhorn.terminal.history import UNTOLD, told_between
from goldenhorn.terminal.phrases import clean

ME: Final = "me"  # a seat for someone at this screen
NOBODY: Final = -1  # whoever watches without a seat


class Save(Protocol):
    """Keeps the game and says where; in a file of its own choice if none is named."""

    def __call__(self, game: Game, file: str | None = None, /) -> Path: ...


@dataclass
class Sitting:
    """A game at this screen, and what each of those who share it has been told so far."""

    game: Game
    seats: Sequence[str]
    names: Sequence[str]
    choose: Callable[[Seen, str], str]
    console: Console
    ask: Callable[[str], str]
    save: Save
    told: dict[int, int] = field(default_factory=dict)  # by seat, how many moves they know of

    @property
    def people(self) -> list[int]:
        return [seat for seat, name in enumerate(self.seats) if name == ME]

    @property
    def shared(self) -> bool:
        return len(self.people) > 1

    def scene(self, seat: int) -> Scene:
        return scene(self.game.seen_by(seat).data, self.names, seat)


def called(seats: Sequence[str]) -> list[str]:
    """What those at the table are called: people by their arms, others by their player's name."""
    names = []
    for seat, name in enumerate(seats):
        if name == ME:
            names.append(ARMS[seat])
        elif list(seats).count(name) == 1:
            names.append(clean(name).capitalize())
        else:
            names.append(f"{clean(name).capitalize()} {list(seats)[: seat + 1].count(name)}")
    return names


def known(game: Game, seat: int) -> int:
    """How many moves someone who comes back knows of: all up to their own last one."""
    look = game.copy()
    for ply in range(game.ply - 1, -1, -1):
        look.go_to(ply)
        if look.player == seat:
            return ply + 1
    return UNTOLD


def line(sitting: Sitting, text: str, style: str = "") -> None:
    """A line of plain text: nothing in it is markup."""
    sitting.console.print(Text(text, style))


def tell(sitting: Sitting, seat: int) -> None:
    """What has happened that this seat has not been told yet."""
    for each in told_between(sitting.game, sitting.told[seat], seat, sitting.names):
        sitting.console.print(each.shown())
    sitting.told[seat] = sitting.game.ply


def clear(console: Console) -> None:
    """Leave nothing to be read by the next person."""
    console.clear()
    if console.is_terminal and not console.legacy_windows:
        console.file.write("\x1b[3J")  # what has scrolled away, too


def show_board(sitting: Sitting, seat: int) -> None:
    """The table as this seat sees it, with marks for what it can do."""
    seen = sitting.game.seen_by(seat)
    drawn = board(seen.data, names=sitting.names, seat=seat, legal=seen.legal, leads=seen.leads)
    sitting.console.print(Text(), drawn)


def refusal(sitting: Sitting, seat: int, move: str) -> str:
    """Why a text is no move now; empty if it is one."""
    seen = sitting.game.seen_by(seat)
    try:
        written = seen.write(seen.parse(move))
    except BadNotation as bad:
        return str(bad)
    if written in seen.legal:
        return ""
    return str(why_not(seen.options, seen.state, written, sitting.names, seat=seat))
