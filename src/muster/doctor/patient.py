"""What is being checked: where the data is, and how the server is meant to be started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from muster.app.desk import Desk

KEY, FILE = "web.key", "muster.db"
"""Of the data folder, by name: what is checked here may be what keeps the modules that use them from loading."""


@dataclass(frozen=True, slots=True)
class Patient:
    """`desk`: over the journals, opened at the first use. `deep`: everything is read and computed again."""

    folder: Path
    database: str
    desk: Callable[[], Desk]
    now: str
    deep: bool = False
    port: int = 8000
    certificate: str = ""
    certificate_key: str = ""
    names: tuple[str, ...] = ()
