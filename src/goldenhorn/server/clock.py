"""Time at the tables: it stands still while no server runs.

Every server process says twice a second that it lives. Who finds nobody has said so for longer was
away with all the others, and adds that time to what is lost: so clocks go on, after a restart, from
where they stood.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import case, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from goldenhorn.server.schema import pulse
from goldenhorn.server.store import Store
from goldenhorn.server.ticks import every

EVERY: Final = 0.5  # seconds between two signs of life
SILENCE: Final = 1.5  # after so many seconds without, nobody was there

_log = logging.getLogger("goldenhorn.clock")


class TableClock:
    """Tells table time: seconds, comparable among server processes and across restarts."""

    def __init__(self, store: Store, wall: Callable[[], float] = time.time) -> None:
        self._store = store
        self._wall = wall
        self._lost = 0.0
        self._task: asyncio.Task[None] | None = None
        self._end = asyncio.Event()

    def wall(self) -> float:
        """The time of day, for people."""
        return self._wall()

    def now(self) -> float:
        """Table time."""
        return self._wall() - self._lost

    async def open(self) -> None:
        """Find out how long nobody was there, and begin to say that we are."""
        # SQLite serves one process: before this one there was nobody, however short the while.
        await self.beat(0.0 if self._store.lite else SILENCE)
        self._task = asyncio.create_task(self._go_on(), name="pulse")

    async def close(self) -> None:
        if self._task is not None:
            self._end.set()
            await asyncio.wait([self._task])
            await self.beat()

    async def _go_on(self) -> None:
        async for _ in every(EVERY, self._end):
            try:
                await self.beat()
            except (SQLAlchemyError, OSError) as bad:  # the database will be back
                _log.warning("no sign of life could be given: %s", type(bad).__name__)

    async def lost_since(self) -> float:
        """What has to be taken off a time told before: this process may have been stopped.

        A machine that wakes from its sleep sees first how late it is, and only at the next sign of
        life that nobody was there. Whoever is about to say that time is up asks here before.
        """
        before = self._lost
        await self.beat()
        return self._lost - before

    async def beat(self, silence: float = SILENCE) -> None:
        """One sign of life."""
        now = self._wall()
        away = now - pulse.c.beat
        lost = case((away > silence, pulse.c.lost + away), else_=pulse.c.lost)
        beat = case((pulse.c.beat > now, pulse.c.beat), else_=now)
        async with self._store.begin() as connection:
            changed = await connection.execute(update(pulse).values(lost=lost, beat=beat))
            if not changed.rowcount:
                try:
                    await connection.execute(insert(pulse).values(id=1, lost=0.0, beat=now))
                except IntegrityError:
                    return  # another server began in the same moment
            row = (await connection.execute(select(pulse.c.lost))).one()
        self._lost = row.lost
