"""What gave way for a pair, told in reasons (X-13, X-27)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from muster.core.kit.model import PlayerId
from muster.core.pairing.pool import Entrant, Pool, Rules
from muster.core.pairing.why import down_reason, relaxed, score_reason, shown
from tests.core.pairing.brute import met_of

A, B = Entrant(PlayerId(1), 3, downs=1, circle="town"), Entrant(PlayerId(2), 1, circle="town")
BETWEEN = Entrant(PlayerId(3), 2)
POOL = Pool((A, BETWEEN, B), 4, met_of((1, 2, 1), (1, 3, 2)))


def told(rules: Rules, a: Entrant = A, b: Entrant = B, *, far: bool = False) -> list[str]:
    return [reason.code for reason in relaxed(POOL, rules, a, b, far)]


def test_a_rematch_is_forced_only_where_it_gives_way_last() -> None:
    """X-13: otherwise it was allowed; and where nobody minds there is nothing to tell."""
    assert told(Rules()) == ["rematch_forced"]
    assert told(Rules(give_way=("rematch", "float"))) == ["rematch_allowed"]
    assert told(Rules(avoid_rematch=False)) == []
    assert told(Rules(), BETWEEN, B) == []


def test_a_second_pairing_down_is_told_where_the_book_limits_it() -> None:
    """W-06: of somebody who went down before and does now."""
    rules = Rules(avoid_rematch=False, limit_downs=True)
    assert told(rules) == ["pair_down_again"]
    assert told(rules, BETWEEN, B) == told(rules, A, Entrant(PlayerId(4), 3)) == []
    assert told(Rules(avoid_rematch=False)) == []


def test_players_of_one_circle_are_told_where_circles_are_kept_apart() -> None:
    """X-13: no circle is not a circle."""
    rules = Rules(avoid_rematch=False, avoid_circle=True)
    assert told(rules) == ["same_circle"]
    assert told(rules, BETWEEN, Entrant(PlayerId(4), 2)) == told(rules, A, BETWEEN) == []


def test_a_float_tells_of_everybody_it_passed_over() -> None:
    """X-27: met before, which counts only where rematches are avoided, or needed elsewhere."""
    assert told(Rules(), far=True) == ["rematch_forced", "float_far", "float_met"]
    assert told(Rules(avoid_rematch=False), far=True) == ["float_far", "float_needed"]


def test_a_group_is_odd_or_the_rest_of_the_field_was_better_so() -> None:
    """L-09: a player above an odd number goes down; from an even group somebody does for the others."""
    assert [down_reason(Rules(), A, B, above).code for above in (1, 2)] == ["paired_down", "paired_down_even"]
    assert [score_reason(Rules(), A, b, one_group=False, above=1).code for b in (A, B)] == [
        "same_points",
        "paired_down",
    ]
    assert score_reason(Rules(), A, B, one_group=True, above=1).code == "random"


@pytest.mark.parametrize(("points", "text"), [(3, 3), (Fraction(4, 2), 2), (Fraction(7, 2), "7/2")])
def test_points_are_whole_or_a_fraction_in_words(points: int | Fraction, text: int | str) -> None:
    assert shown(points) == text
