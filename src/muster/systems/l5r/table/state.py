"""A game of Legend of the Five Rings as far as it can be seen on the table. Open information only (L-45)."""

from __future__ import annotations

from dataclasses import dataclass, field

from muster.game import Both, StageKind, TableSetup, mark
from muster.systems.l5r.judgment import Position, Verdict, judge
from muster.systems.l5r.slip import How
from muster.systems.l5r.timing import RoundMinutes, marks

PHASES = (mark("Dynasty"), mark("Card draw"), mark("Conflict"), mark("Fate"), mark("Regroup"))
"""L-38: the phases of a game round, in order. Time concerns the first and the last."""

REGROUP = len(PHASES) - 1

FACE_DOWN = 4
"""L5R-073: provinces beside the one under the stronghold."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One side. `broken`: its own broken provinces, without the one under the stronghold.

    `replaced`: whether it replaced conflict cards in set-up; None if not answered yet.
    """

    honor: int | None = None
    broken: int = 0
    stronghold: bool = False
    replaced: bool | None = None

    @property
    def all_broken(self) -> int:
        return self.broken + self.stronghold


Holdings = tuple[Holding, Holding]

Agreed = tuple[int, int, int]
"""What both sides agree on: who won, and the two Emperor's Judgment counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveRingsTable:
    """`picked`: who was picked at random and decided (L5R-069, L-20). `first`: who has the first-player token (L-19).

    `ticked`: completed steps of the set-up, in order. `started`: when play began; a game outside an event is timed from
    there. `plays_on`: what each player said when time was called. `how`: how it ended, `decided_at` in which minute.
    """

    names: tuple[str, str]
    event: bool
    elimination: bool
    final: bool
    minutes: RoundMinutes
    sides: Holdings = (Holding(), Holding())
    picked: int | None = None
    first: int | None = None
    ticked: int = 0
    started: int | None = None
    round: int = 0
    phase: int = 0
    favor: int | None = None
    plays_on: Both[bool] = field(default_factory=Both)
    asks_winner: bool = False
    how: How | None = None
    won: int | None = None
    decided_at: int | None = None
    agreed: Both[Agreed] = field(default_factory=Both)
    slip_at: int | None = None
    waived: bool = False

    @property
    def over(self) -> bool:
        return self.how is How.CONCESSION or self.agreed.agreed

    @property
    def verdict(self) -> Verdict:
        """Emperor's Judgment as things are now."""
        a, b = (Position(s.all_broken, s.honor or 0, self.favor == n) for n, s in enumerate(self.sides))
        return judge(a, b, self.picked)

    @property
    def winner(self) -> int | None:
        return self.verdict.winner if self.how is How.JUDGMENT else self.won


def begin(setup: TableSetup) -> FiveRingsTable:
    return FiveRingsTable(
        names=setup.names,
        event=setup.event,
        elimination=setup.stage is StageKind.ELIMINATION,
        final=setup.final,
        minutes=marks(setup.settings, final=setup.final),
    )
