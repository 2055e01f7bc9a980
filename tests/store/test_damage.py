"""A SQLite file that somebody or something damaged: one clear sentence, and nothing is changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from muster.core.kit.errors import DamagedJournal
from muster.core.record import journal
from muster.core.record.event_journal import EVENT
from muster.core.record.facts import staff as staff_facts
from muster.core.record.facts.play import Entry
from muster.core.record.journal import Row
from muster.store.sqlite import FILE, SqliteJournals
from tests.store.conftest import CUP, event

if TYPE_CHECKING:
    from tests.store.conftest import Chain

Read = Callable[[], list[Entry]]


@pytest.fixture
def kept(tmp_path: Path, created: list[Row], chain: Chain) -> list[Row]:
    """An event of ten entries, its file closed."""
    rows = created + chain(*(staff_facts.RulingGiven(f"ruling {n}") for n in range(2, 11)), after=created)
    with closing(SqliteJournals(tmp_path)) as journals:
        journals.create(event("spring"), CUP, "secret", rows)
        journals.create(event("autumn"), CUP, "secret", rows[:4])
    return rows


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads the event as the app does; the file must be the same afterwards."""

    def reading() -> list[Entry]:
        before = (tmp_path / FILE).read_bytes()
        try:
            with closing(SqliteJournals(tmp_path)) as journals:
                return list(EVENT.read(journals.rows(event("spring"))))
        finally:
            assert (tmp_path / FILE).read_bytes() == before
            assert [file.name for file in tmp_path.iterdir()] == [FILE]

    return reading


def tamper(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as link, link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        link.execute("DROP TRIGGER entries_go_only_with_their_journal")
        for statement in statements:
            link.execute(statement)


SPRING = "journal = (SELECT number FROM journals WHERE id = 'spring')"


def test_a_sound_file_is_read(kept: list[Row], read: Read) -> None:
    assert read() == list(EVENT.read(kept))


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (
            [f"UPDATE entries SET body = replace(body, 'ruling', 'Ruling') WHERE seq = 5 AND {SPRING}"],
            "damaged at entry 5 (RulingGiven)",
        ),
        ([f"UPDATE entries SET at = '2026-03-02' WHERE seq = 5 AND {SPRING}"], "damaged at entry 5"),
        ([f"UPDATE entries SET player = 3 WHERE seq = 1 AND {SPRING}"], "damaged at entry 1 (EventCreated)"),
        (
            [
                f"UPDATE entries SET seq = 99 WHERE seq = 4 AND {SPRING}",
                f"UPDATE entries SET seq = 4 WHERE seq = 5 AND {SPRING}",
                f"UPDATE entries SET seq = 5 WHERE seq = 99 AND {SPRING}",
            ],
            "damaged at entry 4 (RulingGiven)",
        ),
        (
            [f"DELETE FROM entries WHERE seq = 6 AND {SPRING}"],
            "The journal is damaged: entry 6 should follow, but entry 7 does.",
        ),
        (
            [f"DELETE FROM entries WHERE seq = 1 AND {SPRING}"],
            "The journal is damaged: entry 1 should follow, but entry 2 does.",
        ),
        (
            [f"DELETE FROM entries WHERE seq = 10 AND {SPRING}"],
            "The journal of “spring” is cut short: 1 of 10 entries are missing, from entry 10 on.",
        ),
        (
            [f"DELETE FROM entries WHERE seq > 7 AND {SPRING}"],
            "The journal of “spring” is cut short: 3 of 10 entries are missing, from entry 8 on.",
        ),
        (
            [f"DELETE FROM entries WHERE {SPRING}"],
            "The journal of “spring” is cut short: 10 of 10 entries are missing, from entry 1 on.",
        ),
        ([f"UPDATE entries SET hash = '00' WHERE seq = 10 AND {SPRING}"], "its last entry, 10, is not the one"),
        (
            [f"UPDATE journals SET last = 8, hash = (SELECT hash FROM entries WHERE seq = 8 AND {SPRING})"],
            "but continues to 10",
        ),
        (
            [f"UPDATE entries SET body = CAST(x'7b22ff227d' AS TEXT) WHERE seq = 5 AND {SPRING}"],
            "is damaged or cut short",
        ),
    ],
    ids=[
        "edited body",
        "edited time",
        "edited player",
        "swapped rows",
        "deleted in the middle",
        "deleted first",
        "deleted last",
        "deleted tail",
        "deleted all",
        "edited last hash",
        "head set back",
        "not unicode",
    ],
)
def test_tampering_is_named(tmp_path: Path, kept: list[Row], read: Read, statements: list[str], sentence: str) -> None:
    tamper(tmp_path, *statements)
    with pytest.raises(DamagedJournal) as refused:
        read()
    wrong, way_out = str(refused.value).removesuffix(".").split(". ")
    assert sentence in f"{wrong}." and way_out.startswith("Restore it from a backup")


