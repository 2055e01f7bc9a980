"""What every store checks before it writes, so that nothing unsound is ever kept."""

from __future__ import annotations

from collections.abc import Sequence

from muster.app.ports import JournalName
from muster.core.kit.errors import Conflict, DamagedJournal, Refusal
from muster.core.record.journal import Row, must_chain


def begins(rows: Sequence[Row]) -> None:
    """A new journal has entries, and all of them are sound."""
    if not rows:
        raise DamagedJournal("The journal has no entries.")
    must_chain(rows)


def follows(journal: JournalName, rows: Sequence[Row], last: int, head: str, expected: int) -> None:
    """Rows may be added: the journal still ends at entry `expected`, and they are chained to its hash `head`."""
    if last != expected:
        raise Conflict(
            "“{event}” has just changed: its last entry is {last}, not {expected}. Check and try again.",
            event=journal.id,
            last=last,
            expected=expected,
        )
    must_chain(rows, head, last + 1)


def taken(journal: JournalName) -> Refusal:
    return Refusal("The name “{id}” is already taken. Choose another name, or remove the old one first.", id=journal.id)


def replaces(kept: str, expected: str) -> None:
    """Data of a game may be replaced: nobody did so since they were read."""
    if kept != expected:
        raise Conflict("Somebody else has just imported data. Import yours again.")
