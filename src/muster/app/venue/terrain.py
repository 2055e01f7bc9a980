"""An event's terrain: the organiser's stock, layouts, which table has which, scenario elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from muster.app.csv_tables import CsvRow, CsvTable
from muster.app.desk import Desk, Opened, trial
from muster.app.speech import tr
from muster.app.venue.terrain_form import TypedLayout, TypedStanding, read_layout, typed_of
from muster.app.venue.terrain_text import in_english, inches, read_inches, read_piece, read_size, read_whole
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import Message, Text, mark
from muster.core.kit.model import Actor
from muster.core.kit.progress import Progress, unwatched
from muster.core.record.facts.play import Fact
from muster.core.record.terrain import Form, Ground, Layout, Piece, Standing
from muster.core.rules import layouts
from muster.core.rules.players import clean_name

MIXED = "mixed"
"""All the book's methods in turn (WMH-123)."""

STOCK_COLUMNS = ("name", "kind", "size", "count", "reading")
LAYOUT_COLUMNS = ("piece", "x", "y", "turn", "brought")
GROUND_COLUMNS = ("scenario", "element", "size", "x", "y", "turn", "name")


@dataclass(frozen=True, slots=True)
class Typed:
    """A piece of the stock as typed."""

    name: str
    kind: str
    size: str
    count: str = ""
    reading: str = ""
    where: Text = ""
    """Its line in a file; empty if it was typed on its own."""


@dataclass(frozen=True, slots=True)
class TypedElement:
    """An element of a scenario as typed; `where` as for a piece of the stock."""

    scenario: str
    element: str
    size: str
    x: str
    y: str
    turn: str
    name: str
    where: Text = ""


def stock(desk: Desk, event_id: str, typed: Sequence[Typed], actor: Actor) -> Opened:
    """Adds pieces to the stock; one with the same name is replaced, and a count of 0 removes it."""

    def decide(opened: Opened) -> list[Fact]:
        facts: list[Fact] = []
        for one in typed:
            try:
                facts.append(_stocked(opened, one))
            except Refusal as refusal:
                if not one.where:
                    raise
                raise BadInput("{where}: {what}", where=one.where, what=refusal.message) from None
        return facts

    return desk.act(event_id, decide, actor)


def _stocked(opened: Opened, typed: Typed) -> Fact:
    rules = layouts.rules_of(opened.system)
    piece = read_piece(typed.name, typed.kind, typed.size, typed.reading, (*rules.kinds, *rules.named))
    for kind in piece.kinds:
        if rules.kinds and kind not in rules.kinds:  # The nearest one is suggested in the words that were typed.
            raise UnknownName("kind of terrain", kind, map(tr, rules.kinds))
    count = read_whole(typed.count, Message("count"), 1, 0, layouts.MOST_STOCK)
    return layouts.stock(opened.event, opened.system, piece, count)


def unstock(desk: Desk, event_id: str, name: str, actor: Actor) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        if name not in opened.event.venue.stock:
            raise UnknownName(mark("piece of terrain"), name, opened.event.venue.stock)
        return [layouts.stock(opened.event, opened.system, opened.event.venue.stock[name].piece, 0)]

    return desk.act(event_id, decide, actor)


def stock_of(sheet: CsvTable) -> list[Typed]:
    """The pieces of a CSV file with a header line."""
    rows = _rows(sheet, STOCK_COLUMNS, STOCK_COLUMNS[:3])
    return [Typed(**{key: row.cells.get(key, "") for key in STOCK_COLUMNS}, where=row.where) for row in rows]


def _rows(sheet: CsvTable, known: Sequence[str], needed: Sequence[str]) -> list[CsvRow]:
    columns = sheet.header(lambda c: c.casefold() if c.casefold() in known else None, ", ".join(known))
    for column in needed:
        if column not in columns:
            raise BadInput("“{name}” has no column “{column}”.", name=sheet.name, column=column)
    return list(sheet.rows(columns))


def generate(
    desk: Desk,
    event_id: str,
    method: str,
    actor: Actor,
    *,
    tables: Sequence[int] = (),
    pieces: str = "",
    name: str = "",
    request: str = "",
    progress: Progress = unwatched,
) -> Opened:
    """Draws a layout for each table and puts it there, or one layout without a table.

    Many tables take a while, so they are drawn before we wait for our turn to write, and results keep coming in. They
    are only drawn again if the terrain or the round has changed by then.
    """
    wanted = read_whole(pieces, Message("pieces"), 0, 1, layouts.MOST_PIECES)

    def drawn_from(opened: Opened) -> list[Fact]:
        opened.event.must_run()
        urn, ways = desk.urn(opened), list(layouts.rules_of(opened.system).methods)
        facts: list[Fact] = []
        places = tables or (0,)
        for number, table in enumerate(places):
            progress(number, len(places))
            event = trial(opened, facts) if facts else opened.event
            way = ways[number % len(ways)] if method == MIXED and ways else method
            wished = name or (tr("Table {table}", table=table) if table else tr(way).capitalize())
            new, to_come = _unused(event.venue.layouts, wished), max(len(tables) - number - 1, 0)
            drawn = layouts.draw(event, opened.system, urn, new, way, wanted, table, to_come)
            facts.append(drawn)
            if table:
                facts.append(layouts.assign(trial(opened, facts), table, drawn.layout.name))
        progress(len(places), len(places))
        return facts

    if request and desk.has_request(event_id, request):
        return desk.open(event_id)
    before = desk.open(event_id)
    drawn = drawn_from(before)

    def decide(opened: Opened) -> list[Fact]:
        return drawn if _draws_alike(before, opened) else drawn_from(opened)

    return desk.act(event_id, decide, actor, request)


