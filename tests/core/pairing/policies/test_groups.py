"""The draw within score groups: always a best pairing, fair among the best, and told with its reasons."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId, Points
from muster.core.pairing.engine import sampling, settle, window
from muster.core.pairing.engine.kernel import cheapest
from muster.core.pairing.engine.prices import GroupPrices, Stretch
from muster.core.pairing.policies import groups
from muster.core.pairing.policies.groups import within_groups
from muster.core.pairing.pool import GIVE_WAY, Entrant, Pool, Rules
from tests.core.pairing.brute import (
    CRITICAL,
    chi_square,
    codes_of,
    edges_of,
    floats_down,
    group_price,
    ids_of,
    met_of,
    pairings,
    pool_of,
    pools,
    rematches,
)

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
ORDERS = (GIVE_WAY, ("float", "pair_down", "circle", "rematch"), ("rematch", "circle", "float", "pair_down"))

rules_of = st.builds(
    Rules,
    avoid_rematch=st.booleans(),
    avoid_circle=st.booleans(),
    limit_downs=st.booleans(),
    give_way=st.sampled_from(ORDERS),
)


def _least(pool: Pool, rules: Rules) -> list[int]:
    return min(group_price(pool, rules, p) for p in pairings(range(len(pool.entrants))))


@settings(max_examples=120, derandomize=True, deadline=None)
@given(pools(), rules_of)
def test_small_fields_get_a_best_pairing(pool: Pool, rules: Rules) -> None:
    """X-13, X-14, L-09, L-10, W-06, W-07 for every history."""
    edges = edges_of(pool, within_groups(pool, rules, Lots("any", "draw")))
    assert group_price(pool, rules, edges) == _least(pool, rules)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Treats small fields like large ones: dealt, switched, and solved through a window with stand-ins."""
    monkeypatch.setattr(groups, "SMALL", 0)
    monkeypatch.setattr(settle, "SMALL", 0)
    monkeypatch.setattr(window, "WHOLE", 0)
    monkeypatch.setattr(window, "_SMALL_CLASS", 1)
    return monkeypatch


@pytest.mark.parametrize("deals", [0, 24])
@pytest.mark.parametrize("whole", [0, 48])
def test_the_way_of_large_fields_is_as_good(deals: int, whole: int, large: pytest.MonkeyPatch) -> None:
    """Dealing, switching, the window and joining stretches, forced on small fields, against every pairing."""
    large.setattr(settle, "DEALS", deals)
    large.setattr(window, "WHOLE", whole)

    @settings(max_examples=1000 if LONG else 80, derandomize=True, deadline=None)
    @given(pools(), rules_of)
    def check(pool: Pool, rules: Rules) -> None:
        edges = edges_of(pool, within_groups(pool, rules, Lots("any", "large")))
        assert group_price(pool, rules, edges) == _least(pool, rules)

    check()


def _whole_field(pool: Pool, rules: Rules) -> list[int]:
    """The least price by one run of the kernel over every two entrants."""
    n = len(pool.entrants)
    prices = GroupPrices(Stretch.of_pool(pool, rules), rules, depth=n)
    answer = cheapest(n, {(i, j): prices.vector(i, j) for i in range(n) for j in range(i + 1, n)}, prices.floors)
    assert answer is not None
    return group_price(pool, rules, answer[1])


def test_medium_fields_are_as_good_as_one_kernel_run_over_all() -> None:
    """Twenty to forty entrants, late rounds: the divided field against the whole field solved in one go."""
    dice = random.Random(7)
    for trial in range(25):
        n = dice.choice((20, 30, 40))
        points = sorted((dice.randint(0, 6) for _ in range(n)), reverse=True)
        games = [(a, b, dice.randint(1, 6)) for a in range(1, n) for b in range(a + 1, n + 1) if dice.random() < 0.35]
        entrants = tuple(
            Entrant(PlayerId(k), p, downs=dice.randint(0, 1), circle=dice.choice("abcd"))
            for k, p in enumerate(points, 1)
        )
        pool = Pool(entrants, 7, met_of(*games))
        rules = Rules(limit_downs=bool(trial % 2), avoid_circle=trial % 3 == 0, give_way=ORDERS[trial % 2])
        edges = edges_of(pool, within_groups(pool, rules, Lots("any", str(trial))))
        assert group_price(pool, rules, edges) == _whole_field(pool, rules)


