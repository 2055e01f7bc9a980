"""Columns of exact numbers, one operation at a time: small ones stay in 64 bits, and none is ever too large for them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from muster.core.standings.columns import Column, Divisor, NotedNumbers

HALF, THIRD, HUGE = Fraction(1, 2), Fraction(1, 3), 2**61


def test_the_largest_of_a_column_is_known_whatever_its_sign() -> None:
    assert [Column.of(numbers).peak for numbers in ([3, -7], [7, -3], [], [HALF, -3])] == [7, 7, 0, 6]
    assert Column.of([1, HALF]).none is None and Column.of([1, None]).none is not None


def test_numbers_times_their_counts() -> None:
    assert Column.of([3, -2]).weighted(np.array([4, 1])).peak == 12
    assert Column.of([2**40]).weighted(np.array([2**40])).exact() == [2**80]


def test_numbers_divided_by_their_counts() -> None:
    """By a common multiple of the counts that there are; 0 where there is none."""
    assert Divisor(np.array([5, 5])).multiple == 5
    divided = Column.of([HUGE, 1, 3]).over(Divisor(np.array([3, 7, 0])))
    assert divided.exact() == [Fraction(HUGE, 3), Fraction(1, 7), 0]


def test_numbers_divided_by_numbers() -> None:
    """By negative ones, and by ones of any size."""
    by = [-2, 4, 2**40, 2**70, HALF, 0]
    assert Column.of([1] * 6).per(Column.of(by)).exact() == [
        -HALF,
        Fraction(1, 4),
        *(Fraction(1, n) for n in by[2:4]),
        2,
        0,
    ]
    assert Column.of([1, 1]).per(Column.of([-2, 4])).exact() == [-HALF, Fraction(1, 4)]
    assert Column.of([1, 1]).per(Column.of([2**40, 1])).exact() == [Fraction(1, 2**40), 1]


def test_sums_of_numbers() -> None:
    total = Column.of([HALF, -3]).plus(Column.of([THIRD, 5]))
    assert total.exact() == [HALF + THIRD, 2] and total.peak == 6 * 3 + 15 * 2
    assert Column.of([HUGE]).plus(Column.of([HUGE])).plus(Column.of([HUGE])).plus(Column.of([HUGE])).exact() == [2**63]
    assert Column.of([HUGE + HALF]).plus(Column.of([THIRD])).exact() == [HUGE + HALF + THIRD]
    assert Column.of([THIRD]).plus(Column.of([HUGE + HALF])).exact() == [HUGE + HALF + THIRD]


def test_numbers_of_a_floor_or_more() -> None:
    raised = Column.of([HALF, -3]).at_least(THIRD)
    assert raised.exact() == [HALF, THIRD] and raised.peak == 18
    assert Column.of([0]).at_least(5).peak == 5
    assert Column.of([HUGE, -1]).at_least(THIRD).exact() == [HUGE, THIRD]


def test_a_group_in_which_somebody_has_no_number_is_level() -> None:
    column = Column.of([3, None, 5, 4, None])
    assert column.level_where_missing([[0, 1], [2, 3]]).exact() == [0, 0, 5, 4, None]
    assert Column.of([3, 4]).level_where_missing([[0, 1]]).exact() == [3, 4]


def test_numbers_of_each_round_in_their_places() -> None:
    """In 64 bits where all of them fit, also beside some that do not."""
    seats = [np.array([1]), np.array([0])]
    small = NotedNumbers.spread([Column.of([3]), Column.of([HALF])], seats, (2, 2))
    assert (small.values.tolist(), small.unit, small.values.dtype) == ([[0, 6], [1, 0]], 2, np.int64)
    large = NotedNumbers.spread([Column.of([3]), Column.of([2**70])], seats, (2, 2))
    assert large.values.tolist() == [[0, 3], [2**70, 0]]
