"""How the built page is served: with a page made up for the test, and without one."""

import gzip
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import Server, settings_for, start

INDEX = "<!doctype html><title>Golden Horn</title>"
SCRIPT = "console.log('Buon vento!');\n" * 100


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("page")
    (page / "assets").mkdir()
    (page / "index.html").write_text(INDEX)
    (page / "assets" / "index-AbCd1234.js").write_text(SCRIPT)
    (page / "assets" / "index-AbCd1234.js.br").write_bytes(b"brotli, to believe")
    (page / "assets" / "sans-Ab.woff2").write_bytes(b"wOF2" + bytes(3000))
    (page / "mark.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>" + " " * 2000)
    return page


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with settings_for("sqlite", tmp_path_factory.mktemp("server")) as settings:
        running = start(replace(settings, page=str(folder)))
        yield running
        running.stop()


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    own = {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        return client.request(method, path, headers={"accept-encoding": "identity"} | own)


@pytest.mark.parametrize(
    "path", ["/", "/new", "/me", "/rules", "/rules/R5.4", "/table/k3QmZ8xYvB1t"]
)
def test_every_room_is_the_same_page(server: Server, path: str) -> None:
    path = path.replace("R5.4", "R5")
    answer = ask(server, path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_where_there_is_no_room_the_page_says_so(server: Server) -> None:
    answer = ask(server, "/cellar")
    assert (answer.status_code, answer.text) == (404, INDEX)


def test_files_with_a_hash_in_their_name_are_kept_for_ever(server: Server) -> None:
    answer = ask(server, "/assets/index-AbCd1234.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ask(server, "/mark.svg").headers["cache-control"] == "no-cache"
    assert ask(server, "/mark.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("br, gzip", "br"),
        ("gzip, deflate, br;q=0.5", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("deflate", None),
        ("identity", None),
    ],
)
def test_the_smallest_form_that_is_understood(
    server: Server, accepted: str, encoding: str | None
) -> None:
    with (
        httpx.Client(base_url=server.url, trust_env=False) as client,
        client.stream(
            "GET", "/assets/index-AbCd1234.js", headers={"accept-encoding": accepted}
        ) as answer,
    ):
        body = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) == len(body)
    if encoding == "br":
        assert body == b"brotli, to believe"
    else:
        plain = gzip.decompress(body) if encoding else body
        assert plain.decode() == SCRIPT


def test_what_is_small_already_is_not_compressed(server: Server) -> None:
    answer = ask(server, "/assets/sans-Ab.woff2", accept_encoding="br, gzip")
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-type"] == "font/woff2"


def test_what_the_browser_has_is_not_sent_again(server: Server) -> None:
    tag = ask(server, "/").headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        answer = ask(server, "/me", if_none_match=known)
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == tag
    assert ask(server, "/", if_none_match='"other"').status_code == 200


def test_head(server: Server) -> None:
    answer = ask(server, "/", "HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(INDEX))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_page_can_only_be_read(server: Server, method: str) -> None:
    answer = ask(server, "/", method)
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/none.js",
        "/favicon.ico",
        "/../pages.py",
        "/assets/../../app.py",
        "/%2e%2e/app.py",
        "/assets/index-AbCd1234.js.br",
        "/assets%2f..%2f..%2fapp.py",
        "/index.html%00.js",
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_page_built_anew_is_served_at_once(server: Server, folder: Path) -> None:
    first = ask(server, "/")
    (folder / "index.html").write_text(INDEX + "!")
    os.utime(folder / "index.html", ns=(1, 1))
    try:
        second = ask(server, "/")
        assert second.text == INDEX + "!"
        assert second.headers["etag"] != first.headers["etag"]
    finally:
        (folder / "index.html").write_text(INDEX)


def test_without_a_page_it_is_said_what_to_do(
    make_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = make_server(page=str(tmp_path / "nowhere"))
    answer = ask(server, "/")
    assert answer.status_code == 503
    assert "make play" in answer.text
    assert ask(server, "/api/me").status_code == 200
