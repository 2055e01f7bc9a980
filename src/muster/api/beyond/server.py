"""The server as a whole: listing, creating and removing events, backups, data for list checks. All of it needs a
token for the whole server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from muster.api.call import BackupFolder, Holder, Route, ServerCall
from muster.api.shapes import Body, Line, PlayersEnrolled, Recorded, StepBody, TokenShown
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events import carry
from muster.app.events.listing import events_view, public_events
from muster.app.exact import View, grown
from muster.app.lists import data as list_data
from muster.app.permissions import Action
from muster.app.persons import actions as persons
from muster.app.persons.forget import hide_in_import
from muster.app.ports import Saved
from muster.app.speech import tr
from muster.app.views.event import player_view
from muster.app.views.shapes import EventLine
from muster.core.kit.errors import Refusal
from muster.core.record.facts.play import PlayerEnrolled
from muster.systems import custom, registry

V1 = "/api/v1"
ONE = V1 + "/events/{event}"

LARGEST_EXPORT, LARGEST_DATA = 30_000_000, 32_000_000
"""Bytes of an export, and of data for lists: as much as a browser may send."""

Name = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Meta(max_length=100)]


class CreateBody(Body, frozen=True):
    """A new event. `system`: the game's key. `id`: for addresses; made from the name if empty. `date` as 2026-11-16.

    `options`: as typed on the desk. `rules`: a game of your own, with the system “custom”.
    """

    name: Name
    system: Key
    id: Key = ""
    date: Key = ""
    options: dict[str, Line] = msgspec.field(default_factory=dict)
    rules: dict[str, Any] | None = None


class TakeBody(Body, frozen=True):
    """`export`: what “Export” produced. `id`: another id for it here. A duplicate of an event is refused."""

    export: dict[str, Any]
    id: Key = ""


class RemoveBody(StepBody, frozen=True, kw_only=True):
    """The event's name, to confirm."""

    name: Name


class CopyPlayersBody(Body, frozen=True):
    """The id of an earlier event."""

    source: Key


class FolderBody(Body, frozen=True):
    """A folder on the computer that runs the server; empty: no copies after each round."""

    folder: Line


class ListDataBody(Body, frozen=True):
    """`data`: cards, packs, roles or rosters. `system`: the game, if the data does not say."""

    data: dict[str, Any] | list[Any]
    system: Key = ""


class EventsList(View, frozen=True):
    """Events, oldest first."""

    events: list[EventLine]


class EventMade(Recorded, frozen=True):
    """A new event on this server."""

    name: str
    system: str


class EventRemoved(View, frozen=True):
    event: str
    name: str


class BackupState(View, frozen=True):
    """Where a copy of everything goes after each round, empty for nowhere; the last one, and what prevents the next."""

    folder: str
    last: Saved | None
    trouble: str


class ListDataKept(View, frozen=True):
    """How many of each kind are stored, by game."""

    kept: dict[str, dict[str, int]]


def token(call: ServerCall, _: None) -> TokenShown:
    """What this token may do, and until when."""
    assert call.token is not None
    return call.token


def public_list(call: ServerCall, _: None) -> EventsList:
    """All events that are listed for everybody."""
    why = tr("It cannot be shown at the moment; the organiser can see why.")
    found = public_events(call.server.desk)
    return EventsList([grown(EventLine, one, error=why) if one.error else one for one in found])


def every_event(call: ServerCall, _: None) -> EventsList:
    """Every event of the server, those that are not listed for everybody too."""
    return EventsList(events_view(call.server.desk))


def create(call: ServerCall) -> Opened:
    """Create an event."""
    body = cast(CreateBody, call.body)
    if body.rules is not None and body.system != custom.SYSTEM.key:
        name = registry.find(body.system).name
        raise Refusal("Rules of your own need the system “custom”. {name} has its own rules.", name=name)
    return events.create(
        call.server.desk,
        body.name,
        body.system,
        call.actor,
        event_id=body.id,
        date=body.date,
        options=dict(body.options),
        definition=body.rules,
        request=call.request,
    )


def created(call: ServerCall) -> Iterator[tuple[str, Opened]]:
    """The requests that created events."""
    desk = call.server.desk
    for stored in desk.listed():
        with suppress(Refusal):  # The list reports one that cannot be opened.
            opened = desk.open(stored.id)
            yield opened.entries[0].request, opened


def event_told(call: ServerCall, opened: Opened) -> EventMade:
    return EventMade(opened.id, opened.last, opened.event.name, opened.system.key)


def take(call: ServerCall) -> Opened:
    """Import an event from an export. Each entry is checked, and no event is replaced."""
    body = cast(TakeBody, call.body)
    opened = carry.import_event(call.server.desk, body.export, body.id)
    hide_in_import(call.server.people, opened.id, call.actor)
    return call.server.desk.open(opened.id)


def remove(call: ServerCall) -> EventRemoved:
    """Remove an event for good."""
    body, event = cast(RemoveBody, call.body), call.names["event"]
    name = call.server.desk.open(event).event.name
    events.remove(call.server.desk, event, body.name, body.seen)
    call.server.styles.remove(event)
    return EventRemoved(event, name)


def removed(call: ServerCall, done: EventRemoved) -> EventRemoved:
    return done


def event_pages(call: ServerCall, _: None) -> bytes:
    """The public pages of an event as a zip that opens without a server."""
    return call.server.event_pages(call.names["event"])


def copy_players(call: ServerCall) -> Opened:
    """Enrol everybody of an earlier event who is not enrolled yet, as the same people."""
    source = cast(CopyPlayersBody, call.body).source
    return persons.copy_players(call.server.people, call.names["event"], source, call.actor, call.request)[0]


