"""Every route of the API for every kind of token and every kind of id: who gets in, and that nothing else happens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from muster.api.call import Holder, Route
from muster.api.openapi import document
from muster.api.routes import BY_TOKEN, EVERY
from muster.api.shapes import Body
from muster.app.events import carry
from muster.app.permissions import PLAYERS_OWN, AnyScope, Scope, ServerScope, actions_of
from muster.core.kit.model import PlayerId
from muster.web.site import Site
from muster.web.who import tokens
from tests.web.api.halls import HERE, Halls
from tests.web.api.program import BASE, Carrier

SCOPES: tuple[AnyScope, ...] = (*Scope, *ServerScope)


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Halls:
    return Halls(tmp_path_factory.mktemp("halls"))


def sample(part: dict[str, Any]) -> Any:
    """The least that a JSON schema accepts."""
    if "$ref" in part:
        return sample(document()["components"]["schemas"][part["$ref"].rpartition("/")[2]])
    if "default" in part or "const" in part:
        return part.get("default", part.get("const"))
    if "anyOf" in part or "enum" in part:
        return sample(part["anyOf"][0]) if "anyOf" in part else part["enum"][0]
    if part.get("type") == "object":
        fields = part.get("properties", {})
        return {name: sample(fields[name]) for name in part.get("required", ())}
    if part.get("type") == "array":
        return [sample(part["items"])] * part.get("minItems", 0)
    simple = {"integer": max(1, part.get("minimum", 1)), "number": 1, "boolean": True, "null": None, "string": "Xen"}
    return simple[part.get("type", "null")]


def body_of(route: Route[Any]) -> bytes:
    """A body that the document allows; the rules may still refuse it."""
    if route.does is None or route.body is Body:
        return b""
    return msgspec.json.encode(sample(document()["components"]["schemas"][route.body.__name__]))


def ask(halls: Halls, route: Route[Any], header: str, **parts: str | int) -> int:
    """The status of the answer. A refusal must not have changed anything, and must be a problem document."""
    before = halls.heads
    path = route.address(**{**HERE, **parts})
    signed = {"Authorization": header} if header else {}
    answer = Carrier(halls.site)(
        route.method, BASE + path, {**signed, "Content-Type": "application/json"}, body_of(route)
    )
    assert answer.status < 500, (route.name, answer.body)
    if answer.status >= 400 or route.does is None:
        assert halls.heads == before, f"{route.name} answered {answer.status} and did something"
    else:
        halls.renew()
    return answer.status


def token(site: Site, *scopes: AnyScope, event: str = "cup", player: int = 0, days: int = 30) -> str:
    first = site.open(event).hashes[0] if event else ""
    return "Bearer " + site.tokens.make(event, first, "Prober", scopes, days, player=player)


def revoked(site: Site) -> str:
    header = token(site, *SCOPES, event="")
    (made,) = (one for one in site.tokens.of("") if one.name == "Prober")
    site.tokens.revoke("", made.digest)
    return header


def expired(site: Site) -> str:
    return token(site, *SCOPES, event="", days=-1)


def of_an_earlier_event(site: Site) -> str:
    return "Bearer " + site.tokens.make("cup", "0" * 64, "Earlier", tuple(Scope), 30)


UNKNOWN: dict[str, Callable[[Site], str]] = {
    "none": lambda site: "",
    "made up": lambda site: "Bearer " + tokens.PREFIX + "x" * 43,
    "a path": lambda site: "Bearer ../../../etc/passwd",
    "without its kind": lambda site: token(site, *Scope).removeprefix("Bearer "),
    "as a password": lambda site: token(site, *Scope).replace("Bearer", "Basic"),
    "revoked": revoked,
    "expired": expired,
}
"""Tokens that do not work anywhere."""


@pytest.mark.parametrize("make", UNKNOWN.values(), ids=UNKNOWN)
def test_nobody_gets_in_without_a_token_that_is_good(halls: Halls, make: Callable[[Site], str]) -> None:
    header = make(halls.site)
    assert {route.name: ask(halls, route, header) for route in BY_TOKEN if ask(halls, route, header) != 401} == {}


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_opens_what_its_scope_names(halls: Halls, scope: AnyScope) -> None:
    """For the whole server, in one event, in another event, and in an earlier one that was called the same."""
    everywhere = token(halls.site, scope, event="")
    for route in BY_TOKEN:
        may = route.action in actions_of(scope) and route.holder is not Holder.PLAYER
        assert (ask(halls, route, everywhere) != 403) is may, route.name
    if isinstance(scope, ServerScope):
        return
    here = token(halls.site, scope)
    earlier = of_an_earlier_event(halls.site)
    for route in BY_TOKEN:
        may = route.action in actions_of(scope) and route.holder is Holder.PROGRAM
        assert (ask(halls, route, here) != 403) is may, route.name
        assert ask(halls, route, here, event="draft") == 403, route.name
        assert ask(halls, route, earlier) == 403, route.name


def test_a_token_does_not_open_a_copy_of_its_event(halls: Halls) -> None:
    """A copy has the same first entry as the event: only its id differs."""
    here = token(halls.site, Scope.READ)
    carry.import_event(halls.site.desk, carry.export_event(halls.site.desk, "cup"), "copy")
    assert halls.site.open("copy").hashes[0] == halls.site.open("cup").hashes[0]
    reading = next(route for route in BY_TOKEN if route.name == "log")
    assert (ask(halls, reading, here), ask(halls, reading, here, event="copy")) == (200, 403)


def test_a_players_token_opens_what_is_theirs(halls: Halls) -> None:
    own = token(halls.site, player=2)
    for route in BY_TOKEN:
        may = route.action in PLAYERS_OWN and route.holder is not Holder.SERVER
        assert (ask(halls, route, own) != 403) is may, route.name
        assert ask(halls, route, own, event="draft") == 403, route.name
    nobody = token(halls.site, player=99)
    assert PlayerId(99) not in halls.site.open("cup").event.players
    assert {ask(halls, route, nobody) for route in BY_TOKEN} == {403}


NOT_THERE = {
    "another event's": 8,
    "nobody's": 99,
    "none": 0,
    "huge": 10**30,
    "negative": -1,
    "letters": "Ann",
    "a path": "..%2F1",
    "a null": "%00",
}
"""Ids of something else, or of nothing: in “cup” there are five players, two rounds and two tables."""


REFUSED = {"event": (403, 404), "person": (200, 404, 409, 422)}
"""The answer for an id that does not exist, if not 404 or 409. People are found by name."""

ANY_NUMBER = ("choose-scenario", "remove-webhook")
"""A round may get its scenario before it is drawn, and removing a webhook twice is allowed."""


@pytest.mark.parametrize("given", NOT_THERE.values(), ids=NOT_THERE)
def test_an_id_that_is_not_there_is_told_and_does_nothing(halls: Halls, given: str | int) -> None:
    wrong = []
    for route in EVERY:
        header = f"Bearer {halls.token(route, 'cup')}"
        for part in (name for name in HERE if f"{{{name}}}" in route.path):
            status = ask(halls, route, header, **{part: given})
            if status not in REFUSED.get(part, (404, 409)) and route.name not in ANY_NUMBER:
                wrong.append((route.name, part, status))
    assert not wrong, wrong


def test_a_token_that_ended_a_moment_ago_is_over(halls: Halls) -> None:
    halls.site.tokens.make("cup", halls.site.open("cup").hashes[0], "Brief", (Scope.READ,), 1)
    (brief,) = (one for one in halls.site.tokens.of("cup") if one.name == "Brief")
    ends = datetime.fromisoformat(brief.ends)
    assert brief.is_over(ends) and not brief.is_over(ends - timedelta(seconds=1))
    assert ends > datetime.now(UTC)
