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
        prices = GroupPrices(pool, rules, 0, n)
        return _mixed(prices, *_drawn(prices, lots), lots)
    cuts = [0, *(i for i in range(2, n, 2) if groups[i] != groups[i - 1]), n]
    settled: list[tuple[int, list[Edge]]] = []
    first, last, backing = 0, 1, False
    while first < len(cuts) - 1:
        prices = GroupPrices(pool, rules, cuts[first], cuts[last])
        pairs, fair = _drawn(prices, lots)
        end = _settled_to(prices, pairs, free)
        if end == n or (end > prices.lo and not backing):
            part = GroupPrices(pool, rules, prices.lo, end)
            settled.append((first, _mixed(part, [(i, j) for i, j in pairs if j < end], fair, lots)))
            first = cuts.index(end)
            last = max(last, first + 1)
        elif last < len(cuts) - 1:
            last = min(_wider(last - first, prices.size) + first, len(cuts) - 1)
        elif settled:
            # the bottom of the field cannot do without those already settled above it
            first, _ = settled.pop()
            backing = True
        else:
            return _mixed(prices, pairs, fair, lots)
    return [pair for _, pairs in settled for pair in pairs]


def _wider(parts: int, entrants: int) -> int:
    """The parts of the next stretch to try: one more while that is cheap, then half as many again."""
    return parts + 1 if entrants < 2 * SMALL else parts + parts // 2 + 1


def _settled_to(prices: GroupPrices, pairs: list[Edge], free: list[int]) -> int:
    """Down to which entrant can no pairing of the whole field be better than this one of a stretch?

    So far everything more precious than floats must be free, and each boundary crossed no more often than
    parity, or else the entrants above it who find no new opponent among themselves, make inevitable.
    Then an uncrossed boundary stays uncrossed in every best pairing: what follows is independent.
    The last stretch has nothing below it, so its own best is the best there is.
    """
    lo, hi, precious = prices.lo, prices.lo + prices.size, prices.floats.start
    dear = min((i for i, j in pairs if any(prices.vector(i - lo, j - lo)[:precious])), default=hi)
    if hi == len(free) and dear == hi:
        return hi
    end = lo
    for boundary in [*(lo + k for k in range(1, hi - lo) if prices.groups[k] != prices.groups[k - 1]), hi]:
        crossed = sum(i < boundary <= j for i, j in pairs)
        if dear < boundary:
            break
        if crossed > (boundary - lo) % 2 and crossed > short_by(free, (1 << boundary) - (1 << lo)):
            break
        if crossed == 0:
            end = boundary
    return end


def _drawn(prices: GroupPrices, lots: Lots) -> tuple[list[Edge], bool]:
    """A best pairing of one stretch as if it were the whole field; is it a fair draw already?"""
    n, lo = prices.size, prices.lo
    if n <= SMALL:
        pairs, fair = counted(n, prices.cost, lots), True
    else:
        blocks = [[i for i in range(n) if prices.groups[i] == g] for g in range(prices.groups[-1] + 1)]
        pairs = dealt(blocks, prices.clash, lots, _DEALS * n)
        fair = bool(pairs)
        if not fair:
            # one deal without regard to clashes, then repaired
            pairs = dealt(blocks, lambda _i, _j: False, lots, n)
            pairs = stirred(pairs, prices.cost, lots, _REPAIRS * n, prices.target)
            if sum(prices.cost(i, j) for i, j in pairs) != prices.target:
                pairs = _solved(prices, lots)
    return [(lo + i, lo + j) for i, j in pairs], fair


def _mixed(prices: GroupPrices, pairs: list[Edge], fair: bool, lots: Lots) -> list[Edge]:
    """The same pairs if their draw was fair, else as good a pairing after a long random walk."""
    if fair:
        return pairs
    lo = prices.lo
    stretch = [(i - lo, j - lo) for i, j in pairs]
    return [(lo + i, lo + j) for i, j in stirred(stretch, prices.cost, lots, _STIRS * prices.size)]


def _solved(prices: GroupPrices, lots: Lots) -> list[Edge]:
    """The kernel's exact answer; which of the best it is, random tie-break prices decide."""
    n = prices.size
    vectors = {(i, j): prices.vector(i, j) for i in range(n) for j in range(i + 1, n)}
    marks = [lots.below(1 << 32) for _ in range(n)]
    answer = cheapest(n, vectors, prices.floors, marks)
    assert answer is not None, "every two entrants have a price, so a full pairing exists"
    return answer[1]
