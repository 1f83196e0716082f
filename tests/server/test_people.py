"""Guests, accounts, sessions and tokens, over a real server and each kind of database."""

import asyncio
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from goldenhorn.server.errors import Refused
from goldenhorn.server.lock import database_file
from goldenhorn.server.names import clean_name, fold
from goldenhorn.server.passwords import Passwords
from tests.server.conftest import PASSWORD, Server
from tests.server.friend import Friend, new_table, sit

OTHER = "the wind has turned"

MakeServer = Callable[..., Server]


def refused(answer: httpx.Response, status: int, error: str) -> None:
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert told["error"] == error
    assert told["reason"].endswith(".")


def me(client: httpx.Client) -> dict[str, object] | None:
    answer = client.get("/api/me")
    assert answer.status_code == 200
    found: dict[str, object] | None = answer.json()["user"]
    return found


def account(server: Server, name: str, password: str = PASSWORD) -> httpx.Client:
    client = server.client()
    answer = client.post("/api/account", json={"name": name, "password": password})
    assert answer.status_code == 201, answer.text
    return client


# Guests


def test_nobody_at_first(server: Server) -> None:
    client = server.client()
    assert me(client) is None
    refused(client.get("/api/tokens"), 401, "sign-in")
    refused(client.patch("/api/me", json={"name": "Ada"}), 401, "sign-in")


def test_a_guest_by_a_name(server: Server) -> None:
    client = server.client()
    answer = client.post("/api/guest", json={"name": "  Ada  "})
    cookie = answer.headers["set-cookie"]
    assert re.fullmatch(
        r"goldenhorn=[\w-]{43}\.[\w-]{43}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax", cookie
    )
    assert answer.json() == {"user": me(client)}
    found = me(client)
    assert found is not None
    assert (found["name"], found["account"], found["games"], found["wins"]) == ("Ada", False, 0, 0)


def test_a_guest_who_says_a_name_again_is_renamed(server: Server) -> None:
    client = server.guest("Ada")
    assert client.post("/api/guest", json={"name": "Bruno"}).json()["user"]["name"] == "Bruno"


def test_a_cookie_that_was_changed_is_nobody_s(server: Server) -> None:
    client = server.guest()
    identity, mark = client.cookies["goldenhorn"].split(".")
    other = identity[:-1] + ("Q" if identity.endswith("A") else "A")
    for wrong in (identity, f"{identity}.", f"{other}.{mark}", f"{identity}.{mark}x", "é"):
        with httpx.Client(base_url=server.url, trust_env=False) as client:
            header = b"goldenhorn=" + wrong.encode()
            answer = client.get("/api/me", headers={b"cookie": header})
            assert answer.json() == {"user": None}


def test_another_cookie_of_that_name_before_ours_does_no_harm(server: Server) -> None:
    ours = server.guest("Ada").cookies["goldenhorn"]
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        answer = client.get(
            "/api/me", headers={"cookie": f"goldenhorn=a.b; x=1; goldenhorn={ours}"}
        )
    assert answer.json()["user"]["name"] == "Ada"


# Accounts


def test_a_guest_becomes_an_account_and_keeps_everything(server: Server) -> None:
    client = server.guest("Ada")
    table = client.post("/api/play", json={"players": 2, "bot": "mozzo"}).json()
    created = me(client)["created"]  # type: ignore[index]
    before = client.cookies["goldenhorn"]
    answer = client.post("/api/account", json={"name": "Ada of Venice", "password": PASSWORD})
    assert answer.status_code == 201
    assert answer.json()["user"]["created"] == created
    assert client.cookies["goldenhorn"] != before
    kept = client.get(f"/api/tables/{table['id']}").json()
    assert kept["you"] == table["you"]
    assert kept["seats"][kept["you"][0]]["name"] == "Ada of Venice"
    with httpx.Client(base_url=server.url, trust_env=False) as old:
        answer = old.get("/api/me", headers={"cookie": f"goldenhorn={before}"})
        assert answer.json() == {"user": None}
    again = client.post("/api/account", json={"name": "Other", "password": PASSWORD})
    refused(again, 409, "has-account")


def test_signing_in_elsewhere_and_out(server: Server) -> None:
    account(server, "Bianca")
    other = server.client()
    answer = other.post("/api/session", json={"name": "BIANCA ", "password": PASSWORD})
    assert answer.json()["user"]["name"] == "Bianca"
    assert other.delete("/api/session").status_code == 204
    assert "goldenhorn" not in other.cookies
    assert me(other) is None


