"""Two servers on one database, with Redis between them and without."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from goldenhorn.server.place import Place
from tests.server.conftest import Server, free_port, settings_for, start
from tests.server.friend import (
    Friend,
    at_turn,
    info,
    new_table,
    part,
    play_on,
    sit,
)
from tests.server.oracle import check_all, record_of

SOON = 20.0  # seconds; it is one, but the machine may be busy


@pytest.fixture(scope="module", params=["redis", "postgresql"])
def two(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    with settings_for(request.param, tmp_path_factory.mktemp("two")) as settings:
        # That there are several of them is said by `workers`, where there is no Redis.
        shared = replace(settings, workers=2)
        servers = start(shared), start(replace(shared, port=free_port()))
        yield servers
        for server in servers:
            server.stop()


def by(server: Server, client: httpx.Client) -> httpx.Client:
    """The same person by another server: there the cookie is good, too."""
    other = server.client()
    for cookie in client.cookies.jar:
        other.cookies.set(cookie.name, cookie.value or "")
    return other


def table_of_two(two: tuple[Server, Server], **options: Any) -> list[Friend]:
    """Ada by the one server, Bruno by the other."""
    one, other = two
    ada, bruno = one.guest("Ada"), other.guest("Bruno")
    table = new_table(ada, ["me", "open"], first=0, **options)
    first = Friend(one, table, ada)
    sit(bruno, table)
    second = Friend(other, table, bruno)
    first.until(lambda: first.view is not None, SOON)
    return [first, second]


def test_a_game_across_servers(two: tuple[Server, Server]) -> None:
    """Everything arrives at the other in time, and is the same."""
    friends = table_of_two(two, edition="el", round_limit=3)
    waits = []
    rng = random.Random(51)
    while (actor := at_turn(friends)) is not None:
        other = friends[friends[0] is actor]
        if actor.may_undo and rng.random() < 0.3:
            actor.take_back()
        else:
            actor.do(rng.choice([m for m in actor.legal if m != "end"]))
        began = time.monotonic()
        other.reach(actor.number)
        waits.append(time.monotonic() - began)
    assert sorted(waits)[len(waits) // 2] < 1.2
    for friend in friends:
        check_all(friend)
        with Friend(friend.server, friend.table, friend.client) as fresh:
            assert fresh.seen == friend.seen
    assert {info(f.client, f.table)["status"] for f in friends if f.client} == {"over"}
    for friend in friends:
        assert friend.client is not None
        assert friend.client.get("/api/me").json()["user"]["games"] == 1
    part(friends)


def test_the_same_number_from_both(two: tuple[Server, Server]) -> None:
    """Two windows, one at each server, click in the same moment: exactly one is accepted."""
    friends = table_of_two(two, placement="random")
    ada = friends[0]
    assert ada.client is not None
    twin = Friend(two[1], ada.table, by(two[1], ada.client))
    assert twin.you == [0]
    for round_ in range(6):
        for window in (ada, twin):
            window.reach(max(friend.number for friend in (*friends, twin)))
        if not ada.mine:
            bruno = friends[1].reach(ada.number)
            bruno.do(bruno.legal[0])
            continue
        number, legal = ada.number, list(ada.legal)
        barrier = threading.Barrier(2)

        def click(window: Friend, move: str) -> None:
            barrier.wait()  # noqa: B023
            window.play(move, id=str(round_))  # noqa: B023
            window.reach(number + 1).ping()  # noqa: B023

        windows = [
            threading.Thread(target=click, args=(ada, legal[0])),
            threading.Thread(target=click, args=(twin, legal[-1])),
        ]
        for thread in windows:
            thread.start()
        for thread in windows:
            thread.join(60)
        answers = [a for w in (ada, twin) for a in w.answers if a.get("id") == str(round_)]
        if legal[0] != legal[-1]:
            assert [a.get("why") for a in answers] == ["number"], round_
        assert ada.log == twin.log
    friends[1].reach(ada.number)
    assert [e["n"] for e in ada.log if e["n"]] == list(range(1, ada.number + 1))
    part([*friends, twin])


@pytest.mark.parametrize("taking_back", [False, True])
def test_asked_again_at_the_other(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch, *, taking_back: bool
) -> None:
    """What one server did, and did not live to say, has been done for the other, too."""
    friends = table_of_two(two, placement="random")
    ada, bruno = friends
    rng = random.Random(57)
    while not (ada.mine and ada.may_undo == taking_back):
        actor = ada if ada.mine else bruno
        actor.do(rng.choice(actor.legal))
        for friend in friends:
            friend.reach(actor.number)
    assert ada.client is not None
    there = Friend(two[1], ada.table, by(two[1], ada.client))
    number, move = ada.number + 1, ada.legal[0]

    async def hears_nothing(place: Place) -> None:
        pass

    monkeypatch.setattr(two[1].app.state.hall, "catch_up", hears_nothing)
    if taking_back:
        ada.take_back()
        there.undo(number)
    else:
        ada.do(move)
        there.play(move, n=number)
    assert there.reach(number).ping().log == ada.log
    # It is said to be done where the other has found out by itself meanwhile.
    assert [answer["t"] for answer in there.answers if answer["t"] != "done"] == ["pong"]
    part([*friends, there])


def test_seats_come_and_go_for_both(two: tuple[Server, Server]) -> None:
    one, other = two
    ada, bruno = one.guest("Ada"), other.guest("Bruno")
    table = new_table(ada, ["me", "open", "open"], first=0)
    first, second = Friend(one, table, ada), Friend(other, table, bruno)
    sit(bruno, table)
    first.until(lambda: first.info["seats"][1]["name"] == "Bruno", SOON)
    assert bruno.delete(f"/api/tables/{table}/seats").status_code == 200
    first.until(lambda: first.info["seats"][1]["kind"] == "open", SOON)
    sit(bruno, table, seat=2)
    third = by(one, one.guest("Carla"))
    sit(third, table)
    for friend in (first, second):
        friend.until(lambda friend=friend: friend.view is not None, SOON)  # type: ignore[misc]
    assert (first.you, second.you) == ([0], [2])
    # In the game, someone leaves and comes back.
    assert bruno.delete(f"/api/tables/{table}/seats").status_code == 200
    first.until(lambda: first.info["seats"][2]["away"], SOON)
    second.until(lambda: second.info["seats"][2]["away"])
    second.say(t="back")
    second.until(lambda: not second.info["seats"][2]["away"])
    first.until(lambda: not first.info["seats"][2]["away"], SOON)
    part([first, second])


def test_one_seat_for_two(two: tuple[Server, Server]) -> None:
    """Two people take the last seat in the same moment, at two servers."""
    one, other = two
    ada = one.guest("Ada")
    table = new_table(ada, ["me", "open"])
    people = [one.guest("Bruno"), other.guest("Carla")]
    for client, server in zip(people, two, strict=True):
        Friend(server, table, client).close()  # both know the table
    barrier, found = threading.Barrier(2), []

    def take(client: httpx.Client) -> None:
        barrier.wait()
        found.append(client.post(f"/api/tables/{table}/seats", json={}).status_code)

    threads = [threading.Thread(target=take, args=(client,)) for client in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(found) == [200, 409]
    friends = [
        Friend(one, table, ada),
        *[Friend(s, table, c) for s, c in zip(two, people, strict=True)],
    ]
    for friend in friends:
        friend.until(lambda friend=friend: friend.view is not None, SOON)  # type: ignore[misc]
    assert sorted(friend.you for friend in friends) == [[], [0], [1]]
    assert len({str(friend.view) for friend in friends}) == 1
    part(friends)


def both(*asked: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """What is answered to things asked in the same moment."""
    barrier = threading.Barrier(len(asked))

    def ask(one: Callable[[], httpx.Response]) -> httpx.Response:
        barrier.wait()
        return one()

    with ThreadPoolExecutor(len(asked)) as threads:
        return list(threads.map(ask, asked))


def test_the_last_two_seats(two: tuple[Server, Server]) -> None:
    """Each taken at another server: neither sees the other do it, and the game begins."""
    one, other = two
    for _ in range(8):
        ada, bruno, carla = one.guest("Ada"), one.guest("Bruno"), other.guest("Carla")
        table = new_table(ada, ["me", "open", "open"])
        for client in (bruno, carla):
            info(client, table)  # both servers know the table
        told = both(
            lambda: bruno.post(f"/api/tables/{table}/seats", json={"seat": 1}),  # noqa: B023
            lambda: carla.post(f"/api/tables/{table}/seats", json={"seat": 2}),  # noqa: B023
        )
        assert [answer.status_code for answer in told] == [200, 200]
        assert "playing" in [answer.json()["status"] for answer in told]


def test_one_person_takes_one_seat(two: tuple[Server, Server]) -> None:
    """Also by two windows, each at another server."""
    one, other = two
    for _ in range(4):
        ada, bruno = one.guest("Ada"), one.guest("Bruno")
        there = by(other, bruno)
        table = new_table(ada, ["me", "open", "open"])
        for client in (bruno, there):
            info(client, table)
        told = both(
            lambda: bruno.post(f"/api/tables/{table}/seats", json={"seat": 1}),  # noqa: B023
            lambda: there.post(f"/api/tables/{table}/seats", json={"seat": 2}),  # noqa: B023
        )
        assert [answer.status_code for answer in told] == [200, 200]
        assert [answer.json()["you"] for answer in told] in ([[1], [1]], [[2], [2]])


def test_leaving_while_the_game_begins(two: tuple[Server, Server]) -> None:
    """No game has a seat that is nobody's: either it begins without them, or they leave it."""
    one, other = two
    for _ in range(8):
        ada, bruno, carla = one.guest("Ada"), one.guest("Bruno"), other.guest("Carla")
        table = new_table(ada, ["me", "open", "open"])
        sit(bruno, table, seat=1)
        info(carla, table)
        told = both(
            lambda: bruno.delete(f"/api/tables/{table}/seats"),  # noqa: B023
            lambda: carla.post(f"/api/tables/{table}/seats", json={"seat": 2}),  # noqa: B023
        )
        assert [answer.status_code for answer in told] == [200, 200]
        seat = told[0].json()["seats"][1]
        status = {answer.json()["status"] for answer in told}
        assert (seat["kind"], seat["away"]) == (
            ("person", True) if "playing" in status else ("open", False)
        )


