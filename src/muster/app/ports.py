"""What actions need from outside, as protocols: storage for journals, backups, the time of day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from muster.core.record.journal import Row
from muster.core.record.vocabulary import Title


class JournalName(NamedTuple):
    """What a journal is called: its kind, as its vocabulary has it, and its id."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A journal as a listing shows it."""

    kind: str
    id: str
    name: str
    system: str
    entries: int


class Journals(Protocol):
    """Where journals are kept, of whatever kind. Every store passes the same tests (tests/store)."""

    def must_answer(self) -> None:
        """Refusal unless it can be read now, and is of the format that this program writes."""

    def create(self, journal: JournalName, title: Title, seed: str, rows: Sequence[Row]) -> None:
        """A new journal with its first rows; Refusal if its name is taken, DamagedJournal if they are not chained.

        `seed` is empty when the journal comes from an export that does not reveal it.
        """

    def listed(self, kind: str = "") -> list[Stored]:
        """Every journal of a kind, or of all, oldest first."""

    def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
        """The rows after entry `after`, in order.

        UnknownName says the nearest id; DamagedJournal if the last entry is not the last one written.
        The links between entries are checked by who reads them (`core.record.vocabulary`).
        """

    def head(self, journal: JournalName) -> tuple[int, str]:
        """Number and hash of the last entry, as they were written with it; 0 and empty for a journal that is not there.
        It costs less than to read the entry."""

    def size(self, journal: JournalName) -> int:
        """About how many bytes its entries take up; 0 for a journal that is not there."""

    def append(self, journal: JournalName, rows: Sequence[Row], expected: int) -> None:
        """Add rows after entry `expected`: all or none, and durable when this returns.

        Conflict if entry `expected` is no longer the last; DamagedJournal if the rows are not chained to it.
        """

    def has_request(self, journal: JournalName, request: str) -> bool:
        """Whether an entry of this request is there already. After a Conflict, ask again."""

    def seed(self, journal: JournalName) -> str:
        """The secret seed, empty if it was never known here."""

    def remove(self, journal: JournalName) -> None:
        """Delete a journal and all its entries."""

    def rewrite(self, journal: JournalName, rows: Sequence[Row], expected: tuple[int, str]) -> None:
        """Put these rows in the place of all that the journal has: all or none, and durable when this returns. Only
        erasing somebody does this.

        Conflict if the last entry is not the `expected` one any more, by its number and hash; DamagedJournal if the
        rows are not chained.
        """

    def scrub(self) -> None:
        """Nothing of what was rewritten or removed is in a file of the store any more, nor in a copy that it made
        before its format changed. Busy if somebody still reads it; then ask again."""

    def games_with_list_data(self) -> list[str]:
        """For which games something is kept that list checks look at, in alphabetical order."""

    def list_data(self, system: str) -> str:
        """The JSON text that a game's list checks look at (card pools, rosters); empty where nothing was kept."""

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        """Keep this text in place of `expected`; durable when this returns. Conflict if something else is kept now."""

    def close(self) -> None:
        """Let go of the file or the server; the next use opens it again."""


class Clock(Protocol):
    def now(self) -> str:
        """The time in UTC, ISO 8601 with microseconds."""


class Watch(Protocol):
    """Tells what changed in the journals, whoever wrote."""

    def changes(self) -> dict[JournalName, int]:
        """The journals that changed since the last look, each with its last entry; 0 for one that was removed."""

    def close(self) -> None:
        """Let go of the file or the server; the next look opens it again."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A backup: where it is, its bytes, when it was made (UTC, ISO 8601), how many events and entries are in it."""

    file: str
    size: int
    made: str
    events: int
    entries: int


class Backups(Protocol):
    """Copies of everything: of the data folder, and of the database if the events are in one."""

    def save(self, file: Path, at: str, *, replace: bool = False) -> Saved:
        """One file with everything as of one moment, checked; or a Refusal, and nothing is left behind."""

    def restore(self, file: Path) -> Saved:
        """Makes the data folder of a backup; Refusal if it is not empty, or the file is not a sound backup."""

    def take_along(self, to: Path) -> None:
        """Copies what is beside the events into another folder: the key of badges and links, and who is signed in."""
