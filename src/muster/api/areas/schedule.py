"""The schedule over HTTP: when rounds are expected, and the times that this is worked out from."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from muster.api.call import ApiCall, Route
from muster.api.shapes import Body, Recorded
from muster.app.clock import schedule
from muster.app.clock.schedule import ScheduleView, schedule_view
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.permissions import Action
from muster.core.kit.errors import BadInput
from muster.core.rules.venue import MOST_BREAKS, MOST_DAYS, MOST_MINUTES, Typed

Clock = Annotated[str, Meta(max_length=5)]
Day = Annotated[str, Meta(max_length=10)]


class BreakBody(Body, frozen=True):
    """A break `after` a round, or `at` a time of day such as 13:00; one of the two."""

    minutes: Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
    after: Annotated[int, Meta(ge=0, le=1_000)] = 0
    at: Clock = ""
    name: Annotated[str, Meta(max_length=60)] = ""


class DayBody(Body, frozen=True):
    """Another day: the round it begins with, its date, and when it starts."""

    round: Annotated[int, Meta(ge=2, le=1_000)]
    date: Day
    start: Clock


Breaks = Annotated[list[BreakBody], Meta(max_length=MOST_BREAKS)]
Days = Annotated[list[DayBody], Meta(max_length=MOST_DAYS)]


class TimesBody(Body, frozen=True):
    """All times of an event, replacing earlier ones; an empty `start` without breaks and days removes them.

    `date`: the first day, unchanged if empty. `length`: minutes a round takes, 0 for as long as its clock.
    """

    start: Clock
    date: Day = ""
    between: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    length: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    breaks: Breaks = msgspec.field(default_factory=list)
    days: Days = msgspec.field(default_factory=list)


class ShownSchedule(View, frozen=True):
    """When rounds are expected, as of now."""

    event: str
    schedule: ScheduleView


class ScheduleRecorded(Recorded, frozen=True):
    schedule: ScheduleView


def show(call: ApiCall, opened: Opened) -> ShownSchedule:
    """When every round is expected, at this moment."""
    return ShownSchedule(opened.id, schedule_view(opened, call.desk.now(opened)))


def set_times(call: ApiCall) -> Opened:
    """Set when the event starts, its breaks, and the time between rounds."""
    body = cast(TimesBody, call.body)
    days = [(str(day.round), day.date, day.start) for day in body.days]
    breaks = [_typed(one) for one in body.breaks]
    length = str(body.length or "")
    between = str(body.between)
    return schedule.set_times(
        call.desk, call.event, call.actor, body.date, body.start, between, length, breaks, days, call.request
    )


def _typed(one: BreakBody) -> Typed:
    if one.at and one.after:
        raise BadInput(
            "A break is after round {round} or at {time}, not both. Leave one of the two out.",
            round=one.after,
            time=one.at,
        )
    return one.at or str(one.after), str(one.minutes), one.name


def told(call: ApiCall, opened: Opened) -> ScheduleRecorded:
    return ScheduleRecorded(opened.id, opened.last, schedule_view(opened, call.desk.now(opened)))


PATH = "/api/v1/events/{event}/schedule"

PUBLIC_SCHEDULE = Route(
    "schedule.json", "GET", "/e/{event}/schedule.json", Action.LOOK, ShownSchedule, show, timed=True
)
SCHEDULE = Route("schedule", "GET", PATH, Action.LOOK, ShownSchedule, show, timed=True)
SET_TIMES = Route(
    "set-times", "POST", PATH, Action.CLOCK, ScheduleRecorded, told, set_times, TimesBody, twins=("set-times",)
)

PUBLIC: tuple[Route[Any], ...] = (PUBLIC_SCHEDULE,)
ROUTES: tuple[Route[Any], ...] = (SCHEDULE, SET_TIMES)
