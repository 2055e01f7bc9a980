"""Long work at the command line: a bar for those who look at a terminal, and Ctrl-C that leaves nothing half done."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from muster.app.desk import Desk
from muster.app.ports import JournalName
from muster.cli.progress import watched
from muster.cli.root import run
from muster.core.kit.progress import VERIFYING
from muster.core.record.journal import Row
from muster.main import SystemClock, desk_at
from muster.store.sqlite import SqliteJournals
from tests.cli.conftest import Muster

PIECES = "name,kind,size,count\n" + "".join(
    f"{kind},{kind},4x5,500\n" for kind in ("forest", "hill", "obstacle", "rubble")
)


@pytest.fixture
def hall(muster: Muster, tmp_path: Path) -> Muster:
    """An event with terrain for many tables."""
    muster.ok("new", "warmachine", "Cup")
    (tmp_path / "stock.csv").write_text(PIECES, "utf-8")
    muster.ok("terrain", "cup", "stock", tmp_path / "stock.csv")
    return muster


def test_long_work_shows_a_bar_on_a_terminal_and_ctrl_c_leaves_nothing_half_done(hall: Muster) -> None:
    before = hall.ok("log", "cup")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "muster", "terrain", "cup", "generate", "mixed", "--tables", "1-64"],
        env={**os.environ, "MUSTER_DATA": str(hall.folder), "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    while b"Drawing the tables" not in shown:  # It comes by itself once the work is long.
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    shown += _rest(ours)
    out, _ = process.communicate(timeout=60)
    said = shown.decode().replace("\r\n", "\n")
    assert (process.returncode, out) == (130, b""), said
    assert said.endswith("Stopped. No layout was saved, and every table is as before.\n")
    assert hall.ok("log", "cup") == before


def _rest(terminal: int) -> bytes:
    found = b""
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # The other side is closed.
            return found
        if not more:
            return found
        found += more


def test_without_a_terminal_there_is_no_bar_and_what_is_stopped_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        with watched(VERIFYING, after=0) as progress:
            progress(1, 3)
            os.kill(os.getpid(), signal.SIGINT)
            progress(2, 3)

    with pytest.raises(click.Abort, match=r"The record was not checked to its end"):
        work()
    assert capsys.readouterr().err == ""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_interrupts_work_that_comes_to_no_step() -> None:
    def work() -> None:
        with watched(VERIFYING):
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_work_that_is_past_its_last_step_is_done(muster: Muster) -> None:
    """The Ctrl-C came too late: everything is saved, and the message says so."""
    with watched(VERIFYING) as progress:
        progress(3, 3)
        os.kill(os.getpid(), signal.SIGINT)
    assert muster.ok("new", "bushido", "Cup")


class Interrupted(SqliteJournals):
    """Ctrl-C arrives while the disk is still working: the rows are there, but nobody was told."""

    def append(self, journal: JournalName, rows: Sequence[Row], expected: int) -> None:
        super().append(journal, rows, expected)
        raise KeyboardInterrupt


def test_ctrl_c_says_what_is_true_of_what_was_being_done(
    muster: Muster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    muster.ok("new", "bushido", "Cup")

    def interrupted(folder: Path, *_: str) -> Desk:
        return Desk(Interrupted(folder), SystemClock(), lambda: "x" * 32)

    def said(*args: str) -> str:
        assert run(interrupted, ["--data", str(muster.folder), *args]) == 130
        return capsys.readouterr().err.strip()

    assert said("enrol", "cup", "Ann") == ("Stopped while it was being saved. Check with “muster log” whether it was.")
    assert "Ann" in muster.ok("log", "cup")


def test_ctrl_c_before_anything_was_saved(muster: Muster, capsys: pytest.CaptureFixture[str]) -> None:
    muster.ok("new", "bushido", "Cup")

    class Slow(SqliteJournals):
        def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
            raise KeyboardInterrupt

    def desk(folder: Path, *_: str) -> Desk:
        return Desk(Slow(folder), SystemClock(), lambda: "x" * 32)

    assert run(desk, ["--data", str(muster.folder), "enrol", "cup", "Ann"]) == 130
    assert capsys.readouterr().err.strip() == "Stopped. No event was changed."
    assert desk_at(muster.folder).open("cup").event.players == {}
