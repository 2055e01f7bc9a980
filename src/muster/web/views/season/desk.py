"""The organiser's desk of a season: events and what is asked of each, results, who is who, the final, undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.circuit import actions
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.held import HeldState, may_take
from muster.app.circuit.log import season_log
from muster.app.circuit.report import REPORTED, season_report
from muster.app.circuit.seasons import OpenSeason
from muster.app.circuit.views import SeasonEventView, SeasonView, amount, corrections_digest, season_view
from muster.app.csv_tables import text_of
from muster.app.events.listing import events_view
from muster.app.views.event import standings_view
from muster.core.kit.errors import BadInput, Conflict, Refusal
from muster.core.kit.written import whole_number
from muster.core.reading.circuit.checks import CheckState
from muster.core.record.undo import Redone, Undone
from muster.game import read_toml
from muster.systems import registry
from muster.web.guard import Ask
from muster.web.pages import url

LARGEST = 200_000
"""Bytes of a circuit's file; the longest known one takes 3,000."""
LATEST = 8
"""How many log entries the page has."""
TOP = 3
"""How many places are shown before an event's results are taken over."""


def new(ask: Ask) -> HttpResponse:
    return _new(ask)


def _new(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    return ask.page(
        "season/season_new.html",
        None,
        409 if refusal else 200,
        circuits={key: str(tables["name"]) for key, tables in registry.circuits().items()},
        typed=ask.request.POST.dict() if refusal else {},
        refusal=refusal,
        home=url("new-season"),
    )


def create(ask: Ask) -> HttpResponse:
    """A season of a circuit from a book, or of one in a file. The same form sent twice makes one season."""
    if made := ask.site.seasons.made_by(ask.once):
        return redirect("season-desk", season=made)
    try:
        opened = actions.open_season(
            ask.site.seasons,
            ask.typed("name"),
            _definition(ask),
            ask.typed("first"),
            ask.typed("last"),
            ask.actor,
            request=ask.once,
        )
    except Refusal as refusal:
        return _new(ask, refusal)
    return redirect("season-desk", season=opened.id)


def _definition(ask: Ask) -> dict[str, Any]:
    file: Any = ask.request.FILES.get("file")
    if file is None:
        if not ask.typed("circuit"):
            raise BadInput("Choose a circuit, or a file that describes one.")
        return dict(registry.circuit(ask.typed("circuit")))
    if file.size > LARGEST:
        raise BadInput("“{name}” is too large for a circuit. Send a TOML file.", name=file.name)
    return read_toml(text_of(str(file.name), file.read()))


def show(ask: Ask, season: str) -> HttpResponse:
    return _page(ask, season)


def _page(ask: Ask, season: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.site.seasons.open(season)
    view = season_view(ask.site.seasons, ask.site.desk, opened)
    log = [entry for entry in season_log(opened) if entry.counts]
    return ask.page(
        "season/season_desk.html",
        None,
        409 if refusal else 200,
        season=view,
        amount=partial(amount, opened.circuit),
        steps={one.key for one in opened.circuit.requirements},
        reports=opened.circuit.requirement(REPORTED) is not None,
        due=_due(view),
        ticked=ask.request.POST.getlist("player") if refusal and ask.typed("final") else None,
        tiers=[tier.name for tier in opened.circuit.tiers if tier.name],
        regions=opened.circuit.regions,
        free=_free(ask, opened, view),
        coming={
            event.event: _coming(ask, event.event)
            for event in view.events
            if event.state in (HeldState.CHANGED, HeldState.OTHER) and may_take(ask.site.desk, opened, event.event)
        },
        log=log[-LATEST:][::-1],
        may_redo=isinstance(opened.entries[-1].fact, Undone),
        may_undo=any(not isinstance(entry.fact, Undone | Redone) for entry in opened.entries[1:]),
        shown=corrections_digest(view),
        today=ask.site.seasons.today().isoformat(),
        typed=ask.request.POST.dict() if refusal else {},
        refusal=refusal,
    )


def _due(view: SeasonView) -> list[tuple[SeasonEventView, str]]:
    """Events whose report can still be sent in time, and the deadline; the most urgent first."""
    found = [
        (event, check.due)
        for event in view.events
        for check in event.checks
        if check.key == REPORTED and check.state is CheckState.OPEN and check.due and event.players is not None
    ]
    return sorted(found, key=lambda one: one[1])


def _free(ask: Ask, opened: OpenSeason, view: SeasonView) -> list[tuple[str, str, str]]:
    """Events that could be entered: id, name and date."""
    entered = {event.event for event in view.events}
    game = opened.circuit.game
    return [
        (line.id, line.name, line.date)
        for line in reversed(events_view(ask.site.desk))
        if not line.error and line.id not in entered and (not game or line.system == game)
    ]


def _coming(ask: Ask, event: str) -> list[str]:
    """Who would take the first places."""
    return [row.name for row in standings_view(ask.open(event)).rows if row.rank is not None][:TOP]


def _done(ask: Ask, season: str, action: Callable[[], object]) -> HttpResponse:
    try:
        action()
    except Refusal as refusal:
        return _page(ask, season, refusal)
    return redirect("season-desk", season=season)


def enter(ask: Ask, season: str) -> HttpResponse:
    return _done(
        ask,
        season,
        lambda: actions.enter(
            ask.site.seasons, ask.site.desk, season, ask.typed("event"), _about_event(ask), ask.actor
        ),
    )


def amend_event(ask: Ask, season: str) -> HttpResponse:
    """Changes what is recorded about an event."""
    return _done(
        ask,
        season,
        lambda: actions.amend_event(
            ask.site.seasons, ask.site.desk, season, ask.typed("event"), _about_event(ask), ask.actor
        ),
    )


def _about_event(ask: Ask) -> AboutEvent:
    given = ask.typed("attendees").strip()
    attendees = whole_number(given) if given else None
    if given and attendees is None:
        raise BadInput("“{attendees}” is not a number of people.", attendees=given)
    return AboutEvent(
        ask.typed("first_day"),
        ask.typed("last_day"),
        ask.typed("tier"),
        ask.typed("region"),
        attendees,
        ask.request.POST.getlist("qualifier"),
    )


def meet(ask: Ask, season: str) -> HttpResponse:
    """A step was taken on a day. Recording it on the report's page stays on that page."""

    def action() -> None:
        seasons, event, step = ask.site.seasons, ask.typed("event"), ask.typed("requirement")
        actions.meet(seasons, season, event, step, ask.typed("on"), ask.actor, ask.typed("reason"))

    if ask.typed("back") != "report":
        return _done(ask, season, action)
    try:
        action()
    except Refusal as refusal:
        return _report(ask, season, ask.typed("event"), refusal)
    return redirect("season-report", season=season, event=ask.typed("event"))


def report(ask: Ask, season: str, event: str) -> HttpResponse:
    """The report to send after an event, to copy; and a button to say that it was sent."""
    return _report(ask, season, event)


def _report(ask: Ask, season: str, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.site.seasons.open(season)
    report = season_report(ask.site.seasons, ask.site.desk, opened, event)
    to_send = report.text and not report.asked.on
    return ask.page(
        "season/season_report.html",
        None,
        409 if refusal else 200,
        report=report,
        amount=partial(amount, opened.circuit),
        steps={one.key for one in opened.circuit.requirements} - ({REPORTED} if to_send else set()),
        today=ask.site.seasons.today().isoformat(),
        typed=ask.request.POST.dict() if refusal else {},
        refusal=refusal,
        home=url("season-report", season=season, event=event),
    )


def take(ask: Ask, season: str) -> HttpResponse:
    return _done(
        ask, season, lambda: actions.take(ask.site.seasons, ask.site.desk, season, ask.typed("event"), ask.actor)
    )


def update(ask: Ask, season: str) -> HttpResponse:
    """Takes over only the corrections that the page showed."""

    def action() -> None:
        view = season_view(ask.site.seasons, ask.site.desk, ask.site.seasons.open(season))
        if ask.typed("shown") != corrections_digest(view):
            raise Conflict("An event has changed since you opened this page. Look at what would change now.")
        actions.update(ask.site.seasons, ask.site.desk, season, ask.actor)

    return _done(ask, season, action)


def withdraw(ask: Ask, season: str) -> HttpResponse:
    return _done(
        ask,
        season,
        lambda: actions.withdraw(ask.site.seasons, season, ask.typed("event"), ask.typed("reason"), ask.actor),
    )


def people(ask: Ask, season: str) -> HttpResponse:
    """Two players are one person, or two; or everybody with the same name is one person."""

    def action() -> None:
        seasons, said = ask.site.seasons, ask.typed("said")
        if said == "all":
            actions.join_alike(seasons, season, ask.actor)
        else:
            decide = actions.join if said == "same" else actions.part
            decide(seasons, season, ask.typed("one"), ask.typed("other"), ask.actor)

    return _done(ask, season, action)


def final(ask: Ask, season: str) -> HttpResponse:
    players = ask.request.POST.getlist("player")
    try:
        if not players:
            raise BadInput("Nobody is ticked. Tick the players who are coming to the final.")
        _, made = actions.create_final(
            ask.site.seasons,
            ask.site.desk,
            season,
            ask.typed("name"),
            ask.actor,
            attending=players,
            date=ask.typed("date"),
        )
    except Refusal as refusal:
        return _page(ask, season, refusal)
    return redirect("desk", event=made.id)


def amend(ask: Ask, season: str) -> HttpResponse:
    given = {key: ask.typed(key) for key in ("name", "first", "last")}
    return _done(ask, season, lambda: actions.amend(ask.site.seasons, season, ask.actor, **given))


def undo(ask: Ask, season: str) -> HttpResponse:
    return _done(ask, season, lambda: ask.site.seasons.undo(season, ask.actor, seen=ask.number("seen")))


def redo(ask: Ask, season: str) -> HttpResponse:
    return _done(ask, season, lambda: ask.site.seasons.redo(season, ask.actor, seen=ask.number("seen")))
