"""How fair a table is: seats, fleets, routes; how games end; what raids and dominions are worth.

Of every deal several games are played by players who are all alike, and differ in one thing:

- as it is: the table's own fleets;
- fleets: as many of the box's fleets as there are seats, in every seat once;
- without raids, without dominions: each seat once plays without, and the others as before. What it
  wins less than in the game as it is, is what they are worth.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Final

import numpy as np

from goldenhorn.lab.games import Played, Sitting, is_compiled, play_these
from goldenhorn.lab.lineups import circles, turned
from goldenhorn.lab.loops.play import CAUSES, Numbers
from goldenhorn.lab.loops.watch import WATCHED, Watched, watch_games
from goldenhorn.lab.simulate import halves
from goldenhorn.lab.spread import Spread
from goldenhorn.lab.stats import Floats, Moments
from goldenhorn.rules import box
from goldenhorn.rules.options import Fleet, Options, options
from goldenhorn.rules.state import box_packed, new_records, new_states
from goldenhorn.trace import Json, table_data

BLOCK: Final = 24  # deals in a task: it holds every circle of fleets equally often


@dataclass(frozen=True, slots=True)
class Task:
    """Some deals of one table."""

    table: Options
    player: str
    seed: int
    first: int
    count: int
    whole: bool  # all experiments, or only the games as they are


@dataclass(slots=True)
class Found:
    """What has come out so far: moments by name, and how many games had how many turns."""

    moments: dict[str, Moments] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)

    def add(self, other: "Found") -> None:
        """Add what came out of other deals."""
        for name, moments in other.moments.items():
            self.moments.setdefault(name, Moments.none(len(moments.count))).add(moments)
        for turns, games in other.turns.items():
            self.turns[turns] = self.turns.get(turns, 0) + games


def fleets_of(table: Options) -> tuple[Fleet, ...]:
    """The fleets to compare: the box's four, or those that a table brings."""
    if table.fleets == box.FLEETS[: table.players]:
        return box.FLEETS
    return table.fleets


def fleet_circles(table: Options) -> list[tuple[int, ...]]:
    """Which fleets play in a deal, and in what order round the table; by deal these take turns."""
    fleets = range(len(fleets_of(table)))
    return [circle for group in combinations(fleets, table.players) for circle in circles(group)]


def measure(task: Task) -> Found:
    """All experiments with some deals."""
    numbers = np.arange(task.first, task.first + task.count, dtype=np.int64)
    plain = _play(task, task.table, numbers)
    shares, points = _shares(plain, task.table.players)
    values: dict[str, Floats] = {"seats": shares, "points": points}
    values |= _course(task, plain, numbers)
    if task.whole:
        values |= _fleets(task, numbers)
        if is_compiled(task.player):
            values |= _without(task, numbers, "raids", shares, points)
            if task.table.expansion:
                values |= _without(task, numbers, "dominions", shares, points)
    counted = np.unique(plain.results["turns"], return_counts=True)
    turns = dict(zip(*(column.tolist() for column in counted), strict=True))
    return Found({name: Moments.of(each) for name, each in values.items()}, turns)


def _play(task: Task, table: Options, numbers: Numbers, abstain: tuple[str, ...] = ()) -> Played:
    seats = (task.player,) * table.players
    return play_these(Sitting(table, seats, task.seed, abstain), numbers)


def _shares(played: Played, players: int) -> tuple[Floats, Floats]:
    """For each game and seat the share of the win, and the points."""
    points = played.results["scores"][:, :players].astype(np.float64)
    won = points == points.max(1, keepdims=True)
    return won / won.sum(1, keepdims=True), points


def _course(task: Task, played: Played, numbers: Numbers) -> dict[str, Floats]:
    """How the games as they are went."""
    results, players = played.results, task.table.players
    seen = _watched(task, played, numbers)
    ranked = np.sort(results["scores"][:, :players], axis=1)
    per_game = {
        "turns": results["turns"],
        "decisions": results["decisions"],
        "margin": ranked[:, -1] - ranked[:, -2],
        "shared": ranked[:, -1] == ranked[:, -2],
        "raids": seen["raids"].sum(1),
        "raid_points": _ratio(seen["raid_points"].sum(1), seen["raids"].sum(1)),
        "winds": seen["winds"].sum(1),
        "landings": seen["landings"],
        "cargo": _ratio(seen["landed"], seen["landings"]),
        "ends": results["cause"][:, None] == np.arange(len(CAUSES)),
    }
    if task.table.expansion:
        per_game["dominions"] = seen["taken"] > 0
        per_game["taken"] = np.where(seen["taken"] > 0, seen["taken"], np.nan)
    return {name: np.asarray(each, np.float64) for name, each in per_game.items()}


