"""Looking ahead in small fields (X-26), against exhaustive search."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.model import PlayerId
from muster.core.pairing.lookahead import can_go_on, in_order_with_a_future
from muster.core.pairing.pool import Entrant, Pool

Edge = tuple[int, int]


def pool(players: int, met: set[Edge], byes: Collection[int] = ()) -> Pool:
    past: dict[PlayerId, dict[PlayerId, int]] = {}
    for a, b in met:
        past.setdefault(PlayerId(a), {})[PlayerId(b)] = 1
        past.setdefault(PlayerId(b), {})[PlayerId(a)] = 1
    return Pool(tuple(Entrant(PlayerId(k), byes=int(k in byes)) for k in range(players)), 2, past)


def pairings(seats: list[int], free: set[Edge]) -> list[frozenset[Edge]]:
    """Every perfect pairing of the seats over free pairs, by plain recursion."""
    if not seats:
        return [frozenset()]
    first, *rest = seats
    found = []
    for other in rest:
        if (first, other) in free:
            left = [s for s in rest if s != other]
            found += [one | {(first, other)} for one in pairings(left, free)]
    return found


def holds(players: int, free: set[Edge], left: int) -> bool:
    """Whether the free pairs hold so many disjoint pairings, by trying every one."""
    if left == 0:
        return True
    return any(holds(players, free - one, left - 1) for one in pairings(list(range(players)), free))


@given(st.sets(st.sampled_from(list(combinations(range(6), 2))), max_size=9), st.integers(1, 4))
def test_the_search_agrees_with_trying_everything(met: set[Edge], left: int) -> None:
    """X-26: six players, any history, one to four rounds to come."""
    free = set(combinations(range(6), 2)) - met
    assert can_go_on(pool(6, met), (), None, left) == holds(6, free, left)


@given(st.sets(st.sampled_from(list(combinations(range(5), 2))), max_size=5), st.sets(st.integers(0, 4), max_size=3))
def test_an_odd_field_needs_a_bye_for_everybody_once(met: set[Edge], byes: set[int]) -> None:
    """X-26: the bye is a partner that each may have once."""
    edges = set(combinations(range(5), 2)) - met
    free = edges | {(k, 5) for k in range(5) if k not in byes}
    for left in (1, 2, 3):
        assert can_go_on(pool(5, met, byes), (), None, left) == holds(6, free, left)


def test_two_triangles_cannot_be_paired_off() -> None:
    """X-26: six players each with two partners left, in two rings of three: no pairing at all."""
    kept = {(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)}
    met = set(combinations(range(6), 2)) - kept
    assert not can_go_on(pool(6, met), (), None, 1)


@pytest.mark.parametrize("players", [4, 6, 8, 10, 12])
def test_a_fresh_field_can_play_everybody(players: int) -> None:
    """X-14 X-26: an even field holds one round fewer than its players, and not one more."""
    assert can_go_on(pool(players, set()), (), None, players - 1)
    assert not can_go_on(pool(players, set()), (), None, players)


def test_the_first_pairing_in_order_that_fits() -> None:
    field = pool(4, {(0, 1)})
    found = in_order_with_a_future(field, lambda pairs: (0, 2) not in pairs)
    assert found is not None
    assert [(p.a, p.b) for p in found.pairs] == [(0, 3), (1, 2)]
    assert in_order_with_a_future(field, lambda pairs: False) is None
