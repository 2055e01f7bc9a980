"""What is being checked: where the data is, and how the server is meant to be started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from muster.app.desk import Desk

KEY, FILE = "web.key", "muster.db"
"""In the data folder, by name: the modules that use them may be what fails to load."""


@dataclass(frozen=True, slots=True)
class Patient:
    """`desk`: for the journals, opened on first use. `deep`: everything is read and computed again."""

    folder: Path
    database: str
    desk: Callable[[], Desk]
    now: str
    deep: bool = False
    port: int = 8000
    certificate: str = ""
    certificate_key: str = ""
    names: tuple[str, ...] = ()
