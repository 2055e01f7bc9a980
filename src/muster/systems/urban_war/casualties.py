"""From models lost to tournament points: thresholds, casualty levels, the degree of victory and what it pays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from muster.game import mark


class CasualtyLevel(IntEnum):
    """UW-49: the casualty levels, lightest first; each but the first begins at its own threshold."""

    LIGHT = 0
    MODERATE = 1
    HEAVY = 2
    SEVERE = 3

    @property
    def title(self) -> str:
        return TITLES[self]


TITLES = {
    CasualtyLevel.LIGHT: mark("Light"),
    CasualtyLevel.MODERATE: mark("Moderate"),
    CasualtyLevel.HEAVY: mark("Heavy"),
    CasualtyLevel.SEVERE: mark("Severe"),
}


QUARTERS = 4
"""UW-21: Moderate, Heavy and Severe begin at one, two and three quarters of the models a force starts with."""


def thresholds(models: int) -> tuple[int, int, int]:
    """UW-21 to UW-23: how many losses make Moderate, Heavy and Severe; fractions round up."""
    moderate, heavy, severe = (
        -(-models * level // QUARTERS) for level in CasualtyLevel if level is not CasualtyLevel.LIGHT
    )
    return moderate, heavy, severe


def level_of(models: int, lost: int, *, withdrew: bool = False) -> CasualtyLevel:
    """UW-49, and UW-50 for a force that had to withdraw. If thresholds coincide, the highest counts (U-20)."""
    if withdrew:
        return CasualtyLevel.SEVERE
    return CasualtyLevel(sum(lost >= threshold for threshold in thresholds(models)))


@dataclass(frozen=True, slots=True)
class Degree:
    """A row of the points table; in a draw both score `winner`."""

    title: str
    winner: int
    loser: int


DEGREES = (Degree("Draw", 12, 12), Degree("Minor", 16, 8), Degree("Major", 20, 4), Degree("Crushing", 24, 0))
"""UW-51, UW-52: by how many levels the forces differ."""

BEST = DEGREES[-1]
"""UW-40: the best result there is, which a bye pays."""


def degree_between(one: CasualtyLevel, other: CasualtyLevel) -> Degree:
    return DEGREES[abs(one - other)]


def points_for(own: CasualtyLevel, other: CasualtyLevel) -> int:
    """UW-51, UW-52: what the game pays the side with `own` casualties; the lighter side wins."""
    degree = degree_between(own, other)
    return degree.winner if own <= other else degree.loser
