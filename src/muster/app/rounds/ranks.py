"""Ranks over the rounds: everybody's rank after each finished Swiss round."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.desk import Opened
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, StageKind
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import RoundState


@dataclass(frozen=True, slots=True)
class Career:
    """A player's place after each round, None if they had none."""

    player: PlayerId
    name: str
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Ranks:
    """`careers`: best first by the last round. `cut`: how many continue, 0 for none."""

    rounds: tuple[int, ...]
    careers: tuple[Career, ...]
    cut: int


def ranks_view(opened: Opened, until: int | None = None) -> Ranks:
    """Up to a round, or to the latest."""
    event, system = opened.event, opened.system
    rounds = tuple(
        r.number
        for r in event.rounds
        if r.state is not RoundState.DRAFT
        and r.complete
        and event.stage_of(r).kind is StageKind.SWISS
        and (until is None or r.number <= until)
    )
    tables = [{row.player: row.position for row in standings(event, system, n).ranked()} for n in rounds]
    last = tables[-1] if tables else {}
    ordered = sorted(last, key=lambda p: last[p])
    careers = tuple(Career(p, event.name_of(p), tuple(table.get(p) for table in tables)) for p in ordered)
    return Ranks(rounds, careers, _cut(opened))


def _cut(opened: Opened) -> int:
    if opened.event.stage.seeds:
        return len(opened.event.stage.seeds)
    try:
        return planned(opened.event, opened.system).cut
    except Refusal:
        return 0  # No plan fits the options; the desk reports that, so a picture need not.
