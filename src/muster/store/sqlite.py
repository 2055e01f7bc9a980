"""Journals in one SQLite file: durable when an append returns, shared by threads and by processes."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock

from muster.app.ports import JournalName, Stored
from muster.core.kit.errors import Busy, DamagedJournal, Refusal, UnknownName
from muster.core.record.journal import BESIDE, Row
from muster.core.record.vocabulary import Title
from muster.store import checks, schema
from muster.store.checks import JournalHead

FILE = "muster.db"

_ROW = "seq, at, actor, role, player, request, kind, body, hash, sealed"


class _Connection:
    """One connection to the file, for one thread at a time. Nothing is opened before the first use."""

    def __init__(self, there: schema.Presence) -> None:
        self._file = there.file
        self._lock = Lock()
        self._opened = schema.OpenFile(there, schema.open_file)

    def close(self) -> None:
        with self._lock:
            self._opened.close()

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """For one statement."""
        with self._lock, in_words(self._file):
            try:
                yield self._opened.link()
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
                    self._opened.close()  # It was opened read-only; next time that may be different.
                raise

    @contextmanager
    def transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self.open() as link:
            try:
                link.execute(begin)
                yield link
                link.execute("COMMIT")
            except BaseException:  # Also an interrupt: everything is written or nothing; the error is raised again.
                if link.in_transaction:
                    link.execute("ROLLBACK")
                raise


class SqliteJournals:
    """A file is only made once something must be stored.

    Readers and writers have separate connections, so readers do not wait until a write is safe on the disk.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._there = schema.Presence(self.file)
        self._reading, self._writing = _Connection(self._there), _Connection(self._there)

    def must_answer(self) -> None:
        if not self._there.found():
            with in_words(self.file):
                os.scandir(self.file.parent).close()  # Nothing was stored yet, but there must be a place for it.
            return
        with self._to_read() as link:
            schema.must_be_current(link, self.file)
            link.execute("SELECT 1 FROM journals LIMIT 1").fetchone()

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
        if not self._there.begun():
            return []
        with self._to_read() as link:
            query = "SELECT kind, id, name, system, last, hash FROM journals WHERE ? IN ('', kind) ORDER BY number"
            return [Stored(*found) for found in link.execute(query, (kind,))]

    def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
        with self._journal(journal) as (link, head):
            found = link.execute(
                f"SELECT {_ROW} FROM entries WHERE journal = ? AND seq > ? ORDER BY seq", (head.number, after)
            ).fetchall()
            end = link.execute(
                "SELECT seq, hash FROM entries WHERE journal = ? ORDER BY seq DESC LIMIT 1", (head.number,)
            ).fetchone()
        checks.ends(journal, head, *(end or (0, "")))
        return [Row(*columns) for columns in found]

    def head(self, journal: JournalName) -> tuple[int, str]:
        if not self._there.begun():
            return 0, ""
        with self._reading.open() as link:
            query = "SELECT last, hash FROM journals WHERE kind = ? AND id = ?"
            return next(iter(link.execute(query, journal).fetchall()), (0, ""))

    def size(self, journal: JournalName) -> int:
        if not self._there.found():
            return 0
        with self._reading.open() as link:
            query = (
                "SELECT COALESCE(SUM(? + LENGTH(CAST(body AS BLOB)) + LENGTH(CAST(sealed AS BLOB))), 0) FROM entries "
                "WHERE journal = (SELECT number FROM journals WHERE kind = ? AND id = ?)"
            )
            return int(link.execute(query, (BESIDE, *journal)).fetchone()[0])

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

    def rewrite(self, journal: JournalName, rows: Sequence[Row], expected: tuple[int, str]) -> None:
        checks.begins(rows)
        with self._journal(journal, write=True) as (link, head):
            checks.is_head(journal, (head.last, head.hash), expected)
            query = "SELECT number, kind, id, name, system, seed FROM journals WHERE number = ?"
            kept = link.execute(query, (head.number,)).fetchone()
            # An entry is never changed, and only removed with its journal: so the journal is removed and put back.
            link.execute("DELETE FROM journals WHERE number = ?", (head.number,))
            columns = "number, kind, id, name, system, seed, last, hash"
            link.execute(f"INSERT INTO journals ({columns}) VALUES (?, ?, ?, ?, ?, ?, 0, '')", kept)
            _write(link, head.number, rows)

    def scrub(self) -> None:
        if not self.file.exists():
            return
        with self._writing.open() as link:
            link.execute("PRAGMA secure_delete = ON")
            # Rewrites the file: even unused pages keep their old content.
            link.execute("VACUUM")
            (busy, *_) = link.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            for copy in schema.copies_before(self.file):  # It is in there too.
                copy.unlink(missing_ok=True)
        if busy:
            raise Busy(
                "Another program has been reading {file} for {seconds:.0f} seconds, so what was erased is still in its "
                "log. Try again.",
                file=self.file,
                seconds=schema.PATIENCE,
            )

    def games_with_list_data(self) -> list[str]:
        if not self._there.found():
            return []
        with self._to_read() as link:
            return [system for (system,) in link.execute("SELECT system FROM list_data ORDER BY system")]

    def list_data(self, system: str) -> str:
        if not self._there.found():
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
            if not self._there.found():
                schema.make(self.file)

    def close(self) -> None:
        """Closes the file; the next use opens it again, or starts a new one."""
        self._there.forget()
        for connection in (self._reading, self._writing):
            connection.close()

    def _to_read(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._reading.transaction("BEGIN")

    def _to_write(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._writing.transaction("BEGIN IMMEDIATE")

    @contextmanager
    def _journal(
        self, journal: JournalName, *, write: bool = False
    ) -> Iterator[tuple[sqlite3.Connection, JournalHead]]:
        if not self._there.begun():
            raise UnknownName(journal.kind, journal.id, ())
        with self._to_write() if write else self._to_read() as link:
            query = "SELECT number, last, hash, seed FROM journals WHERE kind = ? AND id = ?"
            found = link.execute(query, journal).fetchone()
            if found is None:
                known = link.execute("SELECT id FROM journals WHERE kind = ? ORDER BY number", (journal.kind,))
                raise UnknownName(journal.kind, journal.id, [one for (one,) in known])
            yield link, JournalHead(*found)


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


@contextmanager
def in_words(file: Path) -> Iterator[None]:
    """Errors of SQLite and the file system as one sentence for the user. Anything else is a bug and is raised."""
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
    if code is None:  # Text that is not UTF-8 is the only fault of a file that Python itself detects.
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
