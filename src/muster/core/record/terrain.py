"""Terrain as the journal keeps it: pieces, tables, what a scenario lays down; and what a game declares of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Protocol

from muster.core.kit.geometry import Circle, Point, Shape, completely_in, overlap, turned
from muster.core.kit.language import mark
from muster.core.kit.lots import Lots
from muster.core.kit.reasons import Reason


class Form(StrEnum):
    CIRCLE = "circle"
    RECTANGLE = "rectangle"
    POLYGON = "polygon"


@dataclass(frozen=True, slots=True)
class Piece:
    """`width` and `depth` in thousandths of an inch, as it lies unturned. `corners` of a polygon, around its middle.

    `reading`: how the organiser wants it read (BUS-26).
    """

    name: str
    kinds: tuple[str, ...]
    form: Form
    width: int
    depth: int
    corners: tuple[Point, ...] = ()
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece on a table: where its middle is, from the left top corner, and how far it is turned, in degrees.

    `brought`: it came with a player's army, and the organiser's rules do not bind it.
    """

    piece: Piece
    x: int
    y: int
    turn: int = 0
    brought: bool = False

    @property
    def shape(self) -> Shape:
        return _shape(self)


@lru_cache(maxsize=1024)
def _shape(standing: Standing) -> Shape:
    piece = standing.piece
    if piece.form is Form.CIRCLE:
        return Circle(standing.x, standing.y, piece.width // 2)
    w, d = piece.width // 2, piece.depth // 2
    corners = piece.corners or ((-w, -d), (w, -d), (w, d), (-w, d))
    return turned(corners, standing.turn, standing.x, standing.y)


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as it is set up. Pieces are in the order in which they were placed.

    `method`: how the book has it set up, empty for by hand. `moves`: p and s for each piece placed and each stop,
    where two players placed in turn.
    """

    name: str
    width: int
    depth: int
    pieces: tuple[Standing, ...] = ()
    method: str = ""
    moves: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a scenario lays on the table, where the organiser has said so; an element's first kind says what it is."""

    scenario: str
    elements: tuple[Standing, ...] = ()


DEPLOYMENT = mark("deployment zone")


class Weight(StrEnum):
    BROKEN = "broken"
    WARNING = "warning"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class LayoutFinding:
    """What a check found; `pieces` are the places in the layout, from 1, of those it is about."""

    why: Reason
    weight: Weight = Weight.BROKEN
    pieces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stocked:
    """How many of a piece the organiser has."""

    piece: Piece
    count: int = 1


class Gift(StrEnum):
    """What terrain gives whoever plays on its side of the table."""

    COVER = "cover"
    HEIGHT = "height"
    CONCEALMENT = "concealment"


class Hatch(StrEnum):
    """How a kind of terrain is drawn, so that kinds differ without their colour."""

    TREES = "trees"
    DASHES = "dashes"
    SLOPES = "slopes"
    TUFTS = "tufts"
    STONES = "stones"
    WAVES = "waves"
    BOARDS = "boards"
    CROSSES = "crosses"
    BRICKS = "bricks"
    MESH = "mesh"


Check = Callable[[Layout, Sequence[Ground]], list[LayoutFinding]]


class LayoutDraw(Protocol):
    """`wanted`: how many pieces, 0 for as many as the book advises; `to_come`: tables still to draw from this stock."""

    def __call__(
        self,
        stock: Sequence[Stocked],
        method: str,
        wanted: int,
        grounds: Sequence[Ground],
        lots: Lots,
        to_come: int = 0,
    ) -> tuple[Standing, ...]: ...


def no_check(layout: Layout, grounds: Sequence[Ground]) -> list[LayoutFinding]:
    """The default: the book has no rule on terrain."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainRules:
    """What a game says of terrain. `width` and `depth` are the book's table, 0 where it names none."""

    width: int = 0
    depth: int = 0
    kinds: tuple[str, ...] = ()
    """The kinds a piece may be of; empty: whatever the organiser calls them."""
    named: tuple[str, ...] = ()
    """Kinds that have rules of their own where the organiser calls kinds what they like."""
    joins: frozenset[str] = frozenset()
    """Kinds that may be combined with another into one piece."""
    join_clause: str = ""
    methods: Mapping[str, str] = field(default_factory=dict)
    """Ways to set a table up by lot, each with its clause."""
    in_turn: str = ""
    """The clause by which two players place terrain in turn, where the book has that."""
    elements: Mapping[str, tuple[Form, int, int]] = field(default_factory=dict)
    """Kinds of what a scenario lays down, with form and size where the book gives them (0 where it does not)."""
    gives: Mapping[str, frozenset[Gift]] = field(default_factory=dict)
    """What a piece of a kind gives to the half it is in; empty where the book does not say, and pieces are counted."""
    balance_clause: str = ""
    """The clause by which both halves of a table should be alike, where the book has one."""
    hatches: Mapping[str, Hatch] = field(default_factory=dict)
    """How kinds are drawn; others take what is left."""
    check: Check = no_check
    draw: LayoutDraw | None = None
    notes: tuple[Reason, ...] = ()
    """What organisers and players should know of terrain."""


def general(layout: Layout) -> Iterator[LayoutFinding]:
    """What no table can be: pieces beyond its edge, and two in one place."""
    table = (0, 0, layout.width, layout.depth)
    shapes = [standing.shape for standing in layout.pieces]
    for number, (standing, shape) in enumerate(zip(layout.pieces, shapes, strict=True), start=1):
        if not completely_in(shape, table):
            yield LayoutFinding(Reason("terrain_outside", {"piece": standing.piece.name}), pieces=(number,))
        for other in range(number - 1):
            if overlap(shapes[other], shape):
                data = {"piece": layout.pieces[other].piece.name, "other": standing.piece.name}
                yield LayoutFinding(Reason("terrain_overlap", data), pieces=(other + 1, number))
