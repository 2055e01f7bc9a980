"""A chess clock: two players' time in milliseconds, of which one runs. The time comes in as an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.core.book.tracker.tracker import with_side

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChessClock:
    """`left`: as of `since`. `running`: whose time runs, None while stopped."""

    left: Pair
    running: int | None = None
    since: int = 0

    def at(self, now: int) -> ChessClock:
        """The same clock, read at a time; it never runs backwards, nor below nothing."""
        if self.running is None or now <= self.since:
            return self
        left = max(self.left[self.running] - (now - self.since), 0)
        return replace(self, left=with_side(self.left, self.running, left), since=now)

    def run(self, side: int | None, now: int) -> ChessClock:
        """From now on `side`'s time runs, or nobody's. Nothing is lost of what ran until then."""
        return replace(self.at(now), running=side, since=max(now, self.since))

    def give(self, side: int, more: int, now: int) -> ChessClock:
        """More time, or less, for one side."""
        read = self.at(now)
        return replace(read, left=with_side(read.left, side, max(read.left[side] + more, 0)))

    def out_at(self) -> int | None:
        """When the time that runs will be up; None while none runs."""
        return None if self.running is None else self.since + self.left[self.running]
