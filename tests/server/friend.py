"""Someone at a table: a small client that holds everything the server says against docs/live.md."""

import itertools
import json
import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.conftest import Server

Json = dict[str, Any]
PATIENCE = 60.0  # seconds; the machine may be busy

_INFO = {"id", "status", "players", "rules", "first", "clock", "private", "watching", "stand_in"}
_INFO |= {"seats", "host", "commitment", "created", "started", "ended", "moves", "to_move", "you"}
_TABLE = {"number", "now", "info", "you", "view", "log", "turn", "own", "chat", "here"}
_ENTRY = {"n", "ply", "seat", "move", "by", "told"}
# What each kind of message has to hold, and what it may hold besides.
MESSAGES: dict[str, tuple[set[str], set[str]]] = {
    "table": (_TABLE, {"result", "proof"}),
    "move": (_ENTRY | {"now", "set"}, {"scores", "turn", "own"}),
    "now": ({"number", "now", "turn", "own", "info", "here", "you"}, {"result", "proof"}),
    "over": ({"result", "proof"}, set()),
    "seats": ({"info", "you", "now", "turn"}, {"own"}),
    "chat": ({"seat", "name", "text", "at"}, set()),
    "here": ({"here"}, set()),
    "no": ({"id", "why", "reason"}, {"rule", "number"}),
    "done": ({"id", "number"}, set()),
    "pong": ({"now"}, set()),
    "rematch": ({"table"}, set()),
    "gone": (set(), set()),
}
# The same of what is told.
TOLD: dict[str, tuple[set[str], set[str]]] = {
    "placed": ({"seat", "ports", "chance"}, set()),
    "filled": ({"port", "goods"}, set()),
    "dealt": ({"seat", "count"}, {"cards"}),
    "raids": ({"seat", "whose", "ship", "cards", "loot"}, set()),
    "adrift": ({"seat", "ship"}, set()),
    "turned": ({"seat", "ship", "to"}, set()),
    "sails": ({"seat", "ship", "cargo", "port", "to"}, set()),
    "onward": ({"seat", "ship", "to", "about"}, set()),
    "reaches": ({"seat", "ship", "place", "jumped", "how"}, {"colour"}),
    "stays": ({"seat", "ship", "place"}, set()),
    "arrives": ({"seat", "ship", "port", "cargo"}, set()),
    "draws": ({"seat", "count", "due"}, {"cards"}),
    "reshuffled": (set(), set()),
    "conquers": ({"seat", "dominion", "soldiers", "builders", "points"}, set()),
    "trains": ({"seat"}, set()),
    "end": ({"seat", "cause"}, {"port", "dominion", "last"}),
    "limit": ({"rounds"}, set()),
    "over": ({"winners", "points"}, set()),
    "undone": ({"seat"}, set()),
}
WHYS = {"illegal", "number", "seat", "undo", "form", "slow", "over", "waiting", "time", "away"}
WHYS |= {"unavailable"}


def live_path(table: str, **query: int) -> str:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/api/tables/{table}/live" + (f"?{asked}" if asked else "")


def open_live(
    server: Server, client: httpx.Client | None, path: str, **headers: str
) -> ClientConnection:
    """A live connection with somebody's cookie or token, to be used with `with`."""
    shown = {"Origin": server.url}
    if client is not None:
        if "Authorization" in client.headers:
            shown = {"Authorization": client.headers["Authorization"]}
        else:
            shown["Cookie"] = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
    shown |= headers
    origin = shown.pop("Origin", None)
    return connect(
        server.live + path,
        origin=origin,  # type: ignore[arg-type]
        additional_headers=shown,
        compression=None,
        proxy=None,
        open_timeout=PATIENCE,
        close_timeout=5,
        max_size=None,
        max_queue=None,
    )


