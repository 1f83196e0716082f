"""Passwords: only what argon2 makes of them is kept, and the event loop never waits for it."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from goldenhorn.server.errors import Refused
from goldenhorn.words import say

_T = TypeVar("_T")
_MOST_WAITING: Final = 40  # each takes some tenth of a second


class Passwords:
    """Hashes and checks, a few at a time: each one fills 64 MiB for a moment."""

    def __init__(self, at_once: int) -> None:
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="password")
        self._busy = 0
        self._nobody: asyncio.Future[str] | None = None

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> str:
        """What to keep of a password."""
        return await self._aside(lambda: self._hasher.hash(_composed(password)))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether it is the one; where there is none it takes as long to say no."""
        nobodys = await self._hash_of_nobody()  # in any case, or the first one would be told apart
        against = kept or nobodys
        fits = await self._aside(lambda: self._verify(against, _composed(password)))
        return fits and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Made with weaker settings than today's."""
        return self._hasher.check_needs_rehash(kept)

    async def _hash_of_nobody(self) -> str:
        if self._nobody is None:
            self._nobody = asyncio.ensure_future(self.hashed("what nobody would type"))
        try:
            return await asyncio.shield(self._nobody)
        except Refused:
            self._nobody = None  # the next one is to try again
            raise

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _aside(self, do: Callable[[], _T]) -> _T:
        if self._busy >= _MOST_WAITING:
            raise Refused(429, "busy", say("refused-busy"))
        self._busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, do)
        finally:
            self._busy -= 1


def _composed(password: str) -> str:
    """The same password, however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", password)
