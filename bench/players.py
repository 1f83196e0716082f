"""Our players: how quickly they search, and how often they win."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

from bench.measure import ROUNDS, SHARE, Effort, Play, Played, Row, for_a_while, rates
from goldenhorn import Game, options
from goldenhorn.lab.arena import Setup
from goldenhorn.lab.arena import play as play_deals
from goldenhorn.lab.simulate import cores
from goldenhorn.lab.spread import on_threads
from goldenhorn.lab.standings import standings
from goldenhorn.lab.stats import Estimate
from goldenhorn.players import LEVELS, player
from goldenhorn.players.searcher import Budget, Searcher

SEARCH = "Golden Horn: rounds of search a second, from the middle of a game, one core"
STRENGTH = "Golden Horn: share of wins with two players"

_ROUNDS = 2000
_MIDDLES = 10
_ISMCTS = "bench.spiel:IsMcts"


def search(effort: Effort) -> Iterator[Row]:
    """At every size of table."""
    for expansion in (False, True):
        for players in (2, 3, 4):
            what = f"search, {players} players{', expansion' if expansion else ''}"
            effort.told(what)
            found = rates(effort, searched(players, expansion))[0]
            yield Row(SEARCH, what, f"{_ROUNDS} rounds", ROUNDS, found)


def searched(players: int, expansion: bool) -> Play:
    """Searches from the middles of some games, one after the other."""
    seen = [middle(players, expansion, seed) for seed in range(_MIDDLES)]

    def search_all() -> int:
        for each in seen:
            Searcher(Budget(rounds=_ROUNDS), 1).think(each)
        return _ROUNDS * len(seen)

    def played(seconds: float) -> Played:
        return for_a_while(search_all, seconds)

    return played


def middle(players: int, expansion: bool, seed: int) -> Any:
    """What the player to decide sees when half of the moves are made."""
    game = Game.new(players, expansion=expansion, seed=seed)
    seats = [player("greedy", seat) for seat in range(players)]
    while not game.is_over:
        game.play(seats[game.player].choose(game.seen_by(game.player)))
    game.go_to(game.ply // 2)
    return game.seen_by(game.player)


def strength(effort: Effort) -> Iterator[Row]:
    """Who wins how often, with intervals: what is quick in many games, what is slow in few."""
    levels = list(LEVELS)
    matches = [("greedy", "random", 10_000)]
    matches += [(levels[1], levels[0], 500), (levels[2], levels[1], 500)]
    matches += [(levels[3], levels[2], 30), ("search:500ms", "greedy", 60)]
    for better, worse, deals in matches:
        yield match(effort, better, worse, deals)
    if find_spec("pyspiel") is None:
        what = "search:500ms, against OpenSpiel's IS-MCTS"
        yield Row(STRENGTH, what, "is not installed: the extra `envs` has it")
    else:
        yield match(effort, "search:500ms", _ISMCTS, 60, "OpenSpiel's IS-MCTS, 500 ms")


def match(effort: Effort, better: str, worse: str, deals: int, called: str = "") -> Row:
    """So many deals, each in both seatings; the share of wins of the first, with its interval."""
    clocked = "ms" in LEVELS.get(better, better)
    # By the clock a deal takes more than a minute, so a short run plays no more than it must.
    few = 2 if clocked and effort.quick else round(deals * effort.share_of_deals)
    deals = max(2, few)
    setup = Setup((better, worse), (options(2),), 7)
    rows = []
    spread = on_processes(cores()) if clocked else on_threads(cores())
    started = time.perf_counter()
    for row in play_deals(setup, 0, deals, spread):
        rows.append(row)
        left = (time.perf_counter() - started) / len(rows) * (deals - len(rows)) / 60
        done = f"{len(rows)} of {deals} deals, about {left:.0f} min left"
        effort.told(f"{better} against {called or worse}: {done}")
    found = Estimate.from_data(standings(setup, rows)["tables"]["2"][0]["wins"])
    how = f"against {called or worse}, {deals:,} deals, {2 * deals:,} games"
    reach = (found.low, found.high)
    return Row(STRENGTH, better, how, SHARE, (found.value,), reach=reach)


def on_processes(count: int) -> Callable[..., Generator[Any, None, None]]:
    """Each game in a process of its own: players in Python would share out their time otherwise."""

    def spread(do: Callable[[Any], Any], tasks: Iterable[Any], /) -> Generator[Any, None, None]:
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            yield from pool.map(do, tasks)

    return spread
