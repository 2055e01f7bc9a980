"""What each half of a table gives its player, and how open it is: whole numbers, so the same on every machine.

The halves are north and south, the upper and the lower one of the picture. What players bring is left out (WMH-122).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.core.kit.geometry import INCH, extent, holds
from muster.core.kit.reasons import Reason
from muster.core.record.terrain import Gift, Layout, Standing, TerrainRules

REACH = INCH
"""A piece also serves the half its centre is not in if it reaches this far into it, because models can use it there."""
FEWER = 2
"""A half falls short if it has this many pieces fewer, or none while the other half has some."""
LONGEST = 144
"""Open ground is measured in squares of an inch, or larger ones on a table longer than this."""


@dataclass(frozen=True, slots=True)
class Side:
    """One half: how many pieces serve it, and how many of them give what.

    `lanes`: inch-wide lanes without terrain from its table edge to the centre line. `free`: square inches without
    terrain.
    """

    pieces: int
    cover: int
    height: int
    concealment: int
    lanes: int
    free: int

    @property
    def gifts(self) -> tuple[int, int, int]:
        return self.cover, self.height, self.concealment


@dataclass(frozen=True, slots=True)
class Balance:
    """Both halves. `clearing`: the side of the table's largest square without terrain, in inches.

    `by_kind`: the book says what kinds give; otherwise only the number of pieces is compared. `wide`: the table's width
    in inches.
    """

    north: Side
    south: Side
    clearing: int
    wide: int
    by_kind: bool = True
    clause: str = ""

    @property
    def compared(self) -> tuple[tuple[str, int, int], ...]:
        """What counts for the verdict: its name, the north half's number and the south half's."""
        if not self.by_kind:
            return (("pieces", self.north.pieces, self.south.pieces),)
        each = zip(Gift, self.north.gifts, self.south.gifts, strict=True)
        return (*((gift.value, a, b) for gift, a, b in each), ("all", sum(self.north.gifts), sum(self.south.gifts)))

    @property
    def short(self) -> tuple[tuple[str, int, int], ...]:
        """Where one half falls short of the other."""
        return tuple((what, a, b) for what, a, b in self.compared if abs(a - b) >= FEWER or bool(a) != bool(b))

    @property
    def rank(self) -> tuple[int, ...]:
        """Lower is better: balance first, then no large open ground, then two halves that are equally open."""
        apart = sum(abs(a - b) for _, a, b in self.compared)
        return len(self.short), apart, self.clearing, abs(self.north.lanes - self.south.lanes)


def measure(layout: Layout, rules: TerrainRules) -> Balance:
    pieces = [standing for standing in layout.pieces if not standing.brought]
    served = [(*_serves(standing, layout.depth), _gives(standing, rules)) for standing in pieces]
    bare = _bare(layout, pieces)
    cell = _cell(layout) // INCH

    def side(which: int, rows: list[list[bool]]) -> Side:
        mine = [one[2] for one in served if one[which]]
        cover, height, concealment = (sum(gift in gifts for gifts in mine) for gift in Gift)
        lanes = sum(map(all, zip(*rows, strict=True)))
        return Side(len(mine), cover, height, concealment, lanes * cell, sum(map(sum, rows)) * cell * cell)

    half = len(bare) // 2
    return Balance(
        side(0, bare[:half]),
        side(1, bare[len(bare) - half :]),
        _largest_square(bare) * cell,
        layout.width // INCH,
        bool(rules.gives),
        rules.balance_clause,
    )


def _serves(standing: Standing, depth: int) -> tuple[bool, bool]:
    """Whether a piece serves the north half and the south half."""
    _, top, _, bottom = extent(standing.shape)
    return (
        2 * standing.y <= depth or 2 * (top + REACH) <= depth,
        2 * standing.y >= depth or 2 * (bottom - REACH) >= depth,
    )


def _gives(standing: Standing, rules: TerrainRules) -> frozenset[Gift]:
    """A combined piece gives what each of its kinds does."""
    return frozenset(gift for kind in standing.piece.kinds for gift in rules.gives.get(kind, ()))


def _cell(layout: Layout) -> int:
    return INCH * -(-max(layout.width, layout.depth) // (LONGEST * INCH))


def _bare(layout: Layout, pieces: list[Standing]) -> list[list[bool]]:
    """The table in squares, row by row from the north: whether the centre of each is free of terrain."""
    cell = _cell(layout)
    columns, rows = layout.width // cell, layout.depth // cell
    bare = [[True] * columns for _ in range(rows)]
    for standing in pieces:
        left, top, right, bottom = extent(standing.shape)
        for row in range(max(top // cell, 0), min(bottom // cell + 1, rows)):
            for column in range(max(left // cell, 0), min(right // cell + 1, columns)):
                if holds(standing.shape, (column * cell + cell // 2, row * cell + cell // 2)):
                    bare[row][column] = False
    return bare


def _largest_square(bare: list[list[bool]]) -> int:
    """Works with the largest square that ends in each place: one more than the smallest of its three neighbours before
    it.
    """
    best, above = 0, list[int]()
    for row in bare:
        here = [0]
        for column, free in enumerate(row):
            here.append(1 + min(above[column], above[column + 1], here[column]) if free and above else int(free))
        best, above = max(best, *here), here
    return best


def verdict(balance: Balance) -> tuple[Reason, ...]:
    """Where one half falls short, or that none does; and which half is more open, if by a quarter."""
    return (*_on_terrain(balance), *_on_openness(balance))


def _on_terrain(balance: Balance) -> Iterator[Reason]:
    said = set()
    for what, north, south in balance.short:
        half = "north" if north > south else "south"
        if what == "all" and half in said:  # Adds nothing if that half already has more of one thing.
            continue
        said.add(half)
        code = f"{half}_more_{what}"
        yield Reason(code, {"more": max(north, south), "less": min(north, south)}, balance.clause)
    if not balance.short:
        same = all(north == south for _, north, south in balance.compared)
        yield Reason("halves_alike" if same else "halves_near", {}, balance.clause)


def _on_openness(balance: Balance) -> Iterator[Reason]:
    north, south = balance.north.lanes, balance.south.lanes
    if 4 * abs(north - south) >= balance.wide:
        code = "north_more_open" if north > south else "south_more_open"
        yield Reason(code, {"more": max(north, south), "less": min(north, south)}, balance.clause)
