"""Tie-breaks that are shares of what could be won: match-win and game-win percentages, exact, with a floor.

A bye or walkover is a round of its receiver (its points and its games count) and nobody's opponent.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from muster.core.kit.model import Points
from muster.core.standings.tiebreaks import Formula

if TYPE_CHECKING:
    from muster.core.standings.columns import AllRounds, NumberColumn

THIRD = Fraction(1, 3)
"""The usual floor (nobody counts for less than this), and the usual value of a drawn game (1 point of 3)."""

GAME_WINS, GAME_DRAWS, GAMES = "game_wins", "game_draws", "games"
"""The per-match numbers that game-win percentages use."""


def opponents_match_win(*, win: Points, floor: Fraction = THIRD) -> Formula:
    """The opponents' mean match-win share, each at least the floor. `win`: the most a round can pay."""
    worth = 1 / Fraction(win) if win else Fraction(0)
    return Formula(
        lambda field: field.mean_of_opponents(field.points.over(field.per_round).times(worth).at_least(floor))
    )


def game_win(*, floor: Fraction = THIRD, drawn: Fraction = THIRD) -> Formula:
    """A player's own game-win share, at least the floor. `drawn`: what a drawn game is worth as part of a win."""
    return Formula(lambda field: _game_share(field, floor, drawn))


def opponents_game_win(*, floor: Fraction = THIRD, drawn: Fraction = THIRD) -> Formula:
    """The opponents' mean game-win share, each at least the floor."""
    return Formula(lambda field: field.mean_of_opponents(_game_share(field, floor, drawn)))


def _game_share(field: AllRounds, floor: Fraction, drawn: Fraction) -> NumberColumn:
    won = field.total(GAME_WINS).plus(field.total(GAME_DRAWS).times(drawn))
    return won.per(field.total(GAMES)).at_least(floor)
