"""When rounds are expected: worked examples, and a recount that walks through the day minute by minute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.model import PlayerId
from muster.core.reading.timetable import Moments, Period, PeriodState, RoundCourse, course, periods, rounds_ahead
from muster.core.record.clock import MINUTE, RoundClock
from muster.core.record.event import Match, MatchState, Round, RoundState
from muster.core.record.facts.timetable import Break, PlayDay, Timetable
from tests.app.hall import Hall

FIRST = date(2026, 11, 14)
MIDNIGHT = int(datetime.combine(FIRST, time(), UTC).timestamp())


def wall(at: datetime) -> int:
    return int(at.replace(tzinfo=UTC).timestamp())


def at(text: str, day: int = 0) -> int:
    return wall(datetime.combine(FIRST + timedelta(days=day), time.fromisoformat(text)))


def told(found: Sequence[Period]) -> list[str]:
    def clock(second: int | None) -> str:
        return "?" if second is None else f"{datetime.fromtimestamp(second, UTC):%H:%M}"

    return [
        f"{one.pause.name if one.pause else one.round} {clock(one.start)}-{clock(one.end)} {one.state.value}"
        for one in found
    ]


LUNCH = Break(45, after=2, name="Lunch")
TEA = Break(20, at="13:00", name="Tea")


def test_a_day_as_planned() -> None:
    times = Timetable("10:00", between=15, breaks=(LUNCH,))
    assert told(periods(times, FIRST, [60, 60, 90], [], at("08:00"), wall)) == [
        "1 10:00-11:00 expected",
        "2 11:15-12:15 expected",
        "Lunch 12:15-13:00 expected",
        "3 13:00-14:30 expected",
    ]


def test_a_break_is_never_shorter_than_the_time_between_rounds() -> None:
    times = Timetable("10:00", between=30, breaks=(Break(10, after=1, name="Air"),))
    assert told(periods(times, FIRST, [60, 60], [], at("08:00"), wall))[1:] == [
        "Air 11:00-11:10 expected",
        "2 11:30-12:30 expected",
    ]


def test_what_is_late_moves_all_that_comes_after_it() -> None:
    times = Timetable("10:00", between=15, breaks=(LUNCH,))
    # Round 1 is not started yet.
    assert told(periods(times, FIRST, [60, 60, 60], [], at("10:20"), wall))[0] == "1 10:20-11:20 expected"
    # Round 1 ended early, round 2 began late, and its clock still has ten minutes, with what was added and paused.
    courses = [RoundCourse(at("10:05"), at("10:50")), RoundCourse(at("11:30"), left=600)]
    assert told(periods(times, FIRST, [60, 60, 60], courses, at("12:40"), wall)) == [
        "1 10:05-10:50 over",
        "2 11:30-12:50 on",
        "Lunch 12:50-13:35 expected",
        "3 13:35-14:35 expected",
    ]


def test_a_round_that_runs_over_ends_now_at_the_earliest() -> None:
    times = Timetable("10:00", between=15)
    assert told(periods(times, FIRST, [60, 60], [RoundCourse(at("10:00"))], at("11:10"), wall)) == [
        "1 10:00-11:10 on",
        "2 11:25-12:25 expected",
    ]


def test_a_break_at_a_time_comes_before_the_first_round_that_would_begin_later() -> None:
    times = Timetable("10:00", between=15, breaks=(TEA,))
    # Round 3 would begin at 12:30: it is played first.
    assert told(periods(times, FIRST, [60, 60, 60, 60], [], at("08:00"), wall))[2:] == [
        "3 12:30-13:30 expected",
        "Tea 13:30-13:50 expected",
        "4 13:50-14:50 expected",
    ]
    # Round 3 began nine minutes past one, without the break: the break comes after that round.
    courses = [
        RoundCourse(at("10:00"), at("11:00")),
        RoundCourse(at("11:15"), at("12:35")),
        RoundCourse(at("13:09"), left=3600),
    ]
    assert told(periods(times, FIRST, [60, 60, 60, 60], courses, at("13:09"), wall))[2:4] == [
        "3 13:09-14:09 on",
        "Tea 14:09-14:29 expected",
    ]
    # It could have begun at 12:50, but at 13:05 nobody is playing: that is the break.
    assert told(periods(times, FIRST, [60, 60, 60, 60], courses[:2], at("13:05"), wall))[2:4] == [
        "Tea 13:00-13:20 on",
        "3 13:20-14:20 expected",
    ]
    # It began at 13:15, after most of the break: that was it.
    courses[2] = RoundCourse(at("13:15"), left=3600)
    assert told(periods(times, FIRST, [60, 60, 60, 60], courses, at("13:15"), wall))[2:] == [
        "Tea 13:00-13:15 over",
        "3 13:15-14:15 on",
        "4 14:30-15:30 expected",
    ]


def test_a_break_is_taken_from_its_minute_on_and_by_whoever_waited_for_half_of_it() -> None:
    times = Timetable("10:00", between=15, breaks=(TEA,))
    # Round 2 would begin in the very minute of the break.
    assert told(periods(times, FIRST, [165, 60], [], at("08:00"), wall))[1:] == [
        "Tea 13:00-13:20 expected",
        "2 13:20-14:20 expected",
    ]
    courses = [RoundCourse(at("10:00"), at("12:45")), RoundCourse(at("13:10"), left=3600)]
    assert told(periods(times, FIRST, [165, 60], courses, at("13:10"), wall))[1] == "Tea 13:00-13:10 over"


def test_a_break_before_the_day_or_at_its_very_start_is_none() -> None:
    for early in ("09:30", "10:00"):
        times = Timetable("10:00", between=15, breaks=(Break(20, at=early, name="Doors"),))
        assert told(periods(times, FIRST, [60, 60], [], at("08:00"), wall)) == [
            "1 10:00-11:00 expected",
            "2 11:15-12:15 expected",
        ]


def test_a_break_is_over_at_its_end_or_when_the_next_round_has_begun() -> None:
    times = Timetable("10:00", between=15, breaks=(Break(30, after=1, name="Lunch"),))
    first, second = RoundCourse(at("10:00"), at("11:00")), RoundCourse(at("11:20"), left=3600)

    def lunch(now: str, *courses: RoundCourse) -> str:
        return told(periods(times, FIRST, [60, 60], courses, at(now), wall))[1]

    assert lunch("11:29", first) == "Lunch 11:00-11:30 on"
    assert lunch("11:30", first) == "Lunch 11:00-11:30 over"
    assert lunch("11:20", first, second) == "Lunch 11:00-11:20 over"
    # The time of the computer was set back after the round had begun.
    assert lunch("11:10", first, second) == "Lunch 11:00-11:20 over"
    # Nobody had a break at all.
    assert lunch("11:00", first, RoundCourse(at("11:00"), left=3600)) == "2 11:00-12:00 on"


def test_a_day_that_ends_after_midnight_moves_the_start_of_the_next() -> None:
    times = Timetable("22:00", between=30, days=(PlayDay(2, "2026-11-15", "00:15"),))
    assert periods(times, FIRST, [120, 60], [], at("08:00"), wall)[1].start == at("00:30", day=1)


def test_the_next_day_begins_when_it_should_and_has_its_own_breaks() -> None:
    times = Timetable("10:00", between=15, breaks=(TEA, LUNCH), days=(PlayDay(3, "2026-11-16", "12:30"),))
    found = periods(times, FIRST, [60, 180, 60, 60], [], at("08:00"), wall)
    assert told(found) == [
        "1 10:00-11:00 expected",
        "2 11:15-14:15 expected",
        "3 12:30-13:30 expected",
        "Tea 13:30-13:50 expected",
        "4 13:50-14:50 expected",
    ]
    assert found[2].start == at("12:30", day=2)


def test_nothing_is_expected_after_a_round_of_unknown_length() -> None:
    assert told(periods(Timetable("10:00"), FIRST, [60, None, 60], [], at("08:00"), wall)) == [
        "1 10:00-11:00 expected",
        "2 11:00-? expected",
    ]


def round_of(*states: MatchState, clock: RoundClock | None = None) -> Round:
    matches = [Match(n, PlayerId(2 * n - 1), PlayerId(2 * n), n, state=state) for n, state in enumerate(states, 1)]
    return Round(1, 1, matches, [], state=RoundState.PUBLISHED, clock=clock or RoundClock())


def test_a_round_takes_as_long_as_its_clock_still_runs() -> None:
    running = round_of(MatchState.OPEN, clock=RoundClock(started=True, since=10 * MINUTE))
    begun = Moments(published=300, clock=600)
    assert course(running, begun, 60, 25 * 60) == RoundCourse(600, left=45 * 60)
    assert course(running, begun, 60, 99 * 60) == RoundCourse(600, left=0)
    assert course(running, begun, None, 25 * 60) == RoundCourse(600)


def test_a_round_ends_with_its_last_result_or_when_it_is_closed() -> None:
    assert course(round_of(MatchState.OPEN), Moments(published=300), 60, 900) == RoundCourse()
    done = Moments(published=300, result=480, closed=540)
    assert course(round_of(MatchState.IN), done, 60, 900) == RoundCourse(300, 480)
    assert course(round_of(MatchState.IN), replace(done, clock=360), 60, 900) == RoundCourse(360, 480)
    # Only byes: there is no result to wait for.
    assert course(round_of(), Moments(published=300), 60, 900) == RoundCourse(300, 300)
    assert course(round_of(), Moments(published=300, closed=540), 60, 900) == RoundCourse(300, 540)
    assert course(round_of(), Moments(), 60, 900) == RoundCourse()


def ahead(hall: Hall) -> list[str]:
    return [f"{one.name} {one.minutes}" for one in rounds_ahead(hall.event, hall.system)]


def test_the_same_rounds_are_expected_from_the_first_hour_to_the_last() -> None:
    """L5R-082 L5R-117: all rounds take until play is stopped, and the final is longer."""
    hall = Hall("l5r", 6, structure="custom", rounds="2", cut="4", round_minutes="40", final_minutes="70")
    day = ["Round 1 50", "Round 2 50", "Semi-finals 50", "Final 80"]
    assert ahead(hall) == day
    for number in range(1, 5):
        if number == 3:
            hall.cut()
            assert ahead(hall) == day
        hall.pair()
        assert ahead(hall) == day  # A draft is not known yet.
        hall.publish()
        assert ahead(hall) == day
        for match in hall.event.rounds[-1].matches:
            hall.report(str(match.table), winner="a")
        hall.close()
        assert ahead(hall) == day
    hall.finish()
    assert ahead(hall) == day


def test_a_bracket_from_the_start_is_as_large_as_its_first_round() -> None:
    hall = Hall("bushido", 5, format="elimination", round_minutes="60")
    day = ["Quarter-finals 60", "Semi-finals 60", "Final 60"]
    assert ahead(hall) == day
    hall.play({"vp": "2-1"})
    hall.drop("#1")
    hall.drop("#2")
    assert ahead(hall) == day


def test_an_event_that_ends_early_expects_nothing_more_and_leaves_out_a_part_round() -> None:
    """X-15: a part round is void."""
    hall = Hall("bushido", 4, rounds="3", round_minutes="60")
    hall.play({"vp": "2-1"})
    hall.pair()
    hall.publish()
    assert ahead(hall) == ["Round 1 60", "Round 2 60", "Round 3 60"]
    hall.finish("the hall closes")
    assert ahead(hall) == ["Round 1 60"]


minutes = st.integers(0, 90)
breaks = st.lists(
    st.builds(Break, st.integers(1, 70), after=st.integers(1, 4))
    | st.builds(Break, st.integers(1, 70), at=st.integers(9, 18).map(lambda hour: f"{hour:02}:00")),
    max_size=4,
)
days = st.lists(st.integers(2, 5), max_size=2, unique=True).map(
    lambda rounds: tuple(
        PlayDay(number, (FIRST + timedelta(days=n)).isoformat(), "09:30") for n, number in enumerate(sorted(rounds), 1)
    )
)
gone = st.lists(st.tuples(st.integers(0, 150), st.integers(0, 150)), max_size=5)
"""How long after the planned start, or the previous round's end, each round began, and how long it took."""


