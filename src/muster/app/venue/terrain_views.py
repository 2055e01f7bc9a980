"""What is shown of terrain and tables, as plain data: stock, layouts with what they break, each table and its past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from muster.app.desk import Opened
from muster.app.exact import ReasonView, View, Who, grown, reason, reasons, who
from muster.app.speech import tr
from muster.app.venue.terrain_text import inches, kinds_text, size_text
from muster.core.kit.language import mark
from muster.core.reading.balance import measure, verdict
from muster.core.record.event import RoundState
from muster.core.record.terrain import Layout, LayoutFinding, Standing, Weight
from muster.core.rules import layouts


class StockView(View, frozen=True):
    """A piece in stock: how many there are, and how many are on tables."""

    name: str
    kind: str
    size: str
    count: int
    used: int
    reading: str


class StandingView(View, frozen=True):
    """A piece in its place: its centre in inches from the left and top edges, and its rotation in degrees."""

    number: int
    name: str
    kind: str
    size: str
    x: str
    y: str
    turn: int
    brought: bool
    reading: str


class TerrainFinding(ReasonView, frozen=True):
    """What a check found, and the numbers of the pieces it is about."""

    weight: Weight
    pieces: list[int]


Counted = Literal["cover", "height", "concealment", "pieces", "lanes", "free"]
"""What is counted in each half: pieces that give something, or all pieces if the book does not say what they give;
inch-wide lanes and square inches without terrain.
"""


class HalvesView(View, frozen=True):
    """One count for the north half and the south half, at the top and bottom of the picture; `name` in words."""

    what: Counted
    name: str
    north: int
    south: int


class BalanceView(View, frozen=True):
    """What each half gives its player, in words and numbers. `fair`: neither half falls short.

    `clearing`: the side of the largest open square, in inches.
    """

    fair: bool
    verdict: list[ReasonView]
    counts: list[HalvesView]
    clearing: int


class LayoutView(View, frozen=True):
    """A table's terrain, with the rules it breaks. `tables` have it now; `method` is empty for one made by hand."""

    name: str
    method: str
    moves: str
    width: str
    depth: str
    pieces: list[StandingView]
    findings: list[TerrainFinding]
    legal: bool
    balance: BalanceView
    tables: list[int]


class GroundView(View, frozen=True):
    """Where a scenario puts its elements."""

    scenario: str
    elements: list[StandingView]


class TerrainView(View, frozen=True):
    """Stock, layouts and tables. `tables`: the layout of each; `reviewed`: notes by round."""

    stock: list[StockView]
    overdrawn: list[str]
    layouts: list[LayoutView]
    tables: dict[int, str]
    methods: dict[str, str]
    kinds: list[str]
    grounds: list[GroundView]
    notes: list[ReasonView]
    reviewed: dict[int, str]


class SatView(View, frozen=True):
    """Who sat at a table in a round, and on which terrain."""

    round: int
    a: Who
    b: Who
    layout: str


class TableView(View, frozen=True):
    """One table: its room, its terrain now, who is pinned to it and who has sat there."""

    table: int
    room: str
    featured: bool
    closed: bool
    pinned: list[Who]
    layout: str
    past: list[SatView]


class SeatView(View, frozen=True):
    """Where a player sat in a round, and on which terrain."""

    round: int
    table: int
    layout: str


def terrain_view(opened: Opened) -> TerrainView:
    """Stock, layouts and tables, for the organiser: it checks layouts against scenarios that are still hidden."""
    event, rules = opened.event, layouts.rules_of(opened.system)
    used = layouts.used(event)
    return TerrainView(
        stock=[
            StockView(
                name=name,
                kind=kinds_text(one.piece.kinds),
                size=size_text(one.piece),
                count=one.count,
                used=used[name],
                reading=one.piece.reading,
            )
            for name, one in sorted(event.venue.stock.items())
        ],
        overdrawn=sorted(
            n for n, count in used.items() if n in event.venue.stock and count > event.venue.stock[n].count
        ),
        layouts=[layout_view(opened, layout) for _, layout in sorted(event.venue.layouts.items())],
        tables={t: spans[-1][1] for t, spans in sorted(event.venue.terrain.items()) if spans[-1][1]},
        methods=dict(rules.methods),
        kinds=list(rules.kinds),
        grounds=[ground_view(scenario, ground.elements) for scenario, ground in sorted(event.venue.grounds.items())],
        notes=reasons(opened, rules.notes),
        reviewed=dict(sorted(event.venue.reviewed.items())),
    )


