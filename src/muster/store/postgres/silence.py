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
"""Seconds in which a database that was asked something must let us hear of it, if only a part. More than it waits for
a lock by itself."""


class Silence(psycopg.OperationalError):
    """The database was asked and said nothing. Whether it did what it was asked to nobody can tell."""


class Link(psycopg.Connection[tuple[Any, ...]]):
    """The network tells of a computer that is gone, and the database of a lock that somebody else has. Neither tells of
    a process that hangs, or of a disk that does not answer: whoever waited for that would wait forever."""

    _unhurried = False

    def wait(self, gen: PQGen[Answer], *how: Any, **options: Any) -> Answer:
        return super().wait(self._heard(gen), *how, **options)

    @contextmanager
    def unhurried(self) -> Iterator[None]:
        """For what takes long and says nothing until it is done."""
        self._unhurried = True
        try:
            yield
        finally:
            self._unhurried = False

    def _heard(self, gen: PQGen[Answer]) -> PQGen[Answer]:
        """The same steps. The driver takes one whenever something came in, and ten in a second where nothing did."""
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
