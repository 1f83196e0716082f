"""Everyone who can choose a move.

A player is given what its seat may see and answers with a legal move:

>>> from goldenhorn import Game
>>> from goldenhorn.players import player
>>> anna = player("greedy", seed=7)
>>> game = Game.new(players=2, placement="random", seed=1)
>>> game.play(anna.choose(game.seen_by(game.player)))

Players that Numba compiles also take part in simulations at full speed: `players.choose` knows
them by number. To add one, write its `choose` in a module of its own, as greedy.py does, and add it
to `choose.py` and to `NAMES` there.
"""

import secrets
from typing import Protocol

import numpy as np

from goldenhorn.game import Seen
from goldenhorn.players.choose import DESK, NAMES, choose_alone
from goldenhorn.rules.state import new_states

__all__ = ["NAMES", "Player", "UnknownPlayer", "check_name", "player"]


class UnknownPlayer(ValueError):
    """A name that no player has."""


class Player(Protocol):
    """Someone who chooses moves by what a seat sees, with thoughts of their own."""

    def choose(self, seen: Seen) -> str:
        """One of `seen.legal`."""
        ...


def check_name(name: str) -> str:
    """The name, if a player has it."""
    if name not in NAMES:
        raise UnknownPlayer(f"no player is called {name!r:.60}; there are {', '.join(NAMES)}")
    return name


def player(name: str, seed: int | None = None) -> Player:
    """The player of that name. With a seed, its chance is always the same."""
    return _Compiled(NAMES.index(check_name(name)), secrets.randbits(64) if seed is None else seed)


class _Compiled:
    """One of the players that simulations know too."""

    def __init__(self, kind: int, seed: int) -> None:
        self._kind = kind
        self._desk = new_states(DESK)
        self._thoughts = np.zeros(1, np.uint64)
        self._thoughts[0] = seed & (2**64 - 1)

    def choose(self, seen: Seen) -> str:
        self._desk[:1] = seen.record
        masks = np.array([seen.mask], np.uint64)
        if not masks.any():
            raise ValueError(f"seat {seen.seat} has nothing to decide now")
        code = choose_alone(self._kind, self._desk, seen.seat, masks, self._thoughts)
        return seen.write(int(code))
