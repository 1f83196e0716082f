"""`goldenhorn` alone and `goldenhorn serve`: from the command line to a running server."""

import argparse
import asyncio
import os
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from goldenhorn.terminal.asking import Refused, check_number
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.server.settings import Settings

# Everything else is imported when a server is really to run.

_CONNECTIONS: Final = 20_000
_LARGEST_MESSAGE: Final = 16_384  # bytes
_LAST_WORDS: Final = 5  # seconds for what is under way when the server ends


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Everything that can be said of a server."""
    parser.add_argument("--host", default="127.0.0.1", help=say("serve-host"))
    parser.add_argument("--port", type=int, metavar="N", help=say("serve-port"))
    parser.add_argument("--database", metavar="URL", help=say("serve-database"))
    parser.add_argument("--redis", metavar="URL", help=say("serve-redis"))
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=say("serve-workers"))
    parser.add_argument(
        "--public-address", action="append", default=[], metavar="URL", help=say("serve-public")
    )
    parser.add_argument("--trust-proxy", action="store_true", help=say("serve-proxy"))
    parser.add_argument(
        "--metrics", choices=("here", "all", "off"), default="here", help=say("serve-metrics")
    )
    parser.add_argument("--limits", type=float, default=1.0, metavar="N", help=say("serve-limits"))
    parser.add_argument(
        "--log", choices=("all", "quiet", "off"), default="all", help=say("serve-log")
    )


def run(asked: argparse.Namespace) -> int:
    """`goldenhorn serve`."""
    from goldenhorn.server.lock import Held

    settings = _asked_settings(asked)
    with ExitStack() as until_end:
        sockets = [until_end.enter_context(_listen(settings.host, settings.port))]
        settings = replace(settings, port=sockets[0].getsockname()[1])
        try:
            _hold(settings, until_end)
        except Held as other:
            raise Refused(say("serve-held", address=other.address)) from None
        _prepare(settings)
        _more_files()
        if settings.workers > 1:
            return _run_many(settings, sockets)
        return _run_one(settings, sockets, lambda: _tell(say("serve-at", address=settings.address)))


def run_here(asked: argparse.Namespace) -> int:
    """`goldenhorn` alone: the page on this machine, and nobody else's business."""
    from goldenhorn.server.lock import Held
    from goldenhorn.server.settings import FILE, PORT, Settings, data_folder, database_url

    try:
        taken = _listen("127.0.0.1", PORT)
    except Refused:
        taken = _listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    settings = Settings(database=database_url(None), port=port, log="quiet")
    with ExitStack() as until_end:
        until_end.enter_context(taken)
        try:
            _hold(settings, until_end)
        except Held as other:
            _greet(asked, other.address)
            return 0
        _prepare(settings)

        def greet() -> None:
            _greet(asked, settings.address)
            _tell(say("serve-kept", file=str(data_folder() / FILE)))

        status = _run_one(settings, [taken], greet)
        _tell(say("serve-ended"))
        return status


