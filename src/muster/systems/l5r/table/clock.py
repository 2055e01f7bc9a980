"""What the round's clock does to a game: time is called, last call for slips, all play stops (L5R-113 to L5R-119)."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Both, Now
from muster.systems.l5r.options import LOSS
from muster.systems.l5r.scoring import MODIFIED_LOSS, MODIFIED_WIN, WIN
from muster.systems.l5r.slip import How
from muster.systems.l5r.table.state import FiveRingsTable
from muster.systems.l5r.timing import Lateness, lateness

MINUTE = 60_000
"""In milliseconds."""


def run(state: FiveRingsTable, now: Now) -> int | None:
    """How long the round has run; L5R-081: staff start it, and it also counts for a table still setting up."""
    if state.event:
        return now.round
    return None if state.started is None else max(now.at - state.started, 0)


def past(state: FiveRingsTable, now: Now, minute: int) -> bool:
    """Whether the clock shows this minute, or more."""
    has_run = run(state, now)
    return has_run is not None and has_run >= minute * MINUTE


def later(state: FiveRingsTable, now: Now) -> FiveRingsTable:
    """L5R-117, L5R-119: a game without a winner goes to Emperor's Judgment when all play stops."""
    if state.how is None and state.picked is not None and past(state, now, state.minutes.stop):
        return judged(state, state.minutes.stop)
    return state


def judged(state: FiveRingsTable, minute: int | None) -> FiveRingsTable:
    return replace(state, how=How.JUDGMENT, decided_at=minute, agreed=Both())


def minute_of(state: FiveRingsTable, now: Now) -> int | None:
    """The minute for the slip: a time after the last call must not become the minute of the call, nor one before the
    stop the minute of the stop. A table with extra time may be before its first minute.
    """
    has_run = run(state, now)
    if has_run is None:
        return None
    minute = max(has_run // MINUTE, 0)
    if has_run > state.minutes.slips * MINUTE:
        minute = max(minute, state.minutes.slips + 1)
    return min(minute, state.minutes.stop - 1) if has_run < state.minutes.stop * MINUTE else minute


def asked_to_concede(state: FiveRingsTable, now: Now) -> int | None:
    """L5R-083, L5R-114, L-19: whose answer is due once time is called, the first player's first; None: nobody's."""
    if not past(state, now, state.minutes.end) or state.how is not None or not state.round or state.first is None:
        return None
    for side in (state.first, 1 - state.first):
        if state.plays_on.said[side] is None:
            return side
    return None


def late(state: FiveRingsTable, now: Now) -> Lateness:
    """What is modified if the slip comes in now, or as it came in."""
    slip = state.slip_at if state.over else minute_of(state, now)
    judgment = state.how is How.JUDGMENT
    return lateness(state.minutes, judged=judgment, decided_at=state.decided_at, slip_at=slip, waived=state.waived)


PAYS = {
    Lateness.IN_TIME: (WIN, LOSS),
    Lateness.SLIP: (WIN, MODIFIED_LOSS),
    Lateness.JUDGED: (WIN, MODIFIED_LOSS),
    Lateness.STOP: (MODIFIED_WIN, MODIFIED_LOSS),
}
"""L5R-116, L5R-118, L5R-124, L5R-126: what winner and loser get."""
