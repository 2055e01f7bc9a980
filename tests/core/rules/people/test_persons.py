"""Who may be joined, split, shown and forgotten; nothing is written twice."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.reading.people.alike import Alike
from muster.core.reading.people.roll import Roll
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.people.facts import PeopleJoined, PeopleParted, PersonForgotten, ProfileConsented
from muster.core.record.people.journal import People
from muster.core.record.people.who import PeopleSaid
from muster.core.rules.people import persons
from tests.app.hall import STAFF, Hall
from tests.core.reading.people.events import named

ANN, BEN = PlayerId(1), PlayerId(2)
NORTH, SOUTH = ("north", ANN), ("south", ANN)


def roll(*joined: tuple[tuple[str, PlayerId], tuple[str, PlayerId]]) -> Roll:
    who = PeopleSaid()
    for one, other in joined:
        who.join(one, other)
    return Roll([named(origin, "2026-01-01", "Ann", "Ben") for origin in ("north", "south", "east")], who)


def test_joining_again_says_nothing() -> None:
    assert persons.join(roll(), NORTH, SOUTH) == [PeopleJoined(((NORTH, SOUTH),))]
    assert persons.join(roll((SOUTH, NORTH)), NORTH, SOUTH) == []


def test_suggestions_are_confirmed_where_there_are_any() -> None:
    assert persons.join_alike([]) == []
    assert persons.join_alike([Alike(NORTH, SOUTH, "Ann")]) == [PeopleJoined(((NORTH, SOUTH),))]


def test_copied_players_are_joined_where_nothing_speaks_against_it() -> None:
    """Players who are already one person, and those who would be in one event twice, are left out."""
    here = roll((("east", ANN), NORTH), (("east", BEN), SOUTH))
    bens = ("north", BEN), ("south", BEN)
    assert persons.join_copied(here, [(NORTH, ("east", ANN)), (NORTH, SOUTH), bens]) == [PeopleJoined((bens,))]
    assert persons.join_copied(here, [(NORTH, SOUTH)]) == []


def test_two_are_said_to_be_two_once() -> None:
    here = roll()
    assert persons.part(here, NORTH, SOUTH) == [PeopleParted(NORTH, SOUTH)]
    here.who.part(SOUTH, NORTH)
    assert persons.part(here, NORTH, SOUTH) == []
    with pytest.raises(Refusal, match="Ann is one player of one event and cannot be split"):
        persons.part(here, NORTH, NORTH)


def test_consent_is_written_when_it_changes_something() -> None:
    """Who is forgotten may still say no."""
    people, person = People(), frozenset([SOUTH, NORTH])
    assert persons.consent(people, person, False) == []
    assert persons.consent(people, person, True) == [ProfileConsented((NORTH, SOUTH), True)]
    people.consents[NORTH] = (1, True)
    assert persons.consent(people, person, True) == []
    assert persons.consent(people, person, False) == [ProfileConsented((NORTH, SOUTH), False)]
    people.forgotten.add(SOUTH)
    assert persons.consent(people, person, False) == []
    with pytest.raises(Refusal, match="was forgotten"):
        persons.consent(people, person, True)


def test_forgetting_is_written_until_everything_of_the_person_is_forgotten() -> None:
    people, person = People(forgotten={NORTH}), frozenset([SOUTH, NORTH])
    assert persons.forget(people, person) == [PersonForgotten((NORTH, SOUTH))]
    people.forgotten.add(SOUTH)
    assert persons.forget(people, person) == []


def test_an_event_forgets_a_name_that_it_has_and_once() -> None:
    hall = Hall("bushido", ["Ann"])
    event = hall.event
    assert persons.forget_name(event, ANN) == [NameForgotten(ANN)]
    assert persons.forget_name(event, BEN) == []
    event.forgotten = frozenset([ANN])
    assert persons.forget_name(event, ANN) == []


def test_an_event_forgets_staff_once() -> None:
    hall = Hall("bushido", ["Ann"])
    first = persons.forget_staff(hall.opened.entries, ["b", "a"])
    assert first == [NameForgotten(PlayerId(0), staff=key) for key in "ab"]
    hall.desk.act(hall.id, lambda _: first[:1], STAFF)
    assert persons.forget_staff(hall.opened.entries, ["a", "b"]) == first[1:]
