"""The way of large fields: exact against enumeration and against one solve of the whole field; bounded in effort."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.engine import settle, window
from muster.core.pairing.engine.columns import of_pool
from muster.core.pairing.engine.kernel import cheapest
from muster.core.pairing.engine.prices import GroupPrices, Stretch
from muster.core.pairing.engine.settle import paired
from muster.core.pairing.policies import groups
from muster.core.pairing.policies.groups import within_groups
from muster.core.pairing.pool import GIVE_WAY, Entrant, Pool, Rules
from muster.core.pairing.swiss import pair_columns
from tests.core.pairing.brute import chi_square, edges_of, group_price, ids_of, met_of, pairings, pool_of, rematches

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))

ORDERS = (GIVE_WAY, ("float", "pair_down", "circle", "rematch"), ("rematch", "circle", "float", "pair_down"))


def _random(dice: random.Random, n: int, share: float, levels: int) -> Pool:
    """Any history, possible or not."""
    points = sorted((dice.randint(0, levels) for _ in range(n)), reverse=True)
    who = tuple(
        Entrant(
            PlayerId(k),
            p,
            downs=dice.choice((0, 0, 0, 1, 2)),
            ups=dice.choice((0, 0, 1)),
            circle=dice.choice(("", "a", "b", "c")),
        )
        for k, p in enumerate(points)
    )
    games = [(i, j, dice.randint(1, 5)) for i in range(n) for j in range(i + 1, n) if dice.random() < share]
    return Pool(who, 6, met_of(*games))


def _rules(dice: random.Random) -> Rules:
    return Rules(
        avoid_rematch=dice.random() < 0.85,
        avoid_circle=dice.random() < 0.4,
        limit_downs=dice.random() < 0.5,
        give_way=dice.choice(ORDERS),
    )


@pytest.mark.parametrize("seed", range(4))
def test_small_histories_against_enumeration(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small fields sent the way of large ones, with windows and stand-ins of every size, against every pairing."""
    monkeypatch.setattr(settle, "SMALL", 0)
    dice = random.Random(seed)
    for k in range(10_000 if LONG else 400):
        monkeypatch.setattr(window, "WHOLE", dice.choice((0, 0, 48)))
        monkeypatch.setattr(window, "_SMALL_CLASS", dice.choice((0, 1, 1, 2, 4)))
        monkeypatch.setattr(settle, "DEALS", dice.choice((0, 3, 24)))
        n = 10 if k % 100 == 0 else dice.choice((2, 4, 6, 6, 6, 8))
        pool = _random(dice, n, dice.choice((0.05, 0.15, 0.3, 0.5, 0.8)), dice.choice((0, 1, 2, 3, 5)))
        rules = _rules(dice)
        found = paired(of_pool(pool, rules), rules, Lots("any", str(k)))
        edges = list(zip(found.first.tolist(), found.second.tolist(), strict=True))
        assert sorted(i for e in edges for i in e) == list(range(n))
        assert group_price(pool, rules, edges) == min(group_price(pool, rules, p) for p in pairings(range(n)))
        assert found.proven


def test_whole_fields_against_one_solve() -> None:
    """Forty to two hundred players: the same total as one kernel run over all of them."""
    dice = random.Random(11)
    for k in range(400 if LONG else 36):
        n = 2 * dice.randint(20, 100 if k % 6 == 0 else 60)
        pool = _random(dice, n, dice.choice((1, 2, 4, 7, 12)) / n, dice.choice((1, 3, 6, 10)))
        rules = _rules(dice)
        found = paired(of_pool(pool, rules), rules, Lots("any", str(k)))
        edges = sorted(zip(found.first.tolist(), found.second.tolist(), strict=True))
        prices = GroupPrices(Stretch.of_pool(pool, rules), rules, depth=10)
        vectors = {(i, j): prices.vector(i, j) for i in range(n) for j in range(i + 1, n)}
        answer = cheapest(n, vectors, prices.floors)
        assert answer is not None
        assert group_price(pool, rules, edges) == group_price(pool, rules, answer[1])
        assert found.proven


