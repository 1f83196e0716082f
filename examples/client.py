"""A bot at a table of a Golden Horn server, by docs/server.md and docs/live.md.

    python examples/client.py http://127.0.0.1:8731                      a table against bots
    python examples/client.py http://127.0.0.1:8731/table/k3QmZ8xYvB1t   a seat at that table

It plays as a guest, or with GOLDENHORN_TOKEN for whoever made that token. It comes back whenever
the line is lost, and in the end it checks that nobody has chosen the cards. All it needs besides
Python is the package `websockets`. To make a bot of your own, change `choose`.
"""

import hashlib
import json
import os
import random
import secrets
import sys
import time
from functools import reduce
from operator import getitem
from typing import Any
from urllib.request import HTTPError, Request, urlopen

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

Json = dict[str, Any]
FOR_GOOD = (4401, 4403, 4404)  # nothing to come back to


def choose(state: Json, legal: list[str]) -> str:
    """Go on where that is free, sail home what is loaded, and leave the rest to chance."""
    ships = enumerate(state["ships"][state["player"]], 1)
    good = ["on", *[f"sail {number}" for number, ship in ships if ship["cargo"]]]
    return next((move for move in good if move in legal), random.choice(legal))


class Rest:
    """The server by REST, and who we are to it: by a token, or by the cookie of a guest."""

    def __init__(self, server: str, name: str) -> None:
        self.server = server
        self.shown = {"Origin": server}
        if token := os.environ.get("GOLDENHORN_TOKEN"):
            self.shown = {"Authorization": f"Bearer {token}"}
        else:
            self.ask("POST", "/api/guest", {"name": name})

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        headers = {**self.shown, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.server + path, data, headers, method=method)) as answer:
            if cookie := answer.headers["Set-Cookie"]:
                self.shown["Cookie"] = cookie.partition(";")[0]
            return json.load(answer)


class Seat:
    """A seat at a table, and the game as docs/live.md tells it."""

    def __init__(self, rest: Rest, table: str) -> None:
        self.rest, self.path = rest, f"/api/tables/{table}"
        self.view: Any = None  # until the game begins
        self.number = 0  # of the last entry we were told
        self.turn: Any = None
        self.legal: list[str] = []  # while the decision is ours
        self.end: Json = {}
        # First see to what the server has committed itself, and only then add a chance of our own.
        info = rest.ask("GET", self.path)
        self.commitment = info["commitment"]
        owed = any(seat["yours"] and seat["awaited"] for seat in info["seats"])
        self.part = secrets.token_hex(16) if owed or not info["you"] else None
        self.you = rest.ask("POST", f"{self.path}/seats", {"contribution": self.part})["you"]
        self.bots = [seat["seat"] for seat in info["seats"] if seat["kind"] == "bot"]

    def play(self) -> None:
        """Play to the end of the game, through lost lines and restarts."""
        while not self.end:
            try:
                self.listen()
            except (OSError, WebSocketException) as lost:
                if isinstance(lost, ConnectionClosed) and lost.rcvd and lost.rcvd.code in FOR_GOOD:
                    raise
                time.sleep(random.uniform(0.3, 1))

    def listen(self) -> None:
        """Be at the table as long as the line holds."""
        held = f"?from={self.number}" if self.view else ""
        address = f"ws{self.rest.server.removeprefix('http')}{self.path}/live{held}"
        with connect(address, additional_headers=self.rest.shown, max_size=None) as line:
            while not self.end:
                said = json.loads(line.recv())
                self.hear(said)
                if said.get("why") in ("slow", "unavailable"):
                    time.sleep(1)
                elif said["t"] not in ("table", "move", "now", "seats"):
                    continue
                if self.legal:  # said twice, it is done once: it has a number
                    move = choose(self.view["state"], self.legal)
                    play = {"t": "play", "n": self.turn["number"], "moves": [move]}
                    line.send(json.dumps({"t": "back"} if self.turn["stand_in"] else play))

    def hear(self, said: Json) -> None:
        """Keep up with what is said."""
        if said["t"] == "table":
            self.view, self.number = said["view"], said["number"]
        elif said["t"] == "move":
            self.number = said["n"]
            for name, value in said["set"].items():
                way: list[Any] = [int(step) if step.isdigit() else step for step in name.split(".")]
                if way[0] == "ships":
                    way[2] -= 1  # they are called 1, 2, 3
                reduce(getitem, way[:-1], self.view["state"])[way[-1]] = value
        self.you = said.get("you", self.you)
        self.turn = said.get("turn", self.turn)
        if said["t"] in ("table", "move", "now"):
            self.legal = said["own"].get("legal", []) if "own" in said else []
        self.end = said if "result" in said else {}

    def doubt(self) -> str | None:
        """What is wrong with the shuffle, if anything. `goldenhorn replay --verify` checks more."""
        secret, parts = self.end["proof"]["secret"], self.end["proof"]["contributions"]
        lines = "\n".join(["golden-horn-shuffle-1", secret, *parts])
        seed = hashlib.sha256(lines.encode()).hexdigest()[:32]
        if hashlib.sha256(bytes.fromhex(secret)).hexdigest() != self.commitment:
            return "the server has changed its secret"
        if self.part and self.part != parts[self.you[0]]:
            return "our own chance is not in it"
        if any(parts[seat] for seat in self.bots):  # it could have chosen those last
            return "the server has added more to it"
        record = self.rest.ask("GET", f"{self.path}/record")
        return None if record["seed"] == seed else "the seed is another"


def main(address: str = "http://127.0.0.1:8731") -> int:
    """Play one game."""
    server, _, table = address.rstrip("/").partition("/table/")
    try:
        rest = Rest(server, "Zorzi")
        if not table:  # one that waits until we know its commitment
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "mozzo"}]
            new = {"seats": seats, "private": True, "contribution": "later"}
            table = rest.ask("POST", "/api/tables", new)["id"]
        seat = Seat(rest, table)
        print(f"At {server}/table/{table}", flush=True)
        seat.play()
        doubt = seat.doubt()
    except (OSError, WebSocketException) as bad:
        print(json.load(bad)["reason"] if isinstance(bad, HTTPError) else bad, file=sys.stderr)
        return 1
    print(f"Points: {seat.end['result']['scores']}; {doubt or 'nobody has chosen the cards'}.")
    return 1 if doubt else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
