"""The example client: whole games, against bots and against a friend, through restarts."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Server, free_port
from tests.server.friend import Friend, new_table
from tests.server.oracle import check_all, record_of

CLIENT = Path(__file__).parents[2] / "examples" / "client.py"


@contextmanager
def client(address: str, token: str = "") -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, "-I", str(CLIENT), address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"GOLDENHORN_TOKEN": token, "NO_PROXY": "127.0.0.1"},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=180)
    return process.returncode, out, err


def test_a_guest_against_bots(server: Server) -> None:
    with client(server.url) as process:
        status, out, err = ended(process)
    assert (status, err) == (0, "")
    at, points = out.splitlines()
    table = re.fullmatch(rf"At {server.url}/table/(\w+)", at)
    assert table
    with Friend(server, table[1], None) as watcher:
        assert watcher.result is not None
        shown = watcher.result["scores"]
        assert points == f"Points: {shown}; nobody has chosen the cards."
        assert [seat["name"] for seat in watcher.info["seats"]] == ["Zorzi", "Mozzo"]
        assert {entry["by"] for entry in watcher.log if entry["seat"] == 0} == {"person"}
        # Its own part of the chance is in what came out.
        assert watcher.proof is not None
        assert [len(part) for part in watcher.proof["contributions"]] == [32, 0]


def test_by_a_link_with_a_token_through_restarts(make_server: Callable[..., Server]) -> None:
    """The server ends three times in the middle; the client comes back with what it holds."""
    port = free_port()
    server = make_server(port=port)
    ada = server.guest("Ada")
    token = server.program("Bot").headers["Authorization"].removeprefix("Bearer ")
    table = new_table(ada, ["me", "open"], first=0, edition="el", round_limit=20)
    came: list[int | None] = []
    with client(f"{server.url}/table/{table}", token) as process:
        friend = Friend(server, table, ada)
        friend.until(lambda: friend.view is not None)
        rng = random.Random(61)
        for restart in range(4):
            if restart:
                server.stop()
                server = friend.server = make_server(port=port)
                note_who_comes(server, came)
                friend.client = server.client()
                friend.client.cookies.update(ada.cookies)
                friend.reconnect("from")
            last = restart == 3
            while not friend.is_over and (last or friend.number < 20 * (restart + 1)):
                friend.until(lambda: friend.mine or friend.is_over)
                if friend.mine:
                    friend.do(rng.choice([m for m in friend.legal if m != "end"]))
        status, out, err = ended(process)
    assert (status, err) == (0, "")
    assert friend.result is not None
    assert f"Points: {friend.result['scores']}; nobody has chosen the cards." in out
    assert len(came) == 3
    assert None not in came, "it held the table and asked for the rest"
    check_all(friend, record_of(friend))
    friend.close()


def note_who_comes(server: Server, came: list[int | None]) -> None:
    """What the client asks for when it comes to the table."""
    hall = server.app.state.hall
    snapshot = hall.snapshot

    async def noting(place: Any, line: Any, at: Any = None, come: Any = None) -> Any:
        if line.name == "Bot":
            came.append(come)
        return await snapshot(place, line, at, come)

    hall.snapshot = noting


def test_a_seat_that_a_stand_in_has(make_server: Callable[..., Server]) -> None:
    """Whose time ran out, or who left, says so and has the seat again."""
    server = make_server()
    ada = server.guest("Ada")
    program = server.program("Bot")
    token = program.headers["Authorization"].removeprefix("Bearer ")
    table = new_table(ada, ["me", "open"], first=0, edition="el", round_limit=4)
    with client(f"{server.url}/table/{table}", token) as process:
        friend = Friend(server, table, ada)
        friend.until(lambda: friend.view is not None)
        left = False
        while not friend.is_over:
            friend.until(lambda: friend.mine or friend.is_over)
            if not friend.mine:
                continue
            if not left and friend.number > 4:
                assert program.delete(f"/api/tables/{table}/seats").status_code == 200
                left = True
            friend.do(next(move for move in friend.legal if move != "end"))
        status, out, err = ended(process)
    assert (status, err) == (0, "")
    assert left
    assert "nobody has chosen the cards" in out
    by = [entry["by"] for entry in friend.log if entry["seat"] == 1 and entry["n"] > 4]
    assert by[-1] == "person"
    friend.close()


@pytest.mark.parametrize(
    ("cheat", "doubt"),
    [
        (lambda live: setattr(live.row, "secret", "ab" * 32), "has changed its secret"),
        (lambda live: setattr(live.chairs[1], "contribution", "ab" * 16), "our own chance is not"),
        (lambda live: setattr(live.chairs[2], "contribution", "ab" * 16), "added more to it"),
    ],
)
def test_a_shuffle_that_was_not_fair(
    make_server: Callable[..., Server], cheat: Callable[[Any], None], doubt: str
) -> None:
    """A server that takes another secret or other parts after all is found out."""
    server = make_server()
    ada = server.guest("Ada")
    table = new_table(ada, ["me", "open", "mozzo"], first=0, edition="el", round_limit=1)
    with client(f"{server.url}/table/{table}") as process:
        friend = Friend(server, table, ada)
        friend.until(lambda: friend.view is not None)
        cheat(server.app.state.hall.places[table].live)
        while not friend.is_over:
            friend.until(lambda: friend.mine or friend.is_over)
            if friend.mine:
                friend.do(friend.legal[0])
        status, out, err = ended(process)
    assert (status, err) == (1, "")
    assert doubt in out
    friend.close()


def test_what_cannot_be_is_said_in_a_line(plain_server: Server) -> None:
    for address, token, word in (
        (f"{plain_server.url}/table/none", "", "There is no such table."),
        (plain_server.url, "gh_nobody", "token"),
        (f"http://127.0.0.1:{free_port()}", "", "refused"),
    ):
        with client(address, token) as process:
            status, out, err = ended(process)
        assert (status, out) == (1, "")
        assert len(err.splitlines()) == 1
        assert word in err