def _greet(asked: argparse.Namespace, address: str) -> None:
    _tell(say("serve-at", address=address))
    if not asked.no_browser and _has_windows():
        import webbrowser

        # Some browsers are waited for.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_windows() -> bool:
    """Or a browser in the terminal would open, on top of ours."""
    if sys.platform in ("win32", "darwin", "cygwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _tell(text: str) -> None:
    print(text, flush=True)


# What was asked for


def _asked_settings(asked: argparse.Namespace) -> "Settings":
    from goldenhorn.server.settings import PORT, Settings, is_web_address

    port = PORT if asked.port is None else asked.port
    check_number("--port", port, 0, 65535)
    check_number("--workers", asked.workers, 1, 64)
    for address in asked.public_address:
        if not is_web_address(address):
            raise Refused(say("serve-bad-address", address=address))
    if not 0 <= asked.limits <= 1e6:
        check_number("--limits", asked.limits, 0, 1_000_000)
    database = known_database(asked.database)
    is_postgres = not database.startswith("sqlite")
    if asked.workers > 1 and not (is_postgres and asked.redis):
        raise Refused(say("serve-workers-need"))
    if asked.redis and not is_postgres:
        raise Refused(say("serve-redis-needs"))
    for needed, package in ((is_postgres, "asyncpg"), (bool(asked.redis), "redis")):
        if needed:
            _check_package(package)
    return Settings(
        database=database,
        host=asked.host,
        port=port,
        redis=asked.redis,
        workers=asked.workers,
        public_addresses=tuple(asked.public_address),
        trust_proxy=asked.trust_proxy,
        metrics=asked.metrics,
        limits=asked.limits,
        log=asked.log,
    )


def known_database(given: str | None) -> str:
    """The address of the database that is meant, if it can be one."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    from goldenhorn.server.lock import database_file
    from goldenhorn.server.settings import database_url

    database = database_url(given)
    is_postgres = database.startswith(("postgres://", "postgresql://", "postgresql+asyncpg://"))
    try:
        make_url(database)
        is_known = is_postgres or database_file(database) is not None
    except (ValueError, ArgumentError):  # such as a port that is no number
        is_known = False
    if not is_known:  # the rest of it may hold a password
        raise Refused(say("serve-bad-database", database=database.partition("://")[0]))
    return database


def _check_package(name: str) -> None:
    from importlib.util import find_spec

    if find_spec(name) is None:
        raise Refused(say("serve-driver", what=name))


# What has to be there before


def _listen(host: str, port: int) -> socket.socket:
    """A place to listen at, which is ours from now on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would mean that several may have it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.set_inheritable(True)
    except (OSError, TypeError) as bad:  # the latter of a name that cannot be one
        listening.close()
        why = (isinstance(bad, OSError) and bad.strerror) or str(bad)
        raise Refused(say("serve-port-taken", host=host, port=str(port), why=why)) from None
    return listening


def _hold(settings: "Settings", until_end: ExitStack) -> None:
    from goldenhorn.server.lock import database_file, held

    file = database_file(settings.database)
    if file is not None:
        until_end.enter_context(held(file, settings.address))


def _prepare(settings: "Settings") -> None:
    """Bring the database up to date, or say in a line why that cannot be."""
    from goldenhorn.server.migrations import upgrade
    from goldenhorn.server.store import Store

    async def prepare() -> None:
        store = Store(settings.database)
        try:
            await upgrade(store)
        finally:
            await store.close()

    with reached():
        asyncio.run(prepare())
    if settings.redis:
        asyncio.run(_check_redis(settings.redis))


async def _check_redis(address: str) -> None:
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    try:
        line: Any = Redis.from_url(address)
    except ValueError:  # it says the address, and that may hold a password
        raise Refused(say("serve-bad-redis")) from None
    try:
        await line.ping()
    except (RedisError, OSError) as bad:
        raise Refused(say("serve-no-redis", why=type(bad).__name__)) from None
    finally:
        await line.aclose()


@contextmanager
def reached() -> Iterator[None]:
    """What a database says that cannot be used, as a refusal."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except SQLAlchemyError as bad:
        # What it says may hold the address, and that a password; its cause does not.
        cause: Any = getattr(bad, "orig", None)
        why = str(cause).partition("\n")[0] if cause else type(bad).__name__
        raise Refused(say("serve-no-database", why=why)) from None
    except OSError as bad:
        if bad.filename is not None:
            raise
        raise Refused(say("serve-no-database", why=bad.strerror or str(bad))) from None
    except Exception as bad:
        asked_oddly = isinstance(bad, TypeError) and "keyword argument" in str(bad)  # after a `?`
        if not asked_oddly and type(bad).__module__.partition(".")[0] not in ("asyncpg", "alembic"):
            raise
        raise Refused(say("serve-no-database", why=str(bad).partition("\n")[0])) from None


def _more_files() -> None:
    """Every connection is a file to the system, which gives few by default."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# Running


def _options(settings: "Settings") -> dict[str, Any]:
    return {
        "host": settings.host,
        "port": settings.port,
        "http": "goldenhorn.server.doorstep:Doorstep",
        "ws": "websockets-sansio",
        "ws_per_message_deflate": False,  # a message after a move is smaller than what it needs
        "ws_max_size": _LARGEST_MESSAGE,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # guard.py looks at them
        "limit_concurrency": _CONNECTIONS,
        "timeout_graceful_shutdown": _LAST_WORDS,
    }


def _run_one(
    settings: "Settings", sockets: list[socket.socket], when_open: Callable[[], None]
) -> int:
    import uvicorn

    from goldenhorn.server import logs
    from goldenhorn.server.app import create_app, seldom_look_for_cycles

    logs.begin(settings)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started and not self.should_exit:
                when_open()

    server = Server(uvicorn.Config(create_app(settings), **_options(settings)))
    seldom_look_for_cycles()
    with suppress(KeyboardInterrupt):  # uvicorn says it again once all is done
        server.run(sockets=sockets)
    return 0 if server.started else 1


def _run_many(settings: "Settings", sockets: list[socket.socket]) -> int:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from goldenhorn.server import logs
    from goldenhorn.server.settings import to_environment

    logs.begin(settings)
    to_environment(settings)
    with tempfile.TemporaryDirectory(prefix="goldenhorn-") as figures:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = figures
        options = _options(settings)
        config = uvicorn.Config(
            "goldenhorn.server.app:app_from_environment",
            factory=True,
            workers=settings.workers,
            **options,
        )
        _tell(say("serve-at", address=settings.address))
        Multiprocess(config, sockets).run()
    return 0
