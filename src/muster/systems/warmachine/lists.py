"""What a list's total says about its legality. What its models cost is not known here (X-19)."""

from __future__ import annotations

from muster.core.lists import Finding, error

MOST_UNDER = 4
"""WMH-027."""


def totals(size: int, bonus: int) -> tuple[int, int]:
    """The lowest and the highest total of a list (WMH-027).

    `bonus`: the leader's points for warjacks, warbeasts or horrors. They count, also where they are not spent (W-45).
    """
    return size + bonus - MOST_UNDER, size + bonus


def check_total(total: int, size: int, bonus: int) -> tuple[Finding, ...]:
    low, high = totals(size, bonus)
    if low <= total <= high:
        return ()
    return (
        error(
            "List total: {total}; a list of {size} points with {bonus} of its leader should have {low} to {high}.",
            clause="WMH-027",
            total=total,
            size=size,
            bonus=bonus,
            low=low,
            high=high,
        ),
    )
