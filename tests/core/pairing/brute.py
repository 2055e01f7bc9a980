"""The plain judge: every pairing of a small field, and its price written straight from the ledger (X-13 to X-27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from muster.core.kit.model import PlayerId
from muster.core.pairing.pool import Draw, Entrant, Pool, Rules

Edge = tuple[int, int]
Met = dict[PlayerId, dict[PlayerId, int]]

CRITICAL = {2: 13.82, 5: 20.52, 8: 26.12, 14: 36.12, 16: 39.25}
"""Chi-square at p = 0.001 by degrees of freedom."""


def met_of(*games: tuple[int, int, int]) -> Met:
    """(a, b, round) -> who met whom last, both ways round."""
    met: Met = {}
    for a, b, last in games:
        for x, y in ((a, b), (b, a)):
            row = met.setdefault(PlayerId(x), {})
            row[PlayerId(y)] = max(last, row.get(PlayerId(y), 0))
    return met


def pool_of(points: Sequence[int], *games: tuple[int, int, int], round: int = 4) -> Pool:
    """Players 1, 2, 3 ... with these points, best first."""
    entrants = tuple(Entrant(PlayerId(k), p) for k, p in enumerate(points, 1))
    return Pool(entrants, round, met_of(*games))


def pairings(left: Sequence[int]) -> Iterator[tuple[Edge, ...]]:
    """All full pairings, in the order of the walk: first candidate first."""
    if not left:
        yield ()
        return
    top, rest = left[0], left[1:]
    for k, other in enumerate(rest):
        for more in pairings([*rest[:k], *rest[k + 1 :]]):
            yield ((top, other), *more)


def rematches(pool: Pool, pairing: Sequence[Edge]) -> list[int]:
    """X-14: how many, how recent, how high up."""
    again = [(i, pool.last_met(pool.entrants[i].id, pool.entrants[j].id)) for i, j in pairing]
    again = [(i, last) for i, last in again if last]
    return [len(again), sum(last for _, last in again), sum(len(pool.entrants) - 1 - i for i, _ in again)]


def floats_down(pool: Pool, pairing: Sequence[Edge]) -> list[int]:
    """X-27: how many groups down each leftover goes, the highest first; of equal points the one that goes least far."""
    who = pool.entrants
    scores = sorted({e.points for e in who}, reverse=True)
    down = [(scores.index(who[i].points), scores.index(who[j].points)) for i, j in pairing]
    return [h - g for g, h in sorted(down) if h > g]


def group_price(pool: Pool, rules: Rules, pairing: Sequence[Edge]) -> list[int]:
    """The objective of the draw within score groups, most precious first."""
    who = pool.entrants
    scores = sorted({e.points for e in who}, reverse=True)
    crossing = [(i, j) for i, j in pairing if who[i].points != who[j].points]
    blocks = {
        "rematch": rematches(pool, pairing) if rules.avoid_rematch else [],
        "float": [
            *(sum(who[i].points >= s > who[j].points for i, j in pairing) for s in scores[:-1]),
            *floats_down(pool, pairing),
        ],
        "pair_down": [
            sum(who[i].downs for i, _ in crossing),
            sum(len(who) - 1 - i for i, _ in crossing if who[i].downs),
        ]
        if rules.limit_downs
        else [],
        "circle": [sum(who[i].circle == who[j].circle != "" for i, j in pairing)] if rules.avoid_circle else [],
    }
    price = [x for wish in reversed(rules.give_way) for x in blocks.get(wish, [])]
    return price + ([sum(who[j].ups for _, j in crossing)] if rules.limit_downs else [])


def edges_of(pool: Pool, draw: Draw) -> tuple[Edge, ...]:
    """The draw as places in the pool; also proves that everybody is paired once, the better one first."""
    place = {e.id: i for i, e in enumerate(pool.entrants)}
    edges = tuple((place[p.a], place[p.b]) for p in draw.pairs)
    assert sorted(i for e in edges for i in e) == list(range(len(place)))
    assert all(i < j for i, j in edges)
    assert list(edges) == sorted(edges)
    return edges


def ids_of(draw: Draw) -> list[tuple[int, int]]:
    return [(p.a, p.b) for p in draw.pairs]


def codes_of(draw: Draw) -> list[list[str]]:
    return [[r.code for r in p.why] for p in draw.pairs]


def chi_square(seen: Sequence[int]) -> float:
    """Against an even spread over all the outcomes listed."""
    even = sum(seen) / len(seen)
    return sum((x - even) ** 2 / even for x in seen)


@st.composite
def pools(draw: st.DrawFn, most: int = 8) -> Pool:
    """Small fields with any history, possible or not."""
    n = 2 * draw(st.integers(1, most // 2))
    highest = draw(st.sampled_from((3, 6)))
    points = sorted(draw(st.lists(st.integers(0, highest), min_size=n, max_size=n)), reverse=True)
    entrants = tuple(
        Entrant(
            PlayerId(100 + k),
            p,
            downs=draw(st.sampled_from((0, 0, 1, 2))),
            ups=draw(st.sampled_from((0, 0, 1))),
            circle=draw(st.sampled_from(("", "a", "b"))),
        )
        for k, p in enumerate(points)
    )
    share = draw(st.sampled_from((1, 2, 4, 7)))
    met = met_of(
        *(
            (100 + i, 100 + j, draw(st.integers(1, 5)))
            for i in range(n)
            for j in range(i + 1, n)
            if draw(st.integers(0, 7)) < share
        )
    )
    return Pool(entrants, 6, met)
