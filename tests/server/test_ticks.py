"""What a server does time after time ends when it is told to, wherever it is just then."""

import asyncio
from pathlib import Path

from sqlalchemy import text

from goldenhorn.server.store import Store
from goldenhorn.server.ticks import every


def test_it_ends_in_the_middle_of_a_round() -> None:
    async def work() -> list[str]:
        said: list[str] = []
        end = asyncio.Event()

        async def go_on() -> None:
            async for _ in every(0.001, end):
                said.append("begun")
                await asyncio.sleep(0.05)
                said.append("done")

        task = asyncio.create_task(go_on())
        while not said:
            await asyncio.sleep(0.001)
        end.set()
        await asyncio.wait_for(task, 5)
        return said

    assert asyncio.run(work()) == ["begun", "done"]


def test_it_does_not_begin_once_ended() -> None:
    async def work() -> int:
        end = asyncio.Event()
        end.set()
        return len([None async for _ in every(0.001, end)])

    assert asyncio.run(work()) == 0


def test_what_is_broken_off_while_it_writes_stays_broken_off(tmp_path: Path) -> None:
    """A cancelled transaction ends as cancelled, keeps nothing, and leaves the store in order."""

    async def work(url: str) -> int:
        store = Store(url)
        await store.open()
        async with store.begin() as connection:
            await connection.execute(text("CREATE TABLE kept (n INTEGER)"))
        for wait in range(40):
            entered = asyncio.Event()

            async def write(entered: asyncio.Event = entered) -> None:
                async with store.begin() as connection:
                    entered.set()
                    for _ in range(100):
                        await connection.execute(text("INSERT INTO kept VALUES (1)"))

            task = asyncio.create_task(write())
            await entered.wait()
            for _ in range(wait):
                await asyncio.sleep(0)
            task.cancel()
            (ended,) = await asyncio.gather(task, return_exceptions=True)
            assert isinstance(ended, asyncio.CancelledError)
        async with store.read() as connection:
            count = await connection.scalar(text("SELECT count(*) FROM kept"))
        await store.close()
        return int(count or 0)

    assert asyncio.run(work(f"sqlite:///{tmp_path / 'x.sqlite'}")) == 0
