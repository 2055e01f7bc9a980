"""A program that speaks to the site as one from elsewhere would; every answer is held against the OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.test import Client as DjangoClient

from muster.api.call import Route
from muster.api.client import Client, HttpAnswer
from muster.api.openapi import document
from muster.api.problems import CONTENT_TYPE
from muster.api.routes import EVERY
from muster.api.shapes import Problem
from muster.app.permissions import AnyScope, Scope
from muster.web.site import Site

BASE = "http://localhost"
SHAPES: dict[str, type[Any]] = {route.answer.__name__: route.answer for route in EVERY}


def program(site: Site, *scopes: Scope, event: str = "cup", name: str = "Scoreboard") -> Client:
    """One with a token for these scopes."""
    token = site.tokens.make(event, site.open(event).hashes[0], name, scopes, 30)
    return Client(BASE, token, carry=Carrier(site))


def server_program(site: Site, *scopes: AnyScope, name: str = "Club") -> Client:
    """One with a token for the whole server."""
    return Client(BASE, site.tokens.make("", "", name, scopes, 30), carry=Carrier(site))


def player_program(site: Site, number: int, event: str = "cup") -> Client:
    """One with a token for one player."""
    token = site.tokens.make(event, site.open(event).hashes[0], "", (), 30, number)
    return Client(BASE, token, carry=Carrier(site))


class Carrier:
    """Sends requests to the site in this process, without browser cookies or form tokens."""

    def __init__(self, site: Site) -> None:
        defaults: dict[str, Any] = {"SERVER_NAME": "localhost", "muster.site": site}
        self._http = DjangoClient(enforce_csrf_checks=True, **defaults)
        self.last = HttpAnswer(0, {}, b"")

    def __call__(self, method: str, address: str, headers: Mapping[str, str], body: bytes) -> HttpAnswer:
        whole = urlsplit(address)
        path = whole.path + (f"?{whole.query}" if whole.query else "")
        kind = headers.get("Content-Type", "application/octet-stream")
        answer = self._http.generic(method, path, body, kind, headers=dict(headers))
        self.last = HttpAnswer(answer.status_code, dict(answer.headers), answer.content)
        must_be_documented(method, whole.path, self.last)
        return self.last


@cache
def _addresses() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """What an address looks like, with its operations, in the document's order."""
    found = []
    for template, operations in document()["paths"].items():
        pattern = re.sub(r"{(\w+)}", lambda part: r"\d+" if part[1] in ("number", "table") else "[^/]+", template)
        found.append((re.compile(pattern.replace(".json", r"\.json")), operations))
    return found


def documented(path: str) -> dict[str, Any] | None:
    """The operations that the document has for an address."""
    return next((operations for pattern, operations in _addresses() if pattern.fullmatch(path)), None)


def must_be_documented(method: str, path: str, answer: HttpAnswer) -> None:
    """The answer has the status, type and shape that the document promises: nothing less, else or more."""
    if answer.status >= 400:
        assert answer.headers["Content-Type"] == CONTENT_TYPE, answer
        problem = msgspec.json.decode(answer.body, type=Problem)
        assert problem.status == answer.status and problem.detail and problem.code
        assert problem.type == f"urn:muster:problem:{problem.code}"
        told = (documented(path) or {}).get(method.lower())
        assert told is None or str(answer.status) in told["responses"], f"{method} {path} answers {answer.status}"
        return
    operations = documented(path)
    assert operations is not None and method.lower() in operations, f"{method} {path} is not in the document"
    promised = operations[method.lower()]["responses"]
    assert str(answer.status) in promised, f"{method} {path} answers {answer.status}"
    if answer.status == 304:
        assert not answer.body
        return
    content = promised[str(answer.status)]["content"]
    if "schema" not in content[answer.headers["Content-Type"]]:
        assert answer.body[:2] in (b"PK", b"%P")  # A zip or a PDF.
        return
    shape = promised[str(answer.status)]["content"][answer.headers["Content-Type"]]["schema"]["$ref"].split("/")[-1]
    read = msgspec.json.decode(answer.body, type=SHAPES[shape])
    assert json.loads(msgspec.json.encode(read)) == json.loads(answer.body)


def filled(route: Route[Any], event: str = "cup", number: int = 1) -> str:
    return route.address(event=event, number=number, table=1, season="league", person="none", sheet="pairings")
