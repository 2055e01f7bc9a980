"""A computer whose clock jumps: an event's time never runs backwards, and nothing that was saved is doubted for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.past.verify import verify
from muster.app.staff import announcements
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.store.sqlite import SqliteJournals

STAFF = Actor()
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


class JumpingClock:
    """`passed` is time that nobody can set; `off` is how wrong the wall clock is."""

    def __init__(self) -> None:
        self.passed, self.off = timedelta(), timedelta()

    def now(self) -> str:
        return (NOON + self.passed + self.off).isoformat(timespec="microseconds")

    def elapsed(self) -> float:
        return self.passed.total_seconds()


def test_an_hour_back_and_forth_between_any_two_actions(tmp_path: Path) -> None:
    lots, clock = Random("clock"), JumpingClock()
    fresh = iter(map(str, range(10_000)))
    desk = Desk(SqliteJournals(tmp_path), clock, lambda: next(fresh), clock.elapsed)
    events.create(desk, "Cup", "bushido", STAFF, seed="s")
    for number in range(60):
        clock.passed += timedelta(seconds=lots.randrange(1, 300))
        clock.off = timedelta(hours=lots.choice((-1, 0, 0, 1)))
        if lots.random() < 0.2 and number:
            history.undo(desk, "cup", STAFF)
        else:
            announcements.announce(desk, "cup", f"Number {number}", STAFF)
    opened = desk_at(tmp_path).open("cup")
    times = [datetime.fromisoformat(entry.at) for entry in opened.entries]
    slack = timedelta(minutes=1)  # Less than that is a clock that its computer is just putting right.
    assert all(later > earlier - slack for earlier, later in pairwise(times))
    assert max(times) <= NOON + clock.passed + timedelta(hours=1)
    assert verify(opened, "s").ok and len(times) == 61