lengths_ = st.lists(st.integers(1, 120), min_size=1, max_size=5)


@given(st.integers(0, 40), breaks, days, lengths_, gone, minutes, st.data())
def test_the_whole_day_comes_out_as_somebody_with_a_watch_would_have_it(
    between: int,
    pauses: list[Break],
    further: tuple[PlayDay, ...],
    lengths: list[int],
    real: list[tuple[int, int]],
    later: int,
    data: st.DataObject,
) -> None:
    times = Timetable("10:00", between, breaks=tuple(pauses), days=further)
    courses, free = [], at("10:00")
    for wait, took in real[: len(lengths)]:
        start = free + wait * 60
        courses.append(RoundCourse(start, start + took * 60))
        free = start + took * 60
    now = free + later * 60
    playing: bool = data.draw(st.booleans())
    if courses and playing:
        last = courses[-1].started
        assert last is not None
        left = data.draw(st.none() | st.integers(0, 60).map(lambda n: 60 * n))
        courses[-1] = RoundCourse(last, left=left)
    found = periods(times, FIRST, lengths, courses, now, wall)
    assert [(s.round, s.start, s.end, s.pause) for s in found] == Watch(times, lengths, courses, now).day()
    for period in found:
        assert period.end is not None and period.start <= period.end
        assert period.state is not PeriodState.EXPECTED or period.start >= (now if period.pause is None else now + 1)