def test_wrong_name_and_wrong_password_are_told_alike(server: Server) -> None:
    account(server, "Carlo")
    told = []
    for name, password in (("Carlo", OTHER), ("Nobody", OTHER), ("\u202e", OTHER)):
        answer = server.client().post("/api/session", json={"name": name, "password": password})
        refused(answer, 403, "wrong")
        assert "set-cookie" not in answer.headers
        told.append(answer.json())
    assert told[0] == told[1] == told[2]


def test_names_of_accounts_are_there_once(server: Server) -> None:
    account(server, "Straße")
    for same in ("STRASSE", "strasse", "Stra\u017fse", "Ｓtrasse"):
        answer = server.client().post("/api/account", json={"name": same, "password": PASSWORD})
        refused(answer, 409, "name-taken")
    client = account(server, "Daria")
    refused(client.patch("/api/me", json={"name": "strasse"}), 409, "name-taken")
    assert me(client)["name"] == "Daria"  # type: ignore[index]


def test_only_one_of_many_gets_a_name(server: Server) -> None:
    def ask(_: int) -> int:
        with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
            form = {"name": "Everyone", "password": PASSWORD}
            return client.post("/api/account", json=form).status_code

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(ask, range(6))) == [201, *[409] * 5]


def test_an_account_is_signed_in_to_by_its_newest_name(server: Server) -> None:
    client = account(server, "Elena")
    assert client.patch("/api/me", json={"name": "Elena II"}).json()["user"]["name"] == "Elena II"
    old = server.client().post("/api/session", json={"name": "Elena", "password": PASSWORD})
    refused(old, 403, "wrong")
    new = server.client().post("/api/session", json={"name": "Elena II", "password": PASSWORD})
    assert new.status_code == 200


def test_another_password_ends_the_other_sessions(server: Server) -> None:
    client, other = account(server, "Fabio"), server.client()
    other.post("/api/session", json={"name": "Fabio", "password": PASSWORD})
    assert me(other) is not None
    wrong = client.put("/api/me/password", json={"old": OTHER, "new": OTHER})
    refused(wrong, 403, "wrong")
    answer = client.put("/api/me/password", json={"old": PASSWORD, "new": OTHER})
    assert answer.status_code == 204
    assert me(client) is not None
    if server.settings.shared:
        threading.Event().wait(2.2)  # another process would know as soon as that
    assert me(other) is None
    old = server.client().post("/api/session", json={"name": "Fabio", "password": PASSWORD})
    refused(old, 403, "wrong")


def test_a_password_is_the_same_however_it_is_composed(server: Server) -> None:
    account(server, "Gaia", "caffè e vento")
    answer = server.client().post(
        "/api/session", json={"name": "Gaia", "password": "caffè e vento"}
    )
    assert answer.status_code == 200


def test_a_moment_in_which_there_is_too_much_passes() -> None:
    """Should the very first check be refused for it, the second is not."""

    async def work() -> list[bool]:
        passwords = Passwords(2)
        try:
            crowd = [asyncio.create_task(passwords.hashed(PASSWORD)) for _ in range(40)]
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="at this moment"):
                await passwords.fits(PASSWORD, None)
            kept = (await asyncio.gather(*crowd))[0]
            return [await passwords.fits(PASSWORD, each) for each in (kept, None)]
        finally:
            passwords.close()

    assert asyncio.run(work()) == [True, False]


def test_guests_have_no_password(server: Server) -> None:
    answer = server.guest().put("/api/me/password", json={"old": PASSWORD, "new": OTHER})
    refused(answer, 409, "no-account")


def test_being_forgotten(server: Server) -> None:
    client = account(server, "Ilaria")
    table = client.post("/api/play", json={"players": 2, "bot": "mozzo"}).json()["id"]
    token = client.post("/api/tokens", json={"name": "bot"}).json()["token"]
    refused(client.request("DELETE", "/api/me", json={}), 403, "wrong")
    refused(client.request("DELETE", "/api/me", json={"password": OTHER}), 403, "wrong")
    answer = client.request("DELETE", "/api/me", json={"password": PASSWORD})
    assert answer.status_code == 204, answer.text
    assert me(client) is None
    program = server.client(Authorization=f"Bearer {token}")
    refused(program.get("/api/me"), 401, "bad-token")
    signing_in = server.client().post("/api/session", json={"name": "Ilaria", "password": PASSWORD})
    refused(signing_in, 403, "wrong")
    left = server.client().get(f"/api/tables/{table}")
    assert left.status_code == 200
    assert "Ilaria" not in left.text
    account(server, "Ilaria")


