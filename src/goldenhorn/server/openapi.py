"""The API's description for programs, OpenAPI 3.1: from the doors, and from the forms they take."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec import Struct

from goldenhorn import __version__
from goldenhorn.server.doors import Door
from goldenhorn.server.forms import Problem
from goldenhorn.words import say

_PATH: Final = {
    "id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 40,
        "pattern": "^[0-9A-Za-z]+$",
        "description": "As in what lists them.",
        "examples": ["k3QmZ8xYvB1t"],
    },
    "ply": {"type": "integer", "minimum": 0, "maximum": 999_999, "examples": [12]},
}
_REASONS: Final[dict[int, tuple[str, str, dict[str, Any]]]] = {
    400: ("bad-form", "refused-body", {"why": "Expected `int`, got `str`", "where": "seat"}),
    401: ("sign-in", "refused-sign-in", {}),
    403: ("foreign-origin", "refused-foreign-origin", {}),
    404: ("no-such-table", "refused-no-table", {}),
    409: ("name-taken", "refused-name-taken", {}),
    413: ("too-large", "refused-too-large", {"most": 16384}),
    415: ("not-json", "refused-not-json", {}),
    421: ("wrong-host", "refused-host", {}),
    422: ("bad-name", "refused-name-signs", {}),
    429: ("slow-down", "refused-slow-down", {"seconds": 8}),
    500: ("unforeseen", "refused-unforeseen", {}),
    503: ("no-database", "refused-no-database", {}),
}


def described(doors: Sequence[Door], cookie: str) -> dict[str, Any]:
    """All of the API, whose cookie is called so."""
    types = [each for door in doors for each in (door.form, door.answer) if each is not None]
    schemas, components = msgspec.json.schema_components(
        [*types, Problem], ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip(map(str, [*types, Problem]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for door in doors:
        paths.setdefault(door.path, {})[door.method.lower()] = _operation(door, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": say("api-title"),
            "version": __version__,
            "description": say("api-about"),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": tag} for tag in dict.fromkeys(door.tag for door in doors)],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def statuses(door: Door) -> list[int]:
    """With which it may refuse."""
    found = {401, 403, 421, 429, 500, 503, *door.refusals}
    if door.form is not None:
        found |= {400, 413, 415, 422}
    if door.query is not None:
        found |= {400}
    if door.method == "GET":
        found -= {403} - set(door.refusals)
    return sorted(found)


def _operation(door: Door, schema_of: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": HTTPStatus(door.status).phrase}
    if door.answer is not None:
        answer["content"] = {"application/json": {"schema": schema_of[str(door.answer)]}}
    told: dict[str, Any] = {
        "operationId": door.name,
        "summary": door.summary,
        "tags": [door.tag],
        "security": _security(door),
        "responses": {str(door.status): answer}
        | {str(status): _refusal(status, schema_of) for status in statuses(door)},
    }
    parameters = [*_in_path(door), *_in_query(door)]
    if parameters:
        told["parameters"] = parameters
    if door.form is not None:
        content: dict[str, Any] = {"schema": schema_of[str(door.form)]}
        if door.example is not None:
            content["examples"] = {"usual": {"value": door.example}}
        told["requestBody"] = {
            "required": door.method != "DELETE",
            "content": {"application/json": content},
        }
    return told


def _security(door: Door) -> list[dict[str, list[str]]]:
    found: list[dict[str, list[str]]] = [{"cookie": []}]
    if not door.asker.startswith("page"):
        found.append({"token": []})
    if door.asker in ("anyone", "page or nobody"):
        found.append({})
    return found


def _refusal(status: int, schema_of: dict[str, Any]) -> dict[str, Any]:
    error, reason, values = _REASONS[status]
    example = {"error": error, "reason": say(reason, **values)}
    told: dict[str, Any] = {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": schema_of[str(Problem)], "example": example}},
    }
    if status == 429:
        told["headers"] = {
            "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}
        }
    return told


def _in_path(door: Door) -> list[dict[str, Any]]:
    names = re.findall(r"\{(\w+)\}", door.path)
    return [{"name": n, "in": "path", "required": True, "schema": _PATH[n]} for n in names]


def _in_query(door: Door) -> list[dict[str, Any]]:
    if door.query is None:
        return []
    return [_parameter(field, door.query) for field in msgspec.structs.fields(door.query)]


def _parameter(field: msgspec.structs.FieldInfo, form: type[Struct]) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([field.type])
    kinds = [kind for kind in schema.pop("anyOf", []) if kind != {"type": "null"}]
    if len(kinds) == 1:  # in an address there is no null: it is left out
        schema |= kinds[0]
    told: dict[str, Any] = {"name": field.encode_name, "in": "query", "required": field.required}
    if "description" in schema:
        told["description"] = schema.pop("description")
    if field.default not in (msgspec.NODEFAULT, None):
        schema["default"] = field.default
    return told | {"schema": schema}
