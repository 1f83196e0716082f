"""Adding to the chance only once the server has bound itself: tables that wait for it."""

import functools
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from goldenhorn.server.people import _UNSEEN
from tests.server.conftest import Server
from tests.server.friend import Friend, Json, info, new_table, part, play_on, sit
from tests.server.oracle import record_of
from tests.server.test_play import check_proof

MakeServer = Callable[..., Server]
MINE, YOURS, OTHER = "a1" * 16, "b2" * 32, "c3" * 16
LATER = {"contribution": "later"}


def add(client: httpx.Client, table: str, contribution: str) -> Json:
    return sit(client, table, contribution=contribution)


def refused(client: httpx.Client, table: str, contribution: str) -> None:
    """Another part than the one that is in the chance, or none is."""
    answer = client.post(f"/api/tables/{table}/seats", json={"contribution": contribution})
    assert (answer.status_code, answer.json()["error"]) == (409, "contributed"), answer.text


def awaited(told: Json) -> list[int]:
    return [seat["seat"] for seat in told["seats"] if seat["awaited"]]


def proof_of(server: Server, table: str) -> list[str]:
    """What the seats added, as the server keeps it."""
    chairs = server.app.state.hall.places[table].live.chairs
    return [chair.contribution or "" for chair in chairs]


def test_playing_now_in_two_requests(server: Server) -> None:
    """The whole of it: the commitment is there before the part is, and both are in the proof."""
    ada = server.client()
    asked = {"players": 2, "bot": "mozzo", "name": "Ada", **LATER}
    made = ada.post("/api/play", json=asked)
    assert made.status_code == 201
    told = made.json()
    assert (told["status"], told["started"], told["you"]) == ("waiting", None, [0])
    assert awaited(told) == [0]
    early = Friend(server, told["id"], ada)
    assert early.view is None
    begun = add(ada, told["id"], MINE)
    assert (begun["status"], begun["commitment"]) == ("playing", told["commitment"])
    assert awaited(begun) == []
    early.until(lambda: early.view is not None)
    early.close()


@pytest.mark.parametrize("open_seats", [0, 1])
def test_a_part_is_added_once_and_never_changed(server: Server, open_seats: int) -> None:
    ada = server.guest("Ada")
    seats = ["mozzo", "me"] + ["open"] * open_seats
    table = new_table(ada, seats, round_limit=1, **LATER)
    assert add(ada, table, MINE)["status"] == ("waiting" if open_seats else "playing")
    for _ in range(2):  # the answer was lost, or the button pressed twice
        assert add(ada, table, MINE)["you"] == [1]
        refused(ada, table, OTHER)
    sit(ada, table)
    if open_seats:
        assert sit(server.guest("Bruno"), table, contribution=YOURS)["status"] == "playing"
        assert add(ada, table, MINE)["status"] == "playing"
        refused(ada, table, OTHER)
    assert proof_of(server, table) == ["", MINE, YOURS][: len(seats)]


def test_a_game_waits_for_seats_and_for_what_was_promised(server: Server) -> None:
    """In whichever order they come; and the others are told whom it waits for."""
    ada, bruno, carla = (server.guest(name) for name in ("Ada", "Bruno", "Carla"))
    table = new_table(ada, ["me", "open", "open"], round_limit=2, first=0, **LATER)
    commitment = info(bruno, table)["commitment"]
    watching = Friend(server, table, bruno)
    assert awaited(sit(bruno, table, contribution=YOURS)) == [0]
    full = sit(carla, table)
    assert (full["status"], awaited(full)) == ("waiting", [0])
    watching.until(lambda: len([s for s in watching.info["seats"] if s["kind"] == "person"]) == 3)
    assert awaited(watching.info) == [0]
    refused(bruno, table, OTHER)  # nobody else’s part does
    assert sit(bruno, table)["status"] == sit(ada, table)["status"] == "waiting"
    begun = add(ada, table, MINE)
    assert (begun["status"], begun["commitment"]) == ("playing", commitment)
    friends = [Friend(server, table, client) for client in (ada, bruno, carla)]
    watching.until(lambda: watching.view is not None)
    play_on(friends, random.Random(71))
    assert friends[0].proof is not None
    assert friends[0].proof["contributions"] == [MINE, YOURS, ""]
    check_proof(friends[0], commitment)
    assert record_of(friends[0]).game.is_over
    part([*friends, watching])


