"""Shapes on a table and how far apart they are, exact at every boundary: lengths are whole thousandths of an inch.

The geometry library answers what is clear; where its floating point could be wrong, whole numbers decide.
It is loaded on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import radians, sin
from typing import Any

INCH = 1000
Point = tuple[int, int]

_DOUBT = 0.001
"""Floating point errors on a table are far smaller than this; anything closer to a boundary is decided with integers.
"""

_SCALE = 10**9
_SINES = tuple(round(sin(radians(degree)) * _SCALE) for degree in range(360))
"""Whole numbers, so the same on every machine."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A radius of 0 is a point."""

    x: int
    y: int
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Polygon:
    corners: tuple[Point, ...]


Shape = Circle | Polygon
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


def rectangle(left: int, top: int, right: int, bottom: int) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def turned(corners: Iterable[Point], degrees: int, x: int, y: int) -> Polygon:
    """Corners given around a centre, turned clockwise and moved to a point; each is rounded to a whole thousandth."""
    s, c = _SINES[degrees % 360], _SINES[(degrees + 90) % 360]
    return Polygon(tuple((x + _rounded(a * c - b * s), y + _rounded(a * s + b * c)) for a, b in corners))


def _rounded(scaled: int) -> int:
    """To the nearest; halves go away from 0, so that turning by 180 degrees mirrors exactly."""
    whole = (2 * abs(scaled) + _SCALE) // (2 * _SCALE)
    return whole if scaled >= 0 else -whole


def extent(shape: Shape) -> Box:
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    xs, ys = [x for x, _ in shape.corners], [y for _, y in shape.corners]
    return min(xs), min(ys), max(xs), max(ys)


def completely_in(shape: Shape, box: Box) -> bool:
    """Whether all of it is in the box; its edge may lie on the box's edge."""
    left, top, right, bottom = extent(shape)
    return box[0] <= left and box[1] <= top and right <= box[2] and bottom <= box[3]


def within(a: Shape, b: Shape, reach: int) -> bool:
    """Whether any part of one is at most `reach` away from any part of the other; exactly `reach` is within."""
    left, top, right, bottom = extent(a)
    left_b, top_b, right_b, bottom_b = extent(b)
    if max(left_b - right, left - right_b, top_b - bottom, top - bottom_b) > reach:
        return False
    reach += _radius(a) + _radius(b)
    one, other = _core(a), _core(b)
    if one.intersects(other):
        return True
    gap = one.distance(other)
    if abs(gap - reach) > _DOUBT:
        return bool(gap < reach)
    return _least(a, b, reach) <= 0


def overlap(a: Shape, b: Shape) -> bool:
    """Whether they share area; shapes that only touch do not."""
    if isinstance(a, Polygon) and isinstance(b, Polygon):
        return bool(_core(a).relate_pattern(_core(b), "T********"))
    reach = _radius(a) + _radius(b)
    return bool(_core(a).intersects(_core(b))) or _least(a, b, reach) < 0


def holds(shape: Shape, point: Point) -> bool:
    """Whether a point is inside the shape or on its edge."""
    x, y = point
    if isinstance(shape, Circle):
        return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.radius**2
    inside = False
    for (ax, ay), (bx, by) in _edges(shape):
        turn = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
        if not turn and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = not inside
    return inside


def is_simple(corners: Sequence[Point]) -> bool:
    """Whether these corners, in order, enclose an area without crossing themselves."""
    polygon = _shapely().Polygon(corners)
    return bool(polygon.is_valid and polygon.area > 0)


def reachable(table: Box, base: int, walls: Sequence[Shape], goals: Sequence[Shape]) -> list[bool]:
    """For each goal, whether a round base can reach it from both the top and the bottom edge of the table.

    `base` is its radius. Round corners are drawn as 64 chords per quarter, so gaps are accurate to a ten-thousandth.
    """
    shapely = _shapely()
    left, top, right, bottom = table[0] + base, table[1] + base, table[2] - base, table[3] - base
    shut = shapely.union_all([_core(wall).buffer(_radius(wall) + base, quad_segs=64) for wall in walls])
    free = shapely.box(left, top, right, bottom).difference(shut)
    ways = [part for part in getattr(free, "geoms", [free]) if part.bounds and part.bounds[1] <= top]
    ways = [part for part in ways if part.bounds[3] >= bottom]
    return [any(part.distance(_core(goal)) <= base + _radius(goal) for part in ways) for goal in goals]


def _radius(shape: Shape) -> int:
    return shape.radius if isinstance(shape, Circle) else 0


def _least(a: Shape, b: Shape, reach: int) -> int:
    """Negative, 0 or positive: the nearest corner or centre of two separate shapes is nearer than, at, or beyond
    `reach`.
    """
    found = [
        _side(corner, edge, reach)
        for first, second in ((a, b), (b, a))
        for corner in _corners(first)
        for edge in _edges(second)
    ]
    return min(found)


def _side(point: Point, edge: tuple[Point, Point], reach: int) -> int:
    """The sign of (distance from a point to a line segment, minus `reach`). Uses squares, to stay in whole numbers."""
    (px, py), ((ax, ay), (bx, by)) = point, edge
    dx, dy = bx - ax, by - ay
    along, length = (px - ax) * dx + (py - ay) * dy, dx * dx + dy * dy
    if along <= 0 or not length:
        squared, limit = (px - ax) ** 2 + (py - ay) ** 2, reach * reach
    elif along >= length:
        squared, limit = (px - bx) ** 2 + (py - by) ** 2, reach * reach
    else:
        squared, limit = ((px - ax) * dy - (py - ay) * dx) ** 2, reach * reach * length
    return (squared > limit) - (squared < limit)


def _corners(shape: Shape) -> tuple[Point, ...]:
    return ((shape.x, shape.y),) if isinstance(shape, Circle) else shape.corners


def _edges(shape: Shape) -> Iterator[tuple[Point, Point]]:
    corners = _corners(shape)
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _shapely() -> Any:
    import shapely

    return shapely


@lru_cache(maxsize=4096)
def _core(shape: Shape) -> Any:
    """The polygon, or a circle's centre, as a shape of the library. Whole numbers are exact in floating point."""
    shapely = _shapely()
    return shapely.Point(shape.x, shape.y) if isinstance(shape, Circle) else shapely.Polygon(shape.corners)
