"""`goldenhorn` alone, `goldenhorn serve` and `goldenhorn admin`, as people call them."""

import argparse
import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from goldenhorn import cli
from goldenhorn.server import admin
from goldenhorn.server.lock import Held, database_file, held
from goldenhorn.server.serve import _asked_settings
from goldenhorn.server.settings import (
    Settings,
    database_url,
    from_environment,
    to_environment,
)
from goldenhorn.server.store import Store
from tests.server.conftest import Server, free_port, postgres_database, redis_address, start
from tests.server.friend import company, part, sail_empty

Output = pytest.CaptureFixture[str]
MakeServer = Callable[..., Server]


class Running:
    """A command that goes on until it is ended."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "goldenhorn.cli", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": str(home)},
        )
        assert self.process.stdout is not None
        self.first = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.first)
        assert found, self.first + self.process.communicate()[1]
        self.url = found[0]
        until = time.monotonic() + 60
        while self.health() != 200:
            assert self.process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)

    def health(self) -> int:
        try:
            return httpx.get(f"{self.url}/health", trust_env=False, timeout=10).status_code
        except httpx.TransportError:
            return 0

    def end(self) -> tuple[int, str, str]:
        self.process.send_signal(signal.SIGINT)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        out, err = self.process.stdout.read(), self.process.stderr.read()
        return self.process.wait(60), out, err


@contextmanager
def running(home: Path, *arguments: str) -> Iterator[Running]:
    found = Running(home, *arguments)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
        with found.process:
            pass


posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and folders of other systems")


@posix
def test_alone_it_serves_this_machine_and_ends_in_a_line(tmp_path: Path) -> None:
    with running(tmp_path, "--no-browser") as server:
        assert server.url.startswith("http://127.0.0.1:")
        # The same again finds the one that runs, on whatever port.
        second = subprocess.run(
            [sys.executable, "-m", "goldenhorn.cli", "--no-browser"],
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (second.returncode, second.stdout, second.stderr) == (0, server.first, "")
        status, out, err = server.end()
    assert status == 0
    assert err == ""
    assert out.splitlines() == [
        f"Everything is kept in {tmp_path}/goldenhorn/tables.sqlite. Ctrl-C ends the server.",
        "The server has ended. Every move is kept.",
    ]


@posix
def test_alone_it_opens_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/opened\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with running(tmp_path) as server:
        until = time.monotonic() + 30
        while not (tmp_path / "opened").exists():
            assert time.monotonic() < until
            time.sleep(0.1)
        assert (tmp_path / "opened").read_text() == f"{server.url}\n"
        server.end()


@posix
def test_what_was_played_is_there_again(tmp_path: Path) -> None:
    arguments = ("serve", "--port", "0", "--log", "off")
    with running(tmp_path, *arguments) as server:
        with httpx.Client(base_url=server.url, trust_env=False) as page:
            page.headers["Origin"] = server.url
            page.post("/api/guest", json={"name": "Ada"})
            table = page.post("/api/play", json={"players": 2, "bot": "mozzo"}).json()
            cookie = page.cookies["goldenhorn"]
        refused = subprocess.run(
            [sys.executable, "-m", "goldenhorn.cli", "serve", "--port", "0"],
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert refused.returncode == 2
        assert refused.stderr.startswith("goldenhorn: Another server has this database")
        assert server.url in refused.stderr
        server.end()
    with running(tmp_path, *arguments) as server:
        headers = {"Cookie": f"goldenhorn={cookie}"}
        again = httpx.get(
            f"{server.url}/api/tables/{table['id']}", headers=headers, trust_env=False
        )
        assert again.json()["you"] == table["you"]


@posix
def test_several_processes(tmp_path: Path) -> None:
    redis = redis_address()
    with postgres_database() as database:
        arguments = ("--workers", "2", "--database", database, "--redis", redis)
        with running(tmp_path, "serve", "--port", str(free_port()), *arguments) as server:
            for _ in range(12):
                assert httpx.get(f"{server.url}/api/me", trust_env=False).status_code == 200
            # Whichever process is asked counts for both.
            for _ in range(4):
                figures = httpx.get(f"{server.url}/metrics", trust_env=False).text
                line = 'goldenhorn_requests_total{method="GET",route="/api/me",status="200"} 12.0'
                assert line in figures
            server.end()


# What it needs

# Runs a command as if of all packages only those named first were installed.
WITH_NO_OTHERS = """
import re, sys
from importlib.metadata import packages_distributions

