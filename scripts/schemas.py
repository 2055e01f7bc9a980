"""Writes docs/json.md, what every command answers with --json, docs/openapi.json, and the tables of docs/api.md: all
from the tables and types of the program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from muster.api.call import Route
from muster.api.openapi import document
from muster.api.routes import MINE, PUBLIC, PUBLIC_BEYOND, ROUTES, SERVER
from muster.api.shapes import Body
from muster.app.permissions import SCOPES, SERVER_SCOPES, Action, scope_for
from muster.cli.replies.base import Change, Refused
from muster.cli.schemas import REPLIES, defined

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "json.md"
OPENAPI = DOCS / "openapi.json"
API_PAGE = DOCS / "api.md"

HEAD = """# Answers in JSON

This page is written by `scripts/schemas` from the program's own types: change those, not the page.
[The command line](cli.md#json) says what all answers share. `muster schema COMMAND` prints the same as a JSON Schema
(2020-12), for programs that check what they read.

Keys are only ever added: a program that reads answers should ignore keys it does not know. *Exact* is a whole number,
or a fraction as text such as `"71/16"`. Any command may answer [Refused](#refused) instead.

"""


FILES = {"application/zip": "a zip", "application/pdf": "a PDF"}
WORDS = {"integer": "whole number", "string": "text", "boolean": "true or false", "null": "null"}


def page() -> str:
    return HEAD + "\n".join([*_commands(), *_shapes()]) + "\n"


def _commands() -> Iterator[str]:
    yield "## Commands"
    yield ""
    yield "| command | answers |"
    yield "|---|---|"
    for command, shapes in REPLIES.items():
        yield f"| `{command}` | {', '.join(_link(shape.__name__) for shape in shapes)} |"
    yield ""


def _shapes() -> Iterator[str]:
    replies = dict.fromkeys(shape for shapes in ((Refused, Change), *REPLIES.values()) for shape in shapes)
    known = defined(list(replies))
    names = [shape.__name__ for shape in replies]
    yield "## Replies"
    yield ""
    yield "Every reply has `ok`. A reply that is a change has the keys of [Change](#change) and those listed with it."
    yield ""
    for shape in replies:
        change = shape is not Change and issubclass(shape, Change)
        skip = list(known["Change"]["properties"]) if change else [] if shape is Refused else ["ok"]
        yield from _one(shape.__name__, known[shape.__name__], "A change." if change else "", skip)
    yield "## Views"
    yield ""
    for name in sorted(set(known) - set(names)):
        yield from _one(name, known[name])


def _one(name: str, shape: dict[str, Any], lead: str = "", skip: Sequence[str] = ()) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    told = " ".join([*lead.split(), *shape.get("description", "").split()])
    if told:
        yield told
        yield ""
    if "enum" in shape:
        yield _type(shape)
        yield ""
        return
    keys = {key: part for key, part in shape["properties"].items() if key not in skip}
    if not keys:
        return
    yield "| key | value |"
    yield "|---|---|"
    for key, part in keys.items():
        left_out = "" if key in shape.get("required", ()) else "; may be left out"
        yield f"| `{key}` | {_type(part)}{left_out} |"
    yield ""


def _type(part: dict[str, Any]) -> str:
    """What is under a key, in words."""
    if "$ref" in part:
        return _link(part["$ref"].rpartition("/")[2])
    if "enum" in part:
        return ", ".join(f"`{_word(one)}`" for one in sorted(part["enum"], key=str))
    if "anyOf" in part:
        found = list(dict.fromkeys(_type(one) for one in part["anyOf"]))
        if "exact" in found:
            found.remove("whole number")
        return " or ".join(found)
    if part.get("pattern", "").endswith("/[0-9]+$"):
        return "exact"
    kind = part.get("type")
    if kind == "array" and "prefixItems" in part:
        return f"list of {len(part['prefixItems'])}: {', '.join(_type(one) for one in part['prefixItems'])}"
    if kind == "array":
        return f"list of {_type(part['items'])}" if part.get("items") else "list"
    if kind == "object":
        more = part.get("additionalProperties")
        return f"object, each {_type(more)}" if more else "object"
    return WORDS.get(str(kind), "anything")


def _word(value: object) -> str:
    return value if isinstance(value, str) and value else json.dumps(value)


def _link(name: str) -> str:
    return f"[{name}](#{re.sub('[^a-z0-9]', '', name.lower())})"


def openapi() -> str:
    return json.dumps(document(), indent=1) + "\n"


def api_page(text: str) -> str:
    """The page about the API, with tables written from the program."""
    tables = {
        "public": _routes((*PUBLIC, *PUBLIC_BEYOND)),
        "routes": _routes(ROUTES),
        "scopes": _scopes(SCOPES),
        "server": _routes(SERVER),
        "mine": _routes(MINE),
        "server-scopes": _scopes(SERVER_SCOPES),
    }
    for name, rows in tables.items():
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        text = (
            f"{before}<!-- {name} -->\n"
            + "\n".join(rows)
            + f"\n<!-- /{name} -->"
            + rest.partition(f"<!-- /{name} -->")[2]
        )
    return text


def _routes(routes: Sequence[Route[Any]]) -> Iterator[str]:
    yield "| address | does | sends | answers | scope | name |"
    yield "|---|---|---|---|---|---|"
    for route in routes:
        sends = "" if route.body is Body else f"`{route.body.__name__}`"
        scope = scope_for(route.action)
        for_all = route in (*PUBLIC, *PUBLIC_BEYOND) or scope is None
        named = "" if for_all or route in MINE else "any" if route.action is Action.LOOK else str(scope)
        address = f"`{route.method} {route.path}`"
        answers = FILES[route.media] if route.answer is bytes else f"`{route.answer.__name__}`"
        yield f"| {address} | {route.summary} | {sends} | {answers} | {named} | `{route.name}` |"


def _scopes(scopes: Mapping[Any, frozenset[Action]]) -> Iterator[str]:
    yield "| scope | lets a program |"
    yield "|---|---|"
    for scope, actions in scopes.items():
        yield f"| `{scope}` | {'; '.join(action for action in Action if action in actions)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    OPENAPI.write_text(openapi(), "utf-8")
    API_PAGE.write_text(api_page(API_PAGE.read_text("utf-8")), "utf-8")
