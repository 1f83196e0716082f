"""What happened in a move, as plain data: `["sails", {"seat": 0, …}]`.

It is told from the table before and after the move and nothing else, so it says no more than the
beholder of these two tables may know: cards that lie open there are named, others counted.
docs/live.md lists the kinds; `terminal/story.py` and the page put them in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from goldenhorn.rules.box import CARDS_FOR_SHIP, COLOURS, PORTS
from goldenhorn.trace import UNSEEN, winners

Table = Mapping[str, Any]
Told = tuple[str, dict[str, Any]]


def told(before: Table, move: str, after: Table) -> list[Told]:
    """What there is to tell of one move. Both tables are `data` as the same beholder sees it.

    >>> from goldenhorn import Game
    >>> game = Game.new(players=2, seed=7)
    >>> before = game.seen_by(0).data
    >>> game.play("place VCV")
    >>> told(before, "place VCV", game.seen_by(0).data)
    [('placed', {'seat': 0, 'ports': 'VCV', 'chance': False})]
    """
    verb, *rest = move.split()
    return [*_TELLERS[verb](before, after, rest), *_end(before, verb, rest, after)]


def opening(table: Table) -> list[Told]:
    """How the game began, if chance placed the ships."""
    if table["state"]["turn"] != 1:
        return []
    found: list[Told] = []
    for seat in _in_turn_order(table):
        ports = "".join(table["route"][ship["at"]] for ship in table["state"]["ships"][seat])
        found.append(("placed", {"seat": seat, "ports": ports, "chance": True}))
    return [*found, *_set_up(table)]


def freight(port: Mapping[str, Any], asked: str) -> str:
    """What a ship takes aboard in a port, of which it asks a colour, `troops` and so on."""
    letters = str(port["goods"].count(asked) * asked if len(asked) == 1 else "")
    if asked in ("soldiers", "troops"):
        letters += "S" * port["soldiers"]
    if asked in ("builders", "troops"):
        letters += "B" * port["builders"]
    return letters


def _in_turn_order(table: Table) -> list[int]:
    count = len(table["fleets"])
    return [(table["first_player"] + turn) % count for turn in range(count)]


def _set_up(table: Table) -> Iterator[Told]:
    """R2.4, R2.5"""
    state = table["state"]
    for port in PORTS:
        yield "filled", {"port": port, "goods": _lying(state["ports"][port])}
    for seat in _in_turn_order(table):
        hand = state["hands"][seat]
        dealt = {"seat": seat, "count": len(hand)}
        yield "dealt", dealt if UNSEEN in hand else dealt | {"cards": hand}


def drawn(before: str, after: str, gone: str = "") -> str:
    """The letters that came to a heap from which some went away."""
    return "".join(
        letter * (after.count(letter) - before.count(letter) + gone.count(letter))
        for letter in COLOURS
    )


def unveiled(telling: Sequence[Told], seat: int, before: str, after: str) -> list[Told]:
    """What watchers are told, with the cards that a seat got: its hand was this, and is that now.

    >>> unveiled([("draws", {"seat": 0, "count": 2, "due": 2})], 0, "oo", "oogr")
    [('draws', {'seat': 0, 'count': 2, 'due': 2, 'cards': 'gr'})]
    """
    found = []
    paid = ""
    for kind, values in telling:
        if kind == "reaches" and values["how"] == "wind":
            paid = values["colour"]
        if kind in ("draws", "dealt") and values["seat"] == seat:
            found.append((kind, {**values, "cards": drawn(before, after, paid)}))
        else:
            found.append((kind, values))
    return found


def _lying(port: Mapping[str, Any]) -> str:
    return str(port["goods"] + "S" * port["soldiers"] + "B" * port["builders"])


def _placed(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    yield "placed", {"seat": before["state"]["player"], "ports": rest[0], "chance": False}
    if after["state"]["turn"]:
        yield from _set_up(after)


def _raid(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    seat, ship = map(int, rest[0].split("."))
    here = before["state"]["ships"][seat][ship - 1]
    there = after["state"]["ships"][seat][ship - 1]
    raider = before["state"]["player"]
    loot = here["cargo"][-1]
    yield (
        "raids",
        {"seat": raider, "whose": seat, "ship": ship, "cards": rest[1], "loot": loot},
    )
    if there["adrift"] and not here["adrift"]:
        yield "adrift", {"seat": seat, "ship": ship}
    elif there["to"] != here["to"]:
        yield "turned", {"seat": seat, "ship": ship, "to": there["to"]}


def _sail(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    state = before["state"]
    seat, number = state["player"], int(rest[0])
    asked = rest[1] if len(rest) > 1 else ""
    ship = state["ships"][seat][number - 1]
    port = before["route"][ship["at"]]
    aboard = ship["cargo"]
    mine = {"seat": seat, "ship": number}
    if port in PORTS:
        aboard = freight(state["ports"][port], asked)
        yield "sails", mine | {"cargo": aboard, "port": port, "to": ship["to"]}
        new = _refill(before, port, aboard, after)
        if new:
            yield "filled", {"port": port, "goods": new}
    else:
        to = PORTS[(ship["to"] == "C") != (asked == "about")]
        yield "onward", mine | {"to": to, "about": bool(asked)}
    yield from _reach(before, after, number, aboard, "first")


def _refill(before: Table, port: str, aboard: str, after: Table) -> str:
    """R5.3: what lies there now and did not before."""
    was, now = before["state"]["ports"][port], after["state"]["ports"][port]
    new = drawn(was["goods"], now["goods"], aboard)
    for letter, troops in (("S", "soldiers"), ("B", "builders")):
        new += letter * (now[troops] - was[troops] + aboard.count(letter))
    return new


def _on(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    state = before["state"]
    seat, number = state["player"], state["sailing"]
    ship = state["ships"][seat][number - 1]
    colour = before["route"][ship["at"]]
    free = colour in before["fleets"][seat][number - 1]
    how = "on" if free else "wind"
    yield from _reach(before, after, number, ship["cargo"], how, colour)


def _reach(
    before: Table, after: Table, number: int, aboard: str, how: str, colour: str = ""
) -> Iterator[Told]:
    """R5.4 to R5.7, R6.1: a step, and what follows where it ends."""
    seat = before["state"]["player"]
    start = before["state"]["ships"][seat][number - 1]["at"]
    place = after["state"]["ships"][seat][number - 1]["at"]
    mine = {"seat": seat, "ship": number}
    step = {"place": place, "jumped": abs(place - start) - 1, "how": how}
    yield "reaches", mine | step | ({"colour": colour} if colour else {})
    port = after["route"][place]
    if port not in "VMC":
        return
    unloaded = aboard if port in PORTS else ""
    yield "arrives", mine | {"port": port, "cargo": unloaded}
    if port != "M" or len(before["fleets"]) > 2:
        paid = colour if how == "wind" else ""
        yield from _draws(before, after, CARDS_FOR_SHIP[number - 1], paid)


def _draws(before: Table, after: Table, due: int, paid: str) -> Iterator[Told]:
    """R6.1, R6.2"""
    seat = before["state"]["player"]
    hand, new = before["state"]["hands"][seat], after["state"]["hands"][seat]
    count = len(new) - len(hand) + len(paid)
    if len(after["state"]["deck"]) != len(before["state"]["deck"]) - count:
        yield "reshuffled", {}
    told = {"seat": seat, "count": count, "due": due}
    if UNSEEN not in hand + new:
        told["cards"] = drawn(hand, new, paid)
    yield "draws", told


def _stop(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    state = before["state"]
    seat, number = state["player"], state["sailing"]
    place = state["ships"][seat][number - 1]["at"]
    yield "stays", {"seat": seat, "ship": number, "place": place}


def _conquer(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    soldiers, builders = map(int, rest[1].split("+"))
    yield (
        "conquers",
        {
            "seat": before["state"]["player"],
            "dominion": rest[0],
            "soldiers": soldiers,
            "builders": builders,
            "points": before["rules"]["dominions"][rest[0]][1],
        },
    )


def _train(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    yield "trains", {"seat": before["state"]["player"]}


def _nothing(before: Table, after: Table, rest: Sequence[str]) -> Iterator[Told]:
    yield from ()


_TELLERS: Final = {
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
}


def _end(before: Table, verb: str, rest: Sequence[str], after: Table) -> Iterator[Told]:
    """R7: what called the end, and how the game ended."""
    then, now = before["state"], after["state"]
    if then["end_called_by"] is None and now["end_called_by"] is not None:
        called: dict[str, Any] = {"seat": then["player"]}
        if verb == "end":
            called["cause"] = "announced"
        elif verb == "conquer":
            called |= {"cause": "dominions", "dominion": rest[0]}
        else:
            place = then["ships"][then["player"]][int(rest[0]) - 1]["at"]
            called |= {"cause": "port", "port": before["route"][place]}
        if now["phase"] != "over":
            called["last"] = before["rules"]["last_turns"]
        yield "end", called
    if now["phase"] == "over":
        if now["end_called_by"] is None:
            yield "limit", {"rounds": before["rules"]["round_limit"]}
        scores = after["scores"]
        yield "over", {"winners": winners(scores), "points": max(scores)}
