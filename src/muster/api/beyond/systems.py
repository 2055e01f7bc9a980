"""Games: which ones there are, and what an event's game asks of its players and of a result."""

from __future__ import annotations

from typing import Any

from muster.api.call import ApiCall, Holder, Route, ServerCall
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.permissions import Action
from muster.app.staff.expected import TopicView, expected_view
from muster.app.views.event import systems_view
from muster.app.views.shapes import SystemLine, SystemView
from muster.systems import registry


class SystemsList(View, frozen=True):
    """Games by key."""

    systems: list[SystemLine]


class ExpectedOfAll(View, frozen=True):
    """What the book expects of players and spectators, by topic."""

    event: str
    topics: list[TopicView]


def expected(call: ApiCall, opened: Opened) -> ExpectedOfAll:
    """What the book expects of players and of those who watch."""
    return ExpectedOfAll(opened.id, expected_view(opened))


def systems(call: ServerCall, _: None) -> SystemsList:
    """Every game that this server has."""
    found = [registry.find(key) for key in registry.names()]
    return SystemsList([SystemLine(s.key, s.name, f"{s.edition.title} {s.edition.version}".strip()) for s in found])


def system(call: ApiCall, opened: Opened) -> SystemView:
    """The event's game: options, the fields of players and results, tie-breaks, rules."""
    return systems_view(opened.system)


SYSTEMS = Route(
    "systems", "GET", "/api/v1/systems", Action.LOOK, SystemsList, systems, holder=Holder.SERVER, timed=True
)
SYSTEM = Route("system", "GET", "/api/v1/events/{event}/system", Action.LOOK, SystemView, system)

PUBLIC: tuple[Route[Any], ...] = (
    Route("expected.json", "GET", "/e/{event}/expected.json", Action.LOOK, ExpectedOfAll, expected),
)
"""For everybody."""

ROUTES: tuple[Route[Any], ...] = (SYSTEM,)
"""In an event."""
