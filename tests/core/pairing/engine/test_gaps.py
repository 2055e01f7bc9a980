"""The least total gap: nobody, few, part by part, and more than can be searched."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.engine import gaps
from muster.core.pairing.engine.columns import of_pool
from muster.core.pairing.engine.gaps import paired_by_gap
from muster.core.pairing.engine.settle import Paired
from muster.core.pairing.pool import Entrant, Pool, Rules
from tests.core.pairing.brute import met_of, pairings, rematches


def drawn(pool: Pool) -> Paired:
    levels = sorted({e.points for e in pool.entrants}, reverse=True)
    return paired_by_gap(of_pool(pool, Rules()), levels, Rules(), Lots("gaps", "r"))


def test_nobody_and_a_few() -> None:
    nobody = drawn(Pool((), 1))
    assert (nobody.first.tolist(), nobody.second.tolist(), nobody.proven) == ([], [], True)
    two = drawn(Pool((Entrant(PlayerId(1), 3), Entrant(PlayerId(2), 0)), 1))
    assert (two.first.tolist(), two.second.tolist(), two.proven) == ([0], [1], True)


@pytest.mark.parametrize(("effort", "proven"), [(gaps._EFFORT, True), (1, False)])
def test_more_than_can_be_searched_is_not_called_proven(
    effort: int, proven: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody has an opponent, and there is no avoidable rematch."""
    monkeypatch.setattr(gaps, "_EFFORT", effort)
    dice = random.Random(3)
    who = tuple(Entrant(PlayerId(k), (39 - k) // 4) for k in range(40))
    games = [(i, j, 1) for i in range(40) for j in range(i + 1, 40) if (i // 4 == j // 4) or dice.random() < 0.05]
    pool = Pool(who, 3, met_of(*games))
    found = drawn(pool)
    edges = list(zip(found.first.tolist(), found.second.tolist(), strict=True))
    assert found.proven is proven
    assert sorted(i for e in edges for i in e) == list(range(40))
    assert rematches(pool, edges)[0] == 0


PARTS = {
    "parts above that were joined before": (
        [90, 90, 90, 89, 89, 89, 20, 20, 19, 19, 9, 9],
        [(0, 1), (0, 2), (1, 2), (6, 7), (10, 11)],
    ),
    "one player alone above": ([24, 14, 13, 13, 13, 10, 10, 10], [(2, 3), (2, 4), (3, 4)]),
    "one player alone at the bottom": ([24, 24, 24, 21, 21, 11, 10, 10], [(3, 4), (3, 5), (4, 5)]),
}


@pytest.mark.parametrize(("points", "met"), PARTS.values(), ids=list(PARTS))
def test_parts_are_joined_as_far_as_it_helps(
    points: list[int], met: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """X-14, then the least total gap, of a field that is solved part by part."""
    monkeypatch.setattr(gaps, "SMALL", 0)
    who = tuple(Entrant(PlayerId(k), p) for k, p in enumerate(points))
    pool = Pool(who, 3, met_of(*((a, b, 1) for a, b in met)))

    def price(edges: Sequence[tuple[int, int]]) -> tuple[int, int]:
        return rematches(pool, edges)[0], sum(points[i] - points[j] for i, j in edges)

    found = drawn(pool)
    edges = list(zip(found.first.tolist(), found.second.tolist(), strict=True))
    assert price(edges) == min(map(price, pairings(range(len(points)))))


def test_a_part_that_adds_just_the_gap_above_it_is_drawn_with_those_above(monkeypatch: pytest.MonkeyPatch) -> None:
    """Either is equally good; but a draw must not change."""
    monkeypatch.setattr(gaps, "SMALL", 0)
    who = tuple(Entrant(PlayerId(k), p) for k, p in enumerate([19, 19, 13, 13, 13, 10, 10, 10]))
    pool = Pool(who, 3, met_of((2, 3, 1), (2, 4, 1), (3, 4, 1)))
    assert drawn(pool).second.tolist() == [1, 6, 5, 7]
