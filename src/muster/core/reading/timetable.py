"""When each round is expected, from the times that the organiser set and the day as it really goes.

Pure: whole seconds since 1970, the time now and the hall's zone come in from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from itertools import chain, repeat

from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message
from muster.core.kit.model import StageKind
from muster.core.pairing.policies import bracket
from muster.core.reading.plan import is_final, planned
from muster.core.reading.stage_names import games_name, round_name
from muster.core.record.clock import MINUTE, ClockPlan, instant
from muster.core.record.event import Event, Round
from muster.core.record.facts import play as facts
from muster.core.record.facts.clock import ClockStarted
from muster.core.record.facts.timetable import Break, PlayDay, Timetable
from muster.core.record.undo import effective

SECOND = 1000
"""In milliseconds."""

Wall = Callable[[datetime], int]
"""The moment at which the clock in the hall shows this time, in seconds."""


class PeriodState(StrEnum):
    OVER = "over"
    ON = "on"
    EXPECTED = "expected"


@dataclass(frozen=True, slots=True)
class Period:
    """A round, or a break after one (`pause`). `end` is None if nobody knows how long the round takes."""

    round: int
    start: int
    end: int | None
    state: PeriodState
    pause: Break | None = None


@dataclass(frozen=True, slots=True)
class RoundCourse:
    """A round so far: when it started and ended, and how long its clock still runs.

    None if it has not started or ended, or has no such clock.
    """

    started: int | None = None
    ended: int | None = None
    left: int | None = None


@dataclass(slots=True)
class Moments:
    """When things happened in a round, in seconds; None if they have not."""

    published: int | None = None
    clock: int | None = None
    result: int | None = None
    closed: int | None = None


_RESULTS = facts.ResultReported | facts.ResultKeyed | facts.ResultConfirmed
_TOLD = facts.RoundDrawn | facts.RoundPublished | facts.RoundClosed | ClockStarted | _RESULTS


def moments(entries: Iterable[facts.Entry]) -> dict[int, Moments]:
    """By round. A correction does not count: it changes what was played, not when."""
    found: dict[int, Moments] = {}
    for entry in effective(entries):
        fact = entry.fact
        if not isinstance(fact, _TOLD):
            continue
        if isinstance(fact, facts.RoundDrawn):
            found[fact.round] = Moments()
            continue
        at = found.setdefault(fact.round, Moments())
        second = instant(entry.at) // SECOND
        match fact:
            case facts.RoundPublished():
                at.published = second
            case facts.RoundClosed():
                at.closed = second
            case ClockStarted():
                at.clock = instant(fact.at) // SECOND
            case _:
                at.result = second
    return found


def course(round_: Round, at: Moments, length: int | None, now: int) -> RoundCourse:
    """A round without a clock counts as started when it was published, once the first result is known."""
    begun = round_.complete or at.result is not None
    started = at.published if at.clock is None and begun else at.clock
    if started is None:
        return RoundCourse()
    if round_.complete:
        last = at.result if at.result is not None else at.closed
        return RoundCourse(started, max(started, started if last is None else last))
    if not round_.clock.started or length is None:
        return RoundCourse(started)
    given = max(round_.clock.extensions.get(match.number, 0) for match in round_.out())
    due = (length + round_.clock.added + given) * MINUTE
    return RoundCourse(started, left=max((due - round_.clock.run_at(now * SECOND)) // SECOND, 0))


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """A published or future round, with how many minutes it takes, None if nobody knows."""

    name: Message
    minutes: int | None


def rounds_ahead(event: Event, system: System) -> list[RoundAhead]:
    """All the event's rounds as far as they are known, without drafts.

    For a finished event, only those played to their end (X-15).
    """
    shown = [r for r in event.shown if r.complete or not event.finished]
    kinds = [(event.stage_of(r).kind, is_final(event, r), round_name(event, r.number)) for r in shown]
    if not event.finished:
        kinds += _to_come(event, system)
    return [RoundAhead(name, _minutes(event, system, kind, final)) for kind, final, name in kinds]


Kind = tuple[StageKind, bool, Message]


def _to_come(event: Event, system: System) -> list[Kind]:
    if event.stage.kind is StageKind.ELIMINATION:
        here = [r for r in event.shown if r.stage == event.stage.number]
        field = set(here[0].players()) if here else set(event.stage.seeds) or {p.id for p in event.active_players()}
        return _bracket(len(field))[len(here) :]
    try:
        plan = planned(event, system)
    except Refusal:  # No plan fits these players yet.
        return []
    swiss = range(len(event.shown) + 1, plan.rounds + 1)
    return [*((StageKind.SWISS, False, round_name(event, n)) for n in swiss), *_bracket(plan.cut)]


def _bracket(players: int) -> list[Kind]:
    size = bracket.slots(max(players, 1))
    games = [size >> n for n in range(1, size.bit_length())]
    return [(StageKind.ELIMINATION, n == 1, games_name(n)) for n in games]


def _minutes(event: Event, system: System, kind: StageKind, final: bool) -> int | None:
    return event.timetable.length or clock_minutes(system.clock(system.settings(event), kind, final))


def clock_minutes(plan: ClockPlan) -> int | None:
    """Up to the clock's last mark; None if it only counts up."""
    return max((mark.minute for mark in plan.marks), default=None)


