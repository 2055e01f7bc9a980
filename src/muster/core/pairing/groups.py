"""The policy "random within score groups" (L5R-095, L5R-096, WMH-073, WMH-074), and so the random first round too.

The field is cut where a boundary between score groups can stay uncrossed, and each stretch is drawn by
itself; a stretch that cannot be drawn as well as its bounds allow is joined with its neighbours.
"""

from __future__ import annotations

from muster.core.lots import Lots
from muster.core.pairing.kernel import Edge, cheapest, completable, short_by
from muster.core.pairing.pool import Draw, Pool, Rules
from muster.core.pairing.prices import GroupPrices, group_numbers, unmet
from muster.core.pairing.sampling import SMALL, counted, dealt, stirred
from muster.core.pairing.why import draw_of, relaxed, score_reason

_DEALS = 24
"""How often a stretch is dealt afresh before it is repaired instead."""

_REPAIRS = 40
_STIRS = 20
"""Exchanges per entrant when repairing and when stirring."""


def within_groups(pool: Pool, rules: Rules, lots: Lots) -> Draw:
    """Pair an even field by lot inside its score groups, floating as little and as few as can be.

    The result is always one of the best pairings in the order of `rules.give_way` (see GroupPrices).
    All best pairings are equally likely in fields and stretches of up to SMALL entrants, and wherever a
    plain deal succeeds; otherwise the draw is a long random walk among the best ones: near uniform.
    """
    if len(pool.entrants) % 2:
        raise ValueError(f"an even number of entrants is paired, not {len(pool.entrants)}; choose the bye first")
    groups = group_numbers(pool.entrants)
    told = []
    for i, j in sorted(_pairing(pool, rules, lots, groups)):
        a, b = pool.entrants[i], pool.entrants[j]
        reason = score_reason(rules, a, b, one_group=groups[-1] == 0)
        told.append((a, b, [reason], relaxed(pool, rules, a, b, far=groups[j] - groups[i] > 1)))
    return draw_of(told)


def _pairing(pool: Pool, rules: Rules, lots: Lots, groups: list[int]) -> list[Edge]:
    n = len(groups)
    if n == 0:
        return []
    free = unmet(pool, rules)
    if n <= SMALL or not completable(free, (1 << n) - 1):
        return _drawn(GroupPrices(pool, rules, 0, n), lots)
    cuts = [0, *(i for i in range(2, n, 2) if groups[i] != groups[i - 1]), n]
    settled: list[tuple[int, list[Edge]]] = []
    first, last = 0, 1
    while first < len(cuts) - 1:
        prices = GroupPrices(pool, rules, cuts[first], cuts[last])
        pairs = _drawn(prices, lots)
        if _is_settled(prices, pairs, free):
            settled.append((first, pairs))
            first, last = last, last + 1
        elif last < len(cuts) - 1:
            last = min(last + last - first, len(cuts) - 1)
        elif settled:
            first, _ = settled.pop()
        else:
            return pairs
    return [pair for _, pairs in settled for pair in pairs]


def _is_settled(prices: GroupPrices, pairs: list[Edge], free: list[int]) -> bool:
    """Can no pairing of the whole field be better down to the end of this stretch?

    Everything more precious than floats must be free. Each boundary must be crossed no more often than
    parity, or else the entrants above it who find no new opponent among themselves, make inevitable.
    Then the boundary below the stretch stays uncrossed in every best pairing: the rest is independent.
    The last stretch has nothing below it, so its own best is the best there is.
    """
    vectors = [prices.vector(i - prices.lo, j - prices.lo) for i, j in pairs]
    totals = [sum(column) for column in zip(*vectors, strict=True)]
    if any(totals[: prices.floats.start]):
        return False
    if prices.lo + prices.size == len(free):
        return True
    for boundary, crossed in enumerate(totals[prices.floats]):
        above = sum(g <= boundary for g in prices.groups)
        if crossed > above % 2 and crossed > short_by(free, ((1 << above) - 1) << prices.lo):
            return False
    return True


def _drawn(prices: GroupPrices, lots: Lots) -> list[Edge]:
    """A best pairing of one stretch as if it were the whole field."""
    n, lo = prices.size, prices.lo
    pairs = counted(n, prices.cost, lots) if n <= SMALL else _drawn_large(prices, lots)
    return [(lo + i, lo + j) for i, j in pairs]


def _drawn_large(prices: GroupPrices, lots: Lots) -> list[Edge]:
    n = prices.size
    blocks = [[i for i in range(n) if prices.groups[i] == g] for g in range(prices.groups[-1] + 1)]
    pairs = dealt(blocks, prices.clash, lots, _DEALS * n)
    if pairs:
        return pairs
    # one deal without regard to clashes, then repaired
    pairs = dealt(blocks, lambda _i, _j: False, lots, n)
    pairs = stirred(pairs, prices.cost, lots, _REPAIRS * n, prices.target)
    if sum(prices.cost(i, j) for i, j in pairs) != prices.target:
        pairs = _solved(prices, lots)
    return stirred(pairs, prices.cost, lots, _STIRS * n)


def _solved(prices: GroupPrices, lots: Lots) -> list[Edge]:
    """The kernel's exact answer; which of the best it is, random tie-break prices decide."""
    n = prices.size
    vectors = {(i, j): prices.vector(i, j) for i in range(n) for j in range(i + 1, n)}
    marks = [lots.below(1 << 32) for _ in range(n)]
    answer = cheapest(n, vectors, prices.floors, marks)
    assert answer is not None, "every two entrants have a price, so a full pairing exists"
    return answer[1]
