"""The record of each player, round by round: the one table that points and tie-breaks are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from muster.core.model import Outcome, PlayerId, Points
from muster.core.reasons import Reason


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
    """Everybody's lines, and the sums that more than one tie-break needs."""

    def __init__(self, lines: Mapping[PlayerId, Sequence[Line]]) -> None:
        self.lines = lines
        self.points: dict[PlayerId, Points] = {p: sum((line.points for line in own), 0) for p, own in lines.items()}
        self.opponents: dict[PlayerId, tuple[PlayerId, ...]] = {
            p: tuple(line.opponent for line in own if line.opponent is not None) for p, own in lines.items()
        }

    def rounds(self, player: PlayerId) -> int:
        """Rounds that carry a result: games, byes, walkovers and unpaired losses (L-02, L-06)."""
        return len(self.lines[player])
