"""One server for one data folder: a lock held as long as the server lives; if it dies, the system lets it go."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from muster.core.kit.errors import Refusal

LOCK_FILE = "web.lock"
"""In the data folder. What counts is the lock on it, not whether it exists. Other commands ignore it."""


@contextmanager
def only_server(folder: Path, running: Path) -> Iterator[int]:
    """`running`: the note of a running server, which begins with its address.

    The open file's number is passed on to processes of the same server: the lock holds as long as one of them lives.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _locked(handle):
            raise _refusal(folder, running)
        yield handle
    finally:
        os.close(handle)


def _refusal(folder: Path, running: Path) -> Refusal:
    try:
        address = running.read_text("ascii").split()[0]
    except (OSError, ValueError, IndexError):  # It is only just starting, or stopping.
        return Refusal(
            "Another server is already running on the data in {folder}. Stop it first, or choose another folder "
            "with --data.",
            folder=folder,
        )
    return Refusal(
        "A server is already running on the data in {folder}, at {address}. Use that one, stop it first, or choose "
        "another folder with --data.",
        folder=folder,
        address=address,
    )


if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # A file system without locks: we cannot tell, so nothing is refused.
            return True
        return True
