"""The extra that reads slips, installed into the Python that runs now: pinned with hashes, all of it or nothing."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import copyfile
from threading import Thread
from typing import IO

from muster.core.kit.errors import Refusal
from muster.core.kit.language import tr
from muster.core.kit.progress import Progress, Stopped

LOCK = Path(__file__).with_name("scan.lock")
"""The packages of the extra `scan` with their hashes. Written by scripts/lock; it does not say where to download
from.
"""
LAUNCHERS = "requirements.lock"
"""In an environment made by the launcher: its lock.

If `scan.lock` is beside it, the launcher keeps the extra when it updates the environment.
"""

LOOK_EVERY = 0.1
COLLECTS, INSTALLS = re.compile(r"Collecting (\S+)"), "Installing collected packages"
NO_NETWORK = ("Retrying (", "Connection", "Network is unreachable", "Temporary failure", "Name or service not known")
NOT_OURS = ("externally-managed-environment", "Permission denied", "Read-only file system", "No module named pip")


def packages(lock: Path = LOCK) -> list[str]:
    return re.findall(r"^([a-z0-9-]+)==", lock.read_text("utf-8"), flags=re.M)


def command(lock: Path = LOCK, python: str = sys.executable) -> list[str]:
    """Muster already has what the packages depend on; and nothing is built here, which would take an hour."""
    quick = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off", "--retries", "1", "--timeout", "20"]
    exact = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(lock)]
    return [python, "-I", "-m", "pip", "install", *quick, *exact]


def install(progress: Progress, lock: Path = LOCK, python: str = sys.executable) -> None:
    """Downloads and installs it; refuses with one sentence if that fails.

    It can be stopped while it downloads, but not while files are put in place.
    """
    total = len(packages(lock)) + 1
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX")
    }
    pip = subprocess.Popen(
        command(lock, python),
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,  # Ctrl-C is for us, because we know when it may stop.
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # The same on Windows.
    )
    said = _followed(pip, progress, total)
    if pip.wait() != 0:
        raise _refusal(said, lock, python)
    importlib.invalidate_caches()
    if python == sys.executable and Path(sys.prefix, LAUNCHERS).is_file():
        copyfile(lock, Path(sys.prefix, LOCK.name))


def _followed(pip: subprocess.Popen[str], progress: Progress, total: int) -> str:
    """What pip said, to the end. Each package it looks for is a step; the last one is not interrupted."""
    lines: SimpleQueue[str] = SimpleQueue()
    assert pip.stdout is not None

    def read(out: IO[str]) -> None:
        for line in out:
            lines.put(line)

    reader = Thread(target=read, args=(pip.stdout,), daemon=True)
    reader.start()
    said, done, placing = "", 0, False
    try:
        while reader.is_alive() or not lines.empty():
            if not placing:
                progress(min(max(done - 1, 0), total - 1), total)
            try:
                line = lines.get(timeout=LOOK_EVERY)
            except Empty:
                continue
            said += line
            done += bool(COLLECTS.match(line))
            placing = placing or line.startswith(INSTALLS)
    except Stopped:
        pip.kill()
        pip.wait()
        raise
    return said


def _refusal(said: str, lock: Path, python: str) -> Refusal:
    if "DO NOT MATCH THE HASHES" in said:
        return Refusal(
            "A package that was downloaded differs from the one Muster was tested with. Nothing was installed."
        )
    if any(word in said for word in NOT_OURS):
        return Refusal(
            "Muster is not allowed to install anything into the Python it runs with. Nothing was installed. "
            "Whoever set it up can run this: “{command}”",
            command=" ".join(command(lock, python)),
        )
    if any(word in said for word in NO_NETWORK):
        return Refusal(
            "The packages could not be downloaded. Nothing was installed. Connect this computer to the internet and "
            "try again; entering results by table works without them."
        )
    if "No matching distribution" in said:
        return Refusal(
            "There is no package for this computer and its Python. Nothing was installed. Enter results by table."
        )
    last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "")
    return Refusal("The packages could not be installed: {why}", why=last or tr("pip did not say why."))
