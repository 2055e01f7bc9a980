"""Backups: everything of a data folder in one file, and a data folder made of one again. Nothing unchecked is kept."""

from __future__ import annotations

import errno
import json
import os
import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import file_digest, sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from muster import __version__
from muster.app.backups import not_there
from muster.app.keeping import files
from muster.app.keeping.everything import copy_all
from muster.app.ports import JournalName, Saved
from muster.core.kit.errors import DamagedJournal, Refusal
from muster.core.record.event_journal import EVENT
from muster.store import checks, schema
from muster.store.sqlite import FILE, SqliteJournals, in_words

if TYPE_CHECKING:
    from muster.store.postgres.journals import PostgresJournals

FORMAT = "muster/backup/1"
MANIFEST = "manifest.json"

_BESIDE = re.compile(r"web\.[a-z]+(/[\w-]+)?", re.ASCII)
"""The files beside the events, or in such a folder, that are part of a backup: the key for badges and links, and the
like.
"""

_OF_ONE_RUN = ("web.address", "web.lock")
"""Except what belongs to a running server."""

_SQLITE = b"SQLite format 3\x00"


class FolderBackups:
    """Backups of one data folder, with the events in it or in a database. The backup file is the same either way."""

    def __init__(self, folder: Path, database: PostgresJournals | None = None) -> None:
        self._folder, self._database = folder, database

    def save(self, file: Path, at: str, *, replace: bool = False) -> Saved:
        """A copy of everything as of one moment, even while others write; complete, read back and checked, or
        nothing.
        """
        source = self._folder / FILE
        if self._database is None and not source.exists():
            raise Refusal(
                "There is nothing to back up in {folder} yet: it has no events. --data names another folder.",
                folder=self._folder,
            )
        if file.exists() and not replace:
            raise Refusal("“{file}” already exists. Choose another name, or add --force.", file=file)
        with TemporaryDirectory(prefix="muster-backup-") as made:
            copy = Path(made, FILE)
            if self._database is None:
                _copy(source, copy)
            else:
                _gather(self._database, copy)
            events = _checked(copy)
            beside = _beside(self._folder)
            manifest = {
                "format": FORMAT,
                "version": __version__,
                "made": at,
                "schema": len(schema.MIGRATIONS),
                "events": events,
                "files": {FILE: _digest(copy), **{name: sha256(text).hexdigest() for name, text in beside.items()}},
            }
            with _target(file):
                _write(file, copy, beside, manifest)
        return _saved(file, at, events)

    def restore(self, file: Path) -> Saved:
        """Creates the data folder from a backup. It must be empty: nothing is ever mixed or overwritten."""
        if self._database is not None:
            raise Refusal(
                "A backup is restored into a data folder. Leave the database out here, then copy the folder into it "
                "with “muster transfer”."
            )
        self._must_be_empty()
        manifest = _manifest(file)
        with _reading(file):
            files.make_folder(self._folder)
            with TemporaryDirectory(prefix="restoring-", dir=self._folder) as made, ZipFile(file) as packed:
                for name, digest in manifest["files"].items():
                    _extract(packed, name, Path(made, name))
                    if _digest(Path(made, name)) != digest:
                        raise _damaged(file, name)
                events = _checked(Path(made, FILE))
                if events != manifest["events"]:
                    raise _damaged(file, FILE)
                # The events last: a folder without them is not mistaken for a complete one.
                for name in sorted(manifest["files"], key=lambda name: name == FILE):
                    files.make_folder((self._folder / name).parent)
                    os.rename(Path(made, name), self._folder / name)
                    files.settle((self._folder / name).parent)
        return _saved(file, manifest["made"], events)

    def take_along(self, to: Path) -> None:
        for name, text in _beside(self._folder).items():
            files.make_folder((to / name).parent)
            with suppress(FileExistsError):  # What is already there is in use.
                files.add(to / name, text)

    def _must_be_empty(self) -> None:
        try:
            found = sorted(path.name for path in self._folder.iterdir())
        except FileNotFoundError:
            return
        except OSError as error:
            raise Refusal(
                "{folder} cannot be used: {why}.", folder=self._folder, why=error.strerror or str(error)
            ) from None
        if found:
            raise Refusal(
                "{folder} is not empty (it has {found}), and a backup is never mixed with other data. Restore into a "
                "new folder with --data DIR, or move the old files away first.",
                folder=self._folder,
                found=", ".join(found[:3]) + (", …" if len(found) > 3 else ""),
            )


def _saved(file: Path, at: str, journals: list[dict[str, Any]]) -> Saved:
    """How many events and entries; everything else is included without being counted."""
    events = [one for one in journals if "kind" not in one]
    return Saved(str(file), file.stat().st_size, at, len(events), sum(event["entries"] for event in events))


def _copy(source: Path, copy: Path) -> None:
    """With SQLite's own backup, in one step: includes what is in the write-ahead log, and nobody has to wait."""
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with in_words(source), closing(schema.open_file(source)) as link, closing(sqlite3.connect(copy)) as target:
        link.backup(target)


def _gather(database: PostgresJournals, copy: Path) -> None:
    """Everything in a database, as of one moment, in a file like a data folder's."""
    schema.make(copy)
    with database.at_one_moment() as source, closing(SqliteJournals(copy.parent)) as target:
        copy_all(source, target)


