"""Commands on a PostgreSQL database: the same answers as on a data folder, and everything brought over and back."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import click
import pytest

from muster.app.accounts.book import AccountBook
from muster.cli.call import Call
from muster.cli.fault_log import FILE as LOG
from muster.cli.verbs.events.serve import must_allow_workers
from muster.core.kit.model import Actor
from muster.core.record.accounts.facts import PasswordSet
from muster.main import desk_at
from muster.store.sqlite import FILE
from tests.cli.conftest import Muster
from tests.postgres import PASSWORD
from tests.store.test_released import RELEASED


def played(muster: Muster, *where: object) -> None:
    muster.ok(*where, "new", "l5r", "Kyoto", "--seed", "test")
    muster.ok(*where, "enrol", "kyoto", "Ann", "Bob", "Cem", "Dai", "Eve")
    muster.ok(*where, "pair", "kyoto")
    muster.ok(*where, "publish", "kyoto")


def test_a_database_answers_as_a_data_folder_does(
    muster: Muster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(muster)
    played(muster, "--database", database)
    monkeypatch.setenv("MUSTER_DATABASE", database)
    in_database = [muster.ok(*words) for words in (("show", "kyoto"), ("standings", "kyoto"), ("verify", "kyoto"))]
    monkeypatch.delenv("MUSTER_DATABASE")
    in_folder = [muster.ok(*words) for words in (("show", "kyoto"), ("standings", "kyoto"), ("verify", "kyoto"))]
    assert in_database == in_folder
    assert muster.ok("undo", "kyoto", "--database", database)
    assert len(desk_at(muster.folder, database).rows("kyoto")) == len(desk_at(muster.folder).rows("kyoto")) + 1


def written(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / FILE)) as link:
        return [
            row
            for table in ("journals", "entries", "list_data")
            for row in link.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
        ]


def test_everything_is_brought_into_a_database_and_back(muster: Muster, database: str, tmp_path: Path) -> None:
    played(muster)
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    muster.ok("account", "add", "ann")
    muster.ok("account", "hand-over", "dojo", "ann")
    AccountBook(desk_at(muster.folder)).say(lambda now: [PasswordSet(1, "a hash")], Actor())
    desk_at(muster.folder).journals.keep_list_data("l5r", '{"cards": {}}', "")
    (muster.folder / "web.key").write_text("key", "ascii")
    before = written(muster.folder)
    back = tmp_path / "back"

    told = muster.ok("transfer", muster.folder, database)
    assert "Transferred 2 events, 9 entries, all verified." in told and PASSWORD not in told
    assert "The source was not changed." in told
    assert written(muster.folder) == before
    assert muster.ok("--database", database, "verify", "kyoto").startswith("Verified")
    assert "Transferred 2 events" in muster.ok("transfer", database, back)
    assert (back / "web.key").read_text("ascii") == "key"
    here, there, again = (desk_at(muster.folder), desk_at(muster.folder, database), desk_at(back))
    for desk in (there, again):
        assert desk.journals.listed() == here.journals.listed()
        assert [desk.rows(one.id) for one in desk.listed()] == [here.rows(one.id) for one in here.listed()]
        assert [desk.seed(one.id) for one in desk.listed()] == [here.seed(one.id) for one in here.listed()]
        assert desk.journals.list_data("l5r") == '{"cards": {}}'
        assert AccountBook(desk).now_is() == AccountBook(here).now_is()
        assert AccountBook(desk).now_is().by_id[1].password == "a hash"
        assert muster.json("account")["accounts"][0]["events"] == ["dojo"]


def test_a_data_folder_of_a_released_version_is_brought_over(muster: Muster, database: str) -> None:
    muster.folder.mkdir()
    shutil.copy(RELEASED / "format-3.sqlite", muster.folder / FILE)
    assert "Transferred 8 events" in muster.ok("transfer", muster.folder, database)
    here, there = desk_at(muster.folder), desk_at(muster.folder, database)
    for one in here.listed():
        assert there.rows(one.id) == here.rows(one.id)
        assert muster.ok("--database", database, "verify", one.id).startswith("Verified")


def test_a_transfer_never_mixes_and_leaves_nothing_half_done(muster: Muster, database: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    assert "There is nothing to transfer" in muster.refused("transfer", empty, database)
    played(muster)
    muster.ok("--database", database, "new", "bushido", "Dojo")
    assert "a transfer never mixes events" in muster.refused("transfer", muster.folder, database)
    assert [one.id for one in desk_at(empty, database).listed()] == ["dojo"]
    muster.ok("new", "bushido", "Zen")
    with closing(sqlite3.connect(muster.folder / FILE)) as link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        link.execute("UPDATE entries SET body = replace(body, 'Zen', 'Nez')")
        link.commit()
    muster.ok("--database", database, "remove", "dojo", "--yes")
    assert "entry 1" in muster.refused("transfer", muster.folder, database)
    assert desk_at(empty, database).journals.listed() == []


def test_a_backup_of_a_database_is_restored_as_a_data_folder(muster: Muster, database: str, tmp_path: Path) -> None:
    played(muster, "--database", database)
    saved = tmp_path / "saved.zip"
    assert "1 event, 8 entries, checked" in muster.ok("--database", database, "backup", saved)
    assert "A backup is restored into a data folder." in muster.refused("--database", database, "restore", saved)
    assert "1 event verified by replay" in muster.ok("--database", database, "restore", "--check", saved)
    muster.ok("restore", saved, "--data", tmp_path / "restored")
    assert desk_at(tmp_path / "restored").rows("kyoto") == desk_at(tmp_path, database).rows("kyoto")


def test_the_password_is_in_no_answer_and_no_log(
    muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("psycopg")
    nobody = f"postgresql://muster:{PASSWORD}@/club?host={tmp_path}"
    said = muster.refused("--database", nobody, "events")
    assert said.startswith(f"The database club ({tmp_path}) does not answer (") and PASSWORD not in said
    assert PASSWORD not in muster.refused("--database", f"mysql://muster:{PASSWORD}@host/club", "events")

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    muster.folder.mkdir()
    monkeypatch.setattr("muster.store.postgres.journals.PostgresJournals.listed", broken)
    for words in (("--database", nobody), (f"--database={nobody}",)):
        assert muster(*words, "events").code == 3
    log = (muster.folder / LOG).read_text("utf-8")
    assert log.count("--database") == 2 and PASSWORD not in log


def test_without_the_driver_one_sentence_says_how_to_get_it(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = muster.refused("--database", "postgresql:///club", "events")
    assert said.startswith("A database needs the package psycopg, which is not installed. Install it with:")


def test_several_processes_need_a_database_and_no_certificate(muster: Muster) -> None:
    needs = "--workers needs --database: the file in a data folder is for one process."
    assert needs in muster.misused("serve", "--workers", 2)
    https = ("--certificate", "c.pem", "--key", "k.pem", "--database", "postgresql:///club")
    assert "let a proxy speak https" in muster.misused("serve", "--workers", 2, *https)
    with pytest.raises(click.UsageError, match="--workers is not available on Windows"):
        must_allow_workers(Call(desk_at), demo=False, certificate="", system="win32")
