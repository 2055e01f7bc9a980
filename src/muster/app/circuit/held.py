"""The current state of a season's events: unchanged, corrected, missing or damaged. None blocks the others."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from muster.app.circuit.seasons import OpenSeason
from muster.app.desk import Desk, Opened
from muster.app.past.record import SHOWN
from muster.core.book.circuit.definition import Circuit
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.language import Message, tr
from muster.core.record.event import Event
from muster.core.record.season.facts import ResultsTaken
from muster.core.record.season.journal import SeasonEvent
from muster.core.rules.circuit.results import EventRecord, differs, results_of

_log = logging.getLogger(__name__)


class HeldState(StrEnum):
    """How an event here compares with what the season knows of it."""

    SAME = "same"
    """As the season has it; or unfinished, and the season has nothing from it."""
    CHANGED = "changed"
    """Its results have changed since."""
    REOPENED = "reopened"
    """It is being corrected: the season's results count until it is finished again."""
    MISSING = "missing"
    DAMAGED = "damaged"
    OTHER = "other"
    """Another event, or another version of its history, has its id."""


@dataclass(frozen=True, slots=True)
class Held:
    """`results`: its current outcome, if that differs from the season's. `told`: what people should know."""

    event: SeasonEvent
    state: HeldState
    results: ResultsTaken | None = None
    told: Message | None = None


def held_events(desk: Desk, opened: OpenSeason) -> list[Held]:
    return [_held(desk, opened.circuit, event) for event in opened.season.events.values()]


def record_of(opened: Opened) -> EventRecord:
    return EventRecord(opened.event, opened.system, opened.hashes[0], opened.head, opened.last)


def feeders_of(desk: Desk, event: SeasonEvent) -> list[Event]:
    """The events that fed one, by their origins; refuses if one is not here."""
    if not event.entered.qualifiers:
        return []
    by_origin = {desk.journals.rows(desk.name(s.id))[0].hash: s.id for s in desk.listed()}
    missing = [origin for origin in event.entered.qualifiers if origin not in by_origin]
    if missing:
        raise Refusal(
            "A qualifying event of “{event}” is no longer here: the one with the record {record}.",
            event=event.entered.name,
            record=missing[0][:SHOWN],
        )
    return [desk.open(by_origin[origin]).event for origin in event.entered.qualifiers]


def _held(desk: Desk, circuit: Circuit, event: SeasonEvent) -> Held:
    name, known = event.entered.name, event.results
    try:
        if known is not None and _is_at(desk, event.entered.event, known):
            return Held(event, HeldState.SAME)
        return _compared(desk, circuit, event, desk.open(event.entered.event))
    except UnknownName:
        told = tr(
            "“{event}” is not in this data folder as “{id}”. Its reported results still count.",
            event=name,
            id=event.entered.event,
        )
        return Held(event, HeldState.MISSING, told=told)
    except Refusal as refusal:
        told = tr(
            "“{event}” cannot be opened: {why} Its reported results still count.", event=name, why=refusal.message
        )
        return Held(event, HeldState.DAMAGED, told=told)
    except Exception:  # A bug in one game must not hide the season; it is logged.
        _log.exception("The event “%s” of a season cannot be read.", event.entered.event)
        told = tr("“{event}” cannot be read; the log has the details. Its reported results still count.", event=name)
        return Held(event, HeldState.DAMAGED, told=told)


def _is_at(desk: Desk, event_id: str, known: ResultsTaken) -> bool:
    """Whether nothing was added since. Only reads the last row, so that a season of 500 events opens fast."""
    rows = desk.journals.rows(desk.name(event_id), known.entry - 1)
    return len(rows) == 1 and rows[0].hash == known.head


def is_other_course(opened: Opened, known: ResultsTaken) -> bool:
    """Whether the event went on from an older copy: the entry whose results were taken over is not in it."""
    return known.entry > opened.last or opened.hashes[known.entry - 1] != known.head


def may_take(desk: Desk, opened: OpenSeason, event_id: str) -> bool:
    """Whether an event has results that the season lacks and does not call a correction: it was not reported yet, or
    it went on from an older copy.
    """
    known = opened.season.at(event_id)
    try:
        held = desk.open(event_id)
    except Refusal:
        return False
    if known is None or held.hashes[0] != known.origin or not held.event.finished:
        return False
    return known.results is None or is_other_course(held, known.results)


def _compared(desk: Desk, circuit: Circuit, event: SeasonEvent, opened: Opened) -> Held:
    name, known = event.entered.name, event.results
    if opened.hashes[0] != event.origin:
        told = tr(
            "“{id}” is another event here, not “{event}”. The reported results still count.", id=opened.id, event=name
        )
        return Held(event, HeldState.OTHER, told=told)
    if known is not None and is_other_course(opened, known):
        told = tr(
            "This copy of “{event}” does not have entry {entry}, which was reported. The reported results count until "
            "you take over those of this copy.",
            event=name,
            entry=known.entry,
        )
        return Held(event, HeldState.OTHER, told=told)
    if not opened.event.finished:
        if known is None:
            return Held(event, HeldState.SAME)
        told = tr("“{event}” is being corrected. Its reported results count until it is finished again.", event=name)
        return Held(event, HeldState.REOPENED, told=told)
    found = results_of(circuit, event, record_of(opened), feeders_of(desk, event))
    if known is not None and not differs(known, found):
        return Held(event, HeldState.SAME)
    if known is None:
        told = tr("“{event}” is finished, and its results are not in the season yet.", event=name)
        return Held(event, HeldState.CHANGED, found, told)
    told = tr(
        "“{event}” was corrected after it was reported at entry {entry} (record {record}).",
        event=name,
        entry=known.entry,
        record=known.head[:SHOWN],
    )
    return Held(event, HeldState.CHANGED, found, told)


def corrections(held: Sequence[Held]) -> list[ResultsTaken]:
    """New results of reported events."""
    return [one.results for one in held if one.results is not None and one.event.results is not None]
