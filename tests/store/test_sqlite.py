"""What only the SQLite store does: one file, made when first needed, shared, guarded, and never half made."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from muster.core.kit.errors import Busy, Conflict, DamagedJournal, Refusal, UnknownName
from muster.core.kit.model import PlayerId
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import lists as list_facts
from muster.core.record.facts import play as facts
from muster.core.record.facts import staff as staff_facts
from muster.core.record.journal import Row
from muster.core.record.vocabulary import Title
from muster.store import schema
from muster.store.sqlite import FILE, SqliteJournals
from tests.store.conftest import CUP, event

if TYPE_CHECKING:
    from tests.store.conftest import Chain


def test_nothing_is_made_before_the_first_event(tmp_path: Path, created: list[Row]) -> None:
    folder = tmp_path / "a" / "b"
    with closing(SqliteJournals(folder)) as journals:
        assert journals.listed("event") == []
        with pytest.raises(UnknownName, match="there is none yet"):
            journals.rows(event("spring"))
        assert not (tmp_path / "a").exists()
        journals.create(event("spring"), CUP, "", created)
    assert [file.name for file in folder.iterdir()] == [FILE]


def test_each_commit_reaches_the_disk(sqlite: SqliteJournals, created: list[Row]) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    with sqlite._to_write() as link:
        assert link.execute("PRAGMA synchronous").fetchone() == (2,)
        assert link.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert link.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_two_stores_on_one_file_see_each_other(tmp_path: Path, created: list[Row], chain: Chain) -> None:
    with closing(SqliteJournals(tmp_path)) as one, closing(SqliteJournals(tmp_path)) as other:
        one.create(event("spring"), CUP, "secret", created)
        assert other.rows(event("spring")) == created
        more = chain(staff_facts.RulingGiven("a"), after=created)
        other.append(event("spring"), more, expected=1)
        assert one.rows(event("spring")) == created + more
        with pytest.raises(Conflict):
            one.append(event("spring"), more, expected=1)
        one.remove(event("spring"))
        assert other.listed("event") == []


def test_a_closed_store_opens_again(sqlite: SqliteJournals, created: list[Row]) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    sqlite.close()
    assert sqlite.rows(event("spring")) == created
    sqlite.close()
    sqlite.close()


def test_a_copy_put_in_place_of_the_file_is_noticed(tmp_path: Path, created: list[Row], chain: Chain) -> None:
    with closing(SqliteJournals(tmp_path / "copy")) as copy:
        copy.create(event("spring"), CUP, "", created)
    with closing(SqliteJournals(tmp_path)) as journals:
        journals.create(event("spring"), CUP, "", created + chain(staff_facts.RulingGiven("a"), after=created))
        for part in tmp_path.glob(f"{FILE}*"):
            part.unlink()
        for ask in (
            lambda: journals.listed("event"),
            lambda: journals.head(event("spring")),
            journals.must_answer,
            lambda: journals.size(event("spring")),
            lambda: journals.append(event("spring"), chain(staff_facts.RulingGiven("a"), after=created), expected=1),
            lambda: journals.create(event("autumn"), CUP, "", created),
        ):
            with pytest.raises(DamagedJournal, match=r"is gone: somebody deleted or moved it .*Put it back"):
                ask()
        assert list(tmp_path.glob(f"{FILE}*")) == [], "nothing is begun anew in its place"
        (tmp_path / "copy" / FILE).rename(tmp_path / FILE)
        assert journals.rows(event("spring")) == created
        more = chain(staff_facts.RulingGiven("b"), after=created)
        journals.append(event("spring"), more, expected=1)
    with closing(SqliteJournals(tmp_path)) as journals:
        assert journals.rows(event("spring")) == created + more


def test_a_row_that_sqlite_refuses_takes_the_batch_with_it(
    sqlite: SqliteJournals, created: list[Row], chain: Chain
) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    with closing(sqlite3.connect(sqlite.file)) as link:
        link.execute(
            "CREATE TRIGGER trouble BEFORE INSERT ON entries WHEN NEW.seq = 3 BEGIN SELECT RAISE(ABORT, 'trouble'); END"
        )
    batch = chain(*(staff_facts.RulingGiven(note) for note in "abc"), after=created)
    with pytest.raises(sqlite3.IntegrityError, match="trouble"):
        sqlite.append(event("spring"), batch, expected=1)
    assert sqlite.rows(event("spring")) == created


def test_an_interrupt_after_any_statement_leaves_all_or_nothing(
    sqlite: SqliteJournals, created: list[Row], chain: Chain
) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    batch = chain(staff_facts.RulingGiven("a"), staff_facts.RulingGiven("b"), after=created)
    stopped = 0
    while sqlite.rows(event("spring")) == created:
        stopped += 1
        with suppress(KeyboardInterrupt), interrupt_after(stopped):
            sqlite.append(event("spring"), batch, expected=1)
    assert sqlite.rows(event("spring")) == created + batch
    assert stopped > 3, "BEGIN, SELECT, INSERT, UPDATE, COMMIT"


@contextmanager
def interrupt_after(statements: int) -> Iterator[None]:
    """Ctrl-C right after this many statements."""
    run = 0

    def hook(frame: FrameType, event: str, called: object) -> None:
        nonlocal run
        if event == "c_return" and getattr(called, "__name__", "") in ("execute", "executemany"):
            run += 1
            if run == statements:
                raise KeyboardInterrupt

    sys.setprofile(hook)
    try:
        yield
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize(
    ("statement", "refused"),
    [
        ("UPDATE entries SET body = '{}'", "never changed"),
        ("UPDATE entries SET seq = seq + 10", "never changed"),
        ("UPDATE entries SET sealed = 'other'", "never changed"),
        ("DELETE FROM entries", "never deleted"),
        ("DELETE FROM entries WHERE seq = 2", "never deleted"),
    ],
)
def test_entries_are_guarded(
    sqlite: SqliteJournals, created: list[Row], chain: Chain, statement: str, refused: str
) -> None:
    rows = created + chain(staff_facts.RulingGiven("a"), after=created)
    sqlite.create(event("spring"), CUP, "", rows)
    with closing(sqlite3.connect(sqlite.file)) as link, pytest.raises(sqlite3.IntegrityError, match=refused):
        link.execute(statement)
    assert sqlite.rows(event("spring")) == rows


def test_what_was_erased_is_in_no_file_any_more(sqlite: SqliteJournals, created: list[Row], chain: Chain) -> None:
    """Beside an entry, in a removed journal, and on pages that were split when entries came in: parts of what moves to
    another page stay where they were until the file is rewritten.
    """
    rows = created + chain(list_facts.ListHandedIn(PlayerId(1), 1, "Xyzzyblade"), after=created, salt="pepper")
    names = [event(one) for one in ("spring", "summer", "autumn")]
    for name in names:
        sqlite.create(name, Title("Xyzzyblade", "bushido"), "", rows)
    with sqlite._writing.open() as link:
        link.execute("PRAGMA secure_delete = OFF")  # As SQLite is in many builds.
    for number in range(120):
        more = chain(staff_facts.RulingGiven("Xyzzyblade" + "x" * (number * 97 % 900)), after=rows)
        for name in names:
            sqlite.append(name, more, rows[-1].seq)
        rows += more

    def written() -> int:
        return sum(file.read_bytes().count(b"Xyzzyblade") for file in sqlite.file.parent.iterdir())

    assert written() > 3 * len(rows)
    left = created + chain(staff_facts.RulingGiven("a"), after=created)
    for name in names[:2]:
        sqlite.rewrite(name, left, (rows[-1].seq, rows[-1].hash))
    sqlite.remove(names[2])
    for name in names[:2]:
        sqlite.remove(name)
        sqlite.create(name, CUP, "", left)
    sqlite.scrub()
    assert not written()
    assert sqlite.rows(names[0]) == left


def test_who_still_reads_the_file_keeps_its_log_and_is_told(
    sqlite: SqliteJournals, created: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "PATIENCE", 0.01)
    sqlite.create(event("spring"), CUP, "", created)
    with closing(sqlite3.connect(sqlite.file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM entries").fetchone()
        with pytest.raises(Busy, match="what was erased is still in its log"):
            sqlite.scrub()
    sqlite.scrub()


def test_nothing_is_scrubbed_where_nothing_is_kept(tmp_path: Path) -> None:
    SqliteJournals(tmp_path).scrub()
    assert list(tmp_path.iterdir()) == []


def test_remove_leaves_no_entry_behind(sqlite: SqliteJournals, created: list[Row]) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    sqlite.remove(event("spring"))
    with closing(sqlite3.connect(sqlite.file)) as link:
        assert link.execute("SELECT count(*) FROM entries").fetchone() == (0,)


def test_a_new_file_is_never_seen_half_made(
    tmp_path: Path, created: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash while the file is made leaves no file with that name, and the next attempt succeeds."""
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE NONSENSE",)))
    with closing(SqliteJournals(tmp_path)) as journals:
        with pytest.raises(sqlite3.OperationalError):
            journals.create(event("spring"), CUP, "", created)
        assert not journals.file.exists()
        monkeypatch.undo()
        journals.create(event("spring"), CUP, "", created)
        assert journals.rows(event("spring")) == created


