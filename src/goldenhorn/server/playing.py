"""What happens at a table: moves, taking back, and who plays for whom.

An entry is made under its table's lock: checked against the game in memory, written, and only then
told. Should another process have been quicker, the database says so by the entry's number, and
the table is read anew.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.exc import SQLAlchemyError

from goldenhorn.game import IllegalMove
from goldenhorn.record import result_data
from goldenhorn.rules.moves import BadNotation
from goldenhorn.server import metrics, rows
from goldenhorn.server.place import Place, ending, text_of
from goldenhorn.server.store import Conflict
from goldenhorn.server.table import BOT, PERSON, STAND_IN, UNDO, Entry, Happening, LiveTable
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.server.hall import Hall


Part = tuple[Any, dict[str, Any]]  # a statement, and a row of what goes into it

_COUNTED: Final = {by: metrics.moves.labels(by) for by in (PERSON, BOT, STAND_IN)}
_log: Final = logging.getLogger("goldenhorn.tables")


class No(Exception):
    """What was asked for at a table is not done."""

    def __init__(self, why: str, reason: str = "", rule: str | None = None) -> None:
        super().__init__(why, reason, rule)
        self.why = why
        self.reason = reason
        self.rule = rule


class Done(Exception):
    """What was asked for had been done before."""


async def play(
    hall: "Hall", place: Place, seats: Sequence[int], number: int, moves: Sequence[str], came: float
) -> None:
    """Play moves for whoever has these seats; `came` is when they asked, in table time."""
    async with place.lock:
        _check_open(place)
        live = place.live
        moves = [live.written(move) for move in moves]
        if number <= live.number:
            if _made_before(live, seats, number, moves):
                raise Done
            raise No("number")
        if number > live.number + 1:
            raise No("number")
        seat = await _decider(hall, place, seats, came)
        await _enter(hall, place, seat, moves, PERSON)


async def _decider(hall: "Hall", place: Place, seats: Sequence[int], came: float) -> int:
    """The seat whose decision it is, if it is one of these and its own to make."""
    live = place.live
    seat = live.game.player
    if seat not in seats:
        raise No("seat", say("refused-not-your-turn", who=live.chairs[seat].name))
    if live.is_late(came):
        number = live.number
        if not hall.store.lite:  # it may be a later turn, begun by another process
            await hall.catch_up(place)
        if live.number != number:
            raise No("number")
        if live.is_late(came - await hall.clock.lost_since()):
            await time_out(hall, place)
            raise No("time", say("refused-time"))
    if live.chairs[seat].away:
        raise No("away", say("refused-away"))
    return seat


def _made_before(live: LiveTable, seats: Sequence[int], number: int, moves: Sequence[str]) -> bool:
    """Whether these are the very entries that stand there, asked for once more."""
    there = live.entries[number - 1 : number - 1 + len(moves)]
    return len(there) == len(moves) and all(
        entry.move == move and entry.seat in seats and entry.by == PERSON
        for entry, move in zip(there, moves, strict=True)
    )


async def take_back(
    hall: "Hall", place: Place, seats: Sequence[int], number: int, came: float
) -> None:
    """Take back the last move of whoever has these seats; `came` as in `play`."""
    async with place.lock:
        _check_open(place)
        live = place.live
        if number <= live.number and _made_before(live, seats, number, [UNDO]):
            raise Done
        if number != live.number + 1:
            raise No("number")
        seat = live.undoer
        if seat not in seats or seat == live.game.player:
            await _decider(hall, place, seats, came)
        if seat is None or seat not in seats:
            raise No("undo", say("refused-undo"))
        if live.chairs[seat].away:
            raise No("away", say("refused-away"))
        await _enter(hall, place, seat, [UNDO], PERSON, taking_back=True)


async def play_bot(hall: "Hall", place: Place, name: str, number: int, move: str) -> None:
    """A bot's move, unless the table has gone on without it."""
    async with place.lock:
        live = place.live
        if live.status != "playing" or live.number != number or live.actor() != name:
            return
        seat = live.game.player
        by = BOT if live.chairs[seat].kind == BOT else STAND_IN
        try:
            await _enter(hall, place, seat, [move], by)
        except No:
            return  # someone was quicker; the table was read anew


def _check_open(place: Place) -> None:
    status = place.live.status
    if status == "waiting":
        raise No("waiting", say("refused-waiting"))
    if status != "playing":
        raise No("over", say("refused-over"))


