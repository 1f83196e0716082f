"""Every byte that anyone is sent, searched for what they must not know; and that it is found."""

import json
import random
import secrets
from collections.abc import Sequence
from typing import Any

import pytest

from tests.server.conftest import Server
from tests.server.friend import NAMES, Friend, Json, at_turn, new_table, part, sit
from tests.server.oracle import record_of
from tests.server.spy import Received, Secrets, Spy, leaks

GAMES: dict[str, tuple[Sequence[str], dict[str, Any]]] = {
    "2": (("me", "open"), {"round_limit": 14}),
    "3 dominio": (("me", "open", "open"), {"expansion": True, "round_limit": 9}),
    "4 random": (("me", "open", "open", "open"), {"edition": "el", "round_limit": 7}),
    "hot seat": (("me", "open", "shared:Carla"), {"edition": "el", "round_limit": 7}),
    "with bots": (("me", "mozzo", "open"), {"expansion": True, "round_limit": 6}),
}


def look_around(spies: Sequence[Spy], rng: random.Random, number: int) -> None:
    """What one may ask for in the midst of a game, and what one may try."""
    table = spies[0].friend.table
    for spy in spies:
        ply = rng.randint(0, max(0, number))
        for path in (
            f"/api/tables/{table}",
            f"/api/tables/{table}/moments/{ply}",
            f"/api/tables/{table}/moments/{number}",
            f"/api/tables/{table}/moments/{number + 5}",
            f"/api/tables/{table}/record",
            "/api/tables?show=open",
            "/api/tables?show=mine&limit=100",
            "/api/tables?show=watch&limit=100",
            "/api/me",
            "/api/bots",
            "/health",
        ):
            spy.ask("GET", path)
        spy.ask("POST", f"/api/tables/{table}/seats", json={"seat": 0, "contribution": "xyz"})
        spy.ask("POST", f"/api/tables/{table}/rematch", json={})
        spy.ask("DELETE", f"/api/tables/{table}")
        friend = spy.friend
        before = len(friend.answers)
        for move in ("wind", "raid 0.1 bb", "raid 1.1 oo", "sail 1 y", "nonsense"):
            if friend.turn and not friend.mine:
                friend.play(move, id="try")
        friend.undo(n=number + 7)
        friend.until(lambda: any(a.get("why") == "number" for a in friend.answers[before:]))  # noqa: B023


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_what_they_must_not_know(plain_server: Server, game: str) -> None:
    server = plain_server
    seats, options = GAMES[game]
    parts = [secrets.token_hex(16) for _ in range(4)]
    clients = [server.guest(NAMES[0])]
    table = new_table(clients[0], seats, contribution="later", **options)
    private = new_table(clients[0], ["me", "open"], private=True, contribution=parts[3])
    begun = clients[0].post("/api/play", json={"players": 2, "bot": "mozzo"}).json()["id"]
    early = Friend(server, table, server.guest("Yves"))  # there before the game begins
    sit(clients[0], table, contribution=parts[0])
    for seat, wish in enumerate(seats):
        if wish == "open":
            clients.append(server.guest(NAMES[seat]))
            sit(clients[-1], table, seat=seat, contribution=parts[len(clients) - 1])
    account, password = server.client(), secrets.token_urlsafe(16)
    who = {"name": f"Zoe {secrets.token_hex(4)}", "password": password}
    made = account.post("/api/account", json=who)
    assert made.status_code == 201
    friends = [Friend(server, table, client) for client in clients]
    spies = [
        *[Spy(friend) for friend in friends],
        Spy(early),
        Spy(Friend(server, table, account)),
        Spy(Friend(server, table, None)),
    ]
    rng = random.Random(game)
    people = [spy.friend for spy in spies]
    count = 0
    while True:
        if game == "with bots" and not _wait_for_people(friends):
            break
        actor = at_turn(people) if game != "with bots" else next(f for f in friends if f.mine)
        if actor is None:
            break
        if count % 15 == 0:
            look_around(spies, rng, actor.number)
        if actor.may_undo and rng.random() < 0.3:
            actor.take_back()
        elif actor.mine:
            actor.do(rng.choice([m for m in actor.legal if m != "end"] or actor.legal))
        if count % 20 == 7:
            rng.choice(people).reconnect(rng.choice(["from", "since", "anew"]))
        count += 1
    for path in ("/metrics", "/api/openapi.json", "/api", "/api/tables/none", "/api/tokens"):
        spies[-1].ask("GET", path)
    for person in people:
        person.end()
    proof = friends[0].proof
    assert proof is not None
    seed = record_of(friends[0]).game.seed
    assert seed is not None
    hidden = Secrets([proof["secret"], f"{seed:032x}", *parts], [seed, seed >> 64, seed % 2**64])
    cookies = {id(spy): [c.value or "" for c in _cookies(spy)] for spy in spies}
    for spy in spies:
        hidden.never = [v for key, values in cookies.items() if key != id(spy) for v in values]
        hidden.never.append(password)
        if spy is not spies[0]:
            hidden.never += [private, begun]
        received = spy.received()
        assert len(received) > 60
        assert sum(len(each.text) for each in received) > 20_000
        assert list(leaks(received, hidden)) == []
    _find_what_is_planted(spies[1], hidden)
    part(people)


