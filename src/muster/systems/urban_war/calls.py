"""What is called out in a round of Urban War, and at which minute."""

from __future__ import annotations

from muster.game import ClockPlan, Mark, Settings, StageKind


def clock(settings: Settings, stage: StageKind, final: bool) -> ClockPlan:
    """UW-11, U-27: a warning, so that players can finish the turn; UW-10: then every game ends. 0: no warning."""
    minutes, before = settings.number("minutes"), settings.number("warning_minutes")
    end = Mark(minutes, "clock_time", "UW-10")
    if not 0 < before < minutes:
        return ClockPlan((end,))
    return ClockPlan(
        (Mark(minutes - before, "clock_warning", "UW-11", {"before": before}, late=True, warning=True), end)
    )
