"""The clock of a round as an organiser works it, and as every screen is told of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from muster.app.clock import actions as clock
from muster.app.desk import Desk
from muster.app.log.entries import log_view
from muster.core.kit.errors import BadInput, Refusal
from muster.core.record.clock import MINUTE
from tests.app.hall import STAFF, Hall


class HandClock:
    """A clock that stops until somebody moves it."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 15, 10, tzinfo=UTC)

    def now(self) -> str:
        return self.at.isoformat(timespec="microseconds")

    def move(self, minutes: float) -> None:
        self.at += timedelta(minutes=minutes)


class Timed(Hall):
    """A hall with a clock that the test moves, and round 1 published."""

    def __init__(self, system: str = "l5r", players: int = 6, **options: str) -> None:
        super().__init__(system, players, **options)
        self.wall = HandClock()
        self.desk.clock = self.wall
        self.pair()
        self.publish()

    def see(self, table: int = 0) -> clock.ClockView:
        view = clock.clock_view(self.opened, self.wall.now(), table)
        assert view is not None
        return view

    def start(self) -> None:
        clock.start(self.desk, self.id, STAFF)

    def log(self) -> str:
        return str(log_view(self.opened)[-1].text)


def test_before_the_first_round_there_is_none() -> None:
    hall = Hall("l5r", 4)
    now = hall.desk.clock.now()
    assert clock.clock_view(hall.opened, now) is None
    hall.pair()
    assert clock.clock_view(hall.opened, now) is None
    with pytest.raises(Refusal, match="Round 1 is still a draft"):
        clock.start(hall.desk, hall.id, STAFF)


