"""A database that is away for a while, and one in which something is amiss."""

import asyncio
import random
import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.server.conftest import Server, free_port, postgres_database
from tests.server.friend import Friend, at_turn, company, info, part, play_on

MakeServer = Callable[..., Server]


class Bridge:
    """A way to PostgreSQL that can be closed: then its port refuses, as when it is restarted."""

    def __init__(self, database: str) -> None:
        self.there = urlsplit(database)
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}{self.there.path}"
        self._ends: list[socket.socket] = []
        self.open()

    def open(self) -> None:
        self._gate = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._let_in, args=(self._gate,), daemon=True).start()

    def close(self) -> None:
        for end in (self._gate, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def _let_in(self, gate: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = gate.accept()
                far = socket.create_connection((self.there.hostname or "", self.there.port or 5432))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)


def ask(friend: Friend, name: str) -> None:
    """Ask for the first legal move, and hear what comes of it."""
    number = friend.number
    friend.play(friend.legal[0], n=number + 1, id=name)
    friend.until(lambda: friend.number > number or any(a.get("id") == name for a in friend.answers))


def test_a_database_that_refuses_for_a_while(make_server: MakeServer) -> None:
    """Restarted, say: what cannot be kept is not done, and then all goes on by itself."""
    with postgres_database() as database:
        bridge = Bridge(database)
        server = make_server(database=bridge.url)
        friends = company(server, 2, edition="el")
        play_on(friends, random.Random(71), 4)
        actor = at_turn(friends)
        assert actor is not None
        bridge.close()
        ask(actor, "away")
        assert actor.number == 4
        assert actor.answers[-1]["why"] == "unavailable"
        bridge.open()
        end = time.monotonic() + 30
        while actor.number == 4:
            assert time.monotonic() < end, actor.answers[-1]
            ask(actor, "again")
        play_on(friends, random.Random(72), 4)
        part(friends)
        server.stop()
        bridge.close()


def test_a_table_that_cannot_go_on(make_server: MakeServer, tmp_path: Path) -> None:
    """One game that cannot be replayed any more: the server starts, and all others go on."""
    server = make_server()
    people = [company(server, 2, edition="el", clock=5, stand_in="mozzo") for _ in range(4)]
    for friends in people:
        play_on(friends, random.Random(73), 2)
        part(friends)
    server.stop()
    with sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None) as database:
        for broken in people[::2]:
            database.execute(
                "UPDATE entries SET move = 'sail 9' WHERE \"table\" = ? AND number = 2",
                (broken[0].table,),
            )
            database.execute('UPDATE seats SET away = 1 WHERE "table" = ?', (broken[0].table,))
    database.close()
    server = make_server(port=server.settings.port)
    end = time.monotonic() + 30
    for friends in people[1::2]:
        while not info(server.client(), friends[0].table)["seats"][0]["away"]:
            assert time.monotonic() < end
            time.sleep(0.1)
    rounds = server.app.state.hall.keeping._rounds
    while server.app.state.hall.keeping._rounds < rounds + 3:
        time.sleep(0.1)
    assert server.client().get("/health").status_code == 200


def test_talk_and_return_while_it_is_away(make_server: MakeServer) -> None:
    """They are answered like moves, and the connection stays."""
    with postgres_database() as database:
        bridge = Bridge(database)
        server = make_server(database=bridge.url)
        friends = company(server, 2, clock=3600)
        ada = friends[0]
        assert ada.client is not None
        assert ada.client.delete(f"/api/tables/{ada.table}/seats").status_code == 200
        ada.until(lambda: bool(ada.info["seats"][0]["away"]))
        bridge.close()
        for message in ({"t": "chat", "text": "Buon vento!"}, {"t": "back"}):
            ada.say(**message, id=message["t"])
            assert ada.answer(message["t"])["why"] == "unavailable"
        bridge.open()
        ada.ping()
        assert not ada.chat
        part(friends)
        server.stop()
        bridge.close()


def test_nobody_sees_a_move_before_it_is_kept(make_server: MakeServer) -> None:
    """Not by looking at the moment after it, either."""
    server = make_server()
    friends = company(server, 2, placement="random")
    ada, bruno = friends
    store = server.app.state.hall.store
    commit, may = store.commit, threading.Event()

    async def slowly(parts: Any) -> None:
        while not may.is_set():
            await asyncio.sleep(0.01)
        await commit(parts)

    store.commit = slowly
    ada.play(ada.legal[0])
    assert bruno.client is not None
    path = f"/api/tables/{bruno.table}/moments/1"
    with pytest.raises(httpx.ReadTimeout):
        bruno.client.get(path, timeout=0.5)
    bruno.ping()
    assert bruno.number == 0
    may.set()
    assert bruno.client.get(path).status_code == 200
    bruno.reach(1)
    part(friends)