def _wait_for_people(friends: Sequence[Friend]) -> bool:
    """Whether the game goes on, once the bots have moved."""
    for friend in friends:
        friend.ping()
    while not any(friend.mine for friend in friends):
        for friend in friends:
            if friend.is_over:
                return False
        for friend in friends:
            friend.ping()
    newest = max(friend.number for friend in friends)
    for friend in friends:
        friend.reach(newest)
    return True


def _cookies(spy: Spy) -> list[Any]:
    return list(spy.friend.client.cookies.jar) if spy.friend.client else []


def _find_what_is_planted(spy: Spy, hidden: Secrets) -> None:
    """The same search does find what is put into what was really sent."""
    texts = [each.text for each in spy.received() if not each.over]
    honest = [json.loads(text) for text in texts if text.startswith("{")]
    moves = [message for message in honest if message.get("t") == "move"]
    table = next(message for message in honest if message.get("t") == "table" and message["view"])
    other = str(next(seat for seat in range(4) if seat not in spy.friend.you))
    secret = hidden.words[0]

    def plant(message: Json, change: Any) -> list[str]:
        copy = json.loads(json.dumps(message))
        change(copy)
        return list(leaks([Received(json.dumps(copy), spy.friend.you)], hidden))

    move = next(m for m in moves if "own" in m)
    planted: list[tuple[Json, Any]] = [
        (move, lambda m: m["set"].update(hands=["?????", "oopgr"])),
        (move, lambda m: m["own"].setdefault("hands", {}).update({other: "oop"})),
        (move, lambda m: m["told"].append(["draws", {"seat": int(other), "cards": "oo"}])),
        (move, lambda m: m["set"].update(deck="?????r")),
        (move, lambda m: m.update(id=secret[10:24])),
        (move, lambda m: m["told"].append(["dealt", {"seat": int(other), "cards": "g"}])),
        (table, lambda m: m["view"]["state"]["hands"].__setitem__(int(other) % 2, "oopgr")),
        (table, lambda m: m["view"]["state"].update(deck="oopgr")),
        (table, lambda m: m["view"].update(seed="0")),
        (table, lambda m: m["info"].update(contribution="ab")),
        (table, lambda m: m["info"]["seats"][0].update(note="oopgr")),
        (table, lambda m: m["info"]["seats"][0].update(part=hidden.words[2].upper())),
        (table, lambda m: m["chat"].append({"text": f"seed {hidden.numbers[0]}"})),
        (table, lambda m: m["chat"].append({"text": hidden.never[0]})),
        (table, lambda m: m.update(proof={})),
        ({"tables": [table["info"]]}, lambda m: m["tables"][0].update(id=hidden.never[-1])),
        ({"error": "unforeseen", "reason": ""}, lambda m: m.update(reason=f"in {secret[:13]}…")),
    ]
    for number, (message, change) in enumerate(planted):
        assert plant(message, lambda _: None) == [], number
        assert plant(message, change), number


def test_watchers_and_strangers_are_given_no_moves() -> None:
    """The search knows whose `own` it is."""
    own: Json = {"t": "now", "own": {"legal": ["sail 1"], "hands": {"0": "oo"}}}
    assert list(leaks([Received(json.dumps(own), [0])], Secrets())) == []
    assert list(leaks([Received(json.dumps(own), [])], Secrets()))
    assert list(leaks([Received(json.dumps(own), [1])], Secrets()))
    del own["own"]["hands"]
    assert list(leaks([Received(json.dumps(own), [])], Secrets()))


def test_a_private_table_is_in_nobody_elses_lists(plain_server: Server) -> None:
    ada, bruno = plain_server.guest("Ada"), plain_server.guest("Bruno")
    nobody = plain_server.client()
    private = new_table(ada, ["me", "open"], private=True)
    shown = new_table(ada, ["me", "open"])
    unwatched = new_table(ada, ["me", "mozzo"], watching=False)
    secret_game = new_table(ada, ["me", "mozzo"], private=True)
    for show, expected in (("open", {shown}), ("watch", set()), ("mine", set())):
        for client in (bruno, nobody):
            answer = client.get(f"/api/tables?show={show}&limit=100")
            if client is nobody and show == "mine":
                assert answer.status_code == 401
                continue
            ids = {table["id"] for table in answer.json()["tables"]}
            assert not ids & {private, unwatched, secret_game}
            assert expected <= ids
    mine = {t["id"] for t in ada.get("/api/tables?show=mine&limit=100").json()["tables"]}
    assert {private, shown, unwatched, secret_game} <= mine
    sit(bruno, private)  # who has the link may
    assert private in {t["id"] for t in bruno.get("/api/tables?show=mine").json()["tables"]}
