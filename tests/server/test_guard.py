"""Who may come in: pages of other addresses, forged requests, floods; what browsers are told."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from goldenhorn.server import doorstep
from goldenhorn.server.guard import client_address
from goldenhorn.server.limits import _MOST, RATES, SOCKETS, Limits, TooMany, whose
from goldenhorn.server.settings import is_web_address
from tests.server.conftest import Server, postgres_database, postgres_gone
from tests.server.friend import Friend, company, new_table, part

MakeServer = Callable[..., Server]


def bare(server: Server, method: str, path: str, **more: object) -> httpx.Response:
    """A request with nothing but what is named."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=30) as client:
        return client.request(method, path, **more)  # type: ignore[arg-type]


def cookie(server: Server) -> str:
    return f"goldenhorn={server.guest('Ada').cookies['goldenhorn']}"


# Where a request comes from


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        "http://localhost",
        "file://",
        "http://[",
        "",
    ],
)
@pytest.mark.parametrize("known", [True, False])
def test_pages_of_other_addresses_do_nothing(
    plain_server: Server, origin: str, known: bool
) -> None:
    headers = {"Origin": origin} | ({"Cookie": cookie(plain_server)} if known else {})
    answer = bare(plain_server, "POST", "/api/guest", json={"name": "Eve"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"] == "foreign-origin"
    assert "set-cookie" not in answer.headers


def test_with_a_cookie_it_has_to_be_said_where_it_comes_from(plain_server: Server) -> None:
    headers = {"Cookie": cookie(plain_server)}
    for more, status in (
        ({}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": plain_server.url}, 200),
        ({"Origin": plain_server.url.upper()}, 200),
    ):
        form = {"name": "Bruno"}
        answer = bare(plain_server, "PATCH", "/api/me", json=form, headers=headers | more)
        assert answer.status_code == status, more


def test_reading_needs_no_origin_and_tells_other_pages_nothing(plain_server: Server) -> None:
    headers = {"Cookie": cookie(plain_server), "Origin": "https://evil.example"}
    answer = bare(plain_server, "GET", "/api/me", headers=headers)
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]
    asking_first = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answer = bare(plain_server, "OPTIONS", "/api/guest", headers=asking_first)
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_programs_need_neither(plain_server: Server) -> None:
    token = plain_server.program("Ada").headers["Authorization"]
    for origin in ({}, {"Origin": "https://evil.example"}):
        headers = {"Authorization": token, **origin}
        answer = bare(plain_server, "PATCH", "/api/me", json={"name": "Bot"}, headers=headers)
        assert answer.status_code == 200


def test_a_form_of_a_page_elsewhere_is_no_json(plain_server: Server) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"Content-Type": kind, "Origin": plain_server.url}
        answer = bare(
            plain_server, "POST", "/api/guest", content=b'{"name":"Eve"}', headers=headers
        )
        assert (answer.status_code, answer.json()["error"]) == (415, "not-json")


def live_status(server: Server, table: str, origin: str | None, **headers: str) -> int:
    """The status with which a live connection is opened or refused."""
    try:
        with connect(
            f"{server.live}/api/tables/{table}/live",
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            proxy=None,
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_live_connections_of_pages_elsewhere(plain_server: Server) -> None:
    client = plain_server.guest("Ada")
    table = client.post("/api/play", json={"players": 2, "bot": "mozzo"}).json()["id"]
    ours = f"goldenhorn={client.cookies['goldenhorn']}"
    assert live_status(plain_server, table, plain_server.url, Cookie=ours) == 101
    assert live_status(plain_server, table, "https://evil.example", Cookie=ours) == 403
    assert live_status(plain_server, table, None, Cookie=ours) == 403
    same = {"Cookie": ours, "Sec-Fetch-Site": "same-origin"}
    assert live_status(plain_server, table, None, **same) == 403
    token = plain_server.program("Bot").headers["Authorization"]
    assert live_status(plain_server, table, None, Authorization=token) == 101


# By which name the server is called


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("[::1]:{port}", 200),
        ("192.168.1.7", 200),
        ("kitchen-pc", 200),
        ("kitchen.local", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example:80", 421),
        ("[", 421),
    ],
)
def test_names_that_lead_here(plain_server: Server, host: str, status: int) -> None:
    host = host.format(port=plain_server.settings.port)
    assert bare(plain_server, "GET", "/health", headers={"Host": host}).status_code == status


def test_a_public_address(make_server: MakeServer) -> None:
    server = make_server(public_addresses=("https://horn.example",))

    def guest(host: str, origin: str) -> httpx.Response:
        headers = {"Host": host, "Origin": origin}
        return bare(server, "POST", "/api/guest", json={"name": "Ada"}, headers=headers)

    answer = guest("horn.example", "https://horn.example")
    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith("__Host-goldenhorn=")
    assert "; Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    assert guest("horn.example", "https://horn.example:443").status_code == 200
    # Who can answer for the name by plain HTTP, in a café, is not to act by it.
    assert guest("horn.example", "http://horn.example").status_code == 403
    assert guest("horn.example", "https://other.example").status_code == 403
    assert guest("kitchen", "http://kitchen").status_code == 421
    here = f"127.0.0.1:{server.settings.port}"
    assert guest(here, f"http://{here}").status_code == 200


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("https://horn.example", True),
        ("http://192.168.1.7:8731", True),
        ("https://horn.example/", False),
        ("https://horn.example/table", False),
        ("horn.example", False),
        ("ftp://horn.example", False),
        ("https://a@horn.example", False),
        ("https://horn.example:x", False),
        ("https://", False),
    ],
)
def test_addresses_that_can_be_public(text: str, good: bool) -> None:
    assert is_web_address(text) is good


