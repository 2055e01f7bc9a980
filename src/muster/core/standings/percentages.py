"""Tie-breaks that are shares of what could be won: match-win and game-win percentages, exact, with a floor.

A bye or walkover is a round of its receiver (its points and its games count) and nobody's opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from muster.core.model import PlayerId, Points
from muster.core.standings.lines import Table
from muster.core.standings.tiebreaks import Compute, Values, mean_of_opponents

THIRD = Fraction(1, 3)
"""The usual floor (nobody counts for less than this), and the usual worth of a drawn game (1 point of 3)."""

GAME_WINS, GAME_DRAWS, GAMES = "game_wins", "game_draws", "games"
"""The per-match figures that game-win percentages read."""


def opponents_match_win(*, win: Points, floor: Fraction = THIRD) -> Compute:
    """Mean over opponents of their match-win share, each at least the floor. `win`: the most a round can pay."""

    def share(table: Table, player: PlayerId) -> Fraction:
        could = win * table.rounds(player)
        return max(floor, Fraction(table.points[player]) / could) if could else floor

    return mean_of_opponents(share)


def game_win(*, floor: Fraction = THIRD, drawn: Fraction = THIRD) -> Compute:
    """The own game-win share, at least the floor. `drawn`: what a drawn game is worth as part of a win."""

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        return {p: _game_share(table, p, floor, drawn) for p in players}

    return compute


def opponents_game_win(*, floor: Fraction = THIRD, drawn: Fraction = THIRD) -> Compute:
    """Mean over opponents of their game-win share, each at least the floor."""
    return mean_of_opponents(lambda table, player: _game_share(table, player, floor, drawn))


def _game_share(table: Table, player: PlayerId, floor: Fraction, drawn: Fraction) -> Fraction:
    games = _sum(table, player, GAMES)
    won = _sum(table, player, GAME_WINS) + drawn * _sum(table, player, GAME_DRAWS)
    return max(floor, Fraction(won) / games) if games else floor


def _sum(table: Table, player: PlayerId, stat: str) -> Points:
    return sum((line.stats.get(stat) or 0 for line in table.lines[player]), 0)
