"""The facts of play, and the union of all that a journal holds: clock, staff, lists, venue, names have their own files.

A field is only ever added, with a default; none is renamed or removed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from muster.core.forms.options import Value
from muster.core.kit.model import PlayerId, Raw, Result
from muster.core.kit.reasons import Reason
from muster.core.record.facts.awards import AwardFact
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.clock import ClockFact
from muster.core.record.facts.lists import ListFact
from muster.core.record.facts.staff import StaffFact
from muster.core.record.facts.timetable import Timetable
from muster.core.record.facts.venue import VenueFact
from muster.core.record.journal import Entry as AnyEntry
from muster.core.record.readers import Readers
from muster.core.record.undo import Redone, Undone


@dataclass(frozen=True, slots=True)
class EventCreated:
    """Always the first entry. `definition` is the whole composed system if `system` is `custom`.

    `package`: the installed package the game came from, empty for Muster's own games. `game_version`: the version of
    its rules.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    name: str
    system: str
    edition: str
    seed_hash: str
    version: str
    date: str = ""
    definition: dict[str, Any] | None = None
    package: str = ""
    game_version: str = ""


@dataclass(frozen=True, slots=True)
class EventAmended:
    """None leaves a value unchanged; an empty date means no date. A schedule line is a time, or none, and a text."""

    readers: ClassVar[Readers] = Readers.STAFF

    name: str | None = None
    date: str | None = None
    place: str | None = None
    map_link: str | None = None
    schedule: tuple[tuple[str, str], ...] | None = None
    timetable: Timetable | None = None


@dataclass(frozen=True, slots=True)
class OptionSet:
    readers: ClassVar[Readers] = Readers.STAFF

    key: str
    value: Value
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerEnrolled:
    """`lot`: the player's lot, the last resort between players who are level. `missed`: rounds a latecomer did not
    play.

    `device`: the digest of the browser, for players who enrolled themselves. The name is sealed beside the chain so
    that it can be erased, and is part of every copy; older journals have it in the body.
    """

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("name",)

    player: PlayerId
    name: str = ""
    lot: int = 0
    values: dict[str, Raw] = field(default_factory=dict)
    stand_in: bool = False
    missed: tuple[int, ...] = ()
    device: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class EnrolmentsRemoved:
    """Players who never existed, such as made-up names: as if they had not enrolled. Their numbers stay used."""

    readers: ClassVar[Readers] = Readers.STAFF

    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class PlayerAmended:
    """None leaves a value unchanged. The name is sealed as for an enrolment."""

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("name",)

    player: PlayerId
    name: str | None = None
    values: dict[str, Raw] = field(default_factory=dict)
    after_round: int = 0
    """Rounds up to this one keep the old values."""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """`missed`: rounds that a player held out until now has missed (X-28)."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    missed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedOut:
    """Somebody who was checked in is not there after all."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ScenarioChosen:
    """The scenario of a round; hidden from players until the round is published (BUS-43, WMH-109)."""

    readers: ClassVar[Readers] = Readers.PUBLISHED
    secret: ClassVar[tuple[str, ...]] = ("name", "category", "advanced", "text")

    round: int
    name: str = ""
    category: str = ""
    advanced: bool = False
    text: str = ""
    rolled: bool = False
    seal: str = ""


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """`down`: the player paired against a lower score group, if any."""

    a: PlayerId
    b: PlayerId
    table: int
    why: tuple[Reason, ...] = ()
    table_why: tuple[Reason, ...] = ()
    down: PlayerId | None = None
    game: int = 0


@dataclass(frozen=True, slots=True)
class DrawnBye:
    """`game`: its game number in an elimination round (L-24), as for a pair."""

    player: PlayerId
    why: tuple[Reason, ...] = ()
    game: int = 0


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """A draft. `draw` names the stream of lots it used, empty if it was paired by hand.

    `method`: the version of the pairing rules; draws by earlier versions may come out differently today.
    `reason_public`: everybody may read why it was drawn again; otherwise only the staff, and copies that are handed out
    lack it.
    """

    readers: ClassVar[Readers] = Readers.PUBLISHED
    secret: ClassVar[tuple[str, ...]] = ("reason",)

    round: int
    stage: int
    pairs: tuple[DrawnPair, ...]
    byes: tuple[DrawnBye, ...] = ()
    notices: tuple[Reason, ...] = ()
    draw: str = ""
    attempt: int = 1
    by_hand: bool = False
    reason: str = ""
    method: int = 1
    reason_public: bool = False
    seal: str = ""

    @property
    def hides(self) -> bool:
        return bool(self.reason) and not self.reason_public


