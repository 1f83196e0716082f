"""A WebSocket client and an HTTP client, as small as measuring a server allows.

Libraries made for all the world would take more of the processor than the server that is measured.
"""

import asyncio
import base64
import json
import os
from collections.abc import Callable
from typing import Any, Final

_MASK: Final = b"\x00\x00\x00\x00"  # a mask is due; this one changes nothing
_LIMIT: Final = 16 << 20


class Wire(asyncio.Protocol):
    """One live connection; whole messages go to `hear` as bytes."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]) -> None:
        self._request = request
        self._hear = hear
        self._buffer = b""
        self._open = False
        self._transport: Any = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        self._buffer = data = self._buffer + data if self._buffer else data
        place = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in data[:20]:
                self.ready.set_exception(ConnectionError(data[:200].decode("latin-1")))
                return
            self._open = True
            self.ready.set_result(None)
            place = end + 4
        size = len(data)
        while size - place >= 2:
            kind, length, body = data[place] & 15, data[place + 1], place + 2
            if length == 126:
                length, body = int.from_bytes(data[place + 2 : place + 4]), place + 4
            elif length == 127:
                length, body = int.from_bytes(data[place + 2 : place + 10]), place + 10
            if size < body + length:
                break
            place = body + length
            if kind == 1:
                self._hear(data[body:place])
            elif kind == 9:
                self._send(0x8A, data[body:place])
        self._buffer = data[place:] if place < size else b""

    def say(self, text: bytes) -> None:
        """Send a message."""
        self._send(0x81, text)

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = (
            bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE, size >> 8, size & 255))
        )
        self._transport.write(head + _MASK + body)

    def close(self) -> None:
        """Leave."""
        self._transport.close()


async def dial(port: int, path: str, cookie: str, hear: Callable[[bytes], None]) -> Wire:
    """Open a live connection."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(request, hear), "127.0.0.1", port)
    await wire.ready
    return wire


async def ask(
    port: int, method: str, path: str, cookie: str = "", body: Any = None
) -> tuple[Any, str]:
    """One REST call: the answer, and the cookie that came with it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=_LIMIT)
    text = b"" if body is None else json.dumps(body).encode()
    writer.write(
        (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        ).encode()
        + text
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    rest = await reader.read()
    writer.close()
    if "transfer-encoding: chunked" in head.lower():
        rest = _unchunked(rest)
    status = int(head.split()[1])
    answer = json.loads(rest) if rest else None
    if status >= 400:
        raise RuntimeError(f"{method} {path}: {status} {answer}")
    given = cookie
    for line in head.split("\r\n"):
        if line.lower().startswith("set-cookie:"):
            given = line.split(":", 1)[1].split(";")[0].strip()
    return answer, given


def _unchunked(body: bytes) -> bytes:
    whole, place = b"", 0
    while True:
        end = body.index(b"\r\n", place)
        size = int(body[place:end], 16)
        if size == 0:
            return whole
        whole += body[end + 2 : end + 2 + size]
        place = end + 4 + size
