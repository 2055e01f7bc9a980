"""What a pair costs: each number of its price, and one number that orders as all of them do."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.engine.prices import GroupPrices, PoolMeetings, Stretch, group_numbers
from muster.core.pairing.pool import Entrant, Pool, Rules
from tests.core.pairing.brute import met_of, pairings

ALL = Rules(avoid_circle=True, limit_downs=True)
POINTS = (6, 4, 4, 2, 0, 0)


def pool(points: tuple[int, ...], *games: tuple[int, int, int], round: int = 4) -> Pool:
    """Players 0, 1, 2 ...; the first went down twice, and of two towns one is 0's and 4's."""
    who = [
        Entrant(PlayerId(k), p, downs=2 * (k == 0), ups=k % 2 + k // 4, circle="a" if k % 4 == 0 else "b" * (k == 1))
        for k, p in enumerate(points)
    ]
    return Pool(tuple(who), round, met_of(*games))


def prices(field: Pool, depth: int = 0, rules: Rules = ALL) -> GroupPrices:
    return GroupPrices(Stretch.of_pool(field, rules), rules, depth)


def test_equal_points_are_one_group() -> None:
    assert group_numbers(pool(POINTS).entrants) == [0, 1, 1, 2, 3, 3] and group_numbers(()) == []


def test_meetings_of_a_pool_by_place() -> None:
    """Nobody else's, none of round 0, which is never, and none where rematches are allowed."""
    field = Pool(tuple(Entrant(PlayerId(k)) for k in (7, 8, 9)), 3, met_of((7, 8, 2), (7, 5, 1), (7, 9, 0)))
    met = PoolMeetings(field, Rules())
    assert (met.most, met.of(0), met.of(1), met.of(0)) == (3, {1: 2}, {0: 2}, {1: 2})
    free = PoolMeetings(field, Rules(avoid_rematch=False))
    assert (free.most, free.of(0)) == (0, {}) and PoolMeetings(Pool(()), Rules()).most == 0


@pytest.mark.parametrize(
    ("depth", "two", "one", "none"),
    [(0, (2, 0), (0, 1), (0, 0)), (1, (1, 1, 0), (0, 0, 1), (0, 0, 0)), (2, (1, 1, 0), (0, 0, 1), (0, 0, 0))],
)
def test_the_numbers_of_a_price(depth: int, two: tuple[int, ...], one: tuple[int, ...], none: tuple[int, ...]) -> None:
    """X-14, X-27, W-06, W-08: rematch, floats, how far they go, who went down before, circle, met from above."""
    found = prices(pool(POINTS, (0, 4, 3)), depth)
    nothing = (0, 0)
    assert found.floors == (0, 0, 0, 1, 1, 0, *none, *nothing, 0, 0)
    assert found.vector(0, 4) == (1, 3, 5, 1, 1, 1, *two, 2, 5, 1, 1)
    assert found.vector(0, 1) == (0, 0, 0, 1, 0, 0, *none, 2, 5, 0, 1)
    assert found.vector(1, 2) == (0, 0, 0, 0, 0, 0, *none, *nothing, 0, 0)
    assert found.vector(2, 3) == (0, 0, 0, 0, 1, 0, *none, *nothing, 0, 1)
    assert found.vector(1, 4) == (0, 0, 0, 0, 1, 1, *one, *nothing, 0, 1)


def test_a_stretch_in_the_middle_of_a_field_counts_places_of_the_field() -> None:
    """X-14, W-06: its first is third of nine, so six are below."""
    stretch = replace(Stretch.of_pool(pool(POINTS), ALL), lo=2, field=9, met=lambda i: {6: 3} if i == 2 else {})
    found = GroupPrices(stretch, ALL)
    assert found.vector(0, 4) == (1, 3, 6, 1, 1, 1, 2, 0, 2, 6, 1, 1) and found.vector(1, 2)[:3] == (0, 0, 0)


