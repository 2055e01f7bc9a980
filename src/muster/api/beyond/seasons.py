"""Seasons: what everybody may read, and what their organiser does with a token for the whole server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from muster.api.beyond.server import Key, Name
from muster.api.call import Holder, Route, ServerCall
from muster.api.shapes import Body, Line, StepBody
from muster.app.circuit import actions
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.seasons import OpenSeason, Seasons
from muster.app.circuit.views import (
    SeasonLine,
    SeasonView,
    corrections_digest,
    public_season,
    season_view,
    seasons_view,
)
from muster.app.exact import View, grown
from muster.app.permissions import Action
from muster.app.speech import tr
from muster.core.kit.errors import BadInput, Conflict, Refusal
from muster.systems import registry

ALL = "/api/v1/seasons"
ONE = ALL + "/{season}"

Player = Annotated[str, Meta(max_length=300)]
"""A player in a season: NAME, or NAME@EVENT if several share the name."""


class OpenSeasonBody(Body, frozen=True):
    """A season of a circuit: one from a book, by its key, or a `definition` as in a TOML file. Days as 2026-11-16.

    `id`: for addresses; made from the name if empty.
    """

    name: Name
    first: Key
    last: Key
    circuit: Key = ""
    definition: dict[str, Any] | None = None
    id: Key = ""


class AmendSeasonBody(Body, frozen=True):
    """A new name or days; what is empty stays unchanged."""

    name: Name = ""
    first: Key = ""
    last: Key = ""


class EnterBody(Body, frozen=True):
    """An event on this server, and what the circuit asks about it. `qualifiers`: the ids of the events that fed it."""

    event: Key
    first_day: Key = ""
    last_day: Key = ""
    tier: Key = ""
    region: Key = ""
    attendees: Annotated[int, Meta(ge=0)] | None = None
    qualifiers: list[Key] = msgspec.field(default_factory=list)


class AmendEnteredBody(Body, frozen=True):
    """An event of the season, by id or name, and its new details; what is empty stays unchanged."""

    event: Name
    first_day: Key = ""
    last_day: Key = ""
    tier: Key = ""
    region: Key = ""
    attendees: Annotated[int, Meta(ge=0)] | None = None
    qualifiers: list[Key] = msgspec.field(default_factory=list)


class SeasonEventBody(Body, frozen=True):
    """An event of the season, by id or name."""

    event: Name


class MeetBody(SeasonEventBody, frozen=True, kw_only=True):
    """A requirement of the circuit was met for an event. `on`: the day; today if empty."""

    requirement: Key
    on: Key = ""
    reason: Line = ""


class WithdrawEventBody(SeasonEventBody, frozen=True, kw_only=True):
    """Why the event leaves the season."""

    reason: Line


class UpdateBody(Body, frozen=True):
    """`shown`: of the season you read. If an event has changed since, nothing is taken over."""

    shown: Key


class SeasonPeopleBody(Body, frozen=True):
    """Two players of different events are one person or two; or everybody with the same name is one person."""

    said: Literal["same", "apart", "all"]
    one: Player = ""
    other: Player = ""


class FinalBody(Body, frozen=True):
    """The final's name, its day, and which of the qualified players are coming; all of them if empty."""

    name: Name
    date: Key = ""
    players: list[Player] = msgspec.field(default_factory=list)


class SeasonsList(View, frozen=True):
    """Every season, oldest first."""

    seasons: list[SeasonLine]


class SeasonTold(View, frozen=True):
    """A season, and which corrections it shows, to send back with an update."""

    season: SeasonView
    shown: str


class FinalMade(SeasonTold, frozen=True):
    """The final is an event of its own."""

    event: str


def public_seasons(call: ServerCall, _: None) -> SeasonsList:
    """All seasons."""
    why = tr("It cannot be shown at the moment; the organiser can see why.")
    return SeasonsList(
        [grown(SeasonLine, one, error=why) if one.error else one for one in seasons_view(call.server.seasons)]
    )


def public_one(call: ServerCall, _: None) -> SeasonView:
    """One season: the leaderboard, the events and which of them count."""
    return public_season(_view(call, _open(call)))


def every_season(call: ServerCall, _: None) -> SeasonsList:
    """Every season of the server."""
    return SeasonsList(seasons_view(call.server.seasons))


