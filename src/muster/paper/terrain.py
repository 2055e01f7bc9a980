"""The terrain of each table: drawn in scale where there is a layout, else a sheet to write it on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.app.venue.terrain_picture import millimetres, svg
from muster.app.venue.terrain_text import inches, kinds_words, size_text
from muster.app.venue.terrain_views import balance_view
from muster.core.kit.errors import Refusal
from muster.core.record.terrain import Form, Layout, Piece
from muster.core.rules import layouts
from muster.paper.lists import ruled
from muster.paper.press import Sheet
from muster.paper.rounds import seat, tables
from muster.paper.way_back import WayBack


def terrain(opened: Opened, back: WayBack, number: int | None = None) -> Sheet:
    """One sheet per table. If the book wants one for each, tables without a layout get a blank one (BUS-26).

    With a round, the tables that had terrain in it, as it was then.
    """
    if number is not None:
        return _then(opened, back, number)
    blank = opened.system.sheets.terrain
    drawn = layouts.standing_now(opened.event)
    if blank is None and not drawn:
        raise Refusal(
            "The {name} rules do not use a terrain sheet, and no table has a layout.", name=opened.system.name
        )
    empty = bool(drawn) and len(opened.event.active_players()) < 2
    left = [] if blank is None or empty else [table for table in tables(opened) if table not in drawn]
    rest: dict[str, Any] = (
        {} if blank is None else ruled(opened, blank, [seat(opened, back, table) for table in left]).data
    )
    title = tr(blank.title) if blank else tr("Terrain of this table")
    return Sheet("terrain", title, {**rest, **_pages(opened, back, drawn), "blank": bool(left)})


def _then(opened: Opened, back: WayBack, number: int) -> Sheet:
    event = opened.event
    event.round(number)
    stood = {table: event.venue.standing_at(table, number) for table in event.venue.terrain}
    drawn = {table: layout for table, layout in stood.items() if layout is not None}
    if not drawn:
        raise Refusal("No table had a layout in round {number}.", number=number)
    title = tr("This table’s terrain in round {number}", number=number)
    return Sheet("terrain", title, {**_pages(opened, back, drawn), "blank": False})


def _pages(opened: Opened, back: WayBack, drawn: Mapping[int, Layout]) -> dict[str, Any]:
    blank = opened.system.sheets.terrain
    return {
        "lead": opened.event.edition,
        "drawn": [{**seat(opened, back, table), **_drawn(opened, layout)} for table, layout in sorted(drawn.items())],
        "headings": ["", tr("Piece"), tr("Size"), tr("From the left"), tr("From the top"), tr("Turn")],
        "foot": tr(blank.note) if blank else "",
    }


def _drawn(opened: Opened, layout: Layout) -> dict[str, Any]:
    width, _ = millimetres(layout)
    return {
        "layout": layout.name,
        "picture": svg(layout, known=layouts.rules_of(opened.system).hatches),
        **_balance(opened, layout),
        "width": float(width),
        "rows": [
            {
                "name": s.piece.name,
                "about": ": ".join(filter(None, (kinds_words(s.piece.kinds), s.piece.reading))),
                "figures": [_extent(s.piece), inches(s.x), inches(s.y), str(s.turn)],
            }
            for s in layout.pieces
        ],
    }


def _balance(opened: Opened, layout: Layout) -> dict[str, str]:
    """The verdict on both halves, and what was counted in each."""
    view = balance_view(opened, layout)
    counts = [
        tr("{what} {north} to {south}", what=one.name, north=one.north, south=one.south)
        for one in view.counts
        if one.what != "free"
    ]
    return {
        "verdict": " ".join(one.text for one in view.verdict),
        "counts": tr("North to south: {counts}.", counts=", ".join(counts)),
    }


def _extent(piece: Piece) -> str:
    """For an outline, its extent in both directions: its corners are in the picture."""
    if piece.form is Form.POLYGON:
        return f"{inches(piece.width)}x{inches(piece.depth)}"
    return size_text(piece)
