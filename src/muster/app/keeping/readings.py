"""Reading many events in one background thread, so that no page has to wait for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import copy_context
from threading import Condition, Thread
from typing import Any, TypeVar

from muster.core.kit.errors import Busy
from muster.core.kit.language import mark
from muster.core.kit.progress import Progress

T = TypeVar("T")

PATIENCE, WAITING = 1.0, 2
"""How many seconds a request waits for a reading, since most are done by then; and how many requests may wait.

A server has four threads, and 500 events that nobody has opened since the start take about 15 s.
"""


class StillReading(Busy):
    """Not done yet. Nobody is shown a part as if it were the whole; the same request will work in a moment."""

    def __init__(self, done: int, total: int) -> None:
        if total:
            sentence = mark("Muster is still reading the events: {done} of {total} so far. Try again in a moment.")
            super().__init__(sentence, done=done, total=total)
        else:
            super().__init__(mark("Muster is still reading other events. Try again in a moment."))


class _Reading:
    def __init__(self, do: Callable[[Progress], Any]) -> None:
        self._do = do
        self.over = False
        self.done = self.total = 0
        self._result: Any = None
        self._fault: BaseException | None = None

    def run(self) -> None:
        try:
            self._result = self._do(self._progress)
        except BaseException as fault:  # It is raised again for whoever waits.
            self._fault = fault

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def result(self) -> Any:
        if self._fault is not None:
            raise self._fault
        return self._result


class Readings:
    """One thread, while there is something to read; whoever reads remembers the result, so the next caller finds most
    of it done. Something requested twice is read once.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._due: dict[Hashable, _Reading] = {}
        """In the order requested; the first is being read."""
        self._turn = Condition()
        self._waiting = 0

    def wait_for(self, what: Hashable, do: Callable[[Progress], T]) -> T:
        """What `do` returns, or `StillReading`.

        `what` contains everything the answer depends on, such as the reader's language.
        """
        with self._turn:
            reading = self._due.get(what)
            if reading is None:
                context = copy_context()
                reading = self._due[what] = _Reading(lambda progress: context.run(do, progress))
                if len(self._due) == 1:
                    Thread(target=self._read, name="reading", daemon=True).start()
            if not self._waited(reading):
                raise StillReading(reading.done, reading.total)
        found: T = reading.result()
        return found

    def _waited(self, reading: _Reading) -> bool:
        """Whether it was done in time."""
        if self._waiting >= WAITING:
            return reading.over
        self._waiting += 1
        try:
            return self._turn.wait_for(lambda: reading.over, self._patience)
        finally:
            self._waiting -= 1

    def _read(self) -> None:
        while True:
            with self._turn:
                what, reading = next(iter(self._due.items()))
            reading.run()
            with self._turn:
                del self._due[what]
                reading.over = True
                self._turn.notify_all()
                if not self._due:
                    return
