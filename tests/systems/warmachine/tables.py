"""Pieces and tables for tests, and a second checker of the terrain rules, written apart from the program.

It knows nothing of the program's geometry: corners by sine and cosine, distances by sampling no corner but by the
distance of every pair of edges, in inches as plain decimals. What it calls illegal is so by more than a hair.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import cos, hypot, radians, sin

from muster.core.record.terrain import Form, Layout, Piece, Standing, Stocked

INCH = 1000
HAIR = 0.002
"""Corners are stored to a thousandth of an inch, so two of them may be off by this much together."""


def piece(name: str, kinds: str, size: str = "4x4") -> Piece:
    sides = [int(float(side) * INCH) for side in size.split("x")]
    form = Form.CIRCLE if len(sides) == 1 else Form.RECTANGLE
    return Piece(name, tuple(kinds.split("+")), form, sides[0], sides[-1])


def at(one: Piece, x: float, y: float, turn: int = 0) -> Standing:
    return Standing(one, round(x * INCH), round(y * INCH), turn)


def layout(*standing: Standing, method: str = "") -> Layout:
    return Layout("Test", 48 * INCH, 48 * INCH, standing, method)


STOCK = (
    Stocked(piece("Old wood", "forest", "5"), 2),
    Stocked(piece("Fog", "dense fog", "4x3")),
    Stocked(piece("Hill", "hill", "6x5"), 2),
    Stocked(piece("Wall", "obstacle", "4x3"), 2),
    Stocked(piece("Ruin", "obstruction", "5x4")),
    Stocked(piece("Burning copse", "forest+hazard", "4")),
    Stocked(piece("Pond", "shallow water", "4.5")),
    Stocked(piece("Trench", "trench", "6x3"), 2),
    Stocked(piece("Rubble", "rubble", "4x4")),
    Stocked(
        Piece(
            "Crag", ("rough",), Form.POLYGON, 6000, 4000, ((-3000, -2000), (2000, -2000), (3000, 1000), (-1000, 2000))
        )
    ),
)

Outline = tuple[list[tuple[float, float]], float]
"""Corners, or the centre of a circle and its radius, in inches."""


def _outline(standing: Standing) -> Outline:
    p, x, y = standing.piece, standing.x / INCH, standing.y / INCH
    if p.form is Form.CIRCLE:
        return [(x, y)], p.width / 2 / INCH
    w, d = p.width / 2 / INCH, p.depth / 2 / INCH
    corners = [(a / INCH, b / INCH) for a, b in p.corners] or [(-w, -d), (w, -d), (w, d), (-w, d)]
    c, s = cos(radians(standing.turn)), sin(radians(standing.turn))
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in corners], 0.0


def _to_edge(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if not length else min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def _holds(corners: Sequence[tuple[float, float]], p: tuple[float, float]) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _gap(one: Outline, other: Outline) -> float:
    """The distance between two outlines; 0 or less if they overlap."""
    (a, ra), (b, rb) = one, other
    if (len(b) > 2 and any(_holds(b, p) for p in a)) or (len(a) > 2 and any(_holds(a, p) for p in b)):
        return 0.0
    edges_a, edges_b = (list(zip(s, [*s[1:], s[0]], strict=True)) for s in (a, b))
    near = [_to_edge(p, *e) for p in a for e in edges_b] + [_to_edge(p, *e) for p in b for e in edges_a]
    return min(near) - ra - rb


def _box(outline: Outline) -> tuple[float, float, float, float]:
    corners, r = outline
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def faults(standing: Sequence[Standing], method: str) -> list[str]:
    """What is wrong with a table by the book, in brief; empty if it is legal."""
    shapes = [_outline(s) for s in standing]
    kinds = [set(s.piece.kinds) for s in standing]
    restricted = [bool(k & {"hazard", "obstruction", "obstacle"}) for k in kinds]
    blocks = [bool(k & {"forest", "dense fog", "obstruction"}) for k in kinds]
    found = []
    if not 6 <= len(standing) <= 8:
        found.append("number")
    if any(not 3000 <= side <= 6000 for s in standing for side in (s.piece.width, s.piece.depth)):
        found.append("size")
    if sum(restricted) * 2 >= len(standing):
        found.append("majority")
    if sum(blocks) < 2:
        found.append("blockers")
    for number, shape in enumerate(shapes):
        left, top, right, bottom = _box(shape)
        if min(left, top, 48 - right, 48 - bottom) < 6 - HAIR:
            found.append(f"edge {number}")
    for i, j in combinations(range(len(shapes)), 2):
        wanted = 5.0 if restricted[i] and restricted[j] else 2.0
        if kinds[i] == kinds[j] == {"trench"}:
            wanted = 0.0
        if _gap(shapes[i], shapes[j]) < wanted - HAIR:
            found.append(f"apart {i} {j}")
    return found + _METHODS[method](shapes, blocks)


def _point(x: float, y: float) -> Outline:
    return [(x, y)], 0.0


CENTRE = _point(24, 24)
QUARTERS = [_point(x, y) for y in (12, 36) for x in (12, 36)]


def _cluster(shapes: list[Outline], blocks: list[bool]) -> list[str]:
    found = [] if blocks[0] and _gap(shapes[0], CENTRE) <= 1 + HAIR else ["first"]
    for k in range(1, 5):
        last = CENTRE if k == 1 else shapes[k - 1]
        if max(_gap(shapes[k], shapes[0]), _gap(shapes[k], last)) > 6 + HAIR:
            found.append(f"step {k + 1}")
    rest = shapes[5:]
    if any(_gap(a, b) > 6 + HAIR for a, b in combinations(rest, 2)):
        found.append("rest together")
    if any(_gap(a, b) < 8 - HAIR for a in rest for b in shapes[:5]):
        found.append("rest apart")
    return found


def _quadrant(shapes: list[Outline], blocks: list[bool]) -> list[str]:
    if len(shapes) != 8:
        return ["eight"]
    found = []
    for number, centre in enumerate(QUARTERS):
        x, y = centre[0][0]
        here = []
        for shape in shapes:
            left, top, right, bottom = _box(shape)
            if min(left - (x - 12), top - (y - 12), x + 12 - right, y + 12 - bottom) >= -HAIR:
                here.append(shape)
        orders = [(a, b) for a in here for b in here if a is not b]
        if len(here) != 2 or not any(_gap(a, CENTRE) <= 5 + HAIR and _gap(b, centre) <= 5 + HAIR for a, b in orders):
            found.append(f"quarter {number + 1}")
    return found


def _scatter(shapes: list[Outline], blocks: list[bool]) -> list[str]:
    found = [] if blocks[0] and _gap(shapes[0], CENTRE) <= 1 + HAIR else ["first"]
    found += [f"quarter {k + 1}" for k, centre in enumerate(QUARTERS) if _gap(shapes[k + 1], centre) > 3 + HAIR]
    return found + ["rest" for shape in shapes[5:] if _gap(shape, shapes[0]) > 10 + HAIR]


def _by_hand(shapes: list[Outline], blocks: list[bool]) -> list[str]:
    return []


_METHODS = {"cluster": _cluster, "quadrant": _quadrant, "scatter": _scatter, "": _by_hand}
