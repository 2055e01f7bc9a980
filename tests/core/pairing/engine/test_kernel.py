"""The matching kernel against every pairing of small fields, its packing, and its repeatability."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.pairing.engine import kernel
from muster.core.pairing.engine.kernel import cheapest, covering, largest
from tests.core.pairing.brute import pairings


def _priced(seed: int, n: int, width: int, top: int, share: float) -> dict[tuple[int, int], tuple[int, ...]]:
    dice = random.Random(seed)
    return {
        (i, j): tuple(dice.randint(0, top) for _ in range(width))
        for i in range(n)
        for j in range(i + 1, n)
        if dice.random() < share
    }


def _least(n: int, prices: Mapping[tuple[int, int], tuple[int, ...]]) -> tuple[int, ...] | None:
    totals = [
        tuple(map(sum, zip(*(prices[e] for e in pairing), strict=True)))
        for pairing in pairings(range(n))
        if all(e in prices for e in pairing)
    ]
    return min(totals, default=None)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from((2, 4, 6, 8)), st.integers(1, 5), st.sampled_from((0.4, 0.8, 1.0)))
def test_the_total_is_the_least_of_all_pairings(seed: int, n: int, width: int, share: float) -> None:
    prices = _priced(seed, n, width, 2, share)
    answer = cheapest(n, prices, marks=[seed % (k + 7) for k in range(n)])
    least = _least(n, prices)
    if answer is None:
        assert least is None
    else:
        total, pairs = answer
        assert total == least == tuple(map(sum, zip(*(prices[e] for e in pairs), strict=True)))
        assert pairs == sorted(pairs)


@pytest.mark.parametrize("room", [1 << 120, 1 << 16, 1 << 13])
def test_a_vector_too_wide_for_one_weight_is_solved_in_parts(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_ROOM", room)
    for seed in range(20):
        prices = _priced(seed, 8, 4, 1, 1.0)
        answer = cheapest(8, prices)
        assert answer is not None
        assert answer[0] == _least(8, prices)


def test_what_finds_no_room_is_left_out_least_important_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_ROOM", 500)
    prices = {(i, j): (int((i, j) != (0, 1)), 9 - i, j) for i in range(4) for j in range(i + 1, 4)}
    answer = cheapest(4, prices)
    assert answer is not None
    assert answer[0][0] == 1


def test_a_price_beyond_all_room_is_refused() -> None:
    with pytest.raises(OverflowError, match="more than the kernel can weigh"):
        cheapest(2, {(0, 1): (1 << 120,)})


def test_one_unit_outweighs_everything_less_important() -> None:
    """(0, 10) is better than (1, 0), whichever way the entrants are numbered."""
    for a, b, c, d in permutations(range(4)):
        ends = {(a, b): (0, 5), (c, d): (0, 5), (a, c): (1, 0), (b, d): (0, 0)}
        answer = cheapest(4, {(min(e), max(e)): v for e, v in ends.items()})
        assert answer is not None
        assert answer[0] == (0, 10)


def test_lots_never_outweigh_a_price() -> None:
    """Both pairs of the better pairing have the highest marks, and both of the other the lowest."""
    marks = [2813, 3820, 2612, 1304]
    prices = {(0, 1): (0,), (2, 3): (0,), (0, 2): (1,), (1, 3): (0,)}
    assert cheapest(4, prices, marks=marks) == ((0,), [(0, 1), (2, 3)])


LARGE = 2**80
"""One such number fits into a weight, two do not."""


def test_prices_that_fit_one_at_a_time_are_weighed_in_their_order() -> None:
    """By the first 0 v 1 is out, by the second 0 v 2; by the third 4 v 5 and 8 v 10 are better than their like."""
    prices = {
        (0, 1): (LARGE, 0, 0), (2, 3): (0, 0, 0), (0, 2): (0, LARGE, 0), (1, 3): (0, 0, 0),
        (0, 3): (0, 0, LARGE), (1, 2): (0, 0, 0),
        (4, 5): (0, 0, 1), (6, 7): (0, 0, 0), (4, 6): (0, 0, LARGE), (5, 7): (0, 0, 0),
        (8, 9): (0, 0, LARGE), (10, 11): (0, 0, 0), (8, 10): (0, 0, 1), (9, 11): (0, 0, 0),
    }  # fmt: skip
    best = [(0, 3), (1, 2), (4, 5), (6, 7), (8, 10), (9, 11)]
    assert cheapest(12, prices) == ((0, 0, LARGE + 2), best)


def test_equals_are_chosen_by_lot_also_where_another_pairing_is_very_dear() -> None:
    prices = {(0, 1): (0,), (2, 3): (0,), (0, 2): (0,), (1, 3): (0,), (0, 3): (2**110,), (1, 2): (0,)}
    drawn = {str(cheapest(4, prices, marks=[k, 2 * k + 301, 5 * k + 77, 811])) for k in range(40)}
    assert drawn == {"((0,), [(0, 1), (2, 3)])", "((0,), [(0, 2), (1, 3)])"}


def test_pairs_without_a_price_are_paired_too() -> None:
    assert cheapest(2, {(0, 1): ()}) == ((), [(0, 1)])


def test_a_cover_takes_in_one_more_at_any_price() -> None:
    """0 to 10 of a chain: five pairs for nothing leave 0 out, six pairs that cost something do not."""
    prices = {(k, k + 1): ((k + 1) % 2,) for k in range(11)}
    assert covering(prices, set(range(11))) == ((6,), [(k, k + 1) for k in range(0, 11, 2)])
    assert covering({}, {1}) == ((), [])
    assert covering({(0, 1): ((1 << 117) - 1,)}, {0}) == (((1 << 117) - 1,), [(0, 1)])


@pytest.mark.parametrize("price", [(1 << 119,), (1 << 117,), (LARGE, LARGE)])
def test_a_cover_beyond_all_room_is_refused(price: tuple[int, ...]) -> None:
    with pytest.raises(OverflowError, match="more than the kernel can weigh"):
        covering({(0, 1): price}, {0})


def test_floors_change_nothing_but_the_room() -> None:
    prices = {(i, j): (1, j - i, i * j % 3) for i in range(8) for j in range(i + 1, 8)}
    bare, floored = cheapest(8, prices), cheapest(8, prices, floors=(4, 4, 0))
    assert bare is not None
    assert floored is not None
    assert bare[0] == floored[0] == _least(8, prices)


def test_nothing_to_pair_and_no_full_pairing() -> None:
    assert cheapest(0, {}) == ((), [])
    assert cheapest(4, {(0, 1): (0,), (0, 2): (0,), (0, 3): (0,)}) is None


@settings(max_examples=80, derandomize=True, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 8), st.sampled_from((0.2, 0.4, 0.7)))
def test_the_largest_pairing_and_the_cheapest_cover(seed: int, n: int, share: float) -> None:
    """Against every set of disjoint edges: as many as possible; and most of the wanted at the least price."""
    prices = _priced(seed, n, 2, 2, share)
    edges = sorted(prices)
    wanted = {0, 1, n - 1}
    sets = [
        chosen
        for size in range(n // 2 + 1)
        for chosen in combinations(edges, size)
        if len({i for e in chosen for i in e}) == 2 * size
    ]
    assert len(largest(n, edges)) == max(map(len, sets))

    def merit(chosen: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        missed = -len({i for e in chosen for i in e} & wanted)
        return (missed, *(sum(prices[e][c] for e in chosen) for c in (0, 1)))

    assert merit(covering(prices, wanted)[1]) == min(map(merit, sets))


_SCRIPT = """
from muster.core.kit.lots import Lots
from muster.core.pairing.policies.groups import within_groups
from muster.core.pairing.engine.kernel import cheapest
from muster.core.pairing.pool import Entrant, Pool, Rules
from muster.core.pairing.policies.walk import in_order
n = 40
flat = {(i, j): (0, (i + j) % 3) for i in range(n) for j in range(i + 1, n)}
print(cheapest(n, flat), cheapest(n, flat, marks=[k * k * 7919 for k in range(n)]))
met = {i: {j: 1 + (i + j) % 4 for j in range(n) if i != j and (i * j + i + j) % 3} for i in range(n)}
pool = Pool(tuple(Entrant(i, (n - i) // 7, circle="abc"[i % 3]) for i in range(n)), 6, met)
rules = Rules(avoid_circle=True, limit_downs=True)
print(within_groups(pool, rules, Lots("seed", "round 6")), in_order(pool, rules))
"""


def test_the_same_input_gives_the_same_pairs_in_every_process() -> None:
    answers = set()
    for hash_seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-c", _SCRIPT], env=env, capture_output=True, text=True, check=True)
        answers.add(run.stdout)
    assert len(answers) == 1
