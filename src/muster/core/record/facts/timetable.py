"""What an organiser sets for the times of an event: when its days start, the breaks, and the time between rounds.

Times of day are those of the clock on the wall of the hall, such as 09:30: they have no zone.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    """After a round, or `at` a time on every day: then it is before the first round that would start later."""

    minutes: int
    after: int = 0
    at: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class PlayDay:
    """Another day of the event, and the round it starts with."""

    round: int
    date: str
    start: str


@dataclass(frozen=True, slots=True)
class Timetable:
    """`start`: on the day of the event; empty if no times are set.

    `between`: minutes from the end of a round to the start of the next. `length`: minutes a round takes, 0 for as long
    as its clock.
    """

    start: str = ""
    between: int = 0
    length: int = 0
    breaks: tuple[Break, ...] = ()
    days: tuple[PlayDay, ...] = ()


NO_TIMES = Timetable()
