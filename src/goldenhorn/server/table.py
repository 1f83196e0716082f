"""A table at which a game is played: what it holds in memory, and what follows from an entry.

The truth is in the database; this is a cache of it, made by replaying the entries. Nothing here
waits or writes: `playing.py` decides when an entry is safe and only then lets it be told.
"""

from collections.abc import Set
from dataclasses import dataclass, field
from sys import intern
from typing import Any, Final

import msgspec
from sqlalchemy import Row

from goldenhorn import fair
from goldenhorn.game import Game, Seen
from goldenhorn.rules.moves import BadNotation
from goldenhorn.rules.options import Options
from goldenhorn.server import views
from goldenhorn.server.forms import ClockInfo, ResultInfo, SeatInfo, TableInfo
from goldenhorn.server.terms import rules_of, unpacked
from goldenhorn.told import Told, opening, told, unveiled
from goldenhorn.trace import Json

UNDO: Final = "undo"
PERSON: Final = "person"
BOT: Final = "bot"
STAND_IN: Final = "stand-in"
OPEN: Final = "open"

# Instead of a contribution: it is to come when its owner has seen the commitment. The game waits.
PROMISED: Final = ""

# Seconds that a move may have waited to be read, in a server that is busy, and still be in time.
LATE: Final = 0.25

# Entries stay for good, and whoever opens the table is told all of them.
_MOST_TAKEN_BACK: Final = 50  # in a turn
_MANY: Final = 5000  # entries, more than a game has that is played in earnest; then none any more


@dataclass(slots=True)
class Chair:
    """A seat, and who has it."""

    seat: int
    kind: str  # person, bot, open
    user: int | None
    name: str
    bot: str | None
    away: bool
    contribution: str | None

    def info(self, yours: bool) -> SeatInfo:
        """The seat as REST tells it."""
        owes = self.contribution == PROMISED
        return SeatInfo(self.seat, self.kind, self.name, self.bot, self.away, owes, yours)  # type: ignore[arg-type]


@dataclass(slots=True, frozen=True)
class Entry:
    """What was done: a move, or taking one back."""

    number: int
    seat: int
    move: str
    by: str


@dataclass(slots=True)
class Happening:
    """An entry with what it changed, as anyone may hear it; and more for the seats concerned."""

    entry: Entry
    ply: int
    told: list[Told]
    private: dict[int, list[Told]]
    set: Json
    scores: tuple[int, ...] | None
    new_turn: bool
    hands: Set[int]  # the seats that have other cards than before


