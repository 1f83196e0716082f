"""A table’s live connection: docs/live.md is what is said over it."""

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from msgspec import Meta, Struct
from sqlalchemy.exc import SQLAlchemyError

from goldenhorn.server import playing
from goldenhorn.server.errors import Refused
from goldenhorn.server.hall import COME_AGAIN, Hall
from goldenhorn.server.limits import Limits, TooMany
from goldenhorn.server.looking import may_look
from goldenhorn.server.place import Place, text_of
from goldenhorn.server.who import Known, Who, asker
from goldenhorn.words import say

_MOST_WAITING: Final = 500  # messages; who cannot take them in is too slow, and may come back
_RATE: Final = 40.0  # messages a second that one connection may send, for long
_BURST: Final = 120.0  # and at once
_LONGEST: Final = 4096  # bytes of a message
_MOST_MOVES: Final = 40  # no turn has more
_ENTRIES: Final = 200  # of a long game cost as much as opening one more table
_MOST_HERE: Final = 300  # connections to a table; then only those come in who sit there
_MOST_CHAT: Final = 5.0  # seconds of patience that a line of chat costs

_log: Final = logging.getLogger("goldenhorn.live")

_Id = Annotated[str, Meta(max_length=64)] | None
_Number = Annotated[int, Meta(ge=1, le=1_000_000)]


class Play(Struct, tag_field="t", tag="play"):
    """Moves to be made."""

    n: _Number
    moves: Annotated[
        list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=_MOST_MOVES)
    ]
    id: _Id = None


class Undo(Struct, tag_field="t", tag="undo"):
    """Take back the last one."""

    n: _Number
    id: _Id = None


