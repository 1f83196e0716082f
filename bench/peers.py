"""Other engines at the same: random play, with the legal moves at each decision.

None has types, so their modules are Any here. Each is given its quickest way that we know.
pgx, which plays in batches, is in batches.py.
"""

import random
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from bench.envs import agents_play, checked_agents
from bench.measure import (
    DECISIONS,
    ENVIRONMENT,
    FROM_PYTHON,
    ONE_THREAD,
    ROUNDS,
    Effort,
    Play,
    Played,
    Row,
    for_a_while,
    in_turns,
    rates,
)
from bench.ours import from_python, simulated

PART = "Other engines: decisions a second of random play, all legal moves found at each"
SEARCHES = (
    "Other engines: rounds of tree search over hidden information a second, from the first move"
)

OWN_LOOP = "own compiled loop"
_ROLLOUTS = 100


def beside_ours(
    effort: Effort, what: str, how: str, theirs: Play, environment: Play | None = None
) -> Row:
    """Theirs and ours by turns: driven from Python beside the same, and all beside our loop."""
    effort.told(f"{what}, {how}")
    ours: dict[str, Play] = {ONE_THREAD: simulated()}
    if how == FROM_PYTHON:
        ours[FROM_PYTHON] = from_python
    if environment:
        ours[ENVIRONMENT] = environment
    turns = in_turns(effort, theirs, *ours.values())
    speeds = [[decisions / seconds for decisions, _, seconds in turn] for turn in turns]
    return Row(
        PART,
        what,
        how,
        DECISIONS,
        tuple(speed[0] for speed in speeds),
        tuple(games / seconds for (_, games, seconds), *_ in turns if games),
        {key: tuple(s[i] / s[0] for s in speeds) for i, key in enumerate(ours, 1)},
    )


def openspiel(effort: Effort) -> Iterator[Row]:
    """Its C++ core, driven from Python as its examples do it, and its own loop of random play."""
    pyspiel: Any = import_module("pyspiel")
    for name in ("backgammon", "gin_rummy", "connect_four"):
        what = f"OpenSpiel {name}"
        game = pyspiel.load_game(name)
        row = beside_ours(
            effort, what, FROM_PYTHON, partial(for_a_while, partial(_random_spiel, game))
        )
        yield row
        length = sum(row.samples) / sum(row.games)  # its own loop does not tell
        yield beside_ours(effort, what, OWN_LOOP, partial(_spiel_rollouts, pyspiel, game, length))
    for name in ("hearts", "gin_rummy"):
        effort.told(f"OpenSpiel {name}, tree search")
        searching = partial(_spiel_searches, pyspiel, pyspiel.load_game(name))
        yield Row(SEARCHES, f"OpenSpiel {name}", "its C++ bot", ROUNDS, rates(effort, searching)[0])


def _spiel_searches(pyspiel: Any, game: Any, seconds: float) -> Played:
    """Its bot for hidden information, from the first decision of always new deals."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, random.getrandbits(30))
    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(7, evaluator, 2.0, _ROLLOUTS, -1, most_visits, False, False)

    def search() -> int:
        state = game.new_initial_state()
        while state.is_chance_node():
            _chance(state)
        bot.step(state)
        return _ROLLOUTS

    return for_a_while(search, seconds)


def pettingzoo(effort: Effort) -> Iterator[Row]:
    """Two of its own board games, made as it says, checks and all."""
    for name in ("tictactoe_v3", "connect_four_v3"):
        env = import_module(f"pettingzoo.classic.{name}").env()
        theirs = agents_play(env)
        yield beside_ours(effort, f"PettingZoo {name}", FROM_PYTHON, theirs, checked_agents())


def _random_spiel(game: Any) -> int:
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _chance(state)
        else:
            moves = state.legal_actions()
            state.apply_action(moves[int(random.random() * len(moves))])
            decisions += 1
    return decisions


def _chance(state: Any) -> None:
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, odds)[0])


def _spiel_rollouts(pyspiel: Any, game: Any, length: float, seconds: float) -> Played:
    """Random games from the first decision on, as its tree search plays them out.

    A search of one simulation does nothing but judge its root, by that many random games.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, random.getrandbits(30))
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)

    def rollouts() -> int:
        state = game.new_initial_state()
        while state.is_chance_node():
            _chance(state)
        search.mcts_search(state)
        return _ROLLOUTS

    games, _, took = for_a_while(rollouts, seconds)
    return round(games * length), games, took


def catanatron(effort: Effort) -> Iterator[Row]:
    """Its own loop and random player; all of it is Python."""
    engine: Any = import_module("catanatron")

    def game() -> int:
        players = [engine.RandomPlayer(colour) for colour in (engine.Color.RED, engine.Color.BLUE)]
        catan = engine.Game(players)
        catan.play()
        return len(catan.state.actions)

    yield beside_ours(effort, "Catanatron, 2 players", FROM_PYTHON, partial(for_a_while, game))
