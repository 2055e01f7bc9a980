"""The log of faults in the data folder: what a command line met that was nobody's fault but ours."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from shlex import join
from traceback import format_exception

from muster import __version__

FILE = "muster.log"

LARGEST = 1_000_000
"""Bytes; then it begins again, and the one before is kept beside it."""


def write_down(folder: Path, fault: str, error: Exception, args: Sequence[str]) -> Path:
    """One fault with its trace; answers with the file. OSError if it takes nothing."""
    file = folder / FILE
    if file.exists() and file.stat().st_size > LARGEST:
        file.replace(file.with_name(f"{FILE}.old"))
    at = datetime.now(UTC).isoformat(timespec="seconds")
    head = f"{at} {fault} Muster {__version__}: muster {join(args)}\n"
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)  # What was typed may be private.
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as opened:
        opened.write(head + "".join(format_exception(error)) + "\n")
    return file
