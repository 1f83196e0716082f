"""Clocks: right to the second, whoever comes and goes, and still while no server runs."""

import asyncio
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.server.conftest import Server, settings_for, start
from tests.server.friend import (
    Friend,
    company,
    info,
    new_table,
    part,
    play_on,
    sail_empty,
    sit,
)

Make = Callable[..., Server]


class Time:
    """A clock in the tests' hands; what passes, passes with the server running."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.database = ""

    def __call__(self) -> float:
        return self.now

    def passes(self, seconds: float) -> None:
        """The server gave signs of life all the time, so none of it is lost."""
        with sqlite3.connect(self.database, timeout=30, isolation_level=None) as database:
            database.execute("UPDATE pulse SET beat = ?", (self.now + seconds,))
        database.close()
        self.now += seconds


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def server(make_server: Make, clock: Time) -> Server:
    running = make_server(clock)
    clock.database = running.settings.database.removeprefix("sqlite:///")
    return running


def left(friend: Friend) -> float:
    """The seconds left of the turn, as the server says when asked anew."""
    assert friend.client is not None
    told = info(friend.client, friend.table)["clock"]["left"]
    with Friend(friend.server, friend.table, friend.client) as fresh:
        assert fresh.turn is not None
        assert fresh.turn["clock"]["left"] == told == fresh.info["clock"]["left"]
    return float(told)


def until(is_so: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def again(friend: Friend, server: Server) -> Friend:
    """The same person, after the server began anew."""
    friend.close()
    client = server.client()
    assert friend.client is not None
    for cookie in friend.client.cookies.jar:
        client.cookies.set(cookie.name, cookie.value or "")
    return Friend(server, friend.table, client)


def test_a_turns_clock(server: Server, clock: Time) -> None:
    """It runs for the whole turn, across reconnects and moves, and begins anew for the next."""
    friends = company(server, 2, clock=60, edition="el")
    ada, bruno = friends
    assert ada.info["clock"] == {"turn": 60, "left": 60.0}
    clock.passes(10)
    assert left(ada) == 50
    ada.reconnect()
    assert ada.turn is not None
    assert ada.turn["clock"] == {"left": 50.0, "of": 60}
    first = next(
        c["first"][0]
        for c in ada.own["courses"]
        if c["first"] and c["stops"][0]["stay"] == ["stop"]
    )
    ada.do(first)
    assert ada.turn["clock"]["left"] == 50
    clock.passes(20.5)
    ada.reconnect("since")
    assert ada.turn["clock"]["left"] == 29.5
    assert left(bruno) == 29.5
    ada.do("stop")
    if ada.mine:
        ada.do("done")
    assert ada.turn["clock"] == {"left": 60.0, "of": 60}
    clock.passes(7)
    bruno.reach(ada.number)
    assert left(bruno) == 53
    part(friends)


def test_taking_back_the_end_of_a_turn_wins_no_time(
    make_server: Make, clock: Time, server: Server
) -> None:
    """Its time goes on where it was, also after a restart; what passed since is the other's."""
    friends = company(server, 2, clock=60, placement="random", first=0)
    ada, bruno = friends
    for restarted in (False, True):
        clock.passes(20)
        ada.do(*sail_empty(ada))
        clock.passes(15)
        assert left(bruno.reach(ada.number)) == 45
        if restarted:
            server.stop()
            server = make_server(
                clock, database=server.settings.database, port=server.settings.port
            )
            ada, bruno = friends = [again(friend, server) for friend in friends]
        ada.take_back()
        assert left(ada) == (20 if restarted else 40)
        while ada.may_undo:
            ada.take_back()
    clock.passes(20.5)
    ada.until(lambda: ada.info["seats"][0]["away"])
    part(friends)


