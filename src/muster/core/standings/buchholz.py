"""Tie-breaks that are sums over the rounds, known from chess and the wargames: Buchholz, Sonneborn-Berger, margin."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from muster.core.model import Outcome, PlayerId, Points
from muster.core.standings.lines import Line, Table
from muster.core.standings.tiebreaks import Compute, Values, whole

MARGIN = "margin"
"""The per-match figure that the margin of victory reads: own score less the opponent's."""


def buchholz(*, cut_low: int = 0, cut_high: int = 0) -> Compute:
    """The sum of the opponents' points, without the lowest and highest so many.

    A round without an opponent stands for 0, so a cut of the lowest takes it first: nobody is
    punished twice for a bye.
    """

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        values: dict[PlayerId, Points] = {}
        for p in players:
            each = sorted(_opponent_points(table, line) for line in table.lines[p])
            values[p] = whole(sum(each[cut_low : max(cut_low, len(each) - cut_high)], 0))
        return values

    return compute


def sonneborn_berger(table: Table, players: Sequence[PlayerId]) -> Values:
    """The points of every opponent beaten, and half the points of every opponent drawn with."""
    parts = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
    return {
        p: whole(sum((parts[line.outcome] * _opponent_points(table, line) for line in table.lines[p]), Fraction(0)))
        for p in players
    }


def margin_of_victory(*, base: int = 0) -> Compute:
    """The sum of own score less the opponent's, each match (a bye by its score) counted from `base`."""

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        return {
            p: sum((base + m for line in table.lines[p] if (m := line.stats.get(MARGIN)) is not None), 0)
            for p in players
        }

    return compute


def _opponent_points(table: Table, line: Line) -> Points:
    return 0 if line.opponent is None else table.points[line.opponent]