def season(call: ServerCall, _: None) -> SeasonTold:
    """One season, with what its organiser sees."""
    return shown(call, _open(call))


def shown(call: ServerCall, opened: OpenSeason) -> SeasonTold:
    view = _view(call, opened)
    return SeasonTold(view, corrections_digest(view))


def _view(call: ServerCall, opened: OpenSeason) -> SeasonView:
    return season_view(call.server.seasons, call.server.desk, opened)


def _open(call: ServerCall) -> OpenSeason:
    return call.server.seasons.open(call.names["season"])


def _mine(call: ServerCall) -> tuple[Seasons, str]:
    """The ledger of seasons for this one request, and the season in the address."""
    return call.server.seasons.within(call.actor, call.request), call.names["season"]


def applied(call: ServerCall) -> Iterator[tuple[str, OpenSeason]]:
    """The requests that were applied to a season."""
    opened = _open(call)
    for entry in opened.entries:
        yield entry.request, opened


def begun(call: ServerCall) -> Iterator[tuple[str, OpenSeason]]:
    """The requests that created seasons."""
    for stored in call.server.seasons.listed():
        with suppress(Refusal):  # The list reports one that cannot be opened.
            opened = call.server.seasons.open(stored.id)
            yield opened.entries[0].request, opened


def open_season(call: ServerCall) -> OpenSeason:
    """Open a season."""
    body = cast(OpenSeasonBody, call.body)
    if body.definition is None and not body.circuit:
        raise BadInput("Give the key of a circuit, or a definition.")
    definition = dict(registry.circuit(body.circuit)) if body.definition is None else body.definition
    return actions.open_season(
        call.server.seasons, body.name, definition, body.first, body.last, call.actor, body.id, call.request
    )


def amend(call: ServerCall) -> OpenSeason:
    """Change a season’s name or days."""
    body = cast(AmendSeasonBody, call.body)
    seasons, own = _mine(call)
    return actions.amend(seasons, own, call.actor, name=body.name, first=body.first, last=body.last)


def pages(call: ServerCall, _: None) -> bytes:
    """The public pages of a season as a zip that opens without a server."""
    return call.server.season_pages(call.names["season"])


def enter(call: ServerCall) -> OpenSeason:
    """Enter an event; if it is finished, with its results."""
    body = cast(EnterBody, call.body)
    seasons, own = _mine(call)
    return actions.enter(seasons, call.server.desk, own, body.event, _about(body), call.actor)


def amend_event(call: ServerCall) -> OpenSeason:
    """Change the details of an event in the season."""
    body = cast(AmendEnteredBody, call.body)
    seasons, own = _mine(call)
    return actions.amend_event(seasons, call.server.desk, own, body.event, _about(body), call.actor)


def _about(body: EnterBody | AmendEnteredBody) -> AboutEvent:
    return AboutEvent(body.first_day, body.last_day, body.tier, body.region, body.attendees, list(body.qualifiers))


def meet(call: ServerCall) -> OpenSeason:
    """Record that something the circuit asks of an event was done."""
    body = cast(MeetBody, call.body)
    seasons, own = _mine(call)
    return actions.meet(seasons, own, body.event, body.requirement, body.on, call.actor, body.reason)


def take(call: ServerCall) -> OpenSeason:
    """Take over an event's results."""
    seasons, own = _mine(call)
    return actions.take(seasons, call.server.desk, own, cast(SeasonEventBody, call.body).event, call.actor)


def update(call: ServerCall) -> OpenSeason:
    """Take over the corrections that the season showed."""
    seasons, own = _mine(call)
    if cast(UpdateBody, call.body).shown != corrections_digest(_view(call, _open(call))):
        raise Conflict("An event has changed since you read this season. Read it again.")
    return actions.update(seasons, call.server.desk, own, call.actor)


def withdraw(call: ServerCall) -> OpenSeason:
    """Withdraw an event from the season."""
    body = cast(WithdrawEventBody, call.body)
    seasons, own = _mine(call)
    return actions.withdraw(seasons, own, body.event, body.reason, call.actor)


