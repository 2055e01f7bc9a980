"""Tie-breaks that are sums over the rounds, known from chess and the wargames: Buchholz, Sonneborn-Berger, margin."""

from __future__ import annotations

from muster.core.standings.tiebreaks import Formula

MARGIN = "margin"
"""The per-match number that the margin of victory uses: own score minus the opponent's."""


def buchholz(*, cut_low: int = 0, cut_high: int = 0) -> Formula:
    """The sum of the opponents' points, without this many of the lowest and highest.

    A round without an opponent counts as 0, so cutting the lowest removes it first: nobody is punished twice for a bye.
    """
    if not cut_low and not cut_high:
        return Formula(lambda field: field.sum_of_opponents(field.points))
    return Formula(lambda field: field.sum_without_extremes(field.points, cut_low, cut_high))


sonneborn_berger = Formula(lambda field: field.sum_by_outcome(field.points))
"""The points of every opponent beaten, and half the points of every opponent in a draw."""


def margin_of_victory(*, base: int = 0) -> Formula:
    """The sum of own score minus the opponent's, with each match (or a bye's score) counted from `base`."""
    return Formula(lambda field: field.total(MARGIN).plus(field.count(MARGIN).times(base)))
