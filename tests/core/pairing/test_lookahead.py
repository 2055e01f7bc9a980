"""Looking ahead in small fields (X-26), against exhaustive search."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.model import PlayerId
from muster.core.pairing import lookahead
from muster.core.pairing.lookahead import can_go_on, in_order_with_a_future, is_small
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
    """Whether the free pairs contain this many disjoint pairings, by trying every one."""
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
    assert in_order_with_a_future(pool(4, {(0, 1), (0, 2), (0, 3)}), lambda pairs: True) is None


def test_everybody_is_paired_from_the_top() -> None:
    found = in_order_with_a_future(pool(6, {(2, 3)}), lambda pairs: True)
    assert found is not None
    assert [(p.a, p.b) for p in found.pairs] == [(0, 1), (2, 4), (3, 5)]


def test_a_small_field_has_two_players_for_each_round_or_fewer() -> None:
    """X-26."""
    assert is_small(8, 4) and not is_small(9, 4)


def test_after_the_last_planned_round_nothing_has_to_follow() -> None:
    """X-26: not even in a field that has run dry."""
    everybody = set(combinations(range(4), 2))
    assert can_go_on(pool(4, everybody), (), None, 0) and can_go_on(pool(4, everybody), (), None, -1)
    assert not can_go_on(pool(4, everybody), (), None, 1)


def test_this_rounds_pairs_and_its_bye_are_used_up() -> None:
    """X-26: four players have three rounds, and nobody has two byes."""
    now = [(PlayerId(0), PlayerId(1)), (PlayerId(2), PlayerId(3))]
    assert can_go_on(pool(4, set()), now, None, 2) and not can_go_on(pool(4, set()), now, None, 3)
    assert can_go_on(pool(3, set(), {0, 1}), (), None, 1)
    assert not can_go_on(pool(3, set(), {0, 1}), (), PlayerId(2), 1)


def test_in_an_even_field_nobody_needs_a_bye() -> None:
    """X-26: whoever had one when the field was odd may still meet everybody."""
    assert can_go_on(pool(4, set(), {0, 1, 2, 3}), (), None, 3)


def test_opponents_who_left_are_nobodys_partners() -> None:
    """X-26: two of the four who met 0 have gone."""
    field = pool(4, {(0, 7), (0, 8), (0, 1)})
    assert can_go_on(field, (), None, 2) and not can_go_on(field, (), None, 3)


def test_a_partner_is_not_settled_on_while_there_is_a_choice() -> None:
    """X-26: 0 may meet 1 or 2, but with 1 gone 2 has nobody left."""
    free = {(0, 1), (0, 2), (1, 2), (1, 3), (3, 4), (3, 5), (4, 5)}
    assert can_go_on(pool(6, set(combinations(range(6), 2)) - free), (), None, 1)


def test_a_search_that_grows_too_long_answers_perhaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-26: nothing is refused because of it, and the search does not go on."""
    kept = {(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)}
    dry = pool(6, set(combinations(range(6), 2)) - kept)
    monkeypatch.setattr(lookahead, "LONGEST_SEARCH", 1)
    assert can_go_on(dry, (), None, 1)
    assert in_order_with_a_future(pool(4, set()), lambda pairs: True) is None
