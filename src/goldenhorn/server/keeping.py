"""What tables do by themselves: bots move, clocks run out, tables nobody is at are put away.

Each table that is played is kept by one server process, so that two do not think for the same bot.
Should that process be gone, the others take its tables over.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from goldenhorn.server import playing, rows
from goldenhorn.server.place import Place
from goldenhorn.server.schema import entries, keepers, seats, tables
from goldenhorn.server.table import BOT, LATE
from goldenhorn.server.ticks import every

if TYPE_CHECKING:
    from goldenhorn.server.hall import Hall

EVERY: Final = 0.5  # seconds between two rounds
GONE: Final = 5.0  # after so many seconds without a sign of life a process is taken for dead
QUIET: Final = 5.0  # seconds after which a table keeps only its entries in memory
SECOND_THOUGHT: Final = 3.5  # times the usual pause before a bot moves
IDLE: Final = 60.0  # and after which one that nobody is at is put away

_LAST_THOUGHT: Final = 1.0  # seconds for bots to end by themselves when the server ends

_log = logging.getLogger("goldenhorn.keeping")


class Keeping:
    """What a server process does for the tables it keeps."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self._task: asyncio.Task[None] | None = None
        self._end = asyncio.Event()
        self._rounds = 0
        self._timing: set[asyncio.Task[None]] = set()
        self._broken: set[str] = set()  # the tables that are known not to go on
        # What came in time by another process is to be written down before we look.
        self._grace = LATE + (0.01 if hall.store.lite else 0.25)

    async def open(self) -> None:
        """Take over what is nobody's, and go on from there."""
        await self._sign()
        await self._take_over()
        self._task = asyncio.create_task(self._go_on(), name="keeping")

    async def close(self) -> None:
        """Leave the tables to others."""
        if self._task is not None:
            self._end.set()
            await asyncio.wait([self._task])
        await self._end_bots()
        with suppress(SQLAlchemyError, OSError):  # then the others find out by themselves
            async with self.hall.store.begin() as connection:
                await connection.execute(delete(keepers).where(keepers.c.name == self.hall.name))

    async def _end_bots(self) -> None:
        """Let bots finish what they are writing, and begin nothing more."""
        self.hall.bots.close()
        moving = [place.bot for place in self.hall.places.values() if place.bot is not None]
        if moving:
            _, thinking = await asyncio.wait(moving, timeout=_LAST_THOUGHT)
            for task in thinking:
                task.cancel()

    async def _go_on(self) -> None:
        async for _ in every(EVERY, self._end):
            try:
                await self.round()
            except (SQLAlchemyError, OSError) as bad:  # the database will be back
                _log.warning("a round was left out: %s", type(bad).__name__)
            except Exception:
                _log.exception("a round went wrong")

    async def round(self) -> None:
        """All that is due now."""
        self._rounds += 1
        await self.ring()
        if self._rounds % 2 == 0:
            await self._sign()
            await self._take_over()
        if not self.hall.store.lite and (not self.hall.bus or self._rounds % 10 == 0):
            await self._look_around()
        self._put_away()

    async def ring(self) -> None:
        """Time out whose time is up: at open tables, and at those that nobody has open."""
        hall = self.hall
        now = hall.clock.now() - self._grace
        async with hall.store.read() as connection:
            late = await connection.scalars(
                select(tables.c.id).where(
                    tables.c.keeper == hall.name,
                    tables.c.status == "playing",
                    tables.c.clock.is_not(None),
                    tables.c.turn_began + tables.c.clock <= now,
                )
            )
            found = list(late)
        await self._at_each(found, self._time_out)

    async def _at_each(self, found: Iterable[str], do: Callable[[Place], Awaitable[None]]) -> None:
        """Do this at some tables. One whose game cannot be replayed is not to stop the others."""
        for table in found:
            try:
                async with self.hall.at(table) as place:
                    await do(place)
            except (SQLAlchemyError, OSError):
                raise
            except Exception:
                if table not in self._broken:
                    self._broken.add(table)
                    _log.exception("a table cannot go on; goldenhorn admin verify says why")

    # Bots and clocks of open tables

    def wake(self, place: Place) -> None:
        """After anything changed: whoever is to do something by itself, does."""
        self.rest(place)
        live = place.live
        if live.status != "playing" or live.row.keeper != self.hall.name:
            return
        bot = live.actor()
        if bot is not None and (place.bot is None or place.bot.done()):
            place.bot = asyncio.create_task(self._move_bot(place))
        left = live.left(self.hall.clock.now())
        if bot is None and left is not None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, left) + self._grace
            place.timer = loop.call_later(wait, self._time_is_up, place)

    def rest(self, place: Place) -> None:
        """Nothing is due there any more."""
        if place.timer is not None:
            place.timer.cancel()
            place.timer = None

    def _time_is_up(self, place: Place) -> None:
        async def late() -> None:
            try:
                async with place.lock:
                    await self._time_out(place)
                    if not self._is_late(place):  # nobody was there for a while
                        self.wake(place)
            except Exception as bad:  # the next round tries again
                _log.warning("a turn could not be timed out: %s", type(bad).__name__)

        task = asyncio.create_task(late())
        self._timing.add(task)
        task.add_done_callback(self._timing.discard)

    async def _time_out(self, place: Place) -> None:
        if not self._is_late(place):
            return
        await self.hall.clock.lost_since()
        if not self.hall.store.lite:  # another process may know more of this turn
            await self.hall.catch_up(place)
        if self._is_late(place):
            await playing.time_out(self.hall, place)

    def _is_late(self, place: Place) -> bool:
        live = place.live
        if not live.is_late(self.hall.clock.now()) or live.actor() is not None:
            return False
        # A move that came in time and is not yet made; it is looked at again after that.
        return all(live.is_late(came) for came in place.asked)

    async def _move_bot(self, place: Place) -> None:
        """Move for a bot until it is a person's turn, with pauses in which people can follow."""
        hall = self.hall
        turn = -1
        while not self._end.is_set() and (name := place.live.actor()) is not None:
            live = place.live
            game, number = live.game, live.number
            pause = hall.pace if game.turn != turn else hall.pace / 2
            turn = game.turn
            if (
                live.undoer is not None
            ):  # a person's turn has ended just now; they may think better of it
                pause = hall.pace * SECOND_THOUGHT
            seen = game.seen_by(game.player)
            loop = asyncio.get_running_loop()
            started = loop.time()
            host, watched = live.row.host, bool(place.lines)
            move = await hall.bots.choose(live.id, name, seen, host, watched=watched)
            if place.lines:  # nobody is there to follow otherwise
                await asyncio.sleep(max(0.0, pause - (loop.time() - started)))
            else:
                await asyncio.sleep(0)
            if self._end.is_set():
                return
            try:
                await playing.play_bot(hall, place, name, number, move)
            except Exception as bad:  # such as a database that is away
                _log.warning("a bot could not move: %s", type(bad).__name__)
                await asyncio.sleep(1)

    # Which tables are ours

    async def _sign(self) -> None:
        """Say that this process lives."""
        hall, now = self.hall, self.hall.clock.wall()
        async with hall.store.begin() as connection:
            signed = await connection.execute(
                update(keepers).where(keepers.c.name == hall.name).values(beat=now)
            )
            if not signed.rowcount:
                await connection.execute(insert(keepers).values(name=hall.name, beat=now))
            # SQLite serves one process: whoever else is written there is gone.
            gone = keepers.c.name != hall.name
            if not hall.store.lite:
                gone &= keepers.c.beat < now - GONE
            await connection.execute(delete(keepers).where(gone))
            alive = set(await connection.scalars(select(keepers.c.name)))
        for place in hall.places.values():
            for name in set(place.elsewhere) - alive:
                del place.elsewhere[name]

    async def _take_over(self) -> None:
        """Keep the tables that nobody keeps, and see to those where something is due."""
        hall = self.hall
        alive = select(keepers.c.name)
        free = or_(tables.c.keeper.is_(None), tables.c.keeper.not_in(alive))
        async with hall.store.begin() as connection:
            taken = await connection.scalars(
                update(tables)
                .where(tables.c.status == "playing", free)
                .values(keeper=hall.name)
                .returning(tables.c.id)
            )
            mine = set(taken)
        if not mine:
            return

        async def keep(place: Place) -> None:
            place.live.row.keeper = hall.name
            self.wake(place)

        await self._at_each(mine & {*hall.places, *await self._due()}, keep)

    async def _due(self) -> list[str]:
        """The tables we keep at which a bot is to move."""
        async with self.hall.store.read() as connection:
            due = await connection.scalars(
                select(tables.c.id)
                .join(
                    seats,
                    (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.to_move),
                )
                .where(
                    tables.c.keeper == self.hall.name,
                    tables.c.status == "playing",
                    or_(seats.c.kind == BOT, seats.c.away.is_(True)),
                )
            )
            return list(due)

    async def _look_around(self) -> None:
        """What other processes did here that we have not heard of."""
        hall = self.hall

        async def see(place: Place) -> None:
            await hall.catch_up(place)
            self.wake(place)

        await self._at_each(await self._due(), see)
        open_here = [table for table, place in hall.places.items() if place.lines]
        if not open_here:
            return
        async with hall.store.read() as connection:
            found = await connection.execute(
                select(entries.c.table, func.max(entries.c.number))
                .where(entries.c.table.in_(open_here))
                .group_by(entries.c.table)
            )
            newest = {table: int(number) for table, number in found}
            states = await connection.execute(
                select(tables.c.id, tables.c.status).where(tables.c.id.in_(open_here))
            )
            status = {row.id: row.status for row in states}
            chairs = await rows.chairs_of(connection, open_here)
        behind = []
        for table in open_here:
            here = hall.places.get(table)
            if here is None or here.lock.locked():
                continue
            live = here.live
            is_behind = newest.get(table, 0) > live.number or status.get(table) != live.status
            if is_behind or chairs.get(table) != live.chairs:
                behind.append(table)
        await self._at_each(behind, hall.reread)
        if not hall.bus:
            await hall.overhear(open_here)

    def _put_away(self) -> None:
        """Forget what can be read or replayed again in no time."""
        hall = self.hall
        now = hall.clock.wall()
        for table, place in list(hall.places.items()):
            quiet = now - place.used
            busy = place.bot is not None and not place.bot.done()
            if quiet < QUIET or busy or place.lock.locked():
                continue
            place.live.put_away()
            if quiet < IDLE or place.lines:
                continue
            self.rest(place)
            hall.bots.forget(table)
            del hall.places[table]
