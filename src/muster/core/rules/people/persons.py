"""One person over many events, as somebody confirms it; consent, and forgetting. Facts out, or a refusal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.reading.people.alike import Alike
from muster.core.reading.people.roll import Roll
from muster.core.record.erasing.seasons import nameless
from muster.core.record.event import Event
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.people.facts import (
    Appearance,
    Joining,
    PeopleFact,
    PeopleJoined,
    PeopleOpened,
    PeopleParted,
    PersonForgotten,
    ProfileConsented,
)
from muster.core.record.people.journal import People
from muster.core.record.people.who import Person, shared_event
from muster.core.record.season.facts import ResultsTaken
from muster.core.record.season.journal import Season

NOBODY = PlayerId(0)
"""Instead of a player, where a name is not a player's."""


def begin(version: str) -> list[PeopleFact]:
    """The first facts of the people journal."""
    return [PeopleOpened(version)]


def join(roll: Roll, one: Appearance, other: Appearance) -> list[PeopleFact]:
    """Two players of different events are one person."""
    first, second = roll.who.person(one), roll.who.person(other)
    if first == second:
        return []
    both = shared_event(first, second)
    if both:
        raise Refusal(
            "{one} and {other} both played in {event}, so they are two people.",
            one=roll.name_of(one),
            other=roll.name_of(other),
            event=roll.event_name(both),
        )
    return [PeopleJoined(((one, other),))]


def join_alike(found: Sequence[Alike]) -> list[PeopleFact]:
    """Accepts suggestions, for somebody who knows the players."""
    pairs = tuple((alike.one, alike.other) for alike in found)
    return [PeopleJoined(pairs)] if pairs else []


def join_copied(roll: Roll, pairs: Sequence[tuple[Appearance, Appearance]]) -> list[PeopleFact]:
    """Players copied from another event are the same people, unless something contradicts that."""
    person = roll.who.person
    good = tuple((one, other) for one, other in pairs if not shared_event(person(one), person(other)))
    return [PeopleJoined(good)] if good else []


def part(roll: Roll, one: Appearance, other: Appearance) -> list[PeopleFact]:
    """Two players are two people: no longer one if they were joined, and not suggested again."""
    if one == other:
        raise Refusal("{name} is one player of one event and cannot be split.", name=roll.name_of(one))
    return [] if frozenset((one, other)) in roll.who.parted else [PeopleParted(one, other)]


def consent(people: People, person: Person, agrees: bool) -> list[PeopleFact]:
    """Everybody may see the profile, or no longer."""
    if agrees and person & people.forgotten:
        raise Refusal("This person was forgotten, so there is no profile to show.")
    return [] if people.is_public(person) == agrees else [ProfileConsented(tuple(sorted(person)), agrees)]


def forget(people: People, person: Person, staff: Collection[Joining] = ()) -> list[PeopleFact]:
    """Removes the name wherever this person appears; `staff`: where they are marshal or judge."""
    if person <= people.forgotten and people.forgotten_staff.issuperset(staff):
        return []
    return [PersonForgotten(tuple(sorted(person)), tuple(sorted(staff)))]


def forget_name(event: Event, player: PlayerId) -> list[Fact]:
    """What is recorded in each event."""
    return [] if player in event.forgotten or player not in event.players else [NameForgotten(player)]


def forget_staff(entries: Iterable[Entry], keys: Collection[str]) -> list[Fact]:
    """The same for marshals and judges who joined with these keys."""
    gone = {entry.fact.staff for entry in entries if isinstance(entry.fact, NameForgotten)}
    return [NameForgotten(NOBODY, staff=key) for key in sorted(keys) if key not in gone]


def without_names(season: Season, gone: set[Appearance]) -> list[ResultsTaken]:
    """A season's results again, without these names; nothing for events that have none of them."""
    taken = [event.results for event in season.events.values() if event.results is not None]
    return [new for old in taken if (new := nameless(old, gone)) != old]
