"""What every store checks before it writes, so that nothing unsound is ever kept."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.kit.errors import Conflict, DamagedJournal, Refusal
from muster.core.record.facts.play import EventCreated
from muster.core.record.journal import Row, from_rows


def creation(rows: Sequence[Row]) -> EventCreated:
    """The fact that a new event begins with, once all its rows are found sound."""
    entries = list(from_rows(rows))
    if entries and isinstance(entries[0].fact, EventCreated):
        return entries[0].fact
    raise DamagedJournal("The journal does not begin with the creation of an event.")


def follows(event: str, rows: Sequence[Row], last: int, head: str, expected: int) -> None:
    """Rows may be added: the journal still ends at entry `expected`, and they are chained to its hash `head`."""
    if last != expected:
        raise Conflict(
            "“{event}” was changed meanwhile: its last entry is {last}, not {expected}; look at it again and repeat.",
            event=event,
            last=last,
            expected=expected,
        )
    for _ in from_rows(rows, head, last + 1):
        pass


def taken(event: str) -> Refusal:
    return Refusal(
        "There is an event “{event}” already; give the new one another name, or remove the old one first.", event=event
    )


def replaces(kept: str, expected: str) -> None:
    """Data of a game may be replaced: nobody did so since they were read."""
    if kept != expected:
        raise Conflict("Somebody else imported data meanwhile; import yours again.")
