"""What the actions need from outside, as protocols: somewhere to keep journals, copies of them, the time of day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from muster.core.record.journal import Row


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as a listing shows it."""

    id: str
    name: str
    system: str
    entries: int


class Journals(Protocol):
    """Where journals are kept. Every store passes the same tests (tests/store)."""

    def create(self, event: str, seed: str, rows: Sequence[Row]) -> None:
        """A new event with its first rows, the creation first; Refusal if the id is taken.

        `seed` is empty when the event comes from an export that does not reveal it.
        """

    def events(self) -> list[Stored]:
        """Every event, oldest first."""

    def rows(self, event: str, after: int = 0) -> list[Row]:
        """The rows after entry `after`, in order.

        UnknownName says the nearest event; DamagedJournal if the last entry is not the last one written.
        The links between entries are checked by `core.journal.from_rows`.
        """

    def append(self, event: str, rows: Sequence[Row], expected: int) -> None:
        """Add rows after entry `expected`: all or none, and durable when this returns.

        Conflict if entry `expected` is no longer the last; DamagedJournal if the rows are not chained to it.
        """

    def has_request(self, event: str, request: str) -> bool:
        """Whether an entry of this request is there already. After a Conflict, ask again."""

    def seed(self, event: str) -> str:
        """The secret seed, empty if it was never known here."""

    def remove(self, event: str) -> None:
        """Delete an event and its whole journal."""

    def list_data(self, system: str) -> str:
        """The JSON text that a game's list checks look at (card pools, rosters); empty where nothing was kept."""

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        """Keep this text in place of `expected`; durable when this returns. Conflict if something else is kept now."""


class Clock(Protocol):
    def now(self) -> str:
        """The time in UTC, ISO 8601 with microseconds."""


class Watch(Protocol):
    """Tells what changed in the journals, whoever wrote."""

    def changes(self) -> dict[str, int]:
        """The events that changed since the last look, each with its last entry; 0 for one that was removed."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A backup: where it is, its bytes, when it was made (UTC, ISO 8601), how many events and entries are in it."""

    file: str
    size: int
    made: str
    events: int
    entries: int


class Backups(Protocol):
    """Copies of everything in the data folder."""

    def save(self, file: Path, at: str, *, replace: bool = False) -> Saved:
        """One file with everything as of one moment, checked; or a Refusal, and nothing is left behind."""

    def restore(self, file: Path) -> Saved:
        """Makes the data folder of a backup; Refusal if it is not empty, or the file is not a sound backup."""