def test_a_guest_is_forgotten_without_a_password(server: Server) -> None:
    client = server.guest("Bruno")
    assert client.request("DELETE", "/api/me").status_code == 204
    assert me(client) is None


def test_guests_who_did_nothing_are_forgotten_in_time(make_server: MakeServer) -> None:
    now = [1_800_000_000.0]
    server = make_server(clock=lambda: now[0])
    people = [server.guest("Idle"), server.guest("Seated"), server.guest("Back")]
    people.append(account(server, "Known"))
    cookies = [client.cookies["goldenhorn"] for client in people]
    people[1].post("/api/tables", json={"seats": [{"kind": "me"}, {"kind": "open"}]})
    now[0] += 20 * 86400
    assert me(people[2]) is not None
    newer = new_table(people[3], ["me", "open"])
    now[0] += 20 * 86400
    server.stop()
    server = make_server(clock=lambda: now[0])
    file = str(database_file(server.settings.database))
    until = time.monotonic() + 20
    while names_in(file) != {"Seated", "Back", "Known"}:
        assert time.monotonic() < until
        time.sleep(0.1)

    def known() -> list[bool]:
        found = []
        for cookie in cookies:
            client = server.client(Cookie=f"goldenhorn={cookie}")
            found.append(me(client) is not None)
        return found

    assert known() == [False, True, True, True]
    waiting = server.client().get("/api/tables").json()["tables"]
    assert [table["id"] for table in waiting] == [newer]  # nobody came to the older one
    now[0] += 401 * 86400
    server.stop()
    server = make_server(clock=lambda: now[0])
    assert known() == [False] * 4


def names_in(file: str) -> set[str]:
    connection = sqlite3.connect(file)
    names = {name for (name,) in connection.execute("SELECT name FROM users")}
    connection.close()
    return names


# Tokens


def test_tokens(server: Server) -> None:
    client = server.guest("Ada")
    made = client.post("/api/tokens", json={"name": " my  bot "}).json()
    assert made["name"] == "my bot"
    assert made["token"].startswith("gh_")
    listed = client.get("/api/tokens")
    assert made["token"] not in listed.text
    assert listed.json() == {
        "tokens": [{"id": made["id"], "name": "my bot", "created": made["created"], "used": None}]
    }
    program = server.client(Authorization=f"Bearer {made['token']}")
    assert program.get("/api/me").json()["user"]["name"] == "Ada"
    assert client.get("/api/tokens").json()["tokens"][0]["used"] is not None
    refused(server.guest("B").delete(f"/api/tokens/{made['id']}"), 404, "no-such-token")
    assert client.delete(f"/api/tokens/{made['id']}").status_code == 204
    refused(program.get("/api/me"), 401, "bad-token")


def test_a_token_plays_and_does_not_change_who_someone_is(server: Server) -> None:
    program = server.program("Ada")
    token = program.get("/api/tokens").json()["tokens"][0]["id"]
    assert program.post("/api/play", json={"players": 2, "bot": "mozzo"}).status_code == 201
    form = {"name": "Ada", "password": PASSWORD}
    for answer in (
        program.post("/api/account", json=form),
        program.post("/api/session", json=form),
        program.post("/api/tokens", json={"name": "more"}),
        program.delete(f"/api/tokens/{token}"),
        program.put("/api/me/password", json={"old": PASSWORD, "new": OTHER}),
        program.request("DELETE", "/api/me", json={}),
    ):
        refused(answer, 403, "not-by-token")


def test_live_connections_end_with_what_they_came_by(server: Server) -> None:
    """A token that is ended, a session that is over: nobody sees or plays on by them."""
    ada, bruno = account(server, "Ada Live"), server.guest("Bruno")
    made = ada.post("/api/tokens", json={"name": "bot"}).json()
    program = server.client(Authorization=f"Bearer {made['token']}")
    elsewhere = server.client()
    form = {"name": "Ada Live", "password": PASSWORD}
    assert elsewhere.post("/api/session", json=form).status_code == 200
    table = new_table(ada, ["me", "open"], first=0)
    sit(bruno, table)
    lines = [Friend(server, table, client) for client in (ada, program, elsewhere, bruno)]
    assert ada.delete(f"/api/tokens/{made['id']}").status_code == 204
    assert lines[1].closed() == 1012
    change = {"old": PASSWORD, "new": OTHER}
    assert ada.put("/api/me/password", json=change).status_code == 204
    assert lines[2].closed() == 1012
    lines[0].do("place VCV")
    with Friend(server, table, elsewhere) as stranger:
        assert (stranger.you, stranger.hands) == ([], {})
    assert ada.delete("/api/session").status_code == 204
    assert lines[0].closed() == 1012
    lines[3].reach(1).do("place VCV")
    lines[3].close()


