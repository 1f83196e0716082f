"""What happened in a stretch of a game, turn by turn, as one seat may hear it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from goldenhorn.game import Game
from goldenhorn.terminal.chips import SOFT, livery
from goldenhorn.terminal.story import opening, story

UNTOLD = -1  # before the first move, and before what chance did even earlier


@dataclass
class Told:
    """A turn's sentences, or those of a part of it."""

    seat: int | None  # None for what nobody did
    turn: int
    sentences: list[str]

    def shown(self, *, with_turn: bool = False) -> RenderableType:
        """The sentences as a paragraph beside the livery of whoever it was."""
        row = Table.grid(padding=(0, 1))
        row.add_column(no_wrap=True)
        row.add_column(no_wrap=True)
        row.add_column()
        mark = Text("   ") if self.seat is None else Text(f" {self.seat} ", livery(self.seat))
        turn = Text(str(self.turn).rjust(3) if with_turn and self.turn else "", SOFT)
        row.add_row(turn, mark, Text(" ".join(self.sentences)))
        return row


def told_between(game: Game, start: int, seat: int, names: Sequence[str]) -> list[Told]:
    """From after so many moves until now. Moves of a turn are told together."""
    look = game.copy()
    look.go_to(max(start, 0))
    before = look.seen_by(seat).data
    told: list[Told] = []
    if start == UNTOLD:
        start = 0
        if began := opening(before, names=names):
            told.append(Told(None, 0, began))
    for ply, move in enumerate(game.moves[start:], start):
        look.go_to(ply + 1)
        after = look.seen_by(seat).data
        state = before["state"]
        sentences = story(before, move, after, names=names)
        if told and (told[-1].seat, told[-1].turn) == (state["player"], state["turn"]):
            told[-1].sentences += sentences
        elif sentences:
            told.append(Told(state["player"], state["turn"], sentences))
        if state["phase"] == "placement" and len(sentences) > 1:
            # The table is set up now, which is nobody's doing.
            told.append(Told(None, 0, sentences[1:]))
            del sentences[1:]
        before = after
    return told
