"""The tables of the SQLite file, and how a file is made, recognised and brought up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from stat import S_IMODE
from threading import get_ident

from muster.app.keeping import files
from muster.core.kit.errors import DamagedJournal

APPLICATION = int.from_bytes(b"Mstr", "big")
"""Marks a SQLite file as Muster's (PRAGMA application_id)."""

PATIENCE = 10.0
"""Seconds to wait while another process writes."""

_strict = ["STRICT"] if sqlite3.sqlite_version_info >= (3, 37) else []

# The format of a file is the number of migrations it has had (PRAGMA user_version). Only ever add one at the end.
# `last` and `hash` are the journal's head, written with each append, so that a missing tail is noticed.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"""CREATE TABLE events (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            system TEXT NOT NULL,
            seed TEXT NOT NULL,
            last INTEGER NOT NULL,
            hash TEXT NOT NULL
        ) {", ".join(_strict)}""",
        f"""CREATE TABLE entries (
            event INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at TEXT NOT NULL,
            actor TEXT NOT NULL,
            role TEXT NOT NULL,
            player INTEGER,
            request TEXT NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (event, seq)
        ) {", ".join(["WITHOUT ROWID", *_strict])}""",
        "CREATE INDEX entries_by_request ON entries (event, request)",
        """CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'an entry of a journal is never changed'); END""",
        """CREATE TRIGGER entries_go_only_with_their_event BEFORE DELETE ON entries
        WHEN EXISTS (SELECT 1 FROM events WHERE number = OLD.event)
        BEGIN SELECT RAISE(ABORT, 'an entry of a journal is never deleted'); END""",
    ),
    (f"CREATE TABLE list_data (system TEXT PRIMARY KEY, body TEXT NOT NULL) {', '.join(['WITHOUT ROWID', *_strict])}",),
    ("ALTER TABLE entries ADD COLUMN sealed TEXT NOT NULL DEFAULT ''",),
    # Journals of any kind: former events become journals of the kind “event”, and an id is unique within its kind.
    (
        f"""CREATE TABLE journals (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            system TEXT NOT NULL,
            seed TEXT NOT NULL,
            last INTEGER NOT NULL,
            hash TEXT NOT NULL,
            UNIQUE (kind, id)
        ) {", ".join(_strict)}""",
        """INSERT INTO journals (number, kind, id, name, system, seed, last, hash)
        SELECT number, 'event', id, name, system, seed, last, hash FROM events""",
        f"""CREATE TABLE journal_entries (
            journal INTEGER NOT NULL REFERENCES journals ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at TEXT NOT NULL,
            actor TEXT NOT NULL,
            role TEXT NOT NULL,
            player INTEGER,
            request TEXT NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            hash TEXT NOT NULL,
            sealed TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (journal, seq)
        ) {", ".join(["WITHOUT ROWID", *_strict])}""",
        """INSERT INTO journal_entries (journal, seq, at, actor, role, player, request, kind, body, hash, sealed)
        SELECT event, seq, at, actor, role, player, request, kind, body, hash, sealed FROM entries""",
        # The entries first: deleting their events would delete them too.
        "DROP TABLE entries",
        "DROP TABLE events",
        "ALTER TABLE journal_entries RENAME TO entries",
        "CREATE INDEX entries_by_request ON entries (journal, request)",
        """CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'an entry of a journal is never changed'); END""",
        """CREATE TRIGGER entries_go_only_with_their_journal BEFORE DELETE ON entries
        WHEN EXISTS (SELECT 1 FROM journals WHERE number = OLD.journal)
        BEGIN SELECT RAISE(ABORT, 'an entry of a journal is never deleted'); END""",
    ),
    # Only the sealed part of an entry may be dropped: the chain does not cover it (decision 54).
    (
        "DROP TRIGGER entries_are_never_changed",
        """CREATE TRIGGER entries_are_never_changed BEFORE UPDATE OF
        journal, seq, at, actor, role, player, request, kind, body, hash ON entries
        BEGIN SELECT RAISE(ABORT, 'an entry of a journal is never changed'); END""",
        """CREATE TRIGGER sealed_texts_are_only_dropped BEFORE UPDATE OF sealed ON entries WHEN NEW.sealed <> ''
        BEGIN SELECT RAISE(ABORT, 'what is sealed is never changed'); END""",
    ),
)


def make(file: Path) -> None:
    """A new, empty file. It is built beside its place and moved there, so that nobody finds it half made."""
    files.make_folder(file.parent)
    draft = file.with_name(f"{file.name}.{os.getpid()}-{get_ident()}.new")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600))  # SQLite gives its companion files the same permissions.
    link = _connect(draft)
    try:
        _set_up(link)
        link.execute("PRAGMA journal_mode = WAL")
        _migrate(link)
    finally:
        link.close()
    try:
        os.link(draft, file)
    except FileExistsError:
        pass  # Another process was faster: its file is as good.
    except OSError:
        with suppress(FileExistsError):  # As above; only Windows says so.
            draft.rename(file)  # A file system without links.
    finally:
        draft.unlink(missing_ok=True)


def open_file(file: Path) -> sqlite3.Connection:
    """A connection to a file that is Muster's and up to date; a file that is not Muster's is left unchanged."""
    size = file.stat().st_size
    if size == 0:
        raise DamagedJournal(
            "{file} is empty, so its events are lost. Restore it from a backup, or delete it to start again.", file=file
        )
    _for_its_owner(file)
    complete = not file.with_name(f"{file.name}-wal").exists()
    link = _connect(file)
    try:
        _set_up(link)
        (application,) = link.execute("PRAGMA application_id").fetchone()
        (version,) = link.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise DamagedJournal("{file} is not a Muster file. Move it away, or choose another data folder.", file=file)
        (page,) = link.execute("PRAGMA page_size").fetchone()
        if complete and size % page:  # SQLite detects every truncation except one within the last page.
            raise DamagedJournal("{file} is damaged or cut short. Restore it from a backup.", file=file)
        must_be_current(link, file)
        if version < len(MIGRATIONS):
            _keep_copy(link, file, version)
            _migrate(link)
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= {"journals", "entries", "list_data"}:
            raise DamagedJournal("{file} has lost its tables. Restore it from a backup.", file=file)
    except BaseException:  # Whatever went wrong, the file is closed; the error is raised again.
        link.close()
        raise
    return link


class Presence:
    """Whether a file exists. If one was here before, it counts as missing: no new one is started in its place."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._was_there = False

    def found(self) -> bool:
        found = self.file.exists()
        if self._was_there and not found:
            raise DamagedJournal(
                "{file} is gone: somebody deleted or moved it while Muster was running. Nothing can be saved until it "
                "is back. Put it back, or stop Muster and restore a backup.",
                file=self.file,
            )
        self._was_there = found
        return found

    def begun(self) -> bool:
        """Whether there is one to open; that it is still there is looked at when it is (`OpenFile.link`)."""
        return self._was_there or self.found()

    def forget(self) -> None:
        self._was_there = False