def test_who_stands_up_does_not_watch_from_there(server: Server) -> None:
    """Where watching is not allowed."""
    ada, bruno, carla = (server.guest(name) for name in ("Ada", "Bruno", "Carla"))
    table = new_table(ada, ["me", "open", "open"], watching=False)
    sit(bruno, table, seat=1)
    gone = Friend(server, table, bruno)
    assert bruno.delete(f"/api/tables/{table}/seats").status_code == 200
    assert gone.closed() == 4403
    sit(carla, table, seat=1)
    assert gone.view is None


def test_tokens_are_not_without_number(server: Server) -> None:
    client = server.guest()
    for _ in range(20):
        assert client.post("/api/tokens", json={"name": "bot"}).status_code == 201
    refused(client.post("/api/tokens", json={"name": "bot"}), 409, "many-tokens")


@pytest.mark.parametrize("shown", ["Bearer", "Bearer x", "Basic YTpi", "Bearer gh_", "é", "gh_x"])
def test_tokens_that_are_none(server: Server, shown: str) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        answer = client.get("/api/me", headers={b"authorization": shown.encode()})
    refused(answer, 401, "bad-token")


# Names


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada   di Venezia ", "Ada di Venezia"),
        ("Zoe\u0308", "Zoë"),
        ("李白", "李白"),
        ("🚢 2", "🚢 2"),
        ("ตั้ง", "ตั้ง"),
        ("❤\ufe0f", "❤"),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_names_that_can_be(given: str, name: str) -> None:
    assert clean_name(given) == name


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "a\u202eb",
        "a\u200bb",
        "\u200d",
        "a\nb",
        "a\0b",
        "\u3164",
        "a\u2066b",
        "\ufeffAda",
        "\u0301a",
        "a" + "\u0301\u0317" * 3,
        "z\u0489\u0489\u0489\u0489",
        "a\u00a0b",
        "x" * 25,
        "\ue000",
        "\u2800",
        "a\u2028b",
        "\U000e0041",
    ],
)
def test_names_that_cannot_be(given: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_name(given)
    assert (refusal.value.status, refusal.value.error) == (422, "bad-name")


def test_what_no_database_takes(server: Server) -> None:
    """A sign of no kind, wherever it may stand: not PostgreSQL's fault, nor that it is away."""
    client = server.guest("Ada")
    for method, path, status in (
        ("GET", "/api/tables/a%00b", 404),
        ("GET", "/api/tables/a%00b/moments/0", 404),
        ("GET", "/api/tables/%F0%9F%9A%A2/record", 404),
        ("POST", "/api/tables/%00/seats", 404),
        ("DELETE", "/api/tokens/%00", 404),
    ):
        answer = client.request(method, path, json={} if method == "POST" else None)
        assert (answer.status_code, path) == (status, path)
    form = {"name": "a\0b", "password": PASSWORD}
    refused(server.client().post("/api/session", json=form), 403, "wrong")
    for name in ("a\0b", "\u202eadA", "A\u200bda"):
        seats = [{"kind": "me"}, {"kind": "shared", "name": name}]
        refused(client.post("/api/tables", json={"seats": seats}), 422, "bad-name")
    assert not server.app.state.hall._opening
    seats = [{"kind": "me"}, {"kind": "shared", "name": " Bruno   di Pera "}]
    made = client.post("/api/tables", json={"seats": seats}).json()
    assert made["seats"][1]["name"] == "Bruno di Pera"


def test_the_same_names() -> None:
    assert fold("ADA di Venezia") == fold("Ada  diVenezia") == fold("ａｄａ di venezia")
    assert fold("Ada") != fold("Ado")
    with pytest.raises(Refused):
        fold("ﷺ" * 24)


def test_bad_names_are_refused_by_the_server(server: Server) -> None:
    refused(server.client().post("/api/guest", json={"name": "a\u202eb"}), 422, "bad-name")
    answer = server.client().post("/api/guest", json={"name": "x" * 25})
    refused(answer, 400, "bad-form")
    assert answer.json()["field"] == "name"
