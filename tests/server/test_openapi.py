"""The description of the API: complete, valid, and kept to whatever is asked of the server."""

import itertools
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from goldenhorn.server.app import DOORS
from tests.server.conftest import Server


@pytest.fixture(scope="module")
def description(plain_server: Server) -> dict[str, Any]:
    found: dict[str, Any] = plain_server.client().get("/api/openapi.json").json()
    return found


def operations(description: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]


def test_everything_can_be_found_there(plain_server: Server, description: dict[str, Any]) -> None:
    assert description["openapi"].startswith("3.1")
    described = {(method.upper(), path) for method, path, _ in operations(description)}
    assert described == {(door.method, door.path) for door in DOORS}
    hidden = {"/metrics", "/api", "/api/openapi.json", "/api/reading.css"}
    served = {re.sub(r":str\}", "}", route.path) for route in plain_server.app.routes}
    assert served == {path for _, path in described} | hidden | {"/api/tables/{id}/live"}


def test_every_form_has_an_example_that_fits(description: dict[str, Any]) -> None:
    for method, path, operation in operations(description):
        body = operation.get("requestBody")
        if body:
            content = body["content"]["application/json"]
            schema = content["schema"] | {"components": description["components"]}
            assert content["examples"], (method, path)
            for example in content["examples"].values():
                jsonschema_rs.validator_for(schema).validate(example["value"])


def test_every_operation_says_who_may_and_what_may_be_refused(description: dict[str, Any]) -> None:
    for _, path, operation in operations(description):
        assert operation["summary"].endswith(".")
        assert operation["security"]
        assert {"401", "429", "500"} <= set(operation["responses"]), path
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                example = answer["content"]["application/json"]["example"]
                assert example["reason"].endswith((".", ")"))


def test_the_docs_list_every_door() -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    for door in DOORS:
        assert door.path in text, door.path


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.inline: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.inline |= {name for name in found if name.startswith("on") or name == "style"}
        self.ids.add(found.get("id") or "")
        self.links += [found[name] or "" for name in ("href", "src") if name in found]


def test_the_page_to_read_it_by(plain_server: Server, description: dict[str, Any]) -> None:
    client = plain_server.client()
    answer = client.get("/api")
    assert answer.headers["content-type"].startswith("text/html")
    page = Page()
    page.feed(answer.text)
    assert not page.tags & {"script", "style", "img", "iframe"}
    assert not page.inline
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        else:
            assert link.startswith("/api/")
            assert client.get(link).status_code == 200
    for _, path, operation in operations(description):
        assert path in answer.text
        assert operation["operationId"] in page.ids


CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
ALL = [*CHECKS, checks.negative_data_rejection]
ITS_PATHS = sorted({(door.method, door.path) for door in DOORS})


@pytest.fixture(scope="module")
def program(server: Server) -> httpx.Client:
    return server.program("Ada")


@pytest.fixture(scope="module")
def table(program: httpx.Client) -> str:
    answer = program.post("/api/play", json={"players": 2, "bot": "mozzo"})
    return str(answer.json()["id"])


@pytest.mark.parametrize(("method", "path"), ITS_PATHS, ids=lambda part: part.strip("/"))
def test_whatever_is_asked_the_answer_is_as_described(
    method: str, path: str, server: Server, program: httpx.Client, table: str
) -> None:
    """Schemathesis, by somebody with a token and a table: what fits the forms, and what not."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    operation = schema[path][method]
    shown = {"Authorization": program.headers["Authorization"]}
    if next(d for d in DOORS if (d.method, d.path) == (method, path)).asker.startswith("page"):
        cookie = server.guest("Bruno").cookies["goldenhorn"]
        shown = {"Cookie": f"goldenhorn={cookie}", "Origin": server.url}
    turns = itertools.cycle((True, False))

    @given(case=strategy(operation))
    @settings(
        max_examples=30,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        good = case.meta.generation.mode == GenerationMode.POSITIVE
        if good and "id" in (case.path_parameters or {}) and next(turns):
            case.path_parameters["id"] = table
        case.body = whole(case.body)
        answer = case.call(headers=shown)
        case.validate_response(answer, checks=CHECKS if good or only_known_by(case) else ALL)
        if good:
            assert answer.status_code != 400, answer.text

    ask()


def only_known_by(case: Any) -> bool:
    """Whether nothing is wrong but who it says to be, and that we put right."""
    wrong = {
        place.value
        for place, part in case.meta.components.items()
        if part.mode == GenerationMode.NEGATIVE
    }
    return wrong <= {"header", "cookie"}


def whole(body: Any) -> Any:
    """With 2 for 2.0, which JSON Schema calls an integer and nobody writes."""
    if isinstance(body, dict):
        return {name: whole(value) for name, value in body.items()}
    if isinstance(body, list):
        return [whole(value) for value in body]
    return int(body) if isinstance(body, float) and body.is_integer() else body


def strategy(operation: Any) -> Any:
    """What fits the form, and what does not."""
    good = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    return good | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