class OpenFile:
    """A connection to the file that is now in its place.

    Writing to a file that was deleted or replaced would lose the data, so this is checked before every use.
    """

    def __init__(self, there: Presence, connect: Callable[[Path], sqlite3.Connection]) -> None:
        self._there, self._connect = there, connect
        self._log = there.file.with_name(f"{there.file.name}-wal")
        self._link: sqlite3.Connection | None = None
        self._opened = (0, 0, 0)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = None

    def link(self) -> sqlite3.Connection:
        """The connection; another one if the file, or the log beside it, is no longer the one that it was opened on."""
        if self._link is not None and self._opened != self._found():
            self._rescue()
            self.close()
        if self._link is None:
            self._there.found()
            self._link = self._connect(self._there.file)
            self._there.found()
            self._opened = self._found()
        return self._link

    def _found(self) -> tuple[int, int, int]:
        """Which file it is, and which log belongs to it."""
        try:
            file = self._there.file.stat()
        except FileNotFoundError:
            self._there.found()  # Says that it is gone.
            raise
        try:
            log = self._log.stat().st_ino
        except FileNotFoundError:
            log = 0
        return file.st_dev, file.st_ino, log

    def _rescue(self) -> None:
        """Somebody deleted only the log: what is in it and still open here is written to the file, unless another
        connection was first and has started a new log.
        """
        assert self._link is not None
        if self._opened[:2] != self._found()[:2] or (self._log.exists() and self._log.stat().st_size):
            return
        (busy, *_) = self._link.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            error = sqlite3.OperationalError("somebody is still reading it")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error


def must_be_current(link: sqlite3.Connection, file: Path) -> None:
    """No newer version of Muster has written to it, even since it was opened."""
    (version,) = link.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise DamagedJournal(
            "{file} was written by a newer version of Muster (format {version}; this one reads up to "
            "{migrations}). Open it with that version.",
            file=file,
            version=version,
            migrations=len(MIGRATIONS),
        )


def copies_before(file: Path) -> list[Path]:
    """Copies of the file from before each time it was brought up to date."""
    return sorted(file.parent.glob(f"{file.name}.format-*"))


def _keep_copy(link: sqlite3.Connection, file: Path, version: int) -> None:
    """A copy beside the file, before anything in it is changed."""
    copy = file.with_name(f"{file.name}.format-{version}")
    draft = file.with_name(f"{copy.name}.{os.getpid()}-{get_ident()}.new")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600))
    try:
        with closing(sqlite3.connect(draft)) as target:
            link.backup(target)
            (copied,) = target.execute("PRAGMA user_version").fetchone()
        if copied == version:  # Otherwise another process has just brought it up to date, and kept a copy itself.
            draft.replace(copy)
            files.settle(copy.parent)
    finally:
        draft.unlink(missing_ok=True)


def _for_its_owner(file: Path) -> None:
    """It contains seeds and lists, so nobody else may read it; earlier versions left that to the system."""
    for one in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):  # Somebody else's file, or a file system without permissions: nothing can be done.
            mode = one.stat().st_mode
            if mode & 0o077:
                one.chmod(S_IMODE(mode) & ~0o077)


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _set_up(link: sqlite3.Connection) -> None:
    link.execute("PRAGMA synchronous = FULL")
    link.execute("PRAGMA foreign_keys = ON")


def _migrate(link: sqlite3.Connection) -> None:
    with link:
        link.execute("BEGIN IMMEDIATE")
        (version,) = link.execute("PRAGMA user_version").fetchone()
        if version >= len(MIGRATIONS):  # Another process did it in the meantime.
            return
        for statement in chain.from_iterable(MIGRATIONS[version:]):
            link.execute(statement)
        link.execute(f"PRAGMA application_id = {APPLICATION}")
        link.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
