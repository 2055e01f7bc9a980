"""Looks at the SQLite file of a data folder without changing anything in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from muster.app.views.diagnosis import Diagnosis, fine, must_fix
from muster.store.schema import APPLICATION, MIGRATIONS

RESTORE = "Restore a backup into a new folder (muster restore)."

WRITABLE = "Make it and its folder readable and writable, then check again: what is in the file may be sound."

NOT_LET = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY)
"""Errors of the file system, also of a disk that is read-only; nothing was read yet."""


def look(file: Path) -> Iterator[Diagnosis]:
    try:
        with closing(_opened(file)) as link:
            application, number = _marks(link)
            if application != APPLICATION:
                yield must_fix("store", f"{file} is not a Muster file.", "Move it away, or restore a backup.")
                return
            if number > len(MIGRATIONS):
                yield must_fix(
                    "store",
                    f"{file} was written by a newer version of Muster (format {number}).",
                    "Use that version, or a newer one.",
                )
                return
            found = [str(line) for (line,) in link.execute("PRAGMA integrity_check(3)")]
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in NOT_LET:
            yield must_fix("store", f"{file} cannot be opened ({error}).", WRITABLE)
        else:
            yield must_fix("store", f"{file} is damaged or cannot be read ({error}).", RESTORE)
        return
    if found != ["ok"]:
        yield must_fix("store", f"{file} is damaged ({'; '.join(found)[:300]}).", RESTORE)
    elif number < len(MIGRATIONS):
        yield fine("store", f"{file} is sound, of an earlier format ({number}); the next start brings it up to date.")
    else:
        yield fine("store", f"{file} is sound (format {number}).")


def is_current(file: Path) -> bool:
    """Whether it can be opened as it is: it exists, is ours, and has this version's format."""
    try:
        with closing(_opened(file)) as link:
            return _marks(link) == (APPLICATION, len(MIGRATIONS))
    except sqlite3.Error:
        return False


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=5)


def _marks(link: sqlite3.Connection) -> tuple[int, int]:
    (application,) = link.execute("PRAGMA application_id").fetchone()
    (number,) = link.execute("PRAGMA user_version").fetchone()
    return application, number
