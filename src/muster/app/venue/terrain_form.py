"""A layout as filled in row by row: reads it, or names the first wrong row in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muster.app.desk import Opened
from muster.app.venue.terrain_text import inches, read_inches, read_whole
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import Message, Text, mark
from muster.core.record.terrain import Layout, Piece, Standing
from muster.core.rules import layouts
from muster.core.rules.players import clean_name


@dataclass(frozen=True, slots=True)
class TypedStanding:
    """A piece on the table as typed."""

    piece: str
    x: str
    y: str
    turn: str = ""
    brought: bool = False


@dataclass(frozen=True, slots=True)
class TypedLayout:
    """`width` and `depth` count only if the book gives no table size."""

    name: str
    rows: Sequence[TypedStanding] = ()
    method: str = ""
    moves: str = ""
    width: str = ""
    depth: str = ""


def typed_of(layout: Layout) -> TypedLayout:
    """What to fill a form with."""
    rows = [TypedStanding(s.piece.name, inches(s.x), inches(s.y), str(s.turn), s.brought) for s in layout.pieces]
    return TypedLayout(layout.name, rows, layout.method, layout.moves, inches(layout.width), inches(layout.depth))


def read_layout(opened: Opened, typed: TypedLayout, before: str = "") -> Layout:
    """The layout that was typed. `before`: the layout it was made from, whose pieces stay as they were then."""
    rules = layouts.rules_of(opened.system)
    width = rules.width or _side(typed.width, Message("Table width"))
    depth = rules.depth or _side(typed.depth, Message("Table depth"))
    known = pieces_of(opened, before)
    pieces = tuple(_standing(known, row, number) for number, row in enumerate(typed.rows, start=1))
    if len(pieces) > layouts.MOST_PIECES:
        raise BadInput(
            "“{name}” has {n} pieces. A layout has 1 to {most}.",
            name=typed.name,
            n=len(pieces),
            most=layouts.MOST_PIECES,
        )
    moves = "".join(typed.moves.split()).casefold()
    if moves.strip("ps"):
        raise BadInput(
            "Order of placing: “{moves}” should be p for a piece and s for a stop, such as pppspps.", moves=typed.moves
        )
    return Layout(clean_name(typed.name), width, depth, pieces, typed.method, moves)


def with_piece(typed: TypedLayout, row: TypedStanding) -> TypedLayout:
    """The layout with one more piece."""
    return replace(typed, rows=[*typed.rows, row])


def moved_piece(typed: TypedLayout, number: str, x: str, y: str, turn: str) -> TypedLayout:
    """The layout with one of its pieces elsewhere; without a turn it keeps its rotation."""
    rows, place = list(typed.rows), _place(typed, number)
    rows[place] = replace(rows[place], x=x, y=y, turn=turn or rows[place].turn)
    return replace(typed, rows=rows)


def turned_piece(typed: TypedLayout, number: str, turn: str) -> TypedLayout:
    """The layout with one of its pieces turned to this many degrees, in its place."""
    rows, place = list(typed.rows), _place(typed, number)
    rows[place] = replace(rows[place], turn=turn)
    return replace(typed, rows=rows)


def without_piece(typed: TypedLayout, number: str) -> TypedLayout:
    """The layout with one piece fewer; those after it move up."""
    place = _place(typed, number)
    if len(typed.rows) == 1:
        raise Refusal("“{name}” has only this piece. Remove the layout instead.", name=typed.name)
    return replace(typed, rows=[row for at, row in enumerate(typed.rows) if at != place])


def _place(typed: TypedLayout, number: str) -> int:
    """A piece's row, from its number on the table."""
    if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= len(typed.rows)):
        raise BadInput(
            "“{number}” is not the number of a piece: “{name}” has pieces 1 to {last}.",
            number=number,
            name=typed.name,
            last=len(typed.rows),
        )
    return int(number) - 1


def pieces_of(opened: Opened, before: str = "") -> dict[str, Piece]:
    """What a layout can contain, by name: the stock, and what is already there."""
    stock = {name: one.piece for name, one in sorted(opened.event.venue.stock.items())}
    held = opened.event.venue.layouts.get(before)
    return {**stock, **({} if held is None else {s.piece.name: s.piece for s in held.pieces})}


def _side(text: str, what: Text) -> int:
    length = read_inches(text, what)
    if length <= 0:
        raise BadInput("{what}: “{text}” should be more than 0 inches.", what=what, text=text.strip())
    return length


def _standing(known: dict[str, Piece], row: TypedStanding, number: int) -> Standing:
    if row.piece not in known:
        raise UnknownName(mark("piece of terrain"), row.piece, known)
    return Standing(
        known[row.piece],
        read_inches(row.x, Message("Piece {n}, from the left", {"n": number})),
        read_inches(row.y, Message("Piece {n}, from the top", {"n": number})),
        read_whole(row.turn, Message("Piece {n}, turned by", {"n": number}), 0, 0, 359),
        row.brought,
    )
