"""Look before you leap: what a correction would change, worked out before it is saved."""

from __future__ import annotations

from collections.abc import Sequence

from muster.app.desk import Opened, trial
from muster.app.exact import Json, exact, who
from muster.core.kit.model import PlayerId, StageKind
from muster.core.reading.final import final_standings
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Round
from muster.core.record.facts.play import Fact, ResultCorrected
from muster.core.standings.ranking import Row


def preview(opened: Opened, facts: Sequence[Fact]) -> Json:
    """Ranks and points that change, seats of the cut that change hands, rounds paired on the old result."""
    before, after = opened.event, trial(opened, facts)
    rows_before = {r.player: r for r in final_standings(before, opened.system).rows}
    rows_after = final_standings(after, opened.system).rows
    return {
        "ranks": [_change(opened, rows_before[r.player], r) for r in rows_after if _differs(rows_before[r.player], r)],
        "cut": _cut_seats(opened, before, after),
        "paired_on_it": [r.number for r in _later(before, facts)],
        "players": [
            {**who(opened, p.id), "from": p.status.value, "to": after.players[p.id].status.value}
            for p in before.players.values()
            if p.status is not after.players[p.id].status
        ],
    }


def _differs(old: Row, new: Row) -> bool:
    return (old.rank, old.points, old.values) != (new.rank, new.points, new.values)


def _change(opened: Opened, old: Row, new: Row) -> Json:
    return {
        **who(opened, new.player),
        "rank": [old.rank, new.rank],
        "points": [exact(old.points), exact(new.points)],
        "tiebreaks": {
            key: [exact(old.values.get(key)), exact(new.values.get(key))]
            for key in new.values
            if old.values.get(key) != new.values.get(key)
        },
    }


def _cut_seats(opened: Opened, before: Event, after: Event) -> Json:
    """Who would be inside or outside the cut; a cut that was made stays, and is only compared."""
    if not before.rounds:
        return {"in": [], "out": []}
    size = len(before.stage.seeds) if before.stage.seeds else planned(before, opened.system).cut
    if before.stages[0].kind is StageKind.ELIMINATION or not size:
        return {"in": [], "out": []}

    def inside(event: Event) -> list[PlayerId]:
        ranked = standings(event, opened.system).ranked()
        return [r.player for r in ranked if event.players[r.player].active][:size]

    old, new = inside(before), inside(after)
    return {
        "in": [who(opened, p) for p in new if p not in old],
        "out": [who(opened, p) for p in old if p not in new],
    }


def _later(event: Event, facts: Sequence[Fact]) -> list[Round]:
    """Rounds drawn after the corrected one: they stay as they are (X-02)."""
    corrected = min((f.round for f in facts if isinstance(f, ResultCorrected)), default=len(event.rounds))
    return event.rounds[corrected:]