def test_wishes_that_nobody_has_cost_nothing() -> None:
    plain = prices(pool(POINTS, (0, 4, 3)), rules=Rules(avoid_rematch=False))
    assert plain.vector(0, 4) == (1, 1, 1, 2, 0) and plain.vector(4, 5) == (0, 0, 0, 0, 0)
    turned = prices(pool(POINTS, (0, 4, 3)), rules=Rules(give_way=("rematch", "float")))
    assert turned.vector(0, 4) == (1, 1, 1, 2, 0, 1, 3, 5)


CROWDED = [(a, b, 999 if (a + b) % 2 else 1) for a, b in combinations(range(6), 2) if (a, b) not in ((0, 1), (2, 5))]


def any_pool(case: int) -> Pool:
    """Six with any points, some of whom often went down or were met from above."""
    chance = Lots("prices", str(case))
    points = sorted((chance.below(4) for _ in range(6)), reverse=True)
    many = (1, 500)[case % 2]
    who = [
        Entrant(
            PlayerId(k),
            p,
            downs=chance.below(3) // 2 * many,
            ups=chance.below(3) * many,
            circle="ab"[k % 2],
        )
        for k, p in enumerate(points)
    ]
    games = [(a, b, 1 + chance.below(5)) for a, b in combinations(range(6), 2) if chance.below(3) == 0]
    return Pool(tuple(who), 6, met_of(*games))


OFTEN_UP = Pool(tuple(Entrant(PlayerId(k), int(k == 0), ups=900 * (k == 1), circle="aba"[k : k + 1]) for k in range(4)))
"""The leader goes down to somebody of another town who was met from above all the time, or to one of the same."""


@pytest.mark.parametrize("depth", [0, 1, 6])
@pytest.mark.parametrize(
    "field",
    [
        pool(POINTS, *CROWDED, round=1000),
        pool((9, 7, 6, 4, 3, 0), (0, 1, 1), (2, 3, 2)),
        pool((5, 5, 5, 5, 5, 5), *CROWDED, round=1000),
        OFTEN_UP,
        *map(any_pool, range(8)),
    ],
)
def test_one_number_orders_as_all_of_them(field: Pool, depth: int) -> None:
    """Over all pairings: the sum of packed prices is smaller exactly if the total is, for every number in it."""
    found = prices(field, depth)
    totals = []
    for pairing in pairings(range(len(field.entrants))):
        total = tuple(map(sum, zip(*(found.vector(i, j) for i, j in pairing), strict=True)))
        packed = sum(found.cost(i, j) for i, j in pairing)
        assert packed == sum(found.cost(j, i) for i, j in pairing) == found.pack(total)
        totals.append((total, packed))
    ranked = sorted(totals)
    assert [packed for _, packed in ranked] == sorted(packed for _, packed in totals)
    assert len({total for total, _ in totals}) == len({packed for _, packed in totals})


def test_prices_are_deep_enough_where_one_leftover_goes_beyond_or_one_group_in_all() -> None:
    """X-27: five groups, so that those of the first three may pass over some."""
    field = pool((8, 8, 6, 4, 2, 0))

    def exact(depth: int, **numbers: int) -> bool:
        found = prices(field, depth)
        total = [0] * len(found.floors)
        for place, number in numbers.items():
            total[found.floats.start + int(place[1:])] = number
        return found.exact(tuple(total))

    assert exact(0) and not exact(0, f0=2, f4=2) and not exact(0, f1=2, f5=2) and not exact(0, f2=3, f6=2)
    assert exact(0, f0=1, f4=2) and exact(0, f0=2, f4=1) and exact(0, f0=2, f1=1, f5=2) and exact(0, f0=9, f1=9)
    assert exact(0, f0=2, f7=9), "what is not about floats"
    assert not exact(1, f4=2, f5=2) and not exact(1, f6=2, f7=2) and exact(1, f4=2, f5=1)
    assert exact(1, f0=2, f4=1, f5=2) and exact(1, f8=2, f9=9) and exact(1, f4=9, f6=9)
    assert exact(3, f4=9, f5=9, f6=9, f7=9, f8=9)
