"""Every kind of move made once in the page, with and without the expansion.

The games in tests/games show everything that can happen; turns of theirs are played here by
clicking, each from its beginning, until every kind has been made.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from goldenhorn import Game
from goldenhorn.record import load
from tests.server.conftest import Server
from tests.web.stored import lay, moves_of
from tests.web.visitor import Visitor

GAMES = Path(__file__).parents[1] / "games"
FREIGHTS = ("o", "p", "g", "r", "b", "y", "empty", "about")
BASE = frozenset(
    [
        *("place all in one port", "place in both ports"),
        *("raid with the only cards", "raid with a choice of cards"),
        *(f"sail {freight}" for freight in (*FREIGHTS, "on")),
        *("on", "wind", "stop", "end", "done"),
        *("a ship adrift", "Modone"),
    ]
)
DOMINIO = frozenset(
    [
        *("sail soldiers", "sail builders", "sail troops"),
        *("conquer with the only mix", "conquer with a choice of mixes", "conquer with builders"),
        *("raid for a builder", "train"),
    ]
)


@dataclass
class Turn:
    """A turn of a game: what was played before it, and in it."""

    name: str
    before: Game
    moves: list[str]
    kinds: set[str]


def kinds_of(game: Game, move: str) -> Iterator[str]:
    """What is special in this move, for someone who has to make it by clicking."""
    verb, *rest = move.split()
    like = [other for other in game.legal if other.split()[:2] == move.split()[:2]]
    if verb == "place":
        yield "place in both ports" if len(set(rest[0])) > 1 else "place all in one port"
    elif verb == "raid":
        yield f"raid with {'a choice of' if len(like) > 1 else 'the only'} cards"
        seat, ship = map(int, rest[0].split("."))
        if "B" in game.state["ships"][seat][ship - 1]["cargo"]:
            yield "raid for a builder"
    elif verb == "conquer":
        yield f"conquer with {'a choice of mixes' if len(like) > 1 else 'the only mix'}"
        if not rest[1].endswith("+0"):
            yield "conquer with builders"
    elif verb == "sail":
        yield f"sail {rest[1] if len(rest) > 1 else 'on'}"
        ship_now = game.state["ships"][game.player][int(rest[0]) - 1]
        if ship_now["adrift"]:
            yield "a ship adrift"
        if game.options.route[ship_now["at"]] == "M":
            yield "Modone"
    else:
        yield verb


def turns_of(path: Path) -> Iterator[Turn]:
    """A game turn by turn."""
    whole = load(path)
    game = Game.new(table=whole.options, seed=whole.seed)
    turn = Turn("", game.copy(), [], set())
    for move in whole.moves:
        turn.kinds |= set(kinds_of(game, move))
        turn.moves.append(move)
        seat, now = game.player, game.turn
        game.play(move)
        if (game.player, game.turn) != (seat, now) or game.is_over:
            turn.name = f"{path.name.partition('.')[0]}-{turn.before.ply}"
            yield turn
            turn = Turn("", game.copy(), [], set())


@cache
def chosen(expansion: bool) -> list[Turn]:
    """Few turns in which everything happens."""
    paths = [p for p in sorted(GAMES.glob("*.ghr.json")) if ("dominio" in p.name) is expansion]
    turns = [turn for path in paths for turn in turns_of(path)]
    found, missing = [], set(BASE | DOMINIO if expansion else BASE)
    while missing:
        best = max(turns, key=lambda turn: (len(turn.kinds & missing), -turn.before.ply))
        assert best.kinds & missing, missing
        found.append(best)
        missing -= best.kinds
    return found


def play(visitor: Visitor, game: Game, moves: list[str]) -> None:
    """Play these by clicking: sailing, however many steps, is one voyage."""
    left = list(moves)
    while left:
        number = visitor.number
        move = left.pop(0)
        verb, *rest = move.split()
        seat, before = game.player, game.turn
        game.play(move)
        if verb == "sail":
            while left and left[0] in ("on", "wind", "stop"):
                game.play(left.pop(0))
            ship = int(rest[0])
            place = game.state["ships"][seat][ship - 1]["at"]
            visitor.sail(ship, rest[1] if len(rest) > 1 else None, place)
        else:
            visitor.do(move)
        if (game.player, game.turn) == (seat, before):
            visitor.asked(number)
        else:
            visitor.wait(
                "(n) => document.querySelector('[data-final]') ||"
                " document.querySelector('[data-ask]').dataset.number !== n",
                number,
            )


@pytest.mark.parametrize("expansion", [False, True], ids=["base", "dominio"])
def test_every_kind_of_move_can_be_made(
    visit: Callable[..., Visitor], server: Server, expansion: bool
) -> None:
    ada = visit("Ada")
    for turn in chosen(expansion):
        game = turn.before
        who = [f"P{seat}" for seat in range(game.players)]
        who[game.player] = "Ada"
        table = lay(server, game, *who)
        ada.sit_at(table)
        assert ada.asked(), turn.name
        begun = len(game.moves)
        play(ada, game, turn.moves)
        assert moves_of(server, table)[begun:] == turn.moves, turn.name
