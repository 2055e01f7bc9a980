"""How long a round's clock had run at any time, from the event's journal: what a game at a table is played by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from muster.core.record.clock import MINUTE, instant
from muster.core.record.facts.clock import ClockFact, ClockPaused, TableExtended, TimeAdded
from muster.core.record.facts.play import Entry
from muster.core.record.undo import Redone, Undone, effective


@dataclass(frozen=True, slots=True)
class RoundHistory:
    """`spans`: when the clock ran, in milliseconds since 1970; the last may have no end.

    `more`: the table's extra minutes, which move all the round's marks for it (L-18).
    """

    spans: tuple[tuple[int, int | None], ...] = ()
    more: int = 0

    def __call__(self, at: int) -> int | None:
        """How long it had run for this table; None before it started."""
        if not self.spans or at < self.spans[0][0]:
            return None
        return self._ran(at) - self.more * MINUTE

    def paused(self, at: int) -> int:
        """For how long it had been paused since it started."""
        start = self.spans[0][0] if self.spans else at
        return max(at - start, 0) - self._ran(at)

    def _ran(self, at: int) -> int:
        return sum(max(min(at, end if end is not None else at) - start, 0) for start, end in self.spans)


def history(entries: Iterable[Entry], round_: int, number: int) -> RoundHistory:
    spans: list[tuple[int, int | None]] = []
    more = 0
    for entry in effective(e for e in entries if isinstance(e.fact, ClockFact | Undone | Redone)):
        fact = entry.fact
        if not isinstance(fact, ClockFact) or fact.round != round_:
            continue
        match fact:
            case TimeAdded():
                more += fact.minutes
            case TableExtended():
                more += fact.minutes if fact.match == number else 0
            case ClockPaused():
                if spans and spans[-1][1] is None:
                    spans[-1] = spans[-1][0], instant(fact.at)
            case _:
                if not spans or spans[-1][1] is not None:
                    spans.append((instant(fact.at), None))
    return RoundHistory(tuple(spans), more)
