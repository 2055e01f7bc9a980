"""The OpenAPI 3.1 document, made from the table of routes and the shapes of the program."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from muster.api.areas.sheets import SHEETS
from muster.api.call import Holder, Route
from muster.api.problems import CONTENT_TYPE, STATUS, Forbidden, TooLarge, Unauthorised, Unreadable
from muster.api.routes import EVERY, PUBLIC, PUBLIC_BEYOND
from muster.api.shapes import Body, Problem, Query
from muster.app.permissions import scope_for
from muster.app.webhooks.messages import WebhookMessage
from muster.core.kit.errors import BadInput, Busy, DamagedJournal, Refusal, UnknownName

VERSION = "1"
REF = "#/components/schemas/{name}"
REFUSED = "#/components/responses/{name}"

ABOUT = (
    "Run and read an event from a program. What a program may do is said by its token, which the organiser makes on "
    "the event's desk. The addresses that end in `.json` are for everybody, without a token. Errors are problem "
    "documents (RFC 9457); their `code` never changes. Fields are only ever added to answers: "
    "ignore those you do not know."
)

PART = {
    "event": ("The event's id.", {"type": "string"}),
    "season": ("The season's id.", {"type": "string"}),
    "person": ("The person's key, or NAME, or NAME@EVENT.", {"type": "string"}),
    "sheet": ("Which sheet; “kit” is everything to go on by hand.", {"enum": list(SHEETS)}),
    "number": ("The number of the round, player, call, ruling or recommendation.", {"type": "integer", "minimum": 0}),
    "table": ("The number of the table.", {"type": "integer", "minimum": 0}),
}

KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Any text of your own. The same request under the same key is applied once, however often it comes.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
}


@cache
def document() -> dict[str, Any]:
    answers = [r.answer for r in EVERY if r.answer is not bytes]
    bodies = [r.body for r in EVERY if r.body is not Body]
    shapes = list(dict.fromkeys([Problem, WebhookMessage, *answers, *bodies]))
    _, schemas = msgspec.json.schema_components(shapes, ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for route in EVERY:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Muster", "version": VERSION, "description": ABOUT},
        "paths": paths,
        "webhooks": {"happening": {"post": _webhook()}},
        "components": {
            "responses": {
                _named(status): {"description": status.phrase, "content": {CONTENT_TYPE: {"schema": _ref(Problem)}}}
                for status in sorted({status for route in EVERY for status in _refusals(route)})
            },
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _webhook() -> dict[str, Any]:
    """What this server itself sends to others."""
    headers = ("webhook-id", "webhook-timestamp", "webhook-signature")
    return {
        "summary": "Sent to the webhooks of an event when something happens.",
        "description": "Signed as in Standard Webhooks. Any answer from 200 to 299 says that it arrived.",
        "parameters": [
            {"name": name, "in": "header", "required": True, "schema": {"type": "string"}} for name in headers
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": _ref(WebhookMessage)}}},
        "responses": {"204": {"description": "It arrived."}},
    }


def _operation(route: Route[Any]) -> dict[str, Any]:
    is_public = route in (*PUBLIC, *PUBLIC_BEYOND)
    scope = scope_for(route.action)
    needs = "For everybody." if is_public or scope is None else f"Scope: {scope.value}."
    if route.holder is Holder.PLAYER:
        needs = "With a token for one player."
    if route.holder is Holder.SERVER:
        needs += " With a token for the whole server."
    found: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "description": needs,
        "security": [] if is_public else [{"token": []}],
        "parameters": _parameters(route),
        "responses": {
            str(route.status): {"description": route.summary, "content": _content(route.answer, route.media)},
            **{str(status.value): {"$ref": REFUSED.format(name=_named(status))} for status in _refusals(route)},
        },
    }
    if route.method == "GET" and not route.timed:
        found["responses"]["304"] = {"description": "The answer whose ETag was sent as If-None-Match is still right."}
    if route.does is not None:
        shape = {"type": "object", "additionalProperties": False} if route.body is Body else _ref(route.body)
        needed = any(field.required for field in msgspec.structs.fields(route.body))
        found["requestBody"] = {"required": needed, "content": {"application/json": {"schema": shape}}}
    return found


def _refusals(route: Route[Any]) -> list[HTTPStatus]:
    """The statuses of problem documents that a route may answer with."""
    kinds: list[type[Refusal]] = [Refusal, UnknownName, BadInput, Busy, DamagedJournal]
    if route not in (*PUBLIC, *PUBLIC_BEYOND):
        kinds += [Unauthorised, Forbidden]
    if route.does is not None:
        kinds += [Unreadable, TooLarge]
    often = {HTTPStatus.TOO_MANY_REQUESTS} if route.does is not None else set()
    return sorted({STATUS[kind] for kind in kinds} | often)


def _named(status: HTTPStatus) -> str:
    return status.phrase.replace(" ", "")


def _parameters(route: Route[Any]) -> list[dict[str, Any]]:
    parts = [
        {"name": name, "in": "path", "required": True, "description": PART[name][0], "schema": PART[name][1]}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    return [*parts, *_queries(route.query), *([KEY] if route.does is not None else [])]


def _queries(query: type[Query]) -> list[dict[str, Any]]:
    schema = msgspec.json.schema_components([query])[1][query.__name__]
    return [
        {"name": name, "in": "query", "required": False, "schema": part} for name, part in schema["properties"].items()
    ]


def _content(shape: type[Any], media: str = "application/json") -> dict[str, Any]:
    return {media: {} if shape is bytes else {"schema": _ref(shape)}}


def _ref(shape: type[Any]) -> dict[str, str]:
    return {"$ref": REF.format(name=shape.__name__)}
