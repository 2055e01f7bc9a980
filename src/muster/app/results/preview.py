"""What a correction would change, worked out before it is saved."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muster.app.desk import Opened, trial
from muster.app.exact import View, Who, exact, who
from muster.app.numbers import Exact
from muster.core.book.system import System
from muster.core.kit.model import Outcome, PlayerId, StageKind
from muster.core.reading.final import final_standings
from muster.core.reading.plan import planned
from muster.core.reading.tally import scores, standings
from muster.core.record.event import Event, Round
from muster.core.record.facts.play import Fact, ResultCorrected
from muster.core.record.player import Status
from muster.core.standings.ranking import StandingsRow


class RankChange(Who, frozen=True):
    """A player's rank, points and tie-breaks, each before and after; only tie-breaks that change."""

    rank: tuple[int | None, int | None]
    points: tuple[Exact, Exact]
    tiebreaks: dict[str, tuple[Exact | None, Exact | None]]


class StatusChange(Who, frozen=True):
    """A player who comes back or leaves."""

    before: Status = msgspec.field(name="from")
    after: Status = msgspec.field(name="to")


class CutChange(View, frozen=True):
    """Who would get into the cut, and who would drop out of it."""

    inside: list[Who] = msgspec.field(name="in", default_factory=list)
    outside: list[Who] = msgspec.field(name="out", default_factory=list)


class GameChange(Who, frozen=True):
    """What the corrected game is worth to one of the players, before and after; in elimination it has no points."""

    outcome: tuple[Outcome, Outcome]
    points: tuple[Exact, Exact] | None


class Preview(View, frozen=True):
    """What a correction changes. `paired_on_it` are the rounds drawn with the old result.

    `game` changes immediately; `ranks` only if the round is complete.
    """

    game: list[GameChange]
    ranks: list[RankChange]
    cut: CutChange
    paired_on_it: list[int]
    players: list[StatusChange]


def preview(opened: Opened, facts: Sequence[Fact]) -> Preview:
    """Ranks and points that change, places in the cut that change hands, rounds drawn with the old result."""
    before, after = opened.event, trial(opened, facts)
    rows_before = {r.player: r for r in final_standings(before, opened.system).rows}
    rows_after = final_standings(after, opened.system).rows
    return Preview(
        game=_game(opened, after, facts),
        ranks=[_change(opened, rows_before[r.player], r) for r in rows_after if _differs(rows_before[r.player], r)],
        cut=_cut_seats(opened, before, after),
        paired_on_it=[r.number for r in _later(before, facts)],
        players=[
            StatusChange(p.id, p.name, p.status, after.players[p.id].status)
            for p in before.players.values()
            if p.status is not after.players[p.id].status
        ],
    )


def _game(opened: Opened, after: Event, facts: Sequence[Fact]) -> list[GameChange]:
    """The sides of the corrected game whose points or outcome change."""
    found: list[GameChange] = []
    for fact in facts:
        if not isinstance(fact, ResultCorrected):
            continue
        played, then = opened.event.round(fact.round), after.round(fact.round)
        match, corrected = played.matches[fact.match - 1], then.matches[fact.match - 1]
        if match.result is None:
            continue
        swiss = opened.event.stage_of(played).kind is not StageKind.ELIMINATION
        old, new = scores(opened.event, opened.system, played, match), scores(after, opened.system, then, corrected)
        for player, was, now in zip((match.a, match.b), old, new, strict=True):
            if (was.outcome, was.points) != (now.outcome, now.points):
                points = (exact(was.points), exact(now.points)) if swiss else None
                found.append(
                    GameChange(player, opened.event.name_of(player), outcome=(was.outcome, now.outcome), points=points)
                )
    return found


def _differs(old: StandingsRow, new: StandingsRow) -> bool:
    return (old.rank, old.points, old.values) != (new.rank, new.points, new.values)


def _change(opened: Opened, old: StandingsRow, new: StandingsRow) -> RankChange:
    return RankChange(
        number=new.player,
        name=opened.event.name_of(new.player),
        rank=(old.rank, new.rank),
        points=(exact(old.points), exact(new.points)),
        tiebreaks={
            key: (exact(old.values.get(key)), exact(new.values.get(key)))
            for key in new.values
            if old.values.get(key) != new.values.get(key)
        },
    )


def _cut_seats(opened: Opened, before: Event, after: Event) -> CutChange:
    """Who comes into the cut and who drops out: by rank until it is made; then only if somebody leaves or comes back,
    whatever the points are now (X-02, X-29).
    """
    if not before.rounds or before.stages[0].kind is StageKind.ELIMINATION:
        return CutChange()
    old, new = before.stage.seeds, after.stage.seeds
    if not old:
        size = planned(before, opened.system).cut
        old, new = (_first(event, opened.system, size) for event in (before, after))
    return CutChange([who(opened, p) for p in new if p not in old], [who(opened, p) for p in old if p not in new])


def _first(event: Event, system: System, size: int) -> tuple[PlayerId, ...]:
    ranked = standings(event, system).ranked()
    return tuple(r.player for r in ranked if event.players[r.player].active)[:size]


def _later(event: Event, facts: Sequence[Fact]) -> list[Round]:
    """Rounds drawn after the corrected one: they stay as they are (X-02)."""
    corrected = min((f.round for f in facts if isinstance(f, ResultCorrected)), default=len(event.rounds))
    return event.rounds[corrected:]
