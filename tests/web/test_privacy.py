"""What is written beside the events is its owner's alone, and what nobody needs any more goes by itself."""

from __future__ import annotations

import os
from pathlib import Path
from time import time
from typing import NoReturn

import pytest

from muster.app.keeping import files
from muster.core.kit.errors import Refusal
from muster.web.site import Site
from muster.web.who.sessions import AGE, FOLDER
from tests.web.conftest import Browser, organiser_of, start, text_of


def test_every_file_in_the_data_folder_is_its_owners_alone(site: Site, organiser: Browser, tmp_path: Path) -> None:
    """Whatever permissions the system would give by default."""
    data, mask = tmp_path / "data", os.umask(0)
    try:
        start(site)
        assert site.backups is not None
        site.backups.choose(str(tmp_path))
        site.own_styles.put("cup", "own.css", b"body { color: red }")
        organiser.send("/e/cup/tokens/make/", 200, name="Board", scope="read", days="7")
        organiser.see("/devices/")
        files.put(data / "web.address", b"http://127.0.0.1:8000")
        kept = [data, *data.rglob("*")]
    finally:
        os.umask(mask)
    modes = {str(path.relative_to(tmp_path)): path.stat().st_mode & 0o777 for path in kept}
    meant = {path: 0o700 if (tmp_path / path).is_dir() else 0o600 for path in modes}
    assert modes == meant
    names = {path.name for path in kept}
    assert {"muster.db", "web.address", FOLDER} < names and len(names) >= 8


def test_a_text_that_cannot_be_put_in_its_place_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "web.note").mkdir()
    with pytest.raises(IsADirectoryError):
        files.put(tmp_path / "web.note", b"text")
    assert [path.name for path in tmp_path.iterdir()] == ["web.note"]


def test_a_sign_in_that_has_run_out_is_gone_with_the_next_one(site: Site, tmp_path: Path) -> None:
    organiser_of(site)
    (old,) = (tmp_path / "data" / FOLDER).iterdir()
    os.utime(old, (time() - AGE - 60, time() - AGE - 60))
    organiser_of(site)
    assert not old.exists() and len(site.sessions.devices()) == 1


def test_only_the_administrator_reads_in_which_folder_a_file_is(
    site: Site, organiser: Browser, stranger: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is told to everybody who meets it, on pages and to programs."""
    start(site)
    file = tmp_path / "muster.db"

    def full(*_: object, **__: object) -> NoReturn:
        raise Refusal("The disk with {file} is full, so nothing was saved. Free some space and try again.", file=file)

    monkeypatch.setattr(site.desk.journals, "head", full)
    told = {who: text_of(who.get("/e/cup/pairings/")) for who in (organiser, stranger)}
    assert f"The disk with {file} is full" in told[organiser]
    assert "The disk with muster.db is full" in told[stranger] and str(tmp_path) not in told[stranger]
    public = stranger.get("/e/cup/standings.json").getvalue().decode()
    assert "The disk with muster.db is full" in public and str(tmp_path) not in public
