"""A store that counts its successes and failures, for the metrics."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, cast

from muster.app.ports import Journals
from muster.core.kit.errors import Busy, Conflict, DamagedJournal, Refusal


class Counted(StrEnum):
    APPENDED = "appended"
    CONFLICT = "conflict"
    """Somebody else wrote first."""
    FAILED = "failed"
    """The file or the database failed."""


WRITING = ("append", "create")


def counted(journals: Journals, count: Callable[[Counted], None]) -> Journals:
    """The same store, but `count` is called with the outcome of every call."""
    return cast(Journals, _CountedJournals(journals, count))


class _CountedJournals:
    def __init__(self, journals: Journals, count: Callable[[Counted], None]) -> None:
        self._journals, self._count = journals, count

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._journals, name)
        if not callable(found):
            return found

        def asked(*args: Any, **named: Any) -> Any:
            try:
                answer = found(*args, **named)
            except Exception as error:  # Counted, whatever it is, and raised again.
                if what := _failure(error):
                    self._count(what)
                raise
            if name in WRITING:
                self._count(Counted.APPENDED)
            return answer

        return asked


def _failure(error: Exception) -> Counted | None:
    """A refusal with a cause is an error of the file or the database, in words."""
    if isinstance(error, Busy | DamagedJournal) or not isinstance(error, Refusal) or error.__cause__ is not None:
        return Counted.FAILED
    return Counted.CONFLICT if isinstance(error, Conflict) else None
