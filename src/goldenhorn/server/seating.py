"""Sitting down at a table and leaving it, and the begin of a game when nobody is missing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenhorn import fair
from goldenhorn.server import playing, rows
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import LATER, Sitting, TableInfo
from goldenhorn.server.place import Place
from goldenhorn.server.schema import seats, tables
from goldenhorn.server.table import OPEN, PERSON, PROMISED, LiveTable
from goldenhorn.server.who import User
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.server.hall import Hall


class Elsewhere(Exception):
    """Another server process has done what makes this needless or impossible."""


def kept(contribution: str | None) -> str | None:
    """A contribution as the database keeps it."""
    return PROMISED if contribution == LATER else contribution


async def sit(hall: "Hall", table: str, user: User, asked: Sitting) -> TableInfo:
    """Take an open seat, add to the chance from one's own, or come back to it in the game."""
    async with hall.at(table) as place:
        if place.live.status == "waiting":
            try:
                await _sit_or_add(hall, place, user, asked)
            except Elsewhere:
                await hall.reread(place)
        mine = place.live.seats_of(user.id)
        if not mine or place.live.status not in ("waiting", "playing"):
            raise Refused(409, "not-open", say("refused-not-open"))
        _check_added(place.live, user, asked)
        if place.live.status == "playing":
            try:
                await playing.set_away(hall, place, mine, away=False)
            except playing.No as no:
                raise Refused(409, no.why, no.reason) from None
        return place.live.info(user.id, hall.clock.now())


async def _sit_or_add(hall: "Hall", place: Place, user: User, asked: Sitting) -> None:
    async with changing(hall, place) as connection:
        mine = await connection.execute(
            select(seats.c.seat, seats.c.contribution)
            .where(seats.c.table == place.live.id, seats.c.user == user.id)
            .order_by(seats.c.seat)
        )
        found = list(mine)
        if not found:
            await _take_seat(connection, place, user, asked)
        elif asked.contribution and not any(row.contribution for row in found):
            await connection.execute(
                update(seats)
                .where(seats.c.table == place.live.id, seats.c.seat == found[0].seat)
                .values(contribution=asked.contribution)
            )
        else:
            raise Elsewhere
        await begin_if_full(hall, connection, place.live.id)
    await changed(hall, place)


async def _take_seat(connection: AsyncConnection, place: Place, user: User, asked: Sitting) -> None:
    for chair in place.live.chairs:
        if chair.kind != OPEN or asked.seat not in (None, chair.seat):
            continue
        taken = await connection.execute(
            update(seats)
            .where(seats.c.table == place.live.id, seats.c.seat == chair.seat)
            .where(seats.c.kind == OPEN)
            .values(
                kind=PERSON,
                user=user.id,
                name=user.name,
                away=False,
                contribution=asked.contribution,
            )
        )
        if taken.rowcount:
            return
    raise Refused(409, "seat-taken", say("refused-seat-taken"))


def _check_added(live: LiveTable, user: User, asked: Sitting) -> None:
    """What is in the chance stays there: whoever hears yes can rely on it, twice asked or not."""
    mine = [chair.contribution for chair in live.chairs if chair.user == user.id]
    if asked.contribution and asked.contribution not in mine:
        raise Refused(409, "contributed", say("refused-contributed"), field="contribution")


@asynccontextmanager
async def changing(hall: "Hall", place: Place) -> AsyncIterator[AsyncConnection]:
    """Change the seats of a table that waits, while no other process does."""
    async with hall.store.begin() as connection:
        row = select(tables.c.status).where(tables.c.id == place.live.id).with_for_update()
        if await connection.scalar(row) != "waiting":
            raise Elsewhere
        yield connection


async def changed(hall: "Hall", place: Place) -> None:
    """After seats changed in the database: see, and let the others see."""
    await hall.reread(place)
    if hall.bus:
        hall.bus.say("seats", place.live.id, keeper=place.live.row.keeper)


async def stand_up(hall: "Hall", table: str, user: User) -> TableInfo:
    """Leave: before the game the seat is open again, in it a bot takes over."""
    async with hall.at(table) as place:
        mine = place.live.seats_of(user.id)
        if not mine:
            raise Refused(403, "not-seated", say("refused-not-seated"))
        if place.live.status == "waiting":
            try:
                await _leave_seat(hall, place, user)
            except Elsewhere:  # the game has begun
                await hall.reread(place)
                mine = place.live.seats_of(user.id)
        if place.live.status == "playing":
            await playing.set_away(hall, place, mine, away=True)
        return place.live.info(user.id, hall.clock.now())


async def _leave_seat(hall: "Hall", place: Place, user: User) -> None:
    here = seats.c.table == place.live.id
    async with changing(hall, place) as connection:
        await connection.execute(
            update(seats)
            .where(here, seats.c.user == user.id)
            .values(kind=OPEN, user=None, name="", contribution=None)
        )
        was_last = await _close_without(connection, place.live.id, user)
    await changed(hall, place)
    if was_last:
        place.say({"t": "gone"})


async def _close_without(connection: AsyncConnection, table: str, user: User) -> bool:
    """Close a table that waits, if nobody sits there besides someone who leaves."""
    others = await connection.scalars(
        select(seats.c.seat).where(seats.c.table == table, seats.c.user != user.id)
    )
    if others.first() is not None:
        return False
    await connection.execute(update(tables).where(tables.c.id == table).values(status="closed"))
    return True


async def excuse(hall: "Hall", user: User) -> None:
    """Nobody waits any more for what was promised by someone who leaves for good."""
    owed = (
        select(seats.c.table)
        .join(tables)
        .where(seats.c.user == user.id, seats.c.contribution == PROMISED)
        .where(tables.c.status == "waiting")
    )
    async with hall.store.read() as connection:
        found = list(await connection.scalars(owed))
    for table in found:
        with suppress(Elsewhere):
            async with hall.at(table) as place:
                await _excuse_at(hall, place, user)


async def _excuse_at(hall: "Hall", place: Place, user: User) -> None:
    table = place.live.id
    async with changing(hall, place) as connection:
        owes = seats.c.table == table, seats.c.user == user.id, seats.c.contribution == PROMISED
        await connection.execute(update(seats).where(*owes).values(contribution=None))
        was_last = await _close_without(connection, table, user)
        if not was_last:
            await begin_if_full(hall, connection, table)
    await changed(hall, place)
    if was_last:
        place.say({"t": "gone"})


async def begin_if_full(hall: "Hall", connection: AsyncConnection, table: str) -> bool:
    """Shuffle and begin, if nobody is missing, and nothing of what was promised.

    Where others could change that meanwhile, it is to be called within `changing`.
    """
    live = await rows.table_of(connection, table)
    assert live is not None
    missing = [c for c in live.chairs if c.kind == OPEN or c.contribution == PROMISED]
    if live.status != "waiting" or missing:
        return False
    seed, lot = fair.mixed(live.row.secret, [chair.contribution or "" for chair in live.chairs])
    live.row.seed = seed
    if live.row.by_lot:
        live.row.first = lot % len(live.chairs)
    began = await connection.execute(
        update(tables)
        .where(tables.c.id == table, tables.c.status == "waiting")
        .values(
            status="playing",
            seed=seed,
            first=live.row.first,
            started=hall.clock.wall(),
            to_move=live.fresh().player,
            turn_began=hall.clock.now(),
            keeper=hall.name,
        )
    )
    return bool(began.rowcount)