def _checked(copy: Path) -> list[dict[str, Any]]:
    """Every event with the end of its journal, once the file is sound and every entry chains to the one before."""
    try:
        with closing(schema.open_file(copy)) as link:
            (found,) = link.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise DamagedJournal("The data to copy is damaged ({found}). Go back to an earlier backup.", found=found)
    with closing(SqliteJournals(copy.parent)) as journals:
        events = []
        for stored in journals.listed():
            try:
                rows = journals.rows(JournalName(stored.kind, stored.id))
                checks.begins(rows)
            except DamagedJournal:
                if stored.kind == EVENT.kind:
                    raise
                # No result depends on it: it is copied as it is, so that nothing else goes unsaved because of it.
                events.append({"event": stored.id, "name": stored.name, "entries": 0, "hash": "", "kind": stored.kind})
                continue
            # Events have no kind here, as in backups from before there were other kinds.
            kind = {} if stored.kind == EVENT.kind else {"kind": stored.kind}
            events.append(
                {"event": stored.id, "name": stored.name, "entries": len(rows), "hash": rows[-1].hash, **kind}
            )
    return events


def _beside(folder: Path) -> dict[str, bytes]:
    found = {}
    for path in sorted(one for pattern in ("web.*", "web.*/*") for one in folder.glob(pattern)):
        name = path.relative_to(folder).as_posix()
        if _BESIDE.fullmatch(name) and name not in _OF_ONE_RUN and path.is_file():
            with suppress(FileNotFoundError):  # Somebody signed out at this moment.
                found[name] = path.read_bytes()
    return found


def _write(file: Path, copy: Path, beside: dict[str, bytes], manifest: dict[str, Any]) -> None:
    """Under another name first; renamed once it is on the disk and was read back."""
    draft = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w+b") as opened:
            with ZipFile(opened, "w", ZIP_DEFLATED) as packed:
                packed.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
                packed.write(copy, FILE)
                for name, text in beside.items():
                    packed.writestr(name, text)
            opened.flush()
            os.fsync(opened.fileno())
        _read_back(draft, manifest)
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    files.settle(file.parent)


def _read_back(draft: Path, manifest: dict[str, Any]) -> None:
    with ZipFile(draft) as packed:
        for name, digest in manifest["files"].items():
            with packed.open(name) as part:
                if _digest_of(part) != digest:
                    raise OSError(errno.EIO, "what was written could not be read back")


def _manifest(file: Path) -> dict[str, Any]:
    with _reading(file):
        with open(file, "rb") as opened:
            if opened.read(len(_SQLITE)) == _SQLITE:
                raise Refusal(
                    "“{file}” is a bare database, not a backup. To use it, put it as {name} into an empty data folder, "
                    "together with its -wal file if there is one: without that its last entries may be missing.",
                    file=file,
                    name=FILE,
                )
        try:
            with ZipFile(file) as packed:
                info = packed.getinfo(MANIFEST)
                manifest = json.loads(packed.read(info)) if info.file_size < 10_000_000 else None
        except (KeyError, ValueError, BadZipFile, zlib.error):
            manifest = None
    if not isinstance(manifest, dict) or not str(manifest.get("format", "")).startswith("muster/backup/"):
        raise Refusal(
            "“{file}” is not a backup, or it is cut short. A backup is a file written by “muster backup”.", file=file
        )
    made, files, events = manifest.get("made"), manifest.get("files"), manifest.get("events")
    number = manifest.get("schema")
    if manifest["format"] != FORMAT or (isinstance(number, int) and number > len(schema.MIGRATIONS)):
        raise Refusal(
            "“{file}” was written by a newer version of Muster ({version}). Restore it with that version.",
            file=file,
            version=str(manifest.get("version", "?"))[:20],
        )
    fits = (
        isinstance(number, int)
        and isinstance(made, str)
        and isinstance(events, list)
        and isinstance(files, dict)
        and FILE in files
        and all(name == FILE or _BESIDE.fullmatch(name) for name in files)
        and not any(name in _OF_ONE_RUN for name in files)
    )
    if not fits:
        raise _damaged(file, MANIFEST)
    return manifest


def _extract(packed: ZipFile, name: str, to: Path) -> None:
    info: ZipInfo = packed.getinfo(name)
    to.parent.mkdir(mode=0o700, exist_ok=True)
    handle = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out, packed.open(info) as part:
        while chunk := part.read(1 << 20):
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())


def _digest(path: Path) -> str:
    with open(path, "rb") as opened:
        return _digest_of(opened)


def _digest_of(opened: IO[bytes]) -> str:
    return file_digest(opened, "sha256").hexdigest()  # type: ignore[arg-type]  # a part of a zip reads alike


def _damaged(file: Path, name: str) -> Refusal:
    return DamagedJournal(
        "“{file}” is damaged: {name} in it has changed since it was written. Nothing was restored; use another backup.",
        file=file,
        name=name,
    )


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    try:
        yield
    except (BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise _damaged(file, str(error)[:60]) from error
    except OSError as error:
        where = error.filename or file
        raise Refusal("“{file}” cannot be used: {why}.", file=where, why=error.strerror or str(error)) from None


@contextmanager
def _target(file: Path) -> Iterator[None]:
    """What can go wrong with a stick, each in its own sentence."""
    try:
        yield
    except OSError as error:
        match error.errno:
            case errno.ENOSPC | errno.EDQUOT:
                raise Refusal(
                    "There is no room for a backup in {folder}. Free some space there, or choose another folder.",
                    folder=file.parent,
                ) from None
            case errno.ENOENT | errno.ENOTDIR:
                raise not_there(file.parent) from None
            case errno.EROFS | errno.EACCES | errno.EPERM:
                raise Refusal(
                    "Backups cannot be written to {folder}: it is read-only. Choose another folder.",
                    folder=file.parent,
                ) from None
            case _:
                raise Refusal(
                    "No backup could be written to {folder}: {why}. Choose another folder.",
                    folder=file.parent,
                    why=error.strerror or str(error),
                ) from None
