"""Schemathesis asks every address of the document in every way that it can think of, right and wrong.

By default it goes once through the edges of everything that the document describes. MUSTER_LONG_TESTS=1 has it make up
requests as well, a hundred for each address.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from muster.api.openapi import document
from muster.api.problems import CONTENT_TYPE
from muster.api.routes import EVERY
from tests.web.api.halls import IDS, Halls

ROUTES = {f"{route.method} {route.path}": route for route in EVERY}
LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))

SETTINGS: dict[str, Any] = {
    "seed": 1,
    "generation": {"max-examples": 100, "deterministic": True, "database": "none"},
    "phases": {"fuzzing": {"enabled": LONG}, "stateful": {"enabled": False}},
    "checks": {
        # No schema says what a game accepts: a result that the book does not know is rightly refused.
        "positive_data_acceptance": {"enabled": False},
        # It cannot send what it needs to an application in this process; test_matrix.py tries every kind of token.
        "ignored_auth": {"enabled": False},
    },
}


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Halls:
    return Halls(tmp_path_factory.mktemp("halls"))


def described(halls: Halls) -> dict[str, Any]:
    """The document, with addresses that often exist."""
    made: dict[str, Any] = deepcopy(document())
    for operation in (one for path in made["paths"].values() for one in path.values()):
        for part in operation["parameters"]:
            if part["in"] == "path":
                part["schema"] = {"enum": halls.events} if part["name"] == "event" else IDS.get(part["name"], NUMBERS)
    return made


NUMBERS = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 5}, {"type": "integer", "minimum": 0}]}
"""Players, rounds and tables."""


def run(halls: Halls) -> Iterator[tuple[str, Any]]:
    """What schemathesis has to say of each address, as it goes along."""
    config = SchemathesisConfig.from_dict(SETTINGS)
    schema = schemathesis.openapi.from_dict(described(halls), config=config)
    schema.app = halls
    schema.auth(refresh_interval=None)(signer(halls))  # Another token for each request.
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            raise AssertionError(getattr(event, "value", None) or event) from getattr(event, "value", None)
        if isinstance(event, events.ScenarioFinished):
            yield event.recorder.label, event.recorder


def signer(halls: Halls) -> type[Any]:
    class Signer:
        """Signs each request with a token that may do it."""

        def get(self, case: Any, _: Any) -> str:
            route = ROUTES[case.operation.label]
            return halls.token(route, str((case.path_parameters or {}).get("event")))

        def set(self, case: Any, token: str, _: Any) -> None:
            case.headers["Authorization"] = f"Bearer {token}"

    return Signer


def test_schemathesis_finds_nothing(halls: Halls) -> None:
    found: list[str] = []
    asked: Counter[str] = Counter()
    let_in: set[str] = set()
    statuses: Counter[int] = Counter()
    for label, recorder in run(halls):
        for node in (node for nodes in recorder.checks.values() for node in nodes if node.failure_info):
            failure = node.failure_info.failure
            found.append(f"{label}: {failure.title}\n{failure.message}\n{node.failure_info.code_sample}")
        for answer in (one.response for one in recorder.interactions.values() if one.response is not None):
            asked[label] += 1
            statuses[answer.status_code] += 1
            if answer.status_code not in (401, 403, 405, 429):
                let_in.add(label)
            if answer.status_code >= 400 and answer.headers["content-type"] != [CONTENT_TYPE]:
                found.append(f"{label}: {answer.status_code} is not a problem document")
    assert not found, "\n\n".join(found)
    assert set(asked) == set(ROUTES) == let_in, set(ROUTES) - let_in  # Behind the door of each, too.
    assert {200, 400, 404, 405, 409, 422} <= set(statuses), statuses
