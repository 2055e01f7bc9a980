"""Facts about staff: who they are, what they announce, rule and punish. See `facts`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.core.kit.model import PlayerId, Role
from muster.core.record.readers import Readers

_UNTOLD = PlayerId(0)


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """`kind` is its key in the menu of penalties, empty for the organiser's own wording; `by`: who gave it.

    `infraction`: the key of the book's name for it; empty if only the note says it. Copies that are handed out lack all
    of this, even who it was; a result that follows from it is an ordinary result.
    """

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("player", "penalty", "note", "kind", "round", "table", "by", "infraction")

    player: PlayerId = _UNTOLD
    penalty: str = ""
    note: str = ""
    kind: str = ""
    round: int = 0
    table: int = 0
    by: str = ""
    infraction: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class RecommendationDeclined:
    """The organiser does not disqualify; `penalty` is the number of the recommendation among the penalties."""

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("reason",)

    penalty: int
    reason: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """`note` is the answer to `question`. `final`: given by whoever has the last word. Rulings are numbered from 1.

    `subject`: the key of the book's name for what it is about; empty if about anything else. Its text is only for those
    at the event: copies that are handed out leave it out.
    """

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("note", "question", "players", "by", "subject")

    note: str = ""
    table: int = 0
    question: str = ""
    round: int = 0
    players: tuple[PlayerId, ...] = ()
    by: str = ""
    final: bool = False
    subject: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class RulingAppealed:
    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("note", "by")

    ruling: int
    player: PlayerId
    note: str = ""
    by: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class AppealDecided:
    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("note", "by")

    ruling: int
    upheld: bool
    note: str = ""
    by: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class StaffJoined:
    """`key` ties a browser to this person, because a number is reused when a joining is undone."""

    readers: ClassVar[Readers] = Readers.STAFF

    staff: int
    name: str
    role: Role
    key: str
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class StaffRemoved:
    readers: ClassVar[Readers] = Readers.STAFF

    staff: int


@dataclass(frozen=True, slots=True)
class StaffPlays:
    """A member of staff also plays, or no longer does; number 0 is the organiser."""

    readers: ClassVar[Readers] = Readers.STAFF

    staff: int
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class StaffDuty:
    readers: ClassVar[Readers] = Readers.STAFF

    staff: int
    on: bool


@dataclass(frozen=True, slots=True)
class LinkRenewed:
    """Links of this kind that were handed out before no longer work, and whoever came in by one is signed out.

    `whose` is a role, for its invitation, or "player" for one player's private link. `key` goes into the new link.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    whose: Role
    key: str
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Announced:
    """Shown on every page and screen, in place of any earlier announcement."""

    readers: ClassVar[Readers] = Readers.STAFF

    text: str


@dataclass(frozen=True, slots=True)
class AnnouncementWithdrawn:
    """Nothing is announced any more."""

    readers: ClassVar[Readers] = Readers.STAFF


@dataclass(frozen=True, slots=True)
class EventListed:
    """Whether the list of events shows this one to everybody, or only to the organiser."""

    readers: ClassVar[Readers] = Readers.STAFF

    shown: bool


@dataclass(frozen=True, slots=True)
class SitesAllowed:
    """The other sites whose pages may use this event, replacing earlier ones; empty: no site may."""

    readers: ClassVar[Readers] = Readers.STAFF

    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgeCalled:
    """A player asks for a judge at their table (L5R-021). Calls and breaches are numbered together, from 1."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    match: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class BreachReported:
    """A spectator tells the staff that a rule is being broken at a table (L5R-016).

    What they write is only for the staff: copies that are handed out leave it out.
    """

    readers: ClassVar[Readers] = Readers.OUTSIDERS
    secret: ClassVar[tuple[str, ...]] = ("text",)

    round: int
    match: int
    text: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A member of staff is on the way, instead of anybody named before."""

    readers: ClassVar[Readers] = Readers.STAFF

    call: int
    staff: int


@dataclass(frozen=True, slots=True)
class CallEnded:
    """Somebody was there, or is no longer needed."""

    readers: ClassVar[Readers] = Readers.STAFF

    call: int


@dataclass(frozen=True, slots=True)
class TableFeatured:
    """Whether everybody may watch a tracked game."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    match: int
    shown: bool


StaffFact = (
    PenaltyGiven
    | RecommendationDeclined
    | RulingGiven
    | RulingAppealed
    | AppealDecided
    | StaffJoined
    | StaffRemoved
    | StaffPlays
    | StaffDuty
    | LinkRenewed
    | Announced
    | AnnouncementWithdrawn
    | EventListed
    | SitesAllowed
    | JudgeCalled
    | BreachReported
    | CallAnswered
    | CallEnded
    | TableFeatured
)
