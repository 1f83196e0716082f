"""A player's own chance: a stream of words that shares nothing with the chance in the game.

Fate's generator is made so that nobody can see through it; this one (SplitMix64) only has to be
even and quick. Each player of each game has one word of state, in an array.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldenhorn.rules.compiled import compiler, u64

Thoughts = NDArray[np.uint64]

inlined = compiler(Path(__file__).parent, inline=True)


@inlined
def wake(thoughts: Thoughts, place: int, seed: int) -> None:
    """Begin a player's stream."""
    thoughts[place] = u64(seed)


@inlined
def think(thoughts: Thoughts, place: int) -> int:
    """The stream's next word."""
    word = u64(u64(thoughts[place]) + u64(0x9E3779B97F4A7C15))
    thoughts[place] = word
    word = u64((word ^ (word >> u64(30))) * u64(0xBF58476D1CE4E5B9))
    word = u64((word ^ (word >> u64(27))) * u64(0x94D049BB133111EB))
    return u64(word ^ (word >> u64(31)))


@inlined
def think_below(thoughts: Thoughts, place: int, n: int) -> int:
    """A number below n. That some are likelier by one in a billion does not matter here."""
    return u64(u64(think(thoughts, place) >> u64(32)) * u64(n)) >> u64(32)
