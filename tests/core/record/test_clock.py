"""The clock of a round: how long it ran, when its marks come, and what may be done to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from muster.core.book.house import house_options
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput, DamagedJournal, Refusal
from muster.core.kit.model import PlayerId, StageKind
from muster.core.reading.plan import is_final
from muster.core.record.clock import MINUTE, ClockPlan, Mark, RoundClock, instant, organisers_clock
from muster.core.record.event import Event
from muster.core.record.facts import clock as clock_facts
from muster.core.record.facts import play as facts
from muster.core.rules import clock as timekeeping
from tests.core.record.test_fold import PLAYED, STARTED, after

PLAN = ClockPlan((Mark(65, "time"), Mark(75, "stop")))


def at(minute: int, second: int = 0) -> str:
    return f"2026-11-15T{10 + minute // 60:02}:{minute % 60:02}:{second:02}.250000+00:00"


def run(event: Event, minute: int) -> int:
    return event.rounds[-1].clock.run_at(instant(at(minute)))


def test_a_time_is_exact_to_the_millisecond_in_any_zone() -> None:
    assert instant("1970-01-01T00:00:01.234999+00:00") == 1234
    assert instant("2026-11-15T11:00:00+01:00") == instant("2026-11-15T10:00:00+00:00")


@pytest.mark.parametrize("text", ["", "noon", "2026-11-15T10:00:00", "10:00"])
def test_a_time_without_a_zone_or_a_day_is_none(text: str) -> None:
    with pytest.raises(BadInput, match=f"“{text}” is not a time such as 2026-11-15T10:00:00"):
        instant(text)


def test_it_counts_what_was_played_and_not_the_pauses() -> None:
    """X-18 W-16: started at 0, paused from 10 to 25: at minute 30 it has run 15 minutes."""
    event = after(clock_facts.ClockStarted(1, at(0)), clock_facts.ClockPaused(1, at(10)))
    assert (run(event, 10), run(event, 20)) == (10 * MINUTE, 10 * MINUTE)
    event = after(
        clock_facts.ClockStarted(1, at(0)), clock_facts.ClockPaused(1, at(10)), clock_facts.ClockResumed(1, at(25))
    )
    assert run(event, 30) == 15 * MINUTE
    assert event.rounds[0].clock == RoundClock(True, instant(at(25)), 10 * MINUTE)


def test_a_machine_whose_time_was_set_back_does_not_turn_it_back() -> None:
    event = after(clock_facts.ClockStarted(1, at(30)), clock_facts.ClockPaused(1, at(20)))
    assert run(event, 40) == 0
    event = after(clock_facts.ClockStarted(1, at(30)))
    assert run(event, 20) == 0


def test_time_for_all_and_for_one_table_moves_every_mark() -> None:
    """L-18: a table's extension comes on top of what everybody got."""
    clock = (
        after(
            clock_facts.TimeAdded(1, 10, at(1)),
            clock_facts.TimeAdded(1, -3, at(2), "the hall closes"),
            clock_facts.TableExtended(1, 2, 5, at(3)),
            clock_facts.TableExtended(1, 2, 4, at(4)),
        )
        .rounds[0]
        .clock
    )
    assert [clock.due(mark) for mark in PLAN.marks] == [72 * MINUTE, 82 * MINUTE]
    assert [clock.due(mark, 1) for mark in PLAN.marks] == [72 * MINUTE, 82 * MINUTE]
    assert [clock.due(mark, 2) for mark in PLAN.marks] == [81 * MINUTE, 91 * MINUTE]


def test_a_clock_goes_with_its_round() -> None:
    again = after(clock_facts.ClockStarted(1, at(0)), facts.RoundWithdrawn(1, "a name was missing"), *STARTED[-1:])
    assert again.rounds[0].clock == RoundClock()


@pytest.mark.parametrize("bad", [clock_facts.ClockStarted(2, at(0)), clock_facts.TableExtended(1, 3, 5, at(0))])
def test_a_clock_of_nothing_is_damage(bad: facts.Fact) -> None:
    with pytest.raises(DamagedJournal):
        after(bad)


@pytest.mark.parametrize("time", ["", "soon", "2026-11-15T10:00:00"])
def test_a_time_that_cannot_be_read_is_damage(time: str) -> None:
    with pytest.raises(DamagedJournal):
        after(clock_facts.ClockStarted(1, time))


