"""Journals in one SQLite file: durable when an append returns, shared by threads and by processes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from muster.app.ports import JournalName, Stored
from muster.core.kit.errors import Busy, DamagedJournal, Refusal, UnknownName
from muster.core.record.journal import Row
from muster.core.record.vocabulary import Title
from muster.store import checks, schema

FILE = "muster.db"

_ROW = "seq, at, actor, role, player, request, kind, body, hash, sealed"


@dataclass(frozen=True, slots=True)
class _Head:
    """Where a journal ends, as it was last written."""

    number: int
    last: int
    hash: str
    seed: str


class _Connection:
    """One connection to the file, for one thread at a time. Nothing is opened before the first use."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = Lock()
        self._link: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = self._opened = None

    def _open(self) -> sqlite3.Connection:
        """The connection; a new one if a copy of the file was put in its place."""
        stat = self._file.stat()
        if self._link is None or self._opened != (stat.st_dev, stat.st_ino):
            self._close()
            self._link = schema.open_file(self._file)
            self._opened = (stat.st_dev, stat.st_ino)
        return self._link

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """For one statement."""
        with self._lock, in_words(self._file):
            yield self._open()

    @contextmanager
    def transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self.open() as link:
            try:
                link.execute(begin)
                yield link
                link.execute("COMMIT")
            except BaseException:  # Also an interrupt: all is written or nothing; the error goes on.
                if link.in_transaction:
                    link.execute("ROLLBACK")
                raise


