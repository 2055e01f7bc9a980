"""Lots are fair, repeatable by anyone, and independent of each other. All seeds are fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from hashlib import sha256
from itertools import pairwise, permutations
from math import factorial, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.lots import Lots, Urn, seed_hash


def is_even(drawn: Iterable[Hashable], kinds: int) -> bool:
    """Whether all kinds came about equally often: chi-square, at the 99.9 % point (Wilson and Hilferty)."""
    counts = Counter(drawn)
    expected = sum(counts.values()) / kinds
    assert expected >= 20, "too few draws to judge"
    chi = sum((n - expected) ** 2 / expected for n in counts.values()) + (kinds - len(counts)) * expected
    free = kinds - 1
    bound = free * (1 - 2 / (9 * free) + 3.0902 * sqrt(2 / (9 * free))) ** 3
    return chi < bound


def test_the_measure_itself_catches_what_is_uneven() -> None:
    assert is_even([n % 6 for n in range(6_000)], 6)
    assert not is_even([0] * 200 + [n % 6 for n in range(3_000)], 6)
    assert not is_even([n % 5 for n in range(3_000)], 6)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 64, 100])
def test_below_is_uniform(n: int) -> None:
    lots = Lots("seed", f"below {n}")
    assert is_even((lots.below(n) for _ in range(200 * n)), n)


@pytest.mark.parametrize("n", [3 * 2**62, 2**64 - 1, 2**64 + 1, 3 * 2**126])
def test_below_is_uniform_where_a_remainder_would_lean(n: int) -> None:
    """With a plain remainder the lower part would come up more often."""
    lots = Lots("seed", "large")
    drawn = [lots.below(n) for _ in range(6_000)]
    assert all(0 <= value < n for value in drawn)
    assert is_even((value * 3 // n for value in drawn), 3)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_order_of_a_shuffle_is_equally_likely(count: int) -> None:
    lots = Lots("seed", "orders")
    orders = [tuple(lots.shuffled(range(count))) for _ in range(100 * factorial(count))]
    assert set(orders) == set(permutations(range(count)))
    assert is_even(orders, factorial(count))


@pytest.mark.parametrize("count", [3, 4])
def test_shuffles_of_fresh_streams_are_uniform_too(count: int) -> None:
    """An event draws one shuffle per stream, so the first of each stream must be fair."""
    orders = [tuple(Lots(f"event {n}", "round 1").shuffled(range(count))) for n in range(100 * factorial(count))]
    assert is_even(orders, factorial(count))


def test_choice_is_uniform() -> None:
    lots = Lots("seed", "choice")
    assert is_even((lots.choice("abcde") for _ in range(2_000)), 5)


def test_streams_do_not_know_each_other() -> None:
    """All pairs of values from two streams are equally frequent: neighbours in purpose, and in seed."""
    for one, other in (
        (Lots("seed", "round 1"), Lots("seed", "round 2")),
        (Lots("seed", "round 1"), Lots("seed", "round 11")),
        (Lots("seed 1", "round 1"), Lots("seed 2", "round 1")),
    ):
        assert is_even(((one.below(6), other.below(6)) for _ in range(3_600)), 36)


def test_one_value_tells_nothing_of_the_next() -> None:
    lots = Lots("seed", "in a row")
    drawn = [lots.below(6) for _ in range(3_601)]
    assert is_even(pairwise(drawn), 36)


def test_drawing_from_one_stream_never_shifts_another() -> None:
    urn = Urn("seed")
    alone = urn.stream("round 2").shuffled(range(20))
    first = urn.stream("round 1")
    for _ in range(50):
        first.below(100)
    assert urn.stream("round 2").shuffled(range(20)) == alone


@given(st.text(), st.text(), st.lists(st.integers(1, 2**70), max_size=20))
def test_a_stream_repeats(seed: str, purpose: str, limits: list[int]) -> None:
    one, other = Urn(seed).stream(purpose), Lots(seed, purpose)
    assert [one.below(n) for n in limits] == [other.below(n) for n in limits]


@given(st.lists(st.integers()))
def test_a_shuffle_keeps_what_it_shuffles(items: list[int]) -> None:
    before = list(items)
    assert sorted(Lots("seed", "keep").shuffled(items)) == sorted(items)
    assert items == before


def test_there_is_always_something_to_draw_from() -> None:
    assert Lots("seed", "one").below(1) == 0
    with pytest.raises(ValueError, match="1 or more, not 0"):
        Lots("seed", "none").below(0)


def test_the_recipe_can_be_followed_by_hand() -> None:
    """Eight bytes at a time of SHA-256("seed|purpose|counter"), counter from 0."""
    words = [
        int.from_bytes(sha256(f"seed|purpose|{counter}".encode()).digest()[at : at + 8], "big")
        for counter in range(5)
        for at in (0, 8, 16, 24)
    ]
    lots = Lots("seed", "purpose")
    assert [lots.below(2**64) for _ in range(20)] == words


def test_known_answers() -> None:
    """Past events are verified with these numbers: they never change."""
    lots = Lots("muster", "round 1")
    assert [lots.below(1000) for _ in range(8)] == [377, 203, 944, 337, 659, 680, 852, 815]
    assert Lots("muster", "round 1").shuffled("abcdefgh") == list("fahdcegb")
    assert Lots("muster", "big").below(10**30) == 149684331509283066646688668622
    assert [Urn("muster").lot(n) for n in (1, 2, 3)] == [6352795005148577, 7989089502187235, 1659869751773789]
    assert seed_hash("muster") == "74cd18c016d902f940554dfd07545f219064b27fe6e890e9447f0c9e377903a8"