def test_an_hour_without_a_server(make_server: Make, clock: Time, server: Server) -> None:
    """The clock stands still meanwhile, at any place in the turn, and again and again."""
    friends = company(server, 2, clock=60, edition="el")
    clock.passes(25)
    assert left(friends[0]) == 35
    for stop in range(2):
        server.stop()
        clock.now += 3600
        server = make_server(clock, database=server.settings.database, port=server.settings.port)
        friends = [again(friend, server) for friend in friends]
        assert left(friends[0]) == 35 - 10 * stop
        clock.passes(10)
        assert left(friends[1]) == 25 - 10 * stop
    assert not friends[0].info["seats"][0]["away"]
    friends[0].do(friends[0].legal[0])
    clock.passes(14)
    assert left(friends[0]) in (1, 46)
    part(friends)


def test_a_server_that_was_asleep(make_server: Make) -> None:
    """A machine that wakes sees at once how late it is, and only then that it was not there."""
    skipped = [0.0]

    def clock() -> float:
        return time.time() + skipped[0]

    server = make_server(clock)
    tables = [company(server, 2, clock=30, edition="el") for _ in range(3)]
    ada = tables[0][0]

    async def sleep() -> None:
        skipped[0] += 3600  # in one step of the event loop, as when a process is stopped
        await server.app.state.hall.keeping.ring()

    loop = server.app.state.hall.keeping._task.get_loop()
    asyncio.run_coroutine_threadsafe(sleep(), loop).result(30)
    ada.do(ada.legal[0])
    for friends in tables:
        for friend in friends:
            assert friend.client is not None
            told = info(friend.client, friend.table)
            assert not any(seat["away"] for seat in told["seats"])
            assert 0 < told["clock"]["left"] <= 30
        part(friends)


def test_a_move_just_in_time(server: Server, clock: Time) -> None:
    friends = company(server, 2, clock=60)
    ada, bruno = friends
    clock.passes(59.9)
    ada.do("place VCV")
    assert not info(ada.client or server.client(), ada.table)["seats"][0]["away"]
    bruno.reach(1)
    assert bruno.turn is not None
    assert bruno.turn["clock"]["left"] == 60
    clock.passes(60)  # to the very second it is still his
    bruno.do("place CCC")
    assert (bruno.number, bruno.log[-1]["by"]) == (2, "person")
    ada.reach(2)
    clock.passes(60.2)  # nor is it lost for the time that it took to be read
    ada.do(ada.legal[0])
    assert ada.log[-1]["by"] == "person"
    assert not any(seat["away"] for seat in _seats(ada))
    part(friends)


def test_a_move_in_time_behind_something_slow(server: Server, clock: Time) -> None:
    """What came in time is in time, however long the database then takes to say who it was."""
    friends = company(server, 2, clock=60)
    ada = friends[0]
    who, hall = server.app.state.who, server.app.state.hall
    still, answered = who.still, threading.Event()

    async def slowly(known: object) -> object:
        await asyncio.to_thread(answered.wait, 60)
        return await still(known)

    clock.passes(59)
    who.still = slowly
    ada.play("place VCV", id="x")
    until(lambda: hall.places[ada.table].asked)
    clock.passes(30)
    loop = hall.keeping._task.get_loop()
    for _ in range(3):
        asyncio.run_coroutine_threadsafe(hall.keeping.ring(), loop).result(30)
    assert not hall.places[ada.table].live.chairs[0].away
    answered.set()
    ada.reach(1)
    assert ada.log[-1]["by"] == "person"
    assert not _seats(ada)[0]["away"]
    # What comes after the time was up does not hold it up.
    clock.passes(61)
    friends[1].until(lambda: friends[1].info["seats"][1]["away"])
    part(friends)


