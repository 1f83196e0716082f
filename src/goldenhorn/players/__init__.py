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

import os
import secrets
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import Any, Final, Protocol

import numpy as np

from goldenhorn.game import Seen
from goldenhorn.players.choose import DESK, NAMES, choose_alone
from goldenhorn.players.external import External, PlayerFailed
from goldenhorn.players.searcher import Searcher, budget
from goldenhorn.rules.state import new_states

__all__ = ["LEVELS", "NAMES", "Player", "UnknownPlayer", "check_name", "player"]


class UnknownPlayer(ValueError):
    """A name that no player has."""


class Player(Protocol):
    """Someone who chooses moves by what a seat sees, with thoughts of their own."""

    def choose(self, seen: Seen) -> str:
        """One of `seen.legal`."""
        ...


LEVELS: Final = {
    "mozzo": "quick",
    "marinaio": "search:100",
    "capitano": "search:400",
    "ammiraglio": "search:30000",
}
"""The levels offered at the table, from a child's opponent to the best there is.

They search by rounds: by the clock, a level would be another on a busy machine.
"""


def is_ours(name: str) -> bool:
    """Whether it names one of the program's own players, and not code from elsewhere."""
    known = LEVELS.get(name, name)
    return known in NAMES or budget(known) is not None


def check_name(name: str) -> str:
    """The name, if it is a player's."""
    known = LEVELS.get(name, name)
    if is_ours(name) or known.startswith("program:"):
        return name
    if ":" in known and not known.startswith("search:"):
        _load(known)
        return name
    raise UnknownPlayer(
        f"no player is called {name!r:.60}; there are {', '.join((*NAMES, *LEVELS))}, "
        "search:2000, search:500ms, program:COMMAND and MODULE:CLASS"
    )


def player(name: str, seed: int | None = None) -> Player:
    """The player of that name. With a seed, its chance is always the same."""
    known = LEVELS.get(check_name(name), name)
    seed = secrets.randbits(64) if seed is None else seed
    if known in NAMES:
        return _Compiled(NAMES.index(known), seed)
    if allowed := budget(known):
        return Searcher(allowed, seed)
    if known.startswith("program:"):
        return External(known.removeprefix("program:"))
    made = _load(known)(seed)
    if not hasattr(made, "choose"):
        raise UnknownPlayer(f"{name!r:.60} made no player: {made!r:.60} has no method choose")
    return _Own(known, made)


def _load(name: str) -> Callable[[int], Any]:
    """Someone's own player, `package.module:Class`, which is called with a seed."""
    module, _, attribute = name.partition(":")
    # Unlike `python -m`, a command does not look for modules where it is started.
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    try:
        found: Callable[[int], Any] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, SyntaxError, TypeError, ValueError) as bad:
        raise UnknownPlayer(f"{name!r:.60} cannot be loaded: {bad}") from None
    try:
        signature(found).bind(0)
    except TypeError as bad:
        raise UnknownPlayer(f"{name!r:.60} cannot be called with a seed: {bad}") from None
    except ValueError:
        pass  # made in another language, it does not say how it is called
    return found


class _Own:
    """Someone's own player, held to what a player promises."""

    def __init__(self, name: str, made: Player) -> None:
        self._name = name
        self._made = made

    def choose(self, seen: Seen) -> str:
        move = self._made.choose(seen)
        if move not in seen.legal:
            raise PlayerFailed(f"{self._name!r:.60} chose {move!r:.60}, which is no legal move")
        return move


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
