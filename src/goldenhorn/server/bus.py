"""What server processes tell each other over Redis: that something is new at a table.

A message carries nothing but what everyone may know, and losing one does no harm: the truth is in
the database, at which every process also looks now and then.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

_CHANNEL: Final = "goldenhorn"

_log = logging.getLogger("goldenhorn.bus")

Hear = Callable[[dict[str, Any]], Awaitable[None]]


class Bus:
    """The line between server processes."""

    def __init__(self, url: str, name: str, hear: Hear) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(url)
        self._name = name
        self._hear = hear
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen; fails where there is no Redis."""
        await self._redis.ping()
        self._task = asyncio.create_task(self._listen(), name="bus")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()

    def say(self, kind: str, table: str, **more: Any) -> None:
        """Tell the other processes; nobody waits for it."""
        message = {"kind": kind, "table": table, "from": self._name, **more}
        task = asyncio.create_task(self._send(msgspec.json.encode(message)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, text: bytes) -> None:
        try:
            await self._redis.publish(_CHANNEL, text)
        except Exception as bad:  # it will be back; until then the others look for themselves
            _log.warning("Redis cannot be reached: %s", type(bad).__name__)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as line:
                    await line.subscribe(_CHANNEL)
                    async for heard in line.listen():
                        message = msgspec.json.decode(heard["data"])
                        if message["from"] != self._name:
                            await self._take_in(message)
            except Exception as bad:
                _log.warning("Redis cannot be heard: %s", type(bad).__name__)
                await asyncio.sleep(1)

    async def _take_in(self, message: dict[str, Any]) -> None:
        try:
            await self._hear(message)
        except Exception as bad:  # a table that is amiss is no reason to miss what else is said
            _log.warning("what was heard could not be taken in: %s", type(bad).__name__)