def _ratio(above: Floats, below: Floats) -> Floats:
    """NaN where there is nothing to divide by."""
    return np.where(below > 0, above / np.maximum(below, 1), np.nan)


def _watched(task: Task, played: Played, numbers: Numbers) -> Watched:
    found = new_records(len(numbers), WATCHED)
    watch_games(
        box_packed(task.table),
        new_states(2),
        *halves(task.seed),
        numbers,
        played.lines,
        played.results,
        found,
    )
    return found


def _fleets(task: Task, numbers: Numbers) -> dict[str, Floats]:
    """Shares and points by fleet with the seats cancelled out, and by seat with the fleets."""
    fleets, players = fleets_of(task.table), task.table.players
    every = fleet_circles(task.table)
    by_fleet = np.full((len(numbers), len(fleets)), np.nan)
    points_of = by_fleet.copy()
    by_seat = np.zeros((len(numbers), players))
    for place, circle in enumerate(every):
        those = np.flatnonzero(numbers % len(every) == place)
        by_fleet[np.ix_(those, np.array(circle))] = points_of[np.ix_(those, np.array(circle))] = 0
        for order in turned(circle):
            own = replace(task.table, fleets=tuple(fleets[i] for i in order))
            shares, points = _shares(_play(task, own, numbers[those]), players)
            by_fleet[np.ix_(those, np.array(order))] += shares / players
            points_of[np.ix_(those, np.array(order))] += points / players
            by_seat[those] += shares / players
    return {"fleets": by_fleet, "fleet_points": points_of, "places": by_seat}


def _without(
    task: Task, numbers: Numbers, what: str, shares: Floats, points: Floats
) -> dict[str, Floats]:
    """What a seat loses, in shares of wins and of its lead, when it does without something."""
    players = task.table.players
    lost = np.zeros((2, len(numbers)))
    for seat in range(players):
        abstain = tuple(what if each == seat else "" for each in range(players))
        without, fewer = _shares(_play(task, task.table, numbers, abstain), players)
        lost[0] += (shares - without)[:, seat] / players
        lost[1] += (_lead(points, seat) - _lead(fewer, seat)) / players
    return {f"{what}_worth": lost[0], f"{what}_lead": lost[1]}


def _lead(points: Floats, seat: int) -> Floats:
    """How many points a seat has more than the others on average."""
    players = points.shape[1]
    return points[:, seat] - (points.sum(1) - points[:, seat]) / (players - 1)


def balance(
    tables: Sequence[Options],
    player: str,
    deals: int,
    seed: int,
    spread: Spread,
    *,
    whole: bool = True,
) -> Iterator[tuple[int, int, Found]]:
    """For each block of deals the table's place, how many deals, and what came out, in order."""
    tasks = [
        Task(table, player, seed, first, min(BLOCK, deals - first), whole)
        for table in tables
        for first in range(0, deals, BLOCK)
    ]
    places = [place for place in range(len(tables)) for _ in range(0, deals, BLOCK)]
    done = spread(measure, tasks)
    with closing(done):
        for place, task, found in zip(places, tasks, done, strict=True):
            yield place, task.count, found


_SHARES: Final = ("seats", "places", "fleets", "ends", "shared", "dominions")


def as_data(table: Options, found: Found) -> Json:
    """What came out, with intervals."""
    figures = {}
    for name, moments in found.moments.items():
        estimates = moments.shares() if name in _SHARES else moments.means()
        figures[name] = [each.as_data() for each in estimates]
    turns = {str(turns): found.turns[turns] for turns in sorted(found.turns)}
    return {**table_data(table), "figures": figures, "turns": turns}


def routes(players: int) -> list[str]:
    """All routes of the box's tiles; of two that are the same from the other end, the first."""
    default = box.ROUTES[players]
    tiles = (box.DOT, box.TRIANGLE)
    count = len(default.replace("M", "")) // 3  # the ports make no tile
    found: list[str] = []
    for start in (0, 1):
        kinds = [tiles[(start + place) % 2] for place in range(count)]
        for ways in product((1, -1), repeat=count):
            sea = [kind[::way] for kind, way in zip(kinds, ways, strict=True)]
            if "M" in default:
                sea.insert(count // 2, "M")
            route = f"V{''.join(sea)}C"
            if "V" + route[-2:0:-1] + "C" not in found:
                found.append(route)
    # The box's own first, to compare with.
    own = next(each for each in found if each in (default, "V" + default[-2:0:-1] + "C"))
    return [default, *(each for each in found if each != own)]


def route_tables(players: int) -> list[Options]:
    """A table for each route."""
    return [options(players, route=route) for route in routes(players)]
