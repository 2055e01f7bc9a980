"""A backup has everything as of one moment, while others write; and only a sound one is ever restored."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen
from sys import executable
from zipfile import ZipFile

import pytest

import muster
from muster.core.kit.errors import Refusal
from muster.core.record.event_journal import EVENT
from muster.core.record.journal import Row
from muster.store import backup, schema
from muster.store.backup import MANIFEST, FolderBackups
from muster.store.sqlite import FILE, SqliteJournals
from tests.store.conftest import CUP, event
from tests.store.test_crash import BATCH, WRITER

AT = "2026-11-15T10:00:00.000000+00:00"


@pytest.fixture
def data(tmp_path: Path, created: list[Row]) -> Path:
    """A data folder with an event, card data, and the key of the web beside it."""
    folder = tmp_path / "data"
    with closing(SqliteJournals(folder)) as journals:
        journals.create(event("spring"), CUP, "secret", created)
        journals.keep_list_data("l5r", '{"cards": 1}', "")
    (folder / "web.key").write_text("key")
    (folder / "web.organisers").mkdir()
    (folder / "web.organisers" / "3f-_A").write_text("signed in")
    (folder / "web.address").write_text("of this run")
    (folder / "backup.folder").write_text("/media/usb")
    return folder


@pytest.fixture
def saved(tmp_path: Path, data: Path) -> Path:
    file = tmp_path / "saved.zip"
    FolderBackups(data).save(file, AT)
    return file


def restored(tmp_path: Path, file: Path) -> Path:
    folder = tmp_path / "elsewhere" / "data"
    FolderBackups(folder).restore(file)
    return folder


def test_everything_goes_along(tmp_path: Path, data: Path, saved: Path, created: list[Row]) -> None:
    folder = restored(tmp_path, saved)
    assert sorted(path.name for path in folder.iterdir()) == [FILE, "web.key", "web.organisers"]
    assert (folder / "web.key").read_text() == "key"
    assert (folder / "web.organisers" / "3f-_A").read_text() == "signed in"
    with closing(SqliteJournals(folder)) as journals:
        assert journals.rows(event("spring")) == created
        assert (journals.seed(event("spring")), journals.list_data("l5r")) == ("secret", '{"cards": 1}')


def test_a_bare_copy_misses_what_a_backup_has(tmp_path: Path, data: Path, created: list[Row]) -> None:
    """What was written last is in the write-ahead log. A copy of the file alone chains and does not reveal that."""
    with closing(SqliteJournals(data)) as journals, closing(schema.open_file(data / FILE)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM journals").fetchall()
        journals.create(event("summer"), CUP, "secret", created)
        bare = tmp_path / "bare"
        bare.mkdir()
        shutil.copy(data / FILE, bare / FILE)
        FolderBackups(data).save(tmp_path / "b.zip", AT)
    with closing(SqliteJournals(bare)) as journals:
        assert [stored.id for stored in journals.listed("event")] == ["spring"]
    with closing(SqliteJournals(restored(tmp_path, tmp_path / "b.zip"))) as journals:
        assert [stored.id for stored in journals.listed("event")] == ["spring", "summer"]


def test_backed_up_while_another_process_writes_until_it_is_killed(tmp_path: Path, data: Path) -> None:
    """The restore drill: the backup is a whole number of its batches, and the journal continues from there
    elsewhere.
    """
    source = Path(muster.__file__).parent.parent
    command = [executable, "-c", WRITER, str(data)]
    with Popen(command, stdout=PIPE, env={**os.environ, "PYTHONPATH": str(source)}) as writer:
        assert writer.stdout is not None and writer.stdout.readline()
        files = []
        for number in range(5):
            before = int(writer.stdout.readline())
            files.append((before, tmp_path / f"{number}.zip"))
            FolderBackups(data).save(files[-1][1], AT)
        writer.kill()
    with closing(SqliteJournals(data)) as journals:
        original = journals.rows(event("spring"))
    for before, file in files:
        folder = tmp_path / file.stem
        told = FolderBackups(folder).restore(file)
        with closing(SqliteJournals(folder)) as journals:
            rows = journals.rows(event("spring"))
            assert len(rows) == told.entries >= before and (len(rows) - 1) % BATCH == 0
            assert rows == original[: len(rows)]
            journals.append(event("spring"), original[len(rows) : len(rows) + BATCH], expected=len(rows))
            assert len(list(EVENT.read(journals.rows(event("spring"))))) == len(original[: len(rows) + BATCH])


def test_only_their_owner_reads_them(tmp_path: Path, data: Path, saved: Path) -> None:
    folder = restored(tmp_path, saved)
    assert {mode(path) for path in (folder / FILE, folder / "web.key", saved)} == {0o600}
    assert mode(folder) == mode(folder / "web.organisers") == mode(data) == 0o700
    with closing(SqliteJournals(data)) as journals:
        assert journals.listed("event")
        assert {mode(path) for path in data.iterdir() if path.name.startswith(FILE)} == {0o600}


def test_a_file_of_an_earlier_version_becomes_its_owners(data: Path) -> None:
    (data / FILE).chmod(0o644)
    with closing(SqliteJournals(data)) as journals:
        assert journals.listed("event")
    assert mode(data / FILE) == 0o600


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_nothing_is_overwritten(tmp_path: Path, data: Path, saved: Path) -> None:
    with pytest.raises(Refusal, match="Choose another name, or add --force"):
        FolderBackups(data).save(saved, AT)
    FolderBackups(data).save(saved, AT, replace=True)
    before = sorted(path.name for path in data.iterdir())
    with pytest.raises(Refusal, match=r"is not empty .*Restore into a new folder with --data DIR"):
        FolderBackups(data).restore(saved)
    assert sorted(path.name for path in data.iterdir()) == before
    with pytest.raises(Refusal, match="nothing to back up"):
        FolderBackups(tmp_path / "none").save(tmp_path / "none.zip", AT)


def repacked(file: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The backup with something changed in it, as a valid zip."""
    with ZipFile(file) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    change(parts)
    other = file.with_name("changed.zip")
    with ZipFile(other, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return other


def manifest(**changes: object) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        parts[MANIFEST] = json.dumps({**json.loads(parts[MANIFEST]), **changes}).encode()

    return change


def later(parts: dict[str, bytes]) -> None:
    parts["web.key"] = b"kex"


def without_events(parts: dict[str, bytes]) -> None:
    del parts[FILE]


def outside(parts: dict[str, bytes]) -> None:
    parts["web.key/../../web.key"] = b"key"
    manifest(files={FILE: "0", "web.key/../../web.key": "0"})(parts)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (later, "is damaged: web.key in it has changed since it was written. Nothing was restored"),
        (without_events, "is damaged"),
        (outside, "is damaged: manifest.json"),
        (manifest(files={"web.key": "0"}), "is damaged: manifest.json"),
        (manifest(events=[]), "is damaged: muster.db"),
        (manifest(format="muster/backup/2", version="9.1"), r"newer version of Muster \(9.1\). Restore it with that"),
        (manifest(schema=99, version="9.1"), r"newer version of Muster \(9.1\)"),
        (manifest(format="zip of somebody"), "is not a backup, or it is cut short"),
        (lambda parts: parts.update({MANIFEST: b"{"}), "is not a backup, or it is cut short"),
    ],
)
def test_what_is_not_a_sound_backup_is_refused_and_leaves_nothing(
    tmp_path: Path, saved: Path, change: Callable[[dict[str, bytes]], None], sentence: str
) -> None:
    with pytest.raises(Refusal, match=sentence):
        restored(tmp_path, repacked(saved, change))
    assert not list((tmp_path / "elsewhere").rglob("*.*"))


