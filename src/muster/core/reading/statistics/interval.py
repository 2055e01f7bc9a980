"""How certain a percentage is: Wilson's interval, and, in whole numbers, whether it excludes one half."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

FEW = 10
"""With fewer games, only their number is shown."""

Z = Fraction(196, 100)
"""The number of standard deviations that covers 95 of 100."""


@dataclass(frozen=True, slots=True)
class WinCount:
    """One side's games, how many it won and how many were drawn. A draw is half a win for both."""

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
        """1 if the whole interval is above one half, -1 if it is below, otherwise 0; also 0 with few games.

        The interval excludes p exactly if (share - p)² > Z² p (1 - p) / games.
        """
        over = 2 * self.won + self.drawn - self.games
        if self.few or over * over <= Z * Z * self.games:
            return 0
        return 1 if over > 0 else -1

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(float(self.share), self.games)


def wilson(share: float, games: int) -> tuple[float, float]:
    """The range that contains the true share 95 times in 100 (E. B. Wilson, 1927).

    The textbook's share ± 1.96 standard errors says “exactly 100%” after five wins in five games, and exceeds the scale
    near its ends; this one does neither, and needs neither a table nor a library. With draws it is a little too wide,
    not too narrow: halves spread less than wins and losses.
    """
    z = float(Z)
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max((middle - spread) / whole, 0.0), min((middle + spread) / whole, 1.0)
