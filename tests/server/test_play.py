"""Whole games over REST and the live connection, on every kind of server."""

import functools
import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest

from goldenhorn import fair
from goldenhorn.rules import box
from goldenhorn.server.views import changes
from tests.server.conftest import Server
from tests.server.friend import (
    Friend,
    at_turn,
    company,
    info,
    new_table,
    part,
    play_on,
    sit,
)
from tests.server.oracle import check_all, record_of

# Players, who begins, options. Few rounds where it does not matter how long a game is.
GAMES: dict[str, tuple[int, Any, dict[str, Any]]] = {
    "2 base": (2, 0, {}),
    "2 dominio": (2, 1, {"expansion": True}),
    "3 fr": (3, "lot", {"edition": "fr", "round_limit": 8}),
    "4 el dominio": (4, 2, {"edition": "el", "expansion": True, "round_limit": 8}),
    "2 cs custom": (2, "lot", {"edition": "cs", "last_turns": "one_more_each", "round_limit": 12}),
}


def check_result(friend: Friend) -> None:
    """The final scoring adds up."""
    result = friend.result
    assert result is not None
    assert friend.view is not None
    assert result["scores"] == friend.view["scores"]
    best = max(result["scores"])
    assert result["winners"] == [s for s, score in enumerate(result["scores"]) if score == best]
    for seat, (score, sets, parts) in enumerate(
        zip(result["scores"], result["sets"], result["parts"], strict=True)
    ):
        assert score == sum(parts.values())
        assert set(parts) == {"goods", "sets", "dominions", "troops"}
        goods = friend.view["state"]["warehouses"][seat]["goods"]
        assert parts["goods"] == sum(sets) == len(goods)
        assert all(a >= b for a, b in pairwise(sets))
        assert sets[:1] == ([len(set(goods))] if goods else [])
        assert parts["sets"] == sum(box.SET_POINTS[size] for size in sets)


def check_proof(friend: Friend, commitment: str) -> None:
    """The shuffle was fair, by what was published before."""
    record = record_of(friend)
    assert friend.proof is not None
    assert record.extra["proof"] == friend.proof
    assert friend.proof["commitment"] == commitment == friend.info["commitment"]
    options, seed = record.game.options, record.game.seed
    assert seed is not None
    assert fair.faults(friend.proof, seed, options.players, options.first_player) == []
    spoiled = {**friend.proof, "secret": "0" * 64}
    assert fair.faults(spoiled, seed, options.players, options.first_player)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(server: Server, game: str) -> None:
    """Everybody hears everything, as the rules have it, and all ends well."""
    players, first, options = GAMES[game]
    friends = company(server, players, first, **options)
    watcher = Friend(server, friends[0].table, server.guest("Zoe"))
    commitment = friends[0].info["commitment"]
    rng = random.Random(game)
    made = 0
    while play_on(friends, rng, 25) == 25:
        made += 1
        if made % 2 == 0:  # a fresh snapshot says the same as what was put together
            at_turn(friends)
            friend = rng.choice(friends)
            with Friend(server, friend.table, friend.client) as fresh:
                assert fresh.seen == friend.seen
    watcher.until(lambda: watcher.is_over)
    for friend in (*friends, watcher):
        check_result(friend)
        assert friend.result == friends[0].result
        check_all(friend)
        with Friend(server, friend.table, friend.client) as fresh:
            assert fresh.seen == friend.seen
    assert watcher.hands == {}
    check_proof(friends[0], commitment)
    told = info(friends[0].client or server.client(), friends[0].table)
    assert told["status"] == "over"
    assert told["moves"] == friends[0].number
    assert told["to_move"] is None
    assert told["result"]["scores"] == friends[0].result["scores"]  # type: ignore[index]
    part([*friends, watcher])