def test_it_is_started_once_paused_and_goes_on() -> None:
    event = after()
    assert timekeeping.start(event, at(0)) == [clock_facts.ClockStarted(1, at(0))]
    for action in (timekeeping.pause, timekeeping.resume):
        with pytest.raises(Refusal, match="has not been started yet"):
            action(event, at(0))
    event = after(clock_facts.ClockStarted(1, at(0)))
    assert timekeeping.pause(event, at(5)) == [clock_facts.ClockPaused(1, at(5))]
    for action in (timekeeping.start, timekeeping.resume):
        with pytest.raises(Refusal, match="clock is already running"):
            action(event, at(5))
    event = after(clock_facts.ClockStarted(1, at(0)), clock_facts.ClockPaused(1, at(5)))
    assert timekeeping.resume(event, at(9)) == [clock_facts.ClockResumed(1, at(9))]
    with pytest.raises(Refusal, match="was started and is paused"):
        timekeeping.start(event, at(9))
    with pytest.raises(Refusal, match="clock is already paused"):
        timekeeping.pause(event, at(9))


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (STARTED[:-1], "No round has been drawn yet, so there is no clock"),
        (STARTED, "Round 1 is still a draft."),
        ([*PLAYED, facts.RoundClosed(1)], "Round 1 is closed, and so is its clock."),
        ([*PLAYED, facts.EventFinished("seed")], "is finished"),
    ],
)
def test_only_the_round_being_played_has_a_clock(told: list[facts.Fact], words: str) -> None:
    event = after(told=told)
    actions: list[Callable[[], object]] = [
        lambda: timekeeping.start(event, at(0)),
        lambda: timekeeping.pause(event, at(0)),
        lambda: timekeeping.resume(event, at(0)),
        lambda: timekeeping.add(event, PLAN, 5, at(0)),
    ]
    if event.rounds:
        actions.append(lambda: timekeeping.extend(event, event.match(1, 1), 5, at(0)))
    for action in actions:
        with pytest.raises(Refusal, match=words):
            action()


def test_time_is_added_to_all() -> None:
    event = after()
    assert timekeeping.add(event, PLAN, 5, at(1)) == [clock_facts.TimeAdded(1, 5, at(1))]
    assert timekeeping.add(event, PLAN, -5, at(1), " late start ") == [
        clock_facts.TimeAdded(1, -5, at(1), "late start")
    ]
    with pytest.raises(BadInput, match="Taking 5 minutes from the round needs a reason"):
        timekeeping.add(event, PLAN, -5, at(1))
    with pytest.raises(BadInput, match="Round 1 has 65 minutes until its first signal, so 65 cannot be taken off"):
        timekeeping.add(event, PLAN, -65, at(1), "fire alarm")
    with pytest.raises(Refusal, match="Set the option “Round length”"):
        timekeeping.add(event, ClockPlan(), 5, at(1))


@pytest.mark.parametrize("minutes", [0, 241, -241])
def test_no_minutes_and_too_many_are_refused(minutes: int) -> None:
    event = after()
    with pytest.raises(BadInput, match=f"“{minutes}” should be 1 to 240 minutes"):
        timekeeping.add(event, PLAN, minutes, at(1), "why not")
    with pytest.raises(BadInput, match=f"“{minutes}” should be 1 to 240 minutes"):
        timekeeping.extend(event, event.match(1, 1), minutes, at(1))


def test_a_table_is_extended_as_long_as_it_plays() -> None:
    """L-18: and what it was given can be taken back, no more."""
    event = after(clock_facts.TableExtended(1, 1, 5, at(1)))
    table = event.match(1, 1)
    assert timekeeping.extend(event, table, 3, at(2), "a judge was called") == [
        clock_facts.TableExtended(1, 1, 3, at(2), "a judge was called")
    ]
    assert timekeeping.extend(event, table, -5, at(2)) == [clock_facts.TableExtended(1, 1, -5, at(2))]
    with pytest.raises(BadInput, match="Table 1 was given 5 minutes, so 6 cannot be taken back"):
        timekeeping.extend(event, table, -6, at(2))
    table.state = table.state.IN
    with pytest.raises(Refusal, match="Table 1 already has a result"):
        timekeeping.extend(event, table, 5, at(2))


def test_a_book_without_a_length_takes_the_organisers() -> None:
    options = house_options()
    assert organisers_clock(Settings(options), StageKind.SWISS, False) == ClockPlan()
    plan = organisers_clock(Settings(options, {"round_minutes": 45}), StageKind.SWISS, False)
    assert [(mark.minute, mark.key) for mark in plan.marks] == [(45, "clock_end")]
    assert not {o.key for o in house_options(own_length=True)} & {"round_minutes"}


def bracket(*sizes: int) -> Event:
    """A cut to the first, then rounds of so many matches."""
    players = [PlayerId(n) for n in range(1, sizes[0] + 1)]
    told: list[facts.Fact] = [facts.PlayerEnrolled(p, f"P{p}", p) for p in players]
    told.append(facts.CutMade(len(players), tuple(players)))
    for number, games in enumerate(sizes[1:], start=1):
        pairs = tuple(facts.DrawnPair(players[2 * n], players[2 * n + 1], n + 1, game=n + 1) for n in range(games))
        byes = tuple(facts.DrawnBye(p) for p in players[2 * games :]) if number == 1 else ()
        told.append(facts.RoundDrawn(number, 2, pairs, byes))
    return after(*told, told=STARTED[:1])


@pytest.mark.parametrize(
    ("sizes", "finals"),
    [
        ((2, 1), [True]),
        ((4, 2, 1), [False, True]),
        ((8, 4, 2, 1), [False, False, True]),
        ((8, 4, 2, 2), [False, False, True]),
        ((3, 1, 1), [False, True]),
    ],
)
def test_the_final_is_the_last_game_of_a_bracket(sizes: tuple[int, ...], finals: list[bool]) -> None:
    """L5R-082: with a game for third place beside it, or byes in the first round, it is still one."""
    event = bracket(*sizes)
    assert [is_final(event, round_) for round_ in event.rounds] == finals


def test_a_swiss_round_is_no_final() -> None:
    assert not is_final(after(), after().rounds[0])
