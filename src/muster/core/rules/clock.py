"""What may be done to the clock of a round: start, pause, go on, add time, extend a table; as facts or a refusal."""

from __future__ import annotations

from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message, plural
from muster.core.reading.stage_names import numbered
from muster.core.record.clock import MINUTE, ClockPlan, instant
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.core.record.facts.clock import ClockPaused, ClockResumed, ClockStarted, TableExtended, TimeAdded
from muster.core.record.facts.play import Fact

MOST_MINUTES = 240
"""In one step; more is a typing mistake."""


def round_played(event: Event) -> Round:
    """The round whose clock can be changed: published and not closed."""
    event.must_run()
    round_ = event.current
    if round_ is None:
        raise Refusal("No round has been drawn yet, so there is no clock. Draw and publish a round first.")
    if round_.state is RoundState.DRAFT:
        raise Refusal(
            "Round {round} is still a draft. Publish it, then start its clock.", round=numbered(event, round_.number)
        )
    if round_.state is RoundState.CLOSED:
        raise Refusal(
            "Round {round} is closed, and so is its clock. Draw the next round.", round=numbered(event, round_.number)
        )
    return round_


def start(event: Event, at: str) -> list[Fact]:
    round_ = round_played(event)
    if round_.clock.running:
        raise Refusal("The round {round} clock is already running.", round=numbered(event, round_.number))
    if round_.clock.started:
        raise Refusal(
            "The round {round} clock was started and is paused. Resume it instead.",
            round=numbered(event, round_.number),
        )
    return [ClockStarted(round_.number, at)]


def pause(event: Event, at: str) -> list[Fact]:
    round_ = _started(event)
    if not round_.clock.running:
        raise Refusal("The round {round} clock is already paused.", round=numbered(event, round_.number))
    return [ClockPaused(round_.number, at)]


def resume(event: Event, at: str) -> list[Fact]:
    round_ = _started(event)
    if round_.clock.running:
        raise Refusal("The round {round} clock is already running.", round=numbered(event, round_.number))
    return [ClockResumed(round_.number, at)]


def _started(event: Event) -> Round:
    round_ = round_played(event)
    if not round_.clock.started:
        raise Refusal("The round {round} clock has not been started yet.", round=numbered(event, round_.number))
    return round_


def add(event: Event, plan: ClockPlan, minutes: int, at: str, reason: str = "") -> list[Fact]:
    """More time for every table; less only with a reason."""
    round_ = round_played(event)
    _must_be_some(minutes)
    if not plan.marks:
        raise Refusal(
            "The round {round} clock has no end to move. Set the option “Round length”.",
            round=numbered(event, round_.number),
        )
    if minutes < 0 and not reason.strip():
        raise BadInput("Taking {minutes} from the round needs a reason, for the log.", minutes=_minutes(-minutes))
    first = _time_of(plan) + round_.clock.added
    if first + minutes < 1:
        raise BadInput(
            "Round {round} has {left} until its first signal, so {minutes} cannot be taken off.",
            round=numbered(event, round_.number),
            left=_minutes(first),
            minutes=-minutes,
        )
    return [TimeAdded(round_.number, minutes, at, reason.strip())]


def call_time(event: Event, plan: ClockPlan, at: str, reason: str) -> list[Fact]:
    """Calls time now: the round is shortened to the minutes played."""
    round_ = _started(event)
    if not plan.marks:
        raise Refusal(
            "The round {round} clock has no end to move. Set the option “Round length”.",
            round=numbered(event, round_.number),
        )
    played = round_.clock.run_at(instant(at)) // MINUTE
    minutes = played - _time_of(plan) - round_.clock.added
    if minutes >= 0:
        raise Refusal("Time has already been called in round {round}.", round=numbered(event, round_.number))
    if not played:
        raise Refusal(
            "Round {round} began less than a minute ago, so time cannot be called yet.",
            round=numbered(event, round_.number),
        )
    return add(event, plan, minutes, at, reason)


def _time_of(plan: ClockPlan) -> int:
    """The minute at which time is called; the warning before it may already be past."""
    return min(mark.minute for mark in plan.marks if not mark.warning)


def extend(event: Event, match: Match, minutes: int, at: str, reason: str = "") -> list[Fact]:
    """More time for one table (L-18); a negative number takes back time it was given."""
    round_ = round_played(event)
    _must_be_some(minutes)
    if match.state is MatchState.IN:
        raise Refusal("Table {table} already has a result, so there is nothing to extend.", table=match.table)
    given = round_.clock.extensions.get(match.number, 0)
    if given + minutes < 0:
        raise BadInput(
            "Table {table} was given {given}, so {minutes} cannot be taken back.",
            table=match.table,
            given=_minutes(given),
            minutes=-minutes,
        )
    return [TableExtended(round_.number, match.number, minutes, at, reason.strip())]


def _minutes(number: int) -> Message:
    return plural(number, "{n} minute", "{n} minutes")


def _must_be_some(minutes: int) -> None:
    if not 1 <= abs(minutes) <= MOST_MINUTES:
        raise BadInput(
            "“{minutes}” should be 1 to {most} minutes, or -1 to -{most} to take time back.",
            minutes=minutes,
            most=MOST_MINUTES,
        )
