"""Players of different events who may be one person: suggested by name, never assumed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from muster.core.kit.written import look
from muster.core.record.people.facts import Appearance
from muster.core.record.people.who import PeopleSaid, Person


@dataclass(frozen=True, slots=True)
class Alike:
    """Two appearances with names that look the same. People decide whether they are one person."""

    one: Appearance
    other: Appearance
    name: str


def alike(who: PeopleSaid, appearances: Iterable[tuple[Appearance, str]]) -> list[Alike]:
    """Each person with the first earlier one whose name looks alike and who may be the same."""
    found: list[Alike] = []
    known: dict[str, dict[Person, Appearance]] = {}
    look_of = cache(look)  # Most names appear many times, and comparing looks is slow.
    for appearance, name in appearances:
        seen = look_of(name)
        if not seen:
            continue
        person = who.person(appearance)
        bearers = known.setdefault(seen, {})
        if person in bearers:
            continue
        match = next((first for other, first in bearers.items() if who.may_join(other, person)), None)
        if match is not None:
            found.append(Alike(match, appearance, name))
        bearers[person] = appearance
    return found