class Friend:
    """Keeps the table as docs/live.md says, and complains about whatever is not as it says."""

    def __init__(
        self, server: Server, table: str, client: httpx.Client | None, **query: int
    ) -> None:
        self.server, self.table, self.client = server, table, client
        self.number = 0
        self.view: Json | None = None
        self.log: list[Json] = []
        self.turn: Json | None = None
        self.own: Json = {}
        self.hands: dict[str, str] = {}
        self.you: list[int] = []
        self.info: Json = {}
        self.chat: list[Json] = []
        self.here: list[str] = []
        self.result: Json | None = None
        self.proof: Json | None = None
        self.answers: list[Json] = []  # no, done, pong, in their order
        self.kinds: list[str] = []  # of all messages
        self.raw: list[str] = []  # all that was received
        self.moments: dict[int, Json] = {}  # what was known after each entry
        self.again: str | None = None  # the table of the rematch
        self.behind = False  # being told again what was missed
        self._ids = itertools.count()
        self.socket: ClientConnection
        self.open(**query)

    # The connection

    def open(self, **query: int) -> None:
        self.behind = "from" in query or "since" in query
        opening = open_live(self.server, self.client, live_path(self.table, **query))
        self._open = ExitStack()
        self.socket = self._open.enter_context(opening)
        kinds = len(self.kinds)
        self.until(
            lambda: any(kind in ("table", "now") for kind in self.kinds[kinds:]) and self.is_told
        )

    @property
    def is_told(self) -> bool:
        """All that was missed has come."""
        return not self.behind

    def reconnect(self, how: str = "from") -> None:
        """Come back: with what is held (`from`), with nothing but a number, or quite anew."""
        self.close()
        if how == "from":
            self.open(**{"from": self.number})
            return
        number, self.view, self.log, self.number = self.number, None, [], 0
        self.open(**({"since": number} if how == "since" else {}))

    def close(self) -> None:
        with suppress(OSError, ConnectionClosed):
            self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Listening

    def hear(self, seconds: float = PATIENCE) -> Json:
        """The next message, understood."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str), "JSON comes in text frames"
        self.raw.append(text)
        message: Json = json.loads(text)
        self._check_shape(message)
        self.kinds.append(message["t"])
        getattr(self, f"_{message['t']}")(message)
        return message

    def until(self, is_so: Callable[[], object], seconds: float = PATIENCE) -> Self:
        """Listen until something holds."""
        end = time.monotonic() + seconds
        while not is_so():
            left = end - time.monotonic()
            assert left > 0, f"waited in vain; the last was {self.raw[-1][:300]}"
            self.hear(left)
        return self

    def reach(self, number: int) -> Self:
        """Listen until so many entries have been told."""
        return self.until(lambda: self.number >= number and self.is_told)

    def end(self) -> Self:
        """Listen until the game is over."""
        return self.until(lambda: self.is_over)

    def quiet(self, seconds: float = 0.15) -> Self:
        """Listen until nothing more comes for a while."""
        with suppress(TimeoutError):
            while True:
                self.hear(seconds)
        return self

    def closed(self, seconds: float = PATIENCE) -> int:
        """The code with which the server hangs up, soon."""
        end = time.monotonic() + seconds
        try:
            while True:
                self.hear(max(0.0, end - time.monotonic()))
        except ConnectionClosed as end_of_it:
            return end_of_it.rcvd.code if end_of_it.rcvd else 1006

    def _check_shape(self, message: Json) -> None:
        needed, more = MESSAGES[message["t"]]
        fields = set(message) - {"t"}
        assert needed <= fields <= needed | more, (message["t"], fields ^ needed)
        if "info" in message:
            assert set(message["info"]) >= _INFO
            assert message["info"]["you"] == message["you"]
        if (turn := message.get("turn")) is not None:
            assert set(turn) == {"seat", "phase", "number", "clock", "undo", "stand_in"}
            if turn["clock"] is not None:
                assert set(turn["clock"]) == {"left", "of"}
        for entry in [message] if message["t"] == "move" else message.get("log", []):
            assert set(entry) >= _ENTRY
            assert entry["by"] in ("person", "bot", "stand-in")
            for kind, values in entry["told"]:
                must, may = TOLD[kind]
                assert must <= set(values) <= must | may, (kind, values)
        if message["t"] == "no":
            assert message["why"] in WHYS
            assert ("rule" in message) <= (message["why"] == "illegal")

    def _table(self, message: Json) -> None:
        assert [entry["n"] for entry in message["log"] if entry["n"]] == list(
            range(1, message["number"] + 1)
        )
        for name in ("number", "view", "log", "you", "info", "chat", "here"):
            setattr(self, name, message[name])
        self.turn = message["turn"]
        self.result, self.proof = message.get("result"), message.get("proof")
        self.hands = {}
        self._own(message)
        self.behind = self.behind and self.view is not None and self.turn is None
        self._remember()

    def _move(self, message: Json) -> None:
        assert message["n"] == self.number + 1, "numbers are without gaps"
        assert self.view is not None
        self.number = message["n"]
        for path, value in message["set"].items():
            self._set(path.split("."), value)
        if "scores" in message:
            assert message["scores"] != self.view["scores"]
            self.view["scores"] = message["scores"]
        self.log.append({name: message[name] for name in _ENTRY})
        self.turn = message.get("turn")
        assert self.turn is None or self.turn["number"] == self.number + 1
        self._own(message)
        if self.turn is not None:
            self._remember()

    def _set(self, path: list[str], value: Any) -> None:
        assert self.view is not None
        state = self.view["state"]
        match path:
            case ["ships", seat, ship]:
                state["ships"][int(seat)][int(ship) - 1] = value
            case ["warehouses", seat]:
                state["warehouses"][int(seat)] = value
            case ["ports", port]:
                assert port in state["ports"]
                state["ports"][port] = value
            case [name]:
                assert name in state
                state[name] = value
            case _:
                raise AssertionError(path)

    def _own(self, message: Json) -> None:
        own = message.get("own", {})
        assert set(own) <= {"hands", "legal", "courses", "conquests"}
        assert set(own.get("hands", {})) <= {str(seat) for seat in self.you}
        self.hands |= own.get("hands", {})
        self.own = own
        if self.turn is not None and self.turn["phase"] != "over":
            assert ("legal" in own) == (self.turn["seat"] in self.you)

    def _now(self, message: Json) -> None:
        assert message["number"] == self.number
        self.turn, self.info, self.here = message["turn"], message["info"], message["here"]
        self.you = message["you"]
        self.result, self.proof = message.get("result"), message.get("proof")
        self._own(message)
        self.behind = False
        self._remember()

    def _remember(self) -> None:
        if self.view is not None:
            self.moments[self.number] = {
                "view": json.loads(json.dumps(self.view)),
                "hands": dict(self.hands),
                "own": self.own,
                "turn": self.turn,
            }

    def _over(self, message: Json) -> None:
        assert self.result is None, "once is enough"
        self.result, self.proof = message["result"], message["proof"]

    def _seats(self, message: Json) -> None:
        self.info, self.you, self.turn = message["info"], message["you"], message["turn"]

    def _chat(self, message: Json) -> None:
        self.chat.append({name: message[name] for name in ("seat", "name", "text", "at")})

    def _here(self, message: Json) -> None:
        self.here = message["here"]

    def _no(self, message: Json) -> None:
        self.answers.append(message)

    _done = _pong = _no

    def _rematch(self, message: Json) -> None:
        self.again = message["table"]

    def _gone(self, message: Json) -> None:
        self.info = {**self.info, "status": "closed"}

    # Speaking

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def play(self, *moves: str, n: int | None = None, id: str | None = None) -> str:
        """Ask for moves; the answer is still to come."""
        name = f"m{next(self._ids)}" if id is None else id
        self.say(t="play", n=self.number + 1 if n is None else n, moves=moves, id=name)
        return name

    @property
    def may_undo(self) -> bool:
        """Whether one of its seats may take back the last move."""
        return self.turn is not None and self.turn["undo"] in self.you

    def undo(self, n: int | None = None) -> str:
        name = f"u{next(self._ids)}"
        self.say(t="undo", n=self.number + 1 if n is None else n, id=name)
        return name

    def do(self, *moves: str) -> Self:
        """Play moves that have to be accepted."""
        answers, goal = len(self.answers), self.number + len(moves)
        self.play(*moves)
        self.until(lambda: self.number >= goal or len(self.answers) > answers)
        assert len(self.answers) == answers, (moves, self.answers[-1])
        return self

    def take_back(self) -> Self:
        """Take back a move, which has to be accepted."""
        answers, goal = len(self.answers), self.number + 1
        self.undo()
        self.until(lambda: self.number >= goal or len(self.answers) > answers)
        assert len(self.answers) == answers, self.answers[-1]
        assert self.log[-1]["move"] == "undo"
        return self

    def answer(self, name: str | None) -> Json:
        """The answer `no` or `done` to what was asked by that id."""
        found: list[Json] = []

        def is_here() -> bool:
            found[:] = [each for each in self.answers if each.get("id") == name]
            return bool(found)

        self.until(is_here)
        return found[0]

    def ping(self) -> Self:
        """Hear all that the server had said up to now, by its answer to a ping."""
        pongs = self.kinds.count("pong")
        self.say(t="ping")
        return self.until(lambda: self.kinds.count("pong") > pongs)

    # How things stand

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def mine(self) -> bool:
        """The decision is mine."""
        if self.turn is None or self.turn["phase"] == "over":
            return False
        return self.turn["seat"] in self.you

    @property
    def legal(self) -> list[str]:
        legal: list[str] = self.own["legal"]
        return legal

    @property
    def seen(self) -> Json:
        """All that has to be the same for someone who comes anew."""
        return json.loads(
            json.dumps(
                {
                    "number": self.number,
                    "view": self.view,
                    "log": self.log,
                    "hands": self.hands,
                    "you": self.you,
                    "own": {k: v for k, v in self.own.items() if k != "hands"},
                    "turn": {**(self.turn or {}), "clock": None},
                    "result": self.result,
                    "proof": self.proof,
                }
            )
        )


# Tables


def new_table(client: httpx.Client, seats: Sequence[Any], **options: Any) -> str:
    """A table by its seats: `me`, `open`, `shared:NAME`, or the name of a bot."""
    wishes = []
    for seat in seats:
        kind, _, name = seat.partition(":")
        if kind == "shared":
            wishes.append({"kind": "shared", "name": name})
        elif kind in ("me", "open"):
            wishes.append({"kind": kind})
        else:
            wishes.append({"kind": "bot", "bot": kind})
    answer = client.post("/api/tables", json={"seats": wishes, **options})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def sit(client: httpx.Client, table: str, **more: Any) -> Json:
    answer = client.post(f"/api/tables/{table}/seats", json=more)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def info(client: httpx.Client, table: str) -> Json:
    answer = client.get(f"/api/tables/{table}")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


NAMES = ("Ada", "Bruno", "Carla", "Dario")


def company(
    server: Server, players: int = 2, first: int | str = 0, by_token: bool = False, **options: Any
) -> list[Friend]:
    """People at a table of their own, in the order of their seats; the game has begun."""
    who = [server.program(name) if by_token else server.guest(name) for name in NAMES[:players]]
    table = new_table(who[0], ["me"] + ["open"] * (players - 1), first=first, **options)
    for seat, client in enumerate(who[1:], 1):
        sit(client, table, seat=seat)
    return [Friend(server, table, client) for client in who]


def at_turn(friends: Sequence[Friend]) -> Friend | None:
    """Whose decision it is, all of them being told; nobody's once the game is over."""
    newest = max(friend.number for friend in friends)
    for friend in friends:
        friend.reach(newest)
    first = friends[0]
    assert first.turn is not None
    if first.turn["phase"] == "over":
        for friend in friends:
            friend.end()
        return None
    return next(friend for friend in friends if friend.mine)


Choose = Callable[[list[str]], str]


def play_on(
    friends: Sequence[Friend], choose: Choose | random.Random, moves: int | None = None
) -> int:
    """Play so many moves, or the game to its end; how many were made."""
    pick = choose.choice if isinstance(choose, random.Random) else choose
    made = 0
    while moves is None or made < moves:
        friend = at_turn(friends)
        if friend is None:
            break
        friend.do(pick(friend.legal))
        made += 1
    return made


def part(friends: Sequence[Friend]) -> None:
    for friend in friends:
        friend.close()


def sail_empty(friend: Friend) -> list[str]:
    """Moves by which a ship sails and stays, and nothing comes out of the bag."""
    return next(
        [first, *course["stops"][0]["stay"]]
        for course in friend.own["courses"]
        for first in course["first"]
        if first.endswith("empty") and course["stops"][0]["stay"]
    )
