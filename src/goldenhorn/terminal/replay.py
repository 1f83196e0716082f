"""What `goldenhorn replay` prints: a recorded game, at one moment or told to its end."""

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from goldenhorn import fair
from goldenhorn.record import Record, result_data
from goldenhorn.terminal.asking import print_json
from goldenhorn.terminal.board import board
from goldenhorn.terminal.pages import points
from goldenhorn.terminal.story import opening, story
from goldenhorn.words import say


def show(console: Console, record: Record, file: str, *, on: bool) -> None:
    """The table at this moment, or every move from here on; everything lies open."""
    game = record.game
    result = result_data(game)
    told = say("replay-unfinished")
    if result is not None:
        scores = zip(record.names, result["scores"], strict=True)
        told = say("replay-finished", scores=", ".join(f"{name} {n}" for name, n in scores))
    console.print(Text(say("replay-checked", file=file, moves=len(game.line), result=told)))
    if on:
        _tell(console, record)
    console.print(board(game.data, names=record.names))
    if game.is_over:
        console.print(points(game.data, record.names))


def _tell(console: Console, record: Record) -> None:
    game, names = record.game, record.names
    before = game.data
    if game.ply == 0:
        for sentence in opening(before, names=names):
            console.print(Padding(Text(sentence), (0, 0, 0, 6)))
    for move in game.line[game.ply :]:
        game.forward()
        after = game.data
        head = Text(f"{game.ply:4}  ", "dim")
        head.append(move, "bold")
        console.print(head)
        for sentence in story(before, move, after, names=names):
            console.print(Padding(Text(sentence), (0, 0, 0, 6)))
        before = after


def verify(record: Record, *, json: bool) -> int:
    """Whether nobody can have chosen what came out; the exit status."""
    shown = record.extra.get("proof")
    game = record.game
    faults = ["none"]
    if isinstance(shown, dict):
        assert game.seed is not None  # every record has one
        bots = {seat for seat, kind in enumerate(record.kinds) if kind != "person"}
        faults = fair.faults(shown, game.seed, game.players, game.options.first_player, bots)
    if json:
        print_json({"fair": not faults, "faults": faults})
    else:
        for found in faults or ["fair"]:
            print(say(f"verified-{found}"))
    return 1 if faults else 0


def as_data(record: Record) -> dict[str, Any]:
    """The game at this moment as plain data."""
    game = record.game
    return {
        "ply": game.ply,
        "moves": list(game.line),
        "names": record.names,
        "kinds": record.kinds,
        "legal": list(game.legal),
        **game.data,
        "result": result_data(game),
    }
