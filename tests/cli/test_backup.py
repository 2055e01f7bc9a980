"""Everything into one file and back, from the terminal; and who may read what was written."""

from __future__ import annotations

from pathlib import Path

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
