"""Dealing a whole field at once: shuffled inside its score groups, laid in a row, neighbours paired.

The row crosses each boundary between groups (players above it mod 2) times and passes over no group: no
pairing can float less. A segment is the groups between two boundaries that stay uncrossed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from muster.core.kit.lots import Lots
from muster.core.pairing.engine.columns import Bools, Columns, Ints

MODERATE = 1024
"""Segments up to this size are dealt again when a pair clashes, which is exactly uniform.

Larger ones are fixed by switching.
"""

_TRIES = 16
"""Partners tried at random before the whole group is searched."""


class Words:
    """64-bit random words in arrays: SplitMix64 (Steele, Lea and Flood 2014), each array seeded from the lots.

    Only whole-number arithmetic, so that a draw stays the same with every version of Python and numpy; numpy's own
    generators promise that only for some methods.
    """

    def __init__(self, lots: Lots) -> None:
        self._lots = lots

    def keys(self, n: int) -> npt.NDArray[np.uint64]:
        words = np.arange(1, n + 1, dtype=np.uint64)
        words *= np.uint64(0x9E3779B97F4A7C15)
        words += np.uint64(self._lots.below(1 << 64))
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            words ^= words >> np.uint64(shift)
            words *= np.uint64(factor)
        words ^= words >> np.uint64(31)
        return words

    def order(self, n: int, groups: Ints | None = None) -> Ints:
        """A random permutation of 0..n-1, or a random one among those that keep the groups in order.

        Sorts words made of the group, random bits and the number itself, so that no two are equal and any sort gives
        the same answer. With at least forty random bits, all permutations are practically equally likely.
        """
        low = np.uint64(max(n - 1, 1).bit_length())
        words = self.keys(n)
        if groups is not None:
            high = int(groups[-1]).bit_length() if n else 0
            if high > 64 - 40 - int(low):
                mixed = self.order(n)
                return mixed[groups[mixed].argsort(kind="stable")]
            words >>= np.uint64(high)
            if high:
                words |= groups.astype(np.uint64) << np.uint64(64 - high)
        words >>= low
        words <<= low
        words |= np.arange(n, dtype=np.uint64)
        words.sort()
        words &= (np.uint64(1) << low) - np.uint64(1)
        return words.astype(np.int64)

    def below(self, n: int, count: int) -> Ints:
        """`count` numbers from 0 to n-1 (n is far below 2**64, so the remainder's bias is negligible)."""
        return (self.keys(count) % np.uint64(n)).astype(np.int64)


class Dealer:
    """Deals the field; `row[2k]` meets `row[2k + 1]`, and place p of the row always holds an entrant of place p's
    group.
    """

    def __init__(self, columns: Columns, words: Words, deals: int) -> None:
        self.columns, self.words, self._deals = columns, words, deals
        starts = columns.starts
        self.cuts = np.concatenate(([0], starts[(starts % 2 == 0) & (starts > 0)]))

    def clash(self, a: Ints, b: Ints) -> Bools:
        """Whether these pairs cost anything beyond the boundaries they cross. a[k] is in the same group as b[k] or a
        better one.
        """
        c = self.columns
        bad = c.met.between(a, b)
        if c.circles is not None:
            circle = c.circles[a]
            bad = bad | ((circle == c.circles[b]) & (circle > 0))
        if c.downs is not None and c.ups is not None:
            bad = bad | ((c.groups[a] != c.groups[b]) & ((c.downs[a] > 0) | (c.ups[b] > 0)))
        return bad

    def row(self) -> tuple[Ints, Ints]:
        """The row, and the numbers of the pairs that still clash after dealing and switching."""
        groups, cuts = self.columns.groups, self.cuts
        row = self.words.order(len(groups), groups)
        bad = np.flatnonzero(self.clash(row[::2], row[1::2]))
        if len(bad) and self._deals:
            segments = np.unique(np.searchsorted(cuts, 2 * bad, side="right") - 1).tolist()
            for lo, hi in [(int(cuts[s]), int(cuts[s + 1])) for s in segments if cuts[s + 1] - cuts[s] <= MODERATE]:
                still = self._dealt_afresh(row[lo:hi], lo, groups[lo:hi] - groups[lo])
                bad = np.concatenate((bad[(bad < lo // 2) | (bad >= hi // 2)], lo // 2 + still))
        return row, self.switched(row, bad)

    def _dealt_afresh(self, row: Ints, lo: int, groups: Ints) -> Ints:
        """Deals one segment until no pair clashes, which is exactly uniform among such rows; or gives up."""
        for _ in range(self._deals):
            row[:] = lo + self.words.order(len(row), groups)
            bad = np.flatnonzero(self.clash(row[::2], row[1::2]))
            if not len(bad):
                break
        return bad

    def switched(self, row: Ints, bad: Ints) -> Ints:
        """Resolves clashing pairs by switching one of the two with another of its group, at random.

        Changes the row in place and returns the pairs that still clash. Every switch keeps each place's group.
        """
        left: list[int] = []
        for k in bad.tolist():
            if self.clash(row[2 * k : 2 * k + 1], row[2 * k + 1 : 2 * k + 2])[0] and not self._switch(row, k):
                left.append(k)
        return np.array(left, dtype=np.int64)

    def _switch(self, row: Ints, k: int) -> bool:
        starts, groups = self.columns.starts, self.columns.groups
        first = int(self.words.below(2, 1)[0])
        for everybody in (False, True):
            for p in (2 * k + first, 2 * k + 1 - first):
                g = groups[row[p]]
                start, stop = int(starts[g]), int(starts[g + 1])
                if stop - start < 2:
                    continue
                if everybody:
                    places = start + self.words.order(stop - start)
                else:
                    places = start + self.words.below(stop - start, _TRIES)
                places = places[places // 2 != k]
                upper, lower = places & ~1, places | 1
                # p takes the entrant of each place q in turn, and q takes p's.
                mine = np.full(len(places), row[p ^ 1])
                theirs = row[places]
                one = self.clash(theirs, mine) if p % 2 == 0 else self.clash(mine, theirs)
                a = np.where(upper == places, row[p], row[upper])
                b = np.where(lower == places, row[p], row[lower])
                good = places[~(one | self.clash(a, b))]
                if len(good):
                    q = good[0]
                    row[p], row[q] = row[q], row[p]
                    return True
        return False
