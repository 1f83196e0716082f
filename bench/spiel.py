"""OpenSpiel's tree search for hidden information as a player of ours, given as much time.

`IsMcts` is its bot in Python (the one in C++ cannot ask a game in Python to deal anew). It is shown
what any player is shown, as a state of our OpenSpiel game.
"""

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from goldenhorn.envs.openspiel import GoldenHornGame, GoldenHornState
from goldenhorn.envs.told import Moment
from goldenhorn.game import Game, Seen

SECONDS = 0.5
_CURIOSITY = 2.0  # as in the library's own examples
_FOR_EVER = 1 << 40


class IsMcts:
    """Plays two-player Golden Horn, thinking half a second for each decision."""

    def __init__(self, seed: int) -> None:
        chance = np.random.RandomState(seed % 2**32)
        self._game = pyspiel.load_game("python_golden_horn(players=2)")
        evaluator = RandomRolloutEvaluator(1, chance)
        self._bot = _Clocked(self._game, evaluator, _CURIOSITY, _FOR_EVER, random_state=chance)
        # Loading machine code shall take nothing from its time.
        self.choose(Game.new(2, placement="random", seed=0).seen_by(0))

    def choose(self, seen: Seen) -> str:
        """The move it visited most."""
        codes = tuple(sorted(seen.parse(move) for move in seen.legal))
        if len(codes) == 1:
            return seen.write(codes[0])
        return seen.write(int(self._bot.step(state_of(self._game, seen, codes))))


def state_of(game: Any, seen: Seen, codes: tuple[int, ...]) -> GoldenHornState:
    """What a seat sees, as the state from which the bot deals; nothing hidden is in it."""
    assert isinstance(game, GoldenHornGame)
    state = game.new_initial_state()
    nothing = (b"",) * (seen.players + 1)
    state.moment = Moment(seen.options, seen.record, nothing, seen.seat, False, codes)
    return state


class _TimeIsUp(Exception):
    pass


class _Clocked(ISMCTSBot):  # type: ignore[misc]
    """The bot, which by itself counts rounds, stopped by the clock."""

    def run_search(self, state: Any) -> Any:
        self._until = time.perf_counter() + SECONDS
        try:
            return super().run_search(state)
        except _TimeIsUp:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        # Its first round only looks at the root.
        if self._root_node.total_visits > 0 and time.perf_counter() > self._until:
            raise _TimeIsUp
        return super().sample_root_state(state)
