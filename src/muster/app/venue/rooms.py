"""Which room a table is in, and how a table is written with its room."""

from __future__ import annotations

from collections.abc import Mapping

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.core.rules.rounds import tables_there


def rooms(opened: Opened) -> Mapping[int, str]:
    """The room of each table (X-12); empty if all tables are in the same one, because its name would not help
    anybody.
    """
    return opened.known.once("rooms", lambda: _rooms(opened))


def _rooms(opened: Opened) -> Mapping[int, str]:
    event, system = opened.event, opened.system
    named = system.settings(event).rooms("rooms")
    if not named:
        return {}
    played = {match.table for round_ in event.rounds for match in round_.matches}
    several = {named.get(table, "") for table in {*named, *played, *tables_there(event, system, 0)}}
    return named if len(several) > 1 else {}


def room_of(opened: Opened, table: int) -> str:
    """Empty if there is nothing to add to the table's number."""
    return rooms(opened).get(table, "")


def seat_text(table: int, room: str) -> str:
    """A table inside a sentence or a cell: “17”, or “17 (Hall B)” if there are several rooms."""
    return tr("{table} ({room})", table=table, room=room) if room else str(table)
