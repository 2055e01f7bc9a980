"""What is called out in a round of Legend of the Five Rings, and at which minute."""

from __future__ import annotations

from muster.game import ClockPlan, Mark, Settings, StageKind
from muster.systems.l5r.timing import marks


def clock(settings: Settings, stage: StageKind, final: bool) -> ClockPlan:
    """L5R-111: time, last call for slips, stop. An elimination round is no longer, the final is (L5R-082)."""
    at = marks(settings, final=final)
    return ClockPlan(
        (
            Mark(at.end, "clock_time", "L5R-113"),
            Mark(at.slips, "clock_slips", "L5R-115", late=True),
            Mark(at.stop, "clock_stop", "L5R-117"),
        ),
        extension=settings.number("extension_minutes"),
    )
