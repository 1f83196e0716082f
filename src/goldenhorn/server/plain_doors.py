"""The doors that are not for players: how the server is, what it counts, what the API is."""

import asyncio
import ipaddress
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.enums import MediaType
from litestar.handlers import HTTPRouteHandler
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from goldenhorn import __version__
from goldenhorn.server import metrics
from goldenhorn.server.doors import Asked, Door
from goldenhorn.server.errors import Refused
from goldenhorn.server.openapi import described
from goldenhorn.server.people_forms import Health
from goldenhorn.server.reading import SHEET, STYLE, page_of
from goldenhorn.server.settings import Settings
from goldenhorn.words import say

_PATIENCE: Final = 5.0  # seconds


async def health(asked: Asked) -> Health:
    store = asked.state.store
    try:
        async with asyncio.timeout(_PATIENCE), store.read() as db:
            await db.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError, TimeoutError):
        raise Refused(503, "no-database", say("refused-no-database")) from None
    return Health(True, __version__, store.engine.dialect.name)


DOORS: Final = (
    Door(
        method="GET",
        path="/health",
        do=health,
        summary="Whether the server can do its work; 503 if not.",
        asker="anyone",
        answer=Health,
        tag="server",
    ),
)


def handlers(doors: Sequence[Door]) -> list[HTTPRouteHandler]:
    """The figures, and the API's description for programs and for people."""

    @cache
    def description(cookie: str) -> dict[str, Any]:
        return described(doors, cookie)

    @get("/metrics", media_type=MediaType.TEXT)
    async def figures(request: "Request[Any, Any, Any]") -> Response[bytes]:
        settings: Settings = request.app.state.settings
        metrics.tables_live.set(len(request.app.state.hall.places))
        if settings.metrics == "off":
            raise Refused(404, "nothing-here", say("refused-no-such-address"))
        if settings.metrics == "here" and not _is_from_here(request):
            raise Refused(403, "not-here", say("refused-metrics"))
        return Response(metrics.scraped(), media_type=metrics.CONTENT_TYPE)

    @get("/api/openapi.json")
    async def for_programs(request: "Request[Any, Any, Any]") -> Response[bytes]:
        told = description(request.app.state.who.cookie)
        return Response(msgspec.json.encode(told), media_type=MediaType.JSON)

    @get("/api", media_type=MediaType.HTML)
    async def for_people(request: "Request[Any, Any, Any]") -> Response[str]:
        told = description(request.app.state.who.cookie)
        return Response(page_of(told), media_type=MediaType.HTML)

    @get(STYLE, media_type="text/css")
    async def how_it_looks() -> str:
        return SHEET

    return [figures, for_programs, for_people, how_it_looks]


def _is_from_here(request: "Request[Any, Any, Any]") -> bool:
    """From this machine, and not through a proxy on it."""
    client = request.scope.get("client")
    names = {name for name, _ in request.scope["headers"]}
    if client is None or names & {b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip"}:
        return False
    try:
        return ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False
