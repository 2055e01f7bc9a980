"""The record of each player, round by round: the one table that points and tie-breaks are computed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason

if TYPE_CHECKING:
    from muster.core.standings.columns import Field, NotedNumbers


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

        def figures(read: Callable[[Line], Points | None], empty: Points | None) -> NotedNumbers:
            return columns.NotedNumbers.of(self._rows(read, empty), len(self.lines))

        points = figures(lambda line: line.points, 0)
        return columns.Field(
            points.values,
            figures(lambda line: -1 if line.opponent is None else self.index[line.opponent], -1).values,
            unit=points.unit,
            kind=figures(lambda line: kinds[line.kind], columns.NOTHING).values,
            outcome=figures(lambda line: outcomes[line.outcome], columns.LOSS).values,
            figures=lambda key: figures(lambda line: line.stats.get(key), None),
        )

    def _rows(self, read: Callable[[Line], Points | None], empty: Points | None) -> list[list[Points | None]]:
        """What each line says, a row per round; `empty` where a player has fewer lines."""
        rows = [[empty] * len(self.lines) for _ in range(max(map(len, self.lines.values()), default=0))]
        for at, own in enumerate(self.lines.values()):
            for number, line in enumerate(own):
                rows[number][at] = read(line)
        return rows
