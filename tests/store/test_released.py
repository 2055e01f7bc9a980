"""Journals that released versions wrote: they open, verify and export, whatever has become of the format since."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from muster.app.circuit.seasons import Seasons
from muster.app.desk import Desk
from muster.app.events.carry import export_event, import_event, open_export
from muster.app.past import history
from muster.app.past.verify import verify
from muster.app.persons.book import PeopleBook
from muster.app.persons.forget import forget
from muster.core.kit.model import Actor
from muster.core.record.facts.claims import NameForgotten
from muster.main import desk_at
from muster.store import schema
from muster.store.backup import FolderBackups
from muster.store.sqlite import FILE, SqliteJournals
from muster.store.watch import SqliteWatch
from tests.app.hall import new_desk

RELEASED = Path(__file__).parent / "released"
EXPORTS = sorted(file.name for file in RELEASED.glob("*.json"))
AGREE = [name for name in EXPORTS if name not in ("counted-twice.json", "earlier-draw.json")]


def released(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((RELEASED / name).read_text("utf-8"))
    return data


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """The desk over a data folder of the version before."""
    shutil.copy(RELEASED / "format-3.sqlite", tmp_path / FILE)
    return desk_at(tmp_path)


def test_every_event_of_a_data_folder_opens_verifies_and_exports(desk: Desk) -> None:
    stored = desk.listed()
    assert {one.system for one in stored} == {"bushido", "l5r", "urban_war", "warmachine", "custom"}
    for one in stored:
        opened = desk.open(one.id)
        outcome = verify(opened, desk.seed(one.id))
        assert outcome.ok and outcome.seed_known and outcome.checked.draws and not outcome.earlier_draws
        assert len(export_event(desk, one.id)["rows"]) == one.entries == len(opened.entries)


def test_the_data_folder_has_every_row_it_had(desk: Desk) -> None:
    with closing(sqlite3.connect(RELEASED / "format-3.sqlite")) as link:
        before = link.execute(
            "SELECT id, name, system, seed, seq, at, actor, role, player, request, kind, body, entries.hash, sealed "
            "FROM entries JOIN events ON event = number ORDER BY number, seq"
        ).fetchall()
    after = [
        (one.id, one.name, one.system, desk.seed(one.id), *astuple(row))
        for one in desk.listed()
        for row in desk.rows(one.id)
    ]
    assert len(before) == len(after) > 200
    assert after == before


def test_an_event_that_was_on_goes_on(desk: Desk) -> None:
    before = desk.open("autumn-muster")
    after, taken = history.undo(desk, "autumn-muster", Actor())
    assert (after.last, [entry.seq for entry in taken]) == (before.last + 1, [before.last])
    assert desk_at(desk_folder(desk)).open("autumn-muster").event == after.event


def desk_folder(desk: Desk) -> Path:
    assert isinstance(desk.journals, SqliteJournals)
    return desk.journals.file.parent


def test_somebody_in_an_event_of_an_older_version_is_erased_from_every_file(tmp_path: Path, desk: Desk) -> None:
    """Names were in the clear then, in the body of entries."""
    book = PeopleBook(desk, Seasons(desk.journals, desk.clock, desk.fresh))
    for stored in desk.listed():
        before = desk.open(stored.id)
        player = next(iter(before.event.players.values()))
        forget(book, f"#{player.id}@{stored.id}", Actor())
        after = desk.open(stored.id)
        assert after.event.name_of(player.id) == "Player 1" and verify(after, desk.seed(stored.id)).ok
        changed = [n for n in range(1, before.last + 1) if after.hashes[n - 1] != before.hashes[n - 1]]
        told = [entry.fact.rewritten for entry in after.entries if isinstance(entry.fact, NameForgotten)]
        assert changed[0] > 1 and told == changed[:1]
        assert player.name not in json.dumps(export_event(desk, stored.id), ensure_ascii=False)
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Bela Kov" in files and b"Ada Brandt" not in files and b"Akodo" not in files
    assert schema.copies_before(tmp_path / FILE) == []


def test_entries_are_guarded_after_the_move_too(desk: Desk) -> None:
    assert desk.listed()
    with closing(sqlite3.connect(desk_folder(desk) / FILE)) as link:
        for statement, refused in (("UPDATE entries SET body = '{}'", "changed"), ("DELETE FROM entries", "deleted")):
            with pytest.raises(sqlite3.IntegrityError, match=f"never {refused}"):
                link.execute(statement)


def test_a_move_that_is_cut_off_leaves_the_old_file(
    tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    *done, last = schema.MIGRATIONS
    before = (tmp_path / FILE).read_bytes()
    for length in range(1, len(last) + 1):
        with monkeypatch.context() as failing:
            failing.setattr(schema, "MIGRATIONS", (*done, (*last[:length], "CREATE NONSENSE")))
            with pytest.raises(sqlite3.OperationalError):
                desk.listed()
        assert (tmp_path / FILE).read_bytes() == before
    assert len(desk.listed()) == 8


def test_a_backup_and_the_watch_take_a_moved_folder(tmp_path: Path, desk: Desk) -> None:
    watch = SqliteWatch(tmp_path)
    assert {name.id: last for name, last in watch.changes().items()} == {s.id: s.entries for s in desk.listed()}
    watch.close()
    FolderBackups(tmp_path).save(tmp_path / "b.zip", "2026-11-15T10:00:00.000000+00:00")
    FolderBackups(tmp_path / "copy").restore(tmp_path / "b.zip")
    assert desk_at(tmp_path / "copy").listed() == desk.listed()


@pytest.mark.parametrize("name", AGREE)
def test_an_export_opens_verifies_and_exports_to_the_same_rows(name: str) -> None:
    data = released(name)
    opened, seed = open_export(data)
    outcome = verify(opened, seed)
    assert outcome.ok and not outcome.earlier_draws
    desk = new_desk()
    kept = import_event(desk, data)
    assert export_event(desk, kept.id)["rows"] == data["rows"]


def test_a_draw_by_earlier_rules_is_told_apart() -> None:
    opened, seed = open_export(released("earlier-draw.json"))
    outcome = verify(opened, seed)
    assert (outcome.ok, outcome.earlier_draws, outcome.checked.draws) == (True, 1, 3)


def test_standings_that_counted_a_round_twice_are_named() -> None:
    """X-29: the journal opens, and `verify` says which standings were announced otherwise."""
    opened, seed = open_export(released("counted-twice.json"))
    outcome = verify(opened, seed)
    assert not outcome.ok
    assert outcome.difference == ("Entry 16: the standings after round 1 come out differently from those announced.")
