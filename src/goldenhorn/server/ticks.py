"""What is to be done time after time, and ends without being broken off in the middle.

A task that is cancelled while it talks to a database may come back with the database's complaint
instead, and would then go on for ever.
"""

import asyncio
from collections.abc import AsyncIterator


async def every(seconds: float, end: asyncio.Event) -> AsyncIterator[None]:
    """Again and again after so many seconds, until it is to end."""
    while not end.is_set():
        try:
            async with asyncio.timeout(seconds):
                await end.wait()
        except TimeoutError:
            yield
