"""What every request passes first: whose it can be, how large, how often.

A page of someone else's, opened in the same browser, must not be able to act here: whatever changes
something, and every live connection, has to come from a page of this server's own, or show a token,
which browsers never send by themselves.
"""

import ipaddress
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from goldenhorn.server import metrics
from goldenhorn.server.doors import LARGEST_BODY
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import Problem
from goldenhorn.server.limits import Limits, TooMany, whose
from goldenhorn.server.settings import Settings
from goldenhorn.words import say

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

_log = logging.getLogger("goldenhorn.requests")

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
# All others are counted as one: anybody can make them up, of any length and without end.
_METHODS: Final = (*_SAFE, "POST", "PUT", "PATCH", "DELETE", "TRACE")
_HOME_NAMES: Final = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost", ".test")

_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
_SECURITY: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
_ONLY_HTTPS: Final = (b"strict-transport-security", b"max-age=31536000")


def guarded(inner: App, settings: Settings, limits: Limits) -> App:
    """The server behind its guard."""
    own = frozenset(_origin(address) for address in settings.public_addresses)
    hosts = frozenset(urlsplit(address).hostname or "" for address in own)
    security = (*_SECURITY, _ONLY_HTTPS) if settings.secure else _SECURITY

    def check(scope: Scope) -> None:
        found = dict(reversed(list(scope["headers"])))  # of those given twice, the first
        host = found.get(b"host", b"").decode("latin-1").lower()
        path, address = scope["path"], scope["state"]["address"]
        live = scope["type"] == "websocket"
        api = path.startswith("/api/") or path == "/api"
        limits.take("live" if live else "request" if api else "page", address)
        if not _is_host_ours(host, hosts):
            raise Refused(421, "wrong-host", say("refused-host"))
        if live or scope["method"] not in _SAFE:
            _check_origin(found, host, own, live=live)
            if not live:
                _check_body(found)

    async def request(scope: Scope, receive: Receive, send: Send) -> None:
        began, status, mark = time.perf_counter(), 500, scope["state"]["request"]
        started = False

        async def send_on(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                message["headers"] = [
                    *message.get("headers", ()),
                    *security,
                    (b"x-request-id", mark.encode()),
                ]
                if scope["path"].startswith("/api"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            check(scope)
            if scope["method"] == "OPTIONS":
                # A browser asks so whether a page elsewhere may act here: it may not.
                scope["method"] = "TRACE"
            await inner(scope, receive, send_on)
        except Refused as refused:
            await refuse(send_on, refused)
        except Exception:
            _log.exception("a request failed", extra={"request": mark})
            if not started:
                await refuse(send_on, _unforeseen())
        finally:
            route = scope.get("path_template") or ("page" if status < 400 else "nowhere")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            metrics.requests.labels(method, route, str(status)).inc()
            _log.info(
                "request",
                extra={
                    "request": mark,
                    "method": method,
                    "route": route,
                    "status": status,
                    "ms": round((time.perf_counter() - began) * 1000, 1),
                    "user": scope["state"].get("user"),
                },
            )

    async def live(scope: Scope, receive: Receive, send: Send) -> None:
        address = scope["state"]["address"]
        try:
            check(scope)
            if not limits.enter(address):
                raise TooMany(30)
        except Refused as refused:
            await _refuse_live(scope, receive, send, refused)
            return
        metrics.sockets.inc()
        began = time.monotonic()
        try:
            await inner(scope, receive, send)
        finally:
            limits.leave(address)
            metrics.sockets.dec()
            seconds = round(time.monotonic() - began, 1)
            _log.info("live", extra={"request": scope["state"]["request"], "seconds": seconds})

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.setdefault("state", {})
        state["address"] = client_address(scope, trust_proxy=settings.trust_proxy)
        state["request"] = secrets.token_hex(6)
        await (live if scope["type"] == "websocket" else request)(scope, receive, send)

    return app


def client_address(scope: Scope, *, trust_proxy: bool) -> str:
    """Where a request comes from, as limits count it."""
    client = scope.get("client")
    address = client[0] if client else ""
    if trust_proxy:
        for name, value in reversed(list(scope["headers"])):
            if name == b"x-forwarded-for":
                # Our own proxy has added the last one; those before it anybody can write.
                said = value.decode("latin-1").rsplit(",", 1)[-1].strip()
                address = said[:64] or address
                break
    return whose(address)


def _is_host_ours(host: str, hosts: frozenset[str]) -> bool:
    """Whether a page of that name can be ours.

    Any name can be made to lead to this machine, and its pages would then count as ours. Names in
    public therefore have to be told (`--public-address`); numbers and names at home are no danger.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in hosts or name == "localhost":
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return not hosts and bool(name) and ("." not in name or name.endswith(_HOME_NAMES))
    return True


def _origin(address: str) -> str:
    """Scheme, host and port, the usual port left out."""
    parts = urlsplit(address.lower())
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def _check_origin(found: dict[bytes, bytes], host: str, own: frozenset[str], *, live: bool) -> None:
    """That a page of ours is asking, or a program."""
    if found.get(b"authorization"):
        return
    said = found.get(b"origin")
    if said is None:
        same = found.get(b"sec-fetch-site") == b"same-origin" and not live
        if b"cookie" in found and not same:
            raise Refused(403, "no-origin", say("refused-no-origin"))
        return
    try:
        origin = _origin(said.decode("latin-1"))
        is_here = origin in (_origin(f"http://{host}"), _origin(f"https://{host}"))
        # Where the public address is https, a page that came by http is not to be trusted.
        is_public = urlsplit(origin).hostname in {urlsplit(each).hostname for each in own}
    except ValueError:
        raise Refused(403, "foreign-origin", say("refused-foreign-origin")) from None
    if origin not in own and (not is_here or is_public):
        raise Refused(403, "foreign-origin", say("refused-foreign-origin"))


def _check_body(found: dict[bytes, bytes]) -> None:
    length = found.get(b"content-length", b"0")
    if not length.isdigit() or int(length[:12]) > LARGEST_BODY:
        raise Refused(413, "too-large", say("refused-too-large", most=LARGEST_BODY))
    kind = found.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if kind != b"application/json" and (length != b"0" or b"transfer-encoding" in found):
        raise Refused(415, "not-json", say("refused-not-json"))


async def refuse(send: Send, refused: Refused) -> None:
    """Say no over HTTP."""
    body = problem(refused)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *retry_after(refused),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_live(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Say no to a live connection before it is one."""
    await receive()  # websocket.connect
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 4403, "reason": refused.error})
        return
    body = problem(refused)
    headers = [(b"content-type", b"application/json"), *retry_after(refused)]
    start = {"type": "websocket.http.response.start", "status": refused.status}
    await send({**start, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


def problem(refused: Refused) -> bytes:
    """A refusal as JSON."""
    told = Problem(
        refused.error,
        refused.reason,
        refused.rule or msgspec.UNSET,
        refused.field or msgspec.UNSET,
    )
    return msgspec.json.encode(told)


def retry_after(refused: Refused) -> list[tuple[bytes, bytes]]:
    """When to come again, where that is known."""
    if isinstance(refused, TooMany):
        return [(b"retry-after", str(refused.wait).encode())]
    return [(b"retry-after", b"2")] if refused.status in (429, 503) else []


def _unforeseen() -> Refused:
    return Refused(500, "unforeseen", say("refused-unforeseen"))
