"""Names of backup files, and which places cannot take a backup."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from muster.core.kit.errors import Refusal

OF_A_ROUND = "muster-auto-"
BY_HAND = "muster-"

_AUTOMATIC = re.compile(re.escape(OF_A_ROUND) + r"(\d{4}-\d\d-\d\d)-\d{6}\.zip")

_ANY = re.compile(rf"(?:{re.escape(OF_A_ROUND)}|{re.escape(BY_HAND)})(\d{{4}}-\d\d-\d\d-\d{{6}})\.zip")


def name_at(at: str, begin: str = BY_HAND) -> str:
    """With the local day and time, so that a folder lists them in order: muster-2026-11-15-140231.zip"""
    return f"{begin}{datetime.fromisoformat(at).astimezone():%Y-%m-%d-%H%M%S}.zip"


def target(to: str, at: str) -> Path:
    """The file itself or, for a folder, a file in it with the day and time in its name."""
    path = Path(to).absolute()
    return path / name_at(at) if path.is_dir() else path


def day_of(name: str) -> str:
    """The day of an automatic backup; empty for any other file."""
    found = _AUTOMATIC.fullmatch(name)
    return found[1] if found else ""


def newest(path: Path) -> Path:
    """The file itself or, for a folder, the newest backup in it by name."""
    if not path.is_dir():
        return path
    found = [(made[1], one) for one in path.iterdir() if (made := _ANY.fullmatch(one.name))]
    if not found:
        raise Refusal("There is no backup in {folder}: no file there is called muster-….zip.", folder=path)
    return max(found)[1]


def not_there(folder: Path) -> Refusal:
    return Refusal(
        "The backup folder {folder} is missing. Plug the stick in again, or choose another folder.",
        folder=folder,
    )
