"""Fair random pairings of numbered entrants: each of the cheapest ones equally likely, or as near as stated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from muster.core.kit.lots import Lots
from muster.core.pairing.engine.kernel import Edge

Cost = Callable[[int, int], int]

SMALL = 14
"""Up to this many entrants, all cheapest pairings are counted (some ten thousand subsets)."""


def counted(n: int, cost: Cost, lots: Lots) -> list[Edge]:
    """One of the cheapest full pairings of 0..n-1 (n even), all exactly equally likely.

    For every set of remaining entrants: the least cost to pair them, and in how many ways. The lowest remaining entrant
    always chooses next, so each pairing is counted once.
    """
    table = [[cost(i, j) if i < j else 0 for j in range(n)] for i in range(n)]
    known: dict[int, tuple[int, int]] = {0: (0, 1)}

    def best(left: int) -> tuple[int, int]:
        entry = known.get(left)
        if entry is None:
            least, ways = -1, 0
            for price, _, rest in _choices(table, left):
                more, times = best(rest)
                if least < 0 or price + more < least:
                    least, ways = price + more, times
                elif price + more == least:
                    ways += times
            entry = known[left] = (least, ways)
        return entry

    pairs: list[Edge] = []
    left = (1 << n) - 1
    while left:
        least, ways = best(left)
        ticket = lots.below(ways)
        for price, pair, rest in _choices(table, left):
            more, times = best(rest)
            if price + more == least:
                if ticket < times:
                    pairs.append(pair)
                    left = rest
                    break
                ticket -= times
    return pairs


def _choices(table: Sequence[Sequence[int]], left: int) -> list[tuple[int, Edge, int]]:
    first = left & -left
    i = first.bit_length() - 1
    row, others = table[i], left ^ first
    choices: list[tuple[int, Edge, int]] = []
    mask = others
    while mask:
        bit = mask & -mask
        mask ^= bit
        j = bit.bit_length() - 1
        choices.append((row[j], (i, j), others ^ bit))
    return choices


def stirred(pairs: Sequence[Edge], cost: Cost, lots: Lots, turns: int) -> list[Edge]:
    """Random exchanges of partners between two pairs, made whenever the total price does not rise.

    Started at a cheapest pairing, this is a random walk over the cheapest pairings that is uniform in the long run over
    all it can reach.
    """
    now = list(pairs)
    if len(now) < 2:
        return now
    prices = [cost(i, j) for i, j in now]
    for _ in range(turns):
        x, y = lots.below(len(now)), lots.below(len(now))
        if x == y:
            continue
        (a, b), (c, d) = now[x], now[y]
        if lots.below(2):
            c, d = d, c
        first, second = cost(a, c), cost(b, d)
        if first + second <= prices[x] + prices[y]:
            now[x], now[y] = (min(a, c), max(a, c)), (min(b, d), max(b, d))
            prices[x], prices[y] = first, second
    return sorted(now)
