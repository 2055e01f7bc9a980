"""Every fact of a season in words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from muster.app.circuit.seasons import OpenSeason
from muster.app.exact import View
from muster.app.past.record import SHOWN
from muster.app.speech import plural, tr
from muster.core.book.circuit.definition import Circuit
from muster.core.record.journal import Entry
from muster.core.record.people.facts import Appearance, PeopleJoined, PeopleParted
from muster.core.record.season.facts import (
    EventEntered,
    EventWithdrawn,
    FinalCreated,
    RequirementMet,
    ResultsTaken,
    SeasonAmended,
    SeasonEventAmended,
    SeasonFact,
    SeasonOpened,
)
from muster.core.record.undo import Redone, Undone, effective


class SeasonEntry(View, frozen=True):
    """An entry of a season's journal. `counts` is false if it was undone."""

    seq: int
    at: str
    who: str
    kind: str
    text: str
    counts: bool


def season_log(opened: OpenSeason) -> list[SeasonEntry]:
    counting = {entry.seq for entry in effective(opened.entries)}
    teller = SeasonTeller(opened.circuit)
    return [
        SeasonEntry(
            entry.seq,
            entry.at,
            entry.actor.name,
            type(entry.fact).__name__,
            teller.tell(entry),
            entry.seq in counting or isinstance(entry.fact, Undone | Redone),
        )
        for entry in opened.entries
    ]


class SeasonTeller:
    """Remembers the names of events and players while going through a journal."""

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._events: dict[str, str] = {}
        self._people: dict[Appearance, str] = {}

    def tell(self, entry: Entry[SeasonFact]) -> str:
        tellers: dict[type, Callable[[Any], str]] = {
            SeasonOpened: self._opened,
            SeasonAmended: self._amended,
            EventEntered: self._entered,
            SeasonEventAmended: self._said_again,
            RequirementMet: self._met,
            ResultsTaken: self._taken,
            EventWithdrawn: self._withdrawn,
            PeopleJoined: self._joined,
            PeopleParted: self._parted,
            FinalCreated: self._final,
            Undone: self._undone,
            Redone: self._redone,
        }
        return tellers[type(entry.fact)](entry.fact)

    def _opened(self, fact: SeasonOpened) -> str:
        first, last = date.fromisoformat(fact.first), date.fromisoformat(fact.last)
        return tr("Season “{name}” opened, from {first} to {last}", name=fact.name, first=first, last=last)

    def _amended(self, fact: SeasonAmended) -> str:
        told = [] if fact.name is None else [tr("now called “{name}”", name=fact.name)]
        told += [] if fact.first is None else [tr("now begins on {day}", day=date.fromisoformat(fact.first))]
        told += [] if fact.last is None else [tr("now ends on {day}", day=date.fromisoformat(fact.last))]
        return tr("Season changed: {what}", what=", ".join(told))

    def _entered(self, fact: EventEntered) -> str:
        self._events[fact.origin] = fact.name
        if fact.carried_from:
            return tr("“{event}”, the final of “{season}”, entered", event=fact.name, season=fact.carried_from)
        return tr("“{event}” entered ({id})", event=fact.name, id=fact.event)

    def _said_again(self, fact: SeasonEventAmended) -> str:
        told = []
        if fact.first_day is not None:
            told.append(tr("begins on {day}", day=date.fromisoformat(fact.first_day)))
        if fact.last_day is not None:
            told.append(tr("ends on {day}", day=date.fromisoformat(fact.last_day)))
        if fact.tier is not None:
            told.append(tr("tier “{tier}”", tier=fact.tier))
        if fact.region is not None:
            told.append(tr("region “{region}”", region=fact.region))
        if fact.attendees is not None:
            told.append(plural(fact.attendees, "{n} person at the convention", "{n} people at the convention"))
        if fact.qualifiers is not None:
            told.append(plural(len(fact.qualifiers), "{n} qualifying event", "{n} qualifying events"))
        return tr("{event} changed: {what}", event=self._events.get(fact.origin, ""), what=", ".join(told))

    def _met(self, fact: RequirementMet) -> str:
        asked = self._circuit.requirement(fact.requirement)
        title = tr(asked.title) if asked is not None else tr(fact.requirement)
        on, event = date.fromisoformat(fact.on), self._events.get(fact.origin, "")
        if not fact.reason:
            return tr("{event}: “{title}” on {on}", event=event, title=title, on=on)
        return tr("{event}: “{title}” on {on} ({reason})", event=event, title=title, on=on, reason=fact.reason)

    def _taken(self, fact: ResultsTaken) -> str:
        names = fact.by_player(fact.names)
        self._people.update({(fact.origin, player): name for player, name in names.items()})
        return plural(
            fact.players,
            "{event}: results taken over, {n} player (entry {entry}, record {record})",
            "{event}: results taken over, {n} players (entry {entry}, record {record})",
            event=self._events.get(fact.origin, ""),
            entry=fact.entry,
            record=fact.head[:SHOWN],
        )

    def _withdrawn(self, fact: EventWithdrawn) -> str:
        return tr("“{event}” withdrawn: {reason}", event=self._events.get(fact.origin, ""), reason=fact.reason)

    def _joined(self, fact: PeopleJoined) -> str:
        if len(fact.pairs) != 1:
            return plural(
                len(fact.pairs),
                "{n} pair of players confirmed as one person",
                "{n} pairs of players confirmed as one person each",
            )
        ((one, other),) = fact.pairs
        return tr("{one} and {other} are one person", one=self._named(one), other=self._named(other))

    def _parted(self, fact: PeopleParted) -> str:
        one, other = self._named(fact.one), self._named(fact.other)
        return tr("{one} and {other} are two people", one=one, other=other)

    def _final(self, fact: FinalCreated) -> str:
        self._events[fact.origin] = fact.name
        return plural(
            len(fact.seeds),
            "Final “{event}” created with {n} player",
            "Final “{event}” created with {n} players",
            event=fact.name,
        )

    def _undone(self, fact: Undone) -> str:
        return tr("Undone: entries {first} to {last}", first=fact.first, last=fact.last)

    def _redone(self, fact: Redone) -> str:
        return tr("Redone: entries {first} to {last}", first=fact.first, last=fact.last)

    def _named(self, appearance: Appearance) -> str:
        name = self._people.get(appearance, f"#{appearance[1]}")
        return tr("{name} ({event})", name=name, event=self._events.get(appearance[0], ""))
