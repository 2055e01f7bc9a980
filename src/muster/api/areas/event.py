"""The event as a whole over the API: name, day and place, options, announcements, its export and its record."""

from __future__ import annotations

from typing import Any, cast

from muster.api.call import V1, ApiCall, Route, twin
from muster.api.shapes import Body, Line, Query, Recorded
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events.carry import export_event
from muster.app.exact import View
from muster.app.keeping.copies import JournalFile
from muster.app.past.verify import Verification, check_tables, verify
from muster.app.people.roster import as_typed
from muster.app.permissions import Action
from muster.app.staff import announcements
from muster.app.views.event import heading, options_view
from muster.app.views.shapes import Heading, SetOptionView
from muster.core.forms.options import Value

REGISTRATION = "self_registration"
"""The option that lets players enrol themselves."""


class AmendEventBody(Body, frozen=True):
    """What to change about the event; null leaves a value unchanged, an empty text clears it.

    `schedule`: one line per item.
    """

    name: Line | None = None
    date: Line | None = None
    place: Line | None = None
    map_link: Line | None = None
    schedule: str | None = None


class ListEventBody(Body, frozen=True):
    """Whether the event is in the public list of events."""

    shown: bool


class OptionBody(Body, frozen=True):
    """An option by its key. `value`: as in `options`, or as typed on the page; null leaves it to the book."""

    key: str
    value: Value
    reason: Line = ""


class SelfEnrolBody(Body, frozen=True):
    """Whether players may enrol themselves."""

    open: bool


class AnnouncementBody(Body, frozen=True):
    text: Line


class ExportQuery(Query, frozen=True):
    """With `shared` the export has neither the seed nor any secrets."""

    shared: bool = False


class EventOptions(View, frozen=True):
    event: str
    options: list[SetOptionView]


class OptionRecorded(Recorded, frozen=True):
    option: SetOptionView


class AnnouncedNow(View, frozen=True):
    """What is announced; null for nothing."""

    event: str
    announcement: str | None


class HeadingRecorded(Recorded, frozen=True):
    """The event's name and place, what is announced, and whether it is in the public list."""

    heading: Heading


def options(call: ApiCall, opened: Opened) -> EventOptions:
    """Every option with its value, its default and what it means."""
    return EventOptions(opened.id, options_view(opened))


def announcement(call: ApiCall, opened: Opened) -> AnnouncedNow:
    """The current announcement."""
    return AnnouncedNow(opened.id, opened.event.announcement or None)


def exported(call: ApiCall, opened: Opened) -> JournalFile:
    """The whole journal as a file, or a copy to hand out."""
    return export_event(call.desk, call.event, with_seed=not cast(ExportQuery, call.query).shared)


def checked(call: ApiCall, opened: Opened) -> Verification:
    """Repeat every draw and standing and check that they match."""
    seed = call.desk.seed(call.event) or opened.event.seed
    return verify(opened, seed, tables=check_tables(call.desk, call.event))


def amend(call: ApiCall) -> Opened:
    """Change the event's name, day, place, map or schedule."""
    body = cast(AmendEventBody, call.body)
    return events.amend(
        call.desk,
        call.event,
        call.actor,
        name=body.name,
        date=body.date,
        place=body.place,
        map_link=body.map_link,
        schedule=body.schedule,
    )


def list_event(call: ApiCall) -> Opened:
    """Show the event in the public list of events, or hide it there."""
    return events.list_event(call.desk, call.event, cast(ListEventBody, call.body).shown, call.actor)


def announce(call: ApiCall) -> Opened:
    """Announce something on every page and screen."""
    return announcements.announce(call.desk, call.event, cast(AnnouncementBody, call.body).text, call.actor)


def withdraw(call: ApiCall) -> Opened:
    """Remove the announcement."""
    return announcements.withdraw(call.desk, call.event, call.actor)


def headed(call: ApiCall, opened: Opened) -> HeadingRecorded:
    return HeadingRecorded(opened.id, opened.last, heading(opened))


def option(call: ApiCall) -> Opened:
    """Set an option."""
    body = cast(OptionBody, call.body)
    text = ", ".join(body.value) if isinstance(body.value, list) else as_typed(body.value)
    return events.set_option(call.desk, call.event, body.key, text, call.actor, body.reason)


def option_told(call: ApiCall, opened: Opened) -> OptionRecorded:
    return _option(opened, cast(OptionBody, call.body).key)


def registration(call: ApiCall) -> Opened:
    """Open or close self-registration."""
    wanted = cast(SelfEnrolBody, call.body).open
    if call.opened.system.settings(call.opened.event).flag(REGISTRATION) == wanted:
        return call.opened
    return events.set_option(call.desk, call.event, REGISTRATION, as_typed(wanted), call.actor)


def registration_told(call: ApiCall, opened: Opened) -> OptionRecorded:
    return _option(opened, REGISTRATION)


def _option(opened: Opened, key: str) -> OptionRecorded:
    return OptionRecorded(opened.id, opened.last, next(one for one in options_view(opened) if one.key == key))


LOOK, OPTIONS, ANNOUNCE, KEEP = Action.LOOK, Action.OPTIONS, Action.ANNOUNCE, Action.KEEP

ROUTES: tuple[Route[Any], ...] = (
    Route("options", "GET", V1 + "/options", LOOK, EventOptions, options),
    Route("announcement", "GET", V1 + "/announcement", LOOK, AnnouncedNow, announcement),
    Route("export", "GET", V1 + "/export", KEEP, JournalFile, exported, query=ExportQuery, twins=("export",)),
    Route("check-record", "GET", V1 + "/check", KEEP, Verification, checked, twins=("check-record",), timed=True),
    twin("amend-event", V1 + "/amend", OPTIONS, HeadingRecorded, headed, amend, AmendEventBody),
    twin("list-event", V1 + "/list", KEEP, HeadingRecorded, headed, list_event, ListEventBody),
    Route(
        "option",
        "POST",
        V1 + "/options",
        OPTIONS,
        OptionRecorded,
        option_told,
        option,
        OptionBody,
        twins=("option", "twice"),
    ),
    twin("registration", V1 + "/registration", OPTIONS, OptionRecorded, registration_told, registration, SelfEnrolBody),
    twin("announce", V1 + "/announcement", ANNOUNCE, HeadingRecorded, headed, announce, AnnouncementBody),
    twin("withdraw-announcement", V1 + "/announcement/withdraw", ANNOUNCE, HeadingRecorded, headed, withdraw),
)
