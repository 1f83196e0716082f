"""What one may see of tables: lists, a game at one moment, its record."""

from typing import TYPE_CHECKING, Final

from goldenhorn.record import Record, write
from goldenhorn.server import rows, views
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import Moment, Tables
from goldenhorn.server.table import PERSON, LiveTable, RowCopy
from goldenhorn.server.who import User
from goldenhorn.words import say

if TYPE_CHECKING:
    from goldenhorn.server.hall import Hall

_MOST_LISTED: Final = 100


async def show(
    hall: "Hall", which: str, user: User | None, limit: int, after: str | None
) -> Tables:
    """A page of a list of tables."""
    if which == "mine" and user is None:
        return Tables([])
    limit = max(1, min(limit, _MOST_LISTED))
    start = int(after) if after and after.isdecimal() and len(after) < 9 else 0
    asked = rows.listed(which, user.id if user else None).limit(limit + 1).offset(start)
    async with hall.store.read() as connection:
        found = list(await connection.execute(asked))
        chairs = await rows.chairs_of(connection, [row.id for row in found])
    now = hall.clock.now()
    infos = []
    for row in found[:limit]:
        live = LiveTable(RowCopy(row), chairs.get(row.id, []))
        live.turn_began = row.turn_began
        infos.append(live.info(user.id if user else None, now))
    return Tables(infos, str(start + limit) if len(found) > limit else None)


def may_look(live: LiveTable, user: User | None) -> bool:
    """Whether someone may see the game: who sits there, and others where watching is allowed."""
    return bool(live.row.watching) or bool(live.seats_of(user.id if user else None))


async def record(hall: "Hall", table: str, user: User | None) -> str:
    """A game that is over, as a record with its proof."""
    live = (await hall.place(table)).live
    if not may_look(live, user):
        raise Refused(403, "no-watching", say("refused-watching"))
    if live.status != "over":
        raise Refused(409, "not-over", say("refused-record"))
    names = [chair.name for chair in live.chairs]
    kinds = [PERSON if chair.kind == PERSON else str(chair.bot) for chair in live.chairs]
    return write(Record.of(live.game, names, kinds, proof=live.proof(), table=live.id))


async def moment(hall: "Hall", table: str, user: User | None, ply: int) -> Moment:
    """What someone could see after so many moves."""
    async with hall.at(table) as place:  # or it might be of a move that is still being kept
        live = place.live
        if not may_look(live, user):
            raise Refused(403, "no-watching", say("refused-watching"))
        if live.row.seed is None or not 0 <= ply <= live.game.ply:
            raise Refused(404, "no-such-moment", say("refused-moment"))
        game = live.game.copy()
        seen = live.seats_of(user.id if user else None)
    game.go_to(ply)
    hands = {str(seat): views.hand(game, seat) for seat in seen}
    return Moment(ply, views.public(game), hands)
