"""A table's options: from what people ask for, into the database, and out of it again."""

import json
from typing import Any

from goldenhorn.rules.options import EDITIONS, POINTS, BadOptions, Options, options
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import NewTable
from goldenhorn.trace import rules_data


def asked_options(new: NewTable) -> Options:
    """The options of a new table; who begins may still be open."""
    own = {point: getattr(new, point) for point in POINTS if getattr(new, point) is not None}
    try:
        return options(
            len(new.seats),
            edition=new.edition,
            expansion=new.expansion,
            round_limit=new.round_limit,
            first_player=0 if new.first == "lot" else new.first,
            **own,
        )
    except BadOptions as bad:
        raise Refused(422, "bad-options", bad.reason, rule=bad.rule) from None


def packed(table: Options) -> str:
    """All of it but who begins, as text."""
    return json.dumps(
        {
            "players": table.players,
            **rules_data(table),
            "fleets": [list(fleet) for fleet in table.fleets],
            "route": table.route,
        }
    )


def rules_of(text: str) -> dict[str, Any]:
    """What is packed, as it is shown."""
    found: dict[str, Any] = json.loads(text)
    return found


def unpacked(text: str, first_player: int) -> Options:
    """The options of a game that has begun, by the version of the rules it began with."""
    rules = rules_of(text)
    edition = rules.pop("edition")
    if edition not in EDITIONS:
        edition = "it"  # its points are all spelled out
    return options(rules.pop("players"), edition=edition, first_player=first_player, **rules)
