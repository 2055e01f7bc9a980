"""The shape of an event: how many rounds, how large a cut, and which round is the final."""

from __future__ import annotations

from muster.core.book.system import Plan, System
from muster.core.kit.model import StageKind
from muster.core.pairing.policies import bracket
from muster.core.record.event import Event, Round


def planned(event: Event, system: System) -> Plan:
    """The shape of the event; the number of players is that of round 1 once it is drawn (L-29, L-30)."""
    settings, heads = system.settings(event), _heads(event)
    plan = system.plan(settings, heads)
    rounds = settings.number_or_none("rounds")
    cut = settings.number_or_none("cut")
    return Plan(
        plan.rounds if rounds is None else rounds,
        plan.cut if cut is None else cut,
        plan.notices,
    )


def is_final(event: Event, round_: Round) -> bool:
    """Whether this is the last round of a bracket: one game decides it, whatever else is played alongside."""
    stage = event.stage_of(round_)
    if stage.kind is not StageKind.ELIMINATION:
        return False
    rounds = event.rounds_of(stage)
    return bracket.slots(len(set(rounds[0].players()))) >> (round_.number - rounds[0].number) == 2


def _heads(event: Event) -> int:
    def count() -> int:
        if event.rounds:
            return sum(not event.players[p].stand_in for p in event.rounds[0].players())
        return sum(not p.stand_in for p in event.active_players())

    if event.known is None:
        return count()
    first = (event.rounds[0].matches, event.rounds[0].byes) if event.rounds else ()
    return event.known.once("heads", count, (event.players, *first))
