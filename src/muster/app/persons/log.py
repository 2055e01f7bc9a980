"""Every fact about people in words."""

from __future__ import annotations

from muster.app.exact import View
from muster.app.persons.book import PeopleBook
from muster.app.speech import plural, tr
from muster.core.reading.people.roll import Roll
from muster.core.record.people.facts import (
    Appearance,
    PeopleFact,
    PeopleJoined,
    PeopleOpened,
    PeopleParted,
    PersonForgotten,
    ProfileConsented,
)
from muster.core.record.undo import Redone, Undone, effective


class PeopleEntry(View, frozen=True):
    """An entry of the people journal. `counts` is false if it was undone."""

    seq: int
    at: str
    who: str
    kind: str
    text: str
    counts: bool


def people_log(book: PeopleBook) -> list[PeopleEntry]:
    entries, roll = book.entries_of(), book.roll()
    counting = {entry.seq for entry in effective(entries)}
    return [
        PeopleEntry(
            entry.seq,
            entry.at,
            entry.actor.name or tr("player"),
            type(entry.fact).__name__,
            told(entry.fact, roll),
            entry.seq in counting or isinstance(entry.fact, Undone | Redone),
        )
        for entry in entries
    ]


def told(fact: PeopleFact, roll: Roll) -> str:
    match fact:
        case PeopleOpened():
            return tr("The journal of people was started")
        case PeopleJoined(pairs=((one, other),)):
            return tr("{one} and {other} are one person", one=_named(roll, one), other=_named(roll, other))
        case PeopleJoined(pairs=pairs):
            return plural(
                len(pairs),
                "{n} pair of players confirmed as one person",
                "{n} pairs of players confirmed as one person each",
            )
        case PeopleParted(one=one, other=other):
            return tr("{one} and {other} are two people", one=_named(roll, one), other=_named(roll, other))
        case ProfileConsented(appearances=appearances, agrees=agrees):
            name = _named(roll, appearances[0]) if appearances else ""
            if agrees:
                return tr("{name}: everybody may see the profile", name=name)
            return tr("{name}: the profile is private", name=name)
        case PersonForgotten(appearances=appearances, staff=staff):
            return plural(
                len({origin for origin, _ in (*appearances, *staff)}),
                "A person was forgotten ({n} event)",
                "A person was forgotten ({n} events)",
            )
        case Undone(first=first, last=last):
            return tr("Undone: entries {first} to {last}", first=first, last=last)
        case Redone(first=first, last=last):
            return tr("Redone: entries {first} to {last}", first=first, last=last)


def _named(roll: Roll, appearance: Appearance) -> str:
    name = roll.name_of(appearance) or f"#{appearance[1]}"
    return tr("{name} ({event})", name=name, event=roll.event_name(appearance[0]))
