"""Fairness of the random pairings, by chi-square over fixed seeds, and the two ways to large fields."""

from __future__ import annotations

from collections import Counter

import pytest

from muster.core.lots import Lots
from muster.core.pairing.sampling import counted, dealt, stirred
from tests.core.pairing.brute import CRITICAL, chi_square, pairings

MET = {(0, 1), (2, 3), (0, 4), (1, 5)}


def _cost(i: int, j: int) -> int:
    return int((min(i, j), max(i, j)) in MET)


def _clash(i: int, j: int) -> bool:
    return bool(_cost(i, j))


LEGAL = [p for p in pairings(range(6)) if not any(e in MET for e in p)]


def test_the_legal_pairings_of_the_example() -> None:
    assert len(LEGAL) == 6


def test_counted_is_uniform_among_the_cheapest() -> None:
    lots = Lots("fair", "counted")
    seen = Counter(tuple(counted(6, _cost, lots)) for _ in range(1200))
    assert set(seen) == set(LEGAL)
    assert chi_square([seen[p] for p in LEGAL]) < CRITICAL[5]


def test_dealt_is_uniform_among_the_legal() -> None:
    lots = Lots("fair", "dealt")
    seen = Counter(tuple(dealt([range(6)], _clash, lots, 10_000)) for _ in range(1200))
    assert set(seen) == set(LEGAL)
    assert chi_square([seen[p] for p in LEGAL]) < CRITICAL[5]


def test_stirring_from_one_pairing_reaches_all_evenly() -> None:
    lots = Lots("fair", "stirred")
    seen = Counter(tuple(stirred(LEGAL[0], _cost, lots, 120)) for _ in range(1200))
    assert set(seen) == set(LEGAL)
    assert chi_square([seen[p] for p in LEGAL]) < CRITICAL[5]


def test_stirring_repairs_until_the_target() -> None:
    pairs = [(k, k + 1) for k in range(0, 60, 2)]
    repaired = stirred(pairs, lambda i, j: int(i // 10 == j // 10), Lots("fair", "repair"), 5000, target=0)
    assert all(i // 10 != j // 10 for i, j in repaired)
    assert sorted(i for e in repaired for i in e) == list(range(60))


def test_dealt_gives_up_when_nothing_is_legal() -> None:
    assert dealt([range(6)], lambda _i, _j: True, Lots("fair", "none"), 100) == []


def test_dealt_carries_the_leftover_into_the_next_block() -> None:
    """L5R-096: groups of 3, 4 and 1 make 1 pair inside, 1 float, 1 inside, 1 float."""
    lots = Lots("fair", "blocks")
    group = [0, 0, 0, 1, 1, 1, 1, 2]
    for _ in range(20):
        pairs = dealt([range(3), range(3, 7), [7]], lambda _i, _j: False, lots, 100)
        assert sorted((group[i], group[j]) for i, j in pairs) == [(0, 0), (0, 1), (1, 1), (1, 2)]


@pytest.mark.parametrize(("n", "outcomes"), [(2, 1), (4, 3), (6, 15)])
def test_counted_knows_every_pairing_of_an_open_field(n: int, outcomes: int) -> None:
    lots = Lots("fair", "open")
    assert len({tuple(counted(n, lambda _i, _j: 0, lots)) for _ in range(300)}) == outcomes
