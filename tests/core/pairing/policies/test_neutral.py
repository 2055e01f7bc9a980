"""The neutral objective: fewest rematches, least total gap, least widest gap; against every pairing and one solve."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId, Points
from muster.core.pairing.engine import gaps, window
from muster.core.pairing.engine.kernel import cheapest
from muster.core.pairing.policies.neutral import neutral
from muster.core.pairing.pool import Entrant, Pool, Rules
from tests.core.pairing.brute import CRITICAL, Edge, chi_square, codes_of, edges_of, ids_of, met_of, pairings, pool_of


def _price(pool: Pool, pairing: Sequence[Edge]) -> tuple[int, Points, Points]:
    who = pool.entrants
    wide = [who[i].points - who[j].points for i, j in pairing]
    return sum(pool.last_met(who[i].id, who[j].id) > 0 for i, j in pairing), sum(wide), max(wide)


def _random(dice: random.Random, n: int, share: float, levels: int = 4) -> Pool:
    scores = [Fraction(s, dice.choice((1, 1, 2))) for s in dice.sample(range(3 * levels), levels)]
    points = sorted((dice.choice(scores) for _ in range(n)), reverse=True)
    games = [(i, j, 1) for i in range(n) for j in range(i + 1, n) if dice.random() < share]
    return Pool(tuple(Entrant(PlayerId(k), p) for k, p in enumerate(points)), 6, met_of(*games))


def _bound(pool: Pool) -> Points:
    """The gap at each boundary with an odd number of players above it."""
    points = [e.points for e in pool.entrants]
    return sum(points[k - 1] - points[k] for k in range(1, len(points), 2))


@pytest.mark.parametrize(("small", "whole"), [(14, 48), (0, 48), (0, 0)])
def test_against_every_pairing(small: int, whole: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small fields as they are, and treated like large ones."""
    monkeypatch.setattr(gaps, "SMALL", small)
    monkeypatch.setattr(window, "WHOLE", whole)
    monkeypatch.setattr(window, "_SMALL_CLASS", 1)
    dice = random.Random(small + whole)
    for k in range(500):
        pool = _random(dice, 2 * dice.randint(1, 4) if k % 50 else 10, dice.choice((0.1, 0.2, 0.4, 0.8)))
        edges = edges_of(pool, neutral(pool, Rules(), Lots("any", str(k))))
        assert _price(pool, edges) == min(_price(pool, p) for p in pairings(range(len(pool.entrants))))


def test_whole_fields_against_one_solve() -> None:
    """Rematches and total gap of 30 to 120 players, solved at once as one complete graph."""
    dice = random.Random(3)
    searched = 0
    for k in range(20):
        n = 2 * dice.randint(15, 60)
        pool = _random(dice, n, dice.choice((2, 6, 12)) / n, dice.choice((4, 12, 30)))
        edges = edges_of(pool, neutral(pool, Rules(), Lots("any", str(k))))
        who = pool.entrants
        prices = {
            (i, j): (int(pool.last_met(who[i].id, who[j].id) > 0), int(2 * (who[i].points - who[j].points)))
            for i in range(n)
            for j in range(i + 1, n)
        }
        answer = cheapest(n, prices)
        assert answer is not None
        rematches, total, _ = _price(pool, edges)
        assert (rematches, 2 * total) == answer[0]
        searched += total > _bound(pool)
    assert searched


def test_a_wide_gap_is_split() -> None:
    """1 met 2: 1-3 and 2-4 have gaps of 2 and 2, 1-4 and 2-3 of 3 and 1; the total is the same."""
    for k in range(10):
        draw = neutral(pool_of([4, 3, 2, 1], (1, 2, 1)), Rules(), Lots(str(k), "r"))
        assert ids_of(draw) == [(1, 3), (2, 4)]


def test_the_best_are_equally_likely() -> None:
    pool = pool_of([2, 2, 2, 1, 1, 1])
    seen = Counter(tuple(ids_of(neutral(pool, Rules(), Lots(str(k), "r")))) for k in range(1800))
    assert len(seen) == 9
    assert chi_square(list(seen.values())) < CRITICAL[8]


def test_reasons_and_notices() -> None:
    draw = neutral(pool_of([3, 2], (1, 2, 1)), Rules(clauses={"paired_down": "X-1"}), Lots("two", "r"))
    assert codes_of(draw) == [["paired_down", "rematch_forced"]]
    assert draw.pairs[0].why[0].clause == "X-1"
    assert [n.code for n in draw.notices] == ["rematch_forced"]


def test_rematches_may_be_allowed() -> None:
    draw = neutral(pool_of([3, 3, 1, 1], (1, 2, 1), (3, 4, 1)), Rules(avoid_rematch=False), Lots("two", "r"))
    assert ids_of(draw) == [(1, 2), (3, 4)]
    assert draw.notices == ()


def test_an_empty_field_and_an_odd_one() -> None:
    assert neutral(Pool(()), Rules(), Lots("no", "r")).pairs == ()
    with pytest.raises(ValueError, match="not 3; choose the bye first"):
        neutral(pool_of([1, 1, 1]), Rules(), Lots("odd", "r"))
