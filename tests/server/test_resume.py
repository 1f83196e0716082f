"""Coming back: `from` and `since` at every number lead to the same table."""

import json
import random
import threading
from collections.abc import Iterator

import pytest

from goldenhorn.server import hall
from tests.server.conftest import Server
from tests.server.friend import Friend, at_turn, company, live_path, new_table, open_live, part
from tests.server.test_undo import play_with_undos


@pytest.fixture(scope="module")
def played(server: Server) -> Iterator[list[Friend]]:
    """A table in the middle of a game with undos, and one that is over."""
    friends = company(server, 2, edition="el", expansion=True, round_limit=30)
    play_with_undos(friends, random.Random(41), 70)
    at_turn(friends)
    yield friends
    part(friends)


def test_from_and_since_every_number(server: Server, played: list[Friend]) -> None:
    """Whatever one holds or does not hold: in the end it is the same."""
    friend = played[0]
    assert any(entry["move"] == "undo" for entry in friend.log)
    numbers = range(friend.number + 1)
    step = 1 if server.settings.database.startswith("sqlite") else 7
    for number in numbers[::step]:
        with Friend(server, friend.table, friend.client, since=number) as back:
            assert back.seen == friend.seen, number
            assert back.kinds[0] == "table"
            first = back.moments.get(number, friend.moments[number])
            assert first["view"] == friend.moments[number]["view"]
            assert first["hands"] == friend.moments[number]["hands"]
    holder = Friend(server, friend.table, friend.client)
    for number in reversed(numbers[::step]):
        holder.close()
        known = friend.moments[number]
        holder.number = number

        holder.view = json.loads(json.dumps(known["view"]))
        holder.hands = dict(known["hands"])
        holder.log = [entry for entry in friend.log if entry["n"] <= number]
        begin = len(holder.kinds)
        holder.open(**{"from": number})
        assert holder.seen == friend.seen, number
        assert holder.kinds[begin:][: friend.number - number + 1] == [
            *["move"] * (friend.number - number),
            "now",
        ]
    holder.close()


def test_what_was_told_again_is_what_was_told(server: Server, played: list[Friend]) -> None:
    """To each of them, and to someone who only watches."""
    watcher = Friend(server, played[0].table, None)
    for friend in (*played, watcher):
        with Friend(server, friend.table, friend.client, since=0) as back:
            assert back.log == friend.log
    assert watcher.log != played[0].log  # cards drawn are told to those who drew them
    watcher.close()


@pytest.mark.parametrize(
    "query", ["from=99999", "since=99999", "from=-1", "from=x", "since=", "from=1e3"]
)
def test_numbers_that_are_none(server: Server, played: list[Friend], query: str) -> None:
    """The whole table comes after all."""
    friend = played[0]
    path = live_path(friend.table) + "?" + query
    with open_live(server, friend.client, path) as socket:
        message = json.loads(socket.recv(timeout=60))
    assert message["t"] == "table"
    assert (message["number"], message["view"]) == (friend.number, friend.view)
    assert message["turn"]["number"] == friend.number + 1


def test_coming_back_while_others_play(server: Server) -> None:
    """Losing the line again and again, in the midst of what happens."""
    friends = company(server, 3, edition="fr", round_limit=6)
    rng = random.Random(43)
    made = 0
    while (actor := at_turn(friends)) is not None:
        made += 1
        if made % 5 == 0:
            lost = rng.choice(friends)
            if lost is actor:
                lost.reconnect(rng.choice(["from", "since", "anew"]))
                actor.do(rng.choice(actor.legal))
            else:
                lost.close()
                actor.do(rng.choice(actor.legal))
                back = rng.choice(["from", "since", "anew"])
                lost.reconnect(back)
        else:
            actor.do(rng.choice(actor.legal))
    assert len({str(friend.result) for friend in friends}) == 1
    for friend in friends:
        with Friend(server, friend.table, friend.client) as fresh:
            assert fresh.seen == friend.seen
        friend.reconnect("from")
        assert friend.result is not None
        friend.reconnect("since")
        assert friend.proof is not None
    part(friends)


