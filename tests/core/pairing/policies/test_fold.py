"""The seed fold inside score piles (W-39): the Iron Gauntlet's examples and its odd piles."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.kit.model import PlayerId
from muster.core.pairing.policies import fold
from muster.core.pairing.policies.fold import seeded_fold
from muster.core.pairing.pool import GIVE_WAY, Entrant, Pool, Rules
from tests.core.pairing.brute import codes_of, edges_of, group_price, ids_of, met_of, pairings, pools, rematches


def _final(points: dict[int, int], *games: tuple[int, int, int], downs: tuple[int, ...] = (), round: int = 3) -> Pool:
    """Players are named by their seeds; the pool comes in any order of rank."""
    ranked = sorted(points, key=lambda s: (-points[s], -s))
    who = tuple(Entrant(PlayerId(s), points[s], seed=s, downs=int(s in downs)) for s in ranked)
    return Pool(who, round, met_of(*games))


@pytest.mark.parametrize(
    ("seeds", "pairs"),
    [
        (range(1, 9), [(1, 8), (2, 7), (3, 6), (4, 5)]),
        (range(2, 8), [(2, 7), (3, 6), (4, 5)]),
        (range(1, 7), [(1, 6), (2, 5), (3, 4)]),
        (range(2, 10), [(2, 9), (3, 8), (4, 7), (5, 6)]),
    ],
)
def test_first_round(seeds: range, pairs: list[tuple[int, int]]) -> None:
    """V-IG-SEED, WMH-137: the bye of an odd field is already gone."""
    assert ids_of(seeded_fold(_final(dict.fromkeys(seeds, 0), round=1), Rules())) == pairs


WMH_C = [[(2, 7), (3, 6), (4, 5)], [(1, 6), (2, 5), (3, 7)], [(1, 5), (2, 6), (4, 7)]]


@pytest.mark.parametrize(
    ("round", "points"),
    [
        (1, dict.fromkeys(range(2, 8), 0)),
        (2, {1: 1, 2: 1, 5: 1, 6: 1, 3: 0, 7: 0}),
        (3, {1: 2, 5: 2, 2: 1, 4: 1, 6: 1, 7: 1}),
    ],
)
def test_the_worked_final(round: int, points: dict[int, int]) -> None:
    """G-WMH-C: in round 3, 2 v 7 would repeat round 1, so 2 v 6 and 4 v 7."""
    games = [(a, b, number) for number, played in enumerate(WMH_C[: round - 1], 1) for a, b in played]
    draw = seeded_fold(_final(points, *games, round=round), Rules(limit_downs=True))
    assert ids_of(draw) == WMH_C[round - 1]
    assert draw.notices == ()
    if round == 3:
        assert draw.pairs[1].why[0].data == {"seed": 2, "seed_b": 6, "players_passed": [7]}


def test_an_odd_pile_sends_its_lowest_seed_down_to_meet_the_lowest() -> None:
    """W-39: 3 goes down, is the top entry of the next pile and meets its lowest seed, 8."""
    draw = seeded_fold(_final({1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 8: 1}), Rules(limit_downs=True))
    assert ids_of(draw) == [(1, 2), (3, 8), (4, 5)]
    assert codes_of(draw) == [["seed_fold"], ["seed_fold", "paired_down"], ["seed_fold"]]


def test_who_was_paired_down_before_stays() -> None:
    """W-39, WMH-075: 3 went down before, so 2 does."""
    draw = seeded_fold(_final({1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 8: 1}, downs=(3,)), Rules(limit_downs=True))
    assert ids_of(draw) == [(1, 3), (2, 8), (4, 5)]


def test_a_pair_down_that_leaves_a_rematch_is_not_chosen() -> None:
    """W-39, W-07: 1 and 2 have met, so 3 must stay; 2 is the lowest who can go."""
    draw = seeded_fold(_final({1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 8: 1}, (1, 2, 1)), Rules(limit_downs=True))
    assert ids_of(draw) == [(1, 3), (2, 8), (4, 5)]


def test_a_pair_down_finds_a_new_opponent_below() -> None:
    """W-39, W-07: 3 met the whole next pile, so 2 goes down."""
    games = [(3, 4, 1), (3, 5, 2), (3, 8, 3)]
    draw = seeded_fold(_final({1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 8: 1}, *games), Rules(limit_downs=True))
    assert ids_of(draw) == [(1, 3), (2, 8), (4, 5)]


def test_the_fold_looks_ahead_inside_its_pile() -> None:
    """W-39: 1 v 4 would leave 2 and 3, who have met."""
    draw = seeded_fold(_final({1: 1, 2: 1, 3: 1, 4: 1, 5: 0, 6: 0}, (2, 3, 1)), Rules())
    assert ids_of(draw) == [(1, 3), (2, 4), (5, 6)]


def test_a_pile_of_two_who_met_opens_into_the_next() -> None:
    """X-13: a float before a rematch."""
    draw = seeded_fold(_final({1: 1, 2: 1, 3: 0, 4: 0}, (1, 2, 1)), Rules())
    assert ids_of(draw) == [(1, 4), (2, 3)]


def test_equal_points_stay_together_before_the_fold() -> None:
    """W-39, WMH-139: 1 met both of the next pile, so it goes on to the lowest of the last, and 2 v 3 stay together."""
    games = [(1, 2, 1), (3, 4, 1), (5, 6, 1), (1, 3, 2), (2, 5, 2), (4, 6, 2)]
    draw = seeded_fold(_final({1: 2, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}, *games), Rules(limit_downs=True))
    assert ids_of(draw) == [(1, 6), (2, 3), (4, 5)]
    assert [(n.code, n.data["player"]) for n in draw.notices] == [("float_far", 1), ("float_met", 1)]


def test_of_equal_leftovers_the_one_that_goes_least_far_counts_first() -> None:
    """X-27: one group down and three, rather than two and two."""
    points = dict(enumerate([4, 4, 3, 3, 1, 1, 1, 0], 1))
    met = {1: (2, 3, 4, 6), 2: (3, 7, 8), 3: (6, 8), 4: (5, 6, 8), 5: (8,), 6: (7, 8)}
    pool = _final(points, *((a, b, 1) for a, others in met.items() for b in others))
    assert ids_of(seeded_fold(pool, Rules())) == [(1, 8), (2, 4), (3, 7), (5, 6)]


def test_who_cannot_go_down_stays_however_far_down_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """W-39, W-07: 9 met all of the next pile, and is beyond what is weighed together; so 8 goes, and nobody is lost."""
    monkeypatch.setattr(fold, "WHOLE", 4)
    points = dict.fromkeys(range(1, 10), 2) | dict.fromkeys((10, 11, 12), 1)
    draw = seeded_fold(_final(points, (9, 10, 1), (9, 11, 2), (9, 12, 3)), Rules(limit_downs=True))
    assert ids_of(draw) == [(1, 9), (2, 7), (3, 6), (4, 5), (8, 12), (10, 11)]


@pytest.mark.parametrize("case", range(16))
def test_a_field_of_which_little_is_weighed_at_once_is_paired_as_well(
    case: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """X-14, X-27, WMH-075: everybody once, and at the same price as when all of it is weighed."""
    dice = random.Random(case)
    size = 2 * dice.randint(4, 6)
    points = sorted((dice.randint(0, 4) for _ in range(size)), reverse=True)
    who = tuple(Entrant(PlayerId(k), p, seed=k, downs=dice.randint(0, 1)) for k, p in enumerate(points))
    games = [(a, b, 1) for a in range(size) for b in range(a + 1, size) if dice.random() < (0.3, 0.6, 0.9)[case % 3]]
    pool, rules = Pool(who, 3, met_of(*games)), Rules(limit_downs=True)
    whole = edges_of(pool, seeded_fold(pool, rules))
    monkeypatch.setattr(fold, "WHOLE", 6)
    assert group_price(pool, rules, edges_of(pool, seeded_fold(pool, rules))) == group_price(pool, rules, whole)


def test_a_field_that_can_just_be_weighed_at_once_is_weighed_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """W-39: whom a top entry meets may depend on pairs at the very bottom."""
    dice = random.Random(39)
    for _ in range(400):
        size = 2 * dice.randint(4, 8)
        points = sorted((dice.randint(0, 2) for _ in range(size)), reverse=True)
        who = tuple(Entrant(PlayerId(k), p, seed=k) for k, p in enumerate(points))
        games = [(a, b, 1) for a in range(size) for b in range(a + 1, size) if dice.random() < 0.3]
        pool = Pool(who, 6, met_of(*games))
        whole = edges_of(pool, seeded_fold(pool, Rules()))
        with monkeypatch.context() as narrow:
            narrow.setattr(fold, "WHOLE", size)
            assert edges_of(pool, seeded_fold(pool, Rules())) == whole


def test_nobody_is_paired_with_nobody() -> None:
    assert seeded_fold(Pool(()), Rules()).pairs == ()


def _order(pool: Pool, pairing: tuple[tuple[int, int], ...]) -> list[int]:
    """W-39 as numbers, the least first: pile by pile the lowest seeds go down, then each entry's opponent."""
    who = pool.entrants
    partner = {i: j for pair in pairing for i, j in (pair, pair[::-1])}
    key: list[int] = []
    came: list[int] = []
    done: set[int] = set()
    for points in sorted({e.points for e in who}, reverse=True):
        own = [i for i, e in enumerate(who) if e.points == points]
        goers = [i for i in own if who[partner[i]].points < points]
        key += [-i for i in reversed(goers)]
        for top in came + [i for i in own if i not in goers]:
            if top in done:
                continue
            here = partner[top] in own
            key.append(-partner[top] if here else 1)
            if here:
                done |= {top, partner[top]}
        came = [i for i in came if i not in done] + goers
    return key


