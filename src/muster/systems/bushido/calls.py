"""How long a round of a Bushido event is, and what is called out at which minute."""

from __future__ import annotations

from muster.game import ClockPlan, Mark, Settings, StageKind

MINUTES = 120
MEDIUM_RICE, MEDIUM_MINUTES = 75, 75
"""BUS-10: a small or medium game has a shorter round; sizes in between count as standard (B-15)."""


def round_minutes(settings: Settings) -> int:
    """BUS-10, unless the organiser has set another length (BUS-11)."""
    by_size = MEDIUM_MINUTES if settings.number("rice") <= MEDIUM_RICE else MINUTES
    return settings.number_or_none("round_minutes") or by_size


def clock(settings: Settings, stage: StageKind, final: bool) -> ClockPlan:
    """BUS-31: at time the turn being played is the last; B-16: it may be stopped so many minutes later."""
    end, extra = round_minutes(settings), settings.number("hard_stop_minutes")
    last_turn = Mark(end, "clock_last_turn", "BUS-31", late=True)
    return ClockPlan((last_turn, Mark(end + extra, "clock_hard_stop", "B-16")) if extra else (last_turn,))
