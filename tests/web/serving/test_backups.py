"""Backups on the desk and after every round, and a whole event that moves to another computer in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import takewhile
from json import loads
from pathlib import Path
from time import sleep
from zipfile import ZipFile

import pytest
from django.conf import settings

from muster.app.backups import name_at
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import announcements
from muster.core.kit.model import PlayerId
from muster.main import backups_of, desk_at
from muster.store.sqlite import FILE
from muster.web.backups import KEEP, RoundBackups
from muster.web.serving.settings import KEY_FILE
from muster.web.site import Site
from muster.web.who import links
from muster.web.who.sessions import Sessions
from tests.web.conftest import RESULTS, STAFF, Browser, judge_of, marshal_of, player_of, publish, start
from tests.web.live.test_stream import ROOT, get, muster


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def kept(site: Site) -> RoundBackups:
    assert site.backups is not None
    return site.backups


def files(stick: Path) -> list[str]:
    return sorted(path.name for path in stick.iterdir())


def test_the_organiser_downloads_a_backup_and_nobody_else(site: Site, organiser: Browser, tmp_path: Path) -> None:
    start(site)
    assert "Download a backup" in organiser.see("/e/cup/desk/")
    answer = organiser.post("/backup/download/", {"csrfmiddlewaretoken": organiser.token()})
    assert answer["Content-Type"] == "application/zip" and answer["Cache-Control"] == "no-store"
    with ZipFile(BytesIO(answer.content)) as packed:
        assert {"manifest.json", FILE} <= set(packed.namelist())
    others = (Browser(site), player_of(site, "cup", 1), judge_of(site, "cup"), marshal_of(site, "cup"))
    for other in others:
        token = {"csrfmiddlewaretoken": other.token()}
        assert other.post("/backup/download/", token).status_code == 403
        assert other.post("/backup/folder/", {**token, "folder": str(tmp_path)}).status_code == 403
        assert other.get("/backup/").status_code == 403
    assert organiser.get("/backup/download/").status_code == 405


def test_a_copy_after_every_round(site: Site, organiser: Browser, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = start(site)
    organiser.send("/backup/folder/", folder=str(stick))
    assert len(files(stick)) == 1 and "The last copy is from" in organiser.see("/backup/")
    (stick / files(stick)[0]).unlink()
    kept(site).look()
    assert len(files(stick)) == 1
    (stick / files(stick)[0]).unlink()
    kept(site).look()
    assert files(stick) == [], "nothing happened in between"
    for number, match in enumerate(opened.event.rounds[0].matches):
        assert files(stick) == [], number
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
        kept(site).look()
    assert len(files(stick)) == 1, "the round is complete"


@pytest.mark.parametrize("gone", [False, True])
def test_a_stick_that_fails_is_named_and_the_event_goes_on(
    site: Site, organiser: Browser, stick: Path, gone: bool, caplog: pytest.LogCaptureFixture
) -> None:
    start(site)
    organiser.send("/backup/folder/", folder=str(stick))
    for path in stick.iterdir():
        path.unlink()
    stick.rmdir()
    if not gone:
        stick.write_text("a file is in its place")
    for _ in range(2):
        kept(site).look()
    assert [one.getMessage().partition(";")[0] for one in caplog.records if one.name == "muster.web.backups"] == [
        "Copies are not saved at the moment"
    ]
    sentence = f"The backup folder {stick} is missing. Plug the stick in again, or choose another folder."
    assert sentence in organiser.see("/e/cup/desk/")
    assert f"Der Ordner {stick}" in organiser.see("/e/cup/desk/?lang=de")
    organiser.see("/e/cup/desk/?lang=en")
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    publish(site)
    stick.unlink(missing_ok=True)
    stick.mkdir()
    kept(site).look()
    assert len(files(stick)) == 1 and sentence not in organiser.see("/e/cup/desk/")


def test_a_folder_that_cannot_be_used_is_refused_and_changes_nothing(
    site: Site, organiser: Browser, stick: Path, tmp_path: Path
) -> None:
    start(site)
    organiser.send("/backup/folder/", folder=str(stick))
    assert "is missing." in organiser.send("/backup/folder/", 409, folder=str(tmp_path / "none"))
    assert "“stick” is not a complete path." in organiser.send("/backup/folder/", 409, folder="stick")
    assert "is where the events are" in organiser.send("/backup/folder/", 409, folder=str(tmp_path / "data"))
    assert kept(site).folder == str(stick)
    again = RoundBackups(backups_of(tmp_path / "data"), site.desk, tmp_path / "data")
    assert again.folder == str(stick), "a server that starts again goes on with it"
    organiser.send("/backup/folder/", folder="")
    assert "No automatic copies yet." in organiser.see("/backup/")


def test_the_last_of_each_day_are_kept(site: Site, organiser: Browser, stick: Path) -> None:
    start(site)
    old = [f"muster-auto-2026-01-0{day}-1000{second:02}.zip" for day in (1, 2) for second in range(20)]
    today = [f"muster-auto-{name_at(site.desk.clock.now())[7:17]}-0000{second:02}.zip" for second in range(20)]
    others = ["muster-2026-01-01-100000.zip", "notes.txt"]
    for name in old + today + others:
        (stick / name).write_text("")
    organiser.send("/backup/folder/", folder=str(stick))
    left = files(stick)
    assert set(old + others) <= set(left)
    assert len(left) == len(old) + len(others) + KEEP
    assert kept(site).last is not None and Path(kept(site).last.file).name in left  # type: ignore[union-attr]  # not None, as just seen


def test_a_copy_by_the_clock_while_events_change(site: Site, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(site)
    hours, passed = iter(range(1, 100)), 1000.0
    monkeypatch.setattr("muster.web.backups.monotonic", lambda: passed)
    monkeypatch.setattr("muster.web.backups.name_at", lambda at, begin: f"{begin}2026-11-15-{next(hours):02}0000.zip")
    data = site.sessions.home
    saving = RoundBackups(backups_of(data), site.desk, data, str(stick), every=600, keep=3)
    saving.look()
    assert len(files(stick)) == 1, "the round was published"
    for passed, change, copies in (
        (1300.0, True, 1),  # not yet
        (1601.0, False, 2),  # it is time, and something has changed
        (2900.0, False, 2),  # it is time, and nothing has
        (2901.0, True, 3),
        (2902.0, True, 3),
        (3600.0, False, 4),
        (5000.0, True, 5),
    ):
        if change:
            announcements.announce(site.desk, "cup", f"At {passed}", STAFF)
        saving.look()
        assert len(files(stick)) == min(copies, 3), passed
    assert files(stick) == [f"muster-auto-2026-11-15-{hour:02}0000.zip" for hour in (3, 4, 5)], "the last three"


def test_what_a_killed_server_left_half_written_goes_with_the_next_copy(
    site: Site, organiser: Browser, stick: Path
) -> None:
    start(site)
    old, new = (stick / f"muster-auto-2026-11-15-1000{n:02}.zip.77.new" for n in (1, 2))
    for draft in (old, new):
        draft.write_bytes(b"half")
    os.utime(old, (0, 0))
    organiser.send("/backup/folder/", folder=str(stick))
    assert not old.exists() and new.exists(), "somebody may still be writing the new one"


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """A server that the test may kill."""
    command = [sys.executable, "-m", "muster", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)}
    process = subprocess.Popen([*command, *options], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process, loads("".join([*takewhile(lambda line: line != "}\n", process.stdout), "}"]))
    finally:
        process.kill()
        process.wait()


def test_an_event_moves_to_another_computer_in_the_middle(tmp_path: Path) -> None:
    """Half a round is in, a backup is made while the server runs, the server is killed: elsewhere it all continues."""
    old, new = tmp_path / "old", tmp_path / "new"
    site = Site(desk_at(old), "http://localhost", "", Sessions(old))
    start(site)
    (old / KEY_FILE).write_text(settings.SECRET_KEY)
    badge = links.player_path(site.open("cup"), PlayerId(1))
    with running(old) as (process, addresses):
        signed = get(addresses["sign_in"])
        cookie = signed.getheader("Set-Cookie", "").partition(";")[0]
        table = str(site.open("cup").event.rounds[0].matches[0].table)
        results.report(site.desk, "cup", [Report(table, RESULTS["bushido"])], STAFF)
        head = site.open("cup").head
        assert muster(old, "backup", str(tmp_path / "b.zip")).returncode == 0
        process.send_signal(signal.SIGKILL)
    assert muster(new, "restore", str(tmp_path / "b.zip")).returncode == 0
    moved = desk_at(new)
    assert moved.open("cup").head == head
    with running(new) as (_, addresses):
        base = addresses["phones"].rstrip("/")
        assert b"Collect 1 result" in get(f"{base}/e/cup/desk/", Cookie=cookie).read()
        assert get(base + badge).status < 400
        for match in moved.open("cup").event.rounds[0].matches[1:]:
            results.report(moved, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
        rounds.pair(moved, "cup", STAFF)
        rounds.publish(moved, "cup", STAFF)
        assert b"Round 2" in get(f"{base}/e/cup/screen/").read()
    assert muster(new, "verify", "cup").returncode == 0


def test_serve_puts_copies_where_it_is_told(tmp_path: Path, stick: Path) -> None:
    site = Site(desk_at(tmp_path / "data"), "http://localhost", "", Sessions(tmp_path / "data"))
    start(site)
    with running(tmp_path / "data", "--backup", str(stick)) as (process, _):
        while not files(stick) or files(stick)[0].endswith(".new"):
            assert process.poll() is None
            sleep(0.05)
    assert files(stick)[0].startswith("muster-auto-")
