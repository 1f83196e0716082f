"""What is to be drawn: a table as a trace shows it, and who looks at it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from goldenhorn.rules.box import COLOURS, DOMINIONS
from goldenhorn.words import ENGLISH, say

# A picture says much of what it said twice, and the next picture says most of it again.
_say = lru_cache(4096)(say)


@dataclass(frozen=True)
class Scene:
    """The table, with everything optional filled in."""

    rules: Mapping[str, Any]
    route: Sequence[str]
    fleets: Sequence[Sequence[str]]
    state: Mapping[str, Any]
    names: Sequence[str]
    first_player: int
    scores: Sequence[int] | None
    seat: int | None  # who looks; None sees all there is in the state
    lang: str = ENGLISH

    def say(self, message_id: str, /, **values: str | int) -> str:
        """A message in the language of whoever looks."""
        return _say(message_id, lang=self.lang, **values)

    @property
    def seats(self) -> range:
        return range(len(self.fleets))

    @property
    def last(self) -> int:
        """Constantinople's place on the route."""
        return len(self.route) - 1

    @property
    def expansion(self) -> bool:
        return bool(self.rules.get("expansion"))

    @property
    def over(self) -> bool:
        return bool(self.state["phase"] == "over")

    def hand(self, seat: int) -> str:
        """The cards of that seat, as far as the one who looks may see them."""
        hand: str = self.state["hands"][seat]
        return hand if self.seat in (None, seat) else "?" * len(hand)

    def ships_at(self, place: int | None) -> list[tuple[int, int]]:
        """Seat and number (1..3) of the ships there; None for those not yet placed."""
        return [
            (seat, number)
            for seat in self.seats
            for number, ship in enumerate(self.state["ships"][seat], 1)
            if ship["at"] == place
        ]

    def sails(self, seat: int, number: int) -> str:
        """The colours of the three sails: `aaa`, `aab` or `abc`."""
        colours = self.fleets[seat][number - 1]
        return (colours[0] * 3 + colours[1:])[-3:]

    def winners(self) -> list[int]:
        if not self.over or not self.scores:
            return []
        return [seat for seat in self.seats if self.scores[seat] == max(self.scores)]

    def dominions(self) -> list[tuple[str, int | None, int | None, int | None]]:
        """Name, price, points and owner of each dominion on the table, in their order."""
        owners = {
            name: seat
            for seat in self.seats
            for name in self.state["warehouses"][seat].get("dominions", ())
        }
        prices = self.rules.get("dominions", {})
        known = dict.fromkeys(DOMINIONS) | dict.fromkeys(prices)
        on_table = {*prices, *owners, *self.state.get("free_dominions", ())}
        return [
            (name, *(prices.get(name) or (None, None)), owners.get(name))
            for name in known
            if name in on_table
        ]


def scene(
    table: Mapping[str, Any],
    names: Sequence[str] | None = None,
    seat: int | None = None,
    lang: str = ENGLISH,
) -> Scene:
    fleets = table["fleets"]
    given = list(names or ())
    return Scene(
        rules=table.get("rules", {}),
        route=table["route"],
        fleets=fleets,
        state=table["state"],
        names=[
            str(given[at]) if at < len(given) and given[at] else _say(f"arms-{at}", lang=lang)
            for at in range(len(fleets))
        ],
        first_player=table.get("first_player", 0),
        scores=table.get("scores"),
        seat=seat,
        lang=lang,
    )


def layers(goods: str) -> list[str]:
    """The best sets in a warehouse, the k-th with every colour owned at least k times (R8.2)."""
    highest = max((goods.count(colour) for colour in COLOURS), default=0)
    return [
        "".join(colour for colour in COLOURS if goods.count(colour) > layer)
        for layer in range(highest)
    ]


def troops(held: Mapping[str, Any]) -> str:
    """Soldiers and builders of a port or warehouse, as the letters they have in a ship's cargo."""
    return "S" * held.get("soldiers", 0) + "B" * held.get("builders", 0)
