"""Fairness of the random pairings, by chi-square over fixed seeds, and the two ways to large fields."""

from __future__ import annotations

from collections import Counter

import pytest

from muster.core.kit.lots import Lots
from muster.core.pairing.engine.sampling import counted, stirred
from tests.core.pairing.brute import CRITICAL, chi_square, pairings

MET = {(0, 1), (2, 3), (0, 4), (1, 5)}


def _cost(i: int, j: int) -> int:
    return int((min(i, j), max(i, j)) in MET)


LEGAL = [p for p in pairings(range(6)) if not any(e in MET for e in p)]


def test_the_legal_pairings_of_the_example() -> None:
    assert len(LEGAL) == 6


def test_counted_is_uniform_among_the_cheapest() -> None:
    lots = Lots("fair", "counted")
    seen = Counter(tuple(counted(6, _cost, lots)) for _ in range(1200))
    assert set(seen) == set(LEGAL)
    assert chi_square([seen[p] for p in LEGAL]) < CRITICAL[5]


def test_stirring_from_one_pairing_reaches_all_evenly() -> None:
    lots = Lots("fair", "stirred")
    seen = Counter(tuple(stirred(LEGAL[0], _cost, lots, 120)) for _ in range(1200))
    assert set(seen) == set(LEGAL)
    assert chi_square([seen[p] for p in LEGAL]) < CRITICAL[5]


@pytest.mark.parametrize(("n", "outcomes"), [(2, 1), (4, 3), (6, 15)])
def test_counted_knows_every_pairing_of_an_open_field(n: int, outcomes: int) -> None:
    lots = Lots("fair", "open")
    assert len({tuple(counted(n, lambda _i, _j: 0, lots)) for _ in range(300)}) == outcomes


def test_two_pairs_are_stirred_and_fewer_stay() -> None:
    seen = {tuple(stirred([(0, 1), (2, 3)], lambda _i, _j: 0, Lots("two", str(k)), 9)) for k in range(30)}
    assert seen == set(pairings(range(4)))
    assert stirred([(0, 1)], _cost, Lots("one", "r"), 9) == [(0, 1)] and stirred([], _cost, Lots("none", "r"), 9) == []
