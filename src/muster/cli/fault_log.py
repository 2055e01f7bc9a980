"""The log of our own errors, in the data folder.

Nothing that anybody typed is in it: not what a command was given, and not what an error says, which may quote it. Where
it happened and what kind of error it was is enough to find it, and a person who is erased is not in the log either.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from traceback import format_tb

from muster import __version__
from muster.app.faults import fault_id
from muster.cli.commands import ALIASES, COMMANDS

FILE = "muster.log"

LARGEST = 1_000_000
"""Bytes; then a new file is started, and the previous one is kept beside it."""


def write_down(folder: Path, fault: str, error: Exception, args: Sequence[str]) -> Path:
    """Writes one fault with its trace and returns the file. OSError if that fails."""
    file = folder / FILE
    if file.exists() and file.stat().st_size > LARGEST:
        file.replace(file.with_name(f"{FILE}.old"))
    at = datetime.now(UTC).isoformat(timespec="seconds")
    head = f"{at} {fault} Muster {__version__}: muster {' '.join(_commands(args))}\n"
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as opened:
        opened.write(head + "".join(_told(error)) + "\n")
    return file


@contextmanager
def in_passing(folder: Path, args: Sequence[str]) -> Iterator[None]:
    """Writes down what breaks while a command goes on without it, such as a game that cannot show its event."""
    log, handler = logging.getLogger("muster"), _InPassing(folder, args)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


class _InPassing(logging.Handler):
    def __init__(self, folder: Path, args: Sequence[str]) -> None:
        super().__init__()
        self._folder, self._args = folder, args

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        try:
            if isinstance(error, Exception):
                write_down(self._folder, fault_id(error), error, self._args)
        except OSError:
            self.handleError(record)


def _commands(args: Sequence[str]) -> Iterator[str]:
    """The command and the names of its options; everything else that was typed becomes an ellipsis."""
    for arg in args:
        option = arg.partition("=")[0]
        known = arg in COMMANDS or arg in ALIASES
        yield arg if known else option if option.startswith("--") and option.isascii() else "…"


def _told(error: BaseException) -> Iterator[str]:
    """Where it happened, with the type of each error, causes first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before)
        yield "That led to:\n"
    yield from format_tb(error.__traceback__)
    yield f"{type(error).__name__}\n"
