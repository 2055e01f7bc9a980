"""Real commands that are killed at any moment from their start to their end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from muster.app.events import actions as events
from muster.app.past.verify import verify
from muster.core.kit.errors import DamagedJournal, Refusal
from muster.core.kit.model import Actor
from muster.core.record.facts.staff import Announced
from muster.main import desk_at
from muster.store.backup import FolderBackups
from tests.faults.count import Count
from tests.faults.stores import desk_over, journals_at

ROOT = Path(__file__).resolve().parents[2]
CUP = "cup"
EVERY_BACKUP = 8
"""One in this many kills hits a backup instead of an action."""


def command_kills(folder: Path, lots: Random, count: Count) -> Iterator[None]:
    """Announcements, one command each, and now and then a backup over the previous one."""
    with closing(journals_at(folder)) as journals:
        events.create(desk_over(journals), "Cup", "bushido", Actor(), event_id=CUP, seed="crash")
    saved = folder.parent / "saved.zip"
    began = monotonic()
    assert _ran(folder, "announce", CUP, "c-0") == 0
    usual = monotonic() - began
    acknowledged = ["c-0"]
    number = 0
    while True:
        number += 1
        backup = number % EVERY_BACKUP == 0
        words = ("backup", str(saved), "--force") if backup else ("announce", CUP, f"c-{number}")
        # Most of the time Python is still loading: the moments that count are in the second half.
        code = _ran(folder, *words, kill_after=lots.uniform(0.3, 1.2) * usual)
        count.kills += code != 0
        if code == 0 and not backup:
            acknowledged.append(f"c-{number}")
            count.acknowledged += 1
        _check(folder, acknowledged, count)
        if backup:
            _check_backup(saved, count)
        yield


def _ran(folder: Path, *words: str, kill_after: float | None = None) -> int:
    """The exit code of a command; a negative one if it was killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "muster", "--data", str(folder), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
    )
    if kill_after is not None:
        sleep(kill_after)
        process.kill()
    return process.wait()


def _check(folder: Path, acknowledged: list[str], count: Count) -> None:
    desk = desk_at(folder)
    try:
        opened = desk.open(CUP)
    except DamagedJournal as damaged:
        count.half.append(str(damaged))
        return
    found = Counter(entry.fact.text for entry in opened.entries if isinstance(entry.fact, Announced))
    count.compare(acknowledged, found, CUP)
    difference = verify(opened, desk.seed(CUP)).difference
    if difference is not None:
        count.half.append(difference)


def _check_backup(saved: Path, count: Count) -> None:
    """If a backup has its final name, it is complete."""
    if not saved.exists():
        return
    with TemporaryDirectory(prefix="muster-crash-") as folder:
        try:
            FolderBackups(Path(folder, "data")).restore(saved)
        except Refusal as refusal:
            count.half.append(str(refusal))
