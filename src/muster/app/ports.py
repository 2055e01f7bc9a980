"""What actions need from outside, as protocols: storage for journals, backups, the time of day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from muster.core.record.journal import Row
from muster.core.record.vocabulary import Title


class JournalName(NamedTuple):
    """A journal's name: its kind, from its vocabulary, and its id."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A journal as lists show it."""

    kind: str
    id: str
    name: str
    system: str
    entries: int
    head: str = field(default="", compare=False)
    """The hash of its last entry."""


class Journals(Protocol):
    """Where journals of any kind are stored. Every store passes the same tests (tests/store)."""

    def must_answer(self) -> None:
        """Refusal unless it can be read now and has the format this program writes."""

    def create(self, journal: JournalName, title: Title, seed: str, rows: Sequence[Row]) -> None:
        """A new journal with its first rows; Refusal if its name is taken, DamagedJournal if the rows are not chained.

        `seed` is empty when the journal comes from an export that does not reveal it.
        """

    def listed(self, kind: str = "") -> list[Stored]:
        """Every journal of a kind, or of all kinds, oldest first."""

    def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
        """The rows after entry `after`, in order.

        UnknownName suggests the nearest id; DamagedJournal if the last entry is not the last one written. Whoever reads
        the entries checks the links between them (`core.record.vocabulary`).
        """

    def head(self, journal: JournalName) -> tuple[int, str]:
        """Number and hash of the last entry, as stored with it; 0 and empty for a journal that does not exist.

        Cheaper than reading the entry.
        """

    def size(self, journal: JournalName) -> int:
        """Roughly how many bytes its entries take up; 0 for a journal that does not exist."""

    def append(self, journal: JournalName, rows: Sequence[Row], expected: int) -> None:
        """Adds rows after entry `expected`: all or none, and durable when this returns.

        Conflict if entry `expected` is no longer the last; DamagedJournal if the rows are not chained to it.
        """

    def has_request(self, journal: JournalName, request: str) -> bool:
        """Whether an entry of this request already exists. After a Conflict, ask again."""

    def seed(self, journal: JournalName) -> str:
        """The secret seed; empty if it was never known here."""

    def remove(self, journal: JournalName) -> None:
        """Deletes a journal and all its entries."""

    def rewrite(self, journal: JournalName, rows: Sequence[Row], expected: tuple[int, str]) -> None:
        """Replaces all of the journal's rows: all or none, and durable when this returns. Used only to erase somebody.

        Conflict if the last entry is no longer the `expected` one, by number and hash; DamagedJournal if the rows are
        not chained.
        """

    def scrub(self) -> None:
        """Makes sure that rewritten or removed data is no longer in any of the store's files, nor in a copy it made
        before its format changed. Busy if somebody is still reading; then try again.
        """

    def games_with_list_data(self) -> list[str]:
        """The games with stored list data, in alphabetical order."""

    def list_data(self, system: str) -> str:
        """The JSON text that a game's list checks use (card pools, rosters); empty if there is none."""

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        """Stores this text in place of `expected`; durable when this returns. Conflict if something else is stored
        now.
        """

    def close(self) -> None:
        """Let go of the file or the server; the next use opens it again."""


class Clock(Protocol):
    def now(self) -> str:
        """The time in UTC, ISO 8601 with microseconds."""


class Watch(Protocol):
    """Reports what changed in the journals, whoever wrote."""

    def changes(self) -> dict[JournalName, int]:
        """The journals that changed since the last call, each with its last entry; 0 for one that was removed."""

    def close(self) -> None:
        """Let go of the file or the server; the next look opens it again."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A backup: where it is, its size, when it was made (UTC, ISO 8601), and how many events and entries it has."""

    file: str
    size: int
    made: str
    events: int
    entries: int


class Backups(Protocol):
    """Copies of everything: the data folder, and the database if the events are in one."""

    def save(self, file: Path, at: str, *, replace: bool = False) -> Saved:
        """One file with everything as of one moment, checked; or a Refusal, leaving nothing behind."""

    def restore(self, file: Path) -> Saved:
        """Creates the data folder from a backup; Refusal if the folder is not empty, or the file is not a valid
        backup.
        """

    def take_along(self, to: Path) -> None:
        """Copies what is stored beside the events to another folder: the key for badges and links, and who is signed
        in.
        """
