"""A season's journal from elsewhere: every entry held against what could have been recorded here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from muster.core.book.circuit.definition import Circuit, read
from muster.core.kit.errors import BadInput, DamagedJournal, Refusal
from muster.core.kit.written import tidy
from muster.core.record.journal import Entry
from muster.core.record.people.facts import PeopleJoined
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
from muster.core.rules.audit.play import must_be_name
from muster.core.rules.circuit.seasons import MOST_ATTENDEES, clean_day, clean_reason

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


def must_be_sound(entries: Sequence[Entry[SeasonFact]]) -> None:
    """DamagedJournal names the first entry that cannot be right. The fold checks who is in which event."""
    opened = entries[0].fact if entries else None
    if not isinstance(opened, SeasonOpened):
        raise DamagedJournal("The journal does not begin with the opening of a season.")
    circuit = read(opened.definition)
    for entry in entries:
        try:
            check = _CHECKS.get(type(entry.fact))
            if check is not None:
                check(circuit, entry.fact)
        except Refusal as refusal:
            raise DamagedJournal(
                "Entry {seq} of the season cannot be right: {why}", seq=entry.seq, why=refusal.message
            ) from None


def _opened(circuit: Circuit, fact: SeasonOpened) -> None:
    must_be_name(fact.name)
    if clean_day(fact.last) < clean_day(fact.first):
        raise _wrong(fact.last)


def _amended(circuit: Circuit, fact: SeasonAmended) -> None:
    if fact.name is not None:
        must_be_name(fact.name)
    for day in (fact.first, fact.last):
        if day is not None:
            clean_day(day)


def _entered(circuit: Circuit, fact: EventEntered) -> None:
    _must_be_named(fact.event, fact.origin, fact.name)
    if clean_day(fact.last_day) < clean_day(fact.first_day):
        raise _wrong(fact.last_day)
    if all(tier.name != fact.tier for tier in circuit.tiers):
        raise _wrong(fact.tier)
    if fact.region not in (circuit.regions or ("",)) and not (fact.carried_from and not fact.region):
        raise _wrong(fact.region)
    _must_be_people(fact.attendees)


def _said_again(circuit: Circuit, fact: SeasonEventAmended) -> None:
    for day in (fact.first_day, fact.last_day):
        if day is not None:
            clean_day(day)
    if fact.tier is not None and all(tier.name != fact.tier for tier in circuit.tiers):
        raise _wrong(fact.tier)
    if fact.region is not None and fact.region not in circuit.regions:
        raise _wrong(fact.region)
    _must_be_people(fact.attendees)


def _must_be_people(attendees: int | None) -> None:
    if attendees is not None and not 0 <= attendees <= MOST_ATTENDEES:
        raise _wrong(str(attendees))


def _met(circuit: Circuit, fact: RequirementMet) -> None:
    clean_day(fact.on)
    clean_reason(fact.reason)
    _must_be_tidy(fact.reason)
    if circuit.requirement(fact.requirement) is None:
        raise _wrong(fact.requirement)


def _taken(circuit: Circuit, fact: ResultsTaken) -> None:
    everybody = (*fact.order, *fact.unplaced)
    if len(set(everybody)) < len(everybody):
        raise BadInput("A player is there twice.")
    for texts in (fact.names, *fact.fields.values()):
        if len(texts) not in (0, len(everybody)):
            raise BadInput("There are {players} players, but {names} names.", names=len(texts), players=len(everybody))
    for name in (*fact.names, *fact.elsewhere):
        must_be_name(name)
    for text in chain.from_iterable(fact.fields.values()):
        _must_be_tidy(text)
    if fact.entry < 1 or not _HASH.fullmatch(fact.head):
        raise _wrong(fact.head)


def _withdrawn(circuit: Circuit, fact: EventWithdrawn) -> None:
    clean_reason(fact.reason)
    _must_be_tidy(fact.reason)


def _joined(circuit: Circuit, fact: PeopleJoined) -> None:
    for (one, _), (other, _) in fact.pairs:
        if one == other:
            raise BadInput("Two players of one event are two people.")


def _final(circuit: Circuit, fact: FinalCreated) -> None:
    _must_be_named(fact.event, fact.origin, fact.name)


def _must_be_named(event: str, origin: str, name: str) -> None:
    must_be_name(name)
    if not _ID.fullmatch(event):
        raise _wrong(event)
    if not _HASH.fullmatch(origin):
        raise _wrong(origin)


def _must_be_tidy(text: str) -> None:
    """Nothing invisible, such as what turns the text around it."""
    if tidy(text) != text:
        raise _wrong(text)


def _wrong(value: str) -> BadInput:
    return BadInput("“{value}” cannot be recorded in this season.", value=value[:80])


_CHECKS: dict[type, Callable[[Circuit, Any], None]] = {
    SeasonOpened: _opened,
    SeasonAmended: _amended,
    EventEntered: _entered,
    SeasonEventAmended: _said_again,
    RequirementMet: _met,
    ResultsTaken: _taken,
    EventWithdrawn: _withdrawn,
    PeopleJoined: _joined,
    FinalCreated: _final,
}