@settings(max_examples=250, derandomize=True, deadline=None)
@given(pools(), st.sampled_from((GIVE_WAY, ("circle", "rematch", "pair_down", "float"))))
def test_the_fold_is_the_first_of_the_best_pairings(pool: Pool, give_way: tuple[str, ...]) -> None:
    """W-39, X-14, X-27, WMH-075: against every pairing of the field."""
    who = tuple(Entrant(e.id, e.points, downs=e.downs, seed=k) for k, e in enumerate(pool.entrants, 1))
    field = Pool(who, pool.round, pool.met)
    rules = Rules(limit_downs=True, give_way=give_way)
    every = list(pairings(range(len(who))))
    least = min(group_price(field, rules, p) for p in every)
    best = min((p for p in every if group_price(field, rules, p) == least), key=lambda p: _order(field, p))
    assert edges_of(field, seeded_fold(field, rules)) == best


def test_a_field_too_large_to_be_weighed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As good a pairing as the draw within groups finds, and the same fold wherever all of it is weighed."""
    dice = random.Random(3)
    for size in (40, 60):
        points = sorted((dice.randint(0, 5) for _ in range(size)), reverse=True)
        who = tuple(Entrant(PlayerId(k), p, seed=k, downs=dice.randint(0, 1)) for k, p in enumerate(points, 1))
        games = [(a, b, 1) for a in range(1, size) for b in range(a + 1, size + 1) if dice.random() < 0.1]
        pool, rules = Pool(who, 3, met_of(*games)), Rules(limit_downs=True)
        with monkeypatch.context() as narrow:
            narrow.setattr(fold, "WHOLE", 24)
            edges = edges_of(pool, seeded_fold(pool, rules))
        whole = edges_of(pool, seeded_fold(pool, rules))
        assert group_price(pool, rules, edges) == group_price(pool, rules, whole)
        assert edges == whole


@settings(max_examples=120, derandomize=True, deadline=None)
@given(pools())
def test_it_never_fails_and_never_repeats_more_than_it_must(pool: Pool) -> None:
    """X-14: as few rematches as any pairing of the field."""
    seeded = tuple(Entrant(e.id, e.points, downs=e.downs, seed=(k * 5) % 9) for k, e in enumerate(pool.entrants))
    field = Pool(seeded, pool.round, pool.met)
    draw = seeded_fold(field, Rules(limit_downs=True))
    place = {e.id: i for i, e in enumerate(field.entrants)}
    edges = [(place[p.a], place[p.b]) for p in draw.pairs]
    assert sorted(i for e in edges for i in e) == list(range(len(place)))
    least = min(rematches(pool, p)[:2] for p in pairings(range(len(place))))
    assert rematches(field, [(min(e), max(e)) for e in edges])[:2] == least


def test_an_odd_field_is_refused() -> None:
    with pytest.raises(ValueError, match="not 3; choose the bye first"):
        seeded_fold(_final({1: 0, 2: 0, 3: 0}), Rules())
