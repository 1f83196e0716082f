"""What the tables' rooms ask of the database, and the statements that many writes share."""

from collections.abc import Sequence
from sys import intern
from typing import Any, Final

from sqlalchemy import Select, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenhorn.server.schema import chat, entries, seats, tables, users
from goldenhorn.server.table import OPEN, Chair, Entry, LiveTable, RowCopy

# One object each, so that writes of the same kind go to the database together.
ENTER: Final = insert(entries)
TURN: Final = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values(
        number=bindparam("new_number"),
        to_move=bindparam("new_to_move"),
        turn_began=bindparam("new_turn_began"),
        turn_spent=bindparam("new_turn_spent"),
    )
)
END: Final = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values(
        number=bindparam("new_number"),
        status="over",
        ended=bindparam("new_ended"),
        result=bindparam("new_result"),
    )
)
COUNT: Final = (
    update(users)
    .where(users.c.id == bindparam("user_id"))
    .values(games=users.c.games + 1, wins=users.c.wins + bindparam("won"))
)
CHAT: Final = insert(chat)
AWAY: Final = (
    update(seats)
    .where(seats.c.table == bindparam("table_id"), seats.c.seat == bindparam("which"))
    .values(away=bindparam("is_away"))
)


async def table_of(connection: AsyncConnection, table: str) -> LiveTable | None:
    """A table with its seats and entries."""
    found = (await connection.execute(select(tables).where(tables.c.id == table))).first()
    if found is None:
        return None
    chairs = await chairs_of(connection, [table])
    live = LiveTable(RowCopy(found), chairs.get(table, []))
    live.entries = await entries_of(connection, table)
    live.turn_began, live.turn_spent = found.turn_began, found.turn_spent
    return live


async def entries_of(connection: AsyncConnection, table: str, after: int = 0) -> list[Entry]:
    """A table's entries, in order."""
    asked = (
        select(entries.c.number, entries.c.seat, entries.c.move, entries.c.by)
        .where(entries.c.table == table, entries.c.number > after)
        .order_by(entries.c.number)
    )
    # The same few words again and again: one object each.
    return [
        Entry(number, seat, intern(move), intern(by))
        for number, seat, move, by in await connection.execute(asked)
    ]


async def turn_times(connection: AsyncConnection, table: str) -> tuple[float | None, float | None]:
    """When the turn began, in table time; and how long the one before took."""
    asked = select(tables.c.turn_began, tables.c.turn_spent).where(tables.c.id == table)
    row = (await connection.execute(asked)).first()
    return (None, None) if row is None else (row.turn_began, row.turn_spent)


async def chairs_of(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, list[Chair]]:
    """The seats of some tables."""
    asked = select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.table, seats.c.seat)
    found: dict[str, list[Chair]] = {}
    for row in await connection.execute(asked):
        chair = Chair(row.seat, row.kind, row.user, row.name, row.bot, row.away, row.contribution)
        found.setdefault(row.table, []).append(chair)
    return found


async def chat_of(connection: AsyncConnection, table: str, most: int = 100) -> list[dict[str, Any]]:
    """The last things said at a table."""
    asked = (
        select(chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
        .where(chat.c.table == table)
        .order_by(chat.c.id.desc())
        .limit(most)
    )
    rows = list(await connection.execute(asked))
    return [dict(row._mapping) for row in reversed(rows)]


async def last_chat(connection: AsyncConnection) -> int:
    """The number of what was said last, anywhere."""
    return int((await connection.execute(select(func.max(chat.c.id)))).scalar_one() or 0)


async def chat_after(
    connection: AsyncConnection, number: int, ids: Sequence[str]
) -> list[tuple[int, str, dict[str, Any]]]:
    """What was said since at some tables."""
    asked = (
        select(chat.c.id, chat.c.table, chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
        .where(chat.c.id > number, chat.c.table.in_(ids))
        .order_by(chat.c.id)
    )
    found = []
    for row in await connection.execute(asked):
        said = dict(row._mapping)
        found.append((said.pop("id"), said.pop("table"), said))
    return found


async def running(connection: AsyncConnection, user: int) -> int:
    """How many tables of someone's wait or are played."""
    asked = (
        select(func.count())
        .select_from(tables)
        .where(tables.c.host == user, tables.c.status.in_(("waiting", "playing")))
    )
    return int((await connection.execute(asked)).scalar_one())


def listed(which: str, user: int | None) -> Select[Any]:
    """The tables of a list, in its order."""
    if which == "mine":
        mine = select(seats.c.table).where(seats.c.user == user)
        my_turn = (
            select(func.count())
            .select_from(seats)
            .where(
                seats.c.table == tables.c.id,
                seats.c.user == user,
                seats.c.seat == tables.c.to_move,
                tables.c.status == "playing",
            )
            .scalar_subquery()
        )
        running = tables.c.status.in_(("waiting", "playing"))
        return (
            select(tables)
            .where(tables.c.id.in_(mine), tables.c.status != "closed")
            .order_by(running.desc(), my_turn.desc(), tables.c.created.desc(), tables.c.id)
        )
    status = "waiting" if which == "open" else "playing"
    asked = select(tables).where(tables.c.status == status, tables.c.private.is_(False))
    if which == "open":  # and not waiting only for somebody’s part of the chance
        free = select(seats.c.seat).where(seats.c.table == tables.c.id, seats.c.kind == OPEN)
        asked = asked.where(free.exists())
    else:
        asked = asked.where(tables.c.watching.is_(True))
    return asked.order_by(tables.c.created.desc(), tables.c.id)