def test_two_who_make_the_file_at_once_share_it(
    tmp_path: Path, created: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteJournals(tmp_path)) as fast, closing(SqliteJournals(tmp_path)) as slow:
        migrate = schema._migrate

        def overtaken(link: sqlite3.Connection) -> None:
            monkeypatch.undo()
            with monkeypatch.context() as other_process:
                other_process.setattr("os.getpid", lambda: 1)
                fast.create(event("spring"), CUP, "", created)
            migrate(link)

        monkeypatch.setattr(schema, "_migrate", overtaken)
        slow.create(event("autumn"), CUP, "", created)
        assert [stored.id for stored in fast.listed("event")] == ["spring", "autumn"]
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_file_system_without_links(tmp_path: Path, created: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_links)
    with closing(SqliteJournals(tmp_path)) as journals:
        journals.create(event("spring"), CUP, "", created)
        assert journals.rows(event("spring")) == created
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_file_system_without_links_on_windows_where_another_process_was_faster(
    tmp_path: Path, created: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There a file is never moved over another one."""

    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    def taken(self: Path, target: Path) -> None:
        raise FileExistsError(17, "File exists")

    with closing(SqliteJournals(tmp_path)) as journals:
        journals.create(event("spring"), CUP, "", created)
        monkeypatch.setattr("os.link", no_links)
        monkeypatch.setattr(Path, "rename", taken)
        schema.make(tmp_path / FILE)
        assert journals.rows(event("spring")) == created
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_who_reads_does_not_wait_until_what_is_written_is_on_the_disk(
    sqlite: SqliteJournals, created: list[Row]
) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    read: list[list[Row]] = []
    reader = Thread(target=lambda: read.append(sqlite.rows(event("spring"))), daemon=True)
    with sqlite._to_write() as link:
        link.execute("UPDATE journals SET name = 'Autumn'")
        reader.start()
        reader.join(20)
        assert read == [created]


def test_an_older_file_is_brought_up_to_date(
    sqlite: SqliteJournals, created: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    sqlite.close()
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("ALTER TABLE journals ADD COLUMN place TEXT",)))
    assert sqlite.rows(event("spring")) == created
    with sqlite._to_read() as link:
        assert link.execute("SELECT place FROM journals").fetchall() == [(None,)]
        assert link.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)


def test_a_file_from_before_list_data_takes_it(
    sqlite: SqliteJournals, created: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        with pytest.raises(DamagedJournal, match="lost its tables"):
            sqlite.create(event("spring"), CUP, "", created)
    assert sqlite.list_data("l5r") == ""
    sqlite.keep_list_data("l5r", "{}", "")
    assert sqlite.list_data("l5r") == "{}"


def test_a_file_from_before_seals_keeps_its_lists_and_seals_new_ones(
    sqlite: SqliteJournals, chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file from before: lists in the body, no column for sealed texts."""
    created = chain(facts.EventCreated("Spring Cup", "bushido", "2", "0" * 64, "0.1.0"))
    old = created + chain(list_facts.ListHandedIn(PlayerId(1), 1, "Kenko 30"), after=created)
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        schema.make(sqlite.file)
    with closing(sqlite3.connect(sqlite.file)) as link:
        link.execute("INSERT INTO events VALUES (1, 'spring', 'Spring Cup', 'bushido', '', 2, ?)", (old[-1].hash,))
        for r in old:
            values = (1, r.seq, r.at, r.actor, r.role, r.player, r.request, r.kind, r.body, r.hash)
            link.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        link.commit()
    assert sqlite.rows(event("spring")) == old
    new = chain(list_facts.ListHandedIn(PlayerId(1), 1, "Taka 40"), after=old, salt="pepper")
    sqlite.append(event("spring"), new, expected=2)
    assert sqlite.rows(event("spring")) == old + new
    assert [e.fact.text for e in EVENT.read(old + new) if isinstance(e.fact, list_facts.ListHandedIn)] == [
        "Kenko 30",
        "Taka 40",
    ]
    assert "Taka" in new[0].sealed and "Taka" not in new[0].body


def test_a_copy_is_made_before_a_file_is_brought_up_to_date(
    sqlite: SqliteJournals, created: list[Row], chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older version could still open it. It is removed when something in it is dropped for good."""
    rows = created + chain(list_facts.ListHandedIn(PlayerId(1), 1, "Xyzzyblade"), after=created, salt="pepper")
    sqlite.create(event("spring"), CUP, "", rows)
    sqlite.close()
    format_now = len(schema.MIGRATIONS)
    copy = sqlite.file.with_name(f"{FILE}.format-{format_now}")
    with monkeypatch.context() as newer:
        change = ("ALTER TABLE journals ADD COLUMN place TEXT",)
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, change))
        assert sqlite.rows(event("spring")) == rows
        assert schema.copies_before(sqlite.file) == [copy] and copy.stat().st_mode & 0o777 == 0o600
        older = sqlite.file.parent / "older"
        older.mkdir()
        shutil.copy(copy, older / FILE)
    with closing(SqliteJournals(older)) as before:
        assert before.rows(event("spring")) == rows
    sqlite.close()
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, change))
        sqlite.scrub()
    assert not copy.exists()


def test_a_migration_that_fails_changes_nothing(
    sqlite: SqliteJournals, created: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    sqlite.close()
    before = sqlite.file.read_bytes()
    broken = ("ALTER TABLE journals ADD COLUMN place TEXT", "CREATE NONSENSE")
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
        with pytest.raises(sqlite3.OperationalError):
            sqlite.rows(event("spring"))
    assert sqlite.file.read_bytes() == before
    assert sqlite.rows(event("spring")) == created


def test_a_file_of_a_newer_version_is_refused(sqlite: SqliteJournals, created: list[Row]) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    sqlite.close()
    with closing(sqlite3.connect(sqlite.file)) as link:
        link.execute("PRAGMA user_version = 99")
    before = sqlite.file.read_bytes()
    with pytest.raises(DamagedJournal, match=r"newer version of Muster \(format 99; this one reads up to 5\)"):
        sqlite.create(event("autumn"), CUP, "", created)
    assert sqlite.file.read_bytes() == before


def test_a_busy_file_is_waited_for_then_refused(
    sqlite: SqliteJournals, created: list[Row], chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "PATIENCE", 0.05)
    sqlite.create(event("spring"), CUP, "", created)
    more = chain(staff_facts.RulingGiven("a"), after=created)
    with closing(sqlite3.connect(sqlite.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Refusal, match=r"kept .* busy"):
            sqlite.append(event("spring"), more, expected=1)
        assert sqlite.rows(event("spring")) == created
    sqlite.append(event("spring"), more, expected=1)
    assert sqlite.rows(event("spring")) == created + more


def test_a_folder_that_cannot_be_used(tmp_path: Path, created: list[Row]) -> None:
    (tmp_path / "notes.txt").write_text("a file, not a folder", encoding="utf-8")
    (tmp_path / "folder" / FILE).mkdir(parents=True)
    for folder, why in (("notes.txt", "exists|directory"), ("folder", "unable to open|directory")):
        with closing(SqliteJournals(tmp_path / folder)) as journals, pytest.raises(Refusal, match=why):
            journals.create(event("spring"), CUP, "", created)


def test_a_full_disk_loses_nothing(sqlite: SqliteJournals, created: list[Row], chain: Chain) -> None:
    sqlite.create(event("spring"), CUP, "", created)
    with sqlite._to_write() as link:
        (pages,) = link.execute("PRAGMA page_count").fetchone()
    sqlite._writing._opened.link().execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Refusal, match="is full, so nothing was saved"):
        sqlite.append(event("spring"), chain(staff_facts.RulingGiven("x" * 100_000), after=created), expected=1)
    assert sqlite.rows(event("spring")) == created
