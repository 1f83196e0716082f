"""Sitting down at a table and leaving it, and the begin of a game when nobody is missing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenhorn import fair
from goldenhorn.server import playing, rows
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import Sitting, TableInfo
from goldenhorn.server.place import Place
from goldenhorn.server.schema import seats, tables
from goldenhorn.server.table import OPEN, PERSON
from goldenhorn.server.who import User
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.server.hall import Hall


class Elsewhere(Exception):
    """Another server process has done what makes this needless or impossible."""


async def sit(hall: "Hall", table: str, user: User, asked: Sitting) -> TableInfo:
    """Take an open seat, or come back to one's own."""
    async with hall.at(table) as place:
        mine = place.live.seats_of(user.id)
        if place.live.status == "playing" and mine:
            try:
                await playing.set_away(hall, place, mine, away=False)
            except playing.No as no:
                raise Refused(409, no.why, no.reason) from None
        elif place.live.status != "waiting":
            raise Refused(409, "not-open", say("refused-not-open"))
        else:
            try:
                await _take_seat(hall, place, user, asked)
            except Elsewhere:
                await hall.reread(place)
                if not place.live.seats_of(user.id):
                    raise Refused(409, "not-open", say("refused-not-open")) from None
        return place.live.info(user.id, hall.clock.now())


async def _take_seat(hall: "Hall", place: Place, user: User, asked: Sitting) -> None:
    if place.live.seats_of(user.id):
        return
    wanted = [
        chair.seat
        for chair in place.live.chairs
        if chair.kind == OPEN and asked.seat in (None, chair.seat)
    ]
    async with changing(hall, place) as connection:
        mine = select(seats.c.seat).where(seats.c.table == place.live.id, seats.c.user == user.id)
        if (await connection.scalars(mine)).first() is not None:
            raise Elsewhere
        for seat in wanted:
            taken = await connection.execute(
                update(seats)
                .where(seats.c.table == place.live.id, seats.c.seat == seat, seats.c.kind == OPEN)
                .values(
                    kind=PERSON,
                    user=user.id,
                    name=user.name,
                    away=False,
                    contribution=asked.contribution,
                )
            )
            if taken.rowcount:
                break
        else:
            raise Refused(409, "seat-taken", say("refused-seat-taken"))
        await begin_if_full(hall, connection, place.live.id)
    await changed(hall, place)


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
        others = await connection.scalars(
            select(seats.c.seat).where(here, seats.c.user.is_not(None))
        )
        is_last = others.first() is None
        if is_last:
            await connection.execute(
                update(tables).where(tables.c.id == place.live.id).values(status="closed")
            )
    await changed(hall, place)
    if is_last:
        place.say({"t": "gone"})


async def begin_if_full(hall: "Hall", connection: AsyncConnection, table: str) -> bool:
    """Shuffle and begin, if nobody is missing."""
    live = await rows.table_of(connection, table)
    assert live is not None
    if live.status != "waiting" or any(chair.kind == OPEN for chair in live.chairs):
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
