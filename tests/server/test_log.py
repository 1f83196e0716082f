"""What the server writes: lines of JSON, and never what is someone's secret."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from goldenhorn.server.logs import JsonLines
from tests.server.conftest import free_port

PART = "c0ffee" * 8
PASSWORD = "perla-del-levante"
OTHER = "vento-di-maestrale"


class Process:
    """`goldenhorn serve`, and all it has written."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.out = folder / "out"
        program = "import sys; from goldenhorn.cli import main; sys.exit(main())"
        arguments = ["serve", "--port", str(self.port), "--database", str(folder / "t.sqlite")]
        with self.out.open("wb") as out:
            self.running = subprocess.Popen(
                [sys.executable, "-c", program, *arguments],
                stdout=out,
                stderr=subprocess.STDOUT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        until = time.monotonic() + 60
        while self.status() != 200:
            assert self.running.poll() is None, self.out.read_text()
            assert time.monotonic() < until
            time.sleep(0.1)

    def status(self) -> int:
        try:
            return httpx.get(f"{self.url}/health", trust_env=False).status_code
        except httpx.TransportError:
            return 0

    def end(self) -> str:
        self.running.send_signal(signal.SIGINT)
        self.running.wait(30)
        return self.out.read_text()


@pytest.fixture(scope="module")
def told(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[list[dict[str, Any]], set[str]]]:
    """The lines of a server that has heard many secrets, and the secrets."""
    process = Process(tmp_path_factory.mktemp("log"))
    secrets = {PART, PASSWORD, OTHER}
    headers = {"Origin": process.url}
    with httpx.Client(base_url=process.url, headers=headers, trust_env=False, timeout=30) as page:
        page.post("/api/guest", json={"name": "Ada"})
        secrets |= set(page.cookies["goldenhorn"].split("."))
        token = page.post("/api/tokens", json={"name": "bot"}).json()["token"]
        secrets.add(token)
        table = page.post("/api/play", json={"players": 2, "bot": "mozzo", "contribution": PART})
        secrets.add(table.json()["id"])  # whoever has it may be let in
        page.post("/api/play", json={"players": 9, "contribution": PART})
        page.post("/api/account", json={"name": "Ada", "password": PASSWORD})
        secrets |= set(page.cookies["goldenhorn"].split("."))
        page.put("/api/me/password", json={"old": PASSWORD, "new": OTHER})
        page.put("/api/me/password", json={"old": "not-it-" + PASSWORD, "new": OTHER})
        page.post("/api/session", json={"name": "Ada", "password": "wrong-" + OTHER})
        page.post("/api/session", content=b'{"password": "' + PASSWORD.encode())
        page.get(f"/api/me?token={token}&password={PASSWORD}")
        page.get(f"/api/{PASSWORD}")
        page.get(f"/{PASSWORD}")
        bad = f"http://127.0.0.1:{process.port}/api/me"
        httpx.get(bad, headers={"Authorization": f"Bearer {token}x"}, trust_env=False)
        live = f"ws://127.0.0.1:{process.port}/api/tables/{table.json()['id']}/live?from={PASSWORD}"
        cookie = {"Cookie": f"goldenhorn={page.cookies['goldenhorn']}"}
        with connect(
            live, origin=Origin(process.url), additional_headers=cookie, proxy=None
        ) as socket:
            socket.send(json.dumps({"t": "chat", "text": PASSWORD}))
            socket.send(PASSWORD)
            socket.recv(timeout=10)
        with pytest.raises(InvalidStatus):
            connect(
                live, origin=Origin("https://evil.example"), additional_headers=cookie, proxy=None
            )
    lines = process.end().splitlines()
    yield [json.loads(line) for line in lines if line.startswith("{")], secrets
    plain = [line for line in lines if not line.startswith("{")]
    assert plain == [f"Golden Horn is at {process.url}"]


def test_requests_are_written(told: tuple[list[dict[str, Any]], set[str]]) -> None:
    lines, _ = told
    found = [line for line in lines if line["what"] == "request"]
    assert len(found) >= 12
    for line in found:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
        assert set(line) >= {"level", "from", "request", "method", "route", "status", "ms"}
    assert ("POST", "/api/play", 201) in {(r["method"], r["route"], r["status"]) for r in found}
    assert any(line["what"] == "live" for line in lines)
    assert any(line["what"] == "closed" for line in lines)


def test_nothing_secret_is_written(told: tuple[list[dict[str, Any]], set[str]]) -> None:
    lines, secrets = told
    text = json.dumps(lines, ensure_ascii=False)
    assert len(secrets) >= 8
    for secret in secrets:
        assert secret not in text


def test_what_goes_wrong_is_told_without_what_it_says() -> None:
    try:
        try:
            raise KeyError(PASSWORD)
        except KeyError as bad:
            raise ValueError(f"[parameters: {PASSWORD}]") from bad
    except ValueError:
        failed = sys.exc_info()
    ours = logging.LogRecord("goldenhorn.x", 40, __file__, 1, "it failed", (), failed)
    line = json.loads(JsonLines().format(ours))
    assert line["what"] == "it failed"
    assert line["error"] == ["ValueError", "KeyError"]
    assert "test_log.py" in line["at"][-1]
    said = f"Task exception was never retrieved\nfuture: <Task exception=ValueError('{PASSWORD}')>"
    for message, arguments in ((said, ()), ("%s failed", (PASSWORD,))):
        theirs = logging.LogRecord("asyncio", 40, __file__, 1, message, arguments, failed)
        assert PASSWORD not in JsonLines().format(theirs)
    assert PASSWORD not in JsonLines().format(ours)
