"""What may be done to the clock of a round, at its limits."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import BadInput, Refusal
from muster.core.record.clock import ClockPlan, Mark
from muster.core.record.facts.clock import TableExtended, TimeAdded
from muster.core.rules import clock
from tests.app.hall import STAFF, Hall

PLAN = ClockPlan((Mark(60, "clock_end"), Mark(10, "clock_warning")))
AT = "2026-11-15T12:00:00.000000+00:00"


def running() -> Hall:
    hall = Hall("bushido", 2)
    with pytest.raises(Refusal, match="No round has been drawn yet"):
        clock.round_played(hall.event)
    hall.pair()
    hall.publish()
    hall.desk.act(hall.id, lambda o: clock.start(o.event, AT), STAFF)
    return hall


def test_time_is_added_and_with_a_reason_taken_until_a_minute_is_left() -> None:
    """Until the first signal, counted with what was added before."""
    hall = running()
    assert clock.add(hall.event, PLAN, 1, AT) == [TimeAdded(1, 1, AT, "")]
    with pytest.raises(BadInput, match="needs a reason"):
        clock.add(hall.event, PLAN, -1, AT)
    hall.desk.act(hall.id, lambda o: clock.add(o.event, PLAN, 5, AT), STAFF)
    assert clock.add(hall.event, PLAN, -14, AT, "late") == [TimeAdded(1, -14, AT, "late")]
    with pytest.raises(BadInput, match="15 minutes until its first signal"):
        clock.add(hall.event, PLAN, -15, AT, "late")


def test_time_is_called_between_the_first_minute_and_the_end() -> None:
    event = running().event
    for moment, minutes in (("12:01:00", 1), ("12:09:59", 9)):
        called = clock.call_time(event, PLAN, f"2026-11-15T{moment}+00:00", "fire")
        assert called == [TimeAdded(1, minutes - 10, f"2026-11-15T{moment}+00:00", "fire")]
    for moment, sentence in (
        ("12:00:59", "Round 1 began less than a minute ago, so time cannot be called yet."),
        ("12:10:00", "Time has already been called in round 1."),
    ):
        with pytest.raises(Refusal, match=sentence):
            clock.call_time(event, PLAN, f"2026-11-15T{moment}+00:00", "fire")


def test_a_clock_that_only_counts_up_has_no_end_to_move() -> None:
    event, endless = running().event, ClockPlan(())
    with pytest.raises(Refusal, match=r"The round 1 clock has no end to move\. Set the option “Round length”\."):
        clock.add(event, endless, 5, AT)
    with pytest.raises(Refusal, match="The round 1 clock has no end to move"):
        clock.call_time(event, endless, AT, "fire")


def test_as_many_minutes_as_a_hand_means() -> None:
    hall = running()
    for minutes in (240, 1):
        assert clock.add(hall.event, PLAN, minutes, AT) == [TimeAdded(1, minutes, AT, "")]
    for minutes in (241, 0):
        with pytest.raises(BadInput, match="should be 1 to 240 minutes"):
            clock.add(hall.event, PLAN, minutes, AT)


def test_only_what_a_table_was_given_is_taken_back() -> None:
    """L-18."""
    hall = running()
    match = hall.event.rounds[0].matches[0]
    with pytest.raises(BadInput, match="was given 0 minutes"):
        clock.extend(hall.event, match, -1, AT)
    hall.desk.act(hall.id, lambda o: clock.extend(o.event, match, 5, AT), STAFF)
    assert clock.extend(hall.event, match, -5, AT) == [TableExtended(1, 1, -5, AT, "")]
    with pytest.raises(BadInput, match="was given 5 minutes"):
        clock.extend(hall.event, match, -6, AT)
