"""What happens in a season, as its journal keeps it. Fields are only ever added, with a default.

An event is named by its origin, the hash of the first entry of its journal: that is the same in every copy of the
event, on whatever laptop and under whatever id. Names of people are sealed beside the chain (decision 53).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from muster.core.forms.options import Value
from muster.core.kit.model import PlayerId
from muster.core.record.people.facts import Appearance, PeopleJoined, PeopleParted
from muster.core.record.undo import Redone, Undone


@dataclass(frozen=True, slots=True)
class SeasonOpened:
    """Always the first entry. `definition` is the whole circuit; the season runs from `first` to `last`, both days
    included. `version` is that of Muster."""

    name: str
    first: str
    last: str
    definition: dict[str, Any]
    version: str = ""


@dataclass(frozen=True, slots=True)
class SeasonAmended:
    """The season has another name or other days; what is None stays."""

    name: str | None = None
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class EventEntered:
    """An event is part of the season. `event` is its id where it was entered.

    `qualifiers`: the origins of the events that fed it. `attendees`: people at the convention it was part of.
    `carried_from`: the season whose final it was; its standings count for this season then (WMH-140).
    """

    event: str
    origin: str
    name: str
    first_day: str
    last_day: str
    tier: str = ""
    region: str = ""
    attendees: int | None = None
    qualifiers: tuple[str, ...] = ()
    carried_from: str = ""


@dataclass(frozen=True, slots=True)
class SeasonEventAmended:
    """Something else is said of an event that is in the season; what is None stays."""

    origin: str
    first_day: str | None = None
    last_day: str | None = None
    tier: str | None = None
    region: str | None = None
    attendees: int | None = None
    qualifiers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class RequirementMet:
    """What the circuit asks for was done on a day. A later one for the same takes its place; `reason` says why."""

    origin: str
    requirement: str
    on: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultsTaken:
    """What an event came to, at one entry of its journal. A later one takes the place of the one before.

    `order`: who took a place, best first; `unplaced`: who took part and has none. `names`, and each of `fields`, what
    the circuit asks about players, are those of `order` and `unplaced` one after the other. `options`: what it asks
    about the event. `distinct`: how many different players the events that fed it had; `elsewhere`: the names of those
    that were held in another place.
    """

    secret: ClassVar[tuple[str, ...]] = ("names", "fields")

    origin: str
    head: str
    entry: int
    order: tuple[PlayerId, ...]
    unplaced: tuple[PlayerId, ...] = ()
    options: dict[str, Value] = field(default_factory=dict)
    distinct: int | None = None
    elsewhere: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    fields: dict[str, tuple[str, ...]] = field(default_factory=dict)
    seal: str = ""

    @property
    def players(self) -> int:
        return len(self.order) + len(self.unplaced)

    def by_player(self, texts: tuple[str, ...]) -> dict[PlayerId, str]:
        """Texts of `names` or of a field by player; empty where this copy of the journal has none."""
        return dict(zip((*self.order, *self.unplaced), texts, strict=False))


@dataclass(frozen=True, slots=True)
class EventWithdrawn:
    """The event is no longer part of the season."""

    origin: str
    reason: str


@dataclass(frozen=True, slots=True)
class FinalCreated:
    """The final, as an event of its own. `seeds`: who was invited, best first; each is its player of that number."""

    event: str
    origin: str
    name: str
    seeds: tuple[Appearance, ...]


SeasonFact = (
    SeasonOpened
    | SeasonAmended
    | EventEntered
    | SeasonEventAmended
    | RequirementMet
    | ResultsTaken
    | EventWithdrawn
    | PeopleJoined
    | PeopleParted
    | FinalCreated
    | Undone
    | Redone
)
