"""From columns to pairs: the whole field dealt at once, and what that leaves unsolved settled stretch by stretch.

The field is cut where a boundary between score groups can stay uncrossed. A segment that cannot be dealt as well
as its bounds allow is solved exactly, and joined with its neighbours until it is proven that no pairing of the
whole field is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from muster.core.kit.lots import Lots
from muster.core.pairing.engine.columns import Columns, Ints
from muster.core.pairing.engine.cover import cover, short_by
from muster.core.pairing.engine.dealing import Dealer, Words
from muster.core.pairing.engine.kernel import Edge
from muster.core.pairing.engine.prices import GroupPrices, Stretch
from muster.core.pairing.engine.sampling import SMALL, counted, stirred
from muster.core.pairing.engine.window import Effort, Window
from muster.core.pairing.pool import Rules

DEALS = 24
"""How often a segment of moderate size is dealt before its clashes are switched away instead."""

_EFFORT = 250
"""How many pairs the kernel may weigh per entrant, in total; anything beyond is drawn plainly and not proven best."""

_STIRS = 20
"""Exchanges per entrant, for up to a hundred entrants, to mix what the kernel has solved."""


@dataclass(frozen=True, slots=True)
class Paired:
    """Pairs by place in the field, the better placed first.

    `proven`: shown to be best by the rules' objective; `clean`: because no pair costs anything but floats.
    """

    first: Ints
    second: Ints
    proven: bool
    clean: bool = False


def paired(columns: Columns, rules: Rules, lots: Lots) -> Paired:
    """One of the best pairings of an even field."""
    return _Settler(columns, rules, lots).paired()


def stretch_of(columns: Columns, lo: int, hi: int) -> Stretch:
    """The entrants lo to hi (exclusive) as plain lists."""

    def part(column: Ints | None) -> list[int]:
        return [] if column is None else [int(x) for x in column[lo:hi].tolist()]

    groups = (columns.groups[lo:hi] - columns.groups[lo]).tolist() if lo < hi else []
    own = (part(columns.downs), part(columns.ups), part(columns.circles))
    latest = columns.latest or columns.met.most
    return Stretch(lo, columns.size, latest, groups, columns.met.of, *own)


class _Settler:
    def __init__(self, columns: Columns, rules: Rules, lots: Lots) -> None:
        self._columns, self._rules, self._lots = columns, rules, lots
        self._words = Words(lots)
        self._dealer = Dealer(columns, self._words, DEALS)
        self._cuts: list[int] = self._dealer.cuts.tolist()
        self._proven = True
        self._effort = Effort(_EFFORT * (columns.size + 500))

    def paired(self) -> Paired:
        if self._columns.size <= SMALL:
            counts = counted(self._columns.size, self._prices(0, self._columns.size).cost, self._lots)
            pairs = np.array(counts, dtype=np.int64).reshape(-1, 2)
            return Paired(pairs[:, 0], pairs[:, 1], proven=True)
        self._row, bad = self._dealer.row()
        if len(bad):
            self._settle(bad)
        a, b = self._row[::2], self._row[1::2]
        return Paired(np.minimum(a, b), np.maximum(a, b), self._proven, clean=not len(bad))

    def _settle(self, bad: Ints) -> None:
        n, cuts = self._columns.size, self._cuts
        forced = cover(range(n), self._columns.met, n)
        if any(forced.total):
            found = self._best(0, n)
            if found is not None:
                return self._write(0, n, found)
            return self._without(forced.pairs)
        segments = np.unique(np.searchsorted(self._dealer.cuts, 2 * bad, side="right") - 1).tolist()
        unsettled = [s for s in segments if not self._circles_as_few_as_can_be(cuts[s], cuts[s + 1])]
        inner: set[int] = set()  # Cuts inside a settled stretch, which it may cross.
        while unsettled:
            first, last, reach, backing = unsettled[0], unsettled[0] + 1, 1, False
            while True:
                lo, hi = cuts[first], cuts[last]
                found = self._best(lo, hi)
                if found is None:
                    return self._plainly(lo)
                end = n if (lo, hi) == (0, n) else self._settled_to(lo, hi, found)
                if end == n or (end > lo and not backing):
                    break
                if hi < n:
                    last = min(first + _wider(last - first, hi - lo), len(cuts) - 1)
                else:
                    # The bottom of the field needs some of those already settled above it.
                    first, reach, backing = max(first - reach, 0), 2 * reach, True
                    while first in inner:
                        first -= 1
            self._write(lo, end, found)
            inner.update(k for k in range(first + 1, last) if cuts[k] < end)
            unsettled = [s for s in unsettled if cuts[s] >= end]
        return None

    def _circles_as_few_as_can_be(self, lo: int, hi: int) -> bool:
        """Whether every clash in a dealt segment is one of circles, and there are no more than the largest circles
        force.

        If floats are dearer than circles, a group gives up at most one entrant per boundary; if more than half of the
        others are in one circle, that many are left over.
        """
        c, wishes = self._columns, GroupPrices(stretch_of(self._columns, 0, 0), self._rules).wishes
        if c.circles is None or wishes.index("circle") < wishes.index("float"):
            return False
        row = self._row[lo:hi]
        a, b = row[::2], row[1::2]
        a, b = a[bad := self._dealer.clash(a, b)], b[bad]
        if (c.circles[a] != c.circles[b]).any() or c.met.between(a, b).any() or (c.groups[a] != c.groups[b]).any():
            return False
        forced = 0
        for start, stop in zip(c.starts, c.starts[1:], strict=False):
            if lo <= start < hi:
                own = c.circles[start:stop]
                largest = int(np.bincount(own[own > 0]).max(initial=0))
                over = 2 * largest - (stop - start) - start % 2 - stop % 2
                forced += max(0, -(-over // 2))
        return len(a) == forced

    def _best(self, lo: int, hi: int) -> _Found | None:
        """A best pairing of one stretch as if it were the whole field; None if that is too much to search."""
        n = hi - lo
        if n <= SMALL:
            prices = self._prices(lo, hi)
            return _Found(prices, _moved(counted(n, prices.cost, self._lots), lo), fair=True)
        own = self._columns.part(np.arange(lo, hi))
        row, bad = Dealer(own, self._words, 0).row()
        trouble = {int(row[p]) for k in bad.tolist() for p in (2 * k, 2 * k + 1)}
        depth = 0
        while True:
            prices = GroupPrices(stretch_of(self._columns, lo, hi), self._rules, depth)
            answer = Window(prices, own, self._lots, self._words, self._effort, DEALS).solved(trouble)
            if answer is None:
                return None
            if prices.exact(answer[0]):
                return _Found(prices, _moved(answer[1], lo))
            depth += 1

    def _prices(self, lo: int, hi: int) -> GroupPrices:
        """For a stretch small enough for prices of full depth."""
        return GroupPrices(stretch_of(self._columns, lo, hi), self._rules, depth=hi - lo)

    def _plainly(self, lo: int) -> None:
        """Pairs the field from `lo` down without the wishes that clash everywhere, then exchanges partners to meet them
        better.
        """
        n, c = self._columns.size, self._columns
        own = c.part(np.arange(lo, n))
        plain = Rules(avoid_rematch=self._rules.avoid_rematch)
        if self._rules == plain:
            return
        found = paired(Columns(own.groups, own.met, own.latest), plain, self._lots)
        prices = GroupPrices(stretch_of(c, lo, n), self._rules)
        pairs = list(zip(found.first.tolist(), found.second.tolist(), strict=True))
        self._write(lo, n, _Found(prices, _moved(pairs, lo)))
        self._proven = False

    def _without(self, forced: Sequence[Edge]) -> None:
        """The pairs that keep rematches to a minimum, with the others paired separately."""
        rest = np.setdiff1d(np.arange(self._columns.size), [i for pair in forced for i in pair])
        found = paired(self._columns.part(rest), self._rules, self._lots)
        others = np.column_stack((rest[found.first], rest[found.second]))
        self._row = np.concatenate((np.array(forced, dtype=np.int64), others)).ravel()
        self._proven = False

    def _settled_to(self, lo: int, hi: int, found: _Found) -> int:
        """The entrant down to which no pairing of the whole field can be better than this one of a stretch.

        Down to there, everything more important than floats must be free, and each boundary crossed only as often as
        parity forces, or the entrants above it who have no new opponent among themselves. Then an uncrossed boundary
        stays uncrossed in every best pairing, and what follows is independent. The last stretch has nothing below it,
        so its own best is the overall best.
        """
        columns, prices = self._columns, found.prices
        a, b = (np.array(side, dtype=np.int64) for side in zip(*found.pairs, strict=True))
        clashing = np.flatnonzero(self._dealer.clash(a, b)).tolist()
        precious = prices.floats.start
        dear = min(
            (int(a[k]) for k in clashing if any(prices.vector(int(a[k]) - lo, int(b[k]) - lo)[:precious])), default=hi
        )
        if hi == columns.size and dear == hi:
            return hi
        end = lo
        for boundary in [*(int(s) for s in columns.starts if lo < s < hi), hi]:
            crossed = int(((a < boundary) & (b >= boundary)).sum())
            if dear < boundary:
                break
            if crossed > (boundary - lo) % 2 and crossed > short_by(range(lo, boundary), columns.met):
                break
            if crossed == 0:
                end = boundary
        return end

    def _write(self, lo: int, end: int, found: _Found) -> None:
        """Writes the settled pairs to the row, mixed by a random walk among equally good ones if needed."""
        pairs = [(i, j) for i, j in found.pairs if j < end]
        if not found.fair:
            prices = GroupPrices(stretch_of(self._columns, lo, end), self._rules, found.prices.depth)
            turns = _STIRS * min(end - lo, 100)
            pairs = _moved(stirred([(i - lo, j - lo) for i, j in pairs], prices.cost, self._lots, turns), lo)
        self._row[lo:end] = [i for pair in pairs for i in pair]


@dataclass(frozen=True, slots=True)
class _Found:
    """A best pairing of a stretch; `fair`: all best pairings were equally likely."""

    prices: GroupPrices
    pairs: list[Edge]
    fair: bool = False


def _moved(pairs: list[Edge], lo: int) -> list[Edge]:
    return [(lo + i, lo + j) for i, j in pairs]


def _wider(parts: int, entrants: int) -> int:
    """How many parts the next stretch to try has: one more while that is cheap, then half as many again."""
    return parts + 1 if entrants < 2 * SMALL else parts + parts // 2 + 1