class Chat(Struct, tag_field="t", tag="chat"):
    """Something to say."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    id: _Id = None


class Back(Struct, tag_field="t", tag="back"):
    """I am here again."""

    id: _Id = None


class Ping(Struct, tag_field="t", tag="ping"):
    """Are you there, and what time is it?"""

    id: _Id = None


_decode: Final = msgspec.json.Decoder(Play | Undo | Chat | Back | Ping).decode


class Connection:
    """Someone at a table. What is to be said waits here until the network takes it."""

    __slots__ = (
        "_allowance",
        "_allowed",
        "_closing",
        "_counted",
        "_rest",
        "_socket",
        "_waiting",
        "_who",
        "address",
        "busy",
        "gone",
        "known",
        "limits",
        "name",
        "seats",
        "user",
    )

    def __init__(
        self, socket: "WebSocket[Any, Any, Any]", known: Known | None, allowance: float
    ) -> None:
        self._socket = socket
        self._who: Who = socket.app.state.who
        self.address: str = socket.scope["state"]["address"]
        self.limits: Limits = socket.app.state.limits
        self.known = known
        self.user = known.user.id if known else None
        self.name = known.user.name if known else say("someone")
        self.seats: list[int] = []
        self.busy = self.gone = False
        self._waiting: deque[str] = deque()
        self._rest: asyncio.Future[None] | None = None  # while there is nothing to be said
        self._closing: int | None = None
        self._allowance = allowance  # how many times the usual; 0 is without limit
        self._allowed = _BURST
        self._counted = time.monotonic()

    def put(self, text: str) -> None:
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.clear()
            self._closing = 4408
        elif self._closing is None:
            self._waiting.append(text)
        self._wake()

    def hang_up(self, code: int) -> None:
        self._closing = code
        self._wake()

    def _wake(self) -> None:
        if self._rest is not None and not self._rest.done():
            self._rest.set_result(None)

    async def pump(self) -> None:
        """Say what is to be said, one thing after the other."""
        send = self._socket.send
        loop = asyncio.get_running_loop()
        while True:
            while self._waiting:
                await send(
                    {"type": "websocket.send", "text": self._waiting.popleft(), "bytes": None}
                )
            if self._closing is not None:
                await self._socket.close(code=self._closing)
                return
            self._rest = loop.create_future()
            await self._rest

    async def is_known(self, *, anew: bool = False) -> bool:
        """Whether who came here may still act as who they were, and by which name."""
        if self.known is None:
            return True
        if anew:
            self._who.forget(self.known.user.id)
        known = await self._who.still(self.known)
        if known is None:
            return False
        self.known, self.name = known, known.user.name
        return True

    def spend(self, cost: float = 1.0) -> bool:
        """Whether one more message is not too many."""
        if not self._allowance:
            return True
        now = time.monotonic()
        earned = (now - self._counted) * _RATE * self._allowance
        self._allowed = min(_BURST * self._allowance, self._allowed + earned)
        self._counted = now
        if self._allowed < cost or self.limits.wait("message", self.address, cost):
            return False
        self._allowed -= cost
        return True


@websocket("/api/tables/{id:str}/live")
async def live(socket: "WebSocket[Any, Any, Any]") -> None:
    """A table, as it happens."""
    hall: Hall = socket.app.state.hall
    try:
        known = await asker(socket)
        user = known.user if known else None
        place = await hall.place(socket.path_params["id"])
    except Refused as no:
        await _turn_away(socket, {401: 4401, 404: 4404}.get(no.status, 4403))
        return
    if place.live.status == "closed":
        await _turn_away(socket, 4404)
        return
    if not may_look(place.live, user):
        await _turn_away(socket, 4403 if user else 4401)
        return
    limits: Limits = socket.app.state.limits
    if limits.wait("live", socket.scope["state"]["address"], place.live.number / _ENTRIES):
        await _turn_away(socket, 4408)
        return
    if len(place.lines) >= _MOST_HERE and not place.live.seats_of(user.id if user else None):
        await _turn_away(socket, 4409)
        return
    await socket.accept()
    connection = Connection(socket, known, socket.app.state.settings.limits)
    pump = asyncio.create_task(connection.pump())
    try:
        place = await _greet(hall, place, connection, socket)
        listening = asyncio.create_task(_listen(hall, place, connection, socket))
        await asyncio.wait({pump, listening}, return_when=asyncio.FIRST_COMPLETED)
        connection.gone = True
        if not connection.busy:  # what is being written down is also to be told
            listening.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await listening
    except Exception:  # nobody behind us would say so
        _log.exception(
            "a live connection failed", extra={"request": socket.scope["state"]["request"]}
        )
        raise
    finally:
        hall.depart(place, connection)
        pump.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await pump


async def _turn_away(socket: "WebSocket[Any, Any, Any]", code: int) -> None:
    """Close with a code; a page learns it only once the connection stands."""
    await socket.accept()
    await socket.close(code=code)


async def _greet(
    hall: Hall, place: Place, connection: Connection, socket: "WebSocket[Any, Any, Any]"
) -> Place:
    """The whole table, or what came since."""
    come, at = _asked_number(socket, "from"), _asked_number(socket, "since")
    async with hall.at(place.live.id) as place:  # noqa: PLR1704 - it may have been put away
        connection.seats = place.live.seats_of(connection.user)
        for message in await hall.snapshot(place, connection, at, come):
            connection.put(text_of(message))
        hall.arrive(place, connection)
    return place


def _asked_number(socket: "WebSocket[Any, Any, Any]", name: str) -> int | None:
    text = str(socket.query_params.get(name) or "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None


async def _listen(
    hall: Hall, place: Place, connection: Connection, socket: "WebSocket[Any, Any, Any]"
) -> None:
    """Do what is asked for, one thing after the other."""
    while True:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        came = hall.clock.now()
        text = event.get("text") or event.get("bytes") or b""
        if not connection.spend():
            connection.put(_no(None, "slow", say("refused-slow")))
            await asyncio.sleep(0.2)
            continue
        if len(text) > _LONGEST:
            connection.put(_no(None, "form", say("refused-form", why=f"{len(text)} bytes")))
            continue
        try:
            asked = _decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
            connection.put(_no(None, "form", say("refused-form", why=str(bad)[:200])))
            continue
        connection.busy = True
        place.asked.append(came)
        try:
            await _do(hall, place, connection, asked, came)
        finally:
            place.asked.remove(came)
        connection.busy = False
        if connection.gone:
            return


async def _do(hall: Hall, place: Place, connection: Connection, asked: Any, came: float) -> None:
    try:
        if not await connection.is_known():
            connection.hang_up(COME_AGAIN)
        elif isinstance(asked, Play):
            if len(asked.moves) > 1 and not connection.spend(len(asked.moves) - 1):
                raise playing.No("slow", say("refused-slow"))
            await playing.play(hall, place, connection.seats, asked.n, asked.moves, came)
        elif isinstance(asked, Undo):
            await playing.take_back(hall, place, connection.seats, asked.n, came)
        elif isinstance(asked, Ping):
            connection.put(text_of({"t": "pong", "now": round(hall.clock.wall(), 3)}))
        elif isinstance(asked, Back):
            async with place.lock:
                if place.live.status == "playing":
                    await playing.set_away(hall, place, connection.seats, away=False)
        else:
            await _chat(hall, place, connection, asked.text)
    except playing.Done:
        message = {"t": "done", "id": asked.id, "number": place.live.number}
        connection.put(text_of(message))
    except playing.No as no:
        connection.put(_no(asked.id, no.why, no.reason, no.rule, place.live.number))
    except Refused as no:
        connection.put(_no(asked.id, no.error, no.reason))
    except (SQLAlchemyError, OSError) as bad:
        _log.warning("something could not be kept: %s", type(bad).__name__)
        connection.put(_no(asked.id, "unavailable", say("refused-unavailable")))


async def _chat(hall: Hall, place: Place, connection: Connection, text: str) -> None:
    if connection.known is None:
        raise playing.No("seat", say("refused-not-seated"))
    try:
        connection.limits.take("my talk", connection.known.user.id)
    except TooMany:  # by all their windows
        raise playing.No("slow", say("refused-slow")) from None
    if connection.limits.wait("talk", connection.address) or not connection.spend(_MOST_CHAT):
        raise playing.No("slow", say("refused-slow"))
    said = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if said:
        await hall.say_chat(place, connection.known.user, said)


def _no(
    asked: str | None, why: str, reason: str, rule: str | None = None, number: int | None = None
) -> str:
    message = {"t": "no", "id": asked, "why": why, "reason": reason}
    if rule is not None:
        message["rule"] = rule
    return text_of(message if number is None else {**message, "number": number})
