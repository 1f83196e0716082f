"""Making tables and closing them, rematches; and people with other names."""

import secrets
import string
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import insert, update

from goldenhorn import fair
from goldenhorn.server import rows, seating
from goldenhorn.server.bots import is_offered
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import Again, NewTable, QuickGame, SeatWish, Sitting, TableInfo
from goldenhorn.server.names import clean_name
from goldenhorn.server.schema import chat, seats, tables
from goldenhorn.server.table import BOT, PERSON, Chair, LiveTable
from goldenhorn.server.terms import asked_options, packed
from goldenhorn.server.who import User
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.server.hall import Hall

_LETTERS: Final = string.ascii_letters + string.digits
_ID: Final = 12  # letters: nobody guesses 71 bits
_MOST_OPEN: Final = 50  # tables of one person that run or wait


async def make(hall: "Hall", new: NewTable, user: User) -> TableInfo:
    """A new table; the game begins at once where no seat is open and no part of the chance owed."""
    options = asked_options(new)
    for wish in new.seats:
        _check_wish(wish)
    if not is_offered(new.stand_in):
        raise Refused(422, "no-such-bot", say("refused-bot", bot=new.stand_in), field="stand_in")
    if isinstance(new.first, int) and new.first >= len(new.seats):
        raise Refused(422, "bad-options", say("refused-first"), rule="R2.6", field="first")
    if all(wish.kind == BOT for wish in new.seats):
        raise Refused(422, "nobody-plays", say("refused-nobody"), field="seats")
    return await _found(hall, new, packed(options), user)


async def _found(
    hall: "Hall", new: NewTable, rules: str, user: User, again_of: LiveTable | None = None
) -> TableInfo:
    """Make a table, as the rematch of `again_of` unless that has got another meanwhile."""
    table = "".join(secrets.choice(_LETTERS) for _ in range(_ID))
    row = {
        "id": table,
        "status": "waiting",
        "rules": rules,
        "first": None if new.first == "lot" else new.first,
        "by_lot": new.first == "lot",
        "clock": new.clock,
        "private": new.private,
        "watching": new.watching,
        "stand_in": new.stand_in,
        "host": user.id,
        "host_name": user.name,
        "secret": fair.new_secret(),
        "created": hall.clock.wall(),
        "number": 0,
        "keeper": hall.name,
    }
    async with hall.store.begin() as connection:
        if await rows.running(connection, user.id) >= _MOST_OPEN:
            raise Refused(409, "too-many-tables", say("refused-many", most=_MOST_OPEN))
        if again_of is not None:
            first = await connection.execute(
                update(tables)
                .where(tables.c.id == again_of.id)
                .where(tables.c.rematch.is_not_distinct_from(again_of.row.rematch))
                .values(rematch=table)
            )
            if not first.rowcount:
                raise seating.Elsewhere
        await connection.execute(insert(tables).values(**row))
        chairs = [_chair_row(table, seat, wish, user) for seat, wish in enumerate(new.seats)]
        _tell_bots_apart(chairs)
        for chair in chairs:
            if chair["user"] is not None:
                chair["contribution"] = seating.kept(new.contribution)
                break
        await connection.execute(insert(seats), chairs)
        await seating.begin_if_full(hall, connection, table)
    place = await hall.place(table)
    hall.keeping.wake(place)
    return place.live.info(user.id, hall.clock.now())


def _check_wish(wish: SeatWish) -> None:
    """Refuse what cannot be, and write a name as it is shown."""
    if wish.kind == "bot" and not is_offered(wish.bot or ""):
        raise Refused(422, "no-such-bot", say("refused-bot", bot=wish.bot or ""), field="seats")
    if wish.kind == "shared":
        if not (wish.name or "").strip():
            raise Refused(422, "no-name", say("refused-no-name"), field="seats")
        wish.name = clean_name(wish.name or "")


def _chair_row(table: str, seat: int, wish: SeatWish, user: User) -> dict[str, Any]:
    mine = wish.kind in ("me", "shared")
    names = {"me": user.name, "shared": wish.name or ""}
    return {
        "table": table,
        "seat": seat,
        "kind": PERSON if mine else wish.kind,
        "user": user.id if mine else None,
        "name": names.get(wish.kind, wish.bot or ""),
        "bot": wish.bot if wish.kind == BOT else None,
        "away": False,
        "contribution": None,
    }


