"""What the facts of the venue do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core import venue
from muster.core.event import Event
from muster.core.terrain import Stocked


def apply(fact: venue.VenueFact, event: Event) -> None:
    match fact:
        case venue.TerrainStocked():
            if fact.count:
                event.stock[fact.piece.name] = Stocked(fact.piece, fact.count)
            else:
                del event.stock[fact.piece.name]
        case venue.LayoutSaved():
            event.layouts[fact.layout.name] = fact.layout
            event.layouts_drawn += bool(fact.draw)
        case venue.LayoutRemoved():
            del event.layouts[fact.name]
        case venue.TerrainAssigned():
            before = [(first, name) for first, name in event.terrain.get(fact.table, ()) if first < fact.round]
            event.terrain[fact.table] = [*before, (fact.round, fact.layout)]
        case venue.TerrainReviewed():
            event.reviewed[fact.round] = fact.note
        case venue.GroundLaid():
            if fact.ground.elements:
                event.grounds[fact.ground.scenario] = fact.ground
            else:
                del event.grounds[fact.ground.scenario]
        case venue.SheetAttached():
            if fact.data:
                event.sheets[fact.scenario] = fact
            else:
                del event.sheets[fact.scenario]
        case _:
            assert_never(fact)
