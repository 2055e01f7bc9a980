"""Who gets the bye: fewest first, the book's order, and the move that spares a rematch (X-21)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from muster.core.kit.model import PlayerId
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.pool import Entrant, Pool, Rules
from tests.core.pairing.brute import met_of, pairings, pools, rematches


def _field(byes: dict[int, int], *games: tuple[int, int, int]) -> Pool:
    who = tuple(Entrant(PlayerId(p), byes=b) for p, b in byes.items())
    return Pool(who, 3, met_of(*games))


def _upwards(pool: Pool) -> list[PlayerId]:
    return [e.id for e in reversed(pool.entrants)]


def test_the_books_first_choice() -> None:
    pool = _field({1: 0, 2: 0, 3: 0})
    bye, notices = choose_bye(pool, _upwards(pool), Rules(clauses={"bye": "L5R-097"}))
    assert bye.player == 3
    assert [(r.code, r.clause) for r in bye.why] == [("bye", "L5R-097")]
    assert notices == ()


def test_one_who_had_a_bye_is_passed_over() -> None:
    """UW-39, WMH-078."""
    pool = _field({1: 0, 2: 0, 3: 1})
    bye, notices = choose_bye(pool, _upwards(pool), Rules())
    assert bye.player == 2
    assert [(r.code, r.data) for r in notices] == [("bye_had_one", {"player": 3})]
    assert bye.why[1:] == notices


def test_everybody_had_one() -> None:
    """L-12, U-07: fewest byes, then the order; the second bye is told (X-13)."""
    pool = _field({1: 2, 2: 1, 3: 1})
    bye, notices = choose_bye(pool, _upwards(pool), Rules())
    assert bye.player == 3
    assert [(r.code, r.data) for r in notices] == [("bye_again", {"player": 3})]


def test_it_moves_to_spare_a_rematch() -> None:
    """X-21: without 5, player 1 would have nobody new; without 4 neither; without 3 it works."""
    pool = _field({1: 0, 2: 0, 3: 0, 4: 0, 5: 0}, (1, 2, 1), (1, 3, 2), (1, 4, 3), (2, 3, 3))
    bye, notices = choose_bye(pool, _upwards(pool), Rules())
    assert bye.player == 3
    assert [(r.code, r.data) for r in notices] == [("bye_moved", {"player": 3, "player_b": 5})]


def test_it_stays_when_moving_is_off_or_rematches_do_not_matter() -> None:
    pool = _field({1: 0, 2: 0, 3: 0, 4: 0, 5: 0}, (1, 2, 1), (1, 3, 2), (1, 4, 3), (2, 3, 3))
    assert choose_bye(pool, _upwards(pool), Rules(), move=False)[0].player == 5
    assert choose_bye(pool, _upwards(pool), Rules(avoid_rematch=False))[0].player == 5


def test_it_stays_when_no_move_helps() -> None:
    everyone = [(a, b, 1) for a in range(1, 6) for b in range(a + 1, 6)]
    pool = _field({1: 0, 2: 0, 3: 0, 4: 0, 5: 0}, *everyone)
    bye, notices = choose_bye(pool, _upwards(pool), Rules())
    assert bye.player == 5
    assert notices == ()


def test_a_second_bye_comes_before_a_rematch_unless_the_organiser_says_otherwise() -> None:
    """X-13: 5 met everybody, so only a second bye for 5 avoids a rematch."""
    pool = _field({1: 0, 2: 0, 3: 0, 4: 0, 5: 1}, (1, 5, 1), (2, 5, 2), (3, 5, 3), (4, 5, 4))
    bye, notices = choose_bye(pool, _upwards(pool), Rules())
    assert bye.player == 5
    assert [r.code for r in notices] == ["bye_moved", "bye_again_moved"]
    assert choose_bye(pool, _upwards(pool), Rules(give_way=("float", "rematch")))[0].player == 5
    turned = Rules(give_way=("table", "circle", "pair_down", "float", "rematch", "bye"))
    assert choose_bye(pool, _upwards(pool), turned)[0].player == 4


def test_among_those_who_had_fewest_it_moves_even_where_a_rematch_gives_way_first() -> None:
    """X-13, X-21: no second bye is given for it."""
    turned = Rules(give_way=("table", "circle", "pair_down", "float", "rematch", "bye"))
    pool = _field({1: 0, 2: 0, 3: 0, 4: 0, 5: 0}, (1, 2, 1), (1, 3, 2), (1, 4, 3), (2, 3, 3))
    assert choose_bye(pool, _upwards(pool), turned)[0].player == 3


def test_whoever_the_order_names_beside_the_field_is_not_looked_at() -> None:
    pool = _field({1: 0, 2: 0, 3: 1})
    bye, notices = choose_bye(pool, [PlayerId(p) for p in (9, 3, 8, 2, 1)], Rules())
    assert bye.player == 2
    assert [(r.code, r.data) for r in notices] == [("bye_had_one", {"player": 3})]


def _pairs_freely(pool: Pool) -> bool:
    return any(rematches(pool, p)[0] == 0 for p in pairings(range(len(pool.entrants))))


@settings(max_examples=80, derandomize=True, deadline=None)
@given(pools())
def test_first_in_order_that_lets_the_rest_pair(even: Pool) -> None:
    """X-21 for every history: fewest byes, then the order, then the first that works, else the book's."""
    who = tuple(Entrant(e.id, e.points, byes=e.ups) for e in even.entrants[1:])
    pool = Pool(who, even.round, even.met)
    ranked = sorted(_upwards(pool), key=lambda p: next(e.byes for e in who if e.id == p))
    expected = next((p for p in ranked if _pairs_freely(pool.without(p))), ranked[0])
    assert choose_bye(pool, _upwards(pool), Rules())[0].player == expected


def test_an_order_that_names_nobody_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="is in the order"):
        choose_bye(_field({1: 0}), [], Rules())
