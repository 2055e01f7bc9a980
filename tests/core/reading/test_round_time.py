"""How long a round's clock had run at any time, against a plain recount by milliseconds of the event's own clock."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.model import Actor
from muster.core.reading.round_time import RoundHistory, history
from muster.core.record.clock import MINUTE, RoundClock, instant
from muster.core.record.facts.clock import (
    ClockFact,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    TableExtended,
    TimeAdded,
)
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.undo import Undone


def minute(at: int) -> str:
    return f"2026-11-15T{10 + at // 60:02}:{at % 60:02}:00.000000+00:00"


def entries(*facts: Fact) -> list[Entry]:
    return [Entry(seq, minute(0), Actor(), str(seq), fact) for seq, fact in enumerate(facts, start=1)]


def ran(told: RoundHistory, at: int) -> int | None:
    found = told(instant(minute(at)))
    return None if found is None else found // MINUTE


def test_it_runs_from_the_start_and_stands_still_while_paused() -> None:
    told = history(entries(ClockStarted(2, minute(0)), ClockPaused(2, minute(10)), ClockResumed(2, minute(15))), 2, 1)
    assert [ran(told, at) for at in (0, 10, 13, 15, 20)] == [0, 10, 10, 10, 15]
    assert told(instant(minute(0)) - 1) is None


def test_another_rounds_clock_is_not_this_ones() -> None:
    assert history(entries(ClockStarted(1, minute(0))), 2, 1) == RoundHistory()


def test_what_a_table_is_given_moves_its_marks_alone() -> None:
    """L-18: an extension is added to all marks of that table; more time for all moves everybody's."""
    facts = (ClockStarted(2, minute(0)), TimeAdded(2, 3, minute(5)), TableExtended(2, 7, 5, minute(6)))
    assert [ran(history(entries(*facts), 2, number), 20) for number in (1, 7)] == [17, 12]


def test_a_pause_that_was_undone_never_was() -> None:
    told = history(entries(ClockStarted(2, minute(0)), ClockPaused(2, minute(10)), Undone(2, 2)), 2, 1)
    assert ran(told, 30) == 30


kinds = st.sampled_from([ClockStarted, ClockPaused, ClockResumed])


@given(st.lists(st.tuples(kinds, st.integers(0, 30)), max_size=8), st.integers(0, 300))
def test_it_agrees_with_the_clock_of_the_event(steps: list[tuple[type[ClockStarted], int]], later: int) -> None:
    clock, at, facts = RoundClock(), 0, []
    for kind, more in steps:
        at += more
        fact: ClockFact = kind(1, minute(at))
        facts.append(fact)
        if isinstance(fact, ClockPaused):
            clock.pause(instant(minute(at)))
        else:
            clock.start(instant(minute(at)))
    told, now = history(entries(*facts), 1, 1), instant(minute(at + later))
    assert told(now) == (clock.run_at(now) if clock.started else None)
