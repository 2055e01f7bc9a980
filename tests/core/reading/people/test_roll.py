"""Everybody in the events that are here: found by key, name, number and part of a name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.reading.people.roll import Roll, appearance_key, is_key_of
from muster.core.record.people.facts import Appearance
from muster.core.record.people.who import PeopleSaid
from tests.core.reading.people.events import named

NORTH, SOUTH = "n" * 16, "s" * 16
"""Origins of events, longer than keys."""


def at(origin: str, number: int) -> Appearance:
    return origin, PlayerId(number)


def roll(who: PeopleSaid | None = None) -> Roll:
    """Ann plays in both, B2 only in the north and is not its second player; Old is forgotten."""
    north = named(NORTH, "2026-01-01", "Ann", "Cem", "B2", "Old", ".", forgotten="Old")
    south = named(SOUTH, "2026-02-01", "Old", "Ann", "Dai", forgotten="Old")
    return Roll([south, north], who or PeopleSaid())


def test_a_key_leads_to_its_player_and_nothing_shorter_does() -> None:
    here = roll()
    assert here.by_key(appearance_key(at(NORTH, 2))) == here.find(f" {NORTH}-2 ") == at(NORTH, 2)
    assert here.by_key(f"{NORTH[:12]}-2") == at(NORTH, 2)
    assert [here.by_key(key) for key in (f"{NORTH[:11]}-2", "2", "-2", f"{NORTH}-", f"{NORTH}-x", f"{NORTH}-9")] == [
        None
    ] * 6


def test_a_key_is_of_one_appearance_and_of_no_other() -> None:
    ann = at(NORTH, 2)
    assert is_key_of(appearance_key(ann), ann) and is_key_of(f"{NORTH}-2", ann)
    wrong = (f"{NORTH[:11]}-2", "-2", f"{SOUTH}-2", f"{NORTH}x-2", f"{NORTH}-3", f"{NORTH}-x", NORTH)
    assert [key for key in wrong if is_key_of(key, ann)] == []


def test_of_two_events_whose_origins_begin_alike_the_one_with_this_player_is_meant() -> None:
    one, other = named(f"{NORTH}1", "2026-01-01", "Ann"), named(f"{NORTH}2", "2026-02-01", "Bob", "Cem")
    assert Roll([one, other], PeopleSaid()).by_key(f"{NORTH[:12]}-2") == at(f"{NORTH}2", 2)


def test_a_name_is_found_in_an_event_or_anywhere_if_it_is_one_persons() -> None:
    here = roll()
    assert (here.find("cem"), here.find(" ANN @s"), here.find("B2@n")) == (at(NORTH, 2), at(SOUTH, 2), at(NORTH, 3))
    with pytest.raises(Refusal, match="Name the event too: Ann@n"):
        here.find("Ann")
    who = PeopleSaid()
    who.join(at(NORTH, 1), at(SOUTH, 2))
    assert roll(who).find("Ann") == at(NORTH, 1)


def test_a_number_is_found_in_its_event() -> None:
    assert roll().find("#3@s") == at(SOUTH, 3)


@pytest.mark.parametrize("text", ["Zoe", "Dai@n", "#9@n", "#2", "", "@n", "Old", "Old@s"])
def test_who_is_not_there_is_not_found(text: str) -> None:
    """Nor is a forgotten name; and an empty text is not a name made of symbols."""
    with pytest.raises(Refusal, match="No person is called"):
        roll().find(text)


def test_an_event_that_is_not_there_is_named() -> None:
    with pytest.raises(Refusal, match="No event is called “west”"):
        roll().find("Ann@west")


def test_a_search_finds_parts_of_names_also_of_earlier_ones() -> None:
    """Forgotten names are not found, nor who has no other."""
    who = PeopleSaid()
    who.join(at(NORTH, 2), at(SOUTH, 3))  # Cem is now called Dai.
    here = roll(who)
    assert here.search("EM") == here.search(" dai") == [who.person(at(NORTH, 2))]
    assert here.search("Old") == []
    assert len(here.search("")) == 5


def test_nobody_is_suggested_by_a_forgotten_name() -> None:
    assert [(one.one, one.other) for one in roll().alike] == [(at(NORTH, 1), at(SOUTH, 2))]


def test_suggestions_about_an_event_are_those_with_somebody_who_plays_in_it() -> None:
    """Also under another name: Dai of the south is Ann of the west."""
    events = [named(f"{where}" * 16, "2026-01-01", "Ann") for where in "ew"]
    events += [named(NORTH, "2026-02-01", "Bob"), named(SOUTH, "2026-03-01", "Dai")]
    who = PeopleSaid()
    who.join(at("w" * 16, 1), at(SOUTH, 1))
    here = Roll(events, who)
    assert [len(here.alike_in(origin)) for origin in ("e" * 16, "w" * 16, SOUTH, NORTH)] == [1, 1, 1, 0]


def test_what_is_not_here_has_no_name_and_no_key() -> None:
    here = roll()
    assert (here.name_of(at(NORTH, 1)), here.name_of(at(NORTH, 9)), here.name_of(at("west", 1))) == ("Ann", "", "")
    assert (here.event_name(SOUTH), here.event_name("west")) == ("S", "")
    assert here.key_of(frozenset([at("west", 1)])) == ""
    who = PeopleSaid()
    who.join(at(SOUTH, 2), at(NORTH, 1))
    assert roll(who).key_of(who.person(at(SOUTH, 2))) == appearance_key(at(NORTH, 1))


def test_of_two_copies_the_longer_one_counts() -> None:
    short = named(NORTH, "2026-01-01", "Ann")
    long = replace(named(NORTH, "2026-01-01", "Ann", "Bob"), entries=2)
    for copies in ([short, long], [long, short]):
        assert list(Roll(copies, PeopleSaid()).events.values()) == [long]
