"""Backups while the server runs, in a folder that the organiser chose: after every round, and by the clock if asked."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from time import monotonic, time

from muster.app.backups import OF_A_ROUND, day_of, name_at, not_there
from muster.app.desk import Desk, Opened
from muster.app.keeping import files
from muster.app.ports import Backups, Saved, Stored
from muster.core.kit.errors import BadInput, Refusal

_log = logging.getLogger(__name__)

NOTE = "backup.folder"
"""In the data folder: where the copies go. Not part of backups, because another computer has other sticks."""

KEEP = 12
"""How many copies of one day are kept; older days are left alone, unless a total was set."""

LEFT_BEHIND = 3600
"""Seconds after which an unfinished copy is abandoned: whoever wrote it is gone."""

LOOK_EVERY, TRY_AGAIN = 1.0, 30.0
"""Seconds between checks of the rounds, and after a failure until the next attempt."""


class RoundBackups:
    """Problems with the folder are reported on the desk and retried; they never stop an event."""

    def __init__(
        self, backups: Backups, desk: Desk, data: Path, folder: str = "", *, every: float = 0, keep: int = 0
    ) -> None:
        """`folder`: instead of the last one chosen. A stick that is missing is only reported on the desk.

        `every`: seconds until what has changed is copied again; `keep`: how many copies in total; 0 for neither.
        """
        self._backups, self._desk, self._data = backups, desk, data
        self._every, self._keep = every, keep
        self._ends: list[Stored] = []
        self._due = 0.0
        self._known: dict[str, tuple[int, Mark]] = {}
        self._saved: tuple[Mark, ...] | None = None
        self._next_try = 0.0
        self._lock = Lock()
        self.folder = str(Path(folder).absolute()) if folder else _noted(data)
        self.last: Saved | None = None
        self.trouble: Refusal | None = None

    def choose(self, text: str) -> None:
        """Use this folder from now on; empty: none. A folder that cannot take a backup is refused, and nothing
        changes.
        """
        typed = text.strip()
        if typed and not Path(typed).is_absolute():
            raise BadInput("“{folder}” is not a complete path. Write it as /media/usb/backups.", folder=typed)
        if typed and Path(typed).resolve() == self._data.resolve():
            raise BadInput("“{folder}” is where the events are. Choose a folder on another disk.", folder=typed)
        with self._lock:
            if typed:
                self._try(Path(typed))
            self.folder, self.trouble = typed, None
            _note(self._data, typed)

    def _try(self, folder: Path) -> None:
        if not folder.is_dir():
            raise not_there(folder)
        if self._desk.listed():
            self._save(folder)

    def now(self) -> None:
        """Writes another copy to the folder."""
        if not self.folder:
            raise Refusal("Choose a folder for backups first.")
        with self._lock:
            self._save(Path(self.folder))
            self.trouble = None

    def download(self) -> tuple[str, bytes]:
        """A backup for the browser: its name and content. Nothing of it stays here."""
        at = self._desk.clock.now()
        with TemporaryDirectory(prefix="muster-download-") as folder:
            file = Path(folder, name_at(at))
            self._backups.save(file, at)
            return file.name, file.read_bytes()

    def look(self) -> None:
        """Makes a copy if a round was published or completed since the last one, if it is time for one, or if the last
        one failed.
        """
        with self._lock:
            if not self.folder or monotonic() < self._next_try:
                return
            if not Path(self.folder).is_dir():
                # What comes back may be another stick, so it gets a copy immediately.
                self._saved = None
                self._failed(not_there(Path(self.folder)))
                return
            try:
                marks = self._marks()
                if marks and (marks != self._saved or self._is_time()):
                    self._save(Path(self.folder))
                    self._saved = marks
                self.trouble = None
            except Refusal as refusal:
                self._next_try = monotonic() + TRY_AGAIN
                self._failed(refusal)

    def _failed(self, refusal: Refusal) -> None:
        """Who hosts for others reads the log, not the desk."""
        if self.trouble is None:
            _log.warning("Copies are not saved at the moment; the desk and “muster doctor” say why")
        self.trouble = refusal

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Keeps checking while the server runs."""
        if self.folder != _noted(self._data):
            _note(self._data, self.folder)
        stop = Event()

        def run() -> None:
            while not stop.wait(LOOK_EVERY):
                self.look()

        thread = Thread(target=run, name="backups", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join(timeout=LOOK_EVERY)

    def _is_time(self) -> bool:
        """By a clock that nobody can set, and only if something has happened."""
        return bool(self._every) and monotonic() >= self._due and self._desk.journals.listed() != self._ends

    def _save(self, folder: Path) -> None:
        at, ends = self._desk.clock.now(), self._desk.journals.listed()
        file = folder / name_at(at, OF_A_ROUND)
        self.last = self._backups.save(file, at, replace=True)
        self._ends, self._due = ends, monotonic() + self._every
        with suppress(OSError):
            _thin_out(file, self._keep)

    def _marks(self) -> tuple[Mark, ...]:
        """Which rounds of every event are published and complete. Only opens events that have grown."""
        marks = []
        for stored in self._desk.listed():
            entries, mark = self._known.get(stored.id, (0, NO_MARK))
            if entries != stored.entries:
                with suppress(Refusal):  # Damaged: its own pages say so.
                    mark = _mark(self._desk.open(stored.id))
                self._known[stored.id] = stored.entries, mark
            marks.append(mark)
        return tuple(marks)


Mark = tuple[str, int, int, bool]
NO_MARK: Mark = ("", 0, 0, False)


def _mark(opened: Opened) -> Mark:
    shown = opened.event.shown
    return opened.id, len(shown), sum(round_.complete for round_ in shown), opened.event.finished


def _thin_out(file: Path, keep: int) -> None:
    """Keeps the newest of this file's day, or the newest of all days; and always the file itself, whatever the
    computer's clock says.
    """
    days = {day_of(file.name)} if not keep else {day_of(path.name) for path in file.parent.iterdir()} - {""}
    found = sorted(path for path in file.parent.iterdir() if day_of(path.name) in days)
    for path in found[: -(keep or KEEP)]:
        if path != file:
            path.unlink()
    for path in file.parent.glob(f"{OF_A_ROUND}*.zip.*.new"):
        if time() - path.stat().st_mtime > LEFT_BEHIND:
            path.unlink()


def noted_folder(data: Path) -> Path | None:
    """Where copies go after every round; None if nobody chose a folder."""
    found = _noted(data)
    return Path(found) if found else None


def _noted(data: Path) -> str:
    try:
        return (data / NOTE).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _note(data: Path, folder: str) -> None:
    with files.in_words(data / NOTE):
        files.put(data / NOTE, f"{folder}\n".encode())
