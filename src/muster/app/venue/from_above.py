"""A table from above, as everybody may see it: its terrain now or in a round, and the scenario's elements."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.venue.terrain_text import inches
from muster.app.venue.terrain_views import BalanceView, SatView, StandingView, balance_view, standing_view, table_view
from muster.core.kit.errors import Refusal
from muster.core.record.terrain import Layout, Standing


@dataclass(frozen=True, slots=True)
class TableFromAbove:
    """`round`: the one whose scenario is on the table."""

    round: int
    layout: Layout
    scenario: str
    elements: tuple[Standing, ...]


class TableTerrain(View, frozen=True):
    """A table's terrain, who sat there, and the round's `scenario`, empty for none, with what it puts on the table.

    Rules that the layout breaks are left out, because they would reveal future scenarios.
    """

    event: str
    table: int
    room: str
    layout: str
    width: str
    depth: str
    pieces: list[StandingView]
    balance: BalanceView
    scenario: str
    elements: list[StandingView]
    past: list[SatView]


def from_above(opened: Opened, table: int, number: int = 0) -> TableFromAbove:
    """Now, or as it was in a round. A scenario's elements appear once its round has begun (WMH-109)."""
    venue, begun = opened.event.venue, len(opened.event.shown)
    if number > begun:
        raise Refusal("Round {n} has not begun, so its terrain is not shown yet.", n=number)
    now = table_view(opened, table).layout
    layout = venue.standing_at(table, number) if number else venue.layouts.get(now)
    if layout is None:
        raise Refusal("Table {table} has no terrain drawn.", table=table)
    chosen = opened.event.scenarios.get(number or begun)
    held = None if chosen is None else venue.grounds.get(chosen.name)
    return TableFromAbove(
        number or begun, layout, "" if chosen is None else chosen.name, () if held is None else held.elements
    )


def from_above_view(opened: Opened, table: int, number: int = 0) -> TableTerrain:
    seen, kept = from_above(opened, table, number), table_view(opened, table)
    return TableTerrain(
        event=opened.id,
        table=table,
        room=kept.room,
        layout=seen.layout.name,
        width=inches(seen.layout.width),
        depth=inches(seen.layout.depth),
        pieces=[standing_view(n, one) for n, one in enumerate(seen.layout.pieces, start=1)],
        balance=balance_view(opened, seen.layout),
        scenario=seen.scenario,
        elements=[standing_view(n, one) for n, one in enumerate(seen.elements, start=1)],
        past=kept.past,
    )
