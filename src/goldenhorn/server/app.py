"""The server, put together."""

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from goldenhorn.server import logs, people_doors, plain_doors, table_doors
from goldenhorn.server.clock import TableClock
from goldenhorn.server.doors import LARGEST_BODY, handler
from goldenhorn.server.errors import Refused
from goldenhorn.server.guard import guarded, problem, retry_after
from goldenhorn.server.hall import Hall
from goldenhorn.server.limits import Limits
from goldenhorn.server.live import live
from goldenhorn.server.migrations import upgrade
from goldenhorn.server.pages import PAGE, with_pages
from goldenhorn.server.passwords import Passwords
from goldenhorn.server.people import People, tidy
from goldenhorn.server.settings import Settings, from_environment
from goldenhorn.server.store import Store
from goldenhorn.server.who import Who
from goldenhorn.words import say

DOORS = (*people_doors.DOORS, *table_doors.DOORS, *plain_doors.DOORS)
"""Everything that REST can be asked."""

_NO_DATABASE = (DBAPIError, PoolTimeout, OSError)

_log = logging.getLogger("goldenhorn.server")


def create_app(settings: Settings, *, clock: Callable[[], float] | None = None) -> Litestar:
    """A server by these settings; tests bring a clock of their own."""
    now = clock or time.time
    limits = Limits(settings.limits)

    @asynccontextmanager
    async def open_and_close(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as closing:
            store = Store(settings.database)
            closing.push_async_callback(store.close)
            await upgrade(store)
            await store.open()
            who = Who(store, shared=settings.shared, secure=settings.secure, now=now)
            await who.open()
            passwords = Passwords(settings.passwords)
            closing.callback(passwords.close)
            table_clock = TableClock(store, now)
            await table_clock.open()
            closing.push_async_callback(table_clock.close)
            hall = Hall(store, table_clock, redis=settings.redis, pace=settings.bot_pause)
            people = People(store, who, passwords)
            app.state.update({"store": store, "who": who, "people": people, "hall": hall})
            closing.push_async_callback(hall.close)
            await hall.open()
            daily = asyncio.create_task(_every_day(people), name="daily")
            closing.callback(daily.cancel)
            _log.info("open")
            yield
        _log.info("closed")

    handlers: list[HTTPRouteHandler] = [handler(door) for door in DOORS]
    app = Litestar(
        route_handlers=[*handlers, *plain_doors.handlers(DOORS), live],
        lifespan=[open_and_close],
        openapi_config=None,  # openapi.py describes the doors, to the letter
        logging_config=None,
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            Refused: _refused,
            HTTPException: _misunderstood,
            **dict.fromkeys(_NO_DATABASE, _without_database),
            Exception: _unforeseen,
        },
    )
    app.state.settings = settings
    app.state.limits = limits
    page = Path(settings.page) if settings.page else PAGE
    inner: Any = with_pages(app.asgi_handler, page)  # type: ignore[arg-type]
    app.asgi_handler = guarded(inner, settings, limits)  # type: ignore[assignment]
    return app


def app_from_environment() -> Litestar:
    """What uvicorn calls in each server process."""
    settings = from_environment()
    logs.begin(settings)
    app = create_app(settings)
    seldom_look_for_cycles()
    return app


def seldom_look_for_cycles() -> None:
    """Let Python look for what is no longer needed less often than it does unasked.

    Each move leaves much behind that is gone at once by itself. Looking for cycles among all that
    stays took a fifth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def _every_day(people: People) -> None:
    while True:
        try:
            await people.who.tidy()
            await tidy(people)
        except (SQLAlchemyError, OSError) as bad:
            _log.warning("it was not tidied up: %s", type(bad).__name__)
        await asyncio.sleep(86400)


def _refused(_: "Request[Any, Any, Any]", refused: Refused) -> Response[bytes]:
    headers = {name.decode(): value.decode() for name, value in retry_after(refused)}
    return Response(
        problem(refused),
        status_code=refused.status,
        headers=headers,
        media_type=MediaType.JSON,
    )


def _misunderstood(request: "Request[Any, Any, Any]", bad: HTTPException) -> Response[bytes]:
    """What Litestar itself refuses."""
    error, reason = {
        404: ("nothing-here", say("refused-no-such-address")),
        405: ("method", say("refused-method")),
        413: ("too-large", say("refused-too-large", most=LARGEST_BODY)),
    }.get(bad.status_code, ("bad-request", say("refused-request")))
    if bad.status_code >= 500:
        return _unforeseen(request, bad)
    answer = _refused(request, Refused(bad.status_code, error, reason))
    if allowed := (bad.headers or {}).get("allow"):
        methods = (method.strip() for method in allowed.split(","))
        answer.headers["allow"] = ", ".join(m for m in methods if m != "OPTIONS")
    return answer


def _without_database(request: "Request[Any, Any, Any]", bad: Exception) -> Response[bytes]:
    if isinstance(bad, IntegrityError | ProgrammingError | DataError):
        return _unforeseen(request, bad)  # it is there, and we have asked it wrongly
    _log.warning("the database is away: %s", type(bad).__name__, extra={"request": _mark(request)})
    return _refused(request, Refused(503, "no-database", say("refused-no-database")))


def _unforeseen(request: "Request[Any, Any, Any]", bad: Exception) -> Response[bytes]:
    _log.error("a request failed", exc_info=bad, extra={"request": _mark(request)})
    return _refused(request, Refused(500, "unforeseen", say("refused-unforeseen")))


def _mark(request: "Request[Any, Any, Any]") -> str:
    found: str = request.scope["state"].get("request", "")
    return found
