"""Tie-breaks that are sums over the rounds, known from chess and the wargames: Buchholz, Sonneborn-Berger, margin."""

from __future__ import annotations

from muster.core.standings.tiebreaks import Formula

MARGIN = "margin"
"""The per-match figure that the margin of victory reads: own score less the opponent's."""


def buchholz(*, cut_low: int = 0, cut_high: int = 0) -> Formula:
    """The sum of the opponents' points, without the lowest and highest so many.

    A round without an opponent counts as 0, so a cut of the lowest takes it first: nobody is
    punished twice for a bye.
    """
    if not cut_low and not cut_high:
        return Formula(lambda field: field.sum_of_opponents(field.points))
    return Formula(lambda field: field.sum_without_extremes(field.points, cut_low, cut_high))


sonneborn_berger = Formula(lambda field: field.sum_by_outcome(field.points))
"""The points of every opponent beaten, and half the points of every opponent drawn with."""


def margin_of_victory(*, base: int = 0) -> Formula:
    """The sum of own score less the opponent's, each match (a bye by its score) counted from `base`."""
    return Formula(lambda field: field.total(MARGIN).plus(field.count(MARGIN).times(base)))