class SqliteJournals:
    """Only what must be kept makes a file. Who reads has another connection than who writes, and does not wait until
    what is written is safe on the disk."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._reading, self._writing = _Connection(self.file), _Connection(self.file)

    def create(self, journal: JournalName, title: Title, seed: str, rows: Sequence[Row]) -> None:
        checks.begins(rows)
        self._make()
        with self._to_write() as link:
            if link.execute("SELECT 1 FROM journals WHERE kind = ? AND id = ?", journal).fetchone():
                raise checks.taken(journal)
            number = link.execute(
                "INSERT INTO journals (kind, id, name, system, seed, last, hash) VALUES (?, ?, ?, ?, ?, 0, '')",
                (*journal, title.name, title.system, seed),
            ).lastrowid
            assert number is not None
            _write(link, number, rows)

    def listed(self, kind: str = "") -> list[Stored]:
        if not self.file.exists():
            return []
        with self._to_read() as link:
            query = "SELECT kind, id, name, system, last FROM journals WHERE ? IN ('', kind) ORDER BY number"
            return [Stored(*found) for found in link.execute(query, (kind,))]

    def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
        with self._journal(journal) as (link, head):
            found = link.execute(
                f"SELECT {_ROW} FROM entries WHERE journal = ? AND seq > ? ORDER BY seq", (head.number, after)
            ).fetchall()
            end = link.execute(
                "SELECT seq, hash FROM entries WHERE journal = ? ORDER BY seq DESC LIMIT 1", (head.number,)
            ).fetchone()
        _check_end(journal.id, head, *(end or (0, "")))
        return [Row(*columns) for columns in found]

    def head(self, journal: JournalName) -> tuple[int, str]:
        if not self.file.exists():
            return 0, ""
        with self._reading.open() as link:
            query = "SELECT last, hash FROM journals WHERE kind = ? AND id = ?"
            return next(iter(link.execute(query, journal).fetchall()), (0, ""))

    def append(self, journal: JournalName, rows: Sequence[Row], expected: int) -> None:
        with self._journal(journal, write=True) as (link, head):
            checks.follows(journal, rows, head.last, head.hash, expected)
            _write(link, head.number, rows)

    def has_request(self, journal: JournalName, request: str) -> bool:
        with self._journal(journal) as (link, head):
            query = "SELECT 1 FROM entries WHERE journal = ? AND request = ? LIMIT 1"
            return link.execute(query, (head.number, request)).fetchone() is not None

    def seed(self, journal: JournalName) -> str:
        with self._journal(journal) as (_, head):
            return head.seed

    def remove(self, journal: JournalName) -> None:
        with self._journal(journal, write=True) as (link, head):
            link.execute("DELETE FROM journals WHERE number = ?", (head.number,))

    def list_data(self, system: str) -> str:
        if not self.file.exists():
            return ""
        with self._to_read() as link:
            return _list_data(link, system)

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        self._make()
        with self._to_write() as link:
            checks.replaces(_list_data(link, system), expected)
            link.execute("INSERT OR REPLACE INTO list_data (system, body) VALUES (?, ?)", (system, text))

    def _make(self) -> None:
        with in_words(self.file):
            if not self.file.exists():
                schema.make(self.file)

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        for connection in (self._reading, self._writing):
            connection.close()

    def _to_read(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._reading.transaction("BEGIN")

    def _to_write(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._writing.transaction("BEGIN IMMEDIATE")

    @contextmanager
    def _journal(self, journal: JournalName, *, write: bool = False) -> Iterator[tuple[sqlite3.Connection, _Head]]:
        if not self.file.exists():
            raise UnknownName(journal.kind, journal.id, ())
        with self._to_write() if write else self._to_read() as link:
            query = "SELECT number, last, hash, seed FROM journals WHERE kind = ? AND id = ?"
            found = link.execute(query, journal).fetchone()
            if found is None:
                known = link.execute("SELECT id FROM journals WHERE kind = ? ORDER BY number", (journal.kind,))
                raise UnknownName(journal.kind, journal.id, [one for (one,) in known])
            yield link, _Head(*found)


def _list_data(link: sqlite3.Connection, system: str) -> str:
    found = link.execute("SELECT body FROM list_data WHERE system = ?", (system,)).fetchone()
    return found[0] if found else ""


def _write(link: sqlite3.Connection, number: int, rows: Sequence[Row]) -> None:
    for row in rows:
        link.execute(
            f"INSERT INTO entries (journal, {_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                row.seq,
                row.at,
                row.actor,
                row.role,
                row.player,
                row.request,
                row.kind,
                row.body,
                row.hash,
                row.sealed,
            ),
        )
    if rows:
        link.execute("UPDATE journals SET last = ?, hash = ? WHERE number = ?", (rows[-1].seq, rows[-1].hash, number))


def _check_end(event: str, head: _Head, last: int, digest: str) -> None:
    """The chain alone cannot show a tail that was cut off or exchanged; the head that was written with it can."""
    if last < head.last:
        raise DamagedJournal(
            "The journal of “{event}” is cut short: {missing} of {all} entries are missing, from entry "
            "{first} on. Restore it from a backup or an export.",
            event=event,
            missing=head.last - last,
            all=head.last,
            first=last + 1,
        )
    if last > head.last:
        raise DamagedJournal(
            "The journal of “{event}” is damaged: it should end with entry {end}, but continues to {last}. "
            "Restore it from a backup or an export.",
            event=event,
            end=head.last,
            last=last,
        )
    if digest != head.hash:
        raise DamagedJournal(
            "The journal of “{event}” is damaged: its last entry, {last}, is not the one that was written. "
            "Restore it from a backup or an export.",
            event=event,
            last=last,
        )


@contextmanager
def in_words(file: Path) -> Iterator[None]:
    """What SQLite and the file system complain of, as one sentence for the user. The rest are bugs and pass."""
    try:
        yield
    except sqlite3.Error as error:
        sentence = _sentence(file, error)
        if sentence is None:
            raise
        raise sentence from error
    except OSError as error:
        raise Refusal(
            "{file} cannot be used: {strerror}. Choose another data folder.", file=file, strerror=error.strerror
        ) from error


def _sentence(file: Path, error: sqlite3.Error) -> Refusal | None:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # Text that is not UTF-8 is the one fault of a file that Python finds itself.
        code = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else sqlite3.SQLITE_ERROR
    match code & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return DamagedJournal("{file} is not a Muster file. Restore it from a backup, or move it away.", file=file)
        case sqlite3.SQLITE_CORRUPT:
            return DamagedJournal(
                "{file} is damaged or cut short ({error}). Restore it from a backup.", file=file, error=str(error)
            )
        case sqlite3.SQLITE_BUSY:
            return Busy(
                "Another program has kept {file} busy for {seconds:.0f} seconds. Try again.",
                file=file,
                seconds=schema.PATIENCE,
            )
        case sqlite3.SQLITE_FULL:
            return Refusal(
                "The disk with {file} is full, so nothing was saved. Free some space and try again.", file=file
            )
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_IOERR:
            return Refusal(
                "{file} cannot be used: {error}. Check that the file and its folder can be written to.",
                file=file,
                error=str(error),
            )
    return None
