"""Installations that are sound, or broken in one way or another: what is found, and that nothing hides it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from muster.app.events import actions as events
from muster.app.staff import announcements
from muster.app.views.diagnosis import Diagnosis, Severity
from muster.core.kit.model import Actor
from muster.doctor import folder as folder_checks
from muster.doctor import machine
from muster.doctor.examine import CHECKS, examine
from muster.doctor.patient import Patient
from muster.main import SystemClock, desk_at
from tests.certificates import papers
from tests.cli.conftest import Muster
from tests.web.live.test_stream import serving

RELEASED = Path(__file__).resolve().parents[1] / "store" / "released"


def looked(folder: Path, database: str = "", **more: Any) -> list[Diagnosis]:
    desk = cache(lambda: desk_at(folder, database))
    settings = {"port": free_port(), "now": SystemClock().now(), **more}
    return list(examine(Patient(folder, database, desk, **settings)))


def of(found: list[Diagnosis], check: str) -> list[tuple[str, str]]:
    return [(one.verdict.value, one.found) for one in found if one.check == check]


def wrong(found: list[Diagnosis]) -> list[str]:
    """What must be fixed; whatever it is, every other check must have answered too."""
    spoken = {one.check for one in found}
    assert spoken >= {"python", "packages", "clock", "rights", "key", "disk", "server", "addresses"}, spoken
    assert all(one.fix for one in found if one.verdict is not Severity.OK)
    return [f"{one.check}: {one.found}" for one in found if one.verdict is Severity.MUST_FIX]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two events, the second with an announcement, in a folder that is closed to others."""
    folder = tmp_path / "data"
    desk = desk_at(folder)
    for name in ("Cup", "Open"):
        events.create(desk, name, "bushido", Actor(), seed="seed")
        announcements.announce(desk, name.casefold(), "Lunch", Actor())
        announcements.announce(desk, name.casefold(), "Tea", Actor())
    desk.journals.close()
    return folder


def tamper(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "muster.db")) as link, link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        link.execute("DROP TRIGGER entries_go_only_with_their_journal")
        for statement in statements:
            link.execute(statement)


def test_a_sound_installation(data: Path) -> None:
    found = looked(data)
    assert wrong(found) == []
    assert of(found, "journals") == [("ok", "2 journals, complete to the last entry; --deep reads all of them.")]
    assert of(looked(data, deep=True), "journals") == [("ok", "2 journals, read and computed again.")]


def test_one_that_is_not_there_yet(tmp_path: Path) -> None:
    assert wrong(looked(tmp_path / "nothing")) == []
    assert not (tmp_path / "nothing").exists(), "looking makes nothing"


def test_every_damaged_event_is_named_and_hides_no_other(data: Path) -> None:
    tamper(data, "DELETE FROM entries WHERE seq = 3", "UPDATE entries SET body = replace(body, 'Lunch', 'Dinner')")
    cut = wrong(looked(data))
    assert [one.partition(" is damaged")[0] for one in cut] == [
        "journals: The event “cup”",
        "journals: The event “open”",
    ]


def test_a_changed_entry_is_found_by_the_deep_look(data: Path) -> None:
    tamper(data, "UPDATE entries SET body = replace(body, 'Lunch', 'Dinner') WHERE journal = 2")
    assert wrong(looked(data)) == []
    (only,) = wrong(looked(data, deep=True))
    assert only.startswith("journals: The event “open” is damaged: ") and "entry 2" in only


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "store: {file} is not a Muster file."),
        (b"Dear diary, " * 900, "store: {file} is damaged or cannot be read (file is not a database)."),
        ("cut", "store: {file} is damaged"),
        ("newer", "store: {file} was written by a newer version of Muster (format 900)."),
    ],
)
def test_a_file_that_is_not_what_it_should_be(data: Path, content: bytes | str, sentence: str) -> None:
    file = data / "muster.db"
    if content == "newer":
        tamper(data, "PRAGMA user_version = 900")
    elif content == "cut":
        file.write_bytes(file.read_bytes()[:20_000])
    else:
        assert isinstance(content, bytes)
        file.write_bytes(content)
    before = file.read_bytes()
    found = wrong(looked(data))
    assert found and found[0].startswith(sentence.format(file=file))
    assert file.read_bytes() == before


def test_an_earlier_format_is_only_looked_at(tmp_path: Path) -> None:
    shutil.copy(RELEASED / "format-3.sqlite", tmp_path / "muster.db")
    before = (tmp_path / "muster.db").read_bytes()
    found = looked(tmp_path)
    assert wrong(found) == [] and "of an earlier format (3)" in of(found, "store")[0][1]
    assert (tmp_path / "muster.db").read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_rights_and_the_key(data: Path) -> None:
    data.chmod(0o755)
    (data / "web.key").write_text("short")
    (data / "web.key").chmod(0o644)
    found = looked(data)
    assert wrong(found) == [f"key: {data / 'web.key'} is too short to be a key."]
    fixes = [one.fix for one in found if one.check == "rights"]
    assert fixes == [f"Close it: chmod 700 {data}", f"Close it: chmod 600 {data / 'web.key'}"]
    (data / "web.key").write_bytes("ü".encode() * 40)
    assert "cannot be read" in wrong(looked(data))[0]


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    assert f"rights: {tmp_path / 'data'} is not a folder." in wrong(looked(tmp_path / "data"))


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_takes_nothing(data: Path) -> None:
    data.chmod(0o500)
    try:
        assert f"rights: This user may not read and write {data}." in wrong(looked(data))
    finally:
        data.chmod(0o700)


