"""Removes games outside events that nobody continues, so names are not kept forever."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from muster.app.table.tables import Tables
from muster.core.kit.errors import Refusal

UNTOUCHED = timedelta(days=30)


def remove_untouched(tables: Tables) -> None:
    """Removes every game outside of an event that was not touched for so long; an event's go with their event.

    One that is damaged stays where it is: what it was cannot be told.
    """
    before = datetime.fromisoformat(tables.clock.now()) - UNTOUCHED
    for stored in tables.listed():
        if "." in stored.id:
            continue  # an event's, by its name (`table_id`)
        with suppress(Refusal):
            last = tables.journals.rows(tables.name(stored.id), stored.entries - 1)
            old = datetime.fromisoformat(last[-1].at) < before
            if old and not tables.open(stored.id).record.opened.event:
                tables.remove(stored.id)
