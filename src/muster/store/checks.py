"""What every store checks before it writes and when it reads, so that nothing unsound is ever kept or shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.app.ports import JournalName
from muster.core.kit.errors import Conflict, DamagedJournal, Refusal
from muster.core.record.journal import Row, must_chain


@dataclass(frozen=True, slots=True)
class JournalHead:
    """Where a journal ends, as it was last written."""

    number: int
    last: int
    hash: str
    seed: str


def begins(rows: Sequence[Row]) -> None:
    """A new journal must have entries, all of them sound."""
    if not rows:
        raise DamagedJournal("The journal has no entries.")
    must_chain(rows)


def follows(journal: JournalName, rows: Sequence[Row], last: int, head: str, expected: int) -> None:
    """Rows may be added if the journal still ends at entry `expected` and they are chained to its hash `head`."""
    if last != expected:
        raise Conflict(
            "“{event}” has just changed: its last entry is {last}, not {expected}. Check and try again.",
            event=journal.id,
            last=last,
            expected=expected,
        )
    must_chain(rows, head, last + 1)


def is_head(journal: JournalName, head: tuple[int, str], expected: tuple[int, str]) -> None:
    """A journal may be rewritten if nobody has added to it since it was read."""
    if head != expected:
        raise Conflict("“{event}” has just changed. Check and try again.", event=journal.id)


def taken(journal: JournalName) -> Refusal:
    return Refusal("The name “{id}” is already taken. Choose another name, or remove the old one first.", id=journal.id)


def replaces(kept: str, expected: str) -> None:
    """A game's data may be replaced if nobody did so since it was read."""
    if kept != expected:
        raise Conflict("Somebody else has just imported data. Import yours again.")


def ends(journal: JournalName, head: JournalHead, last: int, digest: str) -> None:
    """The chain alone cannot reveal that the tail was cut off or exchanged; the stored head can."""
    if last < head.last:
        raise DamagedJournal(
            "The journal of “{event}” is cut short: {missing} of {all} entries are missing, from entry "
            "{first} on. Restore it from a backup or an export.",
            event=journal.id,
            missing=head.last - last,
            all=head.last,
            first=last + 1,
        )
    if last > head.last:
        raise DamagedJournal(
            "The journal of “{event}” is damaged: it should end with entry {end}, but continues to {last}. "
            "Restore it from a backup or an export.",
            event=journal.id,
            end=head.last,
            last=last,
        )
    if digest != head.hash:
        raise DamagedJournal(
            "The journal of “{event}” is damaged: its last entry, {last}, is not the one that was written. "
            "Restore it from a backup or an export.",
            event=journal.id,
            last=last,
        )