@pytest.mark.parametrize(("players", "outcomes"), [(4, 3), (6, 15)])
def test_first_round_is_uniform(players: int, outcomes: int) -> None:
    """L5R-095: round 1 is random."""
    pool = pool_of([0] * players, round=1)
    seen = Counter(tuple(ids_of(within_groups(pool, Rules(), Lots(f"seed {k}", "r1")))) for k in range(1500))
    assert len(seen) == outcomes
    assert chi_square(list(seen.values())) < CRITICAL[outcomes - 1]


@pytest.mark.parametrize("small", [14, 0])
def test_leftover_and_its_opponent_are_uniform(small: int, large: pytest.MonkeyPatch) -> None:
    """L5R-096: 3 and 3 on equal points: any of the three floats, to any of the three: 9 pairings."""
    large.setattr(groups, "SMALL", small)
    pool = pool_of([2, 2, 2, 1, 1, 1])
    seen = Counter(tuple(ids_of(within_groups(pool, Rules(), Lots(f"seed {k}", "r")))) for k in range(1800))
    assert len(seen) == 9
    assert chi_square(list(seen.values())) < CRITICAL[8]


@pytest.mark.parametrize(("small", "deals"), [(14, 24), (0, 200)])
def test_uniform_among_the_legal_ones(small: int, deals: int, large: pytest.MonkeyPatch) -> None:
    """L5R-093: repeats are avoided, and what is left is drawn evenly (counted, or dealt)."""
    large.setattr(groups, "SMALL", small)
    large.setattr(settle, "DEALS", deals)
    pool = pool_of([2, 2, 2, 1, 1, 1, 1, 1], (1, 2, 1), (3, 4, 1), (1, 5, 2), (6, 7, 1), (7, 8, 2))
    best = [p for p in pairings(range(8)) if group_price(pool, Rules(), p) == _least(pool, Rules())]
    assert len(best) == 17
    seen = Counter(edges_of(pool, within_groups(pool, Rules(), Lots(f"seed {k}", "r"))) for k in range(1800))
    assert set(seen) == set(best)
    assert chi_square([seen[p] for p in best]) < CRITICAL[16]


def test_a_stretch_counted_by_itself_is_uniform(large: pytest.MonkeyPatch) -> None:
    """Two even groups of four, cut apart: 3 x 3 pairings, less those with a rematch."""
    large.setattr(settle, "SMALL", 4)
    large.setattr(settle, "DEALS", 0)
    pool = pool_of([2, 2, 2, 2, 1, 1, 1, 1], (1, 2, 1))
    seen = Counter(tuple(ids_of(within_groups(pool, Rules(), Lots(f"seed {k}", "r")))) for k in range(1200))
    assert len(seen) == 6
    assert chi_square(list(seen.values())) < CRITICAL[5]


def test_the_worked_example_of_the_book() -> None:
    """L5R-098: three on 20, the leftover meets a random player on 16."""
    draw = within_groups(pool_of([20, 20, 20, 16, 16, 16]), Rules(), Lots("book", "r"))
    assert sorted(codes_of(draw)) == [["paired_down"], ["same_points"], ["same_points"]]
    down = next(p for p in draw.pairs if p.why[0].code == "paired_down")
    assert down.why[0].data == {"player": down.a, "higher": 20, "lower": 16}
    assert draw.notices == ()


def test_groups_of_three_four_and_one() -> None:
    """L5R-096: 1 inside, 1 float, 1 inside, 1 float."""
    draw = within_groups(pool_of([3, 3, 3, 2, 2, 2, 2, 1]), Rules(), Lots("book", "r"))
    assert Counter(c for [c] in codes_of(draw)) == {"same_points": 2, "paired_down": 2}


