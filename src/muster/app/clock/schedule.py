"""The schedule of an event: the times that its organiser sets, and when every round is expected, as everybody sees it.

A time of day is that of the computer that runs the event, which is in the hall.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal

from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.core.kit.model import Actor
from muster.core.reading.timetable import (
    Moments,
    Period,
    PeriodState,
    RoundAhead,
    RoundCourse,
    course,
    moments,
    periods,
    rounds_ahead,
)
from muster.core.record.clock import instant
from muster.core.record.facts.play import Fact
from muster.core.rules import events as whole
from muster.core.rules.venue import Typed, clean_timetable


class BreakView(View, frozen=True):
    """`after`: the round it follows, 0 for a break `at` a time of every day."""

    minutes: int
    after: int
    at: str
    name: str


class DayView(View, frozen=True):
    """Another day: the round it begins with, its date, and when it starts."""

    round: int
    date: str
    start: str


class PeriodView(View, frozen=True):
    """A round or a break. `round`: its number, or that of the round before the break.

    `start` and `end`: local times on this `day`; `end` is null if nobody knows how long a round takes. A period that is
    `expected` has not begun, and may move.
    """

    kind: Literal["round", "break"]
    round: int
    name: str
    day: str
    start: str
    end: str | None
    state: PeriodState


class ScheduleView(View, frozen=True):
    """What the organiser set, with an empty `start` if no times are set, and every round with the breaks between.

    `next`: the first round that has not begun, null if none is left.
    """

    now: str
    date: str
    start: str
    between: int
    length: int
    breaks: list[BreakView]
    days: list[DayView]
    periods: list[PeriodView]
    next: PeriodView | None


def set_times(
    desk: Desk,
    event_id: str,
    actor: Actor,
    date: str,
    start: str,
    between: str,
    length: str = "",
    breaks: Sequence[Typed] = (),
    days: Sequence[Typed] = (),
    request: str = "",
) -> Opened:
    """As typed. Without a start, breaks and days, the times are removed."""

    def decide(opened: Opened) -> list[Fact]:
        times = clean_timetable(start, between, length, breaks, days)
        return whole.set_times(opened.event, opened.system, date.strip(), times)

    return desk.act(event_id, decide, actor, request)


def schedule_view(opened: Opened, now: str) -> ScheduleView:
    times = opened.event.timetable
    ahead = rounds_ahead(opened.event, opened.system)
    found = [_period_view(period, ahead) for period in expected(opened, now)]
    return ScheduleView(
        now=_here(instant(now) // 1000),
        date=opened.event.date,
        start=times.start,
        between=times.between,
        length=times.length,
        breaks=[BreakView(b.minutes, b.after, b.at, b.name) for b in times.breaks],
        days=[DayView(day.round, day.date, day.start) for day in times.days],
        periods=found,
        next=next((s for s in found if s.kind == "round" and s.state is PeriodState.EXPECTED), None),
    )


def expected(opened: Opened, now: str) -> list[Period]:
    """Every round and break with its times; empty if no times are set."""
    event = opened.event
    if not event.timetable.start or not event.date:
        return []
    minutes = [one.minutes for one in rounds_ahead(event, opened.system)]
    second = instant(now) // 1000
    return periods(event.timetable, date.fromisoformat(event.date), minutes, courses(opened, now), second, wall)


def courses(opened: Opened, now: str) -> list[RoundCourse]:
    """How every published round went, or goes until now."""
    told = opened.known.once("moments", lambda: moments(opened.entries))
    second = instant(now) // 1000
    return [
        course(round_, told.get(round_.number, Moments()), one.minutes, second)
        for round_, one in zip(opened.event.shown, rounds_ahead(opened.event, opened.system), strict=False)
    ]


def wall(at: datetime) -> int:
    """The moment at which this computer's clock shows a time of day, in seconds."""
    return int(at.astimezone().timestamp())


def _period_view(period: Period, ahead: Sequence[RoundAhead]) -> PeriodView:
    name = tr(ahead[period.round - 1].name) if period.pause is None else period.pause.name or tr("Break")
    start, end = _here(period.start), None if period.end is None else _here(period.end)
    return PeriodView(
        "round" if period.pause is None else "break", period.round, name, start[:10], start, end, period.state
    )


def _here(second: int) -> str:
    return datetime.fromtimestamp(second).astimezone().isoformat()
