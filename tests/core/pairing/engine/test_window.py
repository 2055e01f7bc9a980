"""What a window weighs of a field, and the pairs that it finds for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np
import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.engine import window
from muster.core.pairing.engine.columns import of_pool
from muster.core.pairing.engine.dealing import Words
from muster.core.pairing.engine.kernel import Vector, cheapest
from muster.core.pairing.engine.prices import GroupPrices
from muster.core.pairing.engine.settle import DEALS, stretch_of
from muster.core.pairing.engine.window import Effort, Window
from muster.core.pairing.pool import GIVE_WAY, Entrant, Pool, Rules
from tests.core.pairing.brute import Edge, met_of, pool_of

ORDERS = (
    GIVE_WAY,
    ("float", "pair_down", "circle", "rematch"),
    ("rematch", "circle", "float", "pair_down"),
    ("pair_down", "circle", "float", "rematch"),
)


@dataclass(slots=True)
class Noted(Effort):
    """Remembers how many entrants and stand-ins the kernel saw each time."""

    seen: list[int] = field(default_factory=list)

    def spend(self, entrants: int, numbers: int) -> bool:
        self.seen.append(entrants)
        return Effort.spend(self, entrants, numbers)


def solved(
    pool: Pool, trouble: set[int], rules: Rules | None = None, seed: str = "window"
) -> tuple[Vector, list[Edge], list[int]]:
    """The total, the pairs, and what was seen on the way."""
    rules, lots, effort = rules or Rules(), Lots(seed, "r"), Noted(1_000_000)
    columns = of_pool(pool, rules)
    prices = GroupPrices(stretch_of(columns, 0, columns.size), rules)
    answer = Window(prices, columns, lots, Words(lots), effort, DEALS).solved(trouble)
    assert answer is not None
    total, pairs = answer
    assert sorted(np.ravel(pairs).tolist()) == list(range(columns.size))
    assert [sum(x) for x in zip(*(prices.vector(i, j) for i, j in pairs), strict=True)] == list(total)
    return total, pairs, effort.seen


@pytest.mark.parametrize(("numbers", "pairs"), [(0, 100), (15, 100), (16, 200), (33, 300)])
def test_a_pair_with_a_long_price_counts_more_than_once(numbers: int, pairs: int) -> None:
    effort = Effort(1000)
    assert effort.spend(10, numbers)
    assert effort.left == 1000 - pairs


def test_effort_is_spent_to_the_last_pair_and_no_further() -> None:
    effort = Effort(100)
    assert effort.spend(10, 0)
    assert not effort.spend(1, 0)


def test_the_kernel_sees_320_at_the_most() -> None:
    assert Effort(1_000_000).spend(320, 0)
    assert not Effort(1_000_000).spend(321, 0)


@pytest.mark.parametrize(
    ("sizes", "seen"),
    [
        ([48], 48),  # A field that is weighed as a whole.
        ([50], 2),  # Two represent a group.
        ([45, 15], 6),  # Three for an odd one.
        ([46, 4], 6),  # All of a group of four are seen themselves.
        ([45, 5], 6),  # But not of five.
    ],
)
def test_few_represent_many(sizes: list[int], seen: int) -> None:
    pool = pool_of([p for p, size in zip(range(len(sizes), 0, -1), sizes, strict=True) for _ in range(size)])
    total, _, weighed = solved(pool, set())
    assert (sum(total), weighed) == (sizes[0] % 2, [seen])


def test_more_represent_a_group_where_all_are_needed() -> None:
    """Seven who have met each other meet seven of those below: 3, 7 and then 15 represent these."""
    games = [(a, b, 1) for a in range(1, 8) for b in range(a + 1, 8)]
    total, _, seen = solved(pool_of([2] * 7 + [1] * 53, *games), set(range(7)))
    assert (total, seen) == ((0, 0, 0, 7), [10, 14, 22])


@pytest.mark.parametrize(
    ("above", "games", "seen"),
    [
        # Ten who may all have the same nine: from now on eight of these are seen themselves.
        (10, [(a, b, 1) for a in range(1, 11) for b in (*range(a + 1, 11), *range(20, 41))], [12, 14, 18, 26, 34, 36]),
        # Each has met everybody on the other score, and one must go: eight of either.
        (19, [(a, b, 1) for a in range(1, 20) for b in range(20, 41)], [6, 22, 30, 40]),
    ],
)
def test_who_is_in_the_way_is_seen_from_then_on(
    above: int, games: list[tuple[int, int, int]], seen: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "WHOLE", 0)
    trouble = set(range(10)) if above == 10 else set()
    assert solved(pool_of([2] * above + [1] * (40 - above), *games), trouble)[2] == seen


def test_who_comes_down_is_chosen_by_the_wishes_in_their_order() -> None:
    """Circles are dearer here: W-06 only chooses among those of another circle, the lowest placed of them."""
    who = [Entrant(PlayerId(0), 2, circle="a"), *(Entrant(PlayerId(k), 2, downs=1) for k in range(1, 49))]
    pool = Pool((*who, Entrant(PlayerId(49), 1, circle="a")), 3)
    rules = Rules(avoid_circle=True, limit_downs=True, give_way=("pair_down", "circle", "float", "rematch"))
    assert (48, 49) in solved(pool, {49}, rules)[1]


ONE_DOWN = [
    *(Entrant(PlayerId(k), 2, downs=1) for k in range(5)),
    *(Entrant(PlayerId(k), 1) for k in range(5, 70)),
]
"""Number 4 goes down, by W-06."""
ONE_UP = [
    *(Entrant(PlayerId(k), 2) for k in range(65)),
    *(Entrant(PlayerId(k), 1, ups=int(k > 65)) for k in range(65, 70)),
]
"""Number 65 goes up, by W-08."""


@pytest.mark.parametrize(
    ("who", "games", "seed"),
    [
        (ONE_DOWN, [(4, k, 1) for k in range(5, 69)], "window 71"),
        (ONE_UP, [(65, k, 1) for k in range(1, 65)], "window 35"),
    ],
)
def test_sixty_four_are_tried_before_the_kernel_weighs_them(
    who: list[Entrant], games: list[tuple[int, int, int]], seed: str
) -> None:
    """One of sixty-five is new to whoever crosses; with these lots it is the last of them."""
    total, _, seen = solved(Pool(tuple(who), 3, met_of(*games)), set(), Rules(limit_downs=True), seed)
    assert (total[:4], seen) == ((0, 0, 0, 1), [6, 16])


def _history(case: int) -> tuple[Pool, Rules, int]:
    """Any history, who is above the stretch, and rules in any order."""
    chance = Lots("history", str(case))
    n, above = 10 + 2 * chance.below(8), 2 * chance.below(3)
    levels, share = (1, 2, 3, 5)[chance.below(4)], (3, 10, 30, 70)[chance.below(4)]
    points = [9] * above + sorted((chance.below(levels) for _ in range(n)), reverse=True)
    who = tuple(
        Entrant(
            PlayerId(k),
            p,
            downs=chance.below(5) // 2,
            ups=chance.below(5) // 2,
            circle="abcd"[: chance.below(5)][-1:],
        )
        for k, p in enumerate(points)
    )
    games = [
        (a, b, 1 + chance.below(5))
        for a in range(len(who))
        for b in range(a + 1, len(who))
        if chance.below(100) < share
    ]
    rules = Rules(
        avoid_rematch=chance.below(4) > 0,
        avoid_circle=chance.below(2) > 0,
        limit_downs=chance.below(2) > 0,
        give_way=ORDERS[chance.below(4)],
    )
    return Pool(who, 6, met_of(*games)), rules, above


def test_a_window_finds_what_weighing_every_two_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stretches of ten to twenty-four with others above them, seen through as few as possible."""
    monkeypatch.setattr(window, "WHOLE", 0)
    drawn = sha256()
    for case in range(120):
        pool, rules, lo = _history(case)
        monkeypatch.setattr(window, "_SMALL_CLASS", case % 3)
        columns = of_pool(pool, rules)
        prices = GroupPrices(stretch_of(columns, lo, columns.size), rules)
        everyone = {(i, j): prices.vector(i, j) for i in range(prices.size) for j in range(i + 1, prices.size)}
        lots, effort = Lots("window", str(case)), Noted(10_000_000)
        own = columns.part(np.arange(lo, columns.size))
        answer = Window(prices, own, lots, Words(lots), effort, DEALS).solved(set(range(case % 5)))
        best = cheapest(prices.size, everyone, prices.floors)
        assert answer is not None and best is not None
        assert answer[0] == best[0]
        assert [sum(x) for x in zip(*(everyone[e] for e in answer[1]), strict=True)] == list(best[0])
        drawn.update(repr((answer[1], effort.seen)).encode())
    assert drawn.hexdigest()[:8] == "c8df2d78"
