"""The hall: all tables that are open in this process, and who is at them."""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from goldenhorn.server import rows
from goldenhorn.server.bots import Bots
from goldenhorn.server.bus import Bus
from goldenhorn.server.clock import TableClock
from goldenhorn.server.errors import Refused
from goldenhorn.server.keeping import Keeping
from goldenhorn.server.place import Line, Place, ending, since, snapshot, text_of
from goldenhorn.server.store import Store
from goldenhorn.server.table import Happening, LiveTable
from goldenhorn.server.who import User
from goldenhorn.trace import Json
from goldenhorn.words import say

COME_AGAIN: Final = 1012  # with this code a connection ends that may be opened anew
NOT_YOURS: Final = 4403
_LONG: Final = 200  # entries, of which each takes a tenth of a millisecond to be told again
_MOST_MISSED: Final = 300  # entries told one by one; of more, the whole table says it sooner

_log = logging.getLogger("goldenhorn.hall")


class Hall:
    """All the tables of a server process."""

    def __init__(
        self,
        store: Store,
        clock: TableClock,
        *,
        redis: str | None = None,
        pace: float = 0.8,
        threads: int | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.name = secrets.token_hex(8)
        self.places: dict[str, Place] = {}
        self.bots = Bots(threads)
        self.pace = pace
        self.bus = Bus(redis, self.name, self._heard) if redis else None
        self.keeping = Keeping(self)
        self._opening: dict[str, asyncio.Lock] = {}
        self._overheard = 0  # the last thing said by another server
        self._said: deque[tuple[str, Json]] = deque(maxlen=1000)  # and what was said here

    async def open(self) -> None:
        """Take up the tables that nobody keeps."""
        if self.bus:
            await self.bus.open()
        async with self.store.read() as connection:
            self._overheard = await rows.last_chat(connection)
        await self.keeping.open()

    async def close(self) -> None:
        """Hang up, and finish what is being written."""
        await self.keeping.close()
        for place in self.places.values():
            for line in list(place.lines):
                line.hang_up(COME_AGAIN)
            self.keeping.rest(place)
        if self.bus:
            await self.bus.close()

    # Tables in memory

    async def place(self, table: str) -> Place:
        """A table, read from the database if it is not open here."""
        place = self.places.get(table)
        if place is not None:
            place.used = self.clock.wall()
            return place
        async with self._opening.setdefault(table, asyncio.Lock()):
            try:
                if table not in self.places:
                    self.places[table] = Place(await self._read(table), self.clock.wall())
            finally:
                self._opening.pop(table, None)
        return self.places[table]

    async def _read(self, table: str) -> LiveTable:
        live = None
        if table.isalnum():  # the database does not take whatever stands in an address
            async with self.store.read() as connection:
                live = await rows.table_of(connection, table)
        if live is None:
            raise Refused(404, "no-such-table", say("refused-no-table"))
        return live

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Place]:
        """A table, with nobody else changing it meanwhile."""
        while True:
            place = await self.place(table)
            async with place.lock:
                if self.places.get(table) is place:  # it may have been put away just now
                    if place.live.number >= _LONG and place.live.is_put_away:
                        await asyncio.to_thread(place.live.replay)
                    yield place
                    return

    async def reread(self, place: Place) -> None:
        """See what other processes have done there, and tell it."""
        old = place.live
        async with self.store.read() as connection:
            live = await rows.table_of(connection, old.id)
        if live is None:
            place.live.row.status = "closed"
            place.say({"t": "gone"})
            return
        began = old.row.seed is None and live.row.seed is not None
        place.live = live
        place.seat_lines()
        for line in place.lines:
            if not (line.seats or live.row.watching):  # who stood up is not to watch from there
                line.hang_up(NOT_YOURS)
        if began:
            await self.show_all(place)
        elif live.number > old.number:
            place.tell(live.history(old.number), self.clock.now(), self.clock.wall())
        if not began and live.status == "over" and old.status != "over":
            place.say({"t": "over", **ending(live)})
        elif not began and live.chairs != old.chairs:
            self.say_seats(place)
        if live.row.rematch and live.row.rematch != old.row.rematch:
            place.say({"t": "rematch", "table": live.row.rematch})
        self.keeping.wake(place)

    # Who is there, and what they say

    async def say_chat(self, place: Place, user: User, text: str) -> None:
        """Someone says something."""
        seats = place.live.seats_of(user.id)
        said: Json = {
            "seat": seats[0] if seats else None,
            "name": user.name,
            "text": text,
            "at": round(self.clock.wall(), 3),
        }
        self._said.append((place.live.id, said))
        await self.store.commit([(rows.CHAT, {"table": place.live.id, "user": user.id, **said})])
        place.say({"t": "chat", **said})
        if self.bus:
            self.bus.say("chat", place.live.id, said=said)

    async def overhear(self, open_here: Sequence[str]) -> None:
        """What was said by other servers: only where no Redis tells it."""
        async with self.store.read() as connection:
            heard = await rows.chat_after(connection, self._overheard, open_here)
        for number, table, said in heard:
            self._overheard = max(number, self._overheard)
            if (table, said) in self._said:
                self._said.remove((table, said))
            elif table in self.places:
                self.places[table].say({"t": "chat", **said})

    def arrive(self, place: Place, line: Line) -> None:
        """Someone opened the table."""
        place.lines.add(line)
        self._say_here(place, ask=len(place.lines) == 1)
        self.keeping.wake(place)

    def depart(self, place: Place, line: Line) -> None:
        """Someone closed it."""
        place.lines.discard(line)
        place.used = self.clock.wall()
        self._say_here(place)

    async def look_again(self, user: int, *, tell: bool = True) -> None:
        """Someone signed out, or a token ended: whoever came by it is that person no more."""
        lines = [line for place in self.places.values() for line in place.lines]
        for line in lines:
            if line.user == user and not await line.is_known(anew=True):
                line.hang_up(COME_AGAIN)
        if self.bus and tell:
            self.bus.say("person", "", user=user)

    def _say_here(self, place: Place, *, ask: bool = False) -> None:
        place.say({"t": "here", "here": place.here()})
        if self.bus:
            self.bus.say("here", place.live.id, names=place.by_us(), ask=ask)

    def say_seats(self, place: Place) -> None:
        """To each: who sits where now."""
        live, now, wall = place.live, self.clock.now(), self.clock.wall()
        turn = live.turn(now)
        for line in place.lines:
            message = {
                "t": "seats",
                "info": live.info(line.user, now),
                "you": line.seats,
                "now": round(wall, 3),
                "turn": turn,
            }
            line.put(text_of(message))

    async def show_all(self, place: Place) -> None:
        """To each the whole table, as when the game begins."""
        for line in list(place.lines):
            for message in await self.snapshot(place, line):
                line.put(text_of(message))

    async def snapshot(
        self, place: Place, line: Line, at: int | None = None, come: int | None = None
    ) -> list[Json]:
        """What someone needs who opens the table: docs/live.md says when what."""
        if max(come or 0, at or 0) > place.live.number and not self.store.lite:
            await self.reread(place)  # they know more than we: another process has told them
            line.seats = place.live.seats_of(line.user)
        live = place.live
        begun = live.row.seed is not None
        catching_up = begun and come is not None and 0 <= live.number - come <= _MOST_MISSED
        if at is not None and live.number - at > _MOST_MISSED:
            at = None
        missed = await _told_again(live, come or 0 if catching_up else 0)
        if catching_up:
            return since(place, line, self.clock.wall(), self.clock.now(), missed)
        async with self.store.read() as connection:
            chat = await rows.chat_of(connection, live.id)
        return snapshot(place, line, self.clock.wall(), self.clock.now(), chat, missed, at)

    async def catch_up(self, place: Place) -> None:
        """Add what another process has entered, and tell it."""
        live = place.live
        async with self.store.read() as connection:
            missed = await rows.entries_of(connection, live.id, live.number)
            times = await rows.turn_times(connection, live.id)
        if live.status != "playing":
            return
        if not missed:
            # They may have been read before the entry of their turn was.
            live.turn_began, live.turn_spent = times
            return
        made = [live.enter(entry.seat, entry.move, entry.by) for entry in missed]
        live.begin_turn(*times)
        place.used = self.clock.wall()
        if live.game.is_over:
            # What else is known of the end stands in the table's row.
            async with self.store.read() as connection:
                ended = await rows.table_of(connection, live.id)
            live.row = ended.row if ended else live.row
        place.tell(made, self.clock.now(), self.clock.wall())
        if live.status == "over":
            place.say({"t": "over", **ending(live)})
        self.keeping.wake(place)

    async def _heard(self, message: dict[str, Any]) -> None:
        """Another process has said something."""
        if message["kind"] == "person":
            await self.look_again(message["user"], tell=False)
            return
        place = self.places.get(message["table"])
        if place is None:
            if message.get("keeper") == self.name:
                # Nobody has it open here, but its bots and its clock are ours.
                self.keeping.wake(await self.place(message["table"]))
            return
        if message["kind"] == "chat":
            place.say({"t": "chat", **message["said"]})
        elif message["kind"] == "here":
            place.elsewhere[message["from"]] = message["names"]
            place.say({"t": "here", "here": place.here()})
            if message.get("ask") and place.lines and self.bus:
                self.bus.say("here", place.live.id, names=place.by_us())
        elif message["kind"] == "entries":
            async with place.lock:
                await self.catch_up(place)
        else:
            async with place.lock:
                await self.reread(place)


async def _told_again(live: LiveTable, since: int) -> list[Happening]:
    """What happened after an entry; a long game is gone through beside the event loop."""
    if live.row.seed is None:
        return []
    if live.number < _LONG:
        return live.history(since)
    return await asyncio.to_thread(live.history, since)
