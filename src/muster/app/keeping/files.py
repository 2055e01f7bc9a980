"""Files that are written completely or not at all, and survive a power cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from muster.core.kit.errors import Refusal


def put(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Replaces the file if it exists."""
    draft = draft_of(file)
    try:
        add(draft, content, mode)
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    settle(file.parent)


def add(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Creates a new file. A reader may find half of it before this returns."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    settle(file.parent)


@contextmanager
def in_words(name: Path | str) -> Iterator[None]:
    """Turns errors of the file system into one sentence for the user."""
    try:
        yield
    except OSError as error:
        raise Refusal(
            "“{name}” cannot be written: {strerror}.", name=str(name), strerror=error.strerror or str(error)
        ) from error


def draft_of(file: Path) -> Path:
    """A name beside it that nobody else writes to."""
    return file.with_name(f"{file.name}.{token_hex(8)}.new")


def make_folder(folder: Path) -> None:
    """Readable by its owner only, with missing parents; does nothing if it exists."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    settle(folder.parent)


def settle(folder: Path) -> None:
    """New names in a folder are only durable after this, if the system supports it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
