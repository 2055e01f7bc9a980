"""Everybody who played in the events here: by name, by person, and by key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from muster.core.kit.errors import BadInput, UnknownName
from muster.core.kit.language import mark
from muster.core.kit.model import PlayerId
from muster.core.kit.written import is_part, look, tidy, whole_number
from muster.core.reading.people.alike import Alike, alike
from muster.core.reading.people.played import PlayedEvent
from muster.core.record.people.facts import Appearance
from muster.core.record.people.who import PeopleSaid, Person

KEY = 12
"""How many digits of an event's origin are in a person's key."""


class Roll:
    """Events by day, each once: of two copies of one event the longer one counts."""

    def __init__(self, events: Iterable[PlayedEvent], who: PeopleSaid) -> None:
        self.who = who
        self.events: dict[str, PlayedEvent] = {}
        for event in sorted(events, key=lambda one: (*one.order, -one.entries)):
            self.events.setdefault(event.origin, event)

    def appearances(self) -> Iterator[tuple[Appearance, str]]:
        """Everybody whose name is known, event by event."""
        for event in self.events.values():
            for player, taken in event.players.items():
                if not taken.forgotten:
                    yield event.appearance(player), taken.name

    @cached_property
    def alike(self) -> list[Alike]:
        return alike(self.who, self.appearances())

    def alike_in(self, origin: str) -> list[Alike]:
        """The suggestions that involve a player in this event."""
        return [
            one
            for one in self.alike
            if any(played == origin for played, _ in self.who.person(one.one) | self.who.person(one.other))
        ]

    @cached_property
    def people(self) -> dict[Person, list[Appearance]]:
        """Everybody with their appearances here, oldest first; people in the order they first played."""
        found: dict[Person, list[Appearance]] = {}
        for event in self.events.values():
            for player in event.players:
                appearance = event.appearance(player)
                found.setdefault(self.who.person(appearance), []).append(appearance)
        return found

    def is_here(self, appearance: Appearance) -> bool:
        event = self.events.get(appearance[0])
        return event is not None and appearance[1] in event.players

    def name_of(self, appearance: Appearance) -> str:
        return self.events[appearance[0]].players[appearance[1]].name if self.is_here(appearance) else ""

    def event_name(self, origin: str) -> str:
        return self.events[origin].name if origin in self.events else ""

    def key_of(self, person: Person) -> str:
        """What addresses a person: their first appearance here. Any of their appearances leads to them."""
        own = self.people.get(person)
        return "" if not own else appearance_key(own[0])

    def by_key(self, key: str) -> Appearance | None:
        origin, _, number = key.rpartition("-")
        player = whole_number(number)
        if player is None or len(origin) < KEY:
            return None
        found = [(one, PlayerId(player)) for one in self.events if one.startswith(origin)]
        return next((one for one in found if self.is_here(one)), None)

    def find(self, text: str) -> Appearance:
        """A player: by key, by name if only one person has it, or as NAME@EVENT, or #7@EVENT."""
        known = self.by_key(text.strip())
        if known is not None:
            return known
        wanted, sign, where = text.rpartition("@")
        if not sign:
            wanted, where = where, ""
        wanted = tidy(wanted)
        inside = self._origin(where) if where else ""
        number = whole_number(wanted[1:]) if wanted.startswith("#") else None
        if number is not None and self.is_here((inside, PlayerId(number))):
            return inside, PlayerId(number)
        named = [(one, name) for one, name in self.appearances() if not inside or one[0] == inside]
        found = [one for one, name in named if wanted and look(name) == look(wanted)]
        if not found:
            raise UnknownName(mark("person"), text, sorted({name for _, name in named}))
        if len({self.who.person(one) for one in found}) > 1:
            raise BadInput(
                "Several people are called “{name}”. Name the event too: {name}@{event}.",
                name=wanted,
                event=self.events[found[0][0]].id,
            )
        return found[0]

    def _origin(self, event: str) -> str:
        found = next((one.origin for one in self.events.values() if one.id == event.strip()), "")
        if not found:
            raise UnknownName(mark("event"), event, [one.id for one in self.events.values()])
        return found

    def search(self, text: str) -> list[Person]:
        """Everybody whose name contains this text; with an empty text, everybody. Forgotten names are not found."""
        return [
            person
            for person, own in self.people.items()
            if any(is_part(text, self.name_of(one)) for one in own if not self._forgotten(one))
        ]

    def _forgotten(self, appearance: Appearance) -> bool:
        return self.events[appearance[0]].players[appearance[1]].forgotten


def appearance_key(appearance: Appearance) -> str:
    return f"{appearance[0][:KEY]}-{appearance[1]}"


def is_key_of(key: str, appearance: Appearance) -> bool:
    """Whether the key leads to this appearance; its origin may be longer than necessary."""
    origin, _, number = key.rpartition("-")
    return len(origin) >= KEY and appearance[0].startswith(origin) and whole_number(number) == appearance[1]
