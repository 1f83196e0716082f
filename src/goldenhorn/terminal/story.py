"""What happened, in sentences: `told`, put in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from goldenhorn import told as telling
from goldenhorn.rules.box import ARMS
from goldenhorn.terminal.phrases import cargo, clean, place_name, some_cards
from goldenhorn.told import Told
from goldenhorn.words import listed, say

Table = Mapping[str, Any]
Values = dict[str, Any]


def story(
    before: Table, move: str, after: Table, *, names: Sequence[str] | None = None
) -> list[str]:
    """The sentences for one move, as whoever sees these two tables may hear them.

    Both are `seen.data` of the same beholder: cards that lie open there are named, others counted.
    """
    return _in_words(telling.told(before, move, after), after, names)


def opening(table: Table, *, names: Sequence[str] | None = None) -> list[str]:
    """How the game began, if chance placed the ships."""
    return _in_words(telling.opening(table), table, names)


def _in_words(told: Sequence[Told], table: Table, names: Sequence[str] | None) -> list[str]:
    called = [clean(name) for name in names or ARMS]
    arrived = any(kind == "arrives" for kind, _ in told)
    sentences = []
    for kind, values in told:
        if arrived and _said_by_arrival(kind, values):
            continue
        sentences += _TELLERS[kind](values, table, called)
    return sentences


def _said_by_arrival(kind: str, values: Values) -> bool:
    """A ship that comes into port at once needs no sentence for the step that brought it there."""
    if kind == "onward":
        return not values["about"]
    return kind == "reaches" and values["how"] == "first"


def _placed(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    one, two, three = (say(f"port-{port}") for port in values["ports"])
    key = "log-placed-by-chance" if values["chance"] else "log-placed"
    return [say(key, who=names[values["seat"]], one=one, two=two, three=three)]


def _filled(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [say("log-filled", port=say(f"port-{values['port']}"), goods=cargo(values["goods"]))]


def _dealt(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    who = names[values["seat"]]
    if values.get("cards"):
        return [say("log-dealt-own", who=who, cards=some_cards(values["cards"]))]
    return [say("log-dealt", who=who, count=values["count"])]


def _raids(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [
        say(
            "log-raid",
            who=names[values["seat"]],
            whose=names[values["whose"]],
            ship=values["ship"],
            cards=some_cards(values["cards"]),
            loot=cargo(values["loot"]),
        )
    ]


def _adrift(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [say("log-adrift", whose=names[values["seat"]], ship=values["ship"])]


def _turned(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    whose, port = names[values["seat"]], say(f"port-{values['to']}")
    return [say("log-turned-back", whose=whose, ship=values["ship"], port=port)]


def _sails(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [
        say(
            "log-sail" if values["cargo"] else "log-sail-empty",
            who=names[values["seat"]],
            ship=values["ship"],
            cargo=cargo(values["cargo"]),
            port=say(f"port-{values['port']}"),
            to=say(f"port-{values['to']}"),
        )
    ]


def _onward(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    key = "log-about" if values["about"] else "log-sail-from"
    to = say(f"port-{values['to']}")
    return [say(key, who=names[values["seat"]], ship=values["ship"], to=to)]


def _reaches(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    place = place_name(table["route"], values["place"])
    if values["how"] == "first":
        key = "log-step-jump" if values["jumped"] else "log-step"
        return [say(key, ship=values["ship"], place=place, jumped=values["jumped"])]
    return [
        say(
            f"log-{values['how']}",
            who=names[values["seat"]],
            ship=values["ship"],
            colour=say(f"colour-{values['colour']}"),
            place=place,
        )
    ]


def _stays(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    place = place_name(table["route"], values["place"])
    return [say("log-stop", ship=values["ship"], place=place)]


def _arrives(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [
        say(
            "log-unloads" if values["cargo"] else "log-arrives",
            who=names[values["seat"]],
            ship=values["ship"],
            port=say(f"port-{values['port']}"),
            cargo=cargo(values["cargo"]),
        )
    ]


def _draws(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    who = names[values["seat"]]
    if values.get("cards"):
        return [say("log-draws-own", who=who, cards=some_cards(values["cards"]))]
    return [say("log-draws", who=who, count=values["count"])]


def _reshuffled(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [say("log-reshuffled")]


def _conquers(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [
        say(
            "log-conquers",
            who=names[values["seat"]],
            dominion=say(f"dominion-{values['dominion']}"),
            payment=cargo("S" * values["soldiers"] + "B" * values["builders"]),
            points=values["points"],
        )
    ]


def _trains(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [say("log-trains", who=names[values["seat"]])]


def _end(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    """R7.1, R7.2, R9.8"""
    if values["cause"] == "announced":
        told = [say("log-end-announced", who=names[values["seat"]])]
    elif values["cause"] == "dominions":
        told = [say("log-end-dominion", dominion=say(f"dominion-{values['dominion']}"))]
    else:
        told = [say("log-end-port", port=say(f"port-{values['port']}"))]
    return [*told, say(f"log-last-turns.{values['last']}")] if "last" in values else told


def _limit(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    return [say("log-round-limit", rounds=values["rounds"])]


def _over(values: Values, table: Table, names: Sequence[str]) -> list[str]:
    first = values["winners"]
    key = "log-wins" if len(first) == 1 else "log-shares"
    who = listed([names[seat] for seat in first])
    return [say("log-over"), say(key, who=who, points=values["points"])]


_TELLERS: Final[Mapping[str, Callable[[Values, Table, Sequence[str]], list[str]]]] = {
    "placed": _placed,
    "filled": _filled,
    "dealt": _dealt,
    "raids": _raids,
    "adrift": _adrift,
    "turned": _turned,
    "sails": _sails,
    "onward": _onward,
    "reaches": _reaches,
    "stays": _stays,
    "arrives": _arrives,
    "draws": _draws,
    "reshuffled": _reshuffled,
    "conquers": _conquers,
    "trains": _trains,
    "end": _end,
    "limit": _limit,
    "over": _over,
}
