"""What happened, in sentences: told from the table before and after a move, and nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from goldenhorn.rules.box import ARMS, CARDS_FOR_SHIP, COLOURS
from goldenhorn.terminal.phrases import cargo, clean, freight, listed, place_name, some_cards
from goldenhorn.trace import UNSEEN, winners
from goldenhorn.words import say

Table = Mapping[str, Any]

_PILES: Final = ("V", "C")


def story(
    before: Table, move: str, after: Table, *, names: Sequence[str] | None = None
) -> list[str]:
    """The sentences for one move, as whoever sees these two tables may hear them.

    Both are `seen.data` of the same beholder: cards that lie open there are named, others counted.
    """
    names = [clean(name) for name in names or ARMS]
    verb, *rest = move.split()
    told = {
        "place": _placed,
        "raid": _raid,
        "sail": _sail,
        "on": _on,
        "wind": _on,
        "stop": _stop,
        "conquer": _conquer,
        "train": _train,
        "end": _nothing,
        "done": _nothing,
    }[verb](before, after, rest, names)
    return [*told, *_end(before, verb, rest, after, names)]


def opening(table: Table, *, names: Sequence[str] | None = None) -> list[str]:
    """How the game began, if chance placed the ships."""
    state = table["state"]
    if state["turn"] != 1:
        return []
    names = [clean(name) for name in names or ARMS]
    told = []
    for seat in _in_turn_order(table):
        one, two, three = (_port_of(table, ship["at"]) for ship in state["ships"][seat])
        told.append(say("log-placed-by-chance", who=names[seat], one=one, two=two, three=three))
    return told + _set_up(table, names)


def _port_of(table: Table, place: int) -> str:
    return say(f"port-{table['route'][place]}")


def _in_turn_order(table: Table) -> list[int]:
    count = len(table["fleets"])
    return [(table["first_player"] + turn) % count for turn in range(count)]


def _set_up(table: Table, names: Sequence[str]) -> list[str]:
    """R2.4, R2.5"""
    state = table["state"]
    told = [
        say("log-filled", port=say(f"port-{port}"), goods=cargo(_lying(state["ports"][port])))
        for port in _PILES
    ]
    for seat in _in_turn_order(table):
        hand = state["hands"][seat]
        if UNSEEN in hand:
            told.append(say("log-dealt", who=names[seat], count=len(hand)))
        else:
            told.append(say("log-dealt-own", who=names[seat], cards=some_cards(hand)))
    return told


def _lying(port: Mapping[str, Any]) -> str:
    return str(port["goods"] + "S" * port["soldiers"] + "B" * port["builders"])


def _placed(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    one, two, three = (say(f"port-{port}") for port in rest[0])
    who = names[before["state"]["player"]]
    told = [say("log-placed", who=who, one=one, two=two, three=three)]
    return told + _set_up(after, names) if after["state"]["turn"] else told


def _raid(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    seat, ship = map(int, rest[0].split("."))
    here = before["state"]["ships"][seat][ship - 1]
    there = after["state"]["ships"][seat][ship - 1]
    told = say(
        "log-raid",
        who=names[before["state"]["player"]],
        whose=names[seat],
        ship=ship,
        cards=some_cards(rest[1]),
        loot=cargo(here["cargo"][-1]),
    )
    if there["adrift"] and not here["adrift"]:
        return [told, say("log-adrift", whose=names[seat], ship=ship)]
    if there["to"] != here["to"]:
        port = say(f"port-{there['to']}")
        return [told, say("log-turned-back", whose=names[seat], ship=ship, port=port)]
    return [told]


def _sail(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    state = before["state"]
    number = int(rest[0])
    asked = rest[1] if len(rest) > 1 else ""
    ship = state["ships"][state["player"]][number - 1]
    who = names[state["player"]]
    port = before["route"][ship["at"]]
    place = after["state"]["ships"][state["player"]][number - 1]["at"]
    arrives = after["route"][place] in "VMC"
    aboard = ship["cargo"]
    told = []
    if port in _PILES:
        aboard = freight(state["ports"][port], asked)
        left = say(
            "log-sail" if aboard else "log-sail-empty",
            who=who,
            ship=number,
            cargo=cargo(aboard),
            port=say(f"port-{port}"),
            to=say(f"port-{ship['to']}"),
        )
        told = [left, *_refill(before, port, aboard, after)]
    elif asked or not arrives:  # else the arrival says it all
        to = "VC"[(ship["to"] == "C") != (asked == "about")]
        key = "log-about" if asked else "log-sail-from"
        told = [say(key, who=who, ship=number, to=say(f"port-{to}"))]
    if arrives:
        return told + _arrival(before, after, number, aboard, names)
    jumped = abs(place - ship["at"]) - 1
    where = place_name(after["route"], place)
    key = "log-step-jump" if jumped else "log-step"
    return [*told, say(key, ship=number, place=where, jumped=jumped)]


def _refill(before: Table, port: str, aboard: str, after: Table) -> list[str]:
    """R5.3: what lies there now and did not before."""
    left = Counter(_lying(before["state"]["ports"][port])) - Counter(aboard)
    new = Counter(_lying(after["state"]["ports"][port])) - left
    if not new:
        return []
    drawn = "".join(letter * new[letter] for letter in COLOURS + "SB")
    return [say("log-filled", port=say(f"port-{port}"), goods=cargo(drawn))]


def _on(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    state = before["state"]
    seat, number = state["player"], state["sailing"]
    ship = state["ships"][seat][number - 1]
    colour = before["route"][ship["at"]]
    place = after["state"]["ships"][seat][number - 1]["at"]
    free = colour in before["fleets"][seat][number - 1]
    told = say(
        "log-on" if free else "log-wind",
        who=names[seat],
        ship=number,
        colour=say(f"colour-{colour}"),
        place=place_name(before["route"], place),
    )
    return [told, *_arrival(before, after, number, ship["cargo"], names, "" if free else colour)]


def _arrival(
    before: Table,
    after: Table,
    number: int,
    aboard: str,
    names: Sequence[str],
    paid: str = "",
) -> list[str]:
    """R5.6, R5.7, R6.1: what a ship brings that has reached a port."""
    seat = before["state"]["player"]
    port = after["route"][after["state"]["ships"][seat][number - 1]["at"]]
    if port not in "VMC":
        return []
    told = [
        say(
            "log-unloads" if aboard and port in _PILES else "log-arrives",
            who=names[seat],
            ship=number,
            port=say(f"port-{port}"),
            cargo=cargo(aboard),
        )
    ]
    if port == "M" and len(before["fleets"]) == 2:
        return told
    return told + _draws(before, after, CARDS_FOR_SHIP[number - 1], names, paid)


def _draws(before: Table, after: Table, due: int, names: Sequence[str], paid: str) -> list[str]:
    """R6.1, R6.2"""
    seat = before["state"]["player"]
    hand, new = before["state"]["hands"][seat], after["state"]["hands"][seat]
    drawn = len(new) - len(hand) + len(paid)
    told = []
    if len(after["state"]["deck"]) != len(before["state"]["deck"]) - drawn:
        told.append(say("log-reshuffled"))
    if drawn == 0 or UNSEEN in hand + new:
        return [*told, say("log-draws", who=names[seat], count=drawn)] if due else told
    cards = Counter(new) - (Counter(hand) - Counter(paid))
    letters = "".join(letter * cards[letter] for letter in COLOURS)
    return [*told, say("log-draws-own", who=names[seat], cards=some_cards(letters))]


def _stop(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    state = before["state"]
    place = state["ships"][state["player"]][state["sailing"] - 1]["at"]
    where = place_name(before["route"], place)
    return [say("log-stop", ship=state["sailing"], place=where)]


def _conquer(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    soldiers, builders = map(int, rest[1].split("+"))
    return [
        say(
            "log-conquers",
            who=names[before["state"]["player"]],
            dominion=say(f"dominion-{rest[0]}"),
            payment=cargo("S" * soldiers + "B" * builders),
            points=before["rules"]["dominions"][rest[0]][1],
        )
    ]


def _train(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    return [say("log-trains", who=names[before["state"]["player"]])]


def _nothing(before: Table, after: Table, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    return []


def _end(
    before: Table, verb: str, rest: Sequence[str], after: Table, names: Sequence[str]
) -> list[str]:
    """R7: what called the end, and how the game ended."""
    then, now = before["state"], after["state"]
    told = []
    if then["end_called_by"] is None and now["end_called_by"] is not None:
        if verb == "end":
            told.append(say("log-end-announced", who=names[then["player"]]))
        elif verb == "conquer":
            told.append(say("log-end-dominion", dominion=say(f"dominion-{rest[0]}")))
        else:
            place = then["ships"][then["player"]][int(rest[0]) - 1]["at"]
            told.append(say("log-end-port", port=_port_of(before, place)))
        if now["phase"] != "over":
            told.append(say(f"log-last-turns.{before['rules']['last_turns']}"))
    if now["phase"] == "over":
        if now["end_called_by"] is None:
            told.append(say("log-round-limit", rounds=before["rules"]["round_limit"]))
        told.append(say("log-over"))
        told.append(_won(after["scores"], names))
    return told


def _won(scores: Sequence[int], names: Sequence[str]) -> str:
    first = winners(scores)
    key = "log-wins" if len(first) == 1 else "log-shares"
    return say(key, who=listed([names[seat] for seat in first]), points=max(scores))
