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
    """`width` and `depth` in thousandths of an inch, unturned. `corners` of a polygon, relative to its centre.

    `reading`: how the organiser wants it to be treated (BUS-26).
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
    """A piece on a table: its centre, measured from the top left corner, and its rotation in degrees.

    `brought`: it came with a player's army, so the organiser's rules do not apply to it.
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
    """A table as it is set up. Pieces are in the order they were placed.

    `method`: the book's way of setting up, empty if by hand. `moves`: p for each piece placed and s for each stop, if
    two players placed in turn.
    """

    name: str
    width: int
    depth: int
    pieces: tuple[Standing, ...] = ()
    method: str = ""
    moves: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a scenario puts on the table, if the organiser has said so; an element's first kind says what it is."""

    scenario: str
    elements: tuple[Standing, ...] = ()


DEPLOYMENT = mark("deployment zone")


class Weight(StrEnum):
    BROKEN = "broken"
    WARNING = "warning"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class LayoutFinding:
    """What a check found; `pieces` are positions in the layout, from 1."""

    why: Reason
    weight: Weight = Weight.BROKEN
    pieces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stocked:
    """How many of a piece the organiser has."""

    piece: Piece
    count: int = 1


class Gift(StrEnum):
    """What terrain gives the player on its side of the table."""

    COVER = "cover"
    HEIGHT = "height"
    CONCEALMENT = "concealment"


class Hatch(StrEnum):
    """How a kind of terrain is drawn, so that kinds can be told apart without colour."""

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
    """`wanted`: how many pieces, 0 for as many as the book advises; `to_come`: tables still to be drawn from this
    stock.
    """

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
    """The default, for books without rules on terrain."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainRules:
    """What a game says about terrain. `width` and `depth` are the book's table size, 0 if it names none."""

    width: int = 0
    depth: int = 0
    kinds: tuple[str, ...] = ()
    """The kinds a piece may have; empty: any name the organiser likes."""
    named: tuple[str, ...] = ()
    """Kinds with rules of their own, if the organiser is free to name kinds."""
    joins: frozenset[str] = frozenset()
    """Kinds that may be combined with another into one piece."""
    join_clause: str = ""
    methods: Mapping[str, str] = field(default_factory=dict)
    """Ways to set a table up by lot, each with its clause."""
    in_turn: str = ""
    """The clause by which two players place terrain in turn, if the book has one."""
    elements: Mapping[str, tuple[Form, int, int]] = field(default_factory=dict)
    """Kinds of scenario elements, with form and size if the book gives them (0 if not)."""
    gives: Mapping[str, frozenset[Gift]] = field(default_factory=dict)
    """What a piece of each kind gives the half it is in; empty if the book does not say, and pieces are only counted.
    """
    balance_clause: str = ""
    """The clause by which both halves of a table should be alike, if the book has one."""
    hatches: Mapping[str, Hatch] = field(default_factory=dict)
    """How kinds are drawn; others get what is left."""
    check: Check = no_check
    draw: LayoutDraw | None = None
    notes: tuple[Reason, ...] = ()
    """What organisers and players should know about terrain."""


def general(layout: Layout) -> Iterator[LayoutFinding]:
    """What no table may have: pieces beyond its edge, and two in one place."""
    table = (0, 0, layout.width, layout.depth)
    shapes = [standing.shape for standing in layout.pieces]
    for number, (standing, shape) in enumerate(zip(layout.pieces, shapes, strict=True), start=1):
        if not completely_in(shape, table):
            yield LayoutFinding(Reason("terrain_outside", {"piece": standing.piece.name}), pieces=(number,))
        for other in range(number - 1):
            if overlap(shapes[other], shape):
                data = {"piece": layout.pieces[other].piece.name, "other": standing.piece.name}
                yield LayoutFinding(Reason("terrain_overlap", data), pieces=(other + 1, number))