def test_in_time_at_the_other_server(two: tuple[Server, Server]) -> None:
    """Who keeps the clock looks for what came elsewhere before saying that it is too late."""
    one, other = two
    windows = []
    for _ in range(4):
        ada, bruno = one.guest("Ada"), one.guest("Bruno")
        table = new_table(ada, ["me", "open"], first=0, clock=5, stand_in="mozzo")
        sit(bruno, table)
        windows.append(Friend(other, table, by(other, ada)))
    for window in windows:
        assert window.client is not None
        left = info(window.client, window.table)["clock"]["left"]
        time.sleep(max(0.0, left - 0.15))
        window.play("place VCV", n=1)
    time.sleep(1)
    for window in windows:
        window.reach(1).ping()
        if window.log[-1]["by"] == "person":  # this machine was not too slow
            assert window.client is not None
            assert not info(window.client, window.table)["seats"][0]["away"]
    part(windows)


def test_talk_and_presence(two: tuple[Server, Server]) -> None:
    friends = table_of_two(two)
    ada, bruno = friends
    ada.say(t="chat", text="Buon vento!")
    bruno.until(lambda: bool(bruno.chat), SOON)
    bruno.say(t="chat", text="Anche a te.")
    for friend in friends:
        friend.until(lambda friend=friend: len(friend.chat) == 2, SOON)  # type: ignore[misc]
    assert ada.chat == bruno.chat
    assert [said["name"] for said in ada.chat] == ["Ada", "Bruno"]
    with Friend(two[1], ada.table, bruno.client) as fresh:
        assert fresh.chat == ada.chat
    if two[0].settings.redis:
        for friend in friends:
            friend.until(lambda friend=friend: friend.here == ["Ada", "Bruno"], SOON)  # type: ignore[misc]
        bruno.close()
        ada.until(lambda: ada.here == ["Ada"], SOON)
    part(friends)


