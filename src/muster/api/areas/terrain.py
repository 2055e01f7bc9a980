"""Terrain over the API: the stock, layouts drawn or made by hand, which table has which, scenario elements."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta, field

from muster.api.call import V1, ApiCall, Route, twin
from muster.api.reads import must_be_shown
from muster.api.shapes import Body, Line, Recorded
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.permissions import Action
from muster.app.venue import terrain
from muster.app.venue.from_above import TableTerrain, from_above_view
from muster.app.venue.terrain import TypedElement
from muster.app.venue.terrain_form import TypedLayout, TypedStanding, read_layout
from muster.app.venue.terrain_views import LayoutView, TerrainView, layout_view, terrain_view
from muster.core.kit.errors import BadInput
from muster.core.record.terrain import Layout

MOST_PIECES = 500
"""Pieces and tables in one request."""

Table = Annotated[int, Meta(ge=1, le=999_999)]
Turn = Annotated[int, Meta(ge=0, le=359)]


class StockPiece(Body, frozen=True):
    """A piece as typed on the page. `count` 0 removes it; `reading`: how the organiser wants it to be treated."""

    name: Line
    kind: Line
    size: Line
    count: Annotated[int, Meta(ge=0)] = 1
    reading: Line = ""


class StockBody(Body, frozen=True):
    """Pieces in stock, each replacing one with the same name; or the name of one that is `gone`."""

    pieces: Annotated[list[StockPiece], Meta(max_length=MOST_PIECES)] = field(default_factory=list)
    gone: Line = ""


class DrawLayoutsBody(Body, frozen=True):
    """`method`: a key of `methods`, or “mixed”. `tables`: a layout for each; empty for one layout without a table.

    `pieces`: how many on each, 0 for the book's number.
    """

    method: Line = ""
    tables: Annotated[list[Table], Meta(max_length=MOST_PIECES)] = field(default_factory=list)
    pieces: Annotated[int, Meta(ge=0)] = 0


class AssignBody(Body, frozen=True):
    """A table, and the name of the layout it gets; an empty name clears it."""

    table: Table
    layout: Line


class GroundElement(Body, frozen=True):
    """What a scenario puts on the table: its centre in inches from the left and top edges, as texts such as “4.5”.

    `size` may be left out if the book gives it.
    """

    scenario: Line
    element: Line
    x: Line
    y: Line
    size: Line = ""
    turn: Turn = 0
    name: Line = ""


class GroundsBody(Body, frozen=True):
    elements: Annotated[list[GroundElement], Meta(min_length=1, max_length=MOST_PIECES)]


class ReviewBody(Body, frozen=True):
    """What was found when the tables were checked before the next round."""

    note: Line = ""


class PlacedPiece(Body, frozen=True):
    """A piece of the stock on the table, placed like an element of a scenario."""

    piece: Line
    x: Line
    y: Line
    turn: Turn = 0
    brought: bool = False


class LayoutBody(Body, frozen=True):
    """A whole layout. `before`: the one it is made from, whose pieces it may use.

    `width` and `depth` count only if the book gives no size.
    """

    name: Line
    pieces: Annotated[list[PlacedPiece], Meta(max_length=MOST_PIECES)]
    before: Line = ""
    method: Line = ""
    moves: Line = ""
    width: Line = ""
    depth: Line = ""
    reason: Line = ""


class RemoveLayoutBody(Body, frozen=True):
    name: Line


class LayoutLooked(View, frozen=True):
    """A layout that is not saved, with the rules it breaks."""

    event: str
    layout: LayoutView


class EventTerrain(View, frozen=True):
    event: str
    terrain: TerrainView


class TerrainRecorded(Recorded, frozen=True):
    terrain: TerrainView


def table_now(call: ApiCall, opened: Opened) -> TableTerrain:
    """The terrain of a table, and who sat there."""
    return from_above_view(opened, call.parts["table"])


def table_then(call: ApiCall, opened: Opened) -> TableTerrain:
    """The terrain of a table as it was in a round that has begun."""
    must_be_shown(opened, call.number)
    return from_above_view(opened, call.parts["table"], call.number)


def shown(call: ApiCall, opened: Opened) -> EventTerrain:
    """Stock, layouts with what they break, and which table has which."""
    return EventTerrain(opened.id, terrain_view(opened))


def told(call: ApiCall, opened: Opened) -> TerrainRecorded:
    return TerrainRecorded(opened.id, opened.last, terrain_view(opened))


def stock(call: ApiCall) -> Opened:
    """Put pieces into the stock, or take one out."""
    body = cast(StockBody, call.body)
    if bool(body.pieces) is bool(body.gone):
        raise BadInput("Send either pieces to add to the stock, or the name of a piece to remove.")
    if body.gone:
        return terrain.unstock(call.desk, call.event, body.gone, call.actor)
    typed = [terrain.Typed(one.name, one.kind, one.size, str(one.count), one.reading) for one in body.pieces]
    return terrain.stock(call.desk, call.event, typed, call.actor)


def draw(call: ApiCall) -> Opened:
    """Draw layouts by lot and put them on tables."""
    body = cast(DrawLayoutsBody, call.body)
    pieces = str(body.pieces) if body.pieces else ""
    tables = list(dict.fromkeys(body.tables))
    return terrain.generate(call.desk, call.event, body.method, call.actor, tables=tables, pieces=pieces)


def assign(call: ApiCall) -> Opened:
    """Put a layout on a table."""
    body = cast(AssignBody, call.body)
    return terrain.assign(call.desk, call.event, str(body.table), body.layout, call.actor)


def ground(call: ApiCall) -> Opened:
    """Set where scenarios place their elements."""
    elements = cast(GroundsBody, call.body).elements
    typed = [
        TypedElement(one.scenario, one.element, one.size, one.x, one.y, str(one.turn), one.name) for one in elements
    ]
    grounds = terrain.grounds_with(typed, call.opened.system)
    return terrain.lay_grounds(call.desk, call.event, grounds, call.actor)


def review(call: ApiCall) -> Opened:
    """Record that the tables were checked before the next round."""
    return terrain.review(call.desk, call.event, cast(ReviewBody, call.body).note, call.actor)


def _read(call: ApiCall) -> Layout:
    body = cast(LayoutBody, call.body)
    rows = [TypedStanding(one.piece, one.x, one.y, str(one.turn), one.brought) for one in body.pieces]
    typed = TypedLayout(body.name, rows, body.method, body.moves, body.width, body.depth)
    return read_layout(call.opened, typed, body.before)


def look(call: ApiCall) -> Opened:
    """Check a layout without saving it."""
    _read(call)
    return call.opened


def looked(call: ApiCall, opened: Opened) -> LayoutLooked:
    return LayoutLooked(opened.id, layout_view(opened, _read(call)))


def save(call: ApiCall) -> Opened:
    """Save a layout that was made by hand."""
    body = cast(LayoutBody, call.body)
    return terrain.save(call.desk, call.event, _read(call), call.actor, body.reason)


def remove(call: ApiCall) -> Opened:
    """Remove a layout."""
    return terrain.remove(call.desk, call.event, cast(RemoveLayoutBody, call.body).name, call.actor)


TERRAIN, HERE = Action.TERRAIN, V1 + "/terrain"
SEEN = "/e/{event}/terrain/{table}"

PUBLIC: tuple[Route[Any], ...] = (
    Route("table-terrain.json", "GET", SEEN + ".json", Action.LOOK, TableTerrain, table_now),
    Route("table-terrain-then.json", "GET", SEEN + "/{number}.json", Action.LOOK, TableTerrain, table_then),
)

ROUTES: tuple[Route[Any], ...] = (
    Route("terrain", "GET", HERE, TERRAIN, EventTerrain, shown),
    twin("terrain-stock", HERE + "/stock", TERRAIN, TerrainRecorded, told, stock, StockBody),
    twin("terrain-draw", HERE + "/draw", TERRAIN, TerrainRecorded, told, draw, DrawLayoutsBody),
    twin("terrain-assign", HERE + "/assign", TERRAIN, TerrainRecorded, told, assign, AssignBody),
    twin("terrain-ground", HERE + "/ground", TERRAIN, TerrainRecorded, told, ground, GroundsBody),
    twin("terrain-review", HERE + "/review", TERRAIN, TerrainRecorded, told, review, ReviewBody),
    twin("layout-look", HERE + "/layouts/look", TERRAIN, LayoutLooked, looked, look, LayoutBody),
    twin("layout-save", HERE + "/layouts", TERRAIN, TerrainRecorded, told, save, LayoutBody),
    twin("layout-remove", HERE + "/layouts/remove", TERRAIN, TerrainRecorded, told, remove, RemoveLayoutBody),
)
