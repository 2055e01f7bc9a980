"""Reading a match slip: who won, how, and how late. Contradictions are found elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from muster.game import Ending, Game, Raw
from muster.systems.l5r.judgment import Position, Verdict, judge
from muster.systems.l5r.slip import SIDES, How
from muster.systems.l5r.timing import Lateness, RoundMinutes, lateness, marks

_KIND_OF = {
    Lateness.IN_TIME: "normal",
    Lateness.SLIP: "modified_loss",
    Lateness.JUDGED: "modified_loss",
    Lateness.UNTOLD: "modified_loss",
    Lateness.STOP: "modified",
}
_LATENESS_OF = {"normal": Lateness.IN_TIME, "modified_loss": Lateness.UNTOLD, "modified": Lateness.STOP}


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A raw result as read: sides are 0 and 1, None means not given. `kind`: the result as entered."""

    winner: int | None
    how: How
    judged: bool
    """Numbers for Emperor's Judgment were given, all or some."""
    verdict: Verdict | None
    kind: str | None
    decided_at: int | None
    slip_at: int | None
    waived: bool
    marks: RoundMinutes

    @property
    def minute(self) -> int:
        """When decision and slip were both in, as far as given."""
        return max(self.decided_at or 0, self.slip_at or 0)

    @property
    def kind_by_minutes(self) -> str:
        return _KIND_OF[self._by_minutes]

    @property
    def lateness(self) -> Lateness:
        """By the minutes, unless something else was entered."""
        if self.kind is None or self.kind == self.kind_by_minutes:
            return self._by_minutes
        return _LATENESS_OF[self.kind]

    @property
    def _by_minutes(self) -> Lateness:
        judged = self.how is How.JUDGMENT
        return lateness(self.marks, judged=judged, decided_at=self.decided_at, slip_at=self.slip_at, waived=self.waived)


def read(game: Game) -> Account:
    """What the slip says, without questioning it: a result once accepted can always be scored."""
    values = game.result.values
    broken, honor, favor = (_both(values.get(key)) for key in ("broken", "honor", "favor"))
    judged = any(v is not None for v in (*broken, *honor)) or True in favor
    verdict = _verdict(broken, honor, favor, _side(values.get("decider")))
    kind = values.get("result_kind")
    how = _how(game, judged)
    if how in (How.CONCESSION, How.DISQUALIFIED):
        winner: int | None = 1 if game.a.id in game.result.by else 0
    else:
        winner = _side(values.get("winner"))
        if winner is None and verdict is not None:
            winner = verdict.winner
    return Account(
        winner=winner,
        how=how,
        judged=judged,
        verdict=verdict,
        kind=kind if isinstance(kind, str) else None,
        decided_at=_number(values.get("decided_at")),
        slip_at=_number(values.get("slip_at")),
        waived=values.get("waived") is True,
        # Which elimination round is the final is not known here, and no points depend on it (L-14).
        marks=marks(game.settings, final=game.elimination, extended=values.get("extended") is True),
    )


def _how(game: Game, judged: bool) -> How:
    match game.result.ending:
        case Ending.CONCESSION:
            return How.CONCESSION
        case Ending.DISQUALIFIED:
            return How.DISQUALIFIED
    told = game.result.values.get("how")
    if isinstance(told, str):
        return How(told)
    # L5R-118: only a game judged when play stops has a modified win.
    return How.JUDGMENT if judged or game.result.values.get("result_kind") == "modified" else How.VICTORY


def _verdict(
    broken: tuple[Raw, Raw], honor: tuple[Raw, Raw], favor: tuple[Raw, Raw], decider: int | None
) -> Verdict | None:
    """Emperor's Judgment, once both sides' provinces and honor are given."""
    sides = []
    for side in (0, 1):
        provinces, points = _number(broken[side]), _number(honor[side])
        if provinces is None or points is None:
            return None
        sides.append(Position(provinces, points, favor[side] is True))
    return judge(sides[0], sides[1], decider)


def _both(value: Raw) -> tuple[Raw, Raw]:
    return (value[0], value[1]) if isinstance(value, list) else (None, None)


def _side(value: Raw) -> int | None:
    return SIDES.index(value) if isinstance(value, str) else None


def _number(value: Raw) -> int | None:
    return value if isinstance(value, int) else None
