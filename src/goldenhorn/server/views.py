"""What of a game goes to whom. All of it comes from `seen_by`, which alone hides anything."""

from collections.abc import Iterable
from typing import Final

from goldenhorn.drawing.scene import layers
from goldenhorn.game import Game, Seen
from goldenhorn.record import result_data
from goldenhorn.rules import box
from goldenhorn.tally import Tally
from goldenhorn.told import Told
from goldenhorn.trace import Json

WATCHER: Final = -1


def public(game: Game) -> Json:
    """The table as anyone may see it who sits nowhere."""
    return game.seen_by(WATCHER).data


def public_again(game: Game, shown: Json) -> Json:
    """The same, for a table that was shown before: only what changes is looked up."""
    seen = game.seen_by(WATCHER)
    return {**shown, "state": seen.state, "scores": list(seen.scores)}


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
        if old == value:
            continue
        if name == "ships":
            for seat, fleet in enumerate(value):
                for ship in range(box.SHIPS):
                    if fleet[ship] != old[seat][ship]:
                        found[f"ships.{seat}.{ship + 1}"] = fleet[ship]
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


def result(game: Game) -> Json | None:
    """How the game ended: points, where they come from, and the sets of goods."""
    known = result_data(game)
    if known is None:
        return None
    parts, sets = [], []
    prizes = dict(zip(box.DOMINIONS, game.options.dominions, strict=False))
    for stock in game.seen_by(WATCHER).state["warehouses"]:
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