@dataclass(frozen=True, slots=True)
class PlayersSwapped:
    """Two players in a draft swap seats. `pairs` are the pairs afterwards."""

    readers: ClassVar[Readers] = Readers.PUBLISHED

    round: int
    first: PlayerId
    second: PlayerId
    pairs: tuple[DrawnPair, ...]
    byes: tuple[DrawnBye, ...]
    notices: tuple[Reason, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ByeAdded:
    """A player whom a draft had no place for gets a bye, in addition to any that were drawn."""

    readers: ClassVar[Readers] = Readers.PUBLISHED

    round: int
    player: PlayerId
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class LatecomerSeated:
    """In a published round, a latecomer plays the player who had the bye, who then has none.

    `pair`: the two players and their table.
    """

    readers: ClassVar[Readers] = Readers.PUBLISHED

    round: int
    player: PlayerId
    pair: DrawnPair


@dataclass(frozen=True, slots=True)
class TableMoved:
    """A match moves to another table; `other` is the match that swaps tables with it, 0 if none."""

    readers: ClassVar[Readers] = Readers.PUBLISHED

    round: int
    match: int
    table: int
    other: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundWithdrawn:
    """A round without any result is taken back, to be drawn again."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundPublished:
    readers: ClassVar[Readers] = Readers.STAFF

    round: int


@dataclass(frozen=True, slots=True)
class ResultReported:
    """`reporter` is the player who reported, None for staff; `device` the phone it came from (see `claims.py`)."""

    readers: ClassVar[Readers] = Readers.OUTSIDERS

    round: int
    match: int
    result: Result
    reporter: PlayerId | None = None
    device: str = ""


@dataclass(frozen=True, slots=True)
class ResultKeyed:
    """A result entered at the desk, kept aside until a second entry agrees with it."""

    readers: ClassVar[Readers] = Readers.OUTSIDERS

    round: int
    match: int
    result: Result


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    match: int
    confirmer: PlayerId | None = None
    device: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    match: int
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class ResultObjected:
    """A player says that the result is wrong. It counts until it is corrected."""

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("note",)

    round: int
    match: int
    player: PlayerId
    note: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class ObjectionAnswered:
    """The result stays; `note` tells the players why. `by`: who decided."""

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("note", "by")

    round: int
    match: int
    note: str = ""
    by: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """`retired`: gets no place in the standings (Urban War's conceder). `round`: the last round that was drawn.

    `by_result`: it followed from the player's result in that round, and is dropped when that result is corrected.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    round: int
    reason: str = ""
    retired: bool = False
    by_result: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRejoined:
    """`missed`: the rounds that count as unpaired losses from now on; only for the log, the fold works them out."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    missed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerExcused:
    """Absent from a round without dropping: the round counts as an unpaired loss."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    """`by_result`: entered with the player's result in that round, and dropped when that result is corrected.

    `infraction`: the key of the book's name for it; empty if only `reason` says it. Copies that are handed out lack
    both.
    """

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("reason", "infraction")

    player: PlayerId
    round: int
    reason: str = ""
    by_result: bool = False
    infraction: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class CutMade:
    """The stage ends; `seeds` continue, best first; everybody else is out."""

    readers: ClassVar[Readers] = Readers.STAFF

    size: int
    seeds: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class CutRefilled:
    """A qualifier left before the stage's first game; the next in rank comes in as the lowest seed.

    After a correction it may also be somebody who was promoted and gives the seat back (X-29), or a seat that was
    empty.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    left: PlayerId | None
    promoted: PlayerId | None
    seeds: tuple[PlayerId, ...]
    declined: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """`digest` seals the standings as announced, for `verify`."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    digest: str = ""


@dataclass(frozen=True, slots=True)
class EventFinished:
    """Reveals the seed, so that anyone can re-run every draw."""

    readers: ClassVar[Readers] = Readers.STAFF

    seed: str
    reason: str = ""


Fact = (
    EventCreated
    | EventAmended
    | OptionSet
    | PlayerEnrolled
    | EnrolmentsRemoved
    | PlayerAmended
    | CheckedIn
    | CheckedOut
    | ScenarioChosen
    | RoundDrawn
    | PlayersSwapped
    | ByeAdded
    | LatecomerSeated
    | TableMoved
    | RoundWithdrawn
    | RoundPublished
    | ResultReported
    | ResultKeyed
    | ResultConfirmed
    | ResultCorrected
    | ResultObjected
    | ObjectionAnswered
    | PlayerDropped
    | PlayerRejoined
    | PlayerExcused
    | PlayerDisqualified
    | CutMade
    | CutRefilled
    | RoundClosed
    | EventFinished
    | Undone
    | Redone
    | ClockFact
    | StaffFact
    | ListFact
    | VenueFact
    | ClaimFact
    | AwardFact
)

if TYPE_CHECKING:
    Entry = AnyEntry[Fact]
    """An entry of an event's journal."""
else:
    Entry = AnyEntry  # At run time without the type parameter, because constructing a parametrised class is slower.
