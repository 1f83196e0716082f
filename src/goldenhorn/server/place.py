"""A table that is open in this process: its game, who is connected, and what is told to each."""

import asyncio
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import msgspec

from goldenhorn.server import views
from goldenhorn.server.table import Happening, LiveTable
from goldenhorn.told import Told
from goldenhorn.trace import Json

encode: Final = msgspec.json.Encoder().encode


def text_of(message: Any) -> str:
    """A message as it goes over the network."""
    return encode(message).decode()


class Line(Protocol):
    """Someone's connection to a table."""

    user: int | None
    name: str
    seats: list[int]

    def put(self, text: str) -> None:
        """Say something; it never waits."""
        ...

    def hang_up(self, code: int) -> None:
        """End the connection, after what was said before."""
        ...

    async def is_known(self, *, anew: bool = False) -> bool:
        """Whether who came here may still act as who they were; `anew` trusts no memory."""
        ...


@dataclass(slots=True, eq=False)
class Place:
    """A table that somebody is at, or that has something to do by itself."""

    live: LiveTable
    used: float  # when anything last happened
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    lines: set[Line] = field(default_factory=set)
    asked: list[float] = field(default_factory=list)  # when what is being done was asked for
    timer: asyncio.TimerHandle | None = None
    bot: "asyncio.Task[None] | None" = None
    elsewhere: dict[str, list[str]] = field(default_factory=dict)  # who is here by other servers

    def here(self) -> list[str]:
        """The names of those who have the table open."""
        names = set(self.by_us())
        names.update(name for names_there in self.elsewhere.values() for name in names_there)
        return sorted(names)

    def by_us(self) -> list[str]:
        """Those of them who are here by this server."""
        return sorted({line.name for line in self.lines})

    def seat_lines(self) -> None:
        """After seats changed hands: who has which."""
        for line in self.lines:
            line.seats = self.live.seats_of(line.user)

    def say(self, message: Json) -> None:
        """The same to everyone."""
        text = text_of(message)
        for line in self.lines:
            line.put(text)

    def tell(self, happenings: Sequence[Happening], now: float, wall: float) -> None:
        """What just happened, to everyone as they may hear it; and what they may do next."""
        live = self.live
        turn = live.turn(now)
        changed = {seat for happening in happenings for seat in happening.hands}
        for happening in happenings:
            last = happening is happenings[-1]
            plain = encode(move_message(happening, wall, turn if last else None))
            text = plain.decode()
            kept: dict[tuple[int, ...], str] = {}
            for line in self.lines:
                if not line.seats:
                    line.put(text)
                    continue
                seats = tuple(line.seats)
                if seats not in kept:
                    body = plain
                    if not happening.private.keys().isdisjoint(seats):
                        body = encode(move_message(happening, wall, turn if last else None, seats))
                    own = self._own(seats, changed, turn) if last else {}
                    if own:
                        body = b"".join((body[:-1], b',"own":', encode(own), b"}"))
                    kept[seats] = text if body is plain else body.decode()
                line.put(kept[seats])

    def _own(self, seats: tuple[int, ...], changed: Set[int], turn: Json | None) -> Json:
        """What is new for the eyes of whoever has these seats."""
        live = self.live
        own: Json = {}
        if not changed.isdisjoint(seats):
            own["hands"] = {str(seat): live.hand(seat) for seat in seats if seat in changed}
        if turn is not None and turn["seat"] in seats and live.status == "playing":
            own |= views.choices(live.seen)
        return own


def move_message(
    happening: Happening, wall: float, turn: Json | None, seats: Iterable[int] = ()
) -> Json:
    """An entry, as docs/live.md has it, for someone with these seats."""
    message: Json = {
        "t": "move",
        **entry_data(happening, seats),
        "now": round(wall, 3),
        "set": happening.set,
    }
    if happening.scores is not None:
        message["scores"] = happening.scores
    if turn is not None:
        message["turn"] = turn
    return message


def entry_data(happening: Happening, seats: Iterable[int] = ()) -> Json:
    """An entry and what there is to tell of it."""
    entry = happening.entry
    return {
        "n": entry.number,
        "ply": happening.ply,
        "seat": entry.seat,
        "move": entry.move,
        "by": entry.by,
        "told": told_to(happening, seats),
    }


def told_to(happening: Happening, seats: Iterable[int]) -> list[Told]:
    """What was told, with the cards that these seats got."""
    telling = happening.told
    for seat in seats:
        if seat in happening.private:
            private = happening.private[seat]
            telling = [
                mine if mine[1].get("seat") == seat else plain
                for mine, plain in zip(private, telling, strict=True)
            ]
    return telling


def snapshot(
    place: Place,
    line: Line,
    wall: float,
    now: float,
    chat: list[Json],
    history: Sequence[Happening],
    at: int | None = None,
) -> list[Json]:
    """The whole table for someone; or as it was after an entry, and then what came since."""
    live = place.live
    begun = live.row.seed is not None
    message: Json = {
        "t": "table",
        "number": live.number,
        "now": round(wall, 3),
        "info": live.info(line.user, now),
        "you": line.seats,
        "view": None,
        "log": [],
        "turn": None,
        "own": {},
        "chat": chat,
        "here": place.here(),
    }
    if not begun:
        return [message]
    start = live.opening()
    log = [start] if start else []
    then = live
    if at is not None and at < live.number:
        then = LiveTable(live.row, live.chairs, live.entries[:at])
    message["log"] = [entry_data(each, line.seats) for each in (*log, *history[: then.number])]
    message["number"] = then.number
    message["view"] = then.shown
    if then is live:
        message["turn"] = live.turn(now)
        message["own"] = live.own(line.seats)
        message |= ending(live)
        return [message]
    message["own"] = {"hands": then.own(line.seats).get("hands", {})}
    return [message, *since(place, line, wall, now, history[then.number :])]


def since(
    place: Place, line: Line, wall: float, now: float, missed: Sequence[Happening]
) -> list[Json]:
    """What someone missed, told again, and how things stand."""
    live = place.live
    messages = [move_message(each, wall, None, line.seats) for each in missed]
    last: Json = {
        "t": "now",
        "number": live.number,
        "now": round(wall, 3),
        "info": live.info(line.user, now),
        "you": line.seats,
        "turn": live.turn(now),
        "own": live.own(line.seats),
        "here": place.here(),
        **ending(live),
    }
    return [*messages, last]


def ending(live: LiveTable) -> dict[str, Any]:
    """The result and the proof, for a game that is over."""
    if live.status != "over":
        return {}
    return {"result": views.result(live.game), "proof": live.proof()}
