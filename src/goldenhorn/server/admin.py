"""`goldenhorn admin`: what whoever runs a server does beside it."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Final

from goldenhorn.terminal.asking import Refused, progress
from goldenhorn.words import say

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from goldenhorn.server.store import Store
    from goldenhorn.server.table import LiveTable

_AT_ONCE: Final = 200  # tables

Faults = list[tuple[str, str]]  # a table, and what is wrong there


def add_arguments(parser: argparse.ArgumentParser, command: Callable[..., Any]) -> None:
    """The commands below `admin`."""
    doings = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, help=say("about-command")
    )
    for name, run in (("verify", _verify), ("migrate", _migrate)):
        doing = command(doings, f"admin-{name}", run, shown=name)
        doing.add_argument("--database", metavar="URL", help=say("serve-database"))


def _database(asked: argparse.Namespace) -> str:
    from goldenhorn.server.lock import database_file
    from goldenhorn.server.serve import known_database

    database = known_database(asked.database)
    file = database_file(database)
    if file is not None:
        file.stat()  # or one would be made
    return database


async def _check_step(store: "Store") -> None:
    """What an older version kept may not be readable before it is brought up to date."""
    from sqlalchemy import inspect, text

    from goldenhorn.server.migrations import newest

    async with store.read() as db:
        made = await db.run_sync(lambda plain: inspect(plain).has_table("alembic_version"))
        query = text("SELECT version_num FROM alembic_version")
        step = await db.scalar(query) if made else None
    if step != newest():
        raise Refused(say("admin-other-step", step=str(step or "–"), newest=newest()))


def _migrate(asked: argparse.Namespace) -> int:
    from goldenhorn.server.migrations import newest, upgrade
    from goldenhorn.server.serve import reached
    from goldenhorn.server.store import Store

    async def migrate() -> None:
        store = Store(_database(asked))
        try:
            await upgrade(store)
        finally:
            await store.close()

    with reached():
        asyncio.run(migrate())
    print(say("admin-migrated", step=newest()))
    return 0


def _verify(asked: argparse.Namespace) -> int:
    from goldenhorn.server.serve import reached
    from goldenhorn.server.store import Store

    async def verify() -> tuple[int, int, Faults]:
        store = Store(_database(asked))
        try:
            await _check_step(store)
            return await verified(store)
        finally:
            await store.close()

    with reached():
        games, entries, faults = asyncio.run(verify())
    for table, fault in faults:
        print(say("admin-fault", table=table, fault=fault))
    print(say("admin-verified", games=games, entries=f"{entries:,}", faults=len(faults)))
    return 1 if faults else 0


async def verified(store: "Store") -> tuple[int, int, Faults]:
    """Replay every stored game: how many there are, how many entries, and what is wrong."""
    from sqlalchemy import func, select
    from sqlalchemy.exc import SQLAlchemyError

    from goldenhorn.server.rows import table_of
    from goldenhorn.server.schema import tables

    count = select(func.count()).select_from(tables).where(_has_begun())
    async with store.read() as db:
        games = int((await db.execute(count)).scalar_one())
    entries = 0
    faults: Faults = []
    with progress(say("admin-verifying"), games) as told:
        async for table in _games(store):
            try:
                async with store.read() as db:
                    live = await table_of(db, table)
                if live is not None:
                    entries += live.number
                    found = await asyncio.to_thread(faults_of, live)
                    faults += [(table, fault) for fault in found]
            except (SQLAlchemyError, OSError):
                raise
            except Exception as bad:  # the others are to be looked at all the same
                faults.append((table, say("admin-unreadable", why=f"{type(bad).__name__}: {bad}")))
            told(1)
    return games, entries, faults


def _has_begun() -> "ColumnElement[bool]":
    from sqlalchemy import or_

    from goldenhorn.server.schema import tables

    return or_(tables.c.seed.is_not(None), tables.c.status.in_(("playing", "over")))


async def _games(store: "Store") -> AsyncIterator[str]:
    """The table of every game that has begun, in the order of their names."""
    from sqlalchemy import select

    from goldenhorn.server.schema import tables

    last = ""
    while True:
        asked = (
            select(tables.c.id)
            .where(_has_begun(), tables.c.id > last)
            .order_by(tables.c.id)
            .limit(_AT_ONCE)
        )
        async with store.read() as db:
            found = (await db.scalars(asked)).all()
        for table in found:
            yield table
        if not found:
            return
        last = found[-1]


def faults_of(live: "LiveTable") -> list[str]:
    """What is wrong with a stored game; empty if all of it follows from its entries."""
    import msgspec

    from goldenhorn import fair
    from goldenhorn.record import result_data
    from goldenhorn.server.table import BOT, OPEN, UNDO, kept_result

    try:
        game = live.fresh()
    except (ValueError, TypeError, KeyError) as bad:
        return [say("admin-no-table", why=str(bad))]
    found = []
    began = 0  # the entry that began this turn; a table is listed by how it stood then
    for place, entry in enumerate(live.entries, 1):
        if entry.number != place:
            return [say("admin-gap", number=place)]
        try:
            before = mover, _ = game.player, game.turn
            if entry.move == UNDO:
                game.undo()
                mover = game.player
            else:
                game.play(entry.move)
            if game.is_over or (game.player, game.turn) != before:
                began = place
        except Exception as bad:
            return [say("admin-illegal", number=place, move=entry.move, why=str(bad))]
        if mover != entry.seat:
            return [say("admin-seat", number=place, seat=str(entry.seat), mover=str(mover))]
    row = live.row
    if not began <= row.number <= live.number:
        found.append(say("admin-number", kept=row.number, number=live.number))
    seated = [chair.seat for chair in live.chairs if chair.kind != OPEN]
    if seated != list(range(game.players)):
        found.append(say("admin-seats"))
    if game.is_over != (row.status == "over"):
        found.append(say("admin-status", status=row.status))
    elif game.is_over:
        data = result_data(game)
        try:
            kept = kept_result(row.result)
        except msgspec.MsgspecError:
            kept = None
        if kept is None or data is None or kept.scores != list(data["scores"]):
            found.append(say("admin-result"))
    elif row.to_move is not None and row.to_move != game.player:
        found.append(say("admin-to-move"))
    try:
        shown = live.proof()
    except ValueError:  # the secret is no secret
        return [*found, say("admin-fair-form")]
    bots = {chair.seat for chair in live.chairs if chair.kind == BOT}
    for fault in fair.faults(shown, int(row.seed, 16), len(live.chairs), row.first, bots):
        found.append(say(f"admin-{fault}"))
    return found
