"""Every event of the data folder, as a list shows them. One that cannot be shown never keeps the others from it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import TypeVar

from muster.app.desk import Desk, Opened
from muster.app.ports import Stored
from muster.core.kit.errors import DamagedJournal, GameMissing, Refusal

DAMAGED, MISSING, BROKEN = "damaged", "game_missing", "broken"

Shown = TypeVar("Shown")

_log = logging.getLogger(__name__)


def listed(desk: Desk, show: Callable[[Opened], Shown]) -> Iterator[tuple[Stored, Shown | Refusal]]:
    """Each event, oldest first, with what `show` makes of it; or with the sentence that says why nothing can be shown.

    A game may come from anybody, so whatever its code raises stops at its own event.
    """
    for stored in desk.listed():
        shown: Shown | Refusal
        try:
            shown = show(desk.open(stored.id))
        except Refusal as refusal:
            shown = refusal
        except Exception:
            _log.exception("The event “%s” of the game “%s” cannot be shown.", stored.id, stored.system)
            shown = Refusal(
                "“{name}” cannot be shown: something broke in Muster or in the game “{system}”. The log has the "
                "details.",
                name=stored.name,
                system=stored.system,
            )
        yield stored, shown


def trouble(refusal: Refusal) -> str:
    """The state of an event that cannot be shown."""
    if isinstance(refusal, DamagedJournal):
        return DAMAGED
    return MISSING if isinstance(refusal, GameMissing) else BROKEN
