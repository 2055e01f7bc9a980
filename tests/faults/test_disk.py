"""A disk that is full or read-only: one sentence, nothing acknowledged is lost, and it goes on afterwards."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import muster

ROOT = Path(muster.__file__).parents[2]
WITHIN = ["unshare", "--user", "--map-root-user", "--mount"]


@cache
def cannot_mount() -> str:
    """Why a small disk cannot be mounted here; empty if it can."""
    if not sys.platform.startswith("linux") or shutil.which("unshare") is None:
        return "no namespaces on this system"
    tried = subprocess.run(
        [*WITHIN, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "/mnt"], capture_output=True, text=True
    )
    return tried.stderr.strip()[:200] if tried.returncode else ""


def on_a_small_disk(folder: Path, what: str) -> dict[str, Any]:
    if why := cannot_mount():
        pytest.skip(f"no small disk can be mounted here: {why}")
    begin = 'mount -t tmpfs -o size=2m tmpfs "$1" && exec "$2" -m tests.faults.small_disk "$1" "$3"'
    ran = subprocess.run(
        [*WITHIN, "sh", "-c", begin, "sh", str(folder), sys.executable, what],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert ran.returncode == 0, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    told["stderr"] = ran.stderr
    return told


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("full", "is full, so nothing was saved. Free some space and try again."),
        ("read-only file", "Check that the file and its folder can be written to."),
        ("read-only disk", "Check that the file and its folder can be written to."),
    ],
)
def test_people_are_told_and_nothing_acknowledged_is_lost(tmp_path: Path, what: str, sentence: str) -> None:
    told = on_a_small_disk(tmp_path, what)
    assert told["said"].endswith(sentence), told["said"]
    status, page = told["form"]
    assert status >= 400 and sentence in page
    kept, acknowledged = told["entries"]
    assert kept == acknowledged
    assert told["verified"]
    assert told["again"] == kept + 1, "it goes on as if nothing had happened"
    assert told["left"] in ([], ["b.zip"], ["b.zip", "e.json"]), "nothing half written is left behind"

    if what == "read-only disk":
        data = tmp_path / "data"
        found = [one for one in told["must be fixed"] if not one.startswith("disk: ")]
        assert found == [
            f"rights: The disk with {data} is read-only.",
            f"store: {data / 'muster.db'} cannot be opened (unable to open database file).",
        ], "nobody is told to restore a backup in place of a file that is sound"

    if what == "full":
        assert told["page"][0] == 200, "what is there can be read"
        room = f"There is no room for a backup in {tmp_path}. Free some space there, or choose another folder."
        assert told["backup"] == room
        assert told["export"] == 1 and "cannot be written: No space left on device." in told["stderr"]
        assert told["left"] == []
        status, page = told["sign_in"]
        assert status >= 400 and "cannot be written: No space left on device." in page
