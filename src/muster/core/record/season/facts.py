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
    """Always the first entry.

    `definition` is the whole circuit; the season runs from `first` to `last`, both days included. `version` is
    Muster's.
    """

    name: str
    first: str
    last: str
    definition: dict[str, Any]
    version: str = ""


@dataclass(frozen=True, slots=True)
class SeasonAmended:
    """The season's name or days change; None leaves a value unchanged."""

    name: str | None = None
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class EventEntered:
    """An event joins the season. `event` is its id where it was entered.

    `qualifiers`: the origins of the events that fed it. `attendees`: how many people were at its convention.
    `carried_from`: the season whose final it was; its standings then count for this season (WMH-140).
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
    """Details of an event in the season change; None leaves a value unchanged."""

    origin: str
    first_day: str | None = None
    last_day: str | None = None
    tier: str | None = None
    region: str | None = None
    attendees: int | None = None
    qualifiers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class RequirementMet:
    """A requirement of the circuit was met on a day.

    A later one for the same requirement replaces it; `reason` says why.
    """

    origin: str
    requirement: str
    on: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultsTaken:
    """An event's outcome as of one entry of its journal. A later one replaces it.

    `order`: players with a place, best first; `unplaced`: those who took part but have none. `names`, and each of
    `fields` (what the circuit asks about players), follow `order` and then `unplaced`. `options`: what the circuit asks
    about the event. `distinct`: how many different players the qualifying events had; `elsewhere`: the names of those
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
        """Texts from `names` or a field by player; empty if this copy of the journal has none."""
        return dict(zip((*self.order, *self.unplaced), texts, strict=False))


@dataclass(frozen=True, slots=True)
class EventWithdrawn:
    """The event is no longer part of the season."""

    origin: str
    reason: str


@dataclass(frozen=True, slots=True)
class FinalCreated:
    """The final, as an event of its own. `seeds`: who was invited, best first; each is the player with that number."""

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
