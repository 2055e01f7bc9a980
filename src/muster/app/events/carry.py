"""Exporting and importing an event: the journal as one file, checked before it is imported."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from muster.app.desk import Desk, Opened, from_elsewhere
from muster.app.events.actions import slug
from muster.app.keeping import copies
from muster.app.past.record import last_told
from muster.app.views.event import scenario_is_out
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import seed_hash
from muster.core.kit.progress import Progress, unwatched
from muster.core.record.erasing.erased import erased
from muster.core.record.event import Event
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.awards import VoteGiven
from muster.core.record.facts.play import Fact, PlayerAmended, PlayerEnrolled, ScenarioChosen
from muster.core.record.facts.venue import GroundLaid, SheetAttached, VariantSaved

NAMING = (PlayerEnrolled, PlayerAmended)
"""Their sealed parts are public: sealed to be erasable, not to be hidden."""

NAMELESS = "event"
"""The id of an event whose name has no letter that an id can use."""


def export_event(desk: Desk, event_id: str, with_seed: bool = True) -> copies.JournalFile:
    """The whole journal. With the seed it is a full copy that can be continued elsewhere; without, it is safe to hand
    out.

    A copy to hand out has no sealed texts either: the players' lists and what they declared in secret are left out,
    even after the event and even with their consent, because a file cannot be taken back as a page can. Scenarios are
    included once their rounds have begun (BUS-43, WMH-109), and after the event everything about them. The copy ends
    before an unpublished draft, even one that was undone.

    Whom somebody voted for is in no export, not even a full one, only the counts when voting closed. Names are
    included, except forgotten ones, even if they are still in the journal's file.
    """
    # The journal alone, without its game, which may not be installed any more.
    read = erased(desk.rows(event_id))
    entries = tuple(EVENT.read(read))
    event = EVENT.fold(entries)
    last = entries[-1].seq if with_seed else last_told(event, entries)
    rows = [
        (row, not isinstance(entry.fact, VoteGiven) and (with_seed or _is_out(event, entry.fact)))
        for row, entry in zip(read, entries, strict=True)
        if entry.seq <= last
    ]
    return copies.written(desk.name(event_id), event.name, desk.seed(event_id) if with_seed else event.seed, rows)


def _is_out(event: Event, fact: Fact) -> bool:
    """Whether what was sealed is public by now: names, and what is known of a scenario."""
    if isinstance(fact, NAMING):
        return True
    if isinstance(fact, ScenarioChosen) and event.scenarios.get(fact.round) == fact:
        return event.finished or scenario_is_out(event, fact.round)
    return event.finished and isinstance(fact, ScenarioChosen | GroundLaid | SheetAttached | VariantSaved)


def in_clear(exported: copies.JournalFile) -> int:
    """How many entries of an export have an unsealed list or declaration: those that an older Muster wrote."""
    named = {kind.__name__ for kind in NAMING}
    return sum(EVENT.in_clear(row) for row in copies.read(exported, EVENT.kind).rows if row.kind not in named)


def parsed(name: str, content: bytes) -> Any:
    """The JSON in a file that was sent."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise BadInput("“{name}” is not a Muster export: it should be a JSON file from “Export”.", name=name) from None


def open_export(data: Any, progress: Progress = unwatched) -> tuple[Opened, str]:
    """An export as an event that is not stored, and its seed."""
    copy = copies.read(data, EVENT.kind)
    opened = from_elsewhere(copy.id, copy.rows, progress)
    return opened, copy.seed or opened.event.seed


def import_event(
    desk: Desk,
    data: Any,
    event_id: str = "",
    progress: Progress = unwatched,
    accept: Callable[[Opened], None] = lambda opened: None,
) -> Opened:
    """Imports a file as an event of its own; an id that is taken is refused, never overwritten.

    `accept` may refuse it because of its content.
    """
    copy = copies.read(data, EVENT.kind)
    opened = from_elsewhere(copy.id, copy.rows, progress)
    seed = copy.seed or opened.event.seed
    wanted = event_id or opened.id or slug(opened.event.name) or NAMELESS
    if slug(wanted) != wanted:
        raise BadInput("“{wanted}” is not an event id. Use small letters, digits and hyphens.", wanted=wanted)
    if seed and seed_hash(seed) != opened.event.seed_hash:
        raise Refusal("The seed in this export does not match the hash in its first entry: the file was changed.")
    accept(opened)
    return desk.adopt(replace(opened, id=wanted), seed, copy.rows)