def test_a_float_stops_at_the_next_group() -> None:
    """L5R-096: 3/2/3 could also let the leader fall past the pair in the middle, at as many crossings."""
    pool = pool_of([3, 3, 3, 2, 2, 1, 1, 1])
    for k in range(40):
        draw = within_groups(pool, Rules(), Lots(f"seed {k}", "r"))
        assert Counter(c for [c] in codes_of(draw)) == {"same_points": 2, "paired_down": 2}


def test_odd_top_group_of_one() -> None:
    draw = within_groups(pool_of([3, 2, 2, 2]), Rules(), Lots("one", "r"))
    assert codes_of(draw) == [["paired_down"], ["same_points"]]


def test_with_somebody_alone_below_the_others_have_equal_points() -> None:
    """L5R-095: drawn by score, and not at random as in a field of one score."""
    draw = within_groups(pool_of([1, 1, 1, 0]), Rules(), Lots("one", "r"))
    assert sorted(codes_of(draw)) == [["paired_down"], ["same_points"]]


def test_a_leader_who_met_the_whole_next_group_goes_one_lower() -> None:
    """L-09: no other leftover, so one group lower, and a notice says so."""
    pool = pool_of([3, 2, 2, 1, 1, 1], (1, 2, 1), (1, 3, 2))
    draw = within_groups(pool, Rules(), Lots("far", "r"))
    assert draw.pairs[0].a == 1
    assert draw.pairs[0].b in (4, 5, 6)
    assert [(n.code, n.data) for n in draw.notices] == [
        ("float_far", {"player": 1, "higher": 3, "lower": 1}),
        ("float_met", {"player": 1, "players_met": [2, 3]}),
    ]
    assert draw.notices[0] in draw.pairs[0].why


SIX_AFTER_ONE_ROUND = pool_of([10, 9, 8, 7, 7, 7], (1, 2, 1), (3, 4, 1), (5, 6, 1), round=2)
"""Three groups of one and a group of three; 1 has met 2, and 3 is as far from 1 as the last group is from 2."""


@pytest.mark.parametrize("small", [14, 0])
def test_the_highest_leftover_goes_as_few_groups_down_as_can_be(small: int, large: pytest.MonkeyPatch) -> None:
    """X-27: 1 v 3 and 2 v one on 7, never 1 v one on 7 and 2 v 3, which passes over as many groups in all."""
    large.setattr(groups, "SMALL", small)
    seen = Counter(
        tuple(ids_of(within_groups(SIX_AFTER_ONE_ROUND, Rules(), Lots(f"seed {k}", "r")))) for k in range(60)
    )
    assert set(seen) == {((1, 3), (2, 5), (4, 6)), ((1, 3), (2, 6), (4, 5))}


@pytest.mark.parametrize("small", [14, 0])
def test_of_equal_leftovers_the_one_that_goes_least_far_counts_first(small: int, large: pytest.MonkeyPatch) -> None:
    """X-27: one group down and three, rather than two and two."""
    large.setattr(groups, "SMALL", small)
    met = {1: (2, 3, 4, 6), 2: (3, 7, 8), 3: (6, 8), 4: (5, 6, 8), 5: (8,), 6: (7, 8)}
    pool = pool_of([4, 4, 3, 3, 1, 1, 1, 0], *((a, b, 1) for a, others in met.items() for b in others))
    for k in range(20):
        edges = edges_of(pool, within_groups(pool, Rules(), Lots(f"seed {k}", "r")))
        assert floats_down(pool, edges) == [1, 3, 1]


def test_another_leftover_is_taken_first() -> None:
    """L-09, W-07: 1 met the whole next group, so 2 or 3 floats."""
    pool = pool_of([3, 3, 3, 2, 2, 2], (1, 4, 1), (1, 5, 2), (1, 6, 3))
    for k in range(20):
        draw = within_groups(pool, Rules(), Lots(f"seed {k}", "r"))
        assert [p.a for p in draw.pairs if p.why[0].code == "paired_down"] in ([2], [3])
        assert draw.notices == ()


