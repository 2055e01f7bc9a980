"""What the facts of the clock do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.clock import instant
from muster.core.record.event import Event
from muster.core.record.facts import clock as clock_facts


def apply(fact: clock_facts.ClockFact, event: Event) -> None:
    round_ = event.edit_round(fact.round)
    clock = round_.clock = event.mine(round_.clock)
    match fact:
        case clock_facts.ClockStarted() | clock_facts.ClockResumed():
            clock.start(instant(fact.at))
        case clock_facts.ClockPaused():
            clock.pause(instant(fact.at))
        case clock_facts.TimeAdded():
            clock.added += fact.minutes
        case clock_facts.TableExtended():
            number = event.match(fact.round, fact.match).number
            clock.extensions = {**clock.extensions, number: clock.extensions.get(number, 0) + fact.minutes}
        case _:
            assert_never(fact)
