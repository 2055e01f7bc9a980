"""Journals in memory, for tests, simulations and trying things out. Gone with the process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from muster.app.ports import Stored
from muster.core.kit.errors import UnknownName
from muster.core.record.journal import Row
from muster.store import checks


@dataclass(slots=True)
class _Kept:
    name: str
    system: str
    seed: str
    rows: list[Row]


class MemoryJournals:
    def __init__(self) -> None:
        self._events: dict[str, _Kept] = {}
        self._list_data: dict[str, str] = {}
        self._lock = Lock()

    def create(self, event: str, seed: str, rows: Sequence[Row]) -> None:
        created = checks.creation(rows)
        with self._lock:
            if event in self._events:
                raise checks.taken(event)
            self._events[event] = _Kept(created.name, created.system, seed, list(rows))

    def events(self) -> list[Stored]:
        with self._lock:
            return [Stored(event, e.name, e.system, len(e.rows)) for event, e in self._events.items()]

    def rows(self, event: str, after: int = 0) -> list[Row]:
        with self._lock:
            return self._find(event).rows[after:]

    def append(self, event: str, rows: Sequence[Row], expected: int) -> None:
        with self._lock:
            kept = self._find(event).rows
            checks.follows(event, rows, kept[-1].seq, kept[-1].hash, expected)
            kept.extend(rows)

    def has_request(self, event: str, request: str) -> bool:
        with self._lock:
            return any(row.request == request for row in self._find(event).rows)

    def seed(self, event: str) -> str:
        with self._lock:
            return self._find(event).seed

    def remove(self, event: str) -> None:
        with self._lock:
            self._find(event)
            del self._events[event]

    def list_data(self, system: str) -> str:
        with self._lock:
            return self._list_data.get(system, "")

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        with self._lock:
            checks.replaces(self._list_data.get(system, ""), expected)
            self._list_data[system] = text

    def _find(self, event: str) -> _Kept:
        if event not in self._events:
            raise UnknownName("event", event, self._events)
        return self._events[event]
