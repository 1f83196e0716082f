"""Golden Horn for PettingZoo: two to four agents that decide one after the other (AEC).

>>> from goldenhorn.envs import aec
>>> env = aec.env(players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from goldenhorn.envs.observe import Row, seen
from goldenhorn.envs.rewards import checked_reward
from goldenhorn.envs.spaces import (
    Moves,
    game_seed,
    observation_space,
    returns,
    table_of,
)
from goldenhorn.game import Game
from goldenhorn.rules.options import Options

Observation = dict[str, Row]


ILLEGAL: Final = -1.0
"""The reward of who chooses an action that is not legal."""


def env(**own: Any) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual checks.

    As in its own board games, an action that is not legal ends the game at -1 for who chose it.
    """
    return checked_env(**own)


def parallel_env(**own: Any) -> ParallelEnv[str, Observation, int]:
    """All agents act in each step, but only what the one to decide does counts."""
    return turn_based_aec_to_parallel(env(**own))


class raw_env(AECEnv[str, Observation, int]):
    """An agent for each seat, `seat_0` and so on.

    An observation holds the bytes and the action mask, which is empty for those who have nothing to
    decide. An action that is not legal raises IllegalMove and says why.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "golden_horn_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(
        self,
        players: int = 3,
        *,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        table: Options | None = None,
        **own: Any,
    ) -> None:
        """`own` are the options of a table, such as `edition`.

        The reward is the share of the win, or the margin in points over the best of the others.
        After `max_cycles` decisions a game is broken off: truncated for all, and without a reward.
        """
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles: at least one decision, not {max_cycles}")
        self.table = table_of(table, players, own)
        self.reward = checked_reward(reward)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._moves = {agent: Moves() for agent in self.possible_agents}
        mask_space = gymnasium.spaces.Box(0, 1, (self._moves["seat_0"].n,), np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {"observation": observation_space(), "action_mask": mask_space}
            )
            for agent in self.possible_agents
        }
        self._chance, _ = seeding.np_random()
        self.agents: list[str] = []
        self.game = Game.new(table=self.table, seed=0)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The bytes and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All move codes; `sample` gives one that is legal when this agent was last observed."""
        return self._moves[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. `options` may give its own `seed`."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        own_seed = game_seed(self._chance)
        self.game = Game.new(table=self.table, seed=(options or {}).get("seed", own_seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.player]
        self._skip_agent_selection: str | None = None

    def observe(self, agent: str) -> Observation:
        """What this agent may see, and do."""
        observation, mask = seen(self.game, self._seats[agent])
        self._moves[agent].legal = mask
        return {"observation": observation, "action_mask": mask.view(np.int8)}

    def step(self, action: int | None) -> None:
        """The decision of the agent selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has a decision to make, so None is no action")
        game = self.game
        game.play(int(action))
        if not game.is_over:
            # All rewards come at the end, so none have to be cleared or added up until then.
            self.agent_selection = self.possible_agents[game.player]
            if self.max_cycles is not None and game.ply >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
                self._deads_step_first()
            return
        for seat, reward in enumerate(returns(game, self.reward)):
            each = self.possible_agents[seat]
            self.rewards[each] = self._cumulative_rewards[each] = reward
            self.terminations[each] = True
            self.infos[each] = {"score": game.scores[seat]}
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as text."""
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class checked_env(raw_env):
    """The same with the checks of PettingZoo's wrappers for order, bounds and illegal actions.

    The wrappers themselves, three deep, take four times as long as all the rest.
    """

    def __init__(self, *own: Any, **named: Any) -> None:
        super().__init__(*own, **named)
        self._stepped = False  # since the loop last named an agent

    def __getattr__(self, name: str) -> Any:
        """Only what is not there comes here: before the first reset, most things."""
        if name in _SINCE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _begun(self) -> bool:
        return "rewards" in self.__dict__

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        self._stepped = True
        super().reset(seed, options)

    def observe(self, agent: str) -> Observation:
        """What this agent may see, and do."""
        if not self._begun():
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def step(self, action: int | None) -> None:
        """The decision of the agent selected; one that is not legal is its last."""
        if not self._begun():
            EnvLogger.error_step_before_reset()
        self._stepped = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action in self._moves[agent], "action is not in action space"
        code = int(action or 0)
        if not self.game.mask[code >> 6] >> (code & 63) & 1:
            self._end_for(agent)
            return
        super().step(action)

    def _end_for(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as text."""
        if not self._begun():
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int]:
        """The agents in the order in which they decide; each has to step before the next."""
        if not self._begun():
            EnvLogger.error_agent_iter_before_reset()
        return _Agents(self, max_iter)


_SINCE_RESET: Final = frozenset(
    ("rewards", "terminations", "truncations", "infos", "agent_selection")
)


class _Agents(AECIterable[str, Observation, int]):
    def __iter__(self) -> AECIterator[str, Observation, int]:
        return _Turns(self.env, self.max_iter)


class _Turns(AECIterator[str, Observation, int]):
    def __next__(self) -> str:
        agent = super().__next__()
        env: Any = self.env
        assert env._stepped, "need to call step() or reset() in a loop over `agent_iter`"
        env._stepped = False
        return agent
