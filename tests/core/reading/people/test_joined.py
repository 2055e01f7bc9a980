"""Who ever joined the staff of an event, by the key with which they joined."""

from __future__ import annotations

from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.reading.people.joined import Helper, helpers
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.facts.staff import Announced, StaffJoined, StaffPlays, StaffRemoved

ANN, BOB = PlayerId(1), PlayerId(2)
IDA, JOE = StaffJoined(1, "Ida", Role.JUDGE, "key-i"), StaffJoined(2, "Joe", Role.MARSHAL, "key-j", ANN)


def found(*facts: Fact) -> tuple[Helper, ...]:
    return helpers(Entry(seq, "2026", Actor(), "", fact) for seq, fact in enumerate(facts, start=1))


def test_all_who_joined_are_there_with_whom_they_ever_played_as() -> None:
    ida, joe = found(IDA, JOE, StaffPlays(2, BOB), StaffPlays(2), StaffPlays(0, ANN), StaffRemoved(1))
    assert (ida, joe) == (Helper("key-i", "Ida", "Judge 1"), Helper("key-j", "Joe", "Marshal 2", frozenset((ANN, BOB))))


def test_a_number_that_is_used_again_means_who_joined_last() -> None:
    hale = StaffJoined(1, "Hale", Role.JUDGE, "key-h")
    assert found(IDA, hale, StaffPlays(1, BOB)) == (
        Helper("key-i", "Ida", "Judge 1"),
        Helper("key-h", "Hale", "Judge 1", frozenset((BOB,))),
    )


def test_only_staff_are_forgotten_by_their_key() -> None:
    gone = found(IDA, JOE, Announced("Welcome"), NameForgotten(ANN), NameForgotten(PlayerId(0), staff="key-i"))
    assert [one.forgotten for one in gone] == [True, False]
