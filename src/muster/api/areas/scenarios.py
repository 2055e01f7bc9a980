"""Scenarios over the API: chosen or rolled for each round, and those of the event's own."""

from __future__ import annotations

from typing import Any, cast

from msgspec import field

from muster.api.call import V1, ApiCall, Route, twin
from muster.api.shapes import Body, Line, Recorded
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events.scenarios import (
    LARGEST,
    CardView,
    ChosenView,
    VariantView,
    card_view,
    chosen_for,
    detach,
    drop_variant,
    keep_variant,
    scenarios_view,
    variants_view,
)
from muster.app.exact import View
from muster.app.permissions import Action
from muster.app.views.event import scenario_is_out
from muster.app.views.shapes import KnownScenario
from muster.core.kit.errors import Refusal
from muster.paper.scenarios import attach

SHEET = "sheet"
"""What a sheet sent without a name is called."""


class ScenarioBody(Body, frozen=True):
    """A round's scenario: one from the book, or another with its `text`."""

    name: Line
    category: Line = ""
    advanced: bool = False
    text: str = ""


class OwnScenarioBody(Body, frozen=True):
    """One of the event's own scenarios. `variant_of`: the one it changes. `remove` deletes it."""

    name: Line
    text: str = ""
    variant_of: Line = ""
    objectives: list[Line] = field(default_factory=list)
    remove: bool = False


class ScenarioSheetBody(Body, frozen=True):
    """The organiser's own sheet for a scenario: a PDF, PNG or JPEG as base64, with the name of its `file`.

    `remove` deletes it.
    """

    scenario: Line
    file: Line = ""
    content: bytes = b""
    remove: bool = False


class ShownScenario(View, frozen=True):
    """The scenario of a round that has begun."""

    event: str
    round: int
    scenario: CardView


class EventScenarios(View, frozen=True):
    """The choice for each round, including those that players may not know yet; the event's own; and the book's."""

    event: str
    chosen: list[ChosenView]
    own: list[VariantView]
    book: list[KnownScenario]


class ScenariosRecorded(Recorded, frozen=True):
    chosen: list[ChosenView]
    own: list[VariantView]


def shown(call: ApiCall, opened: Opened) -> EventScenarios:
    """The scenarios of all rounds, also of those to come."""
    book = [KnownScenario(one.name, one.category, one.advanced) for one in opened.system.scenarios]
    return EventScenarios(opened.id, scenarios_view(opened), variants_view(opened), book)


def told(call: ApiCall, opened: Opened) -> ScenariosRecorded:
    return ScenariosRecorded(opened.id, opened.last, scenarios_view(opened), variants_view(opened))


def card(call: ApiCall, opened: Opened) -> ShownScenario:
    """The scenario of a round that has begun: what its card says."""
    if not scenario_is_out(opened.event, call.number):
        raise Refusal("The round {n} scenario is shown when the round begins.", n=call.number)
    return ShownScenario(opened.id, call.number, card_view(opened, chosen_for(opened, call.number)))


def sheet(call: ApiCall) -> Opened:
    """Attach the organiser's own scenario sheet, or remove it."""
    body = cast(ScenarioSheetBody, call.body)
    if body.remove:
        return detach(call.desk, call.event, body.scenario, call.actor)
    return attach(call.desk, call.event, body.scenario, body.file or SHEET, body.content, call.actor)


def choose(call: ApiCall) -> Opened:
    """Choose the scenario of a round."""
    body = cast(ScenarioBody, call.body)
    return events.choose_scenario(
        call.desk,
        call.event,
        call.number,
        body.name,
        call.actor,
        category=body.category.strip(),
        advanced=body.advanced,
        text=body.text.strip(),
    )


def roll(call: ApiCall) -> Opened:
    """Roll a scenario for every round that has none."""
    return events.roll_scenarios(call.desk, call.event, call.actor)


def keep(call: ApiCall) -> Opened:
    """Save a scenario of the event's own, or remove it."""
    body = cast(OwnScenarioBody, call.body)
    if body.remove:
        return drop_variant(call.desk, call.event, body.name, call.actor)
    return keep_variant(
        call.desk,
        call.event,
        body.name,
        body.text,
        call.actor,
        variant_of=body.variant_of,
        objectives=body.objectives,
    )


ROUNDS = Action.ROUNDS

PUBLIC: tuple[Route[Any], ...] = (
    Route("scenario.json", "GET", "/e/{event}/scenarios/{number}.json", Action.LOOK, ShownScenario, card),
)

ROUTES: tuple[Route[Any], ...] = (
    Route("scenarios", "GET", V1 + "/scenarios", ROUNDS, EventScenarios, shown),
    twin("choose-scenario", V1 + "/rounds/{number}/scenario", ROUNDS, ScenariosRecorded, told, choose, ScenarioBody),
    twin("roll-scenarios", V1 + "/scenarios/roll", ROUNDS, ScenariosRecorded, told, roll),
    Route(
        "scenario-own",
        "POST",
        V1 + "/scenarios/sheet",
        ROUNDS,
        ScenariosRecorded,
        told,
        sheet,
        ScenarioSheetBody,
        twins=("scenario-own",),
        most=LARGEST * 3 // 2,
    ),
    twin("keep-scenario", V1 + "/scenarios/own", ROUNDS, ScenariosRecorded, told, keep, OwnScenarioBody),
)