def test_a_full_disk_and_one_without_locks(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_checks, "TOO_LITTLE", 10**20)
    monkeypatch.setattr(folder_checks, "_keeps_locks", lambda _: False)
    found = wrong(looked(data))
    assert found[0].startswith("disk: ") and found[1] == f"file_system: {data} does not keep locks."
    assert [one.name for one in data.iterdir() if one.name.startswith("doctor-")] == []


def test_the_clock(data: Path) -> None:
    assert wrong(looked(data, now="2020-02-02T12:00:00+00:00"))[0].startswith("clock: This computer thinks it is 2020")
    behind = looked(data, now=(datetime.now(UTC) - timedelta(hours=1)).isoformat())
    assert [verdict for verdict, _ in of(behind, "clock")] == ["ok", "warning"]


def test_packages(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = " \\\n    --hash=sha256:00\n"
    lock = f"click==0.0.1{hashed}no-such-package==1.0{hashed}odd==1 ; sys_platform == 'x'{hashed}"
    monkeypatch.setattr(machine, "_locked", lambda _, own=machine._locked: own(lock))
    found = looked(data)
    assert wrong(found) == ["packages: Not installed: no-such-package."]
    assert of(found, "packages")[1][0] == "warning" and "instead of 0.0.1" in of(found, "packages")[1][1]


def test_a_check_that_breaks_is_one_finding(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them, even if a check's module cannot be loaded."""
    names = {name for _, name in CHECKS}
    for module, name in CHECKS:

        def broken(_: Patient) -> Iterator[Diagnosis]:
            raise ZeroDivisionError("odd")

        monkeypatch.setattr(f"muster.doctor.{module}.{name}", broken)
    found = looked(data)
    assert [one.check for one in found] == [name for _, name in CHECKS] and len(names) == len(found)
    assert {one.found for one in found} == {"The check itself failed (ZeroDivisionError: odd)."}


def test_backups(data: Path, tmp_path: Path) -> None:
    assert of(looked(data), "backups")[0][0] == "warning"
    stick = tmp_path / "stick"
    (data / "backup.folder").write_text(f"{stick}\n")
    assert "is not there" in of(looked(data), "backups")[0][1]
    stick.mkdir()
    assert "no backup" in of(looked(data), "backups")[0][1]
    (stick / "muster-auto-2026-11-15-101010.zip").write_bytes(b"")
    assert of(looked(data), "backups")[0][0] == "ok"
    os.utime(stick / "muster-auto-2026-11-15-101010.zip", (1_700_000_000, 1_700_000_000))
    assert of(looked(data), "backups")[0][0] == "warning"


def test_a_certificate(data: Path, tmp_path: Path) -> None:
    def told(days: int, *names: str) -> tuple[str, str]:
        made = papers(tmp_path / f"papers{days}", not_after=datetime.now(UTC) + timedelta(days=days))
        pair = {"certificate": str(made.certificate), "certificate_key": str(made.key)}
        return of(looked(data, **pair, names=names), "certificate")[0]

    assert told(90)[0] == "ok" and told(90)[1].startswith("The certificate is for cup.example, until 20")
    assert told(3)[0] == "warning"
    assert told(-3)[0] == "must_fix" and "has expired" in told(-3)[1]
    assert told(80, "other.example")[0] == "must_fix"


def test_the_server_and_its_port(data: Path) -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        (found,) = of(looked(data, port=port), "server")
    assert found == ("warning", f"No server runs on this data, and another program has port {port}.")
    with serving(data):
        (found,) = of(looked(data), "server")
        assert found[0] == "ok" and found[1].endswith("and is ready.")


def test_a_port_that_the_system_does_not_give(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port, given = free_port(), socket.create_server

    def refuse(address: tuple[str, int]) -> socket.socket:
        if address[1] == port:
            raise PermissionError(errno.EACCES, f"Permission denied (while attempting to bind on address {address})")
        return given(address)

    monkeypatch.setattr(socket, "create_server", refuse)
    (found,) = of(looked(data, port=port), "server")
    assert found == ("warning", f"No server runs on this data, and none can use port {port}: Permission denied.")


def test_a_database(tmp_path: Path, database: str) -> None:
    found = looked(tmp_path, database)
    assert wrong(found) == [] and "the next start makes or updates its tables" in of(found, "store")[0][1]
    events.create(desk_at(tmp_path, database), "Cup", "bushido", Actor(), seed="seed")
    found = looked(tmp_path, database, deep=True)
    assert wrong(found) == [] and "format 1)" in of(found, "store")[0][1]
    assert of(found, "journals") == [("ok", "1 journal, read and computed again.")]
    (tmp_path / "muster.db").write_bytes(b"left over")
    (concerned,) = [one for one in looked(tmp_path, database) if one.check == "store" and one.fix]
    assert "muster.db is not used: the events are in the database." in concerned.found
    (tmp_path / "muster.db").unlink()
    gone = looked(tmp_path, f"postgresql://u:secret-word@127.0.0.1:{free_port()}/cup")
    assert len(wrong(gone)) == 1 and wrong(gone)[0].startswith("store: The database 127.0.0.1"), "told once"
    assert "secret-word" not in repr(gone)
    assert wrong(looked(tmp_path, "mysql://x"))[0].startswith("store: This is not the address")


def test_the_command(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    muster = Muster(data, capsys)
    port = str(free_port())
    assert "It works; 1 warning." in muster.ok("doctor", "--port", port)
    answer = muster.json("doctor", "--port", port)
    assert answer["ok"] and {one["verdict"] for one in answer["checks"]} == {"ok", "warning"}
    (muster.folder / "muster.db").write_bytes(b"x" * 5000)
    ran = muster("doctor", "--json", "--port", port)
    broken = json.loads(ran.out)
    assert (ran.code, broken["ok"]) == (1, False)
    assert "must be fixed." in muster("doctor", "--port", port).out
    assert "belong together" in muster.misused("doctor", "--key", "x.pem")