def periods(
    times: Timetable,
    first: date,
    minutes: Sequence[int | None],
    courses: Sequence[RoundCourse],
    now: int,
    wall: Wall,
) -> list[Period]:
    """Every round with the breaks between.

    `minutes` has one item per round of the event, `courses` one per published round. Delays move everything after them;
    nothing is expected in the past.
    """
    days = {day.round: day for day in (PlayDay(1, first.isoformat(), times.start), *times.days)}
    found: list[Period] = []
    free, today = 0, _Day(days[1], times, wall)
    for number, (length, real) in enumerate(zip(minutes, chain(courses, repeat(RoundCourse())), strict=False), 1):
        if number in days:
            today = _Day(days[number], times, wall)
            due = max(today.start, free + times.between * 60)
            pauses: list[tuple[Break, int, int]] = []
        else:
            due, pauses = today.gap(number - 1, free, now, real.started)
        begun = real.started is not None
        start = real.started if real.started is not None else max(due, now)
        found += [
            Period(number - 1, begin, end, _state(begin, end, now, over=begun), pause) for pause, begin, end in pauses
        ]
        end = _end(real, start, length, now)
        over = real.ended is not None
        state = PeriodState.OVER if over else PeriodState.ON if begun else PeriodState.EXPECTED
        found.append(Period(number, start, end, state))
        if end is None:
            break
        free = end
    return found


def _end(real: RoundCourse, start: int, length: int | None, now: int) -> int | None:
    if real.ended is not None:
        return real.ended
    if real.left is not None:
        return now + real.left
    return None if length is None else max(start + length * 60, now)


def _state(begin: int, end: int, now: int, *, over: bool) -> PeriodState:
    if over or end <= now:
        return PeriodState.OVER
    return PeriodState.ON if begin <= now else PeriodState.EXPECTED


class _Day:
    """A day of play, and which of its breaks at fixed times are still to come."""

    def __init__(self, day: PlayDay, times: Timetable, wall: Wall) -> None:
        at = date.fromisoformat(day.date)
        self.start = wall(datetime.combine(at, time.fromisoformat(day.start)))
        self._times = times
        timed = [(wall(datetime.combine(at, time.fromisoformat(b.at))), b) for b in times.breaks if b.at]
        self._due = sorted(((begin, b) for begin, b in timed if begin > self.start), key=lambda one: one[0])

    def gap(self, after: int, free: int, now: int, started: int | None) -> tuple[int, list[tuple[Break, int, int]]]:
        """When the next round is due after this one, which ended at `free`, and the breaks until then.

        Breaks are not added to the time between rounds: the longer of the two counts. A break at a fixed time is still
        to come if the next round `started` without leaving at least half of it.
        """
        taken: list[tuple[Break, int, int]] = []
        at = free
        for pause in self._times.breaks:
            if pause.after == after:
                taken.append((pause, at, at + pause.minutes * 60))
                at = taken[-1][2]
        due = max(free + self._times.between * 60, at)
        while self._due:
            moment, pause = self._due[0]
            begin = max(moment, at)
            early = max(due, now) < moment if started is None else 2 * (started - begin) < pause.minutes * 60
            if early:
                break
            del self._due[0]
            at = begin + pause.minutes * 60
            taken.append((pause, begin, at))
            due = max(due, at)
        if started is None:
            return due, taken
        return due, [(pause, begin, min(end, started)) for pause, begin, end in taken if begin < started]
