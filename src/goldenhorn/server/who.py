"""Who is asking: known by a page's signed cookie or by a program's token.

`asker` is the one place that decides this, for REST and for live connections alike.
"""

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldenhorn.server.errors import Refused
from goldenhorn.server.schema import keys, sessions, tokens, users
from goldenhorn.server.store import Store
from goldenhorn.words import say

DAYS: Final = 400  # browsers keep no cookie for longer
TOKEN_MARK: Final = "gh_"  # so that one found in the wrong place is known for what it is

_LIFE: Final = DAYS * 86400.0
_DAY: Final = 86400.0
_MOST_REMEMBERED: Final = 20_000
_MEMORY: Final = 60.0  # seconds
# Another process may have signed someone out; it is to be true here soon, too.
_SHARED_MEMORY: Final = 2.0


class User(NamedTuple):
    """Someone with a name: a guest, or with an account."""

    id: int
    name: str
    account: bool


@dataclass(slots=True)
class Known:
    """Someone, and what they are known by."""

    user: User
    key: str  # of the session or the token in the database
    by_token: bool
    seen: float
    until: float = 0.0  # this may be believed, by the monotonic clock


class Who:
    """Knows people by what they show; asks the database only now and then."""

    def __init__(
        self, store: Store, *, shared: bool, secure: bool, now: Callable[[], float] = time.time
    ) -> None:
        self.store = store
        self.now = now
        self.secure = secure
        # A cookie of this name cannot be set from another host, nor over plain HTTP.
        self.cookie = "__Host-goldenhorn" if secure else "goldenhorn"
        self._memory = _SHARED_MEMORY if shared else _MEMORY
        self._known: dict[str, Known] = {}
        self._changes = 0
        self._secret = b""

    async def open(self) -> None:
        """Learn the key that signs cookies, or make it."""
        secret = await self._kept_secret()
        if secret is None:
            try:
                async with self.store.begin() as db:
                    value = secrets.token_hex(32)
                    await db.execute(insert(keys).values(name="cookies", value=value))
            except IntegrityError:
                pass  # another server process was quicker
            secret = await self._kept_secret()
        assert secret is not None
        self._secret = bytes.fromhex(secret)

    async def tidy(self) -> None:
        """Forget sessions that are long over."""
        async with self.store.begin() as db:
            await db.execute(delete(sessions).where(sessions.c.seen < self.now() - _LIFE))

    async def _kept_secret(self) -> str | None:
        async with self.store.read() as db:
            return await db.scalar(select(keys.c.value).where(keys.c.name == "cookies"))

    # What is shown

    def signed(self, identity: str) -> str:
        """What the cookie holds: an id nobody can guess, and our signature."""
        mark = hmac.digest(self._secret, identity.encode(), "sha256")
        return f"{identity}.{base64.urlsafe_b64encode(mark).decode().rstrip('=')}"

    def unsigned(self, cookie: str) -> str | None:
        """The id, if we have signed it."""
        identity, dot, _ = cookie.partition(".")
        if not dot or len(cookie) > 200 or not cookie.isascii():
            return None
        return identity if hmac.compare_digest(cookie, self.signed(identity)) else None

    async def known(self, headers: Iterable[tuple[bytes, bytes]]) -> Known | None:
        """Who shows these headers. A token not ours is refused, an old cookie ignored."""
        cookie = token = ""
        for name, value in headers:
            if name == b"authorization":
                token = value.decode("latin-1")
            elif name == b"cookie" and not cookie:
                cookie = self._in_cookies(value.decode("latin-1"))
        if token:
            found = await self._by_token(token)
            if found is None:
                raise Refused(401, "bad-token", say("refused-token"))
            return found
        return await self._recall(key_of(cookie), by_token=False) if cookie else None

    async def still(self, known: Known) -> Known | None:
        """The same, if what was shown then would be believed now."""
        return await self._recall(known.key, by_token=known.by_token)

    def identity(self, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """The id in the cookie, or nothing."""
        for name, value in headers:
            if name == b"cookie" and (found := self._in_cookies(value.decode("latin-1"))):
                return found
        return ""

    def _in_cookies(self, header: str) -> str:
        """The id in our cookie; others of its name may have come from elsewhere."""
        for part in header.split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.cookie and (identity := self.unsigned(value)):
                return identity
        return ""

    async def _by_token(self, header: str) -> Known | None:
        scheme, _, token = header.partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token.startswith(TOKEN_MARK) or len(token) > 100:
            return None
        return await self._recall(key_of(token), by_token=True)

    # What is remembered

    async def _recall(self, key: str, *, by_token: bool) -> Known | None:
        found = self._known.get(key)
        if found is None or found.until < time.monotonic():
            changes = self._changes
            found = await self._look_up(key, by_token)
            if found is None:
                self._known.pop(key, None)
                return None
            if changes == self._changes:  # or what was read may be old already
                if len(self._known) >= _MOST_REMEMBERED:
                    self._known.clear()
                found.until = time.monotonic() + self._memory
                self._known[key] = found
        if found.by_token != by_token:
            return None
        if self.now() - found.seen > _DAY:
            await self._see(found)
        return found

    async def _look_up(self, key: str, by_token: bool) -> Known | None:
        shown = tokens if by_token else sessions
        seen = tokens.c.used if by_token else sessions.c.seen
        asked = (
            select(users.c.id, users.c.name, users.c.account, seen.label("seen"))
            .join_from(shown, users, shown.c.user == users.c.id)
            .where(shown.c.key == key)
        )
        async with self.store.read() as db:
            row = (await db.execute(asked)).one_or_none()
        if row is None or (not by_token and row.seen < self.now() - _LIFE):
            return None
        user = User(row.id, row.name, row.account is not None)
        return Known(user, key, by_token, row.seen or 0.0)

    async def _see(self, found: Known) -> None:
        """Note, once a day, that a session or a token is in use."""
        found.seen = self.now()
        shown = tokens if found.by_token else sessions
        column = "used" if found.by_token else "seen"
        async with self.store.begin() as db:
            await db.execute(
                update(shown).where(shown.c.key == found.key).values({column: found.seen})
            )

    def forget(self, user: int) -> None:
        """What was remembered of someone is no longer true."""
        self._changes += 1
        self._known = {key: known for key, known in self._known.items() if known.user.id != user}

    # Cookies

    def set_cookie(self, identity: str) -> str:
        """The header's value that makes a browser show this id from now on."""
        return self._cookie_header(self.signed(identity), int(_LIFE))

    def clear_cookie(self) -> str:
        """The header's value that makes a browser forget it."""
        return self._cookie_header("", 0)

    def _cookie_header(self, value: str, age: int) -> str:
        secure = "; Secure" if self.secure else ""
        return f"{self.cookie}={value}; Max-Age={age}; Path=/; HttpOnly; SameSite=Lax{secure}"


def key_of(shown: str) -> str:
    """What is kept of an id or a token: nobody who reads the database could show it."""
    return hashlib.sha256(shown.encode("utf-8", "surrogateescape")).hexdigest()


async def asker(connection: Any) -> Known | None:
    """Who opened this request or live connection; nobody if they show nothing or nothing valid."""
    who: Who = connection.app.state.who
    try:
        return await who.known(connection.scope["headers"])
    except Refused:
        return None
