"""What the facts of the venue do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event
from muster.core.record.facts import venue
from muster.core.record.terrain import Stocked
from muster.core.record.venue import Venue


def apply(fact: venue.VenueFact, event: Event) -> None:
    hall = event.edit_venue()
    match fact:
        case venue.TerrainStocked():
            hall.stock = event.mine(hall.stock)
            if fact.count:
                hall.stock[fact.piece.name] = Stocked(fact.piece, fact.count)
            else:
                del hall.stock[fact.piece.name]
        case venue.LayoutSaved():
            _keep_what_was_played_on(fact.layout.name, hall, event.rounds_over())
            hall.layouts = {**hall.layouts, fact.layout.name: fact.layout}
            hall.layouts_drawn += bool(fact.draw)
        case venue.LayoutRemoved():
            hall.layouts = event.mine(hall.layouts)
            del hall.layouts[fact.name]
        case venue.TerrainAssigned():
            before = [(first, name) for first, name in hall.terrain.get(fact.table, ()) if first < fact.round]
            hall.terrain = event.mine(hall.terrain)
            hall.terrain[fact.table] = [*before, (fact.round, fact.layout)]
        case venue.TerrainReviewed():
            hall.reviewed = {**hall.reviewed, fact.round: fact.note}
        case venue.GroundLaid() | venue.SheetAttached() | venue.VariantSaved() if fact.seal:
            pass  # This copy withholds it.
        case venue.GroundLaid():
            hall.grounds = event.mine(hall.grounds)
            if fact.ground.elements:
                hall.grounds[fact.ground.scenario] = fact.ground
            else:
                del hall.grounds[fact.ground.scenario]
        case venue.SheetAttached():
            hall.sheets = event.mine(hall.sheets)
            if fact.data:
                hall.sheets[fact.scenario] = fact
            else:
                del hall.sheets[fact.scenario]
        case venue.VariantSaved():
            hall.variants = event.mine(hall.variants)
            if fact.text or fact.objectives:
                hall.variants[fact.scenario] = fact
            else:
                del hall.variants[fact.scenario]
        case _:
            assert_never(fact)


def _keep_what_was_played_on(name: str, hall: Venue, over: int) -> None:
    """Rounds that are over keep the layout they were played on; one that was replaced without being played on is
    dropped.
    """
    spans = [span for held in hall.terrain.values() for span in held]
    known = hall.former.get(name, [])
    if any(one == name and first <= over for first, one in spans) and all(last < over for last, _ in known):
        hall.former = {**hall.former, name: [*known, (over, hall.layouts[name])]}
