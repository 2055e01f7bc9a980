"""Rendered pages kept for everybody who would get the same one: rendered once after each change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Event, Lock

ROOM = 32_000_000
"""Bytes."""


class KeptPages:
    """The pages requested last. A request for a page that is being rendered waits for it instead of rendering it
    again.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._used = 0
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, Event] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        while True:
            with self._lock:
                if key in self._pages:
                    self._pages.move_to_end(key)
                    return self._pages[key]
                other = self._making.get(key)
                if other is None:
                    self._making[key] = done = Event()
                    break
            other.wait()
        try:
            page = make()
            self._put(key, page)
            return page
        finally:
            with self._lock:
                del self._making[key]
            done.set()

    def _put(self, key: Hashable, page: bytes) -> None:
        with self._lock:
            self._pages[key] = page
            self._used += len(page)
            while self._used > self._room:
                _, gone = self._pages.popitem(last=False)
                self._used -= len(gone)