def test_a_group_of_two_who_met_joins_the_next() -> None:
    """L-10: the two leaders met; as few cross pairs as possible."""
    pool = pool_of([3, 3, 2, 2, 2, 2], (1, 2, 3))
    draw = within_groups(pool, Rules(), Lots("two", "r"))
    assert codes_of(draw) == [["paired_down_even"], ["paired_down_even"], ["same_points"]]
    assert draw.notices == ()


def test_the_last_group_of_two_who_met_joins_the_one_above() -> None:
    """L-10 at the bottom."""
    pool = pool_of([2, 2, 2, 2, 1, 1], (5, 6, 3))
    draw = within_groups(pool, Rules(), Lots("two", "r"))
    assert Counter(c for [c] in codes_of(draw)) == {"same_points": 1, "paired_down_even": 2}


def test_a_stretch_looks_below_itself_before_it_floats_more(large: pytest.MonkeyPatch) -> None:
    """L-10: 4, 5 and 6 all met; two of them go down, rather than three leaders."""
    pool = pool_of([3, 3, 3, 2, 2, 2, 1, 1, 1, 1], (4, 5, 1), (4, 6, 2), (5, 6, 3))
    edges = edges_of(pool, within_groups(pool, Rules(), Lots("below", "r")))
    assert group_price(pool, Rules(), edges) == _least(pool, Rules()) == [0, 0, 0, 1, 2, 1, 1, 1]


def test_the_bottom_may_need_those_already_settled_above(large: pytest.MonkeyPatch) -> None:
    """L-09: 5 and 6 have met each other, 3 and 4; only the leaders are new to them."""
    pool = pool_of([3, 3, 2, 2, 1, 1], (5, 6, 1), (3, 5, 2), (4, 5, 3), (3, 6, 3), (4, 6, 2))
    draw = within_groups(pool, Rules(), Lots("back", "r"))
    assert {p.b for p in draw.pairs[:2]} == {5, 6}
    assert [n.code for n in draw.notices] == ["float_far", "float_needed", "float_needed"] * 2


def test_nobody_is_paired_down_twice_if_another_can_go() -> None:
    """WMH-075, W-05."""
    who = tuple(Entrant(PlayerId(k), 2 if k < 4 else 1, downs=int(k in (1, 3))) for k in range(1, 7))
    for k in range(20):
        draw = within_groups(Pool(who, 3), Rules(limit_downs=True), Lots(f"seed {k}", "r"))
        assert [p.a for p in draw.pairs if p.why[0].code == "paired_down"] == [2]
        assert draw.notices == ()


def test_everyone_was_paired_down_before() -> None:
    """W-06: the one least often, then the lowest placed; a notice names the player."""
    who = tuple(Entrant(PlayerId(k), 2 if k < 4 else 1, downs=2 if k == 3 else 1) for k in range(1, 7))
    draw = within_groups(Pool(who, 5), Rules(limit_downs=True), Lots("again", "r"))
    assert [(n.code, n.data) for n in draw.notices] == [("pair_down_again", {"player": 2})]


def test_being_met_from_above_is_spread() -> None:
    """W-08."""
    who = tuple(Entrant(PlayerId(k), 2 if k < 2 else 1, ups=int(k != 4)) for k in range(1, 5))
    for k in range(10):
        draw = within_groups(Pool(who, 3), Rules(limit_downs=True), Lots(f"seed {k}", "r"))
        assert ids_of(draw)[0] == (1, 4)


def test_four_players_complete_the_round_robin() -> None:
    """X-14: the third round of four has one pairing left."""
    pool = pool_of([2, 1, 1, 0], (1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 2), round=3)
    draw = within_groups(pool, Rules(), Lots("robin", "r"))
    assert ids_of(draw) == [(1, 4), (2, 3)]


def test_the_fourth_round_of_four_repeats_what_is_longest_ago() -> None:
    """X-14, X-23: both rematches happen, of round 1, and the notices name the players."""
    games = [(1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 2), (1, 4, 3), (2, 3, 3)]
    draw = within_groups(pool_of([3, 2, 1, 0], *games), Rules(), Lots("robin", "r"))
    assert ids_of(draw) == [(1, 2), (3, 4)]
    assert [(n.code, n.data) for n in draw.notices] == [
        ("rematch_forced", {"player": 1, "player_b": 2, "last_met": 1}),
        ("rematch_forced", {"player": 3, "player_b": 4, "last_met": 1}),
    ]