@dataclass(slots=True)
class LiveTable:
    """One table, as the database has it and as its game stands."""

    row: Any  # of the table `tables`, as a plain object with its columns
    chairs: list[Chair]
    entries: list[Entry] = field(default_factory=list)
    turn_began: float | None = None  # in table time
    turn_spent: float | None = None  # seconds the turn before took
    _game: Game | None = None
    _watched: Seen | None = None  # the table as the last telling left it, for anyone to see
    _shown: Json | None = None  # the same as plain data
    _hands: dict[int, str] = field(default_factory=dict)  # as they are now
    _seen: Seen | None = None  # what whoever is to decide sees now

    @property
    def id(self) -> str:
        return str(self.row.id)

    @property
    def status(self) -> str:
        return str(self.row.status)

    @property
    def number(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def options(self) -> Options:
        return unpacked(self.row.rules, self.row.first)

    @property
    def game(self) -> Game:
        """The game as it stands; replayed where it had been put away."""
        return self.replay() if self._game is None else self._game

    def fresh(self) -> Game:
        """The game before its first entry."""
        return Game.new(table=self.options, seed=int(self.row.seed, 16))

    @property
    def watched(self) -> Seen:
        """The table as it was last told, as anyone may see it."""
        if self._watched is None:
            self._watched = views.watched(self.game)
        return self._watched

    @property
    def shown(self) -> Json:
        """The same as plain data."""
        if self._shown is None:
            self._shown = self.watched.data
        return self._shown

    @property
    def is_put_away(self) -> bool:
        """Whether the game is to be replayed before anything can be said of it."""
        return self._game is None and self.row.seed is not None

    def replay(self) -> Game:
        """The game as its entries tell it."""
        game = self.fresh()
        for entry in self.entries:
            apply(game, entry.move)
        self._game = game
        return game

    def put_away(self) -> None:
        """Keep only what cannot be made again at once."""
        self._game = self._watched = self._shown = self._seen = None
        self._hands.clear()

    @property
    def seen(self) -> Seen:
        """What the seat sees whose decision comes next."""
        if self._seen is None:
            self._seen = self.game.seen_by(self.game.player)
        return self._seen

    def hand(self, seat: int) -> str:
        """A seat's own cards, for its own eyes."""
        if seat not in self._hands:
            mine = self.seen.seat == seat
            self._hands[seat] = self.seen.hand(seat) if mine else views.hand(self.game, seat)
        return self._hands[seat]

    def written(self, move: str) -> str:
        """A move as notation has it, however it was written; what is no move stays as it is."""
        try:
            return self.game.write(self.game.parse(move))
        except BadNotation:
            return move

    def enter(self, seat: int, move: str, by: str) -> Happening:
        """Add an entry that is legal (IllegalMove else), and say what it changes."""
        game, before, shown = self.game, self.watched, self.shown
        mine = self.hand(seat)
        turn = shown["state"]["turn"], shown["state"]["player"]
        apply(game, move)
        seen = views.watched(game)
        after = views.public_again(seen, before, shown)
        entry = Entry(self.number + 1, seat, intern(move), by)
        self.entries.append(entry)
        self._watched, self._shown, self._seen = seen, after, None
        private: dict[int, list[Told]] = {}
        if move == UNDO:
            telling: list[Told] = [("undone", {"seat": seat})]
            hands = {seat}
            self._hands.clear()
        else:
            telling = told(shown, move, after)
            hands = views.hands_changed(telling)
            for each in hands:
                self._hands.pop(each, None)
            private = {
                each: unveiled(telling, each, mine if each == seat else "", self.hand(each))
                for each in views.told_more(telling)
            }
        return Happening(
            entry,
            game.ply,
            telling,
            private,
            views.changes(shown["state"], after["state"]),
            None if after["scores"] == shown["scores"] else tuple(after["scores"]),
            (after["state"]["turn"], after["state"]["player"]) != turn,
            hands,
        )

    def begin_turn(self, now: float | None, spent: float | None = None) -> None:
        """It is someone's turn from now on; the one before took so many seconds."""
        self.turn_began, self.turn_spent = now, spent
        self.row.to_move = self.game.player

    def next_turn(self, now: float, *, taking_back: bool) -> None:
        """The turn has changed. Whoever takes back its end has the time they had left before."""
        if taking_back:
            self.begin_turn(now - (self.turn_spent or 0.0))
        else:
            self.begin_turn(now, None if self.turn_began is None else now - self.turn_began)

    def history(self, since: int = 0) -> list[Happening]:
        """Everything that happened after an entry, told again."""
        again = LiveTable(self.row, self.chairs)
        found = []
        for entry in self.entries:
            if entry.number <= since:
                apply(again.game, entry.move)
                again.entries.append(entry)
                again._watched = again._shown = None
            else:
                found.append(again.enter(entry.seat, entry.move, entry.by))
        return found

    def opening(self) -> Happening | None:
        """What chance did before the first entry."""
        game = self.fresh()
        telling = opening(views.public(game))
        if not telling:
            return None
        private = {seat: opening(game.seen_by(seat).data) for seat in views.told_more(telling)}
        entry = Entry(0, game.player, "", BOT)
        return Happening(entry, 0, telling, private, {}, None, True, set(private))

    def seats_of(self, user: int | None) -> list[int]:
        """The seats that are someone's own."""
        if user is None:
            return []
        return [c.seat for c in self.chairs if c.kind == PERSON and c.user == user]

    def actor(self) -> str | None:
        """The bot whose decision comes next, be it its own seat or for someone away."""
        if self.status != "playing":
            return None
        chair = self.chairs[self.game.player]
        if chair.kind == BOT:
            return chair.bot
        return str(self.row.stand_in) if chair.away else None

    def left(self, now: float) -> float | None:
        """The seconds that are left of this turn."""
        if self.row.clock is None or self.turn_began is None or self.status != "playing":
            return None
        # What passed between the last sign of life and a silence counts as part of the silence.
        return float(self.row.clock - max(0.0, now - self.turn_began))

    def is_late(self, came: float) -> bool:
        """Whether what was asked then comes after the turn's time was up."""
        left = self.left(came)
        return left is not None and left < -LATE

    def turn(self, now: float) -> Json | None:
        """Whose decision it is, for everyone."""
        if self.row.seed is None:
            return None
        game = self.game
        left = self.left(now)
        seat = game.player
        return {
            "seat": seat,
            "phase": game.phase,
            "number": self.number + 1,
            "clock": None if left is None else {"left": round(left, 3), "of": self.row.clock},
            "undo": self.undoer,
            "stand_in": self.chairs[seat].away,
        }

    @property
    def undoer(self) -> int | None:
        """The seat that may take back the last move, which is its own."""
        last = self.last_made()
        if last is None or last.by == BOT or self.status != "playing":
            return None
        if self.number >= _MANY or self._taken_back(last.seat) >= _MOST_TAKEN_BACK:
            return None
        if last.seat != self.game.player:  # it has ended their turn
            if last.by != PERSON or last is not self.entries[-1]:
                return None
            if self.row.clock is not None and self.turn_spent is None:
                return None  # nobody knows any more what time they had left
        return last.seat if self.game.may_take_back else None

    def _taken_back(self, seat: int) -> int:
        """How often that seat has done so in this turn."""
        taken = 0
        for entry in reversed(self.entries):
            if entry.seat != seat:
                break
            taken += entry.move == UNDO
        return taken

    def last_made(self) -> Entry | None:
        """The last move that still stands."""
        taken = 0
        for entry in reversed(self.entries):
            if entry.move == UNDO:
                taken += 1
            elif taken:
                taken -= 1
            else:
                return entry
        return None

    def own(self, seats: list[int]) -> Json:
        """What is for the eyes of those who have these seats."""
        if not seats or self.row.seed is None:
            return {}
        found: Json = {"hands": {str(seat): self.hand(seat) for seat in seats}}
        if self.game.player in seats and self.status == "playing":
            found |= views.choices(self.seen)
        return found

    def proof(self) -> Json:
        """All that was secret about the shuffle. Only for a game that is over."""
        parts = [chair.contribution or "" for chair in self.chairs]
        return fair.proof(self.row.secret, parts, by_lot=self.row.by_lot)

    def info(self, user: int | None, now: float) -> TableInfo:
        """The table as REST tells it."""
        row = self.row
        you = self.seats_of(user)
        playing = self.status == "playing"
        clock = None
        if row.clock is not None:
            left = self.left(now)
            clock = ClockInfo(row.clock, None if left is None else round(left, 3))
        result = kept_result(row.result)
        return TableInfo(
            id=row.id,
            status=row.status,
            players=len(self.chairs),
            rules=rules_of(row.rules),
            first=row.first if row.first is not None else "lot",
            clock=clock,
            private=bool(row.private),
            watching=bool(row.watching),
            stand_in=row.stand_in,
            seats=[chair.info(chair.seat in you) for chair in self.chairs],
            host=row.host_name,
            commitment=fair.commitment(row.secret),
            created=row.created,
            started=row.started,
            ended=row.ended,
            moves=self.number or row.number,
            to_move=row.to_move if playing else None,
            you=you,
            result=result,
            rematch=row.rematch,
        )


def apply(game: Game, move: str) -> None:
    """Make an entry's move, or take one back."""
    if move == UNDO:
        game.undo()
    else:
        game.play(move)


def kept_result(text: str | None) -> ResultInfo | None:
    """A result as the database keeps it."""
    if text is None:
        return None
    return msgspec.json.decode(text, type=ResultInfo)


class RowCopy:
    """A row that can be changed: the table's columns by name."""

    def __init__(self, row: Row[Any]) -> None:
        self.__dict__.update(row._mapping)
