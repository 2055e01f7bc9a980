"""Taking an event away and bringing it back: the journal as one file, checked before it is taken in."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from muster import __version__
from muster.app.desk import Desk, Opened, from_elsewhere
from muster.app.events.actions import slug
from muster.app.exact import Json
from muster.app.past.record import last_told
from muster.app.views.event import scenario_is_out
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import seed_hash
from muster.core.record import journal
from muster.core.record.facts.play import Fact, ScenarioChosen
from muster.core.record.facts.venue import GroundLaid, SheetAttached
from muster.core.record.journal import Row

FORMAT = "muster/journal/1"
NAMELESS = "event"
"""The id of an event whose name has no letter that an id can have."""


def export_event(desk: Desk, event_id: str, with_seed: bool = True) -> Json:
    """The whole journal. With the seed it is a full copy that can go on elsewhere; without, safe to hand out.

    What is handed out has no sealed text either: the players' lists and what they declared in secret are left out,
    also after the event, and whoever consented then. A file that is out cannot be taken back, a page can. Scenarios
    are in it once their rounds have begun (BUS-43, WMH-109), and all that was hidden of them after the event. It ends
    before a draft that is not published, be it undone.
    """
    opened = desk.open(event_id)
    seed = desk.journals.seed(event_id)
    last = opened.last if with_seed else last_told(opened)
    return {
        "format": FORMAT,
        "version": __version__,
        "event": event_id,
        "name": opened.event.name,
        "seed": seed if with_seed else opened.event.seed,
        "rows": [
            _row(row, with_seed or _is_out(opened, entry.fact))
            for row, entry in zip(desk.journals.rows(event_id), opened.entries, strict=True)
            if entry.seq <= last
        ],
    }


def _is_out(opened: Opened, fact: Fact) -> bool:
    """Whether everybody may know by now what was sealed of a scenario."""
    if isinstance(fact, ScenarioChosen) and opened.event.scenarios.get(fact.round) == fact:
        return opened.event.finished or scenario_is_out(opened, fact.round)
    return opened.event.finished and isinstance(fact, ScenarioChosen | GroundLaid | SheetAttached)


def _row(row: Row, with_sealed: bool) -> Json:
    written = asdict(row)
    if not (row.sealed and with_sealed):
        del written["sealed"]
    return written


def in_clear(exported: Json) -> int:
    """How many entries of an export have a list or a declaration in the clear: those that an older Muster wrote."""
    _, _, rows = read_export(exported)
    return sum(journal.in_clear(row) for row in rows)


def read_export(data: Any) -> tuple[str, str, list[Row]]:
    """Id, seed and rows of an export, or one sentence that says what is wrong with it."""
    if not isinstance(data, dict) or "format" not in data:
        raise BadInput("This is no Muster export: it should be a JSON object with a “format”.")
    if data["format"] != FORMAT:
        raise BadInput(
            "This export has the format “{data}”; this version of Muster reads “{format}” (a newer "
            "Muster may read it).",
            data=data["format"],
            format=FORMAT,
        )
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows:
        raise BadInput("This export holds no journal: “rows” should be a list of entries.")
    kinds = {"seq": int, "at": str, "actor": str, "role": str, "request": str, "kind": str, "body": str, "hash": str}
    read = []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise BadInput(
                "Entry {number} of the export should be an object, not “{str}”.", number=number, str=str(row)[:40]
            )
        for key, kind in kinds.items():
            if type(row.get(key)) is not kind:
                raise BadInput(
                    "Entry {number} of the export: “{key}” is missing or not of the right type.", number=number, key=key
                )
        player = row.get("player")
        if player is not None and not (type(player) is int and 0 < player < 1 << 31):
            raise BadInput(
                "Entry {number} of the export: “player” should be a number or empty, not “{player}”.",
                number=number,
                player=player,
            )
        sealed = row.get("sealed", "")
        if not isinstance(sealed, str):
            raise BadInput("Entry {number} of the export: “sealed” should be text or be left out.", number=number)
        read.append(Row(**{key: row[key] for key in kinds}, player=player, sealed=sealed))
    return _text(data.get("event")), _text(data.get("seed")), read


def _text(value: Any) -> str:
    """A text that can be kept; anything else is none, and half a character is none either."""
    return value if isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value) else ""


def open_export(data: Any) -> tuple[Opened, str]:
    """An export as an event that is not kept, and its seed."""
    event_id, seed, rows = read_export(data)
    opened = from_elsewhere(event_id, rows)
    return opened, seed or opened.event.seed


def import_event(desk: Desk, data: Any, event_id: str = "") -> Opened:
    """Takes an export in as an event of its own; an id that is taken is refused, never overwritten."""
    named, given, rows = read_export(data)
    opened = from_elsewhere(named, rows)
    seed = given or opened.event.seed
    wanted = event_id or opened.id or slug(opened.event.name) or NAMELESS
    if slug(wanted) != wanted:
        raise BadInput("“{wanted}” is no event id: use small letters, digits and hyphens.", wanted=wanted)
    if seed and seed_hash(seed) != opened.event.seed_hash:
        raise Refusal("The seed in this export does not fit the hash in its first entry; the file was changed.")
    return desk.adopt(replace(opened, id=wanted), seed, rows)
