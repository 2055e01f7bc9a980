"""Tie-breaks that books share, each an exact number per player. A system picks, orders and cites them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from muster.core.model import Outcome, PlayerId, Points
from muster.core.standings.lines import LineKind, Table

Values = Mapping[PlayerId, Points | None]
Compute = Callable[[Table, Sequence[PlayerId]], Values]
"""From the whole table and the players who are still level to a value each; None ranks below every number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    key: str
    name: str
    compute: Compute
    clause: str = ""
    low_wins: bool = False
    within_tie: bool = False
    """True when the value depends on who is level (head-to-head); such a value means nothing outside the tie."""

    def order(self, value: Points | None) -> tuple[int, Points]:
        """A sort key: better first."""
        if value is None:
            return (1, 0)
        return (0, value if self.low_wins else -value)


def games_won(*, count_byes: bool = True) -> Compute:
    """Games won; a bye or walkover counts as one unless told otherwise."""

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        return {
            p: sum(
                line.outcome is Outcome.WIN and (count_byes or line.kind not in (LineKind.BYE, LineKind.WALKOVER))
                for line in table.lines[p]
            )
            for p in players
        }

    return compute


def opponents_points(*, byes_as_average: bool = False) -> Compute:
    """The sum of the points of every opponent met. A bye adds nothing, or the average of the own opponents."""

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        values: dict[PlayerId, Points] = {}
        for p in players:
            met = table.opponents[p]
            total: Points = sum((table.points[o] for o in met), 0)
            free = sum(line.kind is LineKind.BYE for line in table.lines[p])
            if byes_as_average and free and met:
                total = whole(total + Fraction(total) * free / len(met))
            values[p] = total
        return values

    return compute


def whole(value: Points) -> Points:
    """A fraction without a remainder as a plain integer."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def mean_of_opponents(each: Callable[[Table, PlayerId], Fraction]) -> Compute:
    """The mean over opponents met of some figure of theirs; 0 without opponents (L-04)."""

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        cache: dict[PlayerId, Fraction] = {}

        def figure(player: PlayerId) -> Fraction:
            if player not in cache:
                cache[player] = each(table, player)
            return cache[player]

        return {p: mean([figure(o) for o in table.opponents[p]]) for p in players}

    return compute


def mean(values: Sequence[Fraction]) -> Fraction:
    return Fraction(sum(values, Fraction(0))) / len(values) if values else Fraction(0)


def points_per_round(table: Table, player: PlayerId) -> Fraction:
    rounds = table.rounds(player)
    return Fraction(table.points[player]) / rounds if rounds else Fraction(0)


def schedule_strength(table: Table, player: PlayerId) -> Fraction:
    return mean([points_per_round(table, o) for o in table.opponents[player]])


strength_of_schedule: Compute = mean_of_opponents(points_per_round)
"""Mean over opponents of their points per round."""

extended_strength_of_schedule: Compute = mean_of_opponents(schedule_strength)
"""Mean over opponents of their strength of schedule."""


def total(stat: str) -> Compute:
    """The sum of a per-game figure, byes included as far as the book gives them one."""

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        return {p: sum((line.stats.get(stat) or 0 for line in table.lines[p]), 0) for p in players}

    return compute


def least(stat: str) -> Compute:
    """The smallest per-game figure; None if there is none."""

    def compute(table: Table, players: Sequence[PlayerId]) -> Values:
        values: dict[PlayerId, Points | None] = {}
        for p in players:
            seen = [v for line in table.lines[p] if (v := line.stats.get(stat)) is not None]
            values[p] = min(seen) if seen else None
        return values

    return compute


def head_to_head(table: Table, players: Sequence[PlayerId]) -> Values:
    """Points from games among the players who are level, if each of them met all the others; else no decision."""
    level = set(players)
    if any(level - {p} - set(table.opponents[p]) for p in players):
        return dict.fromkeys(players, 0)
    return {p: sum((line.points for line in table.lines[p] if line.opponent in level), 0) for p in players}
