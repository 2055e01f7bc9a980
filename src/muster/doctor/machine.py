"""The computer: Python, the packages that Muster needs, and its clock."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import muster
from muster.app.views.diagnosis import Diagnosis, concern, fine, must_fix
from muster.doctor.patient import Patient

OLDEST_PYTHON = (3, 11)
LOCK = "requirements.lock"
PACKAGE = "muster-tournaments"

_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)(.*)$", re.MULTILINE)

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""This program did not exist before."""


def python(_: Patient) -> Iterator[Diagnosis]:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        yield must_fix("python", f"Python {found}.", "Install Python 3.11 or newer, and start Muster with it.")
    else:
        yield fine("python", f"Python {found}, Muster {muster.__version__}.")


def packages(_: Patient) -> Iterator[Diagnosis]:
    """Compares with the lock beside the sources; if Muster was installed as a package, only checks that they exist."""
    lock = Path(muster.__file__).parents[2] / LOCK
    wanted = _locked(lock.read_text("utf-8")) if lock.exists() else _required()
    missing, other = [], []
    for name, locked in wanted.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            missing.append(name)
            continue
        if locked and found != locked:
            other.append(f"{name} {found} instead of {locked}")
    again = "Start Muster with ./muster in its folder, which installs them" if lock.exists() else "Install Muster again"
    if missing:
        yield must_fix("packages", f"Not installed: {', '.join(missing)}.", f"{again}.")
    if other:
        yield concern(
            "packages", f"Not the versions that were tested: {', '.join(other)}.", f"{again} as they should be."
        )
    if not missing and not other:
        yield fine("packages", f"All {len(wanted)} packages are there.")


def _locked(text: str) -> dict[str, str]:
    """Those for every system; what is only for another one has a condition after it."""
    return {name: number for name, number, condition in _LOCKED.findall(text) if ";" not in condition}


def _required() -> dict[str, str]:
    declared = requires(PACKAGE) or []
    return {re.split(r"[ ;<>=!~\[]", one, maxsplit=1)[0]: "" for one in declared if ";" not in one}


def clock(patient: Patient) -> Iterator[Diagnosis]:
    now = datetime.fromisoformat(patient.now)
    if now < EARLIEST:
        yield must_fix(
            "clock",
            f"This computer thinks it is {now:%Y-%m-%d %H:%M} (UTC).",
            "Set its date and time, then check again.",
        )
    else:
        yield fine("clock", f"It is {now:%Y-%m-%d %H:%M} (UTC).")
