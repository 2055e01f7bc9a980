"""The schedule from a real journal: the day as it goes, with undo, corrections, pauses, further days and zones."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.app.clock import actions as clock
from muster.app.clock.schedule import ScheduleView, schedule_view, set_times
from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event
from muster.app.log.entries import log_view
from muster.app.takeaway.ical import event_calendar
from muster.core.kit.errors import BadInput, Refusal
from tests.app.hall import STAFF, Hall, new_desk


class Watch:
    """A clock that a test sets."""

    def __init__(self, text: str = "08:00") -> None:
        self.set(text)

    def set(self, text: str, day: int = 16) -> None:
        self.at = datetime.fromisoformat(f"2026-11-{day}T{text}:00+00:00")

    def now(self) -> str:
        self.at += timedelta(microseconds=1)
        return self.at.isoformat(timespec="microseconds")


class Day(Hall):
    """An event on a day whose time the test sets."""

    def __init__(self, system: str = "bushido", names: int = 8, **options: str) -> None:
        super().__init__(system, 0, **options)
        self.watch = self.desk.clock = Watch()
        self.enrol(*(f"Player {n}" for n in range(names)))

    def times(self, start: str = "10:00", **more: object) -> None:
        set_times(self.desk, self.id, STAFF, "2026-11-16", start, "15", **more)  # type: ignore[arg-type]  # any of its arguments

    def view(self) -> ScheduleView:
        return schedule_view(self.opened, self.watch.now())

    def told(self) -> list[str]:
        return [f"{s.name} {s.start[11:16]}-{(s.end or '')[11:16]} {s.state.value}" for s in self.view().periods]

    def begin(self, text: str) -> None:
        self.watch.set(text)
        self.pair()
        self.publish()
        clock.start(self.desk, self.id, STAFF)

    def results(self, text: str) -> None:
        self.watch.set(text)
        for match in self.event.rounds[-1].matches:
            self.report(str(match.table), vp="2-1", sp="5-4")


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_the_day_moves_as_it_goes() -> None:
    day = Day(round_minutes="90")
    assert day.view().periods == [] and day.view().next is None
    day.times(length="90", breaks=[("1", "45", "Lunch")])
    assert day.told() == [
        "Round 1 10:00-11:30 expected",
        "Lunch 11:30-12:15 expected",
        "Round 2 12:15-13:45 expected",
        "Round 3 14:00-15:30 expected",
    ]
    day.watch.set("10:10")
    day.pair()
    day.publish()
    assert day.told()[0] == "Round 1 10:10-11:40 expected"  # Published, but nobody has started the clock.
    clock.start(day.desk, day.id, STAFF)
    clock.add(day.desk, day.id, "10", STAFF)
    assert day.told()[:3] == ["Round 1 10:10-11:50 on", "Lunch 11:50-12:35 expected", "Round 2 12:35-14:05 expected"]
    coming = day.view().next
    assert coming is not None and coming.name == "Round 2"
    day.watch.set("10:30")
    clock.pause(day.desk, day.id, STAFF)
    day.watch.set("10:50")  # A pause of twenty minutes is added.
    assert day.told()[0] == "Round 1 10:10-12:10 on"
    clock.resume(day.desk, day.id, STAFF)
    day.results("11:40")
    waited = day.view().next
    assert day.told()[:3] == ["Round 1 10:10-11:40 over", "Lunch 11:40-12:25 on", "Round 2 12:25-13:55 expected"]
    assert waited is not None and (waited.name, waited.start) == ("Round 2", "2026-11-16T12:25:00+00:00")
    # A correction an hour later changes what was played, not when.
    day.watch.set("12:40")
    before = day.told()
    day.correct("1", 1, vp="1-2", sp="5-4")
    assert day.told() == before and before[2] == "Round 2 12:40-14:10 expected"


def test_a_round_without_a_clock_started_when_it_was_published() -> None:
    day = Day()
    day.times(length="60")
    day.watch.set("10:05")
    day.pair()
    day.publish()
    day.watch.set("10:20")
    assert day.told()[0] == "Round 1 10:20-11:20 expected"
    day.report("1", vp="2-1", sp="5-4")
    assert day.told()[0] == "Round 1 10:05-11:05 on"
    for table in "234":
        day.report(table, vp="2-1", sp="5-4")
    assert day.told()[:2] == ["Round 1 10:05-10:20 over", "Round 2 10:35-11:35 expected"]


def test_a_round_that_is_drawn_again_has_not_begun() -> None:
    day = Day()
    day.times(length="60")
    day.begin("10:00")
    day.watch.set("10:20")
    day.pair(redraw="wrong list of players")
    day.publish()
    assert day.told()[0] == "Round 1 10:20-11:20 expected"


def test_a_table_with_more_time_is_waited_for_until_its_result_is_in() -> None:
    day = Day()
    day.times(length="60")
    day.begin("10:00")
    clock.extend(day.desk, day.id, "1", "12", STAFF)
    assert day.told()[0] == "Round 1 10:00-11:12 on"
    day.report("1", vp="2-1", sp="5-4")
    assert day.told()[0] == "Round 1 10:00-11:00 on"


def test_the_bracket_is_expected_too_by_its_names_and_its_clock() -> None:
    day = Day("l5r", 16, cut="4")
    day.times()
    names = [period.name for period in day.view().periods]
    assert names == ["Round 1", "Round 2", "Round 3", "Round 4", "Semi-finals", "Final"]
    assert day.opened.event.timetable.length == 0 and all(period.end for period in day.view().periods)


def test_a_finished_event_expects_nothing() -> None:
    """X-15: an incomplete round is void, so nobody reads that it is still to come."""
    day = Day(names=4)
    day.times(length="60")
    day.begin("10:00")
    day.results("10:40")
    day.pair()
    day.publish()
    day.finish("the hall closes")
    assert day.told() == ["Round 1 10:00-10:40 over"] and day.view().next is None


STEPS = st.lists(st.sampled_from(("step", "undo", "correct", "wait", "times", "redo")), min_size=5, max_size=20)


@given(STEPS, st.integers(1, 50))
def test_what_was_undone_never_was(steps: list[str], minutes: int) -> None:
    """Any sequence of undo, redo and corrections in a day gives the same as a day with only what counts."""
    day = Day(names=4)
    day.times(length="60", breaks=[("1", "30", "Lunch")])
    for step in steps:
        day.watch.at += timedelta(minutes=minutes)
        then = day.watch.now()
        before = schedule_view(day.opened, then)
        try:
            if step == "undo":
                day.undo()
                day.redo()
            elif step == "redo":
                day.redo()
            elif step == "correct":
                day.correct("1", 1, vp="1-2", sp="5-4")
            elif step == "times":
                set_times(day.desk, day.id, STAFF, "", "10:30", str(minutes), "60", [("13:00", "30", "")])
            elif step == "step":
                forward(day)
        except Refusal:
            continue
        after = schedule_view(day.opened, then)
        if step in ("undo", "correct", "wait"):
            assert after == before
        else:
            day.undo()
            assert step == "redo" or schedule_view(day.opened, then) == before
            day.redo()
            assert schedule_view(day.opened, then) == after
    # A copy elsewhere has the same day.
    taken = import_event(new_desk(), export_event(day.desk, day.id), "elsewhere")
    assert schedule_view(taken, day.watch.at.isoformat()) == schedule_view(day.opened, day.watch.at.isoformat())


def forward(day: Day) -> None:
    """The next step of the event: draw, publish, start the clock, one result, close."""
    round_ = day.event.current
    if round_ is None or round_.complete:
        day.pair()
    elif round_.state == "draft":
        day.publish()
    elif not round_.clock.started:
        clock.start(day.desk, day.id, STAFF)
    else:
        day.report(str(round_.out()[0].table), vp="2-1", sp="5-4")


def test_times_of_day_are_those_of_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    day = Day()
    day.times(length="60", days=[("2", "2027-03-28", "10:00")])
    starts = [period.start for period in day.view().periods]
    # The second day is the one on which the clocks go forward.
    assert starts[:2] == ["2026-11-16T10:00:00+01:00", "2027-03-28T10:00:00+02:00"]


def test_a_calendar_has_the_rounds_to_come() -> None:
    day = Day()
    day.times(length="60", breaks=[("1", "30", "Lunch")])
    day.begin("10:20")
    text = event_calendar(day.opened)
    # One that runs ends when it is expected to.
    assert "DTSTART:20261116T102000Z\r\nDTEND:20261116T112000Z\r\nSUMMARY:Test event: Round 1" in text
    assert "DTSTART:20261116T112000Z\r\nDTEND:20261116T115000Z\r\nSUMMARY:Test event: Lunch" in text
    assert "DTSTART:20261116T115000Z\r\nDTEND:20261116T125000Z\r\nSUMMARY:Test event: Round 2" in text
    # Nobody stopped the clock: the round was over with its last result.
    day.results("11:05")
    over = "DTSTART:20261116T102000Z\r\nDTEND:20261116T110500Z\r\nSUMMARY:Test event: Round 1"
    assert over in event_calendar(day.opened)


def test_a_break_keeps_its_id_in_a_calendar_when_one_before_it_is_over() -> None:
    day = Day()
    day.times(length="60", breaks=[("1", "30", "Lunch"), ("2", "15", "Coffee")])

    def ids() -> dict[str, str]:
        found = re.findall(
            r"UID:(\S+)\r\n(?:(?!END:VEVENT).*\r\n)*?SUMMARY:Test event: (\w+)", event_calendar(day.opened)
        )
        return {name: uid for uid, name in found if name in ("Lunch", "Coffee")}

    before = ids()
    assert len(set(before.values())) == 2
    day.begin("10:20")
    day.results("11:05")
    day.begin("11:40")
    assert ids() == before
    assert "DTSTART:20261116T110500Z\r\nDTEND:20261116T113500Z\r\nSUMMARY:Test event: Lunch" in event_calendar(
        day.opened
    )


def test_times_are_in_the_log_and_can_be_undone() -> None:
    day = Day()
    day.times(length="60", breaks=[("1", "30", "Lunch")])
    logged = log_view(day.opened)[-1].text
    assert logged.endswith("start at 10:00, 15 minutes between rounds, 1 break")
    set_times(day.desk, day.id, STAFF, "", "", "", "")
    assert day.view().periods == [] and log_view(day.opened)[-1].text == "Event changed: no times for rounds"
    day.undo()
    assert len(day.view().periods) == 4
    day.undo()
    assert day.view().periods == [] and day.event.date == ""


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"start": "25:00"}, "“25:00” is not a time of day. Write it as 09:30."),
        ({"start": "", "breaks": [("1", "30", "")]}, "“” is not a time of day. Write it as 09:30."),
        ({"between": "soon"}, "“soon” should be a whole number of minutes, from 0 to 600."),
        ({"length": "0"}, "“0” should be a whole number of minutes, from 1 to 600."),
        ({"length": ""}, "The clock of this game only counts up, so enter how many minutes a round takes."),
        ({"breaks": [("noon", "30", "")]}, "“noon” does not say when a break is."),
        ({"breaks": [("0", "30", "")]}, "“0” does not say when a break is."),
        ({"breaks": [("1", "", "Lunch")]}, "“” should be a whole number of minutes, from 1 to 600."),
        ({"breaks": [("1", "30", "x" * 61)]}, "has 61 characters. The name of a break can have at most 60."),
        ({"breaks": [("1", "30", "")] * 21}, "There are 21 breaks. There can be at most 20."),
        ({"days": [("1", "2026-11-15", "10:00")]}, "“1” is not a round that a further day can begin with."),
        ({"days": [("2", "tomorrow", "10:00")]}, "“tomorrow” is not a date. Write it as 2026-11-15."),
        ({"days": [("2", "2026-11-16", "10:00")]}, "is not after the day before it"),
        ({"date": "14.11."}, "“14.11.” is not a date. Write it as 2026-11-15."),
        ({"date": ""}, "Enter the date of the first day too."),
        ({"date": "0001-01-01"}, "is not a day that rounds can be planned for. Use one from 1971 to 2899."),
        ({"days": [("2", "9999-12-31", "10:00")]}, "“9999-12-31” is not a day that rounds can be planned for."),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(typed: dict[str, object], sentence: str) -> None:
    day = Day("custom" if "length" in typed and not typed["length"] else "bushido")
    whole = {"date": "2026-11-16", "start": "10:00", "between": "15", "length": "60", **typed}
    before = day.opened.last
    with pytest.raises(BadInput) as refused:
        set_times(day.desk, day.id, STAFF, **whole)  # type: ignore[arg-type]  # any of its arguments
    assert sentence in str(refused.value) and day.desk.open(day.id).last == before


def test_the_day_of_the_times_cannot_be_taken_away() -> None:
    day = Day()
    day.times(length="60", days=[("2", "2026-11-17", "10:00")])
    for date, sentence in (("", "Enter the date of the first day too."), ("2026-11-20", "is not after the day before")):
        with pytest.raises(BadInput, match=sentence):
            events.amend(day.desk, day.id, STAFF, date=date)
