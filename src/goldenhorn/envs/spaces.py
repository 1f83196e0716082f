"""What the environments of single games share: spaces, rewards, tables and seeds."""

from typing import Any

import gymnasium
import numpy as np

from goldenhorn.envs.fields import MASK_SIZE, most
from goldenhorn.envs.observe import Row
from goldenhorn.envs.rewards import paid
from goldenhorn.game import Game
from goldenhorn.rules.options import Options, options


class Moves(gymnasium.spaces.Discrete):
    """All move codes, of which `sample` without a mask gives one that is legal now."""

    def __init__(self) -> None:
        super().__init__(MASK_SIZE)
        self.legal: Row = np.zeros(MASK_SIZE, np.uint8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Any legal move, or any of the mask's."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal.astype(np.int8)
        return super().sample(mask=mask, probability=probability)


def observation_space() -> Any:
    """The bytes of an observation, each up to the most it can be."""
    high = np.array(most(), np.uint8)
    return gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.uint8)


def returns(game: Game, reward: str) -> list[float]:
    """What a game is worth to each seat: nothing before it is over.

    >>> returns(Game.new(players=3, seed=1), "win")
    [0.0, 0.0, 0.0]
    """
    return paid(game.scores, reward) if game.is_over else [0.0] * game.players


def table_of(table: Options | None, players: int, own: dict[str, Any]) -> Options:
    """A table given whole, or by its options."""
    if table is None:
        return options(players, **own)
    if own:
        raise ValueError(f"a whole table or options of one, not both: {', '.join(own)}")
    return table


def game_seed(chance: np.random.Generator) -> int:
    """A game's seed from a library's generator."""
    return int.from_bytes(chance.bytes(16), "little")
