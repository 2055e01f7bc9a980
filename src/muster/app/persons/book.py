"""The journal of people of a data folder, and everybody who played in the events that are here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock

from muster import __version__
from muster.app.circuit.seasons import Seasons
from muster.app.desk import Desk
from muster.app.keeping.ledger import Ledger, Snapshot
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.kit.progress import Progress, unwatched
from muster.core.reading.people.joined import helpers
from muster.core.reading.people.played import PlayedEvent, played
from muster.core.reading.people.rating import RatingStep, courses
from muster.core.reading.people.roll import Roll
from muster.core.record.journal import Entry
from muster.core.record.people.facts import PeopleFact
from muster.core.record.people.journal import JOURNAL, PEOPLE, People
from muster.core.record.people.who import Person
from muster.core.rules.people import persons

_log = logging.getLogger(__name__)

Courses = dict[str, dict[Person, list[RatingStep]]]
OpenPeople = Snapshot[PeopleFact, People]
Decide = Callable[["Everybody"], Sequence[PeopleFact]]


@dataclass(frozen=True)
class Everybody:
    """Who is who here, and what they said. `entries`: the number of the last one.

    `look`: reads every event, once somebody asks for the roll.
    """

    people: People
    entries: int
    look: Callable[[], Roll]

    @cached_property
    def roll(self) -> Roll:
        return self.look()


@dataclass(slots=True)
class _Worked:
    """What was worked out, and from which journals."""

    rests_on: object = None
    roll: Roll | None = None
    rated_from: object = None
    """Only finished events are rated: a game being played somewhere changes no rating."""
    courses: Courses | None = None
    events: dict[str, tuple[str, PlayedEvent]] = field(default_factory=dict)
    """By id, with the hash of the last entry it was worked out from."""


class PeopleBook(Ledger[PeopleFact, People, OpenPeople]):
    """The ledger of people. What it works out from events is kept in memory until their journals change."""

    def __init__(self, desk: Desk, seasons: Seasons) -> None:
        super().__init__(PEOPLE, Snapshot, desk.journals, desk.clock, desk.fresh)
        self.desk = desk
        self.seasons = seasons
        self._worked = _Worked()
        self._working = Lock()

    @property
    def is_begun(self) -> bool:
        return self.journals.head(self.name(JOURNAL)) != (0, "")

    def entries_of(self) -> Sequence[Entry[PeopleFact]]:
        return self.open(JOURNAL).entries if self.is_begun else ()

    def said(self) -> People:
        """What was said besides who is who."""
        return self.open(JOURNAL).state if self.is_begun else People()

    def everybody(self) -> Everybody:
        """Everybody, up to date."""
        return Everybody(self.said(), self.journals.head(self.name(JOURNAL))[0], self.roll)

    def say(self, decide: Decide, actor: Actor, request: str = "") -> Everybody:
        """Decides and appends. The journal begins with the first answer."""
        if not self.is_begun:
            decide(self.everybody())  # A refusal must not begin the journal.
            self._begin()
        self.act(JOURNAL, lambda _: decide(self.everybody()), actor, request)
        return self.everybody()

    def _begin(self) -> None:
        try:
            self.create(JOURNAL, "", persons.begin(__version__), Actor())
        except Refusal:
            if not self.is_begun:  # Another process was faster, or it cannot be written at all.
                raise

    def roll(self) -> Roll:
        with self._working:
            return self._roll()

    def soon(self) -> None:
        """Called before a page that shows people.

        The first look in this run reads every event; if that takes long, it is done in the background, and
        `StillReading` says how far it is. Later looks only read what changed.
        """
        if self.desk.readings is not None and not self.is_ready:
            self.desk.readings.wait_for("people", self.ratings)

    def events(self) -> list[PlayedEvent]:
        """Every event that can be read, with all copies of one event."""
        with self._working:
            self._roll()
            return [event for _, event in self._worked.events.values()]

    def ratings(self, progress: Progress = unwatched) -> Courses:
        """Everybody's rating after each of their events."""
        with self._working:
            roll = self._roll(progress)
            if self._worked.courses is None:
                self._worked.courses = courses(roll.events.values(), roll.who)
            return self._worked.courses

    @property
    def is_ready(self) -> bool:
        """Whether the events were read before, so that asking is cheap."""
        return self._worked.roll is not None

    def _roll(self, progress: Progress = unwatched) -> Roll:
        events = self._events(progress)
        said = [self.journals.head(self.name(JOURNAL)), *(self._head_of(stored.id) for stored in self.seasons.listed())]
        rests_on = (said, [(event_id, head) for event_id, (head, _) in events.items()])
        worked = self._worked
        if worked.roll is None or worked.rests_on != rests_on:
            roll = Roll([event for _, event in events.values()], self.seasons.who())
            rated_from = (said, [(one.id, events[one.id][0]) for one in roll.events.values() if one.finished])
            kept = worked.courses if worked.rated_from == rated_from else None
            self._worked = worked = _Worked(rests_on, roll, rated_from, kept, events)
        assert worked.roll is not None
        return worked.roll

    def _head_of(self, season: str) -> tuple[int, str]:
        return self.journals.head(self.seasons.name(season))

    def _events(self, progress: Progress) -> dict[str, tuple[str, PlayedEvent]]:
        """Every event that can be read, worked out again if its journal has grown."""
        found: dict[str, tuple[str, PlayedEvent]] = {}
        all_ = self.desk.listed()
        for done, stored in enumerate(all_):
            progress(done, len(all_))
            head = self.journals.head(self.desk.name(stored.id))[1]
            known = self._worked.events.get(stored.id)
            if known is not None and known[0] == head:
                found[stored.id] = known
                continue
            try:
                opened = self.desk.open(stored.id)
                event = played(opened.id, opened.hashes[0], opened.event, opened.system, opened.last)
                event = replace(event, staff=helpers(opened.entries))
            except Refusal:
                continue  # The list of events reports it.
            except Exception:  # A bug in one game must not hide everybody; it is logged.
                _log.exception("The players of the event “%s” cannot be read.", stored.id)
                continue
            found[stored.id] = (head, event)
        return found
