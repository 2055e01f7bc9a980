"""A chess clock: two players' time in milliseconds, of which one runs. The time comes in as an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.core.book.tracker.tracker import with_side

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChessClock:
    """`left`: at `since`. `running`: whose time runs, None while stopped."""

    left: Pair
    running: int | None = None
    since: int = 0

    def at(self, now: int) -> ChessClock:
        """The same clock read at a given time; it never runs backwards or below zero."""
        if self.running is None or now <= self.since:
            return self
        left = max(self.left[self.running] - (now - self.since), 0)
        return replace(self, left=with_side(self.left, self.running, left), since=now)

    def run(self, side: int | None, now: int) -> ChessClock:
        """From now on `side`'s time runs, or nobody's. Time that has already run is kept."""
        return replace(self.at(now), running=side, since=max(now, self.since))

    def give(self, side: int, more: int, now: int) -> ChessClock:
        """More time, or less, for one side."""
        read = self.at(now)
        return replace(read, left=with_side(read.left, side, max(read.left[side] + more, 0)))

    def out_at(self) -> int | None:
        """When the running time will be up; None while stopped."""
        return None if self.running is None else self.since + self.left[self.running]