class Watch:
    """Somebody who looks at a watch every minute and does what is due."""

    def __init__(self, times: Timetable, lengths: list[int], courses: list[RoundCourse], now: int) -> None:
        self.times, self.lengths, self.courses, self.now = times, lengths, courses, now
        self.seen: list[tuple[int, int, int, Break | None]] = []
        self.breaks_due: list[tuple[int, Break]] = []

    def day(self) -> list[tuple[int, int, int, Break | None]]:
        ended = 0
        for number, length in enumerate(self.lengths, 1):
            real = self.courses[number - 1] if number <= len(self.courses) else RoundCourse()
            opening = self.opens(number)
            if opening is not None:
                begin = self.arrive(opening, ended, real)
            elif real.started is not None:
                begin = self.remember(number, ended, real.started)
            else:
                begin = self.wait(number, ended)
            ended = self.play(length, begin, real)
            self.seen.append((number, begin, ended, None))
        return self.seen

    def opens(self, number: int) -> tuple[str, int] | None:
        if number == 1:
            return self.times.start, 0
        found = [day for day in self.times.days if day.round == number]
        return (found[0].start, (date.fromisoformat(found[0].date) - FIRST).days) if found else None

    def arrive(self, opening: tuple[str, int], ended: int, real: RoundCourse) -> int:
        clock, day = opening
        begin = at(clock, day)
        timed = [(at(b.at, day), b) for b in self.times.breaks if b.at]
        self.breaks_due = [(t, b) for t, b in sorted(timed, key=lambda one: one[0]) if t > begin]
        if real.started is not None:
            return real.started
        minute = begin
        while minute < self.now or (ended and minute < ended + self.times.between * 60):
            minute += 60
        return minute

    def wait(self, number: int, ended: int) -> int:
        """The next round begins in the first minute in which nothing holds it up."""
        minute, fixed = ended, [b for b in self.times.breaks if b.after == number - 1]
        while True:
            if fixed:
                pause = fixed.pop(0)
            elif self.breaks_due and self.breaks_due[0][0] <= minute:
                pause = self.breaks_due.pop(0)[1]
            elif minute >= ended + self.times.between * 60 and minute >= self.now:
                return minute
            else:
                minute += 60
                continue
            self.seen.append((number - 1, minute, minute + pause.minutes * 60, pause))
            minute += pause.minutes * 60

    def remember(self, number: int, ended: int, began: int) -> int:
        """Which breaks there were before a round that began at this minute."""
        minute, fixed = ended, [b for b in self.times.breaks if b.after == number - 1]
        while fixed or (self.breaks_due and self.breaks_due[0][0] <= began):
            if fixed:
                pause = fixed.pop(0)
            else:
                begin = max(self.breaks_due[0][0], minute)
                if (began - begin) * 2 < self.breaks_due[0][1].minutes * 60:
                    break
                minute, pause = begin, self.breaks_due.pop(0)[1]
            if minute < began:
                self.seen.append((number - 1, minute, min(minute + pause.minutes * 60, began), pause))
            minute += pause.minutes * 60
        return began

    def play(self, length: int, begin: int, real: RoundCourse) -> int:
        if real.ended is not None:
            return real.ended
        if real.left is not None:
            return self.now + real.left
        end = begin + length * 60
        return max(end, self.now) if real.started is not None else end
