"""Many people at many tables: what the server is loaded with. Runs as a process of its own.

    python -m bench.crowd PORT TABLES SECONDS RATE

Two people at each table play random moves: with RATE 0 each answers at once; else so many moves a
second are made in all, evenly, and it is measured how long each takes to reach the other player,
from the moment it was due. It prints one line of JSON.
"""

import asyncio
import contextlib
import json
import random
import statistics
import sys
import time
from typing import Any

from bench.wire import Wire, ask, dial


class Seat:
    """One person at a table."""

    def __init__(self, crowd: "Crowd", port: int) -> None:
        self.crowd = crowd
        self.port = port
        self.cookie = ""
        self.wire: Wire | None = None
        self.other: Seat
        self.host = False
        self.next: tuple[int, str] | None = None  # the number and a move, where it is our turn

    async def enter(self, table: str) -> None:
        """Open the table."""
        path = f"/api/tables/{table}/live"
        self.wire = await dial(self.port, path, self.cookie, self.hear)

    def hear(self, text: bytes) -> None:
        crowd = self.crowd
        crowd.bytes += len(text)
        if text.startswith(b'{"t":"move"'):
            crowd.heard += 1
            if crowd.sent:
                end = text.index(b",", 16)
                sent = crowd.sent.pop((id(self), text[16:end]), None)
                if sent is not None:
                    crowd.waits.append(time.perf_counter() - sent)
        if b'"legal":[' in text:
            message = json.loads(text)
            legal = [move for move in message["own"]["legal"] if move != "end"]
            move = crowd.chance.choice(legal)
            self.next = message["turn"]["number"], move
            if crowd.playing and not crowd.rate:
                self.play()
            elif crowd.rate:
                crowd.ready.append(self)
        elif text.startswith(b'{"t":"over"') and self.host:
            crowd.tasks.add(asyncio.ensure_future(self.again()))
        elif text.startswith(b'{"t":"no"'):
            crowd.refused.append(text.decode()[:200])

    def play(self, due: float = 0.0) -> None:
        """Make the move that was chosen."""
        if self.next is None or self.wire is None:
            return
        number, move = self.next
        self.next = None
        if self.crowd.rate:
            self.crowd.sent[id(self.other), str(number).encode()] = due
        self.wire.say(b'{"t":"play","n":%d,"moves":["%s"]}' % (number, move.encode()))

    async def again(self) -> None:
        """Another game, at another table."""
        for seat in (self, self.other):
            if seat.wire:
                seat.wire.close()
        await self.begin()

    async def begin(self) -> None:
        """Make a table, at which the other sits down, too."""
        new = {"seats": [{"kind": "me"}, {"kind": "open"}], "private": True, "round_limit": 1000}
        table, _ = await ask(self.port, "POST", "/api/tables", self.cookie, new)
        await self.enter(table["id"])
        await self.other.enter(table["id"])
        await ask(self.port, "POST", f"/api/tables/{table['id']}/seats", self.other.cookie, {})


class Crowd:
    """All of them."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.chance = random.Random(7)
        self.playing = False
        self.heard = 0
        self.bytes = 0
        self.ready: list[Seat] = []
        self.sent: dict[tuple[int, bytes], float] = {}
        self.waits: list[float] = []
        self.refused: list[str] = []
        self.tasks: set[Any] = set()

    async def gather(self, port: int, tables: int) -> list[Seat]:
        """Everyone comes in and sits down."""
        seats: list[Seat] = []
        for at in range(tables):
            pair = Seat(self, port), Seat(self, port)
            pair[0].host = True
            pair[0].other, pair[1].other = pair[1], pair[0]
            for seat in pair:
                name = {"name": f"P{2 * at + (not seat.host)}"}
                _, seat.cookie = await ask(port, "POST", "/api/guest", "", name)
            await pair[0].begin()
            seats += pair
        return seats


async def load(port: int, tables: int, seconds: float, rate: float) -> dict[str, Any]:
    """Play for a while; what was counted."""
    crowd = Crowd(rate)
    seats = await crowd.gather(port, tables)
    await asyncio.sleep(0.5)
    crowd.playing = True
    if not rate:
        for seat in seats:
            seat.play()
    driver = asyncio.ensure_future(_steadily(crowd, rate)) if rate else None
    await asyncio.sleep(min(2.0, seconds / 3))
    heard, size = crowd.heard, crowd.bytes
    crowd.waits.clear()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    # Each entry is heard by both players.
    result: dict[str, Any] = {
        "moves": (crowd.heard - heard) / 2 / took,
        "unheard": sum(began < due < began + took - 1 for due in crowd.sent.values()),
        "bytes": (crowd.bytes - size) / max(1, crowd.heard - heard),
        "refused": len(crowd.refused),
        "example": crowd.refused[:1],
    }
    if driver:
        driver.cancel()
        waits = sorted(crowd.waits)
        result["median"] = statistics.median(waits)
        result["p99"] = waits[int(len(waits) * 0.99)]
        result["longest"] = waits[-1]
    crowd.playing = False
    crowd.rate = -1
    for task in crowd.tasks:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(task, 5)
    return result


async def _steadily(crowd: Crowd, rate: float) -> None:
    """So many moves a second, one after the other, of those whose turn it is."""
    began = time.perf_counter()
    made = 0
    while True:
        await asyncio.sleep(0.0005)
        due = (time.perf_counter() - began) * rate
        while made < due and crowd.ready:
            turn = crowd.chance.randrange(len(crowd.ready))
            crowd.ready.pop(turn).play(began + made / rate)
            made += 1


def main() -> None:
    """Called with port, tables, seconds and rate."""
    port, tables = int(sys.argv[1]), int(sys.argv[2])
    seconds, rate = float(sys.argv[3]), float(sys.argv[4])
    try:
        import uvloop
    except ImportError:
        run = asyncio.run
    else:
        run = uvloop.run
    print(json.dumps(run(load(port, tables, seconds, rate))), flush=True)


if __name__ == "__main__":
    main()
