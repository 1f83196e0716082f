"""What an arena showed, with an interval for every figure."""

import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from goldenhorn.game import Game
from goldenhorn.lab.arena import Setup, numbers
from goldenhorn.lab.games import is_compiled
from goldenhorn.lab.ratings import Tally, ratings
from goldenhorn.lab.stats import Estimate, Floats, mean, share
from goldenhorn.players import player
from goldenhorn.rules.options import Options, options
from goldenhorn.trace import Json

_CLOCKED: Final = 10  # games in which a compiled player's thinking is timed


def standings(setup: Setup, rows: Sequence[Json]) -> Json:
    """Ratings, tables and pairs as plain data."""
    names = setup.players
    sums = [numbers(row) for row in rows]
    sizes = [table.players for table in setup.tables]
    of_size = {
        size: [i for i, row in enumerate(rows) if len(row["games"][0]["seats"]) == size]
        for size in sizes
    }
    everything = range(len(rows))
    rated = {"all": everything, **{str(size): of_size[size] for size in sizes}}
    return {
        "deals": len(rows),
        "games": sum(len(row["games"]) for row in rows),
        "ratings": {
            key: _named(names, ratings(_tallies(setup, rows, sums, some), len(names)), 1)
            for key, some in (rated if len(sizes) > 1 else {"all": everything}).items()
            if some
        },
        "tables": {
            str(size): [_at_table(setup, sums, some, i) for i in range(len(names))]
            for size, some in of_size.items()
            if some
        },
        "pairs": _pairs(setup, rows),
        "pace": [_pace(setup, sums, i) for i in range(len(names))],
        "length": {
            str(size): _length(rows, some).as_data(2) for size, some in of_size.items() if some
        },
    }


def _named(names: Sequence[str], figures: Sequence[Estimate], digits: int) -> list[Json]:
    return [
        {"player": name, **figure.as_data(digits)}
        for name, figure in zip(names, figures, strict=True)
    ]


def _tallies(
    setup: Setup, rows: Sequence[Json], sums: Sequence[Json], some: Sequence[int]
) -> list[Tally]:
    players = range(len(setup.players))
    by_lineup: dict[int, list[int]] = {}
    for i in some:
        by_lineup.setdefault(rows[i]["lineup"], []).append(i)
    tallies = []
    for place, deals in by_lineup.items():
        group = setup.lineups[place].players
        seats = tuple(group.count(each) for each in players)
        # Circles that look the same turned half round have fewer games than others.
        by_games: dict[int, list[int]] = {}
        for i in deals:
            by_games.setdefault(len(rows[i]["games"]), []).append(i)
        for games, those in by_games.items():
            wins = np.array([[sums[i]["wins"].get(p, 0.0) for p in players] for i in those])
            tallies.append(Tally(seats, wins, games))
    return tallies


def _per_seat(sums: Sequence[Json], some: Sequence[int], key: str, who: int) -> Floats:
    return np.array(
        [sums[i][key][who] / sums[i]["seats"][who] for i in some if who in sums[i]["seats"]]
    )


def _at_table(setup: Setup, sums: Sequence[Json], some: Sequence[int], who: int) -> Json:
    return {
        "player": setup.players[who],
        "wins": share(_per_seat(sums, some, "wins", who)).as_data(),
        "points": mean(_per_seat(sums, some, "points", who)).as_data(2),
        "decisions": mean(_per_seat(sums, some, "decisions", who)).as_data(2),
    }


def _length(rows: Sequence[Json], some: Sequence[int]) -> Estimate:
    turns = [[game["turns"] for game in rows[i]["games"]] for i in some]
    return mean([sum(each) / len(each) for each in turns])


def _pairs(setup: Setup, rows: Sequence[Json]) -> list[Json]:
    """For each two players, how often the one ends with more points; equal ones count half."""
    places = range(len(setup.players))
    ahead: dict[tuple[int, int], list[float]] = {(a, b): [] for a in places for b in range(a)}
    for row in rows:
        found: dict[tuple[int, int], list[float]] = {}
        for game in row["games"]:
            seats = list(zip(game["seats"], game["points"], strict=True))
            for a, points in seats:
                for b, theirs in seats:
                    if a > b:
                        found.setdefault((a, b), []).append(
                            (points > theirs) + (points == theirs) / 2
                        )
        for pair, values in found.items():
            ahead[pair].append(sum(values) / len(values))
    pairs = []
    for (a, b), values in ahead.items():
        figure = share(values)
        other = Estimate(1 - figure.value, 1 - figure.high, 1 - figure.low, figure.deals)
        for one, two, ours in ((b, a, other), (a, b, figure)):
            pairs.append(
                {
                    "player": setup.players[one],
                    "against": setup.players[two],
                    **ours.as_data(),
                }
            )
    return sorted(pairs, key=lambda pair: setup.players.index(pair["player"]))


def _pace(setup: Setup, sums: Sequence[Json], who: int) -> Json:
    """Milliseconds for each decision: as it was in the games, or of a few played to know it."""
    timed = [
        1000 * each["seconds"][who] / each["decisions"][who]
        for each in sums
        if each["seconds"].get(who) is not None and each["decisions"].get(who)
    ]
    name = setup.players[who]
    clocked = not timed and is_compiled(name)  # others were timed, or have not played yet
    if clocked:
        timed = [clock(name, setup.tables[-1], game) for game in range(_CLOCKED + 1)][1:]
    figure = mean(timed)
    figure = Estimate(figure.value, max(0.0, figure.low), figure.high, figure.deals)
    return {"player": name, "clocked": clocked, **figure.as_data(4)}


def clock(name: str, table: Options | None = None, seed: int = 0) -> float:
    """Milliseconds a decision, called from Python, in one game of this player with themselves."""
    game = Game.new(table=table or options(3), seed=seed)
    seats = [player(name, seat) for seat in range(game.players)]
    seconds = 0.0
    while not game.is_over:
        seen = game.seen_by(game.player)
        started = time.perf_counter()
        move = seats[game.player].choose(seen)
        seconds += time.perf_counter() - started
        game.play(move)
    return 1000 * seconds / game.ply