def test_what_was_not_promised_can_be_added_while_the_table_waits(server: Server) -> None:
    ada, bruno = server.guest("Ada"), server.guest("Bruno")
    table = new_table(ada, ["me", "open"])
    assert awaited(info(ada, table)) == []
    add(ada, table, MINE)
    refused(ada, table, OTHER)
    assert sit(bruno, table)["status"] == "playing"  # and is not waited for
    refused(bruno, table, YOURS)
    assert proof_of(server, table) == [MINE, ""]


def test_several_seats_of_one_person_add_once(server: Server) -> None:
    ada = server.guest("Ada")
    table = new_table(ada, ["mozzo", "shared:Bruno", "me"], **LATER)
    assert awaited(info(ada, table)) == [1]
    assert add(ada, table, MINE)["status"] == "playing"
    assert proof_of(server, table) == ["", MINE, ""]
    refused(ada, table, OTHER)


def test_who_makes_a_table_for_others_owes_nothing(server: Server) -> None:
    ada, bruno = server.guest("Ada"), server.guest("Bruno")
    table = new_table(ada, ["open", "mozzo"], **LATER)
    assert awaited(info(ada, table)) == []
    answer = ada.post(f"/api/tables/{table}/seats", json={"seat": 1, "contribution": MINE})
    assert answer.json()["error"] == "seat-taken"
    assert sit(bruno, table, contribution=YOURS)["status"] == "playing"
    late = ada.post(f"/api/tables/{table}/seats", json={"contribution": MINE})
    assert late.json()["error"] == "not-open"


def test_a_rematch_binds_whoever_comes_first_and_second(server: Server) -> None:
    """Both see the commitment of the new table before they add to its chance."""
    ada, bruno = server.guest("Ada"), server.guest("Bruno")
    table = new_table(ada, ["me", "open"], round_limit=1)
    sit(bruno, table)
    friends = [Friend(server, table, client) for client in (ada, bruno)]
    play_on(friends, random.Random(72))
    path = f"/api/tables/{table}/rematch"
    first = bruno.post(path, json=LATER).json()
    assert (first["status"], awaited(first)) == ("waiting", [1])
    assert bruno.post(path, json=LATER).json()["id"] == first["id"]  # asked once more
    second = ada.post(path, json=LATER).json()
    assert (second["id"], second["status"], awaited(second)) == (first["id"], "waiting", [0, 1])
    assert second["commitment"] == first["commitment"] != friends[0].info["commitment"]
    assert add(ada, first["id"], MINE)["status"] == "waiting"
    assert ada.post(path, json=LATER).json()["status"] == "waiting"
    assert add(bruno, first["id"], YOURS)["status"] == "playing"
    for client in (ada, bruno):  # whoever asks still later is led there, too
        assert client.post(path, json=LATER).json()["status"] == "playing"
    assert proof_of(server, first["id"]) == [MINE, YOURS]
    part(friends)


def test_a_promise_is_for_those_who_make_tables(server: Server) -> None:
    """Whoever sits down has seen the commitment."""
    ada = server.guest("Ada")
    table = new_table(server.guest("Bruno"), ["me", "open"])
    answer = ada.post(f"/api/tables/{table}/seats", json=LATER)
    assert (answer.status_code, answer.json()["field"]) == (400, "contribution")
    for word in ("later ", "Later", "later\n", "laterab"):
        answer = ada.post("/api/play", json={"contribution": word})
        assert (answer.status_code, answer.json()["field"]) == (400, "contribution")