# How large


def test_bodies_have_a_bound(plain_server: Server) -> None:
    large = b'{"name": "' + b"a" * 20_000 + b'"}'
    headers = {"Content-Type": "application/json"}

    def in_parts() -> Iterator[bytes]:
        yield large[:9_000]
        yield large[9_000:]

    for content in (large, in_parts()):
        answer = bare(plain_server, "POST", "/api/guest", content=content, headers=headers)
        assert answer.status_code == 413
        assert answer.json()["error"] == "too-large"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"name": 1}',
        b'{"name": "\\ud800"}',
        b'{"name": "a", "x": 1}',
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b"[" * 10_000,
        b'{"name":"a"' + b" " * 9000,
        b"1e999",
    ],
)
def test_bodies_that_are_nothing(plain_server: Server, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = bare(plain_server, "POST", "/api/guest", content=body, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"] in ("bad-form", "bad-json")


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\xfe=\xff\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\r\n\r\n",
        b"GET /api/tables/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/tables/%ff/moments/%d9%a1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/tables?limit=%00&after=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET //api//me HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
        b"TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    ],
)
def test_odd_requests_are_no_trouble(plain_server: Server, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", plain_server.settings.port), 10) as line:
        line.sendall(raw)
        status = int(line.recv(4096).split()[1])
    assert 200 <= status < 500


# How often


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    limits = Limits(now=lambda: now[0])
    rate = RATES["guest"]
    for _ in range(int(rate.at_once)):
        limits.take("guest", "a")
    with pytest.raises(TooMany) as refusal:
        limits.take("guest", "a")
    assert refusal.value.wait == rate.seconds + 1 or refusal.value.wait == rate.seconds
    limits.take("guest", "b")
    limits.take("account", "a")
    now[0] += rate.seconds
    limits.take("guest", "a")
    with pytest.raises(TooMany):
        limits.take("guest", "a")
    now[0] += 1e9
    for _ in range(int(rate.at_once)):
        limits.take("guest", "a")
    with pytest.raises(TooMany):
        limits.take("guest", "a")


def test_buckets_do_not_fill_the_memory() -> None:
    limits = Limits()
    for address in range(_MOST + 5000):
        limits.take("request", address)
    assert len(limits._buckets) == _MOST


def test_live_connections_of_an_address() -> None:
    limits = Limits()
    assert all(limits.enter("a") for _ in range(SOCKETS))
    assert not limits.enter("a")
    assert limits.enter("b")
    limits.leave("a")
    assert limits.enter("a")
    for _ in range(SOCKETS):
        limits.leave("a")
    limits.leave("b")
    assert not limits._open


def standing(server: Server, said: bytes = b"") -> socket.socket:
    """A connection by which this much has been said."""
    found = socket.create_connection(("127.0.0.1", server.settings.port), timeout=20)
    found.sendall(said)
    return found


def is_closed(connection: socket.socket) -> bool:
    """Soon."""
    with suppress(ConnectionError):
        return connection.recv(1) == b""
    return True


def test_connections_that_only_stand_there(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever says nothing, or not all of it, does not keep a place for ever."""
    monkeypatch.setattr(doorstep, "PATIENCE", 0.5)
    server = make_server()
    host = f"Host: 127.0.0.1:{server.settings.port}\r\n"
    begun = f"POST /api/guest HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
    for said in ("", "GET /he", begun, f"{begun}Content-Length: 9\r\n\r\n{{"):
        with standing(server, said.encode()) as connection:
            assert is_closed(connection), said
    # Whoever has asked is answered, also again, and a live connection stays.
    friends = company(server, 2)
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        for _ in range(4):
            assert client.get("/health").status_code == 200
            time.sleep(0.3)
    friends[0].ping()
    part(friends)
    # Nobody is counted who has gone.
    end = time.monotonic() + 30
    while server.app.state.limits._open:
        assert time.monotonic() < end, server.app.state.limits._open
        time.sleep(0.05)


def test_many_connections_of_one_address(make_server: MakeServer) -> None:
    server = make_server(limits=0.01)  # six of them
    health = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{server.settings.port}\r\n\r\n"
    with ExitStack() as until_end:
        for _ in range(6):
            connection = until_end.enter_context(standing(server))
        with standing(server) as one_more:
            assert is_closed(one_more)
        connection.sendall(health.encode())
        assert connection.recv(12).startswith(b"HTTP/1.1 ")
    assert bare(server, "GET", "/health").status_code in (200, 429)


@pytest.mark.parametrize(
    ("address", "owner"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("somewhere", "somewhere"),
        ("", ""),
    ],
)
def test_whose_an_address_is(address: str, owner: str) -> None:
    assert whose(address) == owner


def test_where_a_request_comes_from() -> None:
    forged = [
        (b"x-forwarded-for", b"1.1.1.1, 192.0.2.7"),
        (b"x-forwarded-for", b"2.2.2.2, 192.0.2.9"),
    ]
    scope = {"client": ("127.0.0.1", 5), "headers": forged}
    assert client_address(scope, trust_proxy=False) == "127.0.0.1"
    assert client_address(scope, trust_proxy=True) == "192.0.2.9"
    scope = {"client": ("127.0.0.1", 5), "headers": []}
    assert client_address(scope, trust_proxy=True) == "127.0.0.1"
    assert client_address({"client": None, "headers": []}, trust_proxy=True) == ""


def test_a_flood_of_guests(make_server: MakeServer) -> None:
    server = make_server(limits=1.0)
    answers = [
        bare(server, "POST", "/api/guest", json={"name": "Ada"})
        for _ in range(int(RATES["guest"].at_once) + 1)
    ]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    last = answers[-1]
    assert (last.status_code, last.json()["error"]) == (429, "slow-down")
    assert 1 <= int(last.headers["retry-after"]) <= RATES["guest"].seconds + 1
    assert bare(server, "GET", "/api/me").status_code == 200


def test_a_flood_of_guesses_at_a_password(make_server: MakeServer) -> None:
    server = make_server(limits=1.0)
    form = {"name": "Ada", "password": "not the one it is"}
    rate, tries, began = RATES["sign-in"], 0, time.monotonic()
    while (status := bare(server, "POST", "/api/session", json=form).status_code) == 403:
        tries += 1
        # On a slow machine the bucket fills again meanwhile.
        assert tries <= rate.at_once + (time.monotonic() - began) / rate.seconds
    assert status == 429
    assert tries >= rate.at_once


# What browsers are told


@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/api", "/nowhere.txt", "/api/nowhere", "/health"]
)
def test_every_answer_tells_the_browser_to_be_careful(plain_server: Server, path: str) -> None:
    headers = bare(plain_server, "GET", path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers
    assert (headers.get("cache-control") == "no-store") == path.startswith("/api")


# Health and figures


def test_health(server: Server) -> None:
    answer = bare(server, "GET", "/health").json()
    kind = "sqlite" if server.settings.database.startswith("sqlite") else "postgresql"
    assert (answer["ok"], answer["database"]) == (True, kind)


def test_without_its_database_it_says_so_and_recovers(make_server: MakeServer) -> None:
    with postgres_database() as database:
        server = make_server(database=database)
        program = server.program("Ada")
        with postgres_gone(database):
            for client, path in ((server.client(), "/health"), (program, "/api/tables?show=mine")):
                answer = client.get(path)
                assert (answer.status_code, answer.json()["error"]) == (503, "no-database")
                assert answer.headers["retry-after"] == "2"
        assert server.client().get("/health").status_code == 200
        assert program.get("/api/tables?show=mine").status_code == 200
        server.stop()


def test_figures(plain_server: Server) -> None:
    plain_server.guest("Ada")
    answer = bare(plain_server, "GET", "/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].count("charset") == 1
    line = 'goldenhorn_requests_total{method="POST",route="/api/guest",status="200"}'
    assert line in answer.text
    for name in ("sockets", "tables_live", "moves_total", "request_seconds_bucket"):
        assert f"goldenhorn_{name}" in answer.text
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        through = bare(plain_server, "GET", "/metrics", headers={header: "192.0.2.7"})
        assert through.status_code == 403


def test_figures_do_not_grow_by_what_is_asked(plain_server: Server) -> None:
    for number in range(3):
        odd = f"X{number}" + "A" * 1000
        assert bare(plain_server, odd, "/api/me").status_code == 405
        assert bare(plain_server, "GET", f"/{odd}", headers={"Host": odd}).status_code in (421, 404)
    figures = bare(plain_server, "GET", "/metrics").text
    assert 'method="other",route="nowhere",status="405"} 3.0' in figures
    assert "AAAA" not in figures


def test_a_live_connection_is_counted_once(plain_server: Server) -> None:
    def lines() -> float:
        text = bare(plain_server, "GET", "/metrics").text
        return float(text.partition("\ngoldenhorn_sockets ")[2].split()[0])

    ada = plain_server.guest("Ada")
    before = lines()
    with Friend(plain_server, new_table(ada, ["me", "open"]), ada):
        assert lines() == before + 1


def test_figures_for_nobody_or_everybody(make_server: MakeServer) -> None:
    server = make_server(metrics="off")
    assert bare(server, "GET", "/metrics").status_code == 404
    server.stop()
    through = {"X-Forwarded-For": "192.0.2.7"}
    server = make_server(metrics="all")
    assert bare(server, "GET", "/metrics", headers=through).status_code == 200