def _tell_bots_apart(chairs: list[dict[str, Any]]) -> None:
    """Capitano, or where there are more of them Capitano 1, Capitano 2."""
    bots = [chair for chair in chairs if chair["kind"] == BOT]
    for chair in bots:
        alike = [other for other in bots if other["bot"] == chair["bot"]]
        name = str(chair["bot"]).capitalize()
        chair["name"] = f"{name} {alike.index(chair) + 1}" if len(alike) > 1 else name


async def quick(hall: "Hall", asked: QuickGame, user: User) -> TableInfo:
    """A game against bots, at once; or once the person has added to the chance."""
    wishes = [SeatWish("me"), *(SeatWish("bot", bot=asked.bot) for _ in range(asked.players - 1))]
    new = NewTable(
        wishes,
        edition=asked.edition,
        expansion=asked.expansion,
        private=True,
        contribution=asked.contribution,
    )
    return await make(hall, new, user)


async def close_table(hall: "Hall", table: str, user: User) -> None:
    """Close a table of one's own that has not begun."""
    async with hall.at(table) as place:
        if place.live.row.host != user.id:
            raise Refused(403, "not-host", say("refused-not-host"))
        async with hall.store.begin() as connection:
            closed = await connection.execute(
                update(tables)
                .where(tables.c.id == table, tables.c.status == "waiting")
                .values(status="closed")
            )
            if not closed.rowcount:
                raise Refused(409, "begun", say("refused-begun"))
        await seating.changed(hall, place)
        place.say({"t": "gone"})


async def rematch(hall: "Hall", table: str, user: User, asked: Again) -> TableInfo:
    """The same again: the table that somebody made for it already, or a new one."""
    async with hall.at(table) as place:
        live = place.live
        if not live.seats_of(user.id):
            raise Refused(403, "not-seated", say("refused-not-seated"))
        if live.status != "over":
            raise Refused(409, "not-over", say("refused-not-over"))
        known = live.row.rematch
        if known is None or (await hall.place(known)).live.status == "closed":
            new = NewTable(
                [_wish_again(chair, user) for chair in live.chairs],
                first="lot",
                clock=live.row.clock,
                private=bool(live.row.private),
                watching=bool(live.row.watching),
                stand_in=live.row.stand_in,
                contribution=asked.contribution,
            )
            try:
                made = await _found(hall, new, live.row.rules, user, again_of=live)
            except seating.Elsewhere:
                await hall.reread(place)
            else:
                await seating.changed(hall, place)
                return made
        again = str(place.live.row.rematch)
    sitting = Sitting(contribution=seating.kept(asked.contribution))
    return await seating.sit(hall, again, user, sitting)


def _wish_again(chair: Chair, user: User) -> SeatWish:
    if chair.kind == BOT:
        return SeatWish("bot", bot=chair.bot)
    if chair.user != user.id:
        return SeatWish("open")
    return SeatWish("me") if chair.name == user.name else SeatWish("shared", name=chair.name)


async def rename(hall: "Hall", user: User, name: str) -> None:
    """Someone is called otherwise; `user` still has the old name."""
    async with hall.store.begin() as connection:
        await connection.execute(
            update(seats)
            .where(seats.c.user == user.id, seats.c.name == user.name)
            .values(name=name)
        )
        await connection.execute(
            update(tables).where(tables.c.host == user.id).values(host_name=name)
        )
    await _reread_all(hall, user)


async def people_gone(hall: "Hall", user: User) -> None:
    """Someone is no more: their seats stay, without the name, and bots play on for them."""
    nobody = say("someone")
    async with hall.store.begin() as connection:
        gone = (seats.c.user == user.id) | (
            seats.c.user.is_(None) & (seats.c.kind == PERSON) & (seats.c.name == user.name)
        )
        await connection.execute(update(seats).where(gone).values(name=nobody, away=True))
        await connection.execute(
            update(tables)
            .where((tables.c.host == user.id) | tables.c.host.is_(None))
            .where(tables.c.host_name == user.name)
            .values(host_name=nobody)
        )
        await connection.execute(
            update(chat)
            .where((chat.c.user == user.id) | chat.c.user.is_(None))
            .where(chat.c.name == user.name)
            .values(name=nobody)
        )
    for place in hall.places.values():
        for line in place.lines:
            if line.user == user.id:
                line.hang_up(4401)
    await _reread_all(hall, user)
    await seating.excuse(hall, user)


async def _reread_all(hall: "Hall", user: User) -> None:
    for place in list(hall.places.values()):
        if place.live.row.host == user.id or place.live.seats_of(user.id):
            async with place.lock:
                await seating.changed(hall, place)
