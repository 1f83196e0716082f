"""The REST doors about tables; what they do is done in lobby.py, seating.py and looking.py."""

import json
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from goldenhorn.players import LEVELS
from goldenhorn.record import ENDING
from goldenhorn.server import lobby, looking, seating
from goldenhorn.server.doors import Asked, Door
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import (
    Again,
    Moment,
    NewTable,
    QuickGame,
    Sitting,
    TableInfo,
    Tables,
)
from goldenhorn.server.people_doors import guest_named
from goldenhorn.server.people_forms import BotInfo
from goldenhorn.words import say

Which = Literal["open", "mine", "watch"]


class Wanted(Struct):
    """Which tables are to be listed."""

    show: Annotated[Which, Meta(description="Which tables.", examples=["open"])] = "open"
    limit: Annotated[int, Meta(ge=1, le=100, description="How many.", examples=[20])] = 20
    after: (
        Annotated[str, Meta(max_length=100, description="The mark `next` of the last answer.")]
        | None
    ) = None


async def play_now(asked: Asked) -> TableInfo:
    asked.take("table")
    user = asked.whoever
    if user is None:
        user = await guest_named(asked, asked.form.name or say("guest-name"))
    asked.take("my table", user.id)
    return await lobby.quick(asked.hall, asked.form, user)


async def list_bots(asked: Asked) -> list[BotInfo]:
    return [BotInfo(name) for name in LEVELS]


async def new_table(asked: Asked) -> TableInfo:
    asked.take("table")
    asked.take("my table", asked.user.id)
    return await lobby.make(asked.hall, asked.form, asked.user)


async def list_tables(asked: Asked) -> Tables:
    query: Wanted = asked.query
    user = asked.user if query.show == "mine" else asked.whoever
    return await looking.show(asked.hall, query.show, user, query.limit, query.after)


async def one_table(asked: Asked) -> TableInfo:
    place = await asked.hall.place(asked.path["id"])
    user = asked.whoever
    return place.live.info(user.id if user else None, asked.hall.clock.now())


async def sit_down(asked: Asked) -> TableInfo:
    return await seating.sit(asked.hall, asked.path["id"], asked.user, asked.form)


async def stand_up(asked: Asked) -> TableInfo:
    return await seating.stand_up(asked.hall, asked.path["id"], asked.user)


async def close_table(asked: Asked) -> None:
    await lobby.close_table(asked.hall, asked.path["id"], asked.user)


async def play_again(asked: Asked) -> TableInfo:
    asked.take("table")
    asked.take("my table", asked.user.id)
    return await lobby.rematch(asked.hall, asked.path["id"], asked.user, asked.form)


async def record_of(asked: Asked) -> bytes:
    record = await looking.record(asked.hall, asked.path["id"], asked.whoever)
    name = f"goldenhorn-{asked.path['id']}{ENDING}"
    asked.headers["content-disposition"] = f'attachment; filename="{name}"'
    return record.encode()


async def moment_of(asked: Asked) -> Moment:
    ply: str = asked.path["ply"]
    if not (ply.isascii() and ply.isdecimal() and len(ply) <= 6):
        raise Refused(404, "no-such-moment", say("refused-moment"))
    return await looking.moment(asked.hall, asked.path["id"], asked.whoever, int(ply))


_NEW_TABLE: Final[dict[str, Any]] = json.loads("""
    {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "marinaio"}],
     "edition": "fr", "clock": 86400, "contribution": "later"}
""")

DOORS: Final = (
    Door(
        method="POST",
        path="/api/play",
        do=play_now,
        summary="Play now against bots: a table, and where there is none a guest.",
        asker="anyone",
        form=QuickGame,
        answer=TableInfo,
        status=201,
        refusals=(409, 422),
        example={"players": 3, "bot": "marinaio", "name": "Ada", "contribution": "later"},
    ),
    Door(
        method="GET",
        path="/api/bots",
        do=list_bots,
        summary="The levels of the program’s own players, from the easiest on.",
        asker="anyone",
        answer=list[BotInfo],
    ),
    Door(
        method="POST",
        path="/api/tables",
        do=new_table,
        summary="A new table. The game begins when no seat is open and no contribution is awaited.",
        form=NewTable,
        answer=TableInfo,
        status=201,
        refusals=(409, 422),
        example=_NEW_TABLE,
    ),
    Door(
        method="GET",
        path="/api/tables",
        do=list_tables,
        summary="Tables, the newest first; of mine, those where it is my turn before others.",
        asker="anyone",
        query=Wanted,
        answer=Tables,
        refusals=(400, 401),
    ),
    Door(
        method="GET",
        path="/api/tables/{id}",
        do=one_table,
        summary="One table.",
        asker="anyone",
        answer=TableInfo,
        refusals=(403, 404),
    ),
    Door(
        method="POST",
        path="/api/tables/{id}/seats",
        do=sit_down,
        summary="Sit down, or add to the chance from my seat; in the game, come back to it.",
        form=Sitting,
        answer=TableInfo,
        refusals=(403, 404, 409),
        example={"seat": 1, "contribution": "5f2b9c0d7e1a4b6688d0c3f2a1e49b70"},
    ),
    Door(
        method="DELETE",
        path="/api/tables/{id}/seats",
        do=stand_up,
        summary="Stand up; in a game a bot takes over, until I come back.",
        answer=TableInfo,
        refusals=(403, 404, 409),
    ),
    Door(
        method="DELETE",
        path="/api/tables/{id}",
        do=close_table,
        summary="Close a table of mine that has not begun.",
        status=204,
        refusals=(403, 404, 409),
    ),
    Door(
        method="POST",
        path="/api/tables/{id}/rematch",
        do=play_again,
        summary="The same again: a new table, or the one somebody else made already.",
        form=Again,
        answer=TableInfo,
        refusals=(403, 404, 409),
        example={"contribution": "later"},
    ),
    Door(
        method="GET",
        path="/api/tables/{id}/record",
        do=record_of,
        summary="The game as a record, once it is over, with its proof.",
        asker="anyone",
        answer=dict[str, Any],
        refusals=(403, 404, 409),
    ),
    Door(
        method="GET",
        path="/api/tables/{id}/moments/{ply}",
        do=moment_of,
        summary="What I could see after so many moves.",
        asker="anyone",
        answer=Moment,
        refusals=(403, 404, 409),
    ),
)