def bare(name):
    return re.sub("[-_.]+", "-", name).lower()

named = set(sys.argv[1].split())
found = packages_distributions().items()
missing = {module for module, homes in found if not named & set(map(bare, homes))}

class Missing:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing)
import goldenhorn.server.app
from goldenhorn.cli import main
sys.exit(main(sys.argv[2:]))
"""


def test_what_make_play_installs_is_enough(tmp_path: Path) -> None:
    """A package that only the tests bring must not be missing where people play."""
    locked = (Path(__file__).parents[2] / "requirements" / "play.txt").read_text(encoding="utf-8")
    named = re.findall(r"^([\w.-]+)==", locked, re.M)
    file = tmp_path / "tables.sqlite"
    file.touch()
    command = ["admin", "migrate", "--database", str(file)]
    done = subprocess.run(
        [sys.executable, "-c", WITH_NO_OTHERS, " ".join(["goldenhorn", *named]), *command],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "up to date" in done.stdout


# What cannot be


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--workers", "2"], "--redis"),
        (["--workers", "2", "--database", "postgresql://h/d"], "--redis"),
        (["--redis", "redis://h"], "--database"),
        (["--workers", "0"], "--workers"),
        (["--port", "70000"], "--port"),
        (["--limits", "-1"], "--limits"),
        (["--limits", "nan"], "--limits"),
        (["--public-address", "horn.example"], "horn.example"),
        (["--public-address", "https://horn.example/x"], "horn.example/x"),
        (["--database", "mysql://h/d"], "mysql"),
        (["--database", "sqlite://"], "sqlite"),
        (["--database", "postgresql://h:abc/d"], "postgresql"),
        (["--database", "postgresql://[::1/d"], "postgresql"),
        (["--public-address", "https://a b"], "a b"),
        (["--public-address", "https://hörn.example"], "hörn"),
        (["--host", "é..x", "--port", "0"], "é..x"),
    ],
)
def test_serve_asked_wrongly(arguments: list[str], word: str, capsys: Output) -> None:
    assert cli.main(["serve", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert word in err


def test_a_database_that_cannot_be_reached(capsys: Output) -> None:
    port = str(free_port())
    where = f"postgresql://ada:perla-del-levante@127.0.0.1:{port}/horn"
    for command in (["serve", "--port", "0"], ["admin", "verify"], ["admin", "migrate"]):
        assert cli.main([*command, "--database", where]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("goldenhorn: The database cannot be reached: ")
        assert len(err.splitlines()) == 1
        assert "perla" not in err


def test_addresses_that_are_none(tmp_path: Path, capsys: Output) -> None:
    for where in ("postgresql://ada:perla@h:abc/d", "mysql://ada:perla@h/d", "sqlite:///"):
        for command in ("verify", "migrate"):
            assert cli.main(["admin", command, "--database", where]) == 2
            err = capsys.readouterr().err
            assert "is no database that goldenhorn knows" in err
            assert "perla" not in err
    with postgres_database() as database:
        for redis in ("horn", "http://:perla@h", "redis://:perla@h:abc/0"):
            asked = ["serve", "--port", "0", "--database", database, "--redis", redis]
            assert cli.main(asked) == 2
            assert capsys.readouterr().err.endswith("an address such as redis://host:6379/0.\n")
        assert cli.main(["admin", "migrate", "--database", f"{database}?colour=red"]) == 2
        err = capsys.readouterr().err
        assert err.startswith("goldenhorn: The database cannot be reached: ")
        assert len(err.splitlines()) == 1
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0000zz')")
    connection.close()
    assert cli.main(["admin", "migrate", "--database", str(other)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_file_that_is_no_database(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "tables.sqlite"
    file.write_bytes(b"no database at all" * 100)
    assert cli.main(["serve", "--port", "0", "--database", str(file)]) == 2
    assert "The database cannot be reached: file is not a database" in capsys.readouterr().err


def test_a_port_that_is_taken(plain_server: Server, tmp_path: Path, capsys: Output) -> None:
    port = str(plain_server.settings.port)
    file = str(tmp_path / "tables.sqlite")
    assert cli.main(["serve", "--port", port, "--database", file]) == 2
    assert f"Port {port} at 127.0.0.1 cannot be used" in capsys.readouterr().err


# Settings


def test_settings_reach_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENHORN_SETTINGS", "")
    settings = Settings(
        database="postgresql://h/d", workers=3, public_addresses=("https://a", "https://b")
    )
    to_environment(settings)
    assert from_environment() == settings


def test_what_is_asked_for_is_what_is_run() -> None:
    parser = cli._parser()
    asked: argparse.Namespace = parser.parse_args(
        [
            "serve",
            "--host",
            "::",
            "--port",
            "80",
            "--public-address",
            "https://horn.example",
            "--trust-proxy",
            "--metrics",
            "off",
            "--limits",
            "2.5",
            "--log",
            "quiet",
        ]
    )
    settings = _asked_settings(asked)
    assert (settings.host, settings.port, settings.workers) == ("::", 80, 1)
    assert settings.public_addresses == ("https://horn.example",)
    assert (settings.trust_proxy, settings.metrics) == (True, "off")
    assert (settings.limits, settings.log) == (2.5, "quiet")
    assert settings.secure
    assert settings.address == "https://horn.example"
    assert not settings.on_loopback


def test_addresses_to_tell() -> None:
    assert Settings(database="").address == "http://127.0.0.1:8731"
    assert Settings(database="", host="0.0.0.0", port=80).address == "http://127.0.0.1:80"
    assert Settings(database="", host="::1", port=80).address == "http://[::1]:80"
    assert Settings(database="", host="::1").on_loopback
    assert not Settings(database="", public_addresses=("https://a", "http://b")).secure


def test_where_a_database_is(tmp_path: Path) -> None:
    assert database_file(database_url(str(tmp_path / "a b.sqlite"))) == tmp_path / "a b.sqlite"
    assert database_file("sqlite:////a/b.sqlite?x=1") == Path("/a/b.sqlite")
    for url in ("sqlite://", "sqlite:///:memory:", "postgresql://h/d"):
        assert database_file(url) is None


def test_a_file_is_held_by_one(tmp_path: Path) -> None:
    file = tmp_path / "new" / "tables.sqlite"
    with held(file, "http://a"):
        with pytest.raises(Held) as other, held(file, "http://b"):
            pass
        assert other.value.address == "http://a"
    with held(file, "http://c"):
        pass


# Admin


@pytest.fixture
def played(make_server: MakeServer) -> str:
    """The database of a server at which a game was played to its end, and one begun."""
    server = make_server()
    client = server.guest("Ada")
    for _ in range(2):
        form = {"players": 2, "bot": "mozzo"}
        table = client.post("/api/play", json=form).json()["id"]
        client.delete(f"/api/tables/{table}/seats")  # bots play on
    until = time.monotonic() + 120
    while "over" not in {
        each["status"] for each in client.get("/api/tables?show=mine").json()["tables"]
    }:
        assert time.monotonic() < until
        time.sleep(0.1)
    server.stop()
    return server.settings.database


def test_the_proof_of_a_shuffle(played: str, tmp_path: Path, capsys: Output) -> None:
    record = Path(__file__).parents[1] / "games" / "it-2.ghr.json"
    assert cli.main(["replay", "--verify", str(record)]) == 1
    assert "no proof" in capsys.readouterr().out
    data = json.loads(over_record(played))
    file = tmp_path / "game.ghr.json"
    file.write_text(json.dumps(data))
    assert cli.main(["replay", "--verify", str(file)]) == 0
    assert "The shuffle was fair" in capsys.readouterr().out
    assert cli.main(["replay", "--verify", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {"fair": True, "faults": []}
    for change, word in (
        ({"secret": "ab" * 32}, "not the one that was promised"),
        ({"contributions": ["ab" * 16, ""]}, "The seed does not come"),
        ({"contributions": ["", "ab" * 16]}, "A bot’s seat has added"),
        ({"contributions": []}, "not complete"),
        ({"method": "dice"}, "unknown here"),
    ):
        file.write_text(json.dumps(data | {"proof": data["proof"] | change}))
        assert cli.main(["replay", "--verify", str(file)]) == 1
        assert word in capsys.readouterr().out


def over_record(database: str) -> str:
    """The record of a game that is over, as the server gives it."""
    server = start(Settings(database=database, port=free_port(), limits=0, log="off"))
    try:
        with sqlite3.connect(str(database_file(database))) as connection:
            (table,) = connection.execute("SELECT id FROM tables WHERE status='over'").fetchone()
        connection.close()
        answer = server.client().get(f"/api/tables/{table}/record")
        assert answer.headers["content-disposition"] == (
            f'attachment; filename="goldenhorn-{table}.ghr.json"'
        )
        return answer.text
    finally:
        server.stop()


def verify(database: str, capsys: Output) -> tuple[int, str]:
    capsys.readouterr()
    status = cli.main(["admin", "verify", "--database", database])
    return status, capsys.readouterr().out


def test_verify_replays_everything(played: str, capsys: Output) -> None:
    status, out = verify(played, capsys)
    assert status == 0
    assert re.fullmatch(r"2 games with [\d,]+ entries replayed; all is well\.\n", out)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("UPDATE entries SET move='sail 1 b' WHERE number=5", "cannot be done"),
        ("UPDATE entries SET seat=1-seat WHERE number=3", "entry 3 is seat"),
        ("DELETE FROM entries WHERE number=4", "entry 4 is missing"),
        ("UPDATE tables SET number=number+1", "are noted down"),
        ("UPDATE tables SET status='playing' WHERE status='over'", "which its entries are not"),
        ("UPDATE tables SET secret='00' || substr(secret, 3)", "does not come from"),
        ("UPDATE tables SET rules='{'", "options cannot be read"),
        (
            'UPDATE tables SET result=\'{"scores":[1,2],"winners":[0],"cause":"announced"}\'',
            "result",
        ),
        ("UPDATE tables SET result='{'", "result"),
        ("UPDATE tables SET rules='5'", "cannot be read"),
        ("UPDATE tables SET secret='zz'", "proof is not complete"),
        ("UPDATE tables SET seed=NULL", "options cannot be read"),
        ("UPDATE seats SET kind='open' WHERE seat=1", "not all taken"),
        ("DELETE FROM seats WHERE seat=1", "not all taken"),
        ("UPDATE entries SET move=zeroblob(4) WHERE number=2", "cannot be read"),
    ],
)
def test_verify_finds_what_is_wrong(played: str, change: str, word: str, capsys: Output) -> None:
    file = database_file(played)
    assert file is not None
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(change)
    connection.close()
    status, out = verify(played, capsys)
    assert status == 1
    assert word in out
    assert "fault" in out.splitlines()[-1]


def test_verify_in_the_middle_of_a_turn(tmp_path: Path, capsys: Output) -> None:
    """What a table is listed by is written down once a turn."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = start(Settings(database=database, port=free_port(), limits=0, log="off"))
    friends = company(server, 2, placement="random")
    friends[0].do(sail_empty(friends[0])[0])
    part(friends)
    friends = company(server, 2, placement="random")
    steps = sail_empty(friends[0])
    friends[0].do(*steps).take_back()
    part(friends)
    server.stop()
    status, out = verify(database, capsys)
    assert (status, out.partition(" ")[0]) == (0, "2")


def test_verify_on_postgresql() -> None:
    with postgres_database() as database:
        assert cli.main(["admin", "migrate", "--database", database]) == 0

        async def look() -> tuple[int, int, admin.Faults]:
            store = Store(database)
            try:
                return await admin.verified(store)
            finally:
                await store.close()

        assert asyncio.run(look()) == (0, 0, [])


def test_admin_makes_no_file_by_looking(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "none.sqlite"
    assert cli.main(["admin", "verify", "--database", str(file)]) == 2
    assert "There is no file" in capsys.readouterr().err
    assert not file.exists()


def test_verify_wants_the_database_up_to_date(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "old.sqlite"
    sqlite3.connect(file).close()
    file.touch()
    assert cli.main(["admin", "verify", "--database", str(file)]) == 2
    assert "admin migrate first" in capsys.readouterr().err
    assert cli.main(["admin", "migrate", "--database", str(file)]) == 0
    assert cli.main(["admin", "verify", "--database", str(file)]) == 0
