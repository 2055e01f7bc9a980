"""The data folder: its permissions, its key, its space and what its file system supports."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE

from muster.app.views.diagnosis import Diagnosis, concern, fine, must_fix
from muster.doctor.patient import KEY, Patient

LITTLE, TOO_LITTLE = 1_000_000_000, 100_000_000
"""Free bytes on the disk."""

FAR_AWAY = ("nfs", "cifs", "smb", "9p", "sshfs", "vboxsf", "davfs")
"""How the names of network file systems begin; a database file does not belong there."""

SHORTEST_KEY = 32


def rights(patient: Patient) -> Iterator[Diagnosis]:
    folder = patient.folder
    if not folder.exists():
        yield fine("rights", f"{folder} is not there yet; Muster makes it when something is saved.")
        return
    if not folder.is_dir():
        yield must_fix("rights", f"{folder} is not a folder.", "Name another one with --data.")
        return
    if _is_read_only(folder):
        yield must_fix(
            "rights",
            f"The disk with {folder} is read-only.",
            "Make it writable, or copy the folder to another disk and name that with --data.",
        )
        return
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield must_fix(
            "rights", f"This user may not read and write {folder}.", f"Make it yours: chown -R $USER {folder}"
        )
        return
    strange = list(_strange(folder))
    yield from strange
    if not strange:
        yield fine("rights", f"{folder} is for its owner alone.")


def _strange(folder: Path) -> Iterator[Diagnosis]:
    if sys.platform == "win32":  # The folder is in a place that is already private.
        return
    for one in (folder, *sorted(folder.iterdir())):
        found = one.lstat()
        if one.is_symlink():
            continue
        if found.st_uid != os.geteuid() and os.geteuid() != 0:
            yield must_fix("rights", f"{one} belongs to another user.", f"Make it yours: chown $USER {one}")
        elif S_IMODE(found.st_mode) & 0o077:
            mode = "700" if one.is_dir() else "600"
            yield concern("rights", f"Other users of this computer can read {one}.", f"Close it: chmod {mode} {one}")


def key(patient: Patient) -> Iterator[Diagnosis]:
    file = patient.folder / KEY
    if not file.exists():
        yield fine("key", "There is no key for links and sign-ins yet; the server draws one when it starts.")
        return
    try:
        text = file.read_text("ascii").strip()
    except (OSError, ValueError) as error:
        yield must_fix(
            "key", f"{file} cannot be read ({error}).", "Restore it from a backup, or delete it: links then end."
        )
        return
    if len(text) < SHORTEST_KEY:
        yield must_fix(
            "key", f"{file} is too short to be a key.", "Restore it from a backup, or delete it: links then end."
        )
    else:
        yield fine("key", "The key for links and sign-ins is there.")


def disk(patient: Patient) -> Iterator[Diagnosis]:
    free = shutil.disk_usage(_there(patient.folder)).free
    room = f"{free / 1e9:.1f} GB" if free >= LITTLE else f"{free / 1e6:.0f} MB"
    found = f"{room} are free where the data are."
    if free < TOO_LITTLE:
        yield must_fix("disk", found, "Free some space: without it nothing can be saved.")
    elif free < LITTLE:
        yield concern("disk", found, "Free some space before the next event.")
    else:
        yield fine("disk", found)


def file_system(patient: Patient) -> Iterator[Diagnosis]:
    """Whether what is written can be made durable, moved into place, and locked."""
    if not patient.folder.is_dir() or _is_read_only(patient.folder):
        return
    draft = patient.folder / f"doctor-{token_hex(6)}.new"
    final = draft.with_suffix(".done")
    try:
        with draft.open("wb") as opened:
            opened.write(b"sound")
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(draft, final)
        if final.read_bytes() != b"sound":
            raise OSError("what was written did not come back")
        locks = _keeps_locks(final)
    except OSError as error:
        why = error.strerror or str(error)
        yield must_fix(
            "file_system", f"{patient.folder} does not take files ({why}).", "Use a folder on a disk of its own."
        )
        return
    finally:
        with suppress(OSError):  # Nor does it let anything go.
            draft.unlink(missing_ok=True)
            final.unlink(missing_ok=True)
    kind = _kind(patient.folder)
    if not locks:
        yield must_fix(
            "file_system",
            f"{patient.folder} does not keep locks.",
            "Use a folder on a disk of this computer, with --data.",
        )
    elif kind.startswith(FAR_AWAY) and not patient.database:
        yield concern(
            "file_system",
            f"{patient.folder} is on another computer ({kind}).",
            "Keep the events on a disk of this one, or in a database: a network can tear a file.",
        )
    else:
        yield fine("file_system", "What is written there is kept, and locks hold.")


def _keeps_locks(file: Path) -> bool:
    """Two who open it must not both get the lock."""
    if sys.platform == "win32":
        return True
    import fcntl

    with file.open("rb") as one, file.open("rb") as other:
        fcntl.flock(one, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _kind(folder: Path) -> str:
    """Linux's name for the file system; empty elsewhere."""
    try:
        lines = Path("/proc/mounts").read_text("utf-8").splitlines()
    except OSError:
        return ""
    mounts = {line.split()[1].replace("\\040", " "): line.split()[2] for line in lines}
    home = folder.resolve()
    return next((mounts[str(one)] for one in (home, *home.parents) if str(one) in mounts), "")


def _is_read_only(folder: Path) -> bool:
    return hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def _there(folder: Path) -> Path:
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
