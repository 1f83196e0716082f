"""Games laid into the server's database in the middle, to be gone on with in the page."""

import contextlib
import secrets
import sqlite3
import time
from collections.abc import Collection

from goldenhorn import Game
from goldenhorn.server.terms import packed, unpacked
from tests.server.conftest import Server

TABLE = ["id", "status", "rules", "first", "by_lot", "private", "watching", "stand_in", "host_name"]
TABLE += ["secret", "seed", "created", "started", "number", "to_move", "turn_began"]
SEAT = ["table", "seat", "kind", "user", "name", "away"]
ENTRY = ["table", "number", "seat", "move", "by", "at"]


def _insert(
    store: sqlite3.Connection, name: str, columns: list[str], *rows: tuple[object, ...]
) -> None:
    fields = ",".join(f'"{column}"' for column in columns)
    marks = ",".join("?" * len(columns))
    store.executemany(f"INSERT INTO {name} ({fields}) VALUES ({marks})", rows)


def _open(server: Server) -> sqlite3.Connection:
    return sqlite3.connect(server.settings.database.removeprefix("sqlite:///"), timeout=30)


def lay(server: Server, game: Game, *who: str, mine: Collection[int] = ()) -> str:
    """Store a game as a table; at each seat the newest guest of that name, or nobody real.

    `mine`: instead, all of these are the first one's, who plays them at one screen.
    """
    table = secrets.token_hex(6)
    now = time.time()
    assert game.seed is not None
    with contextlib.closing(_open(server)) as store, store:
        users = dict(store.execute("SELECT name, id FROM users ORDER BY created").fetchall())
        seats = [
            (table, seat, "person", users.get(who[0] if seat in mine else name), name, False)
            for seat, name in enumerate(who)
        ]
        first = game.options.first_player
        packed_rules = packed(game.options)
        row: tuple[object, ...] = (
            table,
            "playing",
            packed_rules,
            first,
            False,
            False,
            True,
            "mozzo",
            who[0],
        )
        row += ("0" * 64, f"{game.seed:032x}", now, now, game.ply, game.player, 0.0)
        _insert(store, "tables", TABLE, row)
        _insert(store, "seats", SEAT, *seats)
        entries = [
            (table, number, seat, move, "person", now)
            for number, (seat, move) in enumerate(_by_seat(game), 1)
        ]
        _insert(store, "entries", ENTRY, *entries)
    return table


def _by_seat(game: Game) -> list[tuple[int, str]]:
    again = Game.new(table=game.options, seed=game.seed)
    found = []
    for move in game.moves:
        found.append((again.player, move))
        again.play(move)
    return found


def moves_of(server: Server, table: str) -> list[str]:
    """Every entry of a table, as the database has it."""
    with contextlib.closing(_open(server)) as store:
        rows = store.execute('SELECT move FROM entries WHERE "table" = ? ORDER BY number', (table,))
        return [move for (move,) in rows]


def game_of(server: Server, table: str) -> Game:
    """The game at a table, as the database has it: with all hands."""
    with contextlib.closing(_open(server)) as store:
        ask = "SELECT rules, first, seed FROM tables WHERE id = ?"
        rules, first, seed = store.execute(ask, (table,)).fetchone()
    game = Game.new(table=unpacked(rules, first), seed=int(seed, 16))
    for move in moves_of(server, table):
        game.play(move)
    return game
