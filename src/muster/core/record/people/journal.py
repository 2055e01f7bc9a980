"""The vocabulary of people: what their journal adds up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.language import mark
from muster.core.record.journal import Entry
from muster.core.record.people.facts import (
    Appearance,
    Joining,
    PeopleFact,
    PeopleOpened,
    PeopleParted,
    PersonForgotten,
    ProfileConsented,
)
from muster.core.record.people.who import Person
from muster.core.record.undo import effective
from muster.core.record.vocabulary import Title, Vocabulary

JOURNAL = "people"
"""The id of a data folder's only journal of people."""


@dataclass(slots=True)
class People:
    """What is kept besides who is who, which is read from all journals together (`who.py`).

    `consents`: the latest answer about showing the profile, by appearance, with the number of its entry.
    """

    consents: dict[Appearance, tuple[int, bool]] = field(default_factory=dict)
    forgotten: set[Appearance] = field(default_factory=set)
    forgotten_staff: set[Joining] = field(default_factory=set)

    def is_public(self, person: Person) -> bool:
        """Whether everybody may see the profile: private until somebody agrees, and the latest answer counts."""
        said = [self.consents[one] for one in person if one in self.consents]
        return bool(said) and max(said)[1] and not person & self.forgotten


def fold(entries: Sequence[Entry[PeopleFact]]) -> People:
    if not entries or not isinstance(entries[0].fact, PeopleOpened):
        raise DamagedJournal("The journal does not begin as a journal of people.")
    people = People()
    for entry in effective(entries):
        match entry.fact:
            case PeopleParted(other=other):
                people.consents.pop(other, None)  # The profile they agreed to show turned out not to be theirs.
            case ProfileConsented(appearances=appearances, agrees=agrees):
                people.consents.update(dict.fromkeys(appearances, (entry.seq, agrees)))
            case PersonForgotten(appearances=appearances, staff=staff):
                people.forgotten |= set(appearances)
                people.forgotten_staff |= set(staff)
    return people


def _title(first: PeopleFact) -> Title:
    if not isinstance(first, PeopleOpened):
        raise DamagedJournal("The journal does not begin as a journal of people.")
    return Title(JOURNAL)


PEOPLE: Vocabulary[PeopleFact, People] = Vocabulary(
    mark("people"), get_args(PeopleFact), fold, _title, quiet=(PersonForgotten,)
)
"""Undo skips forgetting, because what was dropped cannot be brought back."""
