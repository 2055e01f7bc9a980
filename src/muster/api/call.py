"""One API request as its route sees it, inside an event or outside, and the type of a route."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from muster.api.shapes import Body, PageQuery, Query, StepBody, TokenShown
from muster.app.circuit.seasons import Seasons
from muster.app.desk import Desk, Opened
from muster.app.permissions import Action
from muster.app.persons.book import PeopleBook
from muster.app.ports import Saved
from muster.app.statistics.gather import Counting
from muster.app.table.tables import Tables
from muster.app.webhooks.actions import Webhooks
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor

V1 = "/api/v1/events/{event}"
TABLE = V1 + "/rounds/{number}/tables/{table}"

A = TypeVar("A")
F = TypeVar("F")


class BackupFolder(Protocol):
    """Where the server keeps copies of everything, and how that went."""

    folder: str
    last: Saved | None
    trouble: Refusal | None

    def choose(self, text: str) -> None: ...
    def now(self) -> None: ...
    def download(self) -> tuple[str, bytes]: ...


class OverlayStyles(Protocol):
    """Events' own stylesheets for overlays."""

    def has(self, event: str) -> bool: ...
    def read(self, event: str) -> str: ...
    def put(self, event: str, name: str, content: bytes) -> None: ...
    def remove(self, event: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Server:
    """What there is besides one event. `address`: where phones reach it.

    `event_pages` and `season_pages` make a zip of the public pages; `spend` limits how often a player's program may do
    something, as for their phone.
    """

    desk: Desk
    address: str
    tables: Tables
    seasons: Seasons
    people: PeopleBook
    counting: Counting
    styles: OverlayStyles
    backups: BackupFolder | None
    event_pages: Callable[[str], bytes]
    season_pages: Callable[[str], bytes]
    spend: Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class ApiCall:
    """`opened`: the event when the request came. `parts`: what the address names, mostly by number.

    `request`: the same for a request sent again under its key.
    """

    desk: Desk
    opened: Opened
    actor: Actor = field(default_factory=Actor)
    parts: Mapping[str, Any] = field(default_factory=dict)
    query: Query = field(default_factory=Query)
    body: Body = field(default_factory=Body)
    request: str = ""
    token: TokenShown | None = None
    webhooks: Webhooks | None = None
    repeated: bool = False
    """The request was applied before."""
    server: Server | None = None
    device: str = ""
    """The program's id, like a phone's in the journal."""

    @property
    def event(self) -> str:
        return self.opened.id

    @property
    def beyond(self) -> Server:
        assert self.server is not None
        return self.server

    @property
    def number(self) -> int:
        return int(self.parts["number"])

    @property
    def sheet(self) -> str:
        return str(self.parts["sheet"])

    @property
    def table(self) -> str:
        return str(self.parts["table"])

    @property
    def page(self) -> PageQuery:
        return self.query if isinstance(self.query, PageQuery) else PageQuery()

    @property
    def seen(self) -> int:
        """The last entry that the program knows; if it does not say, the one before this request."""
        said = self.body.seen if isinstance(self.body, StepBody) else 0
        return said or self.opened.last


Does = Callable[[ApiCall], Opened]
"""Changes the event."""


@dataclass(frozen=True, slots=True)
class ServerCall:
    """A request that is not about one event alone. `names`: what the address names, such as a season."""

    server: Server
    actor: Actor
    names: Mapping[str, str] = field(default_factory=dict)
    query: Query = field(default_factory=Query)
    body: Body = field(default_factory=Body)
    request: str = ""
    token: TokenShown | None = None
    repeated: bool = False

    @property
    def seen(self) -> int:
        """The last entry that the program knows; 0 if it does not say."""
        return self.body.seen if isinstance(self.body, StepBody) else 0


class Holder(StrEnum):
    """Whose token a route accepts: a program's in its event (a token for the whole server works in every event), only
    one for the whole server, or one player's.
    """

    PROGRAM = "program"
    SERVER = "server"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Route(Generic[A]):
    """An address of the API. `answer` is the type of its answer; `says` makes it from the event, after `does`, if it
    changes something. `twins`: the forms on pages that do the same. `timed`: the answer changes with time. `own`: it is
    about the token itself; all others say the same to every program that may ask.

    Outside a single event, `says` gets what `does` returned, and `applied` finds the requests applied there before,
    each with that. `most`: bytes of a body, if more than usual are allowed. `media`: the type of the answer, if not
    JSON.
    """

    name: str
    method: str
    path: str
    action: Action
    answer: type[A]
    says: Callable[[Any, Any], A]
    does: Callable[[Any], Any] | None = None
    body: type[Body] = Body
    query: type[Query] = Query
    status: int = 200
    twins: tuple[str, ...] = ()
    timed: bool = False
    own: bool = False
    holder: Holder = Holder.PROGRAM
    applied: Callable[[ServerCall], Iterable[tuple[str, Any]]] | None = None
    most: int = 0
    media: str = "application/json"

    @property
    def summary(self) -> str:
        """The first line of its function's docstring."""
        return ((self.does or self.says).__doc__ or "").strip().partition("\n")[0]

    def address(self, **parts: str | int) -> str:
        return self.path.format(**parts)


def twin(
    name: str,
    path: str,
    action: Action,
    answer: type[A],
    says: Callable[[Any, Opened], A],
    does: Does,
    body: type[Body] = Body,
    status: int = 200,
) -> Route[A]:
    """The route that does the same as the form of that name on a page."""
    return Route(name, "POST", path, action, answer, says, does, body, status=status, twins=(name,))


def own_facts(call: ApiCall, opened: Opened, kind: type[F]) -> list[F]:
    """The facts of a kind that this request recorded, now or when it was first sent."""
    return [entry.fact for entry in opened.entries if entry.request == call.request and isinstance(entry.fact, kind)]


def encoded(view: object) -> bytes:
    return msgspec.json.encode(view)
