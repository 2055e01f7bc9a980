"""What is said of people, as their journal keeps it. Fields are only ever added, with a default.

No name is ever in it: a person is a set of appearances, and names are asked of the events (decision 54).
"""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.kit.model import PlayerId
from muster.core.record.undo import Redone, Undone

Appearance = tuple[str, PlayerId]
"""One player of one event: the event's origin, which is the hash of its first entry, and the player's number in it."""

Joining = tuple[str, str]
"""One joining of an event's staff: the event's origin, and the key with which somebody joined."""


@dataclass(frozen=True, slots=True)
class PeopleOpened:
    """Always the first entry. `version` is Muster's."""

    version: str


@dataclass(frozen=True, slots=True)
class PeopleJoined:
    """Somebody confirmed that the two players of each pair, from different events, are one person."""

    pairs: tuple[tuple[Appearance, Appearance], ...]


@dataclass(frozen=True, slots=True)
class PeopleParted:
    """Somebody confirmed that two players of different events are two people; they are not suggested again."""

    one: Appearance
    other: Appearance


@dataclass(frozen=True, slots=True)
class ProfileConsented:
    """A person agrees that everybody may see their profile, or withdraws that. The latest answer counts."""

    appearances: tuple[Appearance, ...]
    agrees: bool


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """The person's name is no longer shown for any of these appearances. This cannot be undone.

    `staff`: where they joined as marshal or judge.
    """

    appearances: tuple[Appearance, ...]
    staff: tuple[Joining, ...] = ()


PeopleFact = PeopleOpened | PeopleJoined | PeopleParted | ProfileConsented | PersonForgotten | Undone | Redone
