"""What the facts of the clock do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.clock import instant
from muster.core.record.event import Event
from muster.core.record.facts import clock as clock_facts


def apply(fact: clock_facts.ClockFact, event: Event) -> None:
    match fact:
        case clock_facts.ClockStarted() | clock_facts.ClockResumed():
            event.round(fact.round).clock.start(instant(fact.at))
        case clock_facts.ClockPaused():
            event.round(fact.round).clock.pause(instant(fact.at))
        case clock_facts.TimeAdded():
            event.round(fact.round).clock.added += fact.minutes
        case clock_facts.TableExtended():
            number, clock = event.match(fact.round, fact.match).number, event.round(fact.round).clock
            clock.extensions[number] = clock.extensions.get(number, 0) + fact.minutes
        case _:
            assert_never(fact)
