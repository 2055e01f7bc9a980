"""The least total gap in points: dealt where parity allows, searched where a rematch is in the way. Loads numpy.

No pairing has a total gap below the sum of the gaps at boundaries with an odd number of players above. A segment
between two boundaries that this leaves uncrossed stays by itself as long as what it adds to that sum is less than
the gap at either end: to cross an end costs two gaps, one for each side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

import numpy as np

from muster.core.kit.lots import Lots
from muster.core.kit.model import Points
from muster.core.pairing.engine.columns import Columns
from muster.core.pairing.engine.cover import cover
from muster.core.pairing.engine.dealing import Dealer, Words
from muster.core.pairing.engine.kernel import Edge, Vector
from muster.core.pairing.engine.prices import GroupPrices, Stretch
from muster.core.pairing.engine.sampling import SMALL, counted
from muster.core.pairing.engine.settle import DEALS, Paired, paired, stretch_of
from muster.core.pairing.engine.window import Effort, Window, anything
from muster.core.pairing.pool import Rules

_EFFORT = 1_000_000
"""How many pairs the kernel may weigh for one field: enough for fields of 256 several times over."""


class GapPrices(GroupPrices):
    """The price of a pair is (rematch, gap)."""

    def __init__(self, stretch: Stretch, rules: Rules, levels: Sequence[int]) -> None:
        """`levels`: the points of each group of the stretch, highest first."""
        self._levels = levels
        super().__init__(stretch, rules)
        self.wishes = ["rematch"]

    def _layout(self) -> tuple[Vector, slice, list[int]]:
        above = [k for k in range(1, self.size) if self.groups[k] != self.groups[k - 1]]
        gaps = [high - low for high, low in zip(self._levels, self._levels[1:], strict=False)]
        floor = sum(gap * (n % 2) for gap, n in zip(gaps, above, strict=True))
        return (0, floor), slice(0, 0), [(self.size * (sum(gaps) + 1)).bit_length(), 0]

    def span(self, g: int, h: int) -> Vector:
        return 0, self._levels[g] - self._levels[h]

    def priced(self, g: int, h: int, i: int, last: int, downs: int, same: bool, ups: int) -> Vector:
        return int(last > 0), self._levels[g] - self._levels[h]


def paired_by_gap(columns: Columns, points: Sequence[Points], rules: Rules, lots: Lots) -> Paired:
    """One of the best pairings of an even field; `points`: one value per group, highest first."""
    unit = lcm(*(Fraction(p).denominator for p in points))
    return _Gaps(columns, [int(p * unit) for p in points], rules, lots).paired()


class _Gaps:
    def __init__(self, columns: Columns, levels: Sequence[int], rules: Rules, lots: Lots) -> None:
        self._columns, self._levels, self._rules, self._lots = columns, levels, rules, lots
        self._words, self._effort = Words(lots), Effort(_EFFORT)

    def paired(self) -> Paired:
        n = self._columns.size
        if n <= SMALL:
            pairs = np.array(self._counted() if n else [], dtype=np.int64).reshape(-1, 2)
            return Paired(pairs[:, 0], pairs[:, 1], proven=True)
        dealer = Dealer(self._columns, self._words, DEALS)
        row, bad = dealer.row()
        cuts = dealer.cuts.tolist()
        segments = np.unique(np.searchsorted(dealer.cuts, 2 * bad, side="right") - 1).tolist()
        blocks = [(s, s + 1) for s in segments]
        if len(bad) and any(cover(range(n), self._columns.met, n).total):
            blocks = [(0, len(cuts) - 1)]
        solved: dict[tuple[int, int], list[Edge]] = {}
        k = 0
        while k < len(blocks):
            first, last = blocks[k]
            lo, hi = cuts[first], cuts[last]
            found = self._least(lo, hi)
            if found is None:
                # More than can be searched: the draw within groups floats as little as possible from the top down.
                return replace(paired(self._columns, self._rules, self._lots), proven=False)
            wider = self._wider(found[0], lo, hi, first, last, len(cuts) - 1)
            if wider == (first, last):
                solved[blocks[k]] = self._narrowest(lo, hi, *found)
                k += 1
                continue
            joined = [b for b in blocks if b[0] < wider[1] and wider[0] < b[1]]
            wider = min(wider[0], *(b[0] for b in joined)), max(wider[1], *(b[1] for b in joined))
            k = blocks.index(joined[0])
            blocks[k : k + len(joined)] = [wider]
        for first, last in blocks:
            row[cuts[first] : cuts[last]] = [i for pair in solved[first, last] for i in pair]
        a, b = row[::2], row[1::2]
        return Paired(np.minimum(a, b), np.maximum(a, b), proven=True, clean=not len(bad))

    def _wider(self, total: Vector, lo: int, hi: int, first: int, last: int, end: int) -> tuple[int, int]:
        """The segments to join, unless what they add to their bound stays below the gaps at both ends."""
        groups, levels = self._columns.groups, self._levels
        added = total[1] - self._prices(lo, hi).floors[1]
        above = levels[groups[lo - 1]] - levels[groups[lo]] if lo else None
        below = levels[groups[hi - 1]] - levels[groups[hi]] if hi < self._columns.size else None
        up = above is not None and (total[0] > 0 or added >= above)
        down = below is not None and (total[0] > 0 or added >= below)
        step = last - first if total[0] else 1
        return max(first - step * up, 0), min(last + step * down, end)

    def _prices(self, lo: int, hi: int) -> GapPrices:
        groups = self._columns.groups
        levels = self._levels[groups[lo] : groups[hi - 1] + 1]
        return GapPrices(stretch_of(self._columns, lo, hi), self._rules, levels)

    def _least(self, lo: int, hi: int, widest: int | None = None) -> tuple[Vector, list[Edge]] | None:
        """The least total of a stretch with no gap wider than `widest`; None if there is none or it is too much
        work.
        """
        own = self._columns.part(np.arange(lo, hi))
        row, bad = Dealer(own, self._words, 0).row()
        trouble = {int(row[p]) for k in bad.tolist() for p in (2 * k, 2 * k + 1)}
        window = Window(self._prices(lo, hi), own, self._lots, self._words, self._effort, DEALS)
        answer = window.solved(trouble, anything if widest is None else lambda v: v[1] <= widest)
        return None if answer is None else (answer[0], [(lo + i, lo + j) for i, j in answer[1]])

    def _narrowest(self, lo: int, hi: int, total: Vector, pairs: list[Edge]) -> list[Edge]:
        """An equally good pairing of the stretch whose widest gap is smallest."""
        prices = self._prices(lo, hi)
        while True:
            gaps = sorted({prices.vector(i - lo, j - lo)[1] for i, j in pairs})
            tighter = self._least(lo, hi, gaps[-1] - 1)
            if tighter is None or tighter[0] != total:
                return pairs
            pairs = tighter[1]

    def _counted(self) -> list[Edge]:
        """A small field: all best pairings are equally likely."""
        n = self._columns.size
        prices = self._prices(0, n)
        found = self._least(0, n)
        assert found is not None, "the kernel weighs a small field"
        widest = max(prices.vector(i, j)[1] for i, j in self._narrowest(0, n, *found))
        ban = (n + 1) * prices.pack((1, max(self._levels) - min(self._levels)))

        def cost(i: int, j: int) -> int:
            vector = prices.vector(min(i, j), max(i, j))
            return prices.pack(vector) + (ban if vector[1] > widest else 0)

        return counted(n, cost, self._lots)
