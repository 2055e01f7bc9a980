"""How certain a percentage is: Wilson's interval, and, in whole numbers, whether it excludes one half."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

FEW = 10
"""With fewer games than this nothing is said but how many there were."""

Z = Fraction(196, 100)
"""So many standard deviations hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class WinCount:
    """Games of one side, how many it won and how many were drawn. A draw is half a win for both."""

    games: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def share(self) -> Fraction:
        return Fraction(2 * self.won + self.drawn, 2 * self.games)

    @property
    def few(self) -> bool:
        return self.games < FEW

    @property
    def leaning(self) -> int:
        """1 where the whole interval is above one half, -1 where it is below, else 0; also where games are few.

        The interval leaves p out exactly where (share - p)² > Z² p (1 - p) / games.
        """
        over = 2 * self.won + self.drawn - self.games
        if self.few or over * over <= Z * Z * self.games:
            return 0
        return 1 if over > 0 else -1

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(float(self.share), self.games)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Between what the true share is, 95 times in 100 (E. B. Wilson, 1927).

    The textbook's share ± 1.96 standard errors says “exactly 100%” after five wins in five games, and leaves the scale
    near its ends; this one does neither, and needs no table nor library. With draws it is a little too wide, not too
    narrow: halves spread less than wins and losses.
    """
    z = float(Z)
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max((middle - spread) / whole, 0.0), min((middle + spread) / whole, 1.0)
