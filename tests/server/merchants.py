"""Many people at many tables at once, who answer at once and come back when the line is lost."""

import asyncio
import json
import random
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]
Told = tuple[int, str, str]  # seat, move, by whom


@dataclass
class Merchant:
    """Someone at a table: keeps every entry that was ever told, and sees that it stays so."""

    homes: Sequence[str]  # ws://…; where one does not answer, the next
    table: str
    shown: dict[str, str]  # who it is
    rng: random.Random
    told: dict[int, Told] = field(default_factory=dict)
    number: int = 0
    result: Json | None = None
    lost: int = 0  # how often the line was lost
    again: int = 0  # of these, how often something had been asked for and not been answered
    done: int = 0  # and of these, how often it had been done
    lately: deque[str] = field(default_factory=lambda: deque(maxlen=30))  # should it go wrong
    _asked: Json | None = None  # and not answered yet
    _mine: Json | None = None  # the last message, if the decision is ours

    async def play(self) -> None:
        """To the end of the game."""
        while self.result is None:
            home = self.homes[self.lost % len(self.homes)]
            held = f"?from={self.number}" if self.told else ""
            self.lately.append(f"to {home} {held}")
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"{home}/api/tables/{self.table}/live{held}",
                    additional_headers=self.shown,
                    compression=None,
                    proxy=None,
                    open_timeout=10,
                    close_timeout=1,
                    max_size=None,
                ) as line:
                    await self._sit(line)
            if self.result is None:
                self.lost += 1
                await asyncio.sleep(self.rng.uniform(0.02, 0.2))

    async def _sit(self, line: ClientConnection) -> None:
        behind = True  # until all that was missed has come
        while self.result is None:
            text = await line.recv(decode=True)
            message: Json = json.loads(text)
            kind = message["t"]
            number = message.get("n", message.get("number"))
            self.lately.append(f"{kind} {number} {message.get('move')} {message.get('turn')}")
            if kind in ("table", "move", "now"):
                self._keep(message)
                self._mine = message if "legal" in message.get("own", {}) else None
            self.result = message.get("result")
            if kind in ("table", "now") and self._asked is not None:
                # The answer was lost with the line: the very same is asked for again.
                self.again += 1
                self.lately.append(f"again {self._asked}")
                await line.send(json.dumps(self._asked))
            elif kind == "move" and not behind and message["n"] == self._last:
                self._asked = None  # that was the answer
            elif kind == "done":
                assert message["number"] >= self._last
                self.done += 1
                self._asked = None
            elif kind == "no":
                assert message["why"] == "unavailable", "\n".join([text, *self.lately])
                await asyncio.sleep(0.2)
                await line.send(json.dumps(self._asked))
            behind = behind and kind not in ("table", "now")
            if self._mine is not None and self._asked is None and not behind:
                self._asked, self._mine = self._choose(self._mine), None
                self.lately.append(f"asks {self._asked}")
                await line.send(json.dumps(self._asked))

    def _keep(self, message: Json) -> None:
        if message["t"] == "move":
            assert message["n"] == self.number + 1, "numbers are without gaps"
            self.number = message["n"]
        elif message["t"] == "table":
            assert message["number"] >= self.number, "what was told is never forgotten"
            self.number = message["number"]
        assert message.get("number", self.number) == self.number
        for entry in message.get("log", [message] if message["t"] == "move" else []):
            if entry["n"]:
                told = entry["seat"], entry["move"], entry["by"]
                assert self.told.setdefault(entry["n"], told) == told, "it was told otherwise"

    @property
    def _last(self) -> int:
        """The number of the last entry that was asked for."""
        if self._asked is None:
            return 0
        return int(self._asked["n"]) + len(self._asked.get("moves", "1")) - 1

    def _choose(self, message: Json) -> Json:
        own, number = message["own"], self.number + 1
        turn = message["turn"]
        if turn["undo"] == turn["seat"] and self.rng.random() < 0.1:
            return {"t": "undo", "n": number}
        if own["courses"] and self.rng.random() < 0.4:
            course = self.rng.choice(own["courses"])
            stop = self.rng.choice(course["stops"])
            first = [self.rng.choice(course["first"])] if course["first"] else []
            if moves := [*first, *stop["then"], *stop["stay"]]:
                return {"t": "play", "n": number, "moves": moves}
        move = self.rng.choice([move for move in own["legal"] if move != "end"] or own["legal"])
        return {"t": "play", "n": number, "moves": [move]}