def test_it_counts_to_the_next_mark() -> None:
    """L5R-113 L5R-115 L5R-117: and says what happens there."""
    hall = Timed()
    ready = hall.see()
    assert (ready.state, ready.run, ready.left, ready.next) == ("ready", 0, 65 * MINUTE, "clock_time")
    hall.start()
    assert hall.log() == "Round 1 clock started"
    hall.wall.move(71.4)
    seen = hall.see()
    assert (seen.state, seen.run, seen.left) == ("running", 71 * MINUTE + 24_000, 3 * MINUTE + 36_000)
    assert [(m.name, m.state, m.at // MINUTE) for m in seen.marks] == [
        ("time is called", "past", 65),
        ("the last call for slips", "past", 70),
        ("all play stops", "next", 75),
    ]
    assert [mark.call for mark in seen.marks] == [
        "Time called. No new dynasty phase begins: concede, or play on through the next regroup phase.",
        "Last call for match slips. With a slip that comes later, the loser gets a modified loss.",
        "Stop playing. Games without a winner go to Emperor’s Judgment.",
    ]
    assert seen.over is None
    hall.wall.move(5)
    seen = hall.see()
    assert (seen.left, seen.next, seen.over) == (None, None, MINUTE + 24_000)


def test_exactly_at_a_mark_it_has_come() -> None:
    hall = Timed()
    hall.start()
    hall.wall.move(65)
    assert (hall.see().marks[0].state, hall.see().left) == ("past", 5 * MINUTE)


def test_marks_come_in_the_order_of_their_minutes() -> None:
    """L-13: even if an organiser's offsets reverse their order."""
    hall = Timed(slip_offset="8", stop_offset="2")
    hall.start()
    hall.wall.move(66)
    assert [(m.key, m.state) for m in hall.see().marks] == [
        ("clock_time", "past"),
        ("clock_stop", "next"),
        ("clock_slips", "later"),
    ]


def test_a_pause_is_not_played() -> None:
    """W-16: the expected end moves by the time the organiser stopped the clock."""
    hall = Timed("warmachine")
    hall.start()
    hall.wall.move(30)
    clock.pause(hall.desk, hall.id, STAFF)
    assert hall.log() == "Round 1 clock paused"
    hall.wall.move(20)
    assert (hall.see().state, hall.see().left, hall.see().since) == ("paused", 90 * MINUTE, None)
    clock.resume(hall.desk, hall.id, STAFF)
    assert hall.log() == "Round 1 clock resumed"
    hall.wall.move(1)
    assert hall.see().left == 89 * MINUTE
    with pytest.raises(Refusal, match="clock is already running"):
        hall.start()


def test_time_for_all_and_for_one_table() -> None:
    """L-18: the extension of a table moves all its marks, on top of what all were given."""
    hall = Timed()
    hall.start()
    clock.add(hall.desk, hall.id, "+5", STAFF)
    assert hall.log() == "Round 1 extended by 5 minutes"
    clock.add(hall.desk, hall.id, "−1", STAFF, "lunch")
    assert hall.log() == "Round 1 shortened by 1 minute (lunch)"
    clock.extend(hall.desk, hall.id, "2", "10", STAFF, "a judge was called")
    assert hall.log() == "Round 1: 10 minutes more for table 2 (a judge was called)"
    assert [m.at // MINUTE for m in hall.see().marks] == [69, 74, 79]
    assert [m.at // MINUTE for m in hall.see(2).marks] == [79, 84, 89]
    assert (hall.see().added, hall.see().extension, hall.see(2).extension) == (4, 0, 10)
    assert hall.see().extended == {2: 10}
    clock.extend(hall.desk, hall.id, "2", "-10", STAFF)
    assert hall.log() == "Round 1: 10 minutes taken back from table 2"
    assert hall.see().extended == {}


def test_a_table_may_be_named_by_a_player() -> None:
    hall = Timed()
    match = hall.event.rounds[0].matches[1]
    clock.extend(hall.desk, hall.id, hall.event.name_of(match.b), "5", STAFF)
    assert hall.see().extended == {match.table: 5}


def test_a_double_click_counts_once() -> None:
    hall = Timed()
    for _ in range(2):
        clock.extend(hall.desk, hall.id, "1", "5", STAFF, request="one press")
        clock.add(hall.desk, hall.id, "5", STAFF, request="another press")
    assert (hall.see().extended, hall.see().added) == ({1: 5}, 5)


def test_everything_can_be_undone_and_redone() -> None:
    hall = Timed()
    fresh = hall.see()
    hall.start()
    hall.wall.move(3)
    clock.pause(hall.desk, hall.id, STAFF)
    clock.resume(hall.desk, hall.id, STAFF)
    clock.add(hall.desk, hall.id, "5", STAFF)
    clock.extend(hall.desk, hall.id, "1", "5", STAFF)
    whole = hall.see()
    for _ in range(5):
        hall.undo()
    assert replace(hall.see(), now=0) == replace(fresh, now=0)
    for _ in range(5):
        hall.redo()
    assert hall.see() == whole


def test_what_is_typed_wrongly_is_quoted() -> None:
    hall = Timed()
    with pytest.raises(BadInput, match="“soon” should be a whole number of minutes, such as 5 or -5"):
        clock.add(hall.desk, hall.id, "soon", STAFF)
    with pytest.raises(BadInput, match="“0” should be 1 to 240 minutes"):
        clock.extend(hall.desk, hall.id, "1", "0", STAFF)
    with pytest.raises(Refusal, match="77"):
        clock.extend(hall.desk, hall.id, "77", "5", STAFF)
    hall.report("1", winner="a")
    with pytest.raises(Refusal, match="Table 1 already has a result"):
        clock.extend(hall.desk, hall.id, "1", "5", STAFF)


def test_it_stops_with_the_round() -> None:
    hall = Timed()
    hall.start()
    hall.wall.move(10)
    for match in hall.event.rounds[0].matches:
        hall.report(str(match.table), winner="a")
    hall.close()
    hall.wall.move(10)
    assert (hall.see().state, hall.see().since) == ("closed", None)
    for action in (clock.start, clock.pause, clock.resume):
        with pytest.raises(Refusal, match="Round 1 is closed, and so is its clock"):
            action(hall.desk, hall.id, STAFF)
    with pytest.raises(Refusal, match="is closed"):
        clock.extend(hall.desk, hall.id, "1", "5", STAFF)
    hall.pair()
    assert hall.see().round == 1
    hall.publish()
    assert (hall.see().round, hall.see().state) == (2, "ready")


def test_the_final_is_longer() -> None:
    """L5R-082 L-13: 100, 105 and 110 minutes, and the semi-finals 65."""
    hall = Timed("l5r", 4, structure="custom", rounds="1", cut="4")
    lengths = []
    for _ in range(2):
        for match in hall.event.rounds[-1].matches:
            hall.report(str(match.table), winner="a")
        if len(hall.event.stages) == 1:
            hall.cut()
        hall.pair()
        hall.publish()
        lengths.append([m.at // MINUTE for m in hall.see().marks])
    assert lengths == [[65, 70, 75], [100, 105, 110]]


def test_a_book_without_a_length_counts_up_until_the_organiser_says() -> None:
    hall = Timed("custom")
    hall.start()
    hall.wall.move(7)
    assert (hall.see().run, hall.see().left, hall.see().marks) == (7 * MINUTE, None, [])
    with pytest.raises(Refusal, match="Set the option “Round length”"):
        clock.add(hall.desk, hall.id, "5", STAFF)
    hall.option("round_minutes", "50")
    assert (hall.see().left, hall.see().marks[0].name) == (43 * MINUTE, "time is called")


class Back(Timed):
    """The clock of round 1 has run for 30 minutes when the computer is set back by two hours."""

    def __init__(self) -> None:
        super().__init__()
        self.up = 0.0
        self.restart()
        self.start()
        self.pass_(30)
        self.report("1", winner="a")
        self.wall.move(-120)

    def restart(self) -> None:
        self.desk = Desk(self.desk.journals, self.wall, self.desk.fresh, lambda: self.up)

    def pass_(self, minutes: float) -> None:
        """Time passes, on the wall clock too, whatever it shows."""
        self.wall.move(minutes)
        self.up += minutes * 60

    def run(self) -> int:
        view = clock.clock_view(self.opened, self.desk.now(self.opened))
        assert view is not None
        return int(view.run)


def test_a_computer_set_back_does_not_stretch_the_round() -> None:
    hall = Back()
    hall.pass_(10)
    assert hall.run() == 40 * MINUTE
    clock.pause(hall.desk, hall.id, STAFF)
    hall.pass_(5)
    clock.resume(hall.desk, hall.id, STAFF)
    hall.pass_(10)
    assert hall.run() == 50 * MINUTE
    started, *times = [entry.at for entry in hall.opened.entries][-4:]
    assert [started, *times] == sorted([started, *times]) and times[0] > started
    hall.wall.move(120)
    assert hall.run() == 50 * MINUTE
    assert hall.desk.behind(hall.opened) is None


def test_a_server_started_again_on_a_computer_set_back_goes_on_from_the_last_entry() -> None:
    hall = Back()
    hall.restart()
    assert hall.run() == 30 * MINUTE
    hall.pass_(10)
    assert hall.run() == 40 * MINUTE
    behind = hall.desk.behind(hall.opened)
    assert behind is not None
    assert (behind.by, behind.last) == (timedelta(hours=2), hall.opened.entries[-1].at)


def test_a_computer_that_was_ahead_for_a_moment_leaves_no_trace() -> None:
    """Nothing was recorded in the meantime, so the event never heard of it."""
    hall = Back()
    hall.wall.move(120 + 500)
    assert hall.run() == 530 * MINUTE
    hall.wall.move(-500)
    assert hall.run() == 30 * MINUTE
