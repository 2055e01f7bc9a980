"""From lines to places: points, then each tie-break in turn; who is still level shares the place (X-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from muster.core.kit.model import PlayerId, Points
from muster.core.standings.lines import PlayerRound, Table
from muster.core.standings.tiebreaks import Compute, Formula, TieBreak

if TYPE_CHECKING:
    from muster.core.standings.columns import NumberColumn


class StandingsRow(NamedTuple):
    """`rank` is shared by players who are level, None for those without a place; `position` is the order shown."""

    player: PlayerId
    rank: int | None
    position: int
    points: Points
    values: dict[str, Points | None]
    lines: tuple[PlayerRound, ...]
    mark: str = ""


@dataclass(frozen=True)
class Standings:
    """After `after` rounds. `tiebreaks` in the order they were applied."""

    after: int
    rows: tuple[StandingsRow, ...]
    tiebreaks: tuple[TieBreak, ...]

    def order(self) -> list[PlayerId]:
        return [row.player for row in self.rows]

    @cached_property
    def by_player(self) -> dict[PlayerId, StandingsRow]:
        return {row.player: row for row in self.rows}

    def row(self, player: PlayerId) -> StandingsRow:
        return self.by_player[player]

    def ranked(self) -> list[StandingsRow]:
        return [row for row in self.rows if row.rank is not None]

    def decider(self, upper: StandingsRow, lower: StandingsRow) -> TieBreak | None:
        """What puts one row above another with the same points; None if only the lot does."""
        return self._compared(upper, lower)[0]

    def undecided(self, upper: StandingsRow, lower: StandingsRow) -> TieBreak | None:
        """What would put one row above the other, if it had been entered for everybody who is level."""
        return self._compared(upper, lower)[1]

    def _compared(self, upper: StandingsRow, lower: StandingsRow) -> tuple[TieBreak | None, TieBreak | None]:
        passed_over = None
        careful = any(tiebreak.needs_all for tiebreak in self.tiebreaks)
        level = [row for row in self.ranked() if row.points == upper.points] if careful else []
        for tiebreak in self.tiebreaks:
            key = tiebreak.key
            differ = upper.values.get(key) != lower.values.get(key)
            if tiebreak.needs_all and any(row.values.get(key) is None for row in level):
                passed_over = passed_over or (tiebreak if differ else None)
                continue
            if differ:
                return tiebreak, passed_over
            level = [row for row in level if row.values.get(key) == upper.values.get(key)]
        return None, passed_over


def rank(
    table: Table,
    placed: Sequence[PlayerId],
    unplaced: Sequence[tuple[PlayerId, str]],
    tiebreaks: Sequence[TieBreak],
    lots: dict[PlayerId, int],
    marks: dict[PlayerId, str],
    after: int,
) -> Standings:
    """`placed` compete for places; `unplaced` (with the mark that says why) follow in the order given."""
    from muster.core.standings.columns import NumberColumn  # Loads numpy, which only ranking needs.
    from muster.core.standings.order import Groups

    ids = list(table.lines)
    everyone = [*placed, *(p for p, _ in unplaced)]
    columns = {t.key: _column(t.compute, table, everyone) for t in tiebreaks if not t.within_tie}
    exact = {key: column.exact() for key, column in columns.items()}
    values = {p: {key: numbers[table.index[p]] for key, numbers in exact.items()} for p in everyone}
    groups = Groups([table.index[p] for p in sorted(placed)])
    groups.split(table.field.points)
    for tiebreak in tiebreaks:
        if tiebreak.within_tie:
            inside: dict[PlayerId, Points | None] = dict.fromkeys(ids)
            for level in groups.level():
                inside.update(tiebreak.compute(table, [ids[at] for at in level]))
            for p in everyone:
                values[p][tiebreak.key] = inside[p]
            columns[tiebreak.key] = NumberColumn.of([inside[p] for p in ids])
        column = columns[tiebreak.key]
        if tiebreak.needs_all:
            column = column.level_where_missing(groups.level())
        groups.split(column, low_wins=tiebreak.low_wins)
    places = groups.places().tolist()
    groups.split(NumberColumn.of([lots.get(p) for p in ids]), low_wins=True)
    ranked: list[tuple[PlayerId, int | None, str]] = [
        (p, place, marks.get(p, "")) for p, place in zip((ids[at] for at in groups.order), places, strict=True)
    ]
    ranked += [(p, None, mark) for p, mark in unplaced]
    rows = tuple(
        StandingsRow(p, place, position, table.points[p], values[p], tuple(table.lines[p]), mark)
        for position, (p, place, mark) in enumerate(ranked, start=1)
    )
    return Standings(after, rows, tuple(tiebreaks))


def _column(compute: Compute, table: Table, players: Sequence[PlayerId]) -> NumberColumn:
    """The column of a formula, or of a function that only knows the players it is asked about."""
    from muster.core.standings.columns import NumberColumn

    if isinstance(compute, Formula):
        return compute.column(table.field)
    values: dict[PlayerId, Points | None] = dict.fromkeys(table.lines)
    found = compute(table, players)
    values.update((p, found[p]) for p in players)
    return NumberColumn.of(list(values.values()))
