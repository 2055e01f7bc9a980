"""Whom somebody means who wants to have a person forgotten: a player, or a marshal or judge who never played.

Nobody says of staff whether two of them are one person, as they do of players: the same name is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from muster.app.persons.book import PeopleBook
from muster.core.kit.errors import UnknownName
from muster.core.kit.written import is_part, look, tidy
from muster.core.reading.people.joined import Helper
from muster.core.reading.people.played import PlayedEvent
from muster.core.record.hidden import number_name
from muster.core.record.people.facts import Joining
from muster.core.record.people.who import Person

STAFF = "staff-"
"""What addresses a marshal or judge: this, and the key with which they joined."""


@dataclass(frozen=True, slots=True)
class Meant:
    """`person`: empty for staff who never played. `names`: all that they are called here. `number`: what replaces them
    outside of events. `address`: empty for players, who have the key of their profile.
    """

    person: Person
    staff: frozenset[Joining]
    names: frozenset[str]
    number: str
    address: str = ""

    @property
    def name(self) -> str:
        return min(self.names, default="")

    @property
    def events(self) -> int:
        return len({origin for origin, _ in (*self.person, *self.staff)})


def meant(book: PeopleBook, text: str) -> Meant:
    """A player as always: by key, by name, as NAME@EVENT. If there is none, staff in the same ways."""
    try:
        roll = book.everybody().roll
        person = roll.who.person(roll.find(text))
    except UnknownName:
        found = _staff(book, text)
        if found is None:
            raise
        return found
    names = frozenset(roll.name_of(one) for one in person) - {""}
    return Meant(person, frozenset(_of(book, person, names)), names, number_name(min(person)[1]))


def _of(book: PeopleBook, person: Person, names: Iterable[str]) -> Iterator[Joining]:
    """Where this person joined the staff: those who play there as them, and those of the same name who do not play
    there as somebody else.
    """
    for event, one in _everywhere(book):
        if one.players:
            mine = any((event.origin, player) in person for player in one.players)
        else:
            mine = _is_called(one, names) and not _has_namesake(event, one, person)
        if mine:
            yield event.origin, one.key


def _staff(book: PeopleBook, text: str) -> Meant | None:
    """Somebody by key, or everybody of this name, or in one event as NAME@EVENT; None if nobody is called that."""
    all_ = list(_everywhere(book))
    known = next((one for _, one in all_ if f"{STAFF}{one.key}" == text.strip()), None)
    if known is not None and known.forgotten:
        found = [(event, one) for event, one in all_ if one.key == known.key]
    else:
        wanted, _, where = (known.name, "", "") if known else _parts(text)
        found = [
            (event, one)
            for event, one in all_
            if _is_called(one, [wanted]) and (event.id == where if where else not one.forgotten)
        ]
        found = [pair for pair in found if where or pair[1] == known or not _has_namesake(*pair)]
    return _meant(found) if found else None


def _meant(found: Sequence[tuple[PlayedEvent, Helper]]) -> Meant:
    one = found[0][1]
    staff = frozenset((event.origin, each.key) for event, each in found)
    return Meant(frozenset(), staff, frozenset((one.name,)), one.number, f"{STAFF}{one.key}")


def _parts(text: str) -> tuple[str, str, str]:
    wanted, sign, where = text.rpartition("@")
    return (wanted, sign, where.strip()) if sign else (where, "", "")


def staff_only(book: PeopleBook, search: str = "") -> list[Meant]:
    """Marshals and judges here who are called like no player, by name; all of them, or those a search finds."""
    played = {look(name) for _, name in book.everybody().roll.appearances()}
    found: dict[str, list[tuple[PlayedEvent, Helper]]] = {}
    for event, one in _everywhere(book):
        if not one.forgotten and not one.players and is_part(search, one.name) and look(one.name) not in played:
            found.setdefault(look(one.name), []).append((event, one))
    return sorted((_meant(pairs) for pairs in found.values()), key=lambda who: who.name.casefold())


def _everywhere(book: PeopleBook) -> Iterator[tuple[PlayedEvent, Helper]]:
    for event in book.events():
        for one in event.staff:
            yield event, one


def _is_called(one: Helper, names: Iterable[str]) -> bool:
    return look(one.name) in {look(tidy(name)) for name in names}


def _has_namesake(event: PlayedEvent, one: Helper, but: Person = frozenset()) -> bool:
    """Whether somebody else plays there under this name, who is then probably meant."""
    return any(
        look(player.name) == look(one.name) and (event.origin, number) not in but
        for number, player in event.players.items()
    )
