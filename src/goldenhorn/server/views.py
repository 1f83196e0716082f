"""What of a game goes to whom. All of it comes from `seen_by`, which alone hides anything."""

from collections.abc import Iterable
from operator import is_
from typing import Final

from goldenhorn.drawing.scene import layers
from goldenhorn.game import Game, Seen
from goldenhorn.record import result_data
from goldenhorn.rules import box
from goldenhorn.tally import Tally
from goldenhorn.told import Told
from goldenhorn.trace import Json

WATCHER: Final = -1


def watched(game: Game) -> Seen:
    """The table as anyone may see it who sits nowhere."""
    return game.seen_by(WATCHER)


def public(game: Game) -> Json:
    """The same as plain data."""
    return watched(game).data


def public_again(seen: Seen, before: Seen, shown: Json) -> Json:
    """The same where it was shown before: what is still as it was is taken from there."""
    state = seen.state_after(before, shown["state"])
    stocks, known = state["warehouses"], shown["state"]["warehouses"]
    same = stocks is known or all(map(is_, stocks, known))
    scores = shown["scores"] if same else list(seen.scores)
    return {**shown, "state": state, "scores": scores}


def hand(game: Game, seat: int) -> str:
    """A seat's own cards, for its own eyes."""
    return game.seen_by(seat).hand(seat)


def choices(seen: Seen) -> Json:
    """What the seat may do, if the decision is its own."""
    legal = seen.legal
    if not legal:
        return {}
    found: Json = {"legal": legal, "courses": seen.courses}
    if seen.options.expansion:
        found["conquests"] = _conquests(legal)
    return found


def _conquests(legal: Iterable[str]) -> list[Json]:
    by_name: dict[str, list[str]] = {}
    for move in legal:
        if move.startswith("conquer "):
            by_name.setdefault(move.split()[1], []).append(move)
    return [{"dominion": name, "moves": moves} for name, moves in by_name.items()]


def changes(before: Json, after: Json) -> Json:
    """What differs between two states, as docs/live.md names it."""
    found: Json = {}
    for name, value in after.items():
        old = before[name]
        if old is value or old == value:
            continue
        if name == "ships":
            for seat, fleet in enumerate(value):
                for number, (ship, was) in enumerate(zip(fleet, old[seat], strict=True), 1):
                    if ship is not was and ship != was:
                        found[f"ships.{seat}.{number}"] = ship
        elif name == "warehouses":
            for seat, stock in enumerate(value):
                if stock != old[seat]:
                    found[f"warehouses.{seat}"] = stock
        elif name == "ports":
            for port, stock in value.items():
                if stock != old[port]:
                    found[f"ports.{port}"] = stock
        else:
            found[name] = value
    return found


def told_more(telling: Iterable[Told]) -> set[int]:
    """The seats that may know more than others of what was told: which cards they got."""
    return {values["seat"] for kind, values in telling if kind in ("draws", "dealt")}


def hands_changed(telling: Iterable[Told]) -> set[int]:
    """The seats that have other cards after what was told."""
    found = told_more(telling)
    for kind, values in telling:
        if kind == "raids" or (kind == "reaches" and values["how"] == "wind"):
            found.add(values["seat"])
    return found


def result(game: Game) -> Json | None:
    """How the game ended: points, where they come from, and the sets of goods."""
    known = result_data(game)
    if known is None:
        return None
    parts, sets = [], []
    prizes = dict(zip(box.DOMINIONS, game.options.dominions, strict=False))
    for stock in watched(game).state["warehouses"]:
        goods = [stock["goods"].count(colour) for colour in box.COLOURS]
        sets.append([len(layer) for layer in layers(stock["goods"])])
        parts.append(
            {
                "goods": sum(goods),
                "sets": sum(points for _, points in Tally(goods).sets()),
                "dominions": sum(prizes[name][1] for name in stock["dominions"]),
                "troops": stock["soldiers"] + stock["builders"],
            }
        )
    return {**known, "sets": sets, "parts": parts}
