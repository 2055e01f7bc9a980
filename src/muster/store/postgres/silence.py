"""Giving up a connection when the database hangs without breaking it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen

Answer = TypeVar("Answer")

LONGEST = 12.0
"""Seconds within which a database must send at least part of its answer. Longer than it waits for a lock by itself."""


class Silence(psycopg.OperationalError):
    """The database did not answer. Nobody can tell whether it did what it was asked."""


class Link(psycopg.Connection[tuple[Any, ...]]):
    """The network reports a computer that is gone, and the database a lock that somebody else holds.

    Neither reports a process that hangs or a disk that does not answer: waiting for those would never end.
    """

    _unhurried = False

    def wait(self, gen: PQGen[Answer], *how: Any, **options: Any) -> Answer:
        return super().wait(self._heard(gen), *how, **options)

    @contextmanager
    def unhurried(self) -> Iterator[None]:
        """For statements that take long and say nothing until they are done."""
        self._unhurried = True
        try:
            yield
        finally:
            self._unhurried = False

    def _heard(self, gen: PQGen[Answer]) -> PQGen[Answer]:
        """The same steps. The driver takes one whenever something came in, and ten per second when nothing did."""
        since = monotonic()
        try:
            step = next(gen)
            while True:
                ready = yield step
                if ready:
                    since = monotonic()
                elif monotonic() - since > LONGEST and not self._unhurried:
                    gen.close()
                    self.close()
                    raise Silence("the database fell silent")
                step = gen.send(ready)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
