"""The vocabulary of a season: what its journal adds up to, before any points are worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, get_args

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.language import mark
from muster.core.record.journal import Entry
from muster.core.record.people.facts import Appearance, PeopleJoined, PeopleParted
from muster.core.record.people.who import PeopleSaid, Person
from muster.core.record.season.facts import (
    EventEntered,
    EventWithdrawn,
    FinalCreated,
    RequirementMet,
    ResultsTaken,
    SeasonAmended,
    SeasonEventAmended,
    SeasonFact,
    SeasonOpened,
)
from muster.core.record.undo import effective
from muster.core.record.vocabulary import Title, Vocabulary


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """An event in the season. `met`: by requirement.

    `results`: its outcome, None until it was taken over; `taken_at` is when (UTC, ISO 8601).
    """

    entered: EventEntered
    met: Mapping[str, RequirementMet] = field(default_factory=dict)
    results: ResultsTaken | None = None
    taken_at: str = ""

    @property
    def origin(self) -> str:
        return self.entered.origin


@dataclass(slots=True)
class Season:
    """`events`: by origin, in the order they were entered. `who`: who is who, according to this journal."""

    name: str
    first: str
    last: str
    definition: dict[str, Any]
    events: dict[str, SeasonEvent] = field(default_factory=dict)
    who: PeopleSaid = field(default_factory=PeopleSaid)
    final: FinalCreated | None = None

    def person(self, appearance: Appearance) -> Person:
        return self.who.person(appearance)

    def at(self, event: str) -> SeasonEvent | None:
        """The event that was entered under this id."""
        return next((one for one in self.events.values() if one.entered.event == event), None)


def fold(entries: Sequence[Entry[SeasonFact]]) -> Season:
    counting = effective(entries)
    opened = counting[0].fact if counting else None
    if not isinstance(opened, SeasonOpened):
        raise DamagedJournal("The journal does not begin with the opening of a season.")
    season = Season(opened.name, opened.first, opened.last, opened.definition)
    for entry in counting[1:]:
        if isinstance(entry.fact, SeasonOpened):
            raise DamagedJournal("Entry {seq} opens the season a second time.", seq=entry.seq)
        _HANDLERS[type(entry.fact)](season, entry)
    return season


def _event(season: Season, origin: str, entry: Entry[SeasonFact]) -> SeasonEvent:
    if origin not in season.events:
        raise DamagedJournal("Entry {seq} is about an event that is not in the season.", seq=entry.seq)
    return season.events[origin]


def _amended(season: Season, entry: Entry[SeasonAmended]) -> None:
    fact = entry.fact
    season.name = season.name if fact.name is None else fact.name
    season.first = season.first if fact.first is None else fact.first
    season.last = season.last if fact.last is None else fact.last


def _entered(season: Season, entry: Entry[EventEntered]) -> None:
    season.events[entry.fact.origin] = SeasonEvent(entry.fact)


def _said_again(season: Season, entry: Entry[SeasonEventAmended]) -> None:
    """Recorded steps and results stay."""
    fact = entry.fact
    event = _event(season, fact.origin, entry)
    new = {key: value for key, value in asdict(fact).items() if value is not None}
    season.events[event.origin] = replace(event, entered=replace(event.entered, **new))


def _met(season: Season, entry: Entry[RequirementMet]) -> None:
    event = _event(season, entry.fact.origin, entry)
    season.events[event.origin] = replace(event, met={**event.met, entry.fact.requirement: entry.fact})


def _taken(season: Season, entry: Entry[ResultsTaken]) -> None:
    event = _event(season, entry.fact.origin, entry)
    season.events[event.origin] = replace(event, results=entry.fact, taken_at=entry.at)


def _withdrawn(season: Season, entry: Entry[EventWithdrawn]) -> None:
    del season.events[_event(season, entry.fact.origin, entry).origin]


def _joined(season: Season, entry: Entry[PeopleJoined]) -> None:
    for one, other in entry.fact.pairs:
        season.who.join(one, other)


def _parted(season: Season, entry: Entry[PeopleParted]) -> None:
    season.who.part(entry.fact.one, entry.fact.other)


def _final(season: Season, entry: Entry[FinalCreated]) -> None:
    season.final = entry.fact


_HANDLERS: dict[type, Callable[[Season, Entry[Any]], None]] = {
    SeasonAmended: _amended,
    EventEntered: _entered,
    SeasonEventAmended: _said_again,
    RequirementMet: _met,
    ResultsTaken: _taken,
    EventWithdrawn: _withdrawn,
    PeopleJoined: _joined,
    PeopleParted: _parted,
    FinalCreated: _final,
}


def _title(first: SeasonFact) -> Title:
    if not isinstance(first, SeasonOpened):
        raise DamagedJournal("The journal does not begin with the opening of a season.")
    return Title(first.name, str(first.definition.get("game", "")))


SEASON: Vocabulary[SeasonFact, Season] = Vocabulary(mark("season"), get_args(SeasonFact), fold, _title)
