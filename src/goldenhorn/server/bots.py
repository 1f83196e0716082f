"""Bots at the tables: they see what their seat sees, and think beside the event loop."""

import asyncio
import logging
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Final
from weakref import WeakValueDictionary

from goldenhorn.game import Seen
from goldenhorn.players import LEVELS, Player, player

OFFERED: Final = (*LEVELS, "greedy", "random")
"""The bots a table may have, the levels from the easiest on."""

LONGEST: Final = 15.0  # seconds a bot may think, waiting for its turn to think included
_KEPT: Final = 32  # bots who remember their last thoughts; the others begin anew

_log = logging.getLogger("goldenhorn.bots")


class Bots:
    """Those who think in this process: never more at once than there are cores."""

    def __init__(self, threads: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, "bot")
        self._known: OrderedDict[tuple[str, int, str], Player] = OrderedDict()
        self._turns: WeakValueDictionary[tuple[int | None, bool], asyncio.Lock]
        self._turns = WeakValueDictionary()  # those whom nobody waits for are gone
        self._unwatched = asyncio.Lock()
        self._closed = False
        self.thinking = 0

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: str) -> None:
        """A table is over or put away."""
        for key in [key for key in self._known if key[0] == table]:
            del self._known[key]

    async def choose(
        self, table: str, name: str, seen: Seen, host: int | None, *, watched: bool
    ) -> str:
        """The bot's move.

        The bots of one person's tables think one after the other, and so do all of those at tables
        that nobody has open: who leaves many tables to bots does not keep other people waiting.
        """
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        turn = self._turns.setdefault((host, watched), asyncio.Lock())
        async with turn, nullcontext() if watched else self._unwatched:
            return legal[0] if self._closed else await self._chosen(table, name, seen)

    async def _chosen(self, table: str, name: str, seen: Seen) -> str:
        loop = asyncio.get_running_loop()
        self.thinking += 1
        try:
            key = (table, seen.seat, name)
            # Taken out while it thinks: should it take too long, nobody else may disturb it.
            known = self._known.pop(key, None)
            thought = loop.run_in_executor(self._pool, _think, known, name, seen)
            bot, move = await asyncio.wait_for(thought, LONGEST)
            self._known[key] = bot
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
            return move
        except TimeoutError:
            _log.warning("%s took too long; a quicker bot moves", name)
            return player("quick").choose(seen)
        except Exception:  # a bot that fails must not keep people waiting
            _log.exception("%s failed; another bot moves", name)
            return player("quick").choose(seen)
        finally:
            self.thinking -= 1


def _think(bot: Player | None, name: str, seen: Seen) -> tuple[Player, str]:
    thinker = player(name) if bot is None else bot
    return thinker, thinker.choose(seen)


def is_offered(name: str) -> bool:
    """Whether a table may have this bot."""
    return name in OFFERED
