"""Tie-breaks that books share, each an exact number per player. A system picks, orders and cites them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from muster.core.kit.language import Text
from muster.core.kit.model import PlayerId, Points
from muster.core.standings.lines import Table

if TYPE_CHECKING:
    from muster.core.standings.columns import AllRounds, NumberColumn

Values = Mapping[PlayerId, Points | None]
Compute = Callable[[Table, Sequence[PlayerId]], Values]
"""From the whole table and the players who are still level to a value for each; None ranks below every number."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A tie-break computed for everybody together, from the columns of the field."""

    column: Callable[[AllRounds], NumberColumn]

    def __call__(self, table: Table, players: Sequence[PlayerId]) -> Values:
        values = self.column(table.field).exact()
        return {p: values[table.index[p]] for p in players}


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """`compute` is a formula; what no formula can express (who met whom among players who are level) is a function of
    the table.
    """

    key: str
    name: Text
    compute: Compute
    clause: str = ""
    low_wins: bool = False
    within_tie: bool = False
    """True when the value depends on who is level (head-to-head); such a value means nothing outside the tie."""
    meaning: str = ""
    """What it counts, in a sentence for players."""
    needs_all: bool = False
    """True if a missing value means that nobody entered one: it then decides nothing among players who are level."""


def whole(value: Points) -> Points:
    """A fraction without a remainder as a plain integer."""
    return value.numerator if value.denominator == 1 else value


def games_won(*, count_byes: bool = True) -> Formula:
    """Games won; a bye or walkover counts as one by default."""
    return Formula(lambda field: field.wins(count_byes=count_byes))


def opponents_points(*, byes_as_average: bool = False) -> Formula:
    """The sum of every opponent's points. A bye adds nothing, or the average of the player's opponents."""

    def column(field: AllRounds) -> NumberColumn:
        total = field.sum_of_opponents(field.points)
        return total.weighted(field.met + field.byes).over(field.per_opponent) if byes_as_average else total

    return Formula(column)


strength_of_schedule = Formula(lambda field: field.schedule)
"""The opponents' mean points per round."""

extended_strength_of_schedule = Formula(lambda field: field.mean_of_opponents(field.schedule))
"""The opponents' mean strength of schedule."""


def total(stat: str) -> Formula:
    """The sum of a per-game number, including byes as far as the book gives them one."""
    return Formula(lambda field: field.total(stat))


def total_entered(stat: str) -> Formula:
    """The same, but None for a player with a game in which nobody entered it."""
    return Formula(lambda field: field.total(stat).only_where(field.lacks(stat) == 0))


def least(stat: str) -> Formula:
    """The smallest per-game number; None if there is none."""
    return Formula(lambda field: field.least(stat))


def head_to_head(table: Table, players: Sequence[PlayerId]) -> Values:
    """Points from games among the players who are level, if each met all the others; otherwise no decision."""
    level = set(players)
    if any(level - {p} - {line.opponent for line in table.lines[p]} for p in players):
        return dict.fromkeys(players, 0)
    return {p: sum((line.points for line in table.lines[p] if line.opponent in level), 0) for p in players}