def test_a_cut_or_foreign_file_is_named(tmp_path: Path, data: Path, saved: Path) -> None:
    cut = tmp_path / "cut.zip"
    whole = saved.read_bytes()
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        cut.write_bytes(whole[:length])
        with pytest.raises(Refusal, match="is not a backup, or it is cut short"):
            restored(tmp_path, cut)
    for place in range(0, len(whole), len(whole) // 12):
        cut.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        target = tmp_path / f"flipped-{place}"
        try:
            FolderBackups(target).restore(cut)
        except Refusal:
            assert not target.exists() or not list(target.iterdir())
    with pytest.raises(
        Refusal, match=r"is a bare database, not a backup. To use it, put it as muster.db into an empty"
    ):
        restored(tmp_path, data / FILE)
    with pytest.raises(Refusal, match="cannot be used: No such file"):
        restored(tmp_path, tmp_path / "missing.zip")


def test_a_damaged_journal_is_not_copied_as_if_it_were_sound(tmp_path: Path, data: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        link.execute("UPDATE entries SET body = replace(body, 'Spring', 'Autumn')")
        link.commit()
    with pytest.raises(Refusal, match=r"damaged|changed"):
        FolderBackups(data).save(tmp_path / "b.zip", AT)
    assert not (tmp_path / "b.zip").exists()


def test_a_folder_that_takes_nothing_is_named(tmp_path: Path, data: Path) -> None:
    with pytest.raises(Refusal, match=r"Plug the stick in again, or choose another folder."):
        FolderBackups(data).save(tmp_path / "stick" / "b.zip", AT)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "There is no room for a backup in /media/usb. Free some space there, or choose another folder."),
        (errno.EROFS, "Backups cannot be written to /media/usb: it is read-only. Choose another folder."),
        (errno.EIO, "No backup could be written to /media/usb: Input/output error. Choose another folder."),
    ],
)
def test_what_is_wrong_with_a_stick_is_one_sentence(number: int, sentence: str) -> None:
    with pytest.raises(Refusal, match=re.escape(sentence)), backup._target(Path("/media/usb/b.zip")):
        raise OSError(number, os.strerror(number))