def test_what_is_set_is_no_more_than_what_changed(server: Server) -> None:
    """A message after a move is small."""
    friends = company(server, 2, placement="random")
    before = friends[0].seen["view"]["state"]
    sizes = []
    for _ in range(30):
        actor = at_turn(friends)
        assert actor is not None
        actor.do(actor.legal[0])
        other = next(friend for friend in friends if friend is not actor)
        other.until(lambda: other.number == actor.number)  # noqa: B023
        after = other.seen["view"]["state"]
        move = other.raw[-1]
        sizes.append(len(move) - len(str(other.own)))
        assert json.loads(move)["set"] == json.loads(json.dumps(changes(before, after)))
        before = after
    assert sorted(sizes)[len(sizes) // 2] < 1500
    part(friends)


def test_statistics_and_rematch(server: Server) -> None:
    friends = company(server, 2, round_limit=2, clock=3600, stand_in="mozzo", watching=False)
    clients = [friend.client for friend in friends]
    assert clients[0] is not None
    assert clients[1] is not None
    early = clients[0].post(f"/api/tables/{friends[0].table}/rematch", json={})
    assert (early.status_code, early.json()["error"]) == (409, "not-over")
    early = clients[0].get(f"/api/tables/{friends[0].table}/record")
    assert (early.status_code, early.json()["error"]) == (409, "not-over")
    play_on(friends, random.Random(5))
    result = friends[0].result
    assert result is not None
    for seat, client in enumerate(clients):
        assert client is not None
        me = client.get("/api/me").json()["user"]
        assert (me["games"], me["wins"]) == (1, int(seat in result["winners"]))
    stranger = server.guest("Zoe").post(f"/api/tables/{friends[0].table}/rematch", json={})
    assert stranger.status_code == 403
    closed = clients[0].post(f"/api/tables/{friends[0].table}/rematch", json={}).json()["id"]
    assert clients[0].delete(f"/api/tables/{closed}").status_code == 204
    for friend in friends:
        friend.until(functools.partial(getattr, friend, "again"))
        friend.again = None
    made = clients[1].post(f"/api/tables/{friends[0].table}/rematch", json={})
    assert made.status_code == 200, made.text
    assert made.json()["id"] != closed
    again = made.json()
    assert again["status"] == "waiting"
    assert (again["clock"]["turn"], again["stand_in"], again["watching"]) == (3600, "mozzo", False)
    assert again["rules"] == friends[0].info["rules"]
    for friend in friends:
        friend.until(functools.partial(getattr, friend, "again"))
        assert friend.again == again["id"]
    joined = clients[0].post(f"/api/tables/{friends[0].table}/rematch", json={}).json()
    assert (joined["id"], joined["status"]) == (again["id"], "playing")
    assert joined["commitment"] != friends[0].info["commitment"]
    part(friends)
    new = [Friend(server, again["id"], client) for client in clients]
    play_on(new, random.Random(6))
    assert clients[0].get("/api/me").json()["user"]["games"] == 2
    part(new)


@pytest.mark.parametrize(
    "part", ["ab" * 16 + "\n", "ab" * 32 + "\n", "\n" + "ab" * 16, "AB" * 16, ""]
)
def test_a_part_of_the_chance_is_hexadecimal_digits(server: Server, part: str) -> None:
    """And no line of its own: a proof with one would not be complete, for anybody."""
    ada, bruno = server.guest("Ada"), server.guest("Bruno")
    table = new_table(ada, ["me", "open"])
    for client, path in (
        (bruno, f"/api/tables/{table}/seats"),
        (bruno, "/api/play"),
        (ada, f"/api/tables/{table}/rematch"),
    ):
        answer = client.post(path, json={"contribution": part})
        assert (answer.status_code, answer.json()["error"]) == (400, "bad-form")
        assert answer.json()["field"] == "contribution"


def test_several_seats_of_one_person(server: Server) -> None:
    """Hot seat: one connection has the hands of all its seats, and none of the other's."""
    ada, bruno = server.guest("Ada"), server.guest("Bruno")
    table = new_table(ada, ["me", "open", "shared:Carla"], first=0, round_limit=6, edition="el")
    sit(bruno, table)
    friends = [Friend(server, table, ada), Friend(server, table, bruno)]
    assert [friend.you for friend in friends] == [[0, 2], [1]]
    assert [seat["name"] for seat in friends[0].info["seats"]] == ["Ada", "Bruno", "Carla"]
    assert set(friends[0].hands) == {"0", "2"}
    play_on(friends, random.Random(7))
    for friend in friends:
        check_all(friend)
        check_result(friend)
    assert ada.get("/api/me").json()["user"]["games"] == 1
    part(friends)


@pytest.mark.parametrize("expansion", [False, True])
def test_bots_at_the_table(server: Server, expansion: bool) -> None:
    ada = server.guest("Ada")
    asked = {"players": 3, "bot": "mozzo", "expansion": expansion}
    table = ada.post("/api/play", json=asked).json()
    assert table["status"] == "playing"
    assert table["private"]
    friend = Friend(server, table["id"], ada)
    rng = random.Random(8)
    while not friend.is_over and friend.view is not None and friend.view["state"]["turn"] < 8:
        friend.until(lambda: friend.mine or friend.is_over)
        if friend.mine:
            friend.do("end" if "end" in friend.legal else rng.choice(friend.legal))
    kinds = {(entry["seat"], entry["by"]) for entry in friend.log if entry["n"]}
    assert kinds == {(0, "person"), (1, "bot"), (2, "bot")}
    friend.close()


def test_a_game_against_a_bot_to_its_end(server: Server) -> None:
    ada = server.guest("Ada")
    table = new_table(ada, ["mozzo", "me"], round_limit=10)
    friend = Friend(server, table, ada)
    rng = random.Random(9)
    while not friend.is_over:
        friend.until(lambda: friend.mine or friend.is_over)
        if friend.mine:
            friend.do(rng.choice(friend.legal))
    check_all(friend)
    check_result(friend)
    check_proof(friend, info(ada, table)["commitment"])
    assert record_of(friend).kinds == ["mozzo", "person"]
    friend.close()


def test_courses_can_be_sailed_as_they_say(plain_server: Server) -> None:
    """`first`, `then`, `stay`: played at once they end where the course says."""
    friends = company(plain_server, 2, edition="el", expansion=True)
    rng = random.Random(10)
    sailed = 0
    for _ in range(400):
        actor = at_turn(friends)
        if actor is None:
            break
        courses = actor.own["courses"]
        if not courses or rng.random() < 0.3:
            actor.do(rng.choice(actor.legal))
            continue
        course = rng.choice(courses)
        stop = rng.choice(course["stops"])
        first = [rng.choice(course["first"])] if course["first"] else []
        seat, moves = actor.view["state"]["player"], [*first, *stop["then"], *stop["stay"]]  # type: ignore[index]
        if moves:
            actor.do(*moves)
            assert actor.view is not None
            assert actor.view["state"]["ships"][seat][course["ship"] - 1]["at"] == stop["at"]
            sailed += 1
    assert sailed > 20
    part(friends)


def test_conquests_are_the_legal_ones(plain_server: Server) -> None:
    friends = company(plain_server, 2, edition="el", expansion=True)
    rng, found = random.Random(11), 0
    for _ in range(600):
        actor = at_turn(friends)
        if actor is None:
            break
        named = [move for each in actor.own["conquests"] for move in each["moves"]]
        assert sorted(named) == [m for m in actor.legal if m.startswith("conquer ")]
        assert all(
            re.match(f"conquer {e['dominion']} ", m)
            for e in actor.own["conquests"]
            for m in e["moves"]
        )
        found += len(named)
        actor.do(rng.choice(named or [m for m in actor.legal if m != "end"]))
    assert found
    part(friends)
