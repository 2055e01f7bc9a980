"""The OpenAPI document and the page about the API say what is so, and the examples on it run as written."""

from __future__ import annotations

import importlib.util
import json
import shlex
from email.message import Message
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request
from urllib.response import addinfourl

import pytest

from muster.api import client
from muster.api.openapi import document
from muster.api.problems import STATUS
from muster.api.routes import EVERY, STANDINGS, named
from muster.app.events import actions as events
from muster.app.permissions import Scope, ServerScope
from muster.app.views.event import awards_view
from muster.web.site import Site
from tests.test_docs import fenced
from tests.web.api.program import Carrier, player_program, program, server_program
from tests.web.conftest import STAFF

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
HOOKS = (ROOT / "docs" / "webhooks.md").read_text("utf-8")


def test_document_and_tables_are_as_the_program_has_them() -> None:
    spec = importlib.util.spec_from_file_location("schemas_of_api", ROOT / "scripts" / "schemas.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (ROOT / "docs" / "openapi.json").read_text("utf-8") == module.openapi(), "run scripts/schemas"
    assert module.api_page(PAGE) == PAGE, "run scripts/schemas"
    # Every kind of refusal is explained on the page, except our own faults.
    kinds = {kind.kind for kind in STATUS} - {"damaged_journal"}
    assert [kind for kind in kinds if f"`{kind}`" not in PAGE] == []


def references(part: Any) -> set[str]:
    if isinstance(part, dict):
        here = {part["$ref"]} if "$ref" in part else set()
        return here.union(*map(references, part.values()))
    return set().union(*map(references, part)) if isinstance(part, list) else set()


def test_the_document_is_whole_and_has_every_route(site: Site) -> None:
    made = document()
    parts = {f"#/components/{kind}/{name}" for kind in ("responses", "schemas") for name in made["components"][kind]}
    assert references(made) == parts
    operations = [one for path in made["paths"].values() for one in path.values()]
    assert sorted(one["operationId"] for one in operations) == sorted(r.name for r in EVERY)
    assert all(one["summary"].endswith(".") for one in operations)
    bodies = [shape for name, shape in made["components"]["schemas"].items() if name.endswith("Body")]
    assert bodies and all(shape["additionalProperties"] is False for shape in bodies)
    answer = Carrier(site)._http.get("/api/v1/openapi.json")
    assert json.loads(answer.content) == made


@pytest.fixture
def token(site: Site) -> str:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    return program(site, *Scope).token


def test_the_examples_run_as_written(
    site: Site, token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    carry = Carrier(site)
    commands = [line for block in fenced(PAGE, "sh") for line in block.splitlines()]
    club = server_program(site, *Scope, *ServerScope).token
    told = []
    for line in commands:
        line = line.replace("$TOKEN", token).replace("$CLUB", club)
        told.append(curl(carry, line.replace("$ANN", player_program(site, 1).token) if "$ANN" in line else line))
    assert told == [200, 200, 201, 200, 200, 201, 200]
    assert [p.name for p in site.open("cup").event.players.values()] == ["Ann", "Bob"]
    monkeypatch.setattr(client, "urlopen", Wire(carry))
    names = {"token": token, "server_token": club}
    for block in fenced(PAGE, "python"):
        exec(block, names)
    assert capsys.readouterr().out.splitlines()[-1].startswith("409 ")
    assert site.open("autumn-open").event.name == "Autumn Open"
    assert site.open("cup").event.finished and site.open("cup").event.announcement == "Lunch until 13:30"
    assert [one.player.name for one in awards_view(site.open("cup")) if one.title == "Best painted" and one.player] == [
        "Ann"
    ]
    # What has not changed is not sent again.
    hall = client.Client("http://localhost", token)
    assert hall.ask(STANDINGS, event="cup") == hall.ask(STANDINGS, event="cup") and carry.last.status == 304


def test_a_base_with_a_slash_at_its_end_works_too(site: Site, token: str) -> None:
    hall = client.Client("http://localhost/", token, carry=Carrier(site))
    assert hall.ask(STANDINGS, event="cup").rows == []


def test_a_route_that_does_not_exist_is_answered_with_the_likeliest() -> None:
    with pytest.raises(KeyError, match=r"No route is named 'standing'\. Did you mean 'standings'"):
        named("standing")
    with pytest.raises(KeyError, match=r"No route is named '§§§'\.\"$"):
        named("§§§")


def test_the_example_of_the_page_about_webhooks_runs(site: Site, token: str) -> None:
    (line,) = [line for block in fenced(HOOKS, "sh") for line in block.splitlines()]
    assert curl(Carrier(site), line.replace("$TOKEN", token)) == 201


class Wire:
    """Replaces the network: the client is answered in this process."""

    def __init__(self, carry: Carrier) -> None:
        self._carry = carry

    def __call__(self, request: Request, timeout: float) -> Any:
        sent = request.data if isinstance(request.data, bytes) else b""
        headers = {name.title(): value for name, value in request.header_items()}
        answer = self._carry(request.get_method(), request.full_url, headers, sent)
        told = Message()
        for name, value in answer.headers.items():
            told[name.lower()] = value  # As our server writes them.
        if answer.status >= 400 or answer.status == 304:
            raise HTTPError(request.full_url, answer.status, "", told, BytesIO(answer.body))
        return addinfourl(BytesIO(answer.body), told, request.full_url, answer.status)


def curl(carry: Carrier, line: str) -> int:
    """What a line with curl is answered."""
    program, *words = shlex.split(line)
    assert program == "curl"
    headers, body, address = {}, "", words.pop()
    for option, value in zip(words[::2], words[1::2], strict=True):
        if option == "-H":
            name, _, text = value.partition(": ")
            headers[name] = text
        else:
            assert option == "-d"
            body = value
    return carry("POST" if body else "GET", address, headers, body.encode()).status