def test_a_forced_rematch_spares_the_leaders() -> None:
    """X-14: 1 and 2 have met all but each other's company; of two equal rematches the lower pair takes it."""
    # everybody met everybody in round 1 except 1-2 and 3-4 each with one of 5, 6
    open_pairs = {(1, 5), (2, 6), (3, 5), (4, 6)}
    games = [(a, b, 1) for a in range(1, 7) for b in range(a + 1, 7) if (a, b) not in open_pairs]
    pool = pool_of([1] * 6, *games)
    draw = within_groups(pool, Rules(), Lots("least", "r"))
    assert rematches(pool, edges_of(pool, draw))[0] == 1
    assert [(n.data["player"], n.data["player_b"]) for n in draw.notices] == [(3, 4)]


def test_two_players_only() -> None:
    assert ids_of(within_groups(pool_of([1, 0], (1, 2, 1)), Rules(), Lots("two", "r"))) == [(1, 2)]


def test_an_empty_field_and_an_odd_one() -> None:
    assert within_groups(Pool(()), Rules(), Lots("no", "r")).pairs == ()
    with pytest.raises(ValueError, match="even number of entrants is paired, not 3"):
        within_groups(pool_of([1, 1, 1]), Rules(), Lots("odd", "r"))


def test_rematches_count_for_nothing_when_the_rules_allow_them() -> None:
    pool = pool_of([1, 1, 0, 0], (1, 2, 1), (3, 4, 1))
    draw = within_groups(pool, Rules(avoid_rematch=False), Lots("plain", "r"))
    assert ids_of(draw) == [(1, 2), (3, 4)]
    assert draw.notices == ()


def test_a_first_round_keeps_circles_apart_as_far_as_it_goes() -> None:
    """X-13: five of eight from one town: one pair of them is left, with a notice."""
    who = tuple(Entrant(PlayerId(k), 0, circle="town" if k < 6 else "") for k in range(1, 9))
    draw = within_groups(Pool(who, 1), Rules(avoid_circle=True), Lots("town", "r1"))
    assert [n.code for n in draw.notices] == ["same_circle"]
    assert draw.notices[0].data["circle"] == "town"
    assert Counter(codes[0] for codes in codes_of(draw)) == {"random": 4}


@pytest.mark.parametrize("clubs", [3, 20])
def test_a_large_first_round_keeps_circles_apart(clubs: int) -> None:
    who = tuple(Entrant(PlayerId(k), 0, circle=str(k % clubs)) for k in range(240))
    draw = within_groups(Pool(who, 1), Rules(avoid_circle=True), Lots("clubs", "r1"))
    assert draw.notices == ()


def test_reasons_survive_json_and_cite_their_clause() -> None:
    points: tuple[Points, ...] = (Fraction(7, 2), Fraction(7, 2), Fraction(2), 1)
    who = tuple(Entrant(PlayerId(k), p) for k, p in enumerate(points, 1))
    rules = Rules(clauses={"same_points": "L5R-095", "paired_down": "L5R-096"})
    draw = within_groups(Pool(who, 2), rules, Lots("json", "r"))
    told = [(r.data, r.clause) for p in draw.pairs for r in p.why]
    assert json.loads(json.dumps(told)) == [
        [{"points": "7/2"}, "L5R-095"],
        [{"player": 3, "higher": 2, "lower": 1}, "L5R-096"],
    ]


def test_the_same_lots_make_the_same_draw_and_others_another() -> None:
    pool = pool_of([0] * 64, round=1)
    one, again, other = (within_groups(pool, Rules(), Lots(seed, "r1")) for seed in ("a", "a", "b"))
    assert one == again
    assert one != other


def test_small_is_small_enough_to_count() -> None:
    assert sampling.SMALL <= 16
