"""Columns of exact numbers and the sums of a field, one operation at a time: small ones stay in 64 bits."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from muster.core.kit.model import Points
from muster.core.standings.columns import BYE, GAME, LOSS, WIN, AllRounds, Divisor, NotedNumbers, NumberColumn

HALF, THIRD, HUGE = Fraction(1, 2), Fraction(1, 3), 2**61


def test_the_largest_of_a_column_is_known_whatever_its_sign() -> None:
    columns: list[list[Points | None]] = [[3, -7], [7, -3], [], [HALF, -3]]
    assert [NumberColumn.of(numbers).peak for numbers in columns] == [7, 7, 0, 6]
    assert NumberColumn.of([1, HALF]).none is None and NumberColumn.of([1, None]).none is not None


def test_numbers_times_their_counts() -> None:
    assert NumberColumn.of([3, -2]).weighted(np.array([4, 1])).peak == 12
    assert NumberColumn.of([2**40]).weighted(np.array([2**40])).exact() == [2**80]


def test_numbers_divided_by_their_counts() -> None:
    """With a common multiple of the counts; 0 if the count is 0."""
    assert Divisor(np.array([5, 5])).multiple == Divisor(np.array([5, 1], dtype=object)).multiple == 5
    divided = NumberColumn.of([HUGE, 1, 3]).over(Divisor(np.array([3, 7, 0])))
    assert divided.exact() == [Fraction(HUGE, 3), Fraction(1, 7), 0]


def test_numbers_divided_by_numbers() -> None:
    """By negative ones, and by ones of any size."""
    by: list[Points | None] = [-2, 4, 2**40, 2**70, HALF, 0]
    divided = [-HALF, Fraction(1, 4), Fraction(1, 2**40), Fraction(1, 2**70), 2, 0]
    assert NumberColumn.of([1] * 6).per(NumberColumn.of(by)).exact() == divided
    assert NumberColumn.of([1, 1]).per(NumberColumn.of([-2, 4])).exact() == [-HALF, Fraction(1, 4)]
    assert NumberColumn.of([1, 1]).per(NumberColumn.of([2**40, 1])).exact() == [Fraction(1, 2**40), 1]


def test_sums_of_numbers() -> None:
    total = NumberColumn.of([HALF, -3]).plus(NumberColumn.of([THIRD, 5]))
    assert total.exact() == [HALF + THIRD, 2] and total.peak == 6 * 3 + 15 * 2
    assert NumberColumn.of([HUGE]).plus(NumberColumn.of([HUGE])).plus(NumberColumn.of([HUGE])).plus(
        NumberColumn.of([HUGE])
    ).exact() == [2**63]
    assert NumberColumn.of([HUGE + HALF]).plus(NumberColumn.of([THIRD])).exact() == [HUGE + HALF + THIRD]
    assert NumberColumn.of([THIRD]).plus(NumberColumn.of([HUGE + HALF])).exact() == [HUGE + HALF + THIRD]


def test_numbers_of_a_floor_or_more() -> None:
    raised = NumberColumn.of([HALF, -3]).at_least(THIRD)
    assert raised.exact() == [HALF, THIRD] and raised.peak == 18
    assert NumberColumn.of([0]).at_least(5).peak == 5
    assert NumberColumn.of([HUGE, -1]).at_least(THIRD).exact() == [HUGE, THIRD]


def test_a_group_in_which_somebody_has_no_number_is_level() -> None:
    column = NumberColumn.of([3, None, 5, 4, None])
    assert column.level_where_missing([[0, 1], [2, 3]]).exact() == [0, 0, 5, 4, None]
    assert NumberColumn.of([3, 4]).level_where_missing([[0, 1]]).exact() == [3, 4]


def test_numbers_of_each_round_in_their_places() -> None:
    """In 64 bits where all of them fit, also beside some that do not."""
    seats = [np.array([1]), np.array([0])]
    small = NotedNumbers.spread([NumberColumn.of([3]), NumberColumn.of([HALF])], seats, (2, 2))
    assert (small.values.tolist(), small.unit) == ([[0, 6], [1, 0]], 2) and small.values.dtype == np.int64
    large = NotedNumbers.spread([NumberColumn.of([3]), NumberColumn.of([2**70])], seats, (2, 2))
    assert large.values.tolist() == [[0, 3], [2**70, 0]]


# Sums of a field. Two players meet in two rounds.

TWICE = [[1, 0], [1, 0]]


def with_figure(values: list[list[int]], given: list[list[bool]] | None = None) -> AllRounds:
    """A third player has byes."""
    noted = {"cp": NotedNumbers(np.array(values), given=None if given is None else np.array(given))}
    return AllRounds([[3, 0, 3], [1, 1, 3]], [[1, 0, -1], [1, 0, -1]], figures=noted.get)


def test_points_too_large_together() -> None:
    field = AllRounds([[HUGE, 1]] * 4, [[1, 0]] * 4)
    assert field.points.exact() == [2**63, 4] and field.points.values.dtype == object
    assert AllRounds([[3, 1]] * 4, [[1, 0]] * 4).points.values.dtype == np.int64
    assert AllRounds([[]], [[]]).players == 0


def test_rounds_without_an_opponent_by_a_figure_are_not_byes() -> None:
    field = with_figure([[3, 0, 0], [2, 2, 0]])
    kept = field.without_opponents("cp")
    assert (kept.met.tolist(), kept.byes.tolist(), kept.points.exact()) == ([0, 1, 0], [0, 0, 2], [4, 1, 6])
    assert field.without_opponents("nothing").met.tolist() == [2, 2, 0]


def test_games_that_lack_a_figure() -> None:
    """A bye is not a game. Where every round has the figure none lacks it; where none has it, every game does."""
    given = [[True, False, False], [False, False, False]]
    assert with_figure([[4, 0, 0], [0, 0, 0]], given).lacks("cp").tolist() == [1, 2, 0]
    field = with_figure([[4, 0, 0], [0, 0, 0]])
    assert field.lacks("cp").tolist() == [0, 0, 0] and field.lacks("nothing").tolist() == [2, 2, 0]


def test_the_least_of_a_figure() -> None:
    given = [[True, False, False], [True, True, False]]
    assert with_figure([[4, 0, 0], [7, 9, 0]], given).least("cp").exact() == [4, 9, None]
    assert with_figure([[4, 0, 0], [7, 9, 0]]).least("nothing").exact() == [None, None, None]
    before = AllRounds(
        np.zeros((0, 2), int), np.zeros((0, 2), int), figures={"cp": NotedNumbers(np.zeros((0, 2), int))}.get
    )
    assert before.least("cp").exact() == [None, None] and before.total("nothing").peak == 0


def test_sums_over_opponents_of_any_size() -> None:
    """In parts of forty bits if they are too large, of both signs; with the bound of the result."""
    field = AllRounds([[0, 0], [0, 0]], TWICE, outcome=[[WIN, LOSS], [1, 1]])
    for numbers in ([3, -5], [2**70 + 2**41 + 7, -(2**70) - 2**40 - 1], [2**130 + 3, 5 - 2**125]):
        column = NumberColumn.of(numbers)
        total, by_outcome = field.sum_of_opponents(column), field.sum_by_outcome(column)
        assert total.exact() == [2 * numbers[1], 2 * numbers[0]] and total.peak == 2 * column.peak
        assert by_outcome.exact() == [numbers[1] + Fraction(numbers[1], 2), Fraction(numbers[0], 2)]
        assert by_outcome.peak == 4 * column.peak


def test_sums_without_extremes_of_any_size() -> None:
    """Four rounds against four opponents: without the lowest, and without the highest too."""
    field = AllRounds([[0] * 5] * 4, [[1, 0, 0, 0, 0], [2, 2, 1, 1, 1], [3, 3, 3, 2, 2], [4, 4, 4, 4, 3]])
    for unit in (1, 2**70):
        column = NumberColumn.of([0, 4 * unit, unit, 2 * unit, 3 * unit])
        assert field.sum_without_extremes(column, 1, 0).exact()[0] == 9 * unit
        assert field.sum_without_extremes(column, 1, 1).exact()[0] == 5 * unit


def test_kinds_are_told_by_the_opponent_where_they_are_not_given() -> None:
    field = with_figure([[0, 0, 0], [0, 0, 0]])
    given = AllRounds([[3, 0, 3], [1, 1, 3]], [[1, 0, -1], [1, 0, -1]], kind=[[GAME, GAME, BYE]] * 2)
    assert field.byes.tolist() == given.byes.tolist() == [0, 0, 2]