async def _enter(
    hall: "Hall",
    place: Place,
    seat: int,
    moves: Sequence[str],
    by: str,
    *,
    taking_back: bool = False,
) -> None:
    """Make entries: those before one that is illegal stand."""
    live = place.live
    made: list[Happening] = []
    no: No | None = None
    for move in moves:
        if live.game.is_over or (live.game.player != seat and not taking_back):
            no = No("seat", say("refused-turn-over"))
            break
        try:
            if move == UNDO and not taking_back:
                live.game.parse(move)  # it is no move, and has rules of its own
            made.append(live.enter(seat, move, by))
        except (IllegalMove, BadNotation) as bad:
            rule = bad.rule if isinstance(bad, IllegalMove) else None
            no = No("illegal", bad.reason if isinstance(bad, IllegalMove) else str(bad), rule)
            break
    if made:
        number = live.number - len(made) + 1
        try:
            await _keep(hall, place, made)
        except No:
            # Another server may have made these very entries and not lived to say so. Now they have
            # been told, and that is the answer.
            if not _made_before(place.live, [seat], number, moves):
                raise
    if no is not None:
        raise no


async def _keep(hall: "Hall", place: Place, made: Sequence[Happening]) -> None:
    """Write entries down, and then tell them."""
    live = place.live
    now, wall = hall.clock.now(), hall.clock.wall()
    times = live.turn_began, live.turn_spent
    over, new_turn = live.game.is_over, any(each.new_turn for each in made)
    if new_turn:
        live.next_turn(now, taking_back=made[0].entry.move == UNDO)
    parts: list[Part] = [(rows.ENTER, _row(live.id, each.entry, wall)) for each in made]
    if over:
        parts += _ending(live, wall)
    elif new_turn:
        parts.append((rows.TURN, _turn(live)))
    try:
        await hall.store.commit(parts)
    except Conflict:
        await _undo_all(hall, place, made, times)
        raise No("number") from None
    except (SQLAlchemyError, OSError) as bad:  # nothing is told that is not kept
        _log.warning("entries could not be kept: %s", type(bad).__name__)
        await _undo_all(hall, place, made, times)
        raise No("unavailable", say("refused-unavailable")) from None
    _COUNTED[made[0].entry.by].inc(len(made))
    place.used = wall
    if over:
        live.row.status = "over"
        live.row.ended = wall
        live.row.result = _result(live)
    place.tell(made, now, wall)
    if over:
        place.say({"t": "over", **ending(live)})
        hall.bots.forget(live.id)
        metrics.games_over.inc()
    if hall.bus:
        hall.bus.say("entries", live.id, keeper=live.row.keeper)
    hall.keeping.wake(place)


async def _undo_all(
    hall: "Hall",
    place: Place,
    made: Sequence[Happening],
    times: tuple[float | None, float | None],
) -> None:
    live = place.live
    del live.entries[made[0].entry.number - 1 :]
    live.put_away()
    live.begin_turn(*times)
    with suppress(SQLAlchemyError, OSError):  # a database that is away; all is as it was before
        await hall.reread(place)


def _ending(live: LiveTable, wall: float) -> list[Part]:
    """What changes in the database by the end of a game, besides its entries."""
    end = {
        "table_id": live.id,
        "new_number": live.number,
        "new_ended": wall,
        "new_result": _result(live),
    }
    outcome = live.game.outcome
    winners: dict[int, int] = {}
    for chair in live.chairs:
        if chair.kind == PERSON and chair.user is not None:
            won = int(outcome is not None and chair.seat in outcome.winners)
            winners[chair.user] = max(won, winners.get(chair.user, 0))
    counted = [(rows.COUNT, {"user_id": user, "won": won}) for user, won in sorted(winners.items())]
    return [(rows.END, end), *counted]


def _turn(live: LiveTable) -> dict[str, Any]:
    """And by the begin of a turn."""
    return {
        "table_id": live.id,
        "new_number": live.number,
        "new_to_move": live.row.to_move,
        "new_turn_began": live.turn_began,
        "new_turn_spent": live.turn_spent,
    }


async def time_out(hall: "Hall", place: Place) -> None:
    """The turn's time is up: from here a bot plays, until they come back. Under the lock."""
    seat = place.live.game.player
    await set_away(hall, place, [seat], away=True)


async def set_away(hall: "Hall", place: Place, seats: Sequence[int], *, away: bool) -> None:
    """Someone left, or came back. Under the lock."""
    live = place.live
    changed = [seat for seat in seats if live.chairs[seat].away != away]
    if not changed:
        return
    left = live.left(hall.clock.now())
    if not away and left is not None and left <= 0 and live.game.player in changed:
        # With fresh time for a turn begun long ago, anyone could hold a table up for ever.
        raise No("time", say("refused-time-bot"))
    parts: list[Part] = [
        (rows.AWAY, {"table_id": live.id, "which": seat, "is_away": away}) for seat in changed
    ]
    await hall.store.commit(parts)
    for seat in changed:
        live.chairs[seat].away = away
    hall.say_seats(place)
    if hall.bus:
        hall.bus.say("seats", live.id, keeper=live.row.keeper)
    hall.keeping.wake(place)


def _row(table: str, entry: Entry, wall: float) -> dict[str, Any]:
    return {
        "table": table,
        "number": entry.number,
        "seat": entry.seat,
        "move": entry.move,
        "by": entry.by,
        "at": wall,
    }


def _result(live: LiveTable) -> str:
    return text_of(result_data(live.game))
