"""Everything into one file and back, from the terminal; and who may read what was written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from muster.core.book.system import System
from muster.core.kit.errors import GameMissing
from muster.core.record.event import Event
from muster.store.sqlite import FILE
from muster.systems import registry
from tests.cli.conftest import Muster


def test_backup_and_restore(kyoto: Muster, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    saved = kyoto.json("backup", stick)
    assert Path(saved["file"]).parent == stick and (saved["events"], saved["entries"]) == (1, 8)
    assert saved["done"] == f"Backed up to {saved['file']}: 1 event, 8 entries, checked."
    assert "is not empty" in kyoto.refused("restore", saved["file"])
    other = tmp_path / "other"
    assert kyoto.ok("restore", saved["file"], "--data", other).startswith(f"Restored to {other}: 1 event, 8 entries")
    assert kyoto.ok("--data", other, "show", "kyoto") == kyoto.ok("show", "kyoto")
    assert "Undone" in kyoto.ok("--data", other, "undo", "kyoto")


def test_a_named_file_is_only_overwritten_on_request(kyoto: Muster, tmp_path: Path) -> None:
    file = tmp_path / "cup.zip"
    kyoto.ok("backup", file)
    assert "already exists" in kyoto.refused("backup", file)
    kyoto.ok("backup", file, "--force")


def test_an_export_with_the_seed_is_for_its_owner_alone(kyoto: Muster, tmp_path: Path) -> None:
    whole, handed_out = tmp_path / "whole.json", tmp_path / "out.json"
    kyoto.ok("export", "kyoto", "-o", whole)
    kyoto.ok("export", "kyoto", "--without-seed", "-o", handed_out)
    assert whole.stat().st_mode & 0o777 == 0o600
    assert handed_out.stat().st_mode & 0o077 != 0


def test_a_backup_is_tried_without_touching_anything(kyoto: Muster, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    assert "There is no backup in" in kyoto.refused("restore", "--check", stick)
    for name in ("muster-2026-11-14-100000.zip", "muster-auto-2026-11-15-090000.zip", "muster-2026-11-15-080000.zip"):
        kyoto.ok("backup", stick / name)
    (stick / "notes.txt").write_text("")
    before = kyoto.ok("show", "kyoto")
    tried = kyoto.json("restore", "--check", stick)
    newest = stick / "muster-auto-2026-11-15-090000.zip"
    assert tried["done"] == f"{newest} can be restored: 1 event, 8 entries; 1 event verified by replay."
    assert (tried["file"], tried["verified"], tried["left_out"]) == (str(newest), 1, [])
    assert kyoto.ok("show", "kyoto") == before
    newest.write_bytes(newest.read_bytes()[:-200])
    assert "is not a backup, or it is cut short" in kyoto.refused("restore", "--check", stick)
    assert "can be restored" in kyoto.ok("restore", "--check", stick / "muster-2026-11-15-080000.zip")


def test_a_backup_that_does_not_come_out_as_it_was_is_named(kyoto: Muster, tmp_path: Path) -> None:
    """Every chain in it is valid; but the seed is another one, so its draws cannot be repeated."""
    with closing(sqlite3.connect(kyoto.folder / FILE)) as link:
        link.execute("UPDATE journals SET seed = 'another'")
        link.commit()
    kyoto.ok("backup", tmp_path / "b.zip")
    said = kyoto.refused("restore", "--check", tmp_path / "b.zip")
    assert said.startswith("The event “kyoto” in this backup does not verify: The seed does not match")


def test_an_event_whose_game_is_not_here_is_left_out_of_the_trial(
    kyoto: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kyoto.ok("new", "bushido", "Dojo")
    kyoto.ok("backup", tmp_path / "b.zip")
    found = registry.of

    def without(event: Event) -> System:
        if event.system == "l5r":
            raise GameMissing("The game of this event needs the package {package}.", package="l5r")
        return found(event)

    monkeypatch.setattr(registry, "of", without)
    tried = kyoto.json("restore", "--check", tmp_path / "b.zip")
    assert (tried["verified"], tried["left_out"]) == (1, ["The game of this event needs the package l5r."])
