"""Golden Horn for Gymnasium: one seat is yours, the others play by themselves.

>>> import gymnasium
>>> import goldenhorn.envs.gym
>>> env = gymnasium.make("GoldenHorn-v0", players=3, opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from goldenhorn.envs.observe import Row, seen
from goldenhorn.envs.rewards import best_other, checked_reward
from goldenhorn.envs.spaces import (
    Moves,
    game_seed,
    observation_space,
    returns,
    table_of,
)
from goldenhorn.game import Game, IllegalMove
from goldenhorn.players import Player, player
from goldenhorn.rules.moves import BadNotation
from goldenhorn.rules.options import Options

Info = dict[str, Any]


class GoldenHornEnv(gymnasium.Env[Row, np.int64]):
    """One seat against players of the program, or anyone's: `opponents` is a player string.

    A step is one decision of your seat; the others decide inside. `info["action_mask"]` and
    `action_masks()` say which actions are legal. One that is not ends the game as lost, without a
    point, and `info["illegal"]` says why; with `illegal="raise"` it raises IllegalMove instead.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        players: int = 2,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
        table: Options | None = None,
        **own: Any,
    ) -> None:
        """`opponents` may be one for each other seat, clockwise; a `seat` not given is random.

        `own` are the options of a table, such as `edition`; the reward is the share of the win, or
        the margin in points.
        """
        self.table = table_of(table, players, own)
        others = self.table.players - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise ValueError(f"{others} opponents, or one name for all, not {len(names)}")
        if seat is not None and not 0 <= seat < self.table.players:
            raise ValueError(f"no seat {seat} at this table")
        for name in names:
            player(name, 0)  # better a complaint now than at the first reset
        self.opponents = tuple(names)
        self.reward = checked_reward(reward)
        if illegal not in ("lose", "raise"):
            raise ValueError(f"an illegal action may lose or raise, not {illegal!r:.60}")
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self._moves = Moves()
        self.action_space = self._moves
        self._wanted_seat = seat
        self.seat = seat or 0
        self.game = Game.new(table=self.table, seed=0)
        self._others: dict[int, Player] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, Info]:
        """A new game, up to your first decision. `options` may give the game's own `seed`."""
        super().reset(seed=seed)
        own_seed = game_seed(self.np_random)
        self.game = Game.new(table=self.table, seed=(options or {}).get("seed", own_seed))
        drawn = int(self.np_random.integers(self.table.players))
        self.seat = drawn if self._wanted_seat is None else self._wanted_seat
        self._others = {
            (self.seat + 1 + far) % self.table.players: player(name, game_seed(self.np_random))
            for far, name in enumerate(self.opponents)
        }
        self._let_others_play()
        return self._shown()

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, Info]:
        """Make a decision, and let the others make theirs until the next is yours."""
        try:
            self.game.play(int(action))
        except (BadNotation, IllegalMove) as bad:
            if self.illegal == "raise":
                raise
            observation, info = self._shown()
            lost = 0.0 if self.reward == "win" else -float(best_other(self.game.scores, self.seat))
            return observation, lost, True, False, {**info, "illegal": str(bad)}
        self._let_others_play()
        observation, info = self._shown()
        reward = returns(self.game, self.reward)[self.seat]
        return observation, reward, self.game.is_over, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal, as MaskablePPO asks for it."""
        return self._moves.legal.astype(np.bool_)

    def render(self) -> str | None:
        """The table as text."""
        return str(self.game) if self.render_mode == "ansi" else None

    def _let_others_play(self) -> None:
        game = self.game
        while not game.is_over and game.player != self.seat:
            game.play(self._others[game.player].choose(game.seen_by(game.player)))

    def _shown(self) -> tuple[Row, Info]:
        observation, mask = seen(self.game, self.seat)
        self._moves.legal = mask
        info: Info = {"action_mask": mask.view(np.int8)}
        if self.game.is_over:
            info["scores"] = self.game.scores
        return observation, info


gymnasium.register(id="GoldenHorn-v0", entry_point="goldenhorn.envs.gym:GoldenHornEnv")
