"""Where everything is kept: SQLite by default, PostgreSQL by its URL.

Entries of a game are committed in groups: whatever came in while the last group was being written
makes up the next one, so that a thousand moves a second need no thousand commits.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Engine, StaticPool, create_engine, event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql import ClauseElement, Executable

from goldenhorn.server import metrics
from goldenhorn.server.ticks import every

Rows = Sequence[dict[str, Any]]

_MOST_AT_ONCE: Final = 500  # writes in a group
_TIDY: Final = 1.0  # seconds between two times that SQLite's log is tidied up
_LONG_LOG: Final = 8000  # pages, of four kilobytes, after which it is begun anew


class Conflict(Exception):
    """Someone else was quicker: what was to be written is there already."""


@dataclass(slots=True)
class _Write:
    parts: Sequence[tuple[Executable, dict[str, Any]]]
    done: "asyncio.Future[None]"


class Store:
    """A database, for one event loop."""

    _straight: Engine | None
    _thread: ThreadPoolExecutor | None

    def __init__(self, url: str) -> None:
        self.url = driver_url(url)
        self.lite = self.url.startswith("sqlite")
        self.engine = _engine(self.url)
        self._straight = self._thread = None
        if self.lite:
            self._straight = _straight(self.url)
            self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[_Write] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None
        self._end = asyncio.Event()
        # SQLite lets one write at a time; waiting here is kinder than waiting there.
        self._turn = asyncio.Lock()
        self._texts: dict[Executable, str] = {}

    async def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write_on(), name="writer")
        if self.lite:
            self._tidying = asyncio.create_task(self._tidy(), name="tidier")

    async def close(self) -> None:
        """Write what is still waiting, and let go of the database."""
        self._end.set()
        self._wake.set()
        for task in (self._task, self._tidying):
            if task is not None:
                await asyncio.wait([task])
        await self.engine.dispose()
        if self._thread is not None and self._straight is not None:
            self._thread.submit(self._straight.dispose).result()
            self._thread.shutdown()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to ask by."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction to write in: all of it is kept, or nothing."""
        if not self.lite:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self._turn, self.engine.connect() as connection:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                await connection.exec_driver_sql("COMMIT")
            except BaseException:
                with suppress(SQLAlchemyError):  # it may have been broken off just there
                    await connection.exec_driver_sql("ROLLBACK")
                raise

    async def commit(self, parts: Sequence[tuple[Executable, dict[str, Any]]]) -> None:
        """Write these together with what others are writing now; returns once it is safe.

        Each statement object is to be the same every time, as those with the same one go together.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Write(parts, done))
        self._wake.set()
        await done

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            if self._end.is_set() and not self._waiting:
                return
            group = self._waiting[:_MOST_AT_ONCE]
            del self._waiting[: len(group)]
            if not self._waiting and not self._end.is_set():
                self._wake.clear()
            try:
                await self._write(group)
            except Exception as bad:  # of whatever kind: nothing is written ever after this ended
                await self._one_by_one(group, bad)
            else:
                for write in group:
                    if not write.done.done():
                        write.done.set_result(None)

    async def _tidy(self) -> None:
        """Move what was written from SQLite's log into the database, while others write on.

        Left to itself, SQLite does so in the middle of a commit, and moves would wait for it.
        """
        async for _ in every(_TIDY, self._end):
            with suppress(SQLAlchemyError):  # busy, perhaps; there will be another time
                async with self.engine.connect() as connection:
                    done = await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
                    if done.mappings().one()["log"] > _LONG_LOG:
                        # Nearly all of it has just been moved; the rest is quick.
                        async with self._turn:
                            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _write(self, group: Sequence[_Write]) -> None:
        by_statement: dict[int, tuple[Executable, list[dict[str, Any]]]] = {}
        for write in group:
            for statement, values in write.parts:
                by_statement.setdefault(id(statement), (statement, []))[1].append(values)
        work = list(by_statement.values())
        began = time.perf_counter()
        if self._thread is not None:
            async with self._turn:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._at_once, work)
        else:
            async with self.begin() as connection:
                for statement, rows in work:
                    await connection.execute(statement, rows)
        metrics.commits.inc()
        metrics.commit_seconds.observe(time.perf_counter() - began)

    def _at_once(self, work: Sequence[tuple[Executable, Rows]]) -> None:
        """The same for SQLite: in one visit to another thread instead of one for each statement."""
        assert self._straight is not None
        with self._straight.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                for statement, rows in work:
                    if text := self._text(statement, rows[0]):
                        connection.exec_driver_sql(text, rows)
                    else:
                        connection.execute(statement, rows)
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise

    def _text(self, statement: Executable, row: dict[str, Any]) -> str:
        """A statement as SQLite reads it, if all that goes into it stands in the rows.

        SQLAlchemy would look through every row of every group; so the driver alone does.
        """
        if statement not in self._texts:
            assert self._straight is not None
            assert isinstance(statement, ClauseElement)
            compiled = statement.compile(dialect=self._straight.dialect, column_keys=list(row))
            plain = compiled.params.keys() <= row.keys()
            self._texts[statement] = str(compiled) if plain else ""
        return self._texts[statement]

    async def _one_by_one(self, group: Sequence[_Write], bad: Exception) -> None:
        """One of a group could not be written: the others are not to suffer."""
        for write in group:
            try:
                if len(group) == 1:
                    raise bad
                await self._write([write])
            except IntegrityError:
                _fail(write, Conflict())
            except Exception as worse:
                _fail(write, worse)
            else:
                if not write.done.done():
                    write.done.set_result(None)


def _fail(write: _Write, why: Exception) -> None:
    if not write.done.done():
        write.done.set_exception(why)


def driver_url(url: str) -> str:
    """The URL with the driver we use: people write `postgresql://…` and `sqlite:///…`."""
    for plain, driver in (
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(plain):
            return driver + url.removeprefix(plain)
    return url


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
    # The driver's own transactions begin too late for us: we say BEGIN ourselves.
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", pool_size=4, max_overflow=4)
    event.listen(engine.sync_engine, "connect", _prepare)
    return engine


def _straight(url: str) -> Engine:
    """SQLite without a driver that waits for it: for the one thread that writes entries."""
    plain = url.replace("sqlite+aiosqlite://", "sqlite://", 1)
    engine = create_engine(
        plain, isolation_level="AUTOCOMMIT", poolclass=StaticPool, paramstyle="named"
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    # First of all, as the others may have to wait, too.
    for pragma in (
        "busy_timeout=10000",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "wal_autocheckpoint=0",  # `_tidy` does it
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
