"""Turns: changes to an event wait for those that came before, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock


class Turns:
    """One queue per event. Python's own lock is not fair, so that some callers would wait very long."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._queues: dict[str, deque[Event]] = {}

    def waiting(self, event: str) -> int:
        """How many, including the one whose turn it is."""
        with self._lock:
            return len(self._queues.get(event, ()))

    @contextmanager
    def of(self, event: str) -> Iterator[None]:
        mine = Event()
        with self._lock:
            queue = self._queues.setdefault(event, deque())
            queue.append(mine)
            queue[0].set()
        try:
            mine.wait()
            yield
        finally:
            with self._lock:
                queue.remove(mine)
                if queue:
                    queue[0].set()
                else:
                    del self._queues[event]