def layout_view(opened: Opened, layout: Layout) -> LayoutView:
    found = layouts.check(opened.system, layout, list(opened.event.venue.grounds.values()))
    spans = opened.event.venue.terrain.items()
    return LayoutView(
        name=layout.name,
        method=layout.method,
        moves=layout.moves,
        width=inches(layout.width),
        depth=inches(layout.depth),
        pieces=[standing_view(number, s) for number, s in enumerate(layout.pieces, start=1)],
        findings=[finding_view(opened, one) for one in found],
        legal=not any(one.weight is Weight.BROKEN for one in found),
        balance=balance_view(opened, layout),
        tables=sorted(t for t, held in spans if held[-1][1] == layout.name),
    )


COUNTED: dict[Counted, str] = {
    "cover": mark("cover"),
    "height": mark("height"),
    "concealment": mark("concealment"),
    "pieces": mark("pieces"),
    "lanes": mark("free lanes"),
    "free": mark("free square inches"),
}


def balance_view(opened: Opened, layout: Layout) -> BalanceView:
    """What each half gives and how open it is. It reveals nothing about scenarios, so everyone may read it."""
    balance = measure(layout, layouts.rules_of(opened.system))
    north, south = balance.north, balance.south
    numbers = {what: (a, b) for what, a, b in balance.compared}
    numbers |= {"lanes": (north.lanes, south.lanes), "free": (north.free, south.free)}
    return BalanceView(
        fair=not balance.short,
        verdict=reasons(opened, verdict(balance)),
        counts=[HalvesView(what, tr(name), *numbers[what]) for what, name in COUNTED.items() if what in numbers],
        clearing=balance.clearing,
    )


def standing_view(number: int, standing: Standing) -> StandingView:
    return StandingView(
        number=number,
        name=standing.piece.name,
        kind=kinds_text(standing.piece.kinds),
        size=size_text(standing.piece),
        x=inches(standing.x),
        y=inches(standing.y),
        turn=standing.turn,
        brought=standing.brought,
        reading=standing.piece.reading,
    )


def finding_view(opened: Opened, finding: LayoutFinding) -> TerrainFinding:
    return grown(TerrainFinding, reason(opened, finding.why), weight=finding.weight, pieces=list(finding.pieces))


def ground_view(scenario: str, elements: Sequence[Standing]) -> GroundView:
    return GroundView(scenario, [standing_view(n, e) for n, e in enumerate(elements, start=1)])


def table_view(opened: Opened, table: int) -> TableView:
    """One table: its room, its terrain now, who has sat there in which round and on what. Drafts are left out."""
    event, settings = opened.event, opened.system.settings(opened.event)
    return TableView(
        table=table,
        room=settings.rooms("rooms").get(table, ""),
        featured=settings.number_or_none("featured_table") == table,
        closed=table in settings.ranges("closed_tables"),
        pinned=[who(opened, p.id) for p in event.players.values() if p.values.get("pinned_table") == table],
        layout=event.venue.layout_at(table, event.rounds_over() + 1),
        past=[
            SatView(r.number, who(opened, m.a), who(opened, m.b), event.venue.layout_at(table, r.number))
            for r in event.shown
            for m in r.matches
            if m.table == table
        ],
    )


def history_view(opened: Opened, number: int) -> list[SeatView]:
    """Where a player has sat, round by round, and on which terrain."""
    event = opened.event
    found = []
    for round_ in event.rounds:
        match = next((m for m in round_.matches if number in (m.a, m.b)), None)
        if match is not None and round_.state is not RoundState.DRAFT:
            found.append(SeatView(round_.number, match.table, event.venue.layout_at(match.table, round_.number)))
    return found
