"""The record of each player, round by round: the one table that points and tie-breaks are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason

if TYPE_CHECKING:
    from muster.core.standings.columns import AllRounds, Ints, NotedNumbers, NumberColumn


class LineKind(StrEnum):
    GAME = "game"
    BYE = "bye"
    WALKOVER = "walkover"
    UNPAIRED = "unpaired"


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round of one player. `opponent` is set only for a game: otherwise nobody was met (X-22, L-03)."""

    round: int
    kind: LineKind
    points: Points
    outcome: Outcome
    why: Reason
    opponent: PlayerId | None = None
    stats: Mapping[str, Points | None] = field(default_factory=dict)


class RoundLines:
    """The lines of one round and whose they are; their columns are computed once for all standings."""

    def __init__(self, players: Sequence[PlayerId], lines: Sequence[PlayerRound]) -> None:
        self.players = players
        self.lines = lines
        self._in: tuple[dict[PlayerId, int], tuple[Ints, Ints]] | None = None

    @cached_property
    def points(self) -> NumberColumn:
        from muster.core.standings.columns import NumberColumn  # Loads numpy, which only ranking needs.

        return NumberColumn.of([line.points for line in self.lines])

    def seats(self, index: dict[PlayerId, int]) -> Ints:
        """The players' places in the arrays."""
        return self._placed(index)[0]

    def met(self, index: dict[PlayerId, int]) -> Ints:
        """Their opponents' places, -1 for none."""
        return self._placed(index)[1]

    def _placed(self, index: dict[PlayerId, int]) -> tuple[Ints, Ints]:
        if self._in is None or self._in[0] is not index:
            from muster.core.standings.columns import array

            seats = array([index[player] for player in self.players])
            met = array([-1 if line.opponent is None else index[line.opponent] for line in self.lines])
            self._in = index, (seats, met)
        return self._in[1]

    @cached_property
    def kinds(self) -> Ints:
        from muster.core.standings import columns

        number = {
            LineKind.GAME: columns.GAME,
            LineKind.BYE: columns.BYE,
            LineKind.WALKOVER: columns.WALKOVER,
            LineKind.UNPAIRED: columns.UNPAIRED,
        }
        return columns.array([number[line.kind] for line in self.lines])

    @cached_property
    def outcomes(self) -> Ints:
        from muster.core.standings import columns

        number = {Outcome.WIN: columns.WIN, Outcome.DRAW: columns.DRAW, Outcome.LOSS: columns.LOSS}
        return columns.array([number[line.outcome] for line in self.lines])


class Table:
    """Everybody's lines, also as arrays. `rounds`: the same lines by round, nobody twice in one."""

    def __init__(
        self,
        lines: Mapping[PlayerId, Sequence[PlayerRound]],
        rounds: Sequence[RoundLines] | None = None,
        index: dict[PlayerId, int] | None = None,
    ) -> None:
        self.lines = lines
        self.index = {player: at for at, player in enumerate(lines)} if index is None else index
        """Where each player is in the arrays."""
        self._rounds = rounds

    @cached_property
    def points(self) -> dict[PlayerId, Points]:
        return {p: total for p, total in zip(self.lines, self.field.points.exact(), strict=True) if total is not None}

    @cached_property
    def field(self) -> AllRounds:
        from muster.core.standings import columns  # Loads numpy, which only ranking needs.

        rounds = self._by_place() if self._rounds is None else self._rounds
        index, shape = self.index, (len(rounds), len(self.lines))
        seats, met = [each.seats(index) for each in rounds], [each.met(index) for each in rounds]

        def stat(key: str) -> NotedNumbers:
            rows: list[list[Points | None]] = [[None] * len(self.lines) for _ in rounds]
            for row, at, each in zip(rows, seats, rounds, strict=True):
                for seat, line in zip(at.tolist(), each.lines, strict=True):
                    row[seat] = line.stats.get(key)
            return columns.NotedNumbers.of(rows, len(self.lines))

        points = columns.NotedNumbers.spread([each.points for each in rounds], seats, shape)
        return columns.AllRounds(
            points.values,
            columns.spread(met, seats, shape, -1),
            unit=points.unit,
            kind=columns.spread([each.kinds for each in rounds], seats, shape, columns.NOTHING),
            outcome=columns.spread([each.outcomes for each in rounds], seats, shape, columns.LOSS),
            figures=stat,
        )

    def _by_place(self) -> list[RoundLines]:
        """Everybody's first line, everybody's second, and so on."""
        found = []
        for place in range(max(map(len, self.lines.values()), default=0)):
            own = {player: lines[place] for player, lines in self.lines.items() if len(lines) > place}
            found.append(RoundLines(list(own), list(own.values())))
        return found
