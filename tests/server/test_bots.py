"""Bots think beside the event loop, and none of them at the expense of other people's."""

import asyncio
import time
from typing import Any

import pytest

from goldenhorn.game import Game
from goldenhorn.players import player
from goldenhorn.server import bots as module
from goldenhorn.server.bots import Bots


@pytest.mark.parametrize("watched", [True, False])
def test_whoever_has_many_tables_does_not_keep_others_waiting(
    watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eve has left twelve tables to bots; Ada’s moves after the next of them."""
    order: list[str] = []

    def think(*_: Any) -> Any:
        time.sleep(0.02)
        return player("quick"), "place VCV"

    async def work() -> None:
        bots = Bots(2)
        seen = Game.new(players=2, seed=1).seen_by(0)

        async def choose(who: str, table: int, host: int, open_there: bool) -> None:
            await bots.choose(f"{who}{table}", "quick", seen, host, watched=open_there)
            order.append(who)

        try:
            eves = [asyncio.create_task(choose("Eve", n, 1, watched)) for n in range(12)]
            await asyncio.sleep(0)
            await choose("Ada", 0, 2, True)
            await asyncio.gather(*eves)
        finally:
            bots.close()

    monkeypatch.setattr(module, "_think", think)
    asyncio.run(work())
    assert len(order) == 13
    assert order.index("Ada") <= 2