def test_a_bot_moves_once(two: tuple[Server, Server]) -> None:
    """Its table is kept by one server, whoever plays where."""
    one, other = two
    ada, bruno = one.guest("Ada"), other.guest("Bruno")
    for keeper, (client, server) in enumerate(((ada, other), (bruno, one))):
        table = new_table(client, ["me", "mozzo"], first=1, edition="el", round_limit=6)
        # Made at the one server, played at the other.
        friend = Friend(server, table, by(server, client))
        rng = random.Random(52 + keeper)
        while not friend.is_over:
            friend.until(lambda: friend.mine or friend.is_over, SOON)  # noqa: B023
            if friend.mine:
                friend.do(rng.choice(friend.legal))
        check_all(friend)
        bots = [entry for entry in friend.log if entry["by"] == "bot" and entry["n"]]
        assert {entry["seat"] for entry in bots} == {1}
        friend.close()


def test_the_other_takes_over(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One server dies without a word; bots and clocks of its tables go on at the other."""
    with settings_for("redis", tmp_path_factory.mktemp("dying")) as settings:
        shared = replace(settings, workers=2)
        one, other = start(shared), start(replace(shared, port=free_port()))
        ada = one.guest("Ada")
        table = new_table(ada, ["me", "mozzo"], first=0, edition="el", round_limit=8)
        clocked = new_table(ada, ["me", "mozzo"], first=0, edition="el", clock=5, round_limit=2)
        friend = Friend(one, table, ada)
        before = friend.number
        _die(one)
        there = by(other, ada)
        back = Friend(other, table, there)
        assert back.number == before
        play_on_alone(back, random.Random(53))
        check_all(back)
        # Nobody is at the other table: the time runs out, and all is played to the end.
        with Friend(other, clocked, there) as watcher:
            watcher.until(lambda: watcher.is_over, 120)
            assert {e["by"] for e in watcher.log if e["n"]} == {"bot", "stand-in"}
            record_of(watcher)
        back.close()
        other.stop()
        one.stop()


def _die(server: Server) -> None:
    """As if by `kill -9`: the process does nothing any more, and says nothing to anybody."""
    hall = server.app.state.hall
    loop = hall.keeping._task.get_loop()

    def stop() -> None:
        hall.keeping._task.cancel()
        hall.clock._task.cancel()
        hall.keeping.wake = lambda place: None
        for place in hall.places.values():
            hall.keeping.rest(place)
            if place.bot is not None:
                place.bot.cancel()

    loop.call_soon_threadsafe(stop)


def play_on_alone(friend: Friend, rng: random.Random) -> None:
    """Play against bots to the end."""
    while not friend.is_over:
        friend.until(lambda: friend.mine or friend.is_over)
        if friend.mine:
            friend.do(rng.choice(friend.legal))


def test_rematch_from_two_windows(two: tuple[Server, Server]) -> None:
    """One person against bots asks twice: it is one table, which has begun for both."""
    one, other = two
    ada = one.guest("Ada")
    there = by(other, ada)
    table = new_table(ada, ["me", "mozzo"], edition="el", round_limit=1)
    with Friend(one, table, ada) as friend:
        play_on_alone(friend, random.Random(56))
    info(there, table)
    told = both(
        lambda: ada.post(f"/api/tables/{table}/rematch", json={}),
        lambda: there.post(f"/api/tables/{table}/rematch", json={}),
    )
    assert [answer.status_code for answer in told] == [200, 200]
    assert len({answer.json()["id"] for answer in told}) == 1
    mine = ada.get("/api/tables", params={"show": "mine"}).json()["tables"]
    assert len(mine) == 2


def test_rematch_from_both(two: tuple[Server, Server]) -> None:
    """Both ask for it, each at their server: they meet at one table."""
    friends = table_of_two(two, round_limit=1)
    play_on(friends, random.Random(54))
    barrier, found = threading.Barrier(2), []

    def ask(friend: Friend) -> None:
        barrier.wait()
        assert friend.client is not None
        answer = friend.client.post(f"/api/tables/{friend.table}/rematch", json={})
        found.append((answer.status_code, answer.json()))

    threads = [threading.Thread(target=ask, args=(friend,)) for friend in friends]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [status for status, _ in found] == [200, 200], found
    assert len({told["id"] for _, told in found}) == 1
    again = [Friend(f.server, found[0][1]["id"], f.client) for f in friends]
    for friend in again:
        friend.until(lambda friend=friend: friend.view is not None, SOON)  # type: ignore[misc]
    play_on(again, random.Random(55), 4)
    part([*friends, *again])


LATER = {"contribution": "later"}


def added(client: httpx.Client, table: str, digits: str) -> Callable[[], httpx.Response]:
    """Adding to the chance, to be done later."""
    path, asked = f"/api/tables/{table}/seats", {"contribution": digits * 16}
    return lambda: client.post(path, json=asked)


def in_the_chance(server: Server, table: str) -> list[str]:
    chairs = server.app.state.hall.places[table].live.chairs
    return [(chair.contribution or "")[:2] for chair in chairs]


def test_two_parts_by_one_person(two: tuple[Server, Server]) -> None:
    """Each at another server in the same moment: one is in, and who sent the other is told so."""
    one, other = two
    for _ in range(4):
        ada = one.guest("Ada")
        there = by(other, ada)
        table = new_table(ada, ["me", "mozzo"], **LATER)
        info(there, table)
        told = both(added(ada, table, "aa"), added(there, table, "bb"))
        assert sorted(answer.status_code for answer in told) == [200, 409], told[1].text
        mine = "aa" if told[0].status_code == 200 else "bb"
        for server, client in ((one, ada), (other, there)):
            assert info(client, table)["status"] == "playing"
            assert in_the_chance(server, table) == [mine, ""]
            assert added(client, table, mine)().status_code == 200


def test_the_same_part_twice(two: tuple[Server, Server]) -> None:
    """An answer was lost, and it is said again at the other server: the game begins once."""
    one, other = two
    for _ in range(4):
        ada = one.guest("Ada")
        there = by(other, ada)
        table = new_table(ada, ["me", "mozzo"], **LATER)
        info(there, table)
        told = both(added(ada, table, "aa"), added(there, table, "aa"))
        assert [answer.status_code for answer in told] == [200, 200]
        assert {answer.json()["status"] for answer in told} == {"playing"}
        assert len({answer.json()["started"] for answer in told}) == 1


def test_the_last_seat_and_the_last_part(two: tuple[Server, Server]) -> None:
    """Neither sees the other, and the game begins all the same, with both parts in it."""
    one, other = two
    for _ in range(8):
        ada, bruno = one.guest("Ada"), other.guest("Bruno")
        table = new_table(ada, ["me", "open"], **LATER)
        info(bruno, table)
        told = both(added(ada, table, "aa"), added(bruno, table, "bb"))
        assert [answer.status_code for answer in told] == [200, 200]
        assert "playing" in [answer.json()["status"] for answer in told]
        assert added(ada, table, "aa")().json()["status"] == "playing"
        assert in_the_chance(one, table) == ["aa", "bb"]


def test_a_rematch_asked_for_by_both_who_add_later(two: tuple[Server, Server]) -> None:
    friends = table_of_two(two, round_limit=1)
    play_on(friends, random.Random(57))
    ada, bruno = (friend.client for friend in friends)
    assert ada is not None
    assert bruno is not None
    path = f"/api/tables/{friends[0].table}/rematch"
    made = both(lambda: ada.post(path, json=LATER), lambda: bruno.post(path, json=LATER))
    assert [answer.status_code for answer in made] == [200, 200]
    assert len({answer.json()["commitment"] for answer in made}) == 1
    assert {answer.json()["status"] for answer in made} == {"waiting"}
    table = made[0].json()["id"]
    told = both(added(ada, table, "aa"), added(bruno, table, "bb"))
    assert [answer.status_code for answer in told] == [200, 200]
    assert "playing" in [answer.json()["status"] for answer in told]
    again = [Friend(f.server, table, f.client) for f in friends]
    for friend in again:
        friend.until(lambda friend=friend: friend.view is not None, SOON)  # type: ignore[misc]
    part([*friends, *again])
