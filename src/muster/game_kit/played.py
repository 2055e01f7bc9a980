"""Made-up events, played through the same actions that an organiser uses; what must be true of every one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, pairwise

from muster.app.demo import DemoStep, demo
from muster.app.desk import Desk, Opened
from muster.app.past.verify import verify
from muster.core.kit.errors import Refusal
from muster.core.kit.model import StageKind
from muster.core.kit.reasons import Reason
from muster.core.reading.plan import planned
from muster.core.reading.tally import scores, standings
from muster.core.record.event import Round
from muster.core.record.player import Status
from muster.core.rules.rounds import advice
from muster.game_kit.declared import reason, where_raised
from muster.store.memory import MemoryJournals


class Ticks:
    """A clock that advances by a second each time it is read."""

    def __init__(self) -> None:
        self._ticks = count()

    def now(self) -> str:
        tick = next(self._ticks)
        return f"2026-11-15T{tick // 3600:02}:{tick // 60 % 60:02}:{tick % 60:02}.000000+00:00"


def new_desk() -> Desk:
    """A desk for journals in memory. Nothing in it is random."""
    fresh = count(1)
    return Desk(MemoryJournals(), Ticks(), lambda: f"fresh-{next(fresh)}")


def problems(key: str, players: int, seed: str) -> Iterator[str]:
    where = f"an event of {players} (seed “{seed}”)"
    desk = new_desk()
    last: Opened | None = None
    try:
        for step in demo(desk, key, players, seed):
            last = step.opened
            yield from (f"{where}: {sentence}" for sentence in _after(step))
    except Refusal as refused:
        yield f"{where} is refused: {refused}"
        return
    except Exception as error:  # A game's code may raise anything.
        yield f"{where} fails: {where_raised(error)}"
        return
    assert last is not None
    outcome = verify(last, seed)
    if not outcome.ok:
        yield f"{where} comes out differently the second time: {outcome.difference}"


def _after(step: DemoStep) -> Iterator[str]:
    opened = step.opened
    if step.kind == "drawn":
        yield from _drawn(opened, opened.event.rounds[-1])
    elif step.kind == "played":
        yield from _ranked(opened)
    elif step.kind == "finished":
        event, system = opened.event, opened.system
        ranked = standings(event, system)
        for award in system.awards(event, system.settings(event), ranked):
            yield from reason(system, award.why, f"the award “{award.title}”")


def _drawn(opened: Opened, round_: Round) -> Iterator[str]:
    """Everybody who plays has one seat, and every reason has a sentence."""
    event, system = opened.event, opened.system
    where = f"round {round_.number}"
    seats = Counter([*(p for m in round_.matches for p in (m.a, m.b)), *(seat.player for seat in round_.byes)])
    yield from (f"{where}: {event.name_of(p)} has {n} seats" for p, n in seats.items() if n > 1)
    if opened.event.stage_of(round_).kind is StageKind.SWISS:
        active = {p.id for p in event.players.values() if p.status is Status.ACTIVE and not p.stand_in}
        yield from (f"{where}: {event.name_of(p)} has no seat" for p in sorted(active - set(seats)))
    told: list[Reason] = [*round_.notices, *planned(event, system).notices, *advice(event, system)]
    told += [why for m in round_.matches for why in (*m.why, *m.table_why)]
    told += [why for seat in round_.byes for why in seat.why]
    for why in told:
        yield from reason(system, why, where)


def _ranked(opened: Opened) -> Iterator[str]:
    """Scores state the points they give, and more points rank higher."""
    event, system = opened.event, opened.system
    round_ = event.rounds[-1]
    for match in round_.matches:
        for score in scores(event, system, round_, match):
            yield from reason(system, score.why, f"round {round_.number}")
    if event.stage_of(round_).kind is not StageKind.SWISS:
        return
    ranked = standings(event, system)
    if sorted(row.player for row in ranked.rows) != sorted(event.players):
        yield f"after round {round_.number} the standings do not list every player once"
    for above, below in pairwise(ranked.ranked()):
        if above.points < below.points:
            yield f"after round {round_.number} {event.name_of(below.player)} has more points and ranks lower"
