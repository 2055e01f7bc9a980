"""What the journal of people adds up to: who agreed last, who is forgotten, and that it is such a journal."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.journal import Entry
from muster.core.record.people.facts import PeopleFact, PeopleOpened, PeopleParted, PersonForgotten, ProfileConsented
from muster.core.record.people.journal import PEOPLE, People, fold

A, B = ("a", PlayerId(1)), ("b", PlayerId(1))
BOTH = frozenset([A, B])


def folded(*facts: PeopleFact) -> People:
    return fold([Entry(seq, "2026", Actor(), str(seq), fact) for seq, fact in enumerate(facts, start=1)])


def test_the_last_word_about_a_profile_counts() -> None:
    yes, no = ProfileConsented((A,), True), ProfileConsented((B,), False)
    assert not folded(PeopleOpened("1")).is_public(BOTH)
    assert not folded(PeopleOpened("1"), yes, no).is_public(BOTH)
    assert folded(PeopleOpened("1"), no, yes).is_public(BOTH)


def test_a_profile_that_was_not_theirs_is_not_shown() -> None:
    people = folded(PeopleOpened("1"), ProfileConsented((A, B), True), PeopleParted(A, B))
    assert people.is_public(frozenset([A])) and not people.is_public(frozenset([B]))


def test_who_is_forgotten_in_part_has_no_public_profile() -> None:
    people = folded(PeopleOpened("1"), ProfileConsented((A, B), True), PersonForgotten((B,)))
    assert people.forgotten == {B} and not people.is_public(BOTH)


def test_a_journal_that_begins_otherwise_is_damaged() -> None:
    with pytest.raises(DamagedJournal, match="does not begin as a journal of people"):
        folded()
    with pytest.raises(DamagedJournal, match="does not begin as a journal of people"):
        folded(PersonForgotten((A,)))
    with pytest.raises(DamagedJournal, match="does not begin as a journal of people"):
        PEOPLE.title(PersonForgotten((A,)))
