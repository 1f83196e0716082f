"""Serves the built page, from memory; for ever, where a file's name holds its hash."""

import gzip
import hashlib
import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from goldenhorn.server.guard import App, Receive, Scope, Send
from goldenhorn.words import say

PAGE: Final = Path(__file__).parent / "page"

# The rooms of the page; it finds its way by itself.
_ROOMS: Final = ("", "me", "new", "rules", "table")
_TEXT: Final = ("text/", "application/json", "application/javascript", "image/svg+xml")
_FOR_EVER: Final = b"public, max-age=31536000, immutable"
_ASK_AGAIN: Final = b"no-cache"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/plain", ".ftl")


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page, ready to be sent."""

    kind: bytes
    tag: bytes
    cache: bytes
    bodies: dict[bytes, bytes]  # by encoding; plain under identity


class Shelf:
    """The files of a page; read anew when the page was built anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, Path] = {}
        self._ready: dict[str, File] = {}
        self._built = 0

    def find(self, name: str) -> File | None:
        """The file of that name, if the page has one."""
        try:
            built = (self.folder / "index.html").stat().st_mtime_ns
        except OSError:
            return None
        if built != self._built:
            self._built, self._ready = built, {}
            found = (path for path in self.folder.rglob("*") if path.is_file())
            self._files = {path.relative_to(self.folder).as_posix(): path for path in found}
        if name not in self._files or name.endswith((".br", ".gz")):
            return None
        if name not in self._ready:
            self._ready[name] = _read(self._files[name], name)
        return self._ready[name]


def _read(path: Path, name: str) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    bodies = {b"identity": body}
    if kind.startswith(_TEXT) or kind.endswith(("+json", "+xml")):
        for encoding, ending in ((b"br", ".br"), (b"gzip", ".gz")):
            beside = path.with_name(path.name + ending)
            if beside.is_file():
                bodies[encoding] = beside.read_bytes()
        if b"gzip" not in bodies and len(body) > 1000:
            bodies[b"gzip"] = gzip.compress(body, 9, mtime=0)
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
    tag = hashlib.sha256(body).hexdigest()[:20]
    cache = _FOR_EVER if name.startswith("assets/") else _ASK_AGAIN
    return File(kind.encode(), f'"{tag}"'.encode(), cache, bodies)


def with_pages(api: App, folder: Path = PAGE) -> App:
    """The page for all that is not the API's."""
    shelf = Shelf(folder)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        first, _, rest = path.removeprefix("/").partition("/")
        if scope["type"] != "http" or first in ("api", "health", "metrics"):
            await api(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            await _send_plain(send, 405, say("page-only-read"), ((b"allow", b"GET, HEAD"),))
            return
        file = shelf.find(path.removeprefix("/"))
        status = 200
        if file is None:
            if "." in (rest or first).rsplit("/", 1)[-1]:
                await _send_plain(send, 404, say("page-no-file"))
                return
            file = shelf.find("index.html")
            status = 200 if first in _ROOMS else 404
        if file is None:
            await _send_plain(send, 503 if status == 200 else 404, say("page-not-built"))
            return
        await _send_file(scope, send, file, status)

    return app


async def _send_file(scope: Scope, send: Send, file: File, status: int) -> None:
    found = dict(scope["headers"])
    headers = [
        (b"etag", file.tag),
        (b"cache-control", file.cache),
        (b"vary", b"accept-encoding"),
    ]
    known = [
        tag.strip().removeprefix(b"W/") for tag in found.get(b"if-none-match", b"").split(b",")
    ]
    if status == 200 and file.tag in known:
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    encoding = _best(found.get(b"accept-encoding", b""), file.bodies)
    body = file.bodies[encoding]
    headers += [(b"content-type", file.kind), (b"content-length", str(len(body)).encode())]
    if encoding != b"identity":
        headers.append((b"content-encoding", encoding))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _best(accepted: bytes, there: Iterable[bytes]) -> bytes:
    """The smallest form that the browser takes."""
    wanted = set()
    for part in accepted.lower().split(b","):
        name, _, weight = part.partition(b";")
        if weight.strip().replace(b" ", b"") not in (b"q=0", b"q=0.0", b"q=0.00", b"q=0.000"):
            wanted.add(name.strip())
    for encoding in (b"br", b"gzip"):
        if encoding in there and encoding in wanted:
            return encoding
    return b"identity"


async def _send_plain(
    send: Send, status: int, text: str, more: tuple[tuple[bytes, bytes], ...] = ()
) -> None:
    body = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
