"""The server: moves a second, how soon others see them, and what stored tables cost."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bench.measure import BYTES, MOVES, SECONDS, Effort, Row

PART: Final = (
    "The server on one core: two people at each table, every move in the database before it is told"
)
STORED: Final = "The server with 10,000 stored tables"

POSTGRES: Final = os.environ.get(
    "GOLDENHORN_BENCH_POSTGRES", "postgresql://postgres@127.0.0.1:5432"
)
_TABLES: Final = 500
_STEADY: Final = 1000  # moves a second
_STORED: Final = 10_000
_OPENED: Final = 500
_MINE: Final = 200


def server(effort: Effort) -> Iterator[Row]:
    """Load, latency, storage."""
    lite = "SQLite, synchronous=FULL"
    for how, database in ((lite, None), ("PostgreSQL", _postgres_database())):
        if how != lite and database is None:
            yield Row(PART, f"{_TABLES} tables", "PostgreSQL is not there: not measured")
            continue
        with _running(database) as port:
            effort.told(f"{_TABLES} tables, {how}")
            samples = [_crowd(port, effort, 0) for _ in range(effort.few)]
        moves = tuple(float(sample["moves"]) for sample in samples)
        yield Row(PART, f"{_TABLES} tables, answering at once", how, MOVES, moves)
        if how == lite:
            sizes = tuple(float(sample["bytes"]) for sample in samples)
            yield Row(PART, "a message after a move", "on average", BYTES, sizes)
        with _running(database) as port:
            effort.told(f"{_STEADY} moves a second, {how}")
            samples = [_crowd(port, effort, _STEADY) for _ in range(effort.few)]
        for name, key in (("median", "median"), ("99 of 100 sooner", "p99")):
            waits = tuple(float(sample[key]) for sample in samples)
            what = f"{_STEADY} moves/s, from sending to the other’s screen"
            yield Row(PART, what, f"{how}: {name}", SECONDS, waits)
        if database:
            asyncio.run(_drop(database))
    yield from stored(effort)


def stored(effort: Effort) -> Iterator[Row]:
    """Ten thousand tables in the database: listed, opened, and held in memory."""
    effort.told(f"{_STORED} stored tables")
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.sqlite"
        with _running(database):
            pass  # makes the tables of the database
        ids = _fill(Path(folder) / "tables.sqlite")
        began = time.perf_counter()
        pids: list[int] = []
        with _running(database, pids) as port:
            yield Row(STORED, "start to first answer", "", SECONDS, (time.perf_counter() - began,))
            yield from _asked(port, ids, pids[0], Path(folder) / "tables.sqlite")


def _asked(port: int, ids: list[str], pid: int, file: Path) -> Iterator[Row]:
    from bench.wire import ask, dial

    async def lists(which: str) -> tuple[float, ...]:
        waits = []
        _, cookie = await ask(port, "POST", "/api/guest", "", {"name": "Ada"})
        _give_to_newest(file, ids[:_MINE])
        for _ in range(20):
            began = time.perf_counter()
            path = f"/api/tables?show={which}&limit=50"
            found, _ = await ask(port, "GET", path, cookie)
            assert len(found["tables"]) == 50
            waits.append(time.perf_counter() - began)
        return tuple(waits)

    async def opened() -> tuple[float, ...]:
        waits = []
        _, cookie = await ask(port, "POST", "/api/guest", "", {"name": "Ada"})
        for table in ids[:_OPENED]:
            heard = asyncio.get_running_loop().create_future()

            def hear(text: bytes, heard: "asyncio.Future[None]" = heard) -> None:
                if not heard.done():
                    heard.set_result(None)

            began = time.perf_counter()
            wire = await dial(port, f"/api/tables/{table}/live", cookie, hear)
            await heard
            waits.append(time.perf_counter() - began)
            wire.close()
        return tuple(waits)

    for which, of in (("watch", "to watch"), ("mine", f"of my {_MINE}")):
        yield Row(STORED, "a list of 50", of, SECONDS, asyncio.run(lists(which)))
    asyncio.run(opened())  # the first time costs memory of its own
    before = _memory(pid)
    ids.reverse()
    waits = asyncio.run(opened())
    yield Row(STORED, "open a table", "to the whole of it, by live connection", SECONDS, waits)
    time.sleep(7)  # after which an idle table keeps only its entries
    grown = max(0.0, (_memory(pid) - before) / _OPENED)
    yield Row(STORED, "memory of an idle table", f"of {_OPENED} more", BYTES, (grown,))


def _crowd(port: int, effort: Effort, rate: int) -> dict[str, Any]:
    seconds = 3 if effort.quick else 10
    words = [str(port), str(_TABLES), str(seconds), str(rate)]
    command = [sys.executable, "-m", "bench.crowd", *words]
    done = subprocess.run(_on_core(1, command), capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    if found["refused"]:
        raise RuntimeError(f"the server refused: {found['example']}")
    if rate and (found["unheard"] or found["moves"] < 0.98 * rate):
        made = f"{found['moves']:.0f} of {rate} moves a second, {found['unheard']} never heard"
        raise RuntimeError(f"this is not the load that was to be measured: {made}")
    return found


def _on_core(core: int, command: list[str]) -> list[str]:
    """The command, on one core of its own where the system can do that."""
    pinned = shutil.which("taskset") and (os.cpu_count() or 1) > 1
    return ["taskset", "-c", str(core), *command] if pinned else command


@contextlib.contextmanager
def _running(database: str | None, pids: list[int] | None = None) -> Iterator[int]:
    """A server process on the first core; its port, and for whoever asks its number."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
        free.close()
        url = database or f"sqlite:///{folder}/tables.sqlite"
        command = [sys.executable, "-m", "goldenhorn.cli", "serve", "--port", str(port)]
        command += ["--database", url, "--limits", "0", "--log", "off"]
        with subprocess.Popen(_on_core(0, command), stdout=subprocess.DEVNULL) as process:
            if pids is not None:
                pids.append(process.pid)
            try:
                _wait_for(port, process)
                yield port
            finally:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(1200):
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with status {process.returncode}")
        with contextlib.suppress(OSError, urllib.error.URLError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
            return
        time.sleep(0.05)
    raise RuntimeError("the server did not start within a minute")


def _memory(pid: int) -> float:
    """What the server process holds, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) * 1024
    return 0.0


def _fill(file: Path) -> list[str]:
    """Tables in the middle of games, written straight into the database."""
    from goldenhorn import Game, options
    from goldenhorn.server.terms import packed

    table = options(2)
    games = []
    for seed in range(20):
        game = Game.new(table=table, seed=seed)
        while game.ply < 70 and not game.is_over:
            game.play(next(move for move in reversed(game.legal) if move != "end"))
        games.append((f"{seed:032x}", game.moves, game.player))
    ids = [f"stored{number:06d}" for number in range(_STORED)]
    rows, seats, entries = [], [], []
    for number, name in enumerate(ids):
        dealt, moves, player = games[number % len(games)]
        rows.append(
            (
                *(name, "playing", packed(table), 0, 0, 0, 1, "marinaio", "Ada", "0" * 64, dealt),
                *(float(number), float(number), len(moves), player, 0.0),
            )
        )
        seats += [(name, seat, "person", f"P{seat}", 0) for seat in (0, 1)]
        entries += [(name, n, 0, move, "person", 0.0) for n, move in enumerate(moves, 1)]
    with contextlib.closing(sqlite3.connect(file)) as store, store:
        store.executemany(
            'INSERT INTO tables (id, status, rules, "first", by_lot, private, watching, stand_in,'
            " host_name, secret, seed, created, started, number, to_move, turn_began)"
            f" VALUES ({','.join('?' * 16)})",
            rows,
        )
        store.executemany(
            'INSERT INTO seats ("table", seat, kind, name, away) VALUES (?,?,?,?,?)', seats
        )
        store.executemany(
            'INSERT INTO entries ("table", number, seat, move, "by", at) VALUES (?,?,?,?,?,?)',
            entries,
        )
    return ids


def _give_to_newest(file: Path, ids: list[str]) -> None:
    """A seat at each of these tables, for whoever came last."""
    newest = "(SELECT id FROM users ORDER BY created DESC LIMIT 1)"
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as store, store:
        store.executemany(
            f'UPDATE seats SET user = {newest} WHERE "table" = ? AND seat = 0',
            [(table,) for table in ids],
        )


def _postgres_database() -> str | None:
    """A database of its own for this run; none where PostgreSQL or its driver is missing."""
    try:
        import asyncpg
    except ImportError:
        return None
    name = f"goldenhorn_bench_{os.getpid()}"

    async def make() -> None:
        connection = await asyncpg.connect(f"{POSTGRES}/postgres", timeout=5)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    try:
        asyncio.run(make())
    except (OSError, TimeoutError):
        return None
    return f"{POSTGRES}/{name}"


async def _drop(database: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(f"{POSTGRES}/postgres", timeout=5)
    await connection.execute(f"DROP DATABASE {database.rpartition('/')[2]} WITH (FORCE)")
    await connection.close()
