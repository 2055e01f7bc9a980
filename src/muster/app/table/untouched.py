"""Removes games outside events that nobody continues, so names are not kept forever."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from muster.app.table.tables import Tables
from muster.core.kit.errors import Refusal

UNTOUCHED = timedelta(days=30)


def remove_untouched(tables: Tables) -> None:
    """Removes every game outside an event that was not touched for a long time; an event's games are removed with it.

    A damaged one stays: nobody can tell what it was.
    """
    before = datetime.fromisoformat(tables.clock.now()) - UNTOUCHED
    for stored in tables.listed():
        if "." in stored.id:
            continue  # An event's, by its name (`table_id`).
        with suppress(Refusal):
            last = tables.journals.rows(tables.name(stored.id), stored.entries - 1)
            old = datetime.fromisoformat(last[-1].at) < before
            if old and not tables.open(stored.id).record.opened.event:
                tables.remove(stored.id)
