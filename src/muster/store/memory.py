"""Journals in memory, for tests, simulations and trying things out. Gone with the process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from muster.app.ports import JournalName, Stored
from muster.core.kit.errors import UnknownName
from muster.core.record.journal import Row, size_of
from muster.core.record.vocabulary import Title
from muster.store import checks


@dataclass(slots=True)
class _Kept:
    title: Title
    seed: str
    rows: list[Row]


class MemoryJournals:
    def __init__(self) -> None:
        self._journals: dict[JournalName, _Kept] = {}
        self._list_data: dict[str, str] = {}
        self._lock = Lock()

    def must_answer(self) -> None:
        """It always does."""

    def create(self, journal: JournalName, title: Title, seed: str, rows: Sequence[Row]) -> None:
        checks.begins(rows)
        with self._lock:
            if journal in self._journals:
                raise checks.taken(journal)
            self._journals[journal] = _Kept(title, seed, list(rows))

    def listed(self, kind: str = "") -> list[Stored]:
        with self._lock:
            return [
                Stored(*journal, kept.title.name, kept.title.system, len(kept.rows), kept.rows[-1].hash)
                for journal, kept in self._journals.items()
                if kind in ("", journal.kind)
            ]

    def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
        with self._lock:
            return self._find(journal).rows[after:]

    def head(self, journal: JournalName) -> tuple[int, str]:
        with self._lock:
            kept = self._journals.get(journal)
        return (kept.rows[-1].seq, kept.rows[-1].hash) if kept is not None else (0, "")

    def size(self, journal: JournalName) -> int:
        with self._lock:
            kept = self._journals.get(journal)
            return 0 if kept is None else size_of(kept.rows)

    def append(self, journal: JournalName, rows: Sequence[Row], expected: int) -> None:
        with self._lock:
            kept = self._find(journal).rows
            checks.follows(journal, rows, kept[-1].seq, kept[-1].hash, expected)
            kept.extend(rows)

    def has_request(self, journal: JournalName, request: str) -> bool:
        with self._lock:
            return any(row.request == request for row in self._find(journal).rows)

    def seed(self, journal: JournalName) -> str:
        with self._lock:
            return self._find(journal).seed

    def remove(self, journal: JournalName) -> None:
        with self._lock:
            self._find(journal)
            del self._journals[journal]

    def rewrite(self, journal: JournalName, rows: Sequence[Row], expected: tuple[int, str]) -> None:
        checks.begins(rows)
        with self._lock:
            kept = self._find(journal).rows
            checks.is_head(journal, (kept[-1].seq, kept[-1].hash), expected)
            kept[:] = rows

    def scrub(self) -> None:
        """Nothing is left of what was replaced."""

    def games_with_list_data(self) -> list[str]:
        with self._lock:
            return sorted(self._list_data)

    def list_data(self, system: str) -> str:
        with self._lock:
            return self._list_data.get(system, "")

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        with self._lock:
            checks.replaces(self._list_data.get(system, ""), expected)
            self._list_data[system] = text

    def close(self) -> None:
        """There is nothing to let go of."""

    def _find(self, journal: JournalName) -> _Kept:
        if journal not in self._journals:
            raise UnknownName(
                journal.kind, journal.id, [name.id for name in self._journals if name.kind == journal.kind]
            )
        return self._journals[journal]