def test_standing_up_takes_the_promise_along(server: Server) -> None:
    ada, bruno, carla = (server.guest(name) for name in ("Ada", "Bruno", "Carla"))
    table = new_table(ada, ["me", "open"], **LATER)
    sit(bruno, table, contribution=YOURS)
    watching = Friend(server, table, bruno)
    assert ada.delete(f"/api/tables/{table}/seats").status_code == 200
    watching.until(lambda: watching.info["seats"][0]["kind"] == "open")
    assert sit(carla, table)["status"] == "playing"
    alone = new_table(ada, ["me", "mozzo"], **LATER)
    assert ada.delete(f"/api/tables/{alone}/seats").json()["status"] == "closed"
    watching.close()


def test_nobody_waits_for_who_leaves_for_good(server: Server) -> None:
    """With others there the game begins, a stand-in in the seat; without, the table is closed."""
    ada, bruno = server.guest("Ada"), server.guest("Bruno")
    table = new_table(ada, ["me", "open"], **LATER)
    sit(bruno, table, contribution=YOURS)
    half = new_table(ada, ["me", "open", "open"], **LATER)
    sit(bruno, half)
    alone = new_table(ada, ["me", "mozzo"], **LATER)
    friend = Friend(server, table, bruno)
    there = Friend(server, alone, bruno)
    assert ada.request("DELETE", "/api/me").status_code == 204
    friend.until(lambda: friend.view is not None)
    assert friend.info["seats"][0]["away"]
    there.until(lambda: "gone" in there.kinds)
    assert info(bruno, alone)["status"] == "closed"
    assert (info(bruno, half)["status"], awaited(info(bruno, half))) == ("waiting", [])
    part([friend, there])


def test_a_table_that_waits_for_its_maker_is_in_no_list_of_free_seats(server: Server) -> None:
    ada = server.guest("Ada")
    full = new_table(ada, ["me", "mozzo"], **LATER)
    free = new_table(ada, ["me", "open"], **LATER)

    def listed(show: str) -> set[Any]:
        return {t["id"] for t in ada.get(f"/api/tables?show={show}&limit=100").json()["tables"]}

    assert {full, free} & listed("open") == {free}
    assert {full, free} <= listed("mine")
    add(ada, full, MINE)
    assert full in listed("watch")


def test_between_the_two_requests(make_server: MakeServer) -> None:
    """A new server knows what was promised; and closes in time what nobody came back to."""
    now = [1_800_000_000.0]
    server = make_server(clock=lambda: now[0])
    ada = server.guest("Ada")
    kept, left = (new_table(ada, ["me", "mozzo"], **LATER) for _ in range(2))
    commitment = info(ada, kept)["commitment"]

    def again() -> httpx.Client:
        nonlocal server
        server.stop()
        server = make_server(clock=lambda: now[0])
        client = server.client()
        client.cookies.update(ada.cookies)
        return client

    ada = again()
    assert awaited(info(ada, kept)) == [0]
    begun = add(ada, kept, MINE)
    assert (begun["status"], begun["commitment"]) == ("playing", commitment)
    now[0] += _UNSEEN + 86400
    ada = again()
    until = time.monotonic() + 20
    while info(server.guest("Bruno"), left)["status"] != "closed":
        server.app.state.hall.places.pop(left, None)
        assert time.monotonic() < until
        time.sleep(0.1)
    answer = ada.post(f"/api/tables/{left}/seats", json={"contribution": MINE})
    assert answer.status_code == 409, answer.text


def test_the_whole_way_against_bots(plain_server: Server) -> None:
    """What was promised before the first request ended is what is proven after the game."""
    ada = plain_server.guest("Ada")
    table = new_table(ada, ["me", "mozzo"], round_limit=2, **LATER)
    commitment = info(ada, table)["commitment"]
    friend = Friend(plain_server, table, ada)
    add(ada, table, MINE)
    rng = random.Random(73)
    friend.until(functools.partial(getattr, friend, "view"))
    while not friend.is_over:
        friend.until(lambda: friend.mine or friend.is_over)
        if friend.mine:
            friend.do(rng.choice(friend.legal))
    assert friend.proof is not None
    assert friend.proof["contributions"] == [MINE, ""]
    check_proof(friend, commitment)
    friend.close()
