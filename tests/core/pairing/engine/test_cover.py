"""Certificates of pairability against every pairing of small sets, and that plenty of choice needs no kernel."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from muster.core.pairing.engine import cover as module
from muster.core.pairing.engine.cover import Cover, cover, short_by
from tests.core.pairing.brute import pairings


class Met:
    """A table of meetings: last round by pair."""

    def __init__(self, n: int, last: Mapping[tuple[int, int], int]) -> None:
        self._rows: list[dict[int, int]] = [{} for _ in range(n)]
        for (i, j), round_ in last.items():
            self._rows[i][j] = self._rows[j][i] = round_
        self.most = max((len(row) for row in self._rows), default=0)

    def of(self, i: int) -> Mapping[int, int]:
        return self._rows[i]


def _history(dice: random.Random, n: int, share: float, loners: int) -> Met:
    """A share of all games played, and some who met nearly everybody."""
    return Met(
        n,
        {
            (i, j): dice.randint(1, 4)
            for i in range(n)
            for j in range(i + 1, n)
            if dice.random() < (0.9 if i < loners else share)
        },
    )


def _total(met: Met, n: int, pairing: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    again = [(i, met.of(i)[j]) for i, j in pairing if j in met.of(i)]
    return len(again), sum(last for _, last in again), sum(n - 1 - i for i, _ in again)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("few", [0, 24])
def test_the_least_rematches_of_any_history(few: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """X-14: how many, how long ago, how low; with all in the kernel, or only those who met many."""
    monkeypatch.setattr(module, "_FEW", few)
    dice = random.Random(seed)
    for _ in range(30):
        n = dice.choice((2, 4, 6, 8))
        met = _history(dice, n, dice.choice((0.1, 0.3, 0.6, 0.9)), dice.choice((0, 0, 1, 2)))
        found = cover(range(n), met, n)
        assert found.total == min(_total(met, n, p) for p in pairings(range(n)))
        price = {p: _total(met, n, (p,)) for p in found.pairs}
        assert tuple(map(sum, zip((0, 0, 0), *price.values(), strict=True))) == found.total


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("few", [0, 24])
def test_short_by_is_what_the_largest_pairing_leaves_alone(
    few: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FEW", few)
    dice = random.Random(seed)
    for _ in range(30):
        n = dice.randint(1, 8)
        met = _history(dice, n, dice.choice((0.1, 0.4, 0.7, 0.9)), dice.choice((0, 1, 2)))
        most = max(sum(j < n and j not in met.of(i) for i, j in pairing) for pairing in pairings(range(n + n % 2)))
        assert short_by(range(n), met) == n - 2 * most


def test_a_cover_holds_while_those_it_does_not_name_are_enough() -> None:
    """Of whom nobody met more than two, so six are; or none are left."""
    named = Cover((0, 0, 0), ((0, 1), (2, 3)), 2)
    assert [members for members in range(4, 14, 2) if named.holds(members)] == [4, 10, 12]


def test_members_of_a_field_are_asked_about_each_other_only() -> None:
    """X-14: 0 met all members but 3, and many others; so there is one way and no rematch."""
    met = Met(20, {(0, j): 1 for j in range(1, 20) if j != 3})
    found = cover([0, 1, 2, 3, 4, 5, 6, 7], met, 20)
    assert (found.total, found.pairs, found.met_by_rest) == ((0, 0, 0), ((0, 3),), 1)
    assert short_by([0, 1, 2, 4, 5, 6, 7], met) == 1 and short_by([0, 1, 2, 4, 5, 6, 7, 8], met) == 2


def test_who_met_only_others_is_free_among_the_members() -> None:
    met = Met(20, {(i, j): 1 for i in range(4) for j in range(4, 20)})
    assert cover([0, 1, 2, 3], met, 20) == Cover((0, 0, 0), (), 0)


def test_a_rematch_is_with_a_member() -> None:
    """X-14: 0 met all members in round 2, and 15, who is not one, in round 1."""
    met = Met(20, {**{(0, j): 2 for j in range(1, 8)}, (0, 15): 1})
    found = cover(range(8), met, 20)
    assert found.total == (1, 2, 19) and all(j < 8 for pair in found.pairs for j in pair)


def test_two_who_met_nearly_everybody_do_not_take_the_same_opponent() -> None:
    """X-14: 5 and 6 are new to 0 and 1; where nobody is, 7 is longest ago for both, and they meet each other."""
    met = Met(12, {**{(i, j): 2 for i in (0, 1) for j in range(2, 12) if j not in (5, 6)}, (0, 1): 2})
    assert cover(range(12), met, 12).total == (0, 0, 0) and short_by(range(12), met) == 0
    every = {(i, j): 1 if j == 7 else 2 for i in (0, 1) for j in range(2, 12)}
    assert cover(range(12), Met(12, {**every, (0, 1): 2}), 12).total == (1, 2, 11)


def test_one_who_met_everybody_stays_alone_and_the_others_are_even() -> None:
    assert short_by(range(11), Met(11, {(0, j): 1 for j in range(1, 11)})) == 1


def test_one_who_met_everybody_in_a_large_field() -> None:
    """X-14: the one rematch is the longest ago, and the kernel sees that one player only."""
    n = 514
    met = Met(n, {**{(100, j): 2 for j in range(101, n)}, **{(i, 100): 3 for i in range(100)}, (100, 300): 1})
    found = cover(range(n), met, n)
    assert found.total == (1, 1, n - 1 - 100)
    assert found.pairs == ((100, 300),)


def test_plenty_of_choice_needs_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dirac's certificate: everybody may meet at least half of the field."""

    def refuse(*_: object) -> None:
        raise AssertionError("the kernel ran")

    for name in ("cheapest", "covering", "largest"):
        monkeypatch.setattr(module, name, refuse)
    n = 100
    met = Met(n, {(i, (i + d) % n): 1 for i in range(n) for d in range(1, 25)})
    found = cover(range(n), met, n)
    assert found.pairs == ()
    assert found.holds(n)
    assert found.holds(98)
    assert not found.holds(96)
    assert short_by(range(n - 1), met) == 1
