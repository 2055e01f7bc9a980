"""What the facts of the venue do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event
from muster.core.record.facts import venue
from muster.core.record.terrain import Stocked


def apply(fact: venue.VenueFact, event: Event) -> None:
    match fact:
        case venue.TerrainStocked():
            event.stock = event.mine(event.stock)
            if fact.count:
                event.stock[fact.piece.name] = Stocked(fact.piece, fact.count)
            else:
                del event.stock[fact.piece.name]
        case venue.LayoutSaved():
            _keep_what_was_played_on(fact.layout.name, event)
            event.layouts = {**event.layouts, fact.layout.name: fact.layout}
            event.layouts_drawn += bool(fact.draw)
        case venue.LayoutRemoved():
            event.layouts = event.mine(event.layouts)
            del event.layouts[fact.name]
        case venue.TerrainAssigned():
            before = [(first, name) for first, name in event.terrain.get(fact.table, ()) if first < fact.round]
            event.terrain = event.mine(event.terrain)
            event.terrain[fact.table] = [*before, (fact.round, fact.layout)]
        case venue.TerrainReviewed():
            event.reviewed = {**event.reviewed, fact.round: fact.note}
        case venue.GroundLaid() | venue.SheetAttached() if fact.seal:
            pass  # This copy does not tell it.
        case venue.GroundLaid():
            event.grounds = event.mine(event.grounds)
            if fact.ground.elements:
                event.grounds[fact.ground.scenario] = fact.ground
            else:
                del event.grounds[fact.ground.scenario]
        case venue.SheetAttached():
            event.sheets = event.mine(event.sheets)
            if fact.data:
                event.sheets[fact.scenario] = fact
            else:
                del event.sheets[fact.scenario]
        case _:
            assert_never(fact)


def _keep_what_was_played_on(name: str, event: Event) -> None:
    """A layout stays in the rounds that are over as it was; one saved since and never played on is gone."""
    over = event.rounds_over()
    spans = [span for held in event.terrain.values() for span in held]
    known = event.former.get(name, [])
    if any(one == name and first <= over for first, one in spans) and all(last < over for last, _ in known):
        event.former = {**event.former, name: [*known, (over, event.layouts[name])]}
