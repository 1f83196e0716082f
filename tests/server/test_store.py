"""What is written, is written; and a database that was away is written to again."""

import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from tests.server.conftest import Server, free_port, postgres_database
from tests.server.friend import Friend, at_turn, company, part, play_on

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