def people(call: ServerCall) -> OpenSeason:
    """Say who is one person, and who is two."""
    body = cast(SeasonPeopleBody, call.body)
    seasons, own = _mine(call)
    if body.said == "all":
        return actions.join_alike(seasons, own, call.actor)
    decide = actions.join if body.said == "same" else actions.part
    return decide(seasons, own, body.one, body.other, call.actor)


def final(call: ServerCall) -> OpenSeason:
    """Create the final with the qualified players who are coming."""
    body = cast(FinalBody, call.body)
    seasons, own = _mine(call)
    desk, attending = call.server.desk, list(body.players)
    return actions.create_final(seasons, desk, own, body.name, call.actor, attending=attending, date=body.date)[0]


def final_made(call: ServerCall, opened: OpenSeason) -> FinalMade:
    made = opened.season.final
    return grown(FinalMade, shown(call, opened), event="" if made is None else made.event)


def undo(call: ServerCall) -> OpenSeason:
    """Undo what was done last in a season, if it is still the one that you saw."""
    seasons, own = _mine(call)
    return seasons.undo(own, call.actor, seen=call.seen or _open(call).last)[0]


def redo(call: ServerCall) -> OpenSeason:
    """Bring back what was undone last."""
    seasons, own = _mine(call)
    return seasons.redo(own, call.actor, seen=call.seen or _open(call).last)[0]


def _action(name: str, path: str, does: Any, body: type[Body]) -> Route[SeasonTold]:
    """A form on the season's desk."""
    return Route(
        name,
        "POST",
        ONE + path,
        Action.SEASONS,
        SeasonTold,
        shown,
        does,
        body,
        twins=(name,),
        holder=Holder.SERVER,
        applied=applied,
    )


LOOK, RUN, SERVER = Action.LOOK, Action.SEASONS, Holder.SERVER
PUBLIC_SEASONS = Route("seasons.json", "GET", "/seasons.json", LOOK, SeasonsList, public_seasons)
PUBLIC_SEASON = Route("season.json", "GET", "/s/{season}/season.json", LOOK, SeasonView, public_one)
SEASONS = Route("seasons", "GET", ALL, RUN, SeasonsList, every_season, holder=SERVER, timed=True)
SEASON = Route("season", "GET", ONE, RUN, SeasonTold, season, holder=SERVER, timed=True)
OPEN = Route(
    "open-season",
    "POST",
    ALL,
    RUN,
    SeasonTold,
    shown,
    open_season,
    OpenSeasonBody,
    status=201,
    twins=("open-season",),
    holder=SERVER,
    applied=begun,
)
PAGES = Route(
    "season-pages",
    "GET",
    ONE + "/pages.zip",
    Action.KEEP,
    bytes,
    pages,
    twins=("copy-season",),
    holder=SERVER,
    timed=True,
    media="application/zip",
)
AMEND = _action("amend-season", "/amend", amend, AmendSeasonBody)
ENTER = _action("season-enter", "/events", enter, EnterBody)
AMEND_EVENT = _action("amend-season-event", "/events/amend", amend_event, AmendEnteredBody)
MEET = _action("season-meet", "/meet", meet, MeetBody)
TAKE = _action("season-take", "/take", take, SeasonEventBody)
UPDATE = _action("season-update", "/update", update, UpdateBody)
WITHDRAW = _action("season-withdraw", "/withdraw", withdraw, WithdrawEventBody)
PEOPLE = _action("season-people", "/people", people, SeasonPeopleBody)
UNDO = _action("season-undo", "/undo", undo, StepBody)
REDO = _action("season-redo", "/redo", redo, StepBody)
FINAL = Route(
    "season-final",
    "POST",
    ONE + "/final",
    RUN,
    FinalMade,
    final_made,
    final,
    FinalBody,
    status=201,
    twins=("season-final",),
    holder=SERVER,
    applied=applied,
)

PUBLIC: tuple[Route[Any], ...] = (PUBLIC_SEASONS, PUBLIC_SEASON)
ROUTES: tuple[Route[Any], ...] = (
    SEASONS,
    SEASON,
    OPEN,
    PAGES,
    AMEND,
    ENTER,
    AMEND_EVENT,
    MEET,
    TAKE,
    UPDATE,
    WITHDRAW,
    PEOPLE,
    FINAL,
    UNDO,
    REDO,
)