def _draws_alike(before: Opened, now: Opened) -> bool:
    """Whether everything that a draw of terrain depends on is unchanged: stock and layouts, the rounds, a running
    event.
    """
    states = [(e.venue, e.finished, len(e.shown), e.rounds_over()) for e in (before.event, now.event)]
    return states[0] == states[1]


def _unused(taken: Mapping[str, Layout], wished: str) -> str:
    name, number = clean_name(wished), 2
    while name in taken:
        name, number = f"{wished}, {number}", number + 1
    return name


Edit = Callable[[TypedLayout], TypedLayout]


def named_layout(opened: Opened, word: str) -> str:
    """A layout's name, also if only its table's number was given."""
    name = clean_name(word)
    if name in opened.event.venue.layouts or not (name.isascii() and name.isdigit() and len(name) < 6):
        return name
    standing = layouts.standing_now(opened.event).get(int(name))
    return name if standing is None else standing.name


def change(
    desk: Desk, event_id: str, name: str, edit: Edit, actor: Actor, reason: str = "", *, new: bool = False
) -> Opened:
    """The current layout, changed by hand and checked like any other. `new`: it may begin empty."""

    def decide(opened: Opened) -> list[Fact]:
        empty = new and name not in opened.event.venue.layouts
        typed = TypedLayout(name) if empty else typed_of(layouts.layout_of(opened.event, name))
        layout = read_layout(opened, edit(typed), name)
        return [layouts.save(opened.event, opened.system, layout, reason)]

    return desk.act(event_id, decide, actor)


def rows_of(sheet: CsvTable) -> list[TypedStanding]:
    """The pieces of a layout from a CSV file with a header line."""
    rows = []
    for row in _rows(sheet, LAYOUT_COLUMNS, LAYOUT_COLUMNS[:3]):
        piece, x, y, turn, brought = (row.cells.get(key, "").strip() for key in LAYOUT_COLUMNS)
        if brought.casefold() not in ("", "yes", "no"):
            raise row.wrong(Message("brought: “{text}” should be yes or no.", {"text": brought}))
        rows.append(TypedStanding(piece, x, y, turn, brought.casefold() == "yes"))
    return rows


def save(desk: Desk, event_id: str, layout: Layout, actor: Actor, reason: str = "") -> Opened:
    return desk.act(event_id, lambda opened: [layouts.save(opened.event, opened.system, layout, reason)], actor)


def remove(desk: Desk, event_id: str, name: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: [layouts.remove(opened.event, name)], actor)


def assign(desk: Desk, event_id: str, table: str, name: str, actor: Actor, round_: int = 0) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        number = read_whole(table, Message("table"), 0, 1)
        return [layouts.assign(opened.event, number, name, round_)]

    return desk.act(event_id, decide, actor)


def review(desk: Desk, event_id: str, note: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: [layouts.review(opened.event, note)], actor)


def lay_grounds(desk: Desk, event_id: str, grounds: Sequence[Ground], actor: Actor) -> Opened:
    """What scenarios put on the table and where, from the organiser's own diagrams (W-31)."""

    return desk.act(event_id, lambda opened: layouts.lay_grounds(opened.event, grounds), actor)


def read_element(system: System, kind: str, size: str, x: str, y: str, turn: str, name: str = "") -> Standing:
    """An element of a scenario as typed; its size may be left out if the book gives it."""
    known = layouts.rules_of(system).elements
    word = in_english(kind, known)
    if known and word not in known:
        raise UnknownName(mark("element of a scenario"), kind.strip(), map(tr, known))
    form, width, depth = known.get(word, (Form.CIRCLE, 0, 0))
    corners: tuple[tuple[int, int], ...] = ()
    if size.strip():
        form, width, depth, corners = read_size(size)
    if not width or not depth:
        raise BadInput("Element “{kind}”: the book has no size for it. Enter one, such as 12x4.", kind=kind.strip())
    piece = Piece(clean_name(name) if name.strip() else word, (word,), form, width, depth, corners)
    element = Standing(piece, read_inches(x, "x"), read_inches(y, "y"), read_whole(turn, Message("turn"), 0, 0, 359))
    rules = layouts.rules_of(system)
    if rules.width and not (0 <= element.x <= rules.width and 0 <= element.y <= rules.depth):
        raise BadInput(
            "Element “{kind}” at {x}, {y} is off the table. Its middle should be 0 to {width} inches from "
            "the left and 0 to {depth} from the top.",
            kind=kind.strip(),
            x=x.strip(),
            y=y.strip(),
            width=inches(rules.width),
            depth=inches(rules.depth),
        )
    return element


def grounds_of(sheet: CsvTable, system: System) -> list[Ground]:
    """What scenarios put on the table, from a CSV file with a line for each element."""
    rows = _rows(sheet, GROUND_COLUMNS, ("scenario", "element", "x", "y"))
    typed = [TypedElement(**{key: row.cells.get(key, "") for key in GROUND_COLUMNS}, where=row.where) for row in rows]
    return grounds_with(typed, system)


def grounds_with(typed: Sequence[TypedElement], system: System) -> list[Ground]:
    """What scenarios put on the table, from single elements."""
    found: dict[str, list[Standing]] = {}
    for one in typed:
        try:
            element = read_element(system, one.element, one.size, one.x, one.y, one.turn, one.name)
            found.setdefault(_scenario(system, one.scenario), []).append(element)
        except Refusal as refusal:
            if not one.where:
                raise
            raise BadInput("{where}: {what}", where=one.where, what=refusal.message) from None
    return [Ground(scenario, tuple(elements)) for scenario, elements in found.items()]


def _scenario(system: System, name: str) -> str:
    """A scenario's name as the book writes it, or one of the organiser's own."""
    known = next((s.name for s in system.scenarios if s.name.casefold() == name.strip().casefold()), None)
    return known or clean_name(name)
