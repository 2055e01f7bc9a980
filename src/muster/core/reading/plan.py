"""The shape of an event: how many rounds, and how large a cut."""

from __future__ import annotations

from muster.core.book.system import Plan, System
from muster.core.record.event import Event


def planned(event: Event, system: System) -> Plan:
    """The shape of the event; its head count is that of round 1 once that is drawn (L-29, L-30)."""
    settings, heads = system.settings(event), _heads(event)
    plan = system.plan(settings, heads)
    rounds = settings.number_or_none("rounds")
    cut = settings.number_or_none("cut")
    return Plan(
        plan.rounds if rounds is None else rounds,
        plan.cut if cut is None else cut,
        plan.notices,
    )


def _heads(event: Event) -> int:
    def count() -> int:
        if event.rounds:
            return sum(not event.players[p].stand_in for p in event.rounds[0].players())
        return sum(not p.stand_in for p in event.active_players())

    if event.known is None:
        return count()
    first = (event.rounds[0].matches, event.rounds[0].byes) if event.rounds else ()
    return event.known.once("heads", count, (event.players, *first))
