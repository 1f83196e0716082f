"""`kill -9` in the middle of many games: nothing that anybody was told of is lost or done twice."""

import asyncio
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from goldenhorn import cli
from goldenhorn.server.schema import entries, tables
from goldenhorn.server.store import Store
from tests.server.conftest import free_port, postgres_database, redis_address
from tests.server.merchants import Merchant, Told
from tests.server.test_serve import Running, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")

Output = pytest.CaptureFixture[str]
PEOPLE = 8
TABLES = 24  # of two people
WITH_BOTS = 4
PATIENCE = 300.0  # seconds for all games; the machine may be busy


class House:
    """A server as a process of its own, that can be killed and started again."""

    def __init__(self, stack: ExitStack, home: Path, *arguments: str) -> None:
        self.stack, self.home = stack, home
        self.port = free_port()
        own = ("serve", "--port", str(self.port), "--limits", "0", "--log", "off")
        self.arguments = (*own, *arguments)
        self.open()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def live(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def open(self) -> None:
        self.server: Running = self.stack.enter_context(running(self.home, *self.arguments))

    def kill(self) -> None:
        self.server.process.kill()
        assert self.server.process.wait(30) == -9


@contextmanager
def guests(house: House) -> Iterator[list[httpx.Client]]:
    """People who have given their names."""
    with ExitStack() as stack:
        found = []
        for number in range(PEOPLE):
            client = httpx.Client(
                base_url=house.url, headers={"Origin": house.url}, trust_env=False, timeout=60
            )
            found.append(stack.enter_context(client))
            client.post("/api/guest", json={"name": f"Merchant {number}"}).raise_for_status()
        yield found


def shown(client: httpx.Client) -> dict[str, str]:
    """What a live connection shows; a token is good at every server."""
    made = client.post("/api/tokens", json={"name": "merchant"}).raise_for_status().json()
    return {"Authorization": f"Bearer {made['token']}"}


def seated(
    people: Sequence[httpx.Client], homes: Sequence[Sequence[str]], bots_at: httpx.Client
) -> list[Merchant]:
    """Everybody at their tables; the games have begun. `homes` are the ways to get there."""
    found: list[Merchant] = []
    who = [shown(client) for client in people]
    for number in range(TABLES + WITH_BOTS):
        one, other = number % PEOPLE, (number + 1 + number // PEOPLE) % PEOPLE
        with_bot = number >= TABLES
        host = bots_at if with_bot else people[one]
        seat = {"kind": "bot", "bot": "mozzo"} if with_bot else {"kind": "open"}
        asked: dict[str, Any] = {"seats": [{"kind": "open"}, seat], "edition": "el", "first": 0}
        asked |= {"round_limit": 5 if with_bot else 40, "expansion": number % 2 == 1}
        answer = host.post("/api/tables", json=asked)
        table = answer.raise_for_status().json()["id"]
        for place, person in enumerate((one,) if with_bot else (one, other)):
            client = host if with_bot else people[person]
            sitting = client.post(f"/api/tables/{table}/seats", json={})
            assert sitting.raise_for_status().json()["you"] == [place]
            mine = who[people.index(client)]
            way = homes[(number + place) % len(homes)]
            found.append(Merchant(way, table, mine, random.Random(1000 * number + place)))
    return found


async def among(
    merchants: Sequence[Merchant], strike: Callable[[], None], thresholds: Sequence[int]
) -> None:
    """All play, and whenever so many entries more have been told, it strikes."""
    playing = [asyncio.create_task(merchant.play()) for merchant in merchants]
    rng = random.Random(len(thresholds))

    async def fate() -> None:
        for threshold in thresholds:
            while sum(len(merchant.told) for merchant in merchants) < threshold:
                await asyncio.sleep(0.001)
            await asyncio.sleep(rng.uniform(0, 0.03))
            await asyncio.to_thread(strike)

    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(fate(), *playing)
    except TimeoutError:
        left = [merchant for merchant in merchants if merchant.result is None]
        raise AssertionError(f"still playing: {left}") from None


async def kept_in(database: str) -> dict[str, dict[int, Told]]:
    """Every entry that the database holds."""
    store = Store(database if "://" in database else f"sqlite:///{database}")
    found: dict[str, dict[int, Told]] = {}
    try:
        async with store.read() as db:
            for table in await db.scalars(select(tables.c.id)):
                found[table] = {}
            for row in await db.execute(select(entries).order_by(entries.c.number)):
                assert row.number not in found[row.table]
                found[row.table][row.number] = row.seat, row.move, row.by
    finally:
        await store.close()
    return found


def check(merchants: Sequence[Merchant], people: Sequence[httpx.Client], database: str) -> None:
    """What anybody was told is there, once, and nothing else; and all games are over and whole."""
    kept = asyncio.run(kept_in(database))
    assert len(kept) == TABLES + WITH_BOTS
    for merchant in merchants:
        assert list(kept[merchant.table]) == list(range(1, merchant.number + 1))
        assert kept[merchant.table] == merchant.told
    results = {merchant.table: merchant.result for merchant in merchants}
    assert all(merchant.result == results[merchant.table] for merchant in merchants)
    # Games that ended were counted once for everybody.
    for client in people:
        mine = client.get("/api/tables?show=mine&limit=100").raise_for_status().json()["tables"]
        me = client.get("/api/me").raise_for_status().json()["user"]
        assert {table["status"] for table in mine} == {"over"}
        assert me["games"] == len(mine)
        won = sum(set(each["you"]) <= {*each["result"]["winners"]} for each in mine)
        assert me["wins"] == won


def verify(database: str, merchants: Sequence[Merchant], capsys: Output) -> None:
    capsys.readouterr()
    assert cli.main(["admin", "verify", "--database", database]) == 0
    count = sum({merchant.table: merchant.number for merchant in merchants}.values())
    told = f"{TABLES + WITH_BOTS} games with {count:,} entries replayed; all is well.\n"
    assert capsys.readouterr().out == told


@contextmanager
def database_of(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(folder / "tables.sqlite")
        return
    with postgres_database() as database:
        yield database


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_kill_in_the_middle_of_many_games(kind: str, tmp_path: Path, capsys: Output) -> None:
    with database_of(kind, tmp_path) as database, ExitStack() as stack:
        house = House(stack, tmp_path, "--database", database)
        with guests(house) as people:
            merchants = seated(people, [[house.live]], people[0])

            def strike() -> None:
                house.kill()
                house.open()

            asyncio.run(among(merchants, strike, (600, 1800, 3000, 4200)))
            check(merchants, people, database)
        assert min(merchant.lost for merchant in merchants) >= 4
        # Answers were lost. Whether of what had been done, too, is a matter of microseconds.
        again, done = (sum(getattr(m, name) for m in merchants) for name in ("again", "done"))
        assert again > done
        assert house.server.end()[0] == 0
        verify(database, merchants, capsys)


def test_kill_one_of_two(tmp_path: Path, capsys: Output) -> None:
    """Its players go on through the other, which takes over its bots; then the other way round."""
    redis = redis_address()
    with postgres_database() as database, ExitStack() as stack:
        arguments = ("--database", database, "--redis", redis)
        houses = [House(stack, tmp_path, *arguments) for _ in range(2)]
        one, other = houses
        with guests(one) as people:
            ways = [[one.live, other.live], [other.live, one.live]]
            merchants = seated(people, ways, people[0])
            fallen: list[House] = []

            def strike() -> None:
                house = houses[len(fallen)]
                house.kill()
                fallen.append(house)
                if len(fallen) == 1:
                    house.open()  # and is back before the other one falls

            asyncio.run(among(merchants, strike, (600, 2400)))
            assert fallen == houses
            check(merchants, people, database)
        # Those who sat with bots at the other house may have been done before it fell.
        assert min(merchant.lost for merchant in merchants[: 2 * TABLES]) > 0
        assert any(merchant.lost > 0 for merchant in merchants[2 * TABLES :])
        bots = [entry for m in merchants for entry in m.told.values() if entry[2] != "person"]
        assert {by for _, _, by in bots} == {"bot"}
        assert one.server.end()[0] == 0
        verify(database, merchants, capsys)


def test_the_count_of_kills_is_seen(tmp_path: Path) -> None:
    """Someone who was told otherwise than before says so."""
    merchant = Merchant([], "x", {}, random.Random(1), {1: (0, "place VCV", "person")}, 1)
    entry = {"n": 1, "seat": 0, "move": "place CCC", "by": "person"}
    with pytest.raises(AssertionError, match="told otherwise"):
        merchant._keep({"t": "table", "number": 1, "log": [entry]})
    with pytest.raises(AssertionError, match="never forgotten"):
        merchant._keep({"t": "table", "number": 0, "log": []})
    with pytest.raises(AssertionError, match="without gaps"):
        merchant._keep({"t": "move", **entry, "n": 3})
    assert re.match("place", merchant.told[1][1])