def test_a_damaged_event_does_not_harm_its_neighbours(tmp_path: Path, kept: list[Row]) -> None:
    tamper(tmp_path, f"DELETE FROM entries WHERE seq > 7 AND {SPRING}")
    with closing(SqliteJournals(tmp_path)) as journals:
        assert [stored.id for stored in journals.listed("event")] == ["spring", "autumn"]
        assert journals.rows(event("autumn")) == kept[:4]
        journals.remove(event("spring"))
        journals.create(event("spring"), CUP, "restored", kept)
        assert journals.rows(event("spring")) == kept


def test_an_unknown_kind_names_the_way_out(tmp_path: Path, created: list[Row], read: Read) -> None:
    """A newer version wrote a kind of fact that this one does not know, in a sound chain."""
    row = Row(2, "2030-01-01", "organiser", "organiser", None, "r", "TrophyHanded", '{"note":"x"}', "")
    with closing(SqliteJournals(tmp_path)) as journals:
        rows = [*created, replace(row, hash=journal._digest(created[0].hash, row))]
        journals.create(event("spring"), CUP, "", rows)
    with pytest.raises(DamagedJournal, match=r"kind “TrophyHanded”.* open the event with the newer version"):
        read()


@pytest.mark.parametrize("content", [b"players,points\nHana,3\n" * 100, b"x", b"\x00" * 8192, b"SQLite format 3\x00"])
def test_not_a_database(tmp_path: Path, read: Read, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(DamagedJournal, match=f"{FILE} is not a Muster file."):
        read()


def test_an_empty_file_is_not_taken_for_a_new_one(tmp_path: Path, read: Read, created: list[Row]) -> None:
    (tmp_path / FILE).write_bytes(b"")
    with pytest.raises(DamagedJournal, match=r"is empty.* Restore it from a backup, or delete it"):
        read()
    with closing(SqliteJournals(tmp_path)) as journals, pytest.raises(DamagedJournal):
        journals.create(event("spring"), CUP, "", created)
    assert (tmp_path / FILE).read_bytes() == b""


def test_the_database_of_another_program(tmp_path: Path, read: Read, created: list[Row]) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as link:
        link.execute("CREATE TABLE events (id TEXT)")
    with pytest.raises(DamagedJournal, match="is not a Muster file"):
        read()
    before = (tmp_path / FILE).read_bytes()
    with closing(SqliteJournals(tmp_path)) as journals, pytest.raises(DamagedJournal):
        journals.create(event("spring"), CUP, "", created)
    assert (tmp_path / FILE).read_bytes() == before


def test_tables_that_are_gone(tmp_path: Path, kept: list[Row], read: Read) -> None:
    tamper(tmp_path, "DROP TABLE entries")
    with pytest.raises(DamagedJournal, match="has lost its tables"):
        read()


@pytest.mark.parametrize("share", [0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.9999])
def test_a_file_cut_short(tmp_path: Path, kept: list[Row], read: Read, share: float) -> None:
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(DamagedJournal, match=f"{FILE} is .*Restore it from a backup"):
        read()


def test_a_page_that_was_overwritten(tmp_path: Path, kept: list[Row], read: Read) -> None:
    """Whatever page a disk fault hits: the journal is read correctly, or the damage is reported."""
    whole = (tmp_path / FILE).read_bytes()
    told = 0
    for page in range(len(whole) // 4096):
        (tmp_path / FILE).write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        try:
            assert read() == list(EVENT.read(kept))
        except DamagedJournal:
            told += 1
    assert told >= 3, "the header, the events and the entries at least"