def test_a_move_just_too_late(server: Server, clock: Time) -> None:
    """It is not done, the answer says why, and a bot moves instead."""
    friends = company(server, 2, clock=60, stand_in="mozzo")
    ada, bruno = friends
    clock.passes(60.3)
    told = ada.answer(ada.play("place VCV", id="late"))
    assert told["why"] in ("time", "away", "number")  # the server may have seen it by itself
    ada.until(lambda: ada.number == 1)
    assert (ada.log[-1]["by"], ada.log[-1]["seat"]) == ("stand-in", 0)
    assert ada.info["seats"][0]["away"]
    assert ada.info["seats"][0]["kind"] == "person"
    bruno.reach(1)
    assert bruno.turn is not None
    assert bruno.turn["clock"]["left"] == 60  # the others have lost nothing
    bruno.do("place CCC")
    # The seat is hers again once she says so.
    bruno.until(lambda: bruno.mine and bruno.number > 2)
    told = ada.reach(bruno.number).answer(ada.play("done", n=ada.number + 1))
    assert told["why"] == "seat"
    ada.say(t="back")
    ada.until(lambda: not ada.info["seats"][0]["away"])
    number = bruno.number
    while not ada.mine:
        bruno.reach(ada.number)
        if bruno.mine:
            bruno.do(bruno.legal[0])
        ada.reach(bruno.number).ping()
    assert ada.turn is not None
    assert ada.turn["stand_in"] is False
    ada.do(ada.legal[0])
    assert ada.log[-1]["by"] == "person"
    assert {entry["by"] for entry in ada.log if entry["n"] > number} == {"person"}
    part(friends)


def test_nobody_is_there(server: Server, clock: Time) -> None:
    """The time runs out without anybody watching; days long, too."""
    friends = company(server, 2, clock=2 * 86400, stand_in="mozzo", edition="el")
    ada, bruno = friends
    part(friends)
    clock.passes(2 * 86400 - 60)
    until(lambda: server.app.state.hall.keeping._rounds > 2)
    assert ada.client is not None
    told = info(ada.client, ada.table)
    assert (told["clock"]["left"], told["moves"]) == (60, 0)
    assert not told["seats"][0]["away"]
    clock.passes(61)
    until(lambda: info(ada.client, ada.table)["seats"][0]["away"])  # type: ignore[arg-type]
    until(lambda: info(ada.client, ada.table)["to_move"] == 1)  # type: ignore[arg-type]
    told = info(ada.client, ada.table)
    assert told["clock"]["left"] == 2 * 86400
    assert not told["seats"][1]["away"]
    ada.open()
    assert ada.mine is False
    # Sitting down again is being back.
    assert not sit(ada.client, ada.table)["seats"][0]["away"]
    bruno.open()
    play_on([bruno, ada], random.Random(61), 6)
    ada.reach(bruno.number)
    assert all(entry["by"] == "person" for entry in ada.log[-6:])
    part(friends)


def test_everybody_has_gone(server: Server, clock: Time) -> None:
    """Bots play it to the end, and those who left may see how it ended."""
    friends = company(server, 3, clock=60, stand_in="mozzo", edition="el", round_limit=3)
    part(friends)
    until(lambda: _advance(friends[0], clock))
    for friend in friends:
        with Friend(server, friend.table, friend.client) as fresh:
            assert fresh.result is not None
            assert {entry["by"] for entry in fresh.log if entry["n"]} == {"stand-in"}
            assert fresh.number == len([entry for entry in fresh.log if entry["n"]])


def _seats(friend: Friend) -> list[dict[str, bool]]:
    assert friend.client is not None
    found: list[dict[str, bool]] = info(friend.client, friend.table)["seats"]
    return found


def _advance(friend: Friend, clock: Time) -> bool:
    assert friend.client is not None
    told = info(friend.client, friend.table)
    if told["status"] == "over":
        return True
    if not all(seat["away"] for seat in told["seats"]) and told["clock"]["left"] > 0:
        clock.passes(61)
    return False


