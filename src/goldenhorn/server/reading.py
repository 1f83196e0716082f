"""The API's description for people: a plain page, made from the one for programs."""

from collections.abc import Iterator
from html import escape
from json import dumps
from typing import Any, Final

from goldenhorn.words import say

STYLE: Final = "/api/reading.css"
SHEET: Final = """\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
html { background: Canvas; color: CanvasText; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
section { border-top: 1px solid #8886; padding: .3rem 0; }
h2 { font-size: 1.15rem; } h3 { font-size: 1rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding-right: 1rem; }
th { white-space: nowrap; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .2rem 1rem; }
dd { margin: 0; } pre { margin: 0; white-space: pre-wrap; }
small { opacity: .8; } abbr { text-decoration: none; }
"""


def page_of(told: dict[str, Any]) -> str:
    """The whole page; it needs no script, and nothing from elsewhere."""
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(told['info']['title'])}</title>",
            f'<link rel="stylesheet" href="{STYLE}">',
            f"<main><h1>{escape(told['info']['title'])}</h1>",
            f"<p>{escape(told['info']['description'])}</p>",
            f'<p><a href="/api/openapi.json">{escape(say("api-schema"))}</a></p>',
            *_contents(told),
            *_operations(told),
            f"<h2>{escape(say('api-forms'))}</h2>",
            *_forms(told),
            "</main></html>",
        )
    )


def _each(told: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def _contents(told: dict[str, Any]) -> Iterator[str]:
    yield "<nav><table>"
    for method, path, operation in _each(told):
        link = f'<a href="#{operation["operationId"]}">{escape(path)}</a>'
        summary = escape(operation["summary"])
        yield f"<tr><th>{method}<td><code>{link}</code><td>{summary}"
    yield "</table></nav>"


def _operations(told: dict[str, Any]) -> Iterator[str]:
    for method, path, operation in _each(told):
        yield f'<section id="{operation["operationId"]}">'
        yield f"<h2><b>{method}</b> <code>{escape(path)}</code></h2>"
        yield f"<p>{escape(operation['summary'])} <i>({escape(_asker(operation))})</i></p><dl>"
        for parameter in operation.get("parameters", ()):
            name = escape(parameter["name"])
            about = escape(parameter.get("description", ""))
            yield f"<dt><code>{name}</code><dd>{about} {_kind(parameter['schema'])}"
        body = operation.get("requestBody")
        if body:
            content = body["content"]["application/json"]
            yield f"<dt>{escape(say('api-sends'))}<dd>{_kind(content['schema'])}"
            for example in content.get("examples", {}).values():
                text = escape(dumps(example["value"], ensure_ascii=False))
                yield f"<dt>{escape(say('api-example'))}<dd><pre>{text}</pre>"
        yield from _answers(operation["responses"])
        yield "</dl></section>"


def _asker(operation: dict[str, Any]) -> str:
    security = operation["security"]
    known = say("api-someone") if {"token": []} in security else say("api-page")
    return f"{say('api-anyone')}; {known}" if {} in security else known


def _answers(responses: dict[str, Any]) -> Iterator[str]:
    refusals = []
    for status, answer in responses.items():
        if int(status) >= 400:
            refusals.append(f"<abbr title='{escape(answer['description'])}'>{status}</abbr>")
            continue
        content = answer.get("content", {}).get("application/json")
        kind = _kind(content["schema"]) if content else escape(say("api-nothing"))
        yield f"<dt>{escape(say('api-answers'))}<dd>{status}: {kind}"
    yield f"<dt>{escape(say('api-refuses'))}<dd>{', '.join(refusals)}"


def _forms(told: dict[str, Any]) -> Iterator[str]:
    for name, schema in sorted(told["components"]["schemas"].items()):
        yield f'<section id="form-{name}"><h3>{escape(name)}</h3>'
        yield f"<p>{escape(schema.get('description', ''))}</p><dl>"
        for field, kind in schema.get("properties", {}).items():
            need = say("api-required") if field in schema.get("required", ()) else ""
            about = escape(kind.get("description", ""))
            yield f"<dt><code>{escape(field)}</code> <i>{escape(need)}</i><dd>{_kind(kind)} {about}"
        yield "</dl></section>"


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#form-{name}">{escape(name)}</a>'
    if "anyOf" in schema:
        told = " | ".join(_kind(each) for each in schema["anyOf"])
    elif "enum" in schema:
        told = " | ".join(f"<code>{escape(dumps(each))}</code>" for each in schema["enum"])
    elif schema.get("type") == "array":
        told = f"[{_kind(schema.get('items', {}))}, …]"
    else:
        told = escape(str(schema.get("type", "…")))
    bounds = [
        f"{word} {schema[name]}"
        for name, word in (
            ("minimum", "≥"),
            ("maximum", "≤"),
            ("minLength", "length ≥"),
            ("maxLength", "length ≤"),
            ("pattern", "like"),
            ("minItems", "items ≥"),
            ("maxItems", "items ≤"),
        )
        if name in schema
    ]
    if schema.get("default") is not None:
        bounds.append(f"= {dumps(schema['default'])}")
    return f"{told} <small>{escape(', '.join(bounds))}</small>" if bounds else told
