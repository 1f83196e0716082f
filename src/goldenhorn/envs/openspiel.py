"""Golden Horn for OpenSpiel: import this module, then load the game by its name.

>>> import pyspiel
>>> import goldenhorn.envs.openspiel
>>> game = pyspiel.load_game("python_golden_horn(players=3,expansion=true)")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 8)

Every cube and every card that is drawn is a chance node of its own.
"""

from typing import Any, Final

import numpy as np
import pyspiel

from goldenhorn.envs.fields import FIELDS, SIZE, starts
from goldenhorn.envs.observe import seen_in
from goldenhorn.envs.rewards import checked_reward, paid
from goldenhorn.envs.told import DRAWN, MOVE, UNSEEN_CARD, Moment
from goldenhorn.rules.box import COLOURS, CUBE_LETTERS, SEATS
from goldenhorn.rules.fate import CARD, COIN, CUBE
from goldenhorn.rules.moves import MOVES, letters
from goldenhorn.rules.options import ROUND_LIMIT, Options, options
from goldenhorn.trace import notation, state_data

HISTORY: Final = 1024
"""How many of the last events an information state's tensor holds; the string holds all."""

# No turn has more: a raid, the first step and 13 more, five conquests, a training for each of the
# builders, and each of stop, end and done.
_DECISIONS_IN_A_TURN: Final = 40
_MOST_POINTS: Final = 150 + 28  # all the goods there are, all soldiers and builders

_PARAMETERS: Final[dict[str, Any]] = {
    "players": 2,
    "edition": "it",
    "expansion": False,
    "round_limit": ROUND_LIMIT,
    "reward": "win",
    "history": HISTORY,
}


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="python_golden_horn",
        long_name="Golden Horn",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class GoldenHornGame(pyspiel.Game):
    """A table of Golden Horn.

    Parameters: players, edition, expansion, round_limit; reward (`win`, one's share of the win, or
    `margin`, in points over the best of the others); history, see HISTORY.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        own = _PARAMETERS | (params or {})
        self.table: Options = options(
            int(own["players"]),
            edition=str(own["edition"]),
            expansion=bool(own["expansion"]),
            round_limit=int(own["round_limit"]),
        )
        self.reward = checked_reward(str(own["reward"]))
        self.history_size = int(own["history"])
        kinds = pyspiel.GameType.Utility
        total: float | None
        most = float(_MOST_POINTS + sum(points for _, points in self.table.dominions))
        low, high, utility, total = 0.0, 1.0, kinds.CONSTANT_SUM, 1.0
        if self.reward == "margin":
            low, high, utility, total = -most, most, kinds.GENERAL_SUM, None
            if self.table.players == 2:
                utility, total = kinds.ZERO_SUM, 0.0
        turns = self.table.round_limit * self.table.players
        info = pyspiel.GameInfo(
            num_distinct_actions=MOVES,
            max_chance_outcomes=len(CUBE_LETTERS),
            num_players=self.table.players,
            min_utility=low,
            max_utility=high,
            utility_sum=total,
            max_game_length=_DECISIONS_IN_A_TURN * turns + self.table.players,
        )
        super().__init__(_type(utility), info, params or {})
        self.first_moment = Moment.first(self.table)

    def new_initial_state(self) -> "GoldenHornState":
        """Before the first decision or draw."""
        return GoldenHornState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a seat sees, with all that it saw before if it has perfect recall."""
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(wanted, self.history_size)


class GoldenHornState(pyspiel.State):
    """A moment of a game. Where chance decides, observations are those before the move."""

    def __init__(self, game: GoldenHornGame) -> None:
        super().__init__(game)
        self.moment = game.first_moment
        self.reward = game.reward

    def current_player(self) -> Any:
        """The seat that decides next, or chance."""
        if self.moment.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.moment.draw else self.moment.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each colour that can be drawn, by how much of it there is."""
        counts = self.moment.counts
        return [(thing, count / sum(counts)) for thing, count in enumerate(counts) if count]

    def returns(self) -> list[float]:
        """Nothing before the game is over."""
        if not self.moment.over:
            return [0.0] * self.moment.table.players
        return paid(self.moment.scores(), self.reward)

    def resample_from_infostate(self, player: int, sampler: Any) -> "GoldenHornState":
        """The same, with all cards dealt anew that this player does not see."""
        other = self.clone()
        chance = np.random.default_rng([int(sampler() * 2**53) for _ in range(2)])
        other.moment = self.moment.dealt_again(player, chance)
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.moment.legal)

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return notation(self.moment.table)[action]
        return event(self.moment.table, DRAWN[self.moment.draw or CUBE] + action)

    def __str__(self) -> str:
        moment = self.moment
        told = f", draws {moment.told} in {moment.pending}" if moment.draw else ""
        return f"{state_data(moment.states, 0)}{told}"


class Observer:
    """Writes what a seat sees into a tensor, field by field, or as text."""

    def __init__(self, wanted: Any, history: int) -> None:
        kinds = pyspiel.PrivateInfoType
        self._private = wanted.private_info == kinds.SINGLE_PLAYER
        self._public = wanted.public_info
        self._recall = wanted.perfect_recall
        size = SIZE + (history if self._recall else 0)
        self.tensor = np.zeros(size, np.float32)
        self.dict = {
            field.name: self.tensor[start : start + field.size].reshape(field.shape)
            for field, start in zip(FIELDS, starts().values(), strict=True)
        }
        if self._recall:
            self.dict["history"] = self.tensor[SIZE:]

    def set_from(self, state: GoldenHornState, player: int) -> None:
        """Show this state to this player."""
        moment = state.moment
        hand = self.dict["hand"]
        self.tensor[:SIZE] = seen_in(moment.states, player)
        if not self._public:
            own = hand.copy()
            self.tensor[:] = 0
            hand[:] = own
        if not self._private:
            hand[:] = 0
        if self._recall:
            past = self.dict["history"]
            past[:] = 0
            if self._public:
                seen = self._view(moment, player)[-len(past) :]
                past[: len(seen)] = np.frombuffer(seen, np.uint8)

    def string_from(self, state: GoldenHornState, player: int) -> str:
        """The same in words: with perfect recall all events, otherwise the table as it is."""
        moment = state.moment
        words = [f"seat {player}"]
        if self._private:
            words.append("hand " + letters(moment.states["hands"][0, player].tolist(), COLOURS))
        if self._recall and self._public:
            words += [event(moment.table, code) for code in self._view(moment, player)]
        elif self._public:
            row = seen_in(moment.states, player)
            row[: FIELDS[0].size] = 0
            words.append(row.tobytes().hex())
        return "; ".join(words)

    def _view(self, moment: Moment, player: int) -> bytes:
        return moment.views[player if self._private else -1]


def event(table: Options, code: int) -> str:
    """Something that happened, in words."""
    if code < min(DRAWN.values()):
        return notation(table)[code - MOVE]
    if code == UNSEEN_CARD:
        return "card ?"
    kind = max((start, kind) for kind, start in DRAWN.items() if start <= code)[1]
    thing = code - DRAWN[kind]
    if kind == COIN:
        return f"ship to {'VC'[thing]}"
    return f"{'card' if kind == CARD else 'cube'} {CUBE_LETTERS[thing]}"


pyspiel.register_game(_type(pyspiel.GameType.Utility.GENERAL_SUM), GoldenHornGame)
