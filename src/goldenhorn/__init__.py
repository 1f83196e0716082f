"""The board game Golden Horn and its expansion Dominio da Mar: rules, players, tables.

>>> from goldenhorn import Game
>>> game = Game.new(players=3, edition="fr", seed=7)
>>> len(game.legal)
8
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from goldenhorn.game import Game, IllegalMove, Outcome, Seen
    from goldenhorn.record import BadRecord, Record, load, save
    from goldenhorn.refusals import Refusal
    from goldenhorn.rules.moves import BadNotation
    from goldenhorn.rules.options import BadOptions, Options, options

_HOMES = {
    "Game": "game",
    "IllegalMove": "game",
    "Outcome": "game",
    "Seen": "game",
    "BadRecord": "record",
    "Record": "record",
    "load": "record",
    "save": "record",
    "Refusal": "refusals",
    "BadNotation": "rules.moves",
    "BadOptions": "rules.options",
    "Options": "rules.options",
    "options": "rules.options",
}

__all__ = [  # noqa: RUF022 - as in the homes above
    "Game",
    "IllegalMove",
    "Outcome",
    "Seen",
    "BadRecord",
    "Record",
    "load",
    "save",
    "Refusal",
    "BadNotation",
    "BadOptions",
    "Options",
    "options",
]


def __dir__() -> list[str]:
    """What a name can be completed to, also before it is first used."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: `goldenhorn --help` needs no rules engine."""
    if name not in _HOMES:
        raise AttributeError(f"module 'goldenhorn' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"goldenhorn.{_HOMES[name]}"), name)
