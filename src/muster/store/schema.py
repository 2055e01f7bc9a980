"""The tables of the SQLite file, and how a file is made, recognised and brought up to date."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from itertools import chain
from pathlib import Path
from stat import S_IMODE
from threading import get_ident

from muster.core.kit.errors import DamagedJournal

APPLICATION = int.from_bytes(b"Mstr", "big")
"""Marks a SQLite file as Muster's (PRAGMA application_id)."""

PATIENCE = 10.0
"""Seconds to wait while another process writes."""

_strict = ["STRICT"] if sqlite3.sqlite_version_info >= (3, 37) else []

# The format of a file is the number of migrations it has had (PRAGMA user_version). Only ever add one at the end.
# `last` and `hash` are the journal's head, written with each append: a tail that went missing shows.
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
    # Journals of any kind: what were events are now the journals of the kind “event”, and an id is unique in its kind.
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
        # The entries first: with their events they would go too.
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
)


def make(file: Path) -> None:
    """A new, empty file. It is built beside its place and moved there whole, so nobody meets it half made."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}-{get_ident()}.new")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600))  # SQLite gives what it writes beside it the same rights.
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
        draft.rename(file)  # A file system without links.
    finally:
        draft.unlink(missing_ok=True)


def open_file(file: Path) -> sqlite3.Connection:
    """A connection to a file that is Muster's and up to date; nothing is changed in one that is not Muster's."""
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
        if complete and size % page:  # SQLite itself finds every cut but one within the last page.
            raise DamagedJournal("{file} is damaged or cut short. Restore it from a backup.", file=file)
        if version > len(MIGRATIONS):
            raise DamagedJournal(
                "{file} was written by a newer version of Muster (format {version}; this one reads up to "
                "{migrations}). Open it with that version.",
                file=file,
                version=version,
                migrations=len(MIGRATIONS),
            )
        if version < len(MIGRATIONS):
            _migrate(link)
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= {"journals", "entries", "list_data"}:
            raise DamagedJournal("{file} has lost its tables. Restore it from a backup.", file=file)
    except BaseException:  # Whatever went wrong, the file is let go; the error goes on.
        link.close()
        raise
    return link


def _for_its_owner(file: Path) -> None:
    """Seeds and lists are in it, so nobody else may read it; earlier versions left that to the system."""
    for one in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):  # Somebody else's file, a file system without rights: it is as it is.
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
