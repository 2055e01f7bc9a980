"""Who is who, as somebody confirmed it: in one journal, or in several of them read as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from muster.core.record.journal import Entry
from muster.core.record.people.facts import Appearance, PeopleJoined, PeopleParted

Person = frozenset[Appearance]
"""Everywhere that one person played, as far as it is confirmed."""


@dataclass(slots=True)
class PeopleSaid:
    """`joined`: for each joined appearance, its person. `parted`: pairs of appearances that are two people."""

    joined: dict[Appearance, Person] = field(default_factory=dict)
    parted: set[frozenset[Appearance]] = field(default_factory=set)

    def person(self, appearance: Appearance) -> Person:
        return self.joined.get(appearance) or frozenset([appearance])

    def join(self, first: Appearance, second: Appearance) -> None:
        one, other = self.person(first), self.person(second)
        self.joined.update(dict.fromkeys(one | other, one | other))
        self.parted = {pair for pair in self.parted if not (pair & one and pair & other)}

    def part(self, one: Appearance, other: Appearance) -> None:
        """The second leaves the person it was joined with; the others stay together."""
        if one in self.person(other):
            rest = self.person(one) - {other}
            self.joined.update(dict.fromkeys(rest, rest))
            del self.joined[other]
            self.parted |= {frozenset((left, other)) for left in rest}
        self.parted.add(frozenset((one, other)))

    def may_join(self, one: Person, other: Person) -> bool:
        """Whether two people can be one: they were never in the same event, and nobody said they are two."""
        if shared_event(one, other):
            return False
        return not any(frozenset((a, b)) in self.parted for a in one for b in other)


def shared_event(one: Person, other: Person) -> str:
    """The origin of an event that both played in; empty if there is none."""
    return min({origin for origin, _ in one} & {origin for origin, _ in other}, default="")


def all_answers(journals: Iterable[Iterable[Entry[object]]]) -> PeopleSaid:
    """What several journals say together, with answers in order of time, so that the latest counts.

    Each answer was possible in its own journal. One that is no longer possible, because another journal joined these
    people with others of the same event, is skipped.
    """
    everything = (entry for entries in journals for entry in entries)
    answers = [(e.at, e.fact) for e in everything if isinstance(e.fact, PeopleJoined | PeopleParted)]
    who = PeopleSaid()
    for _, fact in sorted(answers, key=lambda answer: answer[0]):
        if isinstance(fact, PeopleParted):
            who.part(fact.one, fact.other)
        else:
            for one, other in fact.pairs:
                if not shared_event(who.person(one), who.person(other)):
                    who.join(one, other)
    return who
