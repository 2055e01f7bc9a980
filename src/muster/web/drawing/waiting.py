"""The time until the next round in words, for the page and for clock.js, which counts it down."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.clock.schedule import schedule_view
from muster.app.desk import Opened
from muster.app.languages import day, of_day
from muster.app.speech import tr
from muster.core.reading.timetable import PeriodState
from muster.core.record.clock import instant

FAR = 120
"""From this many minutes on, a time of day says more than how long it is until then. As in clock.js."""


@dataclass(frozen=True, slots=True)
class NextStart:
    """The round expected next. `at`: when, in milliseconds.

    `words`: what to say now; `soon` has the place {n} for the minutes left, `far` is for long before, and `due` for
    when the time has come. `all_wait`: no round is being played, so the whole hall waits.
    """

    round: int
    at: int
    words: str
    soon: str
    far: str
    due: str
    all_wait: bool


def waiting(opened: Opened, now: str) -> NextStart | None:
    """None if no times are set, or no round is left."""
    if not opened.event.timetable.start:
        return None
    view = schedule_view(opened, now)
    period = view.next
    if period is None:
        return None
    begin = instant(period.start)
    time = of_day(period.start)
    soon = tr("{round} starts in about {n} min, at {time}.", round=period.name, n="{n}", time=time)
    far = tr("{round} starts at about {time}.", round=period.name, time=time)
    if period.day != view.now[:10]:
        far = tr("{round} starts on {day}, at about {time}.", round=period.name, day=day(period.day), time=time)
    due = tr("{round} should start any moment.", round=period.name)
    left = -((instant(now) - begin) // 60_000)
    words = far if left > FAR else soon.replace("{n}", str(left)) if left > 0 else due
    on = any(other.kind == "round" and other.state is PeriodState.ON for other in view.periods)
    return NextStart(period.round, begin, words, soon, far, due, not on)
