"""Terrain: the stock, layouts drawn and checked, which table has which, the picture of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from muster.app.desk import Opened
from muster.app.numbers import count
from muster.app.venue import terrain as app
from muster.app.venue.terrain_form import (
    TypedLayout,
    TypedStanding,
    moved_piece,
    turned_piece,
    with_piece,
    without_piece,
)
from muster.app.venue.terrain_picture import svg
from muster.app.venue.terrain_text import read_whole
from muster.app.venue.terrain_views import (
    BalanceView,
    LayoutView,
    TableView,
    TerrainView,
    layout_view,
    table_view,
    terrain_view,
)
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.input.files import read_sheet
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title, warn
from muster.cli.params import event_argument, reason_option
from muster.cli.progress import watched
from muster.core.forms.options import read_ranges
from muster.core.kit.model import Actor
from muster.core.kit.progress import DRAWING_TABLES
from muster.core.rules import layouts

STAFF = Actor()
TAKES = {
    "show": "[LAYOUT]",
    "stock": "FILE",
    "add": "NAME KIND SIZE",
    "remove": "NAME",
    "generate": "METHOD",
    "lay": "LAYOUT FILE",
    "put": "LAYOUT PIECE X Y [TURN]",
    "move": "LAYOUT NUMBER X Y [TURN]",
    "turn": "LAYOUT NUMBER DEGREES",
    "lift": "LAYOUT NUMBER",
    "check": "[LAYOUT]",
    "assign": "TABLE LAYOUT",
    "clear": "TABLE",
    "ground": "FILE",
    "review": "[NOTE]",
    "table": "TABLE",
}


@command("terrain")
@event_argument
@click.argument("what", default="show", type=click.Choice(list(TAKES)))
@click.argument("words", nargs=-1)
@click.option("--count", default="", metavar="N", help="How many you have (default: 1).")
@click.option("--reading", default="", metavar="TEXT", help="How the piece counts in the game, for the table's sheet.")
@click.option("--tables", default="", metavar="RANGES", help="Tables to draw a layout for, such as 1-8.")
@click.option("--pieces", default="", metavar="N", help="How many pieces (default: the rulebook's number).")
@click.option("--name", default="", metavar="TEXT", help="The layout's name.")
@click.option("--method", metavar="METHOD", help="With lay and put: the rulebook's method that it follows.")
@click.option("--table", "size", metavar="WIDTHxDEPTH", help="With lay and put: inches, if the rulebook has no size.")
@click.option("--moves", metavar="LETTERS", help="With lay and put: p for each piece placed in turn, s for a stop.")
@click.option("--brought", is_flag=True, help="With put: the piece is a player's own.")
@click.option(
    "--round",
    "round_",
    type=click.IntRange(1),
    metavar="N",
    help="First round it applies to; with show: as of that round.",
)
@click.option("--svg", "as_svg", is_flag=True, help="Write the layout as a picture to standard output.")
@reason_option
def terrain_command(call: Call, event: str, what: str, words: tuple[str, ...], **given: Any) -> Answer:
    """Draw, check and show the tables' terrain.

    \b
    show [LAYOUT]         all terrain, or one layout; with --svg as a picture
    stock FILE            pieces from a CSV file: name, kind, size, count, reading
    add NAME KIND SIZE    one piece: 5 is a circle, 4x6 a rectangle, 0,0 4,0 5,3 a polygon
    remove NAME           a layout, or a piece from stock
    generate METHOD       a legal random table, or one for each of --tables; “mixed” uses each method in turn
    lay LAYOUT FILE       a layout by hand from a CSV file: piece, x, y, turn, brought
    put LAYOUT PIECE X Y [TURN]     add a piece; this starts a new layout if needed
    move LAYOUT NUMBER X Y [TURN]   move a piece
    turn LAYOUT NUMBER DEGREES      turn a piece in its place
    lift LAYOUT NUMBER    take a piece off
    check [LAYOUT]        every rule that a layout breaks
    assign TABLE LAYOUT   use this layout on a table; clear TABLE removes it
    ground FILE           positions of scenario elements: scenario, element, size, x, y, turn, name
    review [NOTE]         record that the terrain was checked for the next round
    table TABLE           who has played there, and on which terrain
    """
    least = sum(not word.startswith("[") for word in TAKES[what].split())
    if not least <= len(words) <= len(TAKES[what].split()):
        raise click.UsageError(f"Write it as: muster terrain {event} {what} {TAKES[what]}".rstrip())
    match what:
        case "show" | "check":
            return _show(call.desk.open(event), words, what == "check", given)
        case "table":
            opened = call.desk.open(event)
            number = read_whole(words[0], "table", 0, 1)
            view = table_view(opened, number)
            return Answer({"event": event, "table": view}, _table_blocks(view))
        case "lay" | "put" | "move" | "turn" | "lift":
            return _by_hand(call, event, what, words, given)
    opened, done = _act(call, event, what, words, given)
    return changed(opened, done, terrain=terrain_view(opened))


DONE = {
    "lay": "Layout “{0}” is saved.",
    "put": "“{1}” is on “{0}”.",
    "move": "Piece {1} of “{0}” was moved.",
    "turn": "Piece {1} of “{0}” is turned by {2}°.",
    "lift": "Piece {1} is off “{0}”.",
}


def _by_hand(call: Call, event: str, what: str, words: tuple[str, ...], given: dict[str, Any]) -> Answer:
    """A layout made or changed piece by piece, checked as on the page: if it breaks a rule, it needs --reason."""
    name = app.named_layout(call.desk.open(event), words[0])
    edit, new = _edit(what, words[1:], given), what in ("lay", "put")
    opened = app.change(call.desk, event, name, edit, STAFF, given["reason"], new=new)
    view = layout_view(opened, layouts.layout_of(opened.event, name))
    return changed(opened, DONE[what].format(name, *words[1:]), extra=_layout(view), layout=view)


def _edit(what: str, words: tuple[str, ...], given: dict[str, Any]) -> app.Edit:
    match what:
        case "lay":
            rows = app.rows_of(read_sheet(words[0]))
            return lambda typed: _as_given(replace(typed, rows=rows), given)
        case "put":
            piece, x, y, *turn = words
            row = TypedStanding(piece, x, y, "".join(turn), given["brought"])
            return lambda typed: with_piece(_as_given(typed, given), row)
        case "move":
            number, x, y, *turn = words
            return lambda typed: moved_piece(typed, number, x, y, "".join(turn))
        case "turn":
            return lambda typed: turned_piece(typed, words[0], words[1])
    return lambda typed: without_piece(typed, words[0])


def _as_given(typed: TypedLayout, given: dict[str, Any]) -> TypedLayout:
    """What the options say about the whole layout; the rest stays."""
    told = {key: given[key] for key in ("method", "moves") if given[key] is not None}
    if given["size"] is not None:
        width, cross, depth = given["size"].casefold().partition("x")
        told |= {"width": width, "depth": depth if cross else width}
    return replace(typed, **told)


def _act(call: Call, event: str, what: str, words: tuple[str, ...], given: dict[str, Any]) -> tuple[Opened, str]:
    desk = call.desk
    match what:
        case "stock":
            pieces = app.stock_of(read_sheet(words[0]))
            return app.stock(desk, event, pieces, STAFF), f"{count(len(pieces), 'piece')} added to stock."
        case "add":
            typed = app.Typed(words[0], words[1], words[2], given["count"], given["reading"])
            return app.stock(desk, event, [typed], STAFF), f"“{words[0]}” is in stock."
        case "remove":
            if words[0] in desk.open(event).event.venue.layouts:
                return app.remove(desk, event, words[0], STAFF), f"Layout “{words[0]}” is removed."
            return app.unstock(desk, event, words[0], STAFF), f"“{words[0]}” is removed from stock."
        case "generate":
            tables = read_ranges(given["tables"])
            if tables is None:
                raise click.UsageError(f"“{given['tables']}” should be tables such as 1-8 or 1-4, 7.")
            before = len(desk.open(event).event.venue.layouts)
            wanted = {"tables": tables, "pieces": given["pieces"], "name": given["name"]}
            with watched(DRAWING_TABLES, colour=call.colour) as progress:
                opened = app.generate(desk, event, words[0], STAFF, **wanted, progress=progress)
            names = list(opened.event.venue.layouts)[before:]
            return opened, "Drawn: " + ", ".join(f"“{name}”" for name in names) + "."
        case "assign":
            opened = app.assign(desk, event, words[0], words[1], STAFF, given["round_"] or 0)
            return opened, f"Table {words[0]} has “{words[1]}”."
        case "clear":
            opened = app.assign(desk, event, words[0], "", STAFF, given["round_"] or 0)
            return opened, f"Table {words[0]} has no layout."
        case "ground":
            grounds = app.grounds_of(read_sheet(words[0]), desk.open(event).system)
            opened = app.lay_grounds(desk, event, grounds, STAFF)
            return opened, "Placed: " + ", ".join(ground.scenario for ground in grounds) + "."
    opened = app.review(desk, event, " ".join(words), STAFF)
    return opened, f"The terrain is checked for round {max(opened.event.venue.reviewed)}."


def _show(opened: Opened, words: tuple[str, ...], checking: bool, given: dict[str, Any]) -> Answer:
    as_svg, number = given["as_svg"], given["round_"]
    if number and (checking or not words):
        raise click.UsageError("--round works with one layout: muster terrain EVENT show LAYOUT --round N")
    if as_svg and not words:
        raise click.UsageError("Name the layout that --svg should draw.")
    if not words:
        view = terrain_view(opened)
        shown = _checks(view.layouts) if checking else _overview(view)
        return Answer({"event": opened.id, "terrain": view}, shown, exit_code=_code(view.layouts, checking))
    layout = layouts.layout_of(opened.event, app.named_layout(opened, words[0]), number)
    if as_svg:
        return Answer({}, text=svg(layout, known=layouts.rules_of(opened.system).hatches) + "\n")
    one = layout_view(opened, layout)
    shown = _checks([one]) if checking else _layout(one)
    return Answer({"event": opened.id, "layout": one}, shown, exit_code=_code([one], checking))


def _code(views: list[LayoutView], checking: bool) -> int:
    return int(checking and not all(view.legal for view in views))


def _overview(view: TerrainView) -> Iterator[Block]:
    yield title("Terrain")
    if not view.stock:
        yield Line("The stock is empty: “muster terrain EVENT add NAME KIND SIZE”, or “stock FILE” for a whole list.")
    else:
        rows = [(s.name, s.kind, s.size, str(s.count), str(s.used)) for s in view.stock]
        columns = ("Piece", "Kind", "Size", "Count", "On tables")
        yield Grid([Column(c, right=c in columns[3:], flex=c == "Piece") for c in columns], rows)
    for name in view.overdrawn:
        yield warn(f"More of “{name}” is in use than you have in stock.")
    if view.layouts:
        yield title("Layouts")
        yield Grid(
            [
                Column("Layout", flex=True),
                Column("Method"),
                Column("Pieces", right=True),
                Column("Tables"),
                Column(""),
                Column("Halves"),
            ],
            [
                (
                    v.name,
                    v.method or "by hand",
                    str(len(v.pieces)),
                    ", ".join(map(str, v.tables)),
                    "" if v.legal else "breaks rules",
                    "alike" if v.balance.fair else "uneven",
                )
                for v in view.layouts
            ],
        )
    for note in view.notes:
        yield dim(f"{note.text} [{note.clause}]")


def _layout(view: LayoutView) -> Iterator[Block]:
    yield title(f"{view.name}, {view.method or 'by hand'}, {view.width} by {view.depth} inches")
    columns = ("", "Piece", "Kind", "Size", "x", "y", "Turn")
    yield Grid(
        [Column(c, right=c in ("", "x", "y", "Turn"), flex=c == "Piece") for c in columns],
        [(str(p.number), p.name, p.kind, p.size, p.x, p.y, str(p.turn)) for p in view.pieces],
    )
    yield from _findings(view)
    yield from _halves(view.balance)


def _halves(balance: BalanceView) -> Iterator[Block]:
    for one in balance.verdict:
        text = one.text + (f" [{one.clause}]" if one.clause else "")
        yield Line(text) if balance.fair else warn(text)
    columns = [Column(""), Column("North", right=True), Column("South", right=True)]
    yield Grid(columns, [(c.name, str(c.north), str(c.south)) for c in balance.counts])


def _findings(view: LayoutView) -> Iterator[Block]:
    for found in view.findings:
        clause = f" [{found.clause}]" if found.clause else ""
        text = f"{found.text}{clause}"
        yield dim(text) if found.weight == "unchecked" else warn(f"{found.weight}: {text}")


def _checks(views: list[LayoutView]) -> Iterator[Block]:
    for view in views:
        yield Line(f"“{view.name}” {'breaks no rule' if view.legal else 'breaks rules'}.")
        yield from _findings(view)
        for one in view.balance.verdict:
            yield Line(one.text)
    if not views:
        yield Line("There is no layout yet.")


def _table_blocks(view: TableView) -> Iterator[Block]:
    room = f", {view.room}" if view.room else ""
    yield title(f"Table {view.table}{room}: {view.layout or 'no layout'}")
    rows = [(str(p.round), p.a.name, p.b.name, p.layout) for p in view.past]
    if rows:
        yield Grid([Column("Round", right=True), Column("Player"), Column("Player"), Column("Terrain")], rows)
    else:
        yield Line("Nobody has played here yet.")
