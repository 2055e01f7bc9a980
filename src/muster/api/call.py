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
    """The stylesheets that events have of their own for overlays."""

    def has(self, event: str) -> bool: ...
    def read(self, event: str) -> str: ...
    def put(self, event: str, name: str, content: bytes) -> None: ...
    def remove(self, event: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Server:
    """What there is beyond one event. `address`: where phones reach it. `event_pages` and `season_pages` make a zip of
    the public pages; `spend` counts what a player's program does too often, as it does for their phone."""

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
    """`opened`: the event as it was when the request came. `parts`: what the address names, mostly by number.
    `request`: the same for a request that is sent again under its key."""

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
    """The program as the journal knows phones."""

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
        """The last entry that the program knows of; where it says none, the one before this request."""
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
        """The last entry that the program knows of; 0 where it says none."""
        return self.body.seen if isinstance(self.body, StepBody) else 0


class Holder(StrEnum):
    """Whose token a route takes: a program's in its event (one for the whole server is good in every event), one for
    the whole server alone, or one player's."""

    PROGRAM = "program"
    SERVER = "server"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Route(Generic[A]):
    """An address of the API. `answer` is the shape of what it says; `says` makes it of the event, after `does`, if it
    changes something. `twins`: the forms of pages that do the same. `timed`: the answer changes by itself, with time.
    `own`: it says something of the token itself; all others say the same to every program that may ask.

    Beyond one event, `says` gets what `does` came to, and `applied` finds the requests that were applied there before,
    each with that. `most`: bytes of a body, where it may be more than usual. `media`: what the answer is, if not JSON.
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
        """The first line of what its function says of itself."""
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
    """The route that does what the form of the same name does on a page."""
    return Route(name, "POST", path, action, answer, says, does, body, status=status, twins=(name,))


def own_facts(call: ApiCall, opened: Opened, kind: type[F]) -> list[F]:
    """The facts of a kind that this request recorded, now or when it was sent first."""
    return [entry.fact for entry in opened.entries if entry.request == call.request and isinstance(entry.fact, kind)]


def encoded(view: object) -> bytes:
    return msgspec.json.encode(view)
