"""An event's time: this computer's, or its journal's if that is later. It never runs backwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

SLACK = timedelta(minutes=1)
"""If the clock is behind by less, the computer is just adjusting it."""


def uptime() -> float:
    """Seconds that nobody can set; if the system can, including time asleep."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


@dataclass(frozen=True, slots=True)
class Behind:
    """This computer's clock is behind an event: by how much, and when the event's last entry was made."""

    by: timedelta
    last: str


class EventTime:
    """Remembers the time of each event's last entry and when it was first seen here: if the computer's clock is set
    back, the event's time continues from there by the seconds passed.
    """

    def __init__(self, elapsed: Callable[[], float]) -> None:
        self._elapsed = elapsed
        self._seen: dict[str, tuple[datetime, float]] = {}
        self._lock = Lock()

    def now(self, event: str, last: str, wall: str) -> str:
        """`last`: when the event's last entry was made; `wall`: what this computer's clock says."""
        counted = self._counted(event, last)
        if counted is None or counted - datetime.fromisoformat(wall) < SLACK:
            return wall
        return counted.isoformat(timespec="microseconds")

    def behind(self, event: str, last: str, wall: str) -> Behind | None:
        counted = self._counted(event, last)
        if counted is None:
            return None
        by = counted - datetime.fromisoformat(wall)
        return Behind(by, last) if by >= SLACK else None

    def _counted(self, event: str, last: str) -> datetime | None:
        try:
            told = datetime.fromisoformat(last)
        except ValueError:
            return None
        if told.tzinfo is None:
            return None
        with self._lock:
            elapsed = self._elapsed()
            seen, then = self._seen.get(event, (told, elapsed))
            counted = seen + timedelta(seconds=elapsed - then)
            if told > counted or event not in self._seen:
                self._seen[event] = told, elapsed
                counted = told
            return counted