def test_a_storm(plain_server: Server) -> None:
    """Many come and go at once; those who play do not notice, and all end with the same table."""
    friends = company(plain_server, 2, edition="el", round_limit=40)
    stop = threading.Event()
    failures: list[BaseException] = []
    guests = [plain_server.guest(f"Zoe {i}") for i in range(4)]

    def come_and_go(index: int) -> None:
        rng = random.Random(index)
        try:
            watcher = Friend(plain_server, friends[0].table, guests[index])
            while not stop.is_set():
                watcher.reconnect(rng.choice(["from", "since", "anew"]))
                watcher.ping()
            watcher.reach(friends[0].number)
            with Friend(plain_server, friends[0].table, guests[index]) as fresh:
                assert fresh.seen == watcher.seen
            watcher.close()
        except BaseException as bad:
            failures.append(bad)

    threads = [threading.Thread(target=come_and_go, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    rng = random.Random(44)
    for _ in range(80):
        actor = at_turn(friends)
        if actor is None:
            break
        actor.do(rng.choice([m for m in actor.legal if m != "end"]))
    at_turn(friends)
    stop.set()
    for thread in threads:
        thread.join(60)
    assert not failures, failures
    friends[0].until(lambda: friends[0].here == ["Ada", "Bruno"])
    part(friends)


def test_before_the_game(plain_server: Server) -> None:
    """There is nothing to come back to yet: the table is all there is."""
    ada = plain_server.guest("Ada")
    table = new_table(ada, ["me", "open"])
    for query in ({}, {"from": 0}, {"since": 0}, {"from": 3}):
        path = live_path(table, **query)
        with open_live(plain_server, ada, path) as socket:
            message = json.loads(socket.recv(timeout=60))
            assert (message["t"], message["number"], message["view"]) == ("table", 0, None)
            assert message["turn"] is None


def test_a_long_game_is_told_the_same(
    server: Server, played: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is gone through in another thread."""
    monkeypatch.setattr(hall, "_LONG", 0)
    for friend in played:
        for query in ({}, {"since": friend.number // 2}, {"since": friend.number}):
            with Friend(server, friend.table, friend.client, **query) as back:
                assert back.seen == friend.seen


def test_after_a_long_absence(
    server: Server, played: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    """More was missed than is told one by one: then the whole table comes."""
    monkeypatch.setattr(hall, "_MOST_MISSED", 20)
    friend = played[0]
    for how in ("from", "since"):
        for missed, first in ((20, "move" if how == "from" else "table"), (21, "table")):
            path = live_path(friend.table, **{how: friend.number - missed})
            with open_live(server, friend.client, path) as socket:
                message = json.loads(socket.recv(timeout=60))
            assert message["t"] == first
            is_whole = message.get("number") == friend.number
            assert is_whole == (missed == 21), (how, missed)


def test_coming_back_to_a_very_long_game(plain_server: Server) -> None:
    """Hundreds of entries are no reason to hang up."""
    friends = company(plain_server, 2, round_limit=400)
    ada = friends[0]
    while ada.number < 620:
        actor = at_turn(friends)
        assert actor is not None
        # Nobody ever loads anything, so it does not end.
        actor.do(next((m for m in actor.legal if m.endswith("empty")), actor.legal[-1]))
    at_turn(friends)  # by now all of them have heard of the last
    held = 3
    for query in ({"from": held}, {"since": held}, {"from": ada.number - 250}):
        path = live_path(ada.table, **query)
        with open_live(plain_server, ada.client, path) as socket:
            told = [json.loads(socket.recv(timeout=60))]
            while told[-1]["t"] == "move" or (told[-1]["t"] == "table" and not told[-1]["turn"]):
                told.append(json.loads(socket.recv(timeout=60)))
        assert told[-1]["number"] == ada.number, query
    part(friends)
