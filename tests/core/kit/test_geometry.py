"""Distances between shapes are exact where it matters: at the boundary, to a thousandth of an inch and below."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.geometry import (
    Circle,
    Polygon,
    Shape,
    completely_in,
    extent,
    is_simple,
    overlap,
    reachable,
    rectangle,
    turned,
    within,
)

SQUARE = rectangle(0, 0, 3000, 3000)
# A triangle with an edge of slope 4:3, from which a point can be exactly 2" away at an angle.
SLOPE = Polygon(((0, 0), (3000, 4000), (-5000, 4000)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SQUARE, rectangle(5000, 0, 8000, 3000)),
        (SQUARE, rectangle(4200, 4600, 8000, 8000)),
        (SQUARE, Circle(7500, 1500, 2500)),
        (Circle(0, 0, 2500), Circle(7500, 0, 3000)),
        (Circle(0, 0, 2500), Circle(3 * 1500, 4 * 1500, 3000)),
        (SLOPE, Circle(1500 + 1600, 2000 - 1200)),
        (SLOPE, Circle(1500 + 4000, 2000 - 3000, 3000)),
    ],
)
def test_exactly_two_inches_is_within_two_inches_and_no_more(one: Shape, other: Shape) -> None:
    assert within(one, other, 2000) and within(other, one, 2000)
    assert not within(one, other, 1999) and not within(other, one, 1999)


def test_a_distance_that_floating_point_cannot_tell_from_the_boundary_is_decided() -> None:
    """The gap is the square root of 2000² + 1, and then of 2000² - 1, both 2000.00025 and 1999.99975 thousandths."""
    for squared, expected in ((2000**2 + 1, False), (2000**2, True)):
        dx, dy = next((x, y) for x in range(2001) if (y := _root(squared - x * x)) is not None)
        assert within(Circle(0, 0), Circle(dx, dy), 2000) is expected
    # An edge 60" long at a slope, and a point whose distance from it misses 2" by less than 10^-12 of an inch.
    edge, point = Polygon(((0, 0), (59999, 1), (0, 60000))), Circle(30000, -2000)
    cross, length = abs(59999 * -2000 - 1 * 30000), 59999**2 + 1
    assert within(edge, point, 2000) is (Fraction(cross**2, length) <= 2000**2)
    assert abs(float(Fraction(cross**2, length)) ** 0.5 - 2000) < 1


def _root(number: int) -> int | None:
    root = int(max(number, 0) ** 0.5)
    return next((r for r in (root, root + 1) if number >= 0 and r * r == number), None)


def test_shapes_in_or_across_each_other_are_within_any_distance() -> None:
    inner = rectangle(1000, 1000, 2000, 2000)
    cross = rectangle(-1000, 1400, 4000, 1600)
    assert within(SQUARE, inner, 0) and within(SQUARE, cross, 0) and within(SQUARE, Circle(1500, 1500), 0)
    assert overlap(SQUARE, inner) and overlap(SQUARE, cross) and overlap(SQUARE, Circle(1500, 1500, 100))


@pytest.mark.parametrize(
    "other", [rectangle(3000, 0, 5000, 3000), Circle(5000, 1500, 2000), rectangle(3000, 3000, 4000, 4000)]
)
def test_what_touches_is_within_nothing_and_does_not_overlap(other: Shape) -> None:
    assert within(SQUARE, other, 0)
    assert not overlap(SQUARE, other)
    assert not overlap(Circle(0, 0, 1000), Circle(2000, 0, 1000))
    assert overlap(Circle(0, 0, 1000), Circle(1999, 0, 1000))


coordinates = st.integers(-20_000, 20_000)
circles = st.builds(Circle, coordinates, coordinates, st.integers(0, 3000))
boxes = st.builds(
    lambda x, y, w, d: rectangle(x, y, x + w, y + d),
    coordinates,
    coordinates,
    st.integers(1, 6000),
    st.integers(1, 6000),
)


@given(one=st.one_of(circles, boxes), other=st.one_of(circles, boxes), reach=st.integers(0, 12_000))
def test_boxes_and_circles_by_plain_arithmetic(one: Shape, other: Shape, reach: int) -> None:
    """A circle is its centre, a box its sides: the gaps in each direction give the distance by Pythagoras."""
    radii = [s.radius if isinstance(s, Circle) else 0 for s in (one, other)]
    boxes = [(s.x, s.y, s.x, s.y) if isinstance(s, Circle) else extent(s) for s in (one, other)]
    gaps = [max(boxes[0][i] - boxes[1][i + 2], boxes[1][i] - boxes[0][i + 2], 0) for i in (0, 1)]
    assert within(one, other, reach) is (gaps[0] ** 2 + gaps[1] ** 2 <= (reach + sum(radii)) ** 2)


@given(x=coordinates, y=coordinates, degrees=st.integers(-720, 720))
def test_turning_keeps_a_shape(x: int, y: int, degrees: int) -> None:
    corners = ((-2000, -1500), (2000, -1500), (2000, 1500), (-2000, 1500))
    shape = turned(corners, degrees, x, y)
    assert all(abs((a - x) ** 2 + (b - y) ** 2 - 2500**2) <= 5001 for a, b in shape.corners)
    assert turned(corners, degrees + 360, x, y) == shape
    assert set(turned(corners, degrees + 180, x, y).corners) == set(shape.corners)


def test_turning_is_clockwise_and_exact_at_right_angles() -> None:
    assert turned(((1000, 0), (0, 500), (0, 0)), 90, 10, 20).corners == ((10, 1020), (-490, 20), (10, 20))
    assert turned(((1501, 0), (0, 1), (0, 0)), 60, 0, 0).corners[0] == (751, 1300)


def test_completely_in_counts_the_edge() -> None:
    assert completely_in(Circle(2000, 2000, 2000), (0, 0, 4000, 4000))
    assert not completely_in(Circle(2000, 2000, 2001), (0, 0, 4000, 4000))


def test_outlines_that_cross_themselves_or_hold_nothing_are_no_shapes() -> None:
    assert is_simple([(0, 0), (4000, 0), (4000, 4000)])
    assert not is_simple([(0, 0), (4000, 4000), (4000, 0), (0, 4000)])
    assert not is_simple([(0, 0), (1000, 0), (2000, 0)])


def test_a_base_passes_a_gap_of_its_own_width_and_not_a_narrower_one() -> None:
    table, goal = (0, 0, 48000, 48000), Circle(24000, 24000, 500)

    def ring(gap: int) -> list[Shape]:
        """Four walls around the goal, with a gap in the middle of the one on the left."""
        low, high = 24000 - gap // 2, 24000 + gap // 2
        return [
            rectangle(18000, 18000, 30000, 19000),
            rectangle(18000, 29000, 30000, 30000),
            rectangle(29000, 18000, 30000, 30000),
            rectangle(18000, 18000, 19000, low),
            rectangle(18000, high, 19000, 30000),
        ]

    assert reachable(table, 2000, ring(4010), [goal]) == [True]
    assert reachable(table, 2000, ring(3990), [goal]) == [False]
    assert reachable(table, 2000, [], [goal]) == [True]
