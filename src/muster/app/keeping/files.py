"""Files that are written completely or not at all, and survive a power cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from muster.core.kit.errors import Refusal


def put(file: Path, content: bytes, mode: int = 0o600) -> None:
    """In place of the one before, if there is one."""
    draft = draft_of(file)
    try:
        add(draft, content, mode)
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    settle(file.parent)


def add(file: Path, content: bytes, mode: int = 0o600) -> None:
    """A file that is not there yet. Whoever reads it before this returns may meet half of it."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    settle(file.parent)


@contextmanager
def in_words(name: Path | str) -> Iterator[None]:
    """What the file system complains of, as one sentence for the user."""
    try:
        yield
    except OSError as error:
        raise Refusal(
            "“{name}” cannot be written: {strerror}.", name=str(name), strerror=error.strerror or str(error)
        ) from error


def draft_of(file: Path) -> Path:
    """A name beside it that nobody else writes under."""
    return file.with_name(f"{file.name}.{token_hex(8)}.new")


def make_folder(folder: Path) -> None:
    """For its owner alone, with those that it is in; nothing happens where it is."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    settle(folder.parent)


def settle(folder: Path) -> None:
    """New names in a folder are on the disk only after this, where the system offers it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
