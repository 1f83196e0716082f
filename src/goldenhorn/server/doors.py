"""What can be asked by REST, as data: from it come the handlers and the description of the API.

A door names its method and path, what comes in and goes out, who may ask, and how it may refuse.
"""

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import SerializationException
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from goldenhorn.server import metrics
from goldenhorn.server.errors import Refused
from goldenhorn.server.hall import Hall
from goldenhorn.server.limits import Limits
from goldenhorn.server.people import People, sign_in_first
from goldenhorn.server.who import Known, User
from goldenhorn.words import say

LARGEST_BODY: Final = 16_384  # bytes

_Form = TypeVar("_Form")
# A token is for playing: who someone is can be changed only by a page, which shows the cookie.
Asker = Literal["anyone", "someone", "page", "page or nobody"]


@dataclass(slots=True)
class Asked:
    """One request, understood."""

    request: "Request[Any, Any, Any]"
    known: Known | None
    form: Any = None
    query: Any = None
    headers: dict[str, str] = field(default_factory=dict)  # of the answer
    cookie: str | None = None

    @property
    def state(self) -> Any:
        return self.request.app.state

    @property
    def people(self) -> People:
        people: People = self.request.app.state.people
        return people

    @property
    def hall(self) -> Hall:
        hall: Hall = self.request.app.state.hall
        return hall

    @property
    def path(self) -> dict[str, Any]:
        return self.request.path_params

    @property
    def user(self) -> User:
        """Who asks."""
        if self.known is None:
            raise sign_in_first()
        return self.known.user

    @property
    def whoever(self) -> User | None:
        """The same, or nobody."""
        return self.known.user if self.known else None

    def take(self, kind: str, whose: str | int | None = None) -> None:
        """Count this against a limit: of the address, or of whoever is named."""
        limits: Limits = self.state.limits
        limits.take(kind, self.request.scope["state"]["address"] if whose is None else whose)


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """One thing that can be asked."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    do: Callable[[Asked], Awaitable[Any]]
    summary: str
    asker: Asker = "someone"
    form: type[Struct] | None = None
    query: type[Struct] | None = None
    answer: Any = None  # the type; none where there is nothing to say
    status: int = 200
    refusals: tuple[int, ...] = ()
    tag: str = "tables"
    example: Any = None  # of the form

    @property
    def name(self) -> str:
        return self.do.__name__


def handler(door: Door) -> HTTPRouteHandler:
    """What Litestar is to call for a door."""

    async def answer(request: "Request[Any, Any, Any]") -> Response[bytes]:
        began = time.perf_counter()
        asked = await _understood(door, request)
        told = await door.do(asked)
        metrics.request_seconds.labels(door.path).observe(time.perf_counter() - began)
        headers = asked.headers
        if asked.cookie is not None:
            headers["set-cookie"] = asked.cookie
        if door.answer is None:
            return Response(b"", status_code=door.status, headers=headers, media_type=None)
        body = told if isinstance(told, bytes) else msgspec.json.encode(told)
        return Response(body, status_code=door.status, headers=headers, media_type=MediaType.JSON)

    answer.__name__ = door.name
    return HTTPRouteHandler(
        path=_litestar_path(door.path),
        http_method=door.method,
        status_code=200,  # what is answered says its own
        name=door.name,
        media_type=MediaType.JSON,
    )(answer)


def _litestar_path(path: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: f"{{{found[1]}:str}}", path)


async def _understood(door: Door, request: "Request[Any, Any, Any]") -> Asked:
    people: People = request.app.state.people
    known = await people.who.known(request.scope["headers"])
    asked = Asked(request, known)
    if known is not None:
        request.scope["state"]["user"] = known.user.id
        asked.take("my request", known.user.id)
    elif door.asker in ("someone", "page"):
        raise sign_in_first()
    if door.asker.startswith("page") and known is not None and known.by_token:
        raise Refused(403, "not-by-token", say("refused-by-token"))
    if door.query is not None:
        asked.query = understand(dict(request.query_params), door.query, strict=False)
    if door.form is not None:
        try:
            body = await request.body() or (b"{}" if door.method == "DELETE" else b"")
        except SerializationException:
            body = b""
        asked.form = understand(body, door.form)
    return asked


def understand(given: bytes | dict[str, Any], form: type[_Form], *, strict: bool = True) -> _Form:
    """What was sent, if it has the form asked for; else a refusal that says where it has not."""
    try:
        if isinstance(given, bytes):
            return msgspec.json.decode(given, type=form, strict=strict)
        return msgspec.convert(given, form, strict=strict)
    except msgspec.ValidationError as bad:
        text, _, where = str(bad).partition(" - at `$")
        place = where.rstrip("`").lstrip(".") or None
        raise Refused(
            400, "bad-form", say("refused-body", why=text, where=place or "—"), field=place
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(400, "bad-json", say("refused-json")) from None