def _who_met_everybody(n: int, levels: int) -> Pool:
    points = [levels - k * (levels + 1) // n for k in range(n)]
    games = [(101, k, 1 + k % 4) for k in range(1, n + 1) if k != 101]
    return pool_of(points, *games, round=6)


@pytest.mark.parametrize("levels", [0, 5, 20])
def test_one_who_met_everybody_costs_one_rematch(levels: int) -> None:
    """X-14: the longest ago; proven without weighing the whole field."""
    pool = _who_met_everybody(514, levels)
    found = paired(of_pool(pool, Rules()), Rules(), Lots("all", "r"))
    edges = list(zip(found.first.tolist(), found.second.tolist(), strict=True))
    assert found.proven
    assert rematches(pool, edges)[:2] == [1, 1]


def test_when_a_proof_is_too_much_work_rematches_stay_the_fewest() -> None:
    """Every player alone on a score, and one who met everybody: the pair that must repeat is set aside."""
    pool = _who_met_everybody(514, 5000)
    found = paired(of_pool(pool, Rules()), Rules(), Lots("all", "r"))
    edges = list(zip(found.first.tolist(), found.second.tolist(), strict=True))
    assert not found.proven
    assert sorted(i for e in edges for i in e) == list(range(514))
    assert rematches(pool, edges)[:2] == [1, 1]


def test_wishes_that_clash_everywhere_are_given_up_before_rematches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Circles dearer than floats, three in four from one club: no proof within reach, but no rematch and nobody left
    out.
    """
    monkeypatch.setattr(settle, "_EFFORT", 1)
    n = 400
    who = tuple(Entrant(PlayerId(k), (n - k) // 40, circle="x" if k % 4 else "y") for k in range(1, n + 1))
    games = [(k, k + d, d) for k in range(1, n + 1) for d in (1, 2, 3) if k + d <= n]
    pool, rules = Pool(who, 5, met_of(*games)), Rules(avoid_circle=True, give_way=("float", "circle", "rematch"))
    found = paired(of_pool(pool, rules), rules, Lots("club", "r"))
    edges = sorted(zip(found.first.tolist(), found.second.tolist(), strict=True))
    assert not found.proven
    assert sorted(i for e in edges for i in e) == list(range(n))
    assert rematches(pool, edges)[0] == 0


def test_a_club_of_sixty_in_a_hundred_is_kept_apart_as_far_as_it_goes() -> None:
    """Twenty of each hundred have no opponent from another club: ten pairs, by counting rather than searching."""
    who = tuple(Entrant(PlayerId(k), k // 500, circle="x" if k % 10 < 6 else str(k % 10)) for k in range(1999, -1, -1))
    rules = Rules(avoid_circle=True)
    found = paired(of_pool(Pool(who, 1), rules), rules, Lots("town", "r"))
    same = sum(who[i].circle == who[j].circle for i, j in zip(found.first.tolist(), found.second.tolist(), strict=True))
    assert found.proven
    assert same == 200


def test_an_event_of_ten_rounds_never_repeats() -> None:
    """128 players, results by coin toss: every round legal, crossing no more than parity or the history requires."""
    dice = random.Random(5)
    points = dict.fromkeys(range(128), 0)
    games: list[tuple[int, int, int]] = []
    for number in range(1, 11):
        order = sorted(points, key=lambda p: (-points[p], p))
        pool = Pool(tuple(Entrant(PlayerId(p), points[p]) for p in order), number, met_of(*games))
        draw = within_groups(pool, Rules(), Lots("coin", str(number)))
        assert rematches(pool, edges_of(pool, draw))[0] == 0
        games += [(p.a, p.b, number) for p in draw.pairs]
        for pair in draw.pairs:
            points[dice.choice((pair.a, pair.b))] += 1


@pytest.mark.skipif(not LONG, reason="a hundred thousand draws; set MUSTER_LONG_TESTS=1")
@pytest.mark.parametrize(
    ("points", "games", "small"),
    [
        ([0] * 6, [], 14),
        ([2, 2, 2, 1, 1, 1], [(1, 4, 1)], 14),
        ([2, 2, 2, 1, 1, 1], [(1, 4, 1)], 0),
        ([2, 2, 2, 1, 1, 1, 1, 1], [(1, 2, 1), (3, 4, 1), (1, 5, 2), (6, 7, 1), (7, 8, 2)], 14),
        ([2, 2, 2, 1, 1, 1, 1, 1], [(1, 2, 1), (3, 4, 1), (1, 5, 2), (6, 7, 1), (7, 8, 2)], 0),
    ],
)
def test_a_hundred_thousand_draws_are_even(
    points: list[int], games: list[tuple[int, int, int]], small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chi-square within four standard deviations of its mean, counted or dealt, over every best pairing."""
    monkeypatch.setattr(groups, "SMALL", small)
    monkeypatch.setattr(settle, "SMALL", small)
    monkeypatch.setattr(settle, "DEALS", 500)
    pool = pool_of(points, *games)
    every = {p: group_price(pool, Rules(), p) for p in pairings(range(len(points)))}
    best = [p for p, price in every.items() if price == min(every.values())]
    seen = Counter(edges_of(pool, within_groups(pool, Rules(), Lots(f"seed {k}", "r"))) for k in range(100_000))
    assert set(seen) == set(best)
    freedom = len(best) - 1
    assert chi_square(list(seen.values())) < freedom + 4 * (2 * freedom) ** 0.5


def test_of_a_stretch_only_what_is_settled_is_written() -> None:
    """What comes after it is looked at again, together with those below."""
    columns = of_pool(pool_of([2, 2, 1, 1, 0, 0]), Rules())
    settler = settle._Settler(columns, Rules(), Lots("any", "x"))
    settler._row = np.array([1, 0, 3, 2, 5, 4])
    found = settle._Found(settler._prices(0, 6), [(0, 1), (2, 3), (4, 5)], fair=True)
    settler._write(0, 4, found)
    assert settler._row.tolist() == [0, 1, 2, 3, 5, 4]


def test_nobody_is_paired_with_nobody() -> None:
    found = paired(of_pool(Pool((), 1), Rules()), Rules(), Lots("nobody", "r"))
    assert (found.first.tolist(), found.second.tolist(), found.proven, found.clean) == ([], [], True, False)


@pytest.mark.parametrize("seed", range(40))
def test_more_rounds_than_players_who_are_left(seed: int) -> None:
    """X-14: the longest ago, also where the rounds are many and the players few."""
    dice, rounds = random.Random(seed), 1_200
    n = dice.choice((4, 6))
    points = sorted((dice.randint(0, 2) for _ in range(n)), reverse=True)
    opponents, games = np.full((n, rounds), -1), []
    for i, j in combinations(range(n), 2):
        at = dice.choice([r for r in range(rounds) if opponents[i, r] < 0 and opponents[j, r] < 0])
        if dice.random() < 0.9:
            opponents[i, at], opponents[j, at] = j, i
            games.append((i, j, at + 1))
    pool = Pool(tuple(Entrant(PlayerId(k), p) for k, p in enumerate(points)), rounds + 1, met_of(*games))
    least = min(rematches(pool, p)[:2] for p in pairings(range(n)))
    by_arrays = pair_columns(np.array(points), opponents, Lots("few", str(seed)))
    for found in (paired(of_pool(pool, Rules()), Rules(), Lots("few", str(seed))), by_arrays):
        edges = sorted((min(e), max(e)) for e in zip(found.first.tolist(), found.second.tolist(), strict=True))
        assert rematches(pool, edges)[:2] == least


def test_the_order_of_pairs_is_that_of_the_field() -> None:
    assert ids_of(within_groups(pool_of([3, 3, 2, 2]), Rules(), Lots("order", "r"))) == [(1, 2), (3, 4)]
