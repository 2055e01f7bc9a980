"""The record of each player, round by round: the one table that points and tie-breaks are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason

if TYPE_CHECKING:
    from muster.core.standings.columns import Field, Figures

Cell = TypeVar("Cell")


class LineKind(StrEnum):
    GAME = "game"
    BYE = "bye"
    WALKOVER = "walkover"
    UNPAIRED = "unpaired"


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one player. `opponent` is set for a game only: nobody else was met (X-22, L-03)."""

    round: int
    kind: LineKind
    points: Points
    outcome: Outcome
    why: Reason
    opponent: PlayerId | None = None
    stats: Mapping[str, Points | None] = field(default_factory=dict)


class Table:
    """Everybody's lines, and the same as arrays."""

    def __init__(self, lines: Mapping[PlayerId, Sequence[Line]]) -> None:
        self.lines = lines

    @cached_property
    def index(self) -> dict[PlayerId, int]:
        """Where each player stands in the arrays."""
        return {player: at for at, player in enumerate(self.lines)}

    @cached_property
    def points(self) -> dict[PlayerId, Points]:
        return {p: total for p, total in zip(self.lines, self.field.points.exact(), strict=True) if total is not None}

    @cached_property
    def field(self) -> Field:
        from muster.core.standings import columns  # loads numpy, which only ranking needs

        kinds = {
            LineKind.GAME: columns.GAME,
            LineKind.BYE: columns.BYE,
            LineKind.WALKOVER: columns.WALKOVER,
            LineKind.UNPAIRED: columns.UNPAIRED,
        }
        outcomes = {Outcome.WIN: columns.WIN, Outcome.DRAW: columns.DRAW, Outcome.LOSS: columns.LOSS}

        size, rounds = len(self.lines), max(map(len, self.lines.values()), default=0)

        def rows(empty: Cell) -> list[list[Cell]]:
            """A row per round; `empty` where a player has fewer lines."""
            return [[empty] * size for _ in range(rounds)]

        def stat(key: str) -> Figures:
            cells: list[list[Points | None]] = rows(None)
            for at, own in enumerate(self.lines.values()):
                for number, line in enumerate(own):
                    cells[number][at] = line.stats.get(key)
            return columns.Figures.of(cells, size)

        points: list[list[Points | None]] = rows(0)
        met, kind, outcome = rows(-1), rows(columns.NOTHING), rows(columns.LOSS)
        for at, own in enumerate(self.lines.values()):
            for number, line in enumerate(own):
                points[number][at] = line.points
                kind[number][at] = kinds[line.kind]
                outcome[number][at] = outcomes[line.outcome]
                if line.opponent is not None:
                    met[number][at] = self.index[line.opponent]
        scored, shape = columns.Figures.of(points, size), (rounds, size)
        return columns.Field(
            scored.values,
            columns.whole(met, shape),
            unit=scored.unit,
            kind=columns.whole(kind, shape),
            outcome=columns.whole(outcome, shape),
            figures=stat,
        )