def test_leaving_and_coming_back(server: Server, clock: Time) -> None:
    """Whoever leaves does not spoil it for the others, and has the seat again on return."""
    friends = company(server, 2, edition="el", stand_in="mozzo")
    ada, bruno = friends
    assert ada.client is not None
    assert ada.client.delete(f"/api/tables/{ada.table}/seats").status_code == 200
    ada.until(lambda: bool(ada.info["seats"][0]["away"]))
    assert ada.info["seats"][0]["name"] == "Ada"
    bruno.until(lambda: bruno.mine)
    assert {entry["by"] for entry in bruno.log if entry["n"]} == {"stand-in"}
    ada.reach(bruno.number)
    ada.say(t="back")
    ada.until(lambda: not ada.info["seats"][0]["away"])
    while not ada.mine:
        bruno.do(bruno.legal[0])
        ada.reach(bruno.number)
    number = ada.number
    assert ada.turn is not None
    assert ada.turn["stand_in"] is False
    ada.do(ada.legal[0])
    assert ada.log[number + 2 - 1]["by"] == "person"
    bruno.reach(ada.number)
    assert bruno.info["seats"][0]["away"] is False
    # Someone with no seat has none to leave.
    stranger = server.guest("Zoe")
    assert stranger.delete(f"/api/tables/{ada.table}/seats").status_code == 403
    told = Friend(server, ada.table, stranger)
    told.say(t="back")
    told.ping()
    part([*friends, told])


def test_coming_back_wins_no_time(server: Server, clock: Time) -> None:
    """Nobody can hold a table up by leaving and coming back, or by letting the time run out."""
    friends = company(server, 2, clock=60, edition="el", stand_in="mozzo")
    ada = friends[0]
    server.app.state.hall.pace = 1000.0  # the bot thinks about it
    clock.passes(40)
    assert ada.client is not None
    ada.client.delete(f"/api/tables/{ada.table}/seats")
    ada.until(lambda: bool(ada.info["seats"][0]["away"]))
    sit(ada.client, ada.table)
    ada.until(lambda: not ada.info["seats"][0]["away"])
    assert left(ada) == 20
    clock.passes(21)
    ada.until(lambda: bool(ada.info["seats"][0]["away"]))
    ada.say(t="back", id="b")
    assert ada.answer("b")["why"] == "time"
    refused = ada.client.post(f"/api/tables/{ada.table}/seats", json={})
    assert (refused.status_code, refused.json()["error"]) == (409, "time")
    part(friends)


def test_a_restart_while_a_bot_is_to_move(make_server: Make, server: Server, clock: Time) -> None:
    """Bots, and those who stand in, go on after it by themselves."""
    ada = server.guest("Ada")

    async def ponder(*_: object, **__: object) -> str:
        await asyncio.sleep(1000)
        return ""

    server.app.state.hall.bots.choose = ponder
    table = new_table(ada, ["me", "mozzo"], first=1, edition="el")
    friend = Friend(server, table, ada)
    assert (friend.number, friend.mine) == (0, False)
    server.stop()
    server = make_server(clock, database=server.settings.database, port=server.settings.port)
    friend = again(friend, server)
    friend.until(lambda: friend.mine)
    assert {entry["by"] for entry in friend.log if entry["n"]} == {"bot"}
    friend.close()


def test_bots_end_with_the_server(make_server: Make, caplog: pytest.LogCaptureFixture) -> None:
    """However many they are: they finish what is being written, and nobody else moves for them."""
    server = make_server()
    ada = server.guest("Ada")
    tables = [new_table(ada, ["me", "marinaio", "marinaio"], first=1) for _ in range(20)]
    for table in tables:
        assert ada.delete(f"/api/tables/{table}/seats").status_code == 200
    until(lambda: all(info(ada, table)["moves"] for table in tables))
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 15
    assert not [record for record in caplog.records if record.name.startswith("goldenhorn.bots")]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with settings_for("postgresql", tmp_path_factory.mktemp("real")) as settings:
        running = start(settings)
        yield running
        running.stop()


def test_by_the_real_clock(real: Server) -> None:
    """The same with PostgreSQL and real seconds: five of them, and the bot moves soon after."""
    friends = company(real, 2, clock=5, stand_in="mozzo")
    ada, bruno = friends
    began = time.monotonic()
    ada.until(lambda: ada.info["seats"][0]["away"])
    assert 4.9 < time.monotonic() - began < 8
    ada.until(lambda: ada.number == 1)
    assert ada.log[-1]["by"] == "stand-in"
    bruno.reach(1).do("place VCC")
    bruno.ping()
    client: httpx.Client | None = ada.client
    assert client is not None
    assert info(client, ada.table)["seats"][0]["away"]
    part(friends)
