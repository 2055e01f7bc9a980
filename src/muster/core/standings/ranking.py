"""From lines to places: points, then each tie-break in turn; who is still level shares the place (X-09)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from muster.core.model import PlayerId, Points
from muster.core.standings.lines import Line, Table
from muster.core.standings.tiebreaks import TieBreak


@dataclass(frozen=True, slots=True)
class Row:
    """`rank` is shared by those who are level, None for who takes no place; `position` is the order shown."""

    player: PlayerId
    rank: int | None
    position: int
    points: Points
    values: dict[str, Points | None]
    lines: tuple[Line, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """After `after` rounds. `tiebreaks` in the order in which they were applied."""

    after: int
    rows: tuple[Row, ...]
    tiebreaks: tuple[TieBreak, ...]

    def order(self) -> list[PlayerId]:
        return [row.player for row in self.rows]

    def row(self, player: PlayerId) -> Row:
        return next(r for r in self.rows if r.player == player)

    def ranked(self) -> list[Row]:
        return [row for row in self.rows if row.rank is not None]


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
    everyone = [*placed, *(p for p, _ in unplaced)]
    columns = {t.key: t.compute(table, everyone) for t in tiebreaks if not t.within_tie}
    values: dict[PlayerId, dict[str, Points | None]] = {
        p: {key: column[p] for key, column in columns.items()} for p in everyone
    }
    for p, _ in unplaced:
        values[p].update((t.key, None) for t in tiebreaks if t.within_tie)
    groups = _split(list(placed), lambda p: (0, -table.points[p]))
    for tiebreak in tiebreaks:
        finer: list[list[PlayerId]] = []
        for group in groups:
            if tiebreak.within_tie:
                inside = tiebreak.compute(table, group) if len(group) > 1 else dict.fromkeys(group)
                for p in group:
                    values[p][tiebreak.key] = inside[p]
            finer.extend(_split(group, _by(tiebreak, values)))
        groups = finer
    rows: list[Row] = []
    for group in groups:
        shared = len(rows) + 1
        for p in sorted(group, key=lambda p: (lots[p], p)):
            rows.append(
                Row(p, shared, len(rows) + 1, table.points[p], values[p], tuple(table.lines[p]), marks.get(p, ""))
            )
    for p, mark in unplaced:
        rows.append(Row(p, None, len(rows) + 1, table.points[p], values[p], tuple(table.lines[p]), mark))
    return Standings(after, tuple(rows), tuple(tiebreaks))


def _by(
    tiebreak: TieBreak, values: dict[PlayerId, dict[str, Points | None]]
) -> Callable[[PlayerId], tuple[int, Points]]:
    return lambda p: tiebreak.order(values[p][tiebreak.key])


def _split(group: list[PlayerId], key: Callable[[PlayerId], tuple[int, Points]]) -> list[list[PlayerId]]:
    """The group in order of the key, cut where it changes."""
    return [list(same) for _, same in groupby(sorted(group, key=key), key=key)]
