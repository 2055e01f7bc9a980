"""The list of all events. An event that cannot be opened never keeps the others from being listed."""

from __future__ import annotations

import logging
from collections.abc import Container, Hashable, Sequence
from functools import partial

from muster.app.desk import Desk, Opened
from muster.app.languages import current
from muster.app.ports import Stored
from muster.app.rounds.bracket import stage_name
from muster.app.speech import tr
from muster.app.views.event import heading, plan_view
from muster.app.views.shapes import EventLine, Trouble
from muster.core.kit.errors import DamagedJournal, GameMissing, Refusal
from muster.core.kit.progress import Progress, unwatched
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.staff import EventListed

_log = logging.getLogger(__name__)

_LINE = "line"
FEW = 20
"""How many events are opened for the first time while a page waits."""


def events_view(desk: Desk, only: Container[str] | None = None) -> list[EventLine]:
    """Each event, or those with some ids, oldest first; for one that cannot be shown, what is known and why.

    A game may come from anybody, so whatever its code raises only affects its own event. If many events are new to this
    run of the server, they are read in the background, and `StillReading` says how far that is.
    """
    stored = [one for one in desk.listed() if only is None or one.id in only]
    line = (_LINE, current().code)
    if desk.readings is not None and sum(not desk.is_looked_at(one.id, line) for one in stored) > FEW:
        return desk.readings.wait_for((line, *(one.id for one in stored)), partial(_lines, desk, stored, line))
    return _lines(desk, stored, line)


def _lines(desk: Desk, stored: Sequence[Stored], line: Hashable, progress: Progress = unwatched) -> list[EventLine]:
    found = []
    for done, one in enumerate(stored):
        progress(done, len(stored))
        found.append(_listed(desk, one, line))
    return found


def public_events(desk: Desk) -> list[EventLine]:
    """Those that everybody may see in the list."""
    return [line for line in events_view(desk) if not line.hidden]


def _listed(desk: Desk, stored: Stored, line: Hashable) -> EventLine:
    try:
        return desk.worked_out(stored.id, line, _line)
    except Refusal as refusal:
        return _unshown(stored, refusal, _is_hidden(desk, stored))
    except Exception:  # A bug in one game must not hide the other events; it is logged.
        _log.exception("The event “%s” of the game “%s” cannot be shown.", stored.id, stored.system)
        return _unshown(
            stored,
            Refusal(
                "“{name}” cannot be shown: something broke in Muster or in the game “{system}”. The log has the "
                "details.",
                name=stored.name,
                system=stored.system,
            ),
            _is_hidden(desk, stored),
        )


def _line(opened: Opened) -> EventLine:
    event, view, plan = opened.event, heading(opened), plan_view(opened)
    return EventLine(
        id=view.id,
        name=view.name,
        system=view.system,
        system_name=view.system_name,
        state=view.state,
        date=view.date,
        players=len(event.players),
        active=len(event.active_players()),
        rounds=len(event.rounds),
        round=len(event.shown),
        planned=None if plan is None else plan.rounds,
        error="",
        hidden=event.hidden,
        stage=stage_name(opened, len(event.shown)),
    )


def _is_hidden(desk: Desk, stored: Stored) -> bool:
    """Whether only organisers may see that there is such an event; for a damaged journal, whether this was ever so."""
    rows = desk.rows(stored.id)
    try:
        return EVENT.fold(tuple(EVENT.read(rows))).hidden
    except DamagedJournal:
        return any(row.kind == EventListed.__name__ for row in rows)


def _unshown(stored: Stored, refusal: Refusal, hidden: bool) -> EventLine:
    return EventLine(
        id=stored.id,
        name=stored.name,
        system=stored.system,
        system_name=stored.system,
        state=_trouble(refusal),
        date="",
        players=0,
        active=0,
        rounds=0,
        round=0,
        planned=None,
        error=tr(refusal.message),
        hidden=hidden,
    )


def _trouble(refusal: Refusal) -> Trouble:
    if isinstance(refusal, DamagedJournal):
        return "damaged"
    return "game_missing" if isinstance(refusal, GameMissing) else "broken"
