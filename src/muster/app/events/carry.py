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
"""What is sealed in these is for everybody: it is sealed to be erased, not to be hidden."""

NAMELESS = "event"
"""The id of an event whose name has no letter that an id can have."""


def export_event(desk: Desk, event_id: str, with_seed: bool = True) -> copies.JournalFile:
    """The whole journal. With the seed it is a full copy that can go on elsewhere; without, safe to hand out.

    What is handed out has no sealed text either: the players' lists and what they declared in secret are left out,
    also after the event, and whoever consented then. A file that is out cannot be taken back, a page can. Scenarios
    are in it once their rounds have begun (BUS-43, WMH-109), and all that was hidden of them after the event. It ends
    before a draft that is not published, be it undone.

    For whom somebody voted is in no export, not even a full one: the counts at the close of a vote are.
    Names go along, but for those that were forgotten, even if they are still in the journal's file.
    """
    # The journal alone, without its game: that may not be installed any more.
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
    """Whether everybody may know by now what was sealed: names, and what there is of a scenario."""
    if isinstance(fact, NAMING):
        return True
    if isinstance(fact, ScenarioChosen) and event.scenarios.get(fact.round) == fact:
        return event.finished or scenario_is_out(event, fact.round)
    return event.finished and isinstance(fact, ScenarioChosen | GroundLaid | SheetAttached | VariantSaved)


def in_clear(exported: copies.JournalFile) -> int:
    """How many entries of an export have a list or a declaration in the clear: those that an older Muster wrote."""
    named = {kind.__name__ for kind in NAMING}
    return sum(EVENT.in_clear(row) for row in copies.read(exported, EVENT.kind).rows if row.kind not in named)


def parsed(name: str, content: bytes) -> Any:
    """What a file that was sent says, as JSON."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise BadInput("“{name}” is not a Muster export: it should be a JSON file from “Export”.", name=name) from None


def open_export(data: Any, progress: Progress = unwatched) -> tuple[Opened, str]:
    """An export as an event that is not kept, and its seed."""
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
    """Takes an export in as an event of its own; an id that is taken is refused, never overwritten. `accept` may refuse
    it for what is in it."""
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
