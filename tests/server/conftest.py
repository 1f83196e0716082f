"""A real server for the tests: uvicorn on a free port, with SQLite, PostgreSQL, or that and Redis.

What needs PostgreSQL or Redis, where they are not there, is left out with a warning; with CI=true
it fails.
"""

import asyncio
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from goldenhorn.server.app import create_app
from goldenhorn.server.doorstep import Doorstep
from goldenhorn.server.settings import Settings
from tests.needs import missing

POSTGRES = os.environ.get("GOLDENHORN_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")
REDIS = os.environ.get("GOLDENHORN_TEST_REDIS", "redis://127.0.0.1:6379/9")
PASSWORD = "a long and windy night"


@dataclass
class Server:
    """A running server."""

    settings: Settings
    app: Any
    uvicorn: uvicorn.Server
    thread: threading.Thread
    clients: list[httpx.Client] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    @property
    def live(self) -> str:
        return f"ws://127.0.0.1:{self.settings.port}"

    def client(self, **headers: str) -> httpx.Client:
        """Somebody's browser, or with an Authorization a program."""
        found = httpx.Client(
            base_url=self.url, headers={"Origin": self.url, **headers}, timeout=30, trust_env=False
        )
        self.clients.append(found)
        return found

    def guest(self, name: str = "Ada") -> httpx.Client:
        """A browser whose owner has given a name."""
        client = self.client()
        answer = client.post("/api/guest", json={"name": name})
        assert answer.status_code == 200, answer.text
        return client

    def program(self, name: str = "Ada") -> httpx.Client:
        """A program that plays by a token, for a guest of its own."""
        answer = self.guest(name).post("/api/tokens", json={"name": "program"})
        assert answer.status_code == 201, answer.text
        return self.client(Authorization=f"Bearer {answer.json()['token']}")

    def stop(self) -> None:
        for client in self.clients:
            client.close()
        self.uvicorn.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def start(settings: Settings, clock: Callable[[], float] | None = None) -> Server:
    """A server in a thread of this process."""
    app = create_app(settings, clock=clock)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=Doorstep,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=16_384,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started:
        assert thread.is_alive(), "the server ended at once"
        assert time.monotonic() < until
        time.sleep(0.02)
    return Server(settings, app, server, thread)


# Services


async def _sql(statement: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(f"{POSTGRES}/postgres", timeout=5)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@contextmanager
def postgres_database() -> Iterator[str]:
    """The address of a new database, which is thrown away afterwards."""
    name = f"goldenhorn_test_{secrets.token_hex(6)}"
    try:
        asyncio.run(_sql(f"CREATE DATABASE {name}"))
    except (OSError, TimeoutError) as bad:
        missing(f"there is no PostgreSQL at {POSTGRES} ({type(bad).__name__})")
    try:
        yield f"{POSTGRES}/{name}"
    finally:
        asyncio.run(_sql(f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def postgres_gone(database: str) -> Iterator[None]:
    """A while in which nobody can use this database."""
    name = database.rpartition("/")[2]
    end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    asyncio.run(_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
    asyncio.run(_sql(end))
    try:
        yield
    finally:
        asyncio.run(_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))


def redis_address() -> str:
    """The address of Redis, if it answers."""
    host, _, port = REDIS.removeprefix("redis://").partition("/")[0].partition(":")
    try:
        socket.create_connection((host, int(port or 6379)), 3).close()
    except OSError as bad:
        missing(f"there is no Redis at {REDIS} ({type(bad).__name__})")
    return REDIS


@contextmanager
def settings_for(kind: str, folder: Path) -> Iterator[Settings]:
    """Settings of a server of a kind: sqlite, postgresql or redis (both)."""
    own = Settings(database="", port=free_port(), limits=0, log="off", bot_pause=0.0)
    if kind == "sqlite":
        yield replace(own, database=f"sqlite:///{folder / 'tables.sqlite'}")
        return
    redis = redis_address() if kind == "redis" else None
    with postgres_database() as database:
        yield replace(own, database=database, redis=redis)


KINDS = ("sqlite", "postgresql", "redis")


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One server for all tests of a file, of each kind."""
    with settings_for(request.param, tmp_path_factory.mktemp("server")) as settings:
        running = start(settings)
        yield running
        running.stop()


@pytest.fixture(scope="module")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a file, with SQLite only: where the database does not matter."""
    with settings_for("sqlite", tmp_path_factory.mktemp("server")) as settings:
        running = start(settings)
        yield running
        running.stop()


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers of one's own, by other settings or another clock."""
    running: list[Server] = []

    def make(clock: Callable[[], float] | None = None, **settings: Any) -> Server:
        own: dict[str, Any] = {
            "database": f"sqlite:///{tmp_path / 'tables.sqlite'}",
            "port": free_port(),
            "limits": 0,
            "log": "off",
            "bot_pause": 0.0,
        }
        running.append(start(Settings(**own | settings), clock))
        return running[-1]

    yield make
    for one in running:
        if one.thread.is_alive():
            one.stop()
