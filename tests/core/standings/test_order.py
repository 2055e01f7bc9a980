"""Groups of level players against Python's own sort: few and many, small and huge numbers, one column or several."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from muster.core.kit.model import Points
from muster.core.standings import order
from muster.core.standings.columns import NumberColumn
from muster.core.standings.order import MANY, Groups

Numbers = list[Points | None]


def key(number: Points | None, low_wins: bool) -> tuple[bool, Points]:
    return number is None, 0 if number is None else number if low_wins else -number


def expected(columns: list[Numbers], low_wins: bool) -> tuple[list[int], list[int]]:
    """Order and places; a stable sort, so that ties stay in order of the index."""
    keys = [tuple(key(n, low_wins) for n in numbers) for numbers in zip(*columns, strict=True)]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    places: list[int] = []
    for at, player in enumerate(order):
        level = at > 0 and keys[player] == keys[order[at - 1]]
        places.append(places[-1] if level else at + 1)
    return order, places


def drawn(players: int, span: int, seed: int) -> Numbers:
    """Numbers of both signs; half of the players share a few of them, so that there is something to split."""
    rng = np.random.default_rng(seed)
    wide = rng.integers(-span, span, players, endpoint=True).tolist()
    return [n if even else wide[n % min(5, players)] for n, even in zip(wide, rng.random(players) < 0.5, strict=True)]


@pytest.mark.parametrize("low_wins", [False, True])
@pytest.mark.parametrize("together", [False, True], ids=["one by one", "together"])
@pytest.mark.parametrize("spans", [(2,), (2, 2, 2), (9, 2**40), (2**20, 2**44, 2**30), (2**61, 3), (3, 2**61, 2**61)])
@pytest.mark.parametrize("players", [1, 7, 300, MANY + 1])
def test_order_and_places(players: int, spans: tuple[int, ...], together: bool, low_wins: bool) -> None:
    """Up to the largest numbers that an int64 column holds, and more bits together than one number has."""
    numbers = [drawn(players, span, seed) for seed, span in enumerate(spans)]
    columns = [NumberColumn.of(one) for one in numbers]
    assert all(column.values.dtype == np.int64 for column in columns)
    groups = Groups(range(players))
    if together:
        groups.split(*columns, low_wins=low_wins)
    else:
        for column in columns:
            groups.split(column, low_wins=low_wins)
    assert (groups.order.tolist(), groups.places().tolist()) == expected(numbers, low_wins)


@pytest.mark.parametrize("low_wins", [False, True])
def test_huge_fractions_and_no_numbers(low_wins: bool) -> None:
    some: Numbers = [Fraction(1, 3), None, 2**80, Fraction(10**30 + 1, 3 * 10**30), None, -(2**80), 2**80]
    groups = Groups(range(7))
    groups.split(NumberColumn.of([1] * 7), NumberColumn.of(some), low_wins=low_wins)
    assert (groups.order.tolist(), groups.places().tolist()) == expected([some], low_wins)


@pytest.mark.parametrize("players", [33, 34, 97, 98])
def test_two_pairs_left_behind_many_who_are_placed(players: int) -> None:
    """X-09: the group's number counts too when a column of large numbers splits the few who are still level."""
    first: Numbers = [*range(players, 4, -1), 4, 4, 2, 2]
    second: Numbers = [*[0] * (players - 4), 0, 2**58, 1, 2**58 - 5]
    groups = Groups(range(players))
    groups.split(NumberColumn.of(first))
    groups.split(NumberColumn.of(second))
    assert (groups.order.tolist(), groups.places().tolist()) == expected([first, second], low_wins=False)


def test_the_level_of_one_group_are_not_those_of_the_next() -> None:
    """X-09: the best of the second pair has the number that the worst of the first has."""
    first: Numbers = [4, 4, 2, 2]
    second: Numbers = [0, 2**61, 2**61, 1]
    groups = Groups(range(4))
    groups.split(NumberColumn.of(first))
    groups.split(NumberColumn.of(second))
    assert (groups.order.tolist(), groups.places().tolist()) == ([1, 0, 2, 3], [1, 2, 3, 4])


@pytest.mark.parametrize("span", [0, 1])
def test_columns_that_are_too_large_together_are_taken_one_by_one(span: int) -> None:
    """Behind one in which all are level, or nearly."""
    numbers: list[Numbers] = [[5, 5, 5 + span, 5], [2**40, 7, 3, 2**40], [1, 2, 2**40, 0]]
    groups = Groups(range(4))
    groups.split(*map(NumberColumn.of, numbers))
    assert (groups.order.tolist(), groups.places().tolist()) == expected(numbers, low_wins=False)


@pytest.mark.parametrize("digit", [16, 32, 48])
def test_many_are_sorted_by_every_digit(digit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "MANY", 4)
    numbers: Numbers = [2**digit, 1, 2**digit + 1, 0, 2**digit]
    groups = Groups(range(5))
    groups.split(NumberColumn.of(numbers))
    assert (groups.order.tolist(), groups.places().tolist()) == ([2, 0, 4, 1, 3], [1, 2, 2, 4, 5])


def test_who_is_level() -> None:
    groups = Groups([4, 2, 0, 3])
    assert groups.level() == [[4, 2, 0, 3]]
    groups.split(NumberColumn.of([5, 9, 7, 5, 7]))
    assert groups.level() == [[4, 2], [0, 3]]
    groups.split(NumberColumn.of([1, 9, 2, 0, 1]), low_wins=True)
    assert (groups.level(), groups.order.tolist()) == ([], [4, 2, 3, 0])