def in_event(call: ServerCall) -> Iterator[tuple[str, Opened]]:
    """The requests that were applied to an event."""
    opened = call.server.desk.open(call.names["event"])
    for entry in opened.entries:
        yield entry.request, opened


def copied(call: ServerCall, opened: Opened) -> PlayersEnrolled:
    own = [e.fact.player for e in opened.entries if e.request == call.request and isinstance(e.fact, PlayerEnrolled)]
    known = opened.event.players
    return PlayersEnrolled(opened.id, opened.last, [player_view(opened, known[p]) for p in own if p in known])


def _folder(call: ServerCall) -> BackupFolder:
    if call.server.backups is None:
        raise Refusal("This server does not keep backups.")
    return call.server.backups


def backups(call: ServerCall, _: object) -> BackupState:
    """Where backups go, and how the last one went."""
    found = _folder(call)
    return BackupState(found.folder, found.last, "" if found.trouble is None else tr(found.trouble.message))


def choose_folder(call: ServerCall) -> None:
    """Choose the folder for a copy of everything after each round."""
    _folder(call).choose(cast(FolderBody, call.body).folder)


def back_up(call: ServerCall) -> None:
    """Make a copy of everything in that folder now."""
    _folder(call).now()


def backup_file(call: ServerCall, _: None) -> bytes:
    """A backup of everything as a zip. It contains every secret of every event."""
    return _folder(call).download()[1]


def list_data_kept(call: ServerCall, _: object) -> ListDataKept:
    """Which data for list checks is stored."""
    return ListDataKept(list_data.kept_counts(call.server.desk))


def take_list_data(call: ServerCall) -> None:
    """Add data for list checks; matching entries are replaced."""
    body = cast(ListDataBody, call.body)
    list_data.take_in(call.server.desk, "data", msgspec.json.encode(body.data), body.system)


ALL = Holder.SERVER
PUBLIC_EVENTS = Route("events.json", "GET", "/events.json", Action.LOOK, EventsList, public_list)
TOKEN = Route("server-token", "GET", V1 + "/token", Action.LOOK, TokenShown, token, holder=ALL, timed=True)
EVENTS = Route("events", "GET", V1 + "/events", Action.DESK, EventsList, every_event, holder=ALL, timed=True)
CREATE = Route(
    "create",
    "POST",
    V1 + "/events",
    Action.CREATE,
    EventMade,
    event_told,
    create,
    CreateBody,
    status=201,
    twins=("create",),
    holder=ALL,
    applied=created,
)
TAKE = Route(
    "take",
    "POST",
    V1 + "/import",
    Action.KEEP,
    EventMade,
    event_told,
    take,
    TakeBody,
    status=201,
    twins=("take-event",),
    holder=ALL,
    most=LARGEST_EXPORT,
)
REMOVE = Route(
    "remove",
    "POST",
    ONE + "/remove",
    Action.REMOVE,
    EventRemoved,
    removed,
    remove,
    RemoveBody,
    twins=("remove-event",),
    holder=ALL,
)
EVENT_PAGES = Route(
    "event-pages",
    "GET",
    ONE + "/pages.zip",
    Action.KEEP,
    bytes,
    event_pages,
    twins=("copy-event",),
    holder=ALL,
    timed=True,
    media="application/zip",
)
COPY_PLAYERS = Route(
    "copy-players",
    "POST",
    ONE + "/players/copy",
    Action.ENROL,
    PlayersEnrolled,
    copied,
    copy_players,
    CopyPlayersBody,
    twins=("copy-players",),
    holder=ALL,
    applied=in_event,
)
BACKUPS = Route("backups", "GET", V1 + "/backups", Action.BACKUP, BackupState, backups, holder=ALL, timed=True)
BACKUP_FOLDER = Route(
    "backup-folder",
    "POST",
    V1 + "/backups/folder",
    Action.BACKUP,
    BackupState,
    backups,
    choose_folder,
    FolderBody,
    twins=("backup-folder",),
    holder=ALL,
)
BACK_UP = Route(
    "back-up",
    "POST",
    V1 + "/backups",
    Action.BACKUP,
    BackupState,
    backups,
    back_up,
    twins=("backup-now",),
    holder=ALL,
)
BACKUP_FILE = Route(
    "backup-file",
    "GET",
    V1 + "/backups/all.zip",
    Action.BACKUP,
    bytes,
    backup_file,
    twins=("backup-download",),
    holder=ALL,
    timed=True,
    media="application/zip",
)
LIST_DATA = Route(
    "list-data", "GET", V1 + "/list-data", Action.LIST_DATA, ListDataKept, list_data_kept, holder=ALL, timed=True
)
TAKE_LIST_DATA = Route(
    "take-list-data",
    "POST",
    V1 + "/list-data",
    Action.LIST_DATA,
    ListDataKept,
    list_data_kept,
    take_list_data,
    ListDataBody,
    twins=("import-list-data",),
    holder=ALL,
    most=LARGEST_DATA,
)

PUBLIC: tuple[Route[Any], ...] = (PUBLIC_EVENTS,)
ROUTES: tuple[Route[Any], ...] = (
    TOKEN,
    EVENTS,
    CREATE,
    TAKE,
    REMOVE,
    EVENT_PAGES,
    COPY_PLAYERS,
    BACKUPS,
    BACKUP_FOLDER,
    BACK_UP,
    BACKUP_FILE,
    LIST_DATA,
    TAKE_LIST_DATA,
)
