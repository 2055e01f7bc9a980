"""A best pairing of a stretch by the kernel, which sees only those who matter and a few stand-ins for the rest.

The core (entrants whose pairs clash) is priced pair by pair. Of the rest, each score group is one class, whose
members are taken for alike at the least price that any of them has: so the kernel's total is a lower bound. If
real members can be found for the places that its answer gives to their class, at that price, the answer is
proven best; if not, those who got in the way join the core and the kernel runs again.

Two or three stand-ins of a class represent all of it if the answer still pairs two of them with each other: were a
better answer possible with more, the difference would hold a circle of exchanges that uses each class's own pairs
once at most (it can be cut in two where it uses them twice), and such a circle would exist with the few as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from muster.core.kit.lots import Lots
from muster.core.pairing.engine.columns import Columns, Ints
from muster.core.pairing.engine.dealing import Dealer, Words
from muster.core.pairing.engine.kernel import Edge, Vector, cheapest
from muster.core.pairing.engine.prices import GroupPrices

WHOLE = 48
"""Stretches up to this size are solved in one go, with every pair priced."""

CAP = 320
"""The kernel never sees more than this many entrants and stand-ins."""

_SMALL_CLASS = 4
"""A group with no more than this many members outside the core joins it entirely."""

Allowed = Callable[[Vector], bool]


@dataclass(slots=True)
class Effort:
    """How many pairs the kernel may still weigh for one field; a pair with a long price counts more than once."""

    left: int

    def spend(self, entrants: int, numbers: int) -> bool:
        """Whether it may weigh all pairs of this many entrants, with prices of this many numbers."""
        self.left -= entrants**2 * (1 + numbers // 16)
        return entrants <= CAP and self.left >= 0


def anything(_: Vector) -> bool:
    return True


@dataclass(slots=True)
class _Answer:
    """The kernel's answer: pairs of the core, (member, class) places, (class, class) floats."""

    total: Vector
    pairs: list[Edge] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    floats: list[tuple[int, int]] = field(default_factory=list)
    inner: set[int] = field(default_factory=set)


class Window:
    """One stretch to solve; `columns` are its own, numbered like its prices."""

    def __init__(
        self, prices: GroupPrices, columns: Columns, lots: Lots, words: Words, effort: Effort, deals: int
    ) -> None:
        self._prices, self._columns, self._groups = prices, columns, columns.groups
        self._lots, self._words, self._effort, self._deals = lots, words, effort, deals

    def solved(self, trouble: set[int], allowed: Allowed = anything) -> tuple[Vector, list[Edge]] | None:
        """The least total among pairings of allowed pairs, and one that has it; None if it is beyond the cap.

        `trouble`: who is in the core to begin with. Pairs within a group are always allowed.
        """
        size = self._prices.size
        core = set(range(size)) if size <= WHOLE else set(trouble)
        stand_ins: dict[int, int] = {}
        while True:
            rest = self._rest(core)
            few = {g: self._few(len(js), stand_ins.get(g, 2)) for g, js in rest.items()}
            if not self._effort.spend(len(core) + sum(few.values()), len(self._prices.floors)):
                return None
            answer = self._bound(sorted(core), rest, few, allowed)
            if answer is None:
                return None
            spent = [g for g, n in few.items() if n < len(rest[g]) and g not in answer.inner]
            if spent:
                stand_ins.update({g: 2 * few[g] for g in spent})
                continue
            pairs, in_the_way = self._placed(answer, rest)
            if not in_the_way:
                return answer.total, sorted(pairs)
            core |= in_the_way

    def _rest(self, core: set[int]) -> dict[int, Ints]:
        """The members of each class; groups with few members outside the core give them up to it."""
        outside = np.ones(self._prices.size, dtype=np.bool_)
        outside[list(core)] = False
        rest: dict[int, Ints] = {}
        for g, (start, stop) in enumerate(zip(self._columns.starts, self._columns.starts[1:], strict=False)):
            members = start + np.flatnonzero(outside[start:stop])
            if len(members) <= _SMALL_CLASS:
                core.update(members.tolist())
            else:
                rest[g] = members
        return rest

    @staticmethod
    def _few(members: int, wanted: int) -> int:
        return min(members, wanted + (members - wanted) % 2)

    def _bound(self, core: list[int], rest: dict[int, Ints], few: dict[int, int], allowed: Allowed) -> _Answer | None:
        prices = self._prices
        classes = [g for g in few for _ in range(few[g])]
        n, m = len(core), len(core) + len(classes)
        vectors: dict[Edge, Vector] = {}
        for x in range(n):
            for y in range(x + 1, n):
                vectors[x, y] = prices.vector(core[x], core[y])
            to = {g: self._least(core[x], rest[g])[0] for g in few}
            for y in range(n, m):
                vectors[x, y] = to[classes[y - n]]
        across = {(g, h): self._float(rest[g], rest[h])[0] for g in few for h in few if g < h}
        for x in range(n, m):
            for y in range(x + 1, m):
                g, h = classes[x - n], classes[y - n]
                vectors[x, y] = prices.span(g, g) if g == h else across[g, h]
        vectors = {e: v for e, v in vectors.items() if allowed(v)}
        marks = [self._lots.below(1 << 32) for _ in range(m)]
        found = cheapest(m, vectors, prices.floors, marks)
        if found is None:
            return None
        answer = _Answer(found[0])
        for x, y in found[1]:
            if y < n:
                answer.pairs.append((core[x], core[y]))
            elif x < n:
                answer.places.append((core[x], classes[y - n]))
            elif classes[x - n] == classes[y - n]:
                answer.inner.add(classes[x - n])
            else:
                answer.floats.append((classes[x - n], classes[y - n]))
        return answer

    def _least(self, i: int, js: Ints) -> tuple[Vector, Ints]:
        """The least price of i with one of these members of a class, and all members that have it."""
        s, lo = self._prices.stretch, self._prices.lo
        upper = self._groups[i] < self._groups[js[0]]
        lower = self._groups[i] > self._groups[js[0]]
        for wish in self._prices.wishes:
            if wish == "rematch":
                row = s.met(lo + i)
                new = js[~np.isin(js, [j - lo for j in row])]
                if len(new):
                    js = new
                else:
                    again = [(row[lo + j], -min(i, j)) for j in js.tolist()]
                    js = js[[a == min(again) for a in again]]
            elif wish == "circle" and self._columns.circles is not None and s.circles[i]:
                other = js[self._columns.circles[js] != s.circles[i]]
                js = other if len(other) else js
            elif wish == "pair_down" and lower:
                js = self._seldom_down(js)
            elif wish == "up" and upper:
                js = self._seldom_up(js)
        j = int(js[0])
        return self._prices.vector(min(i, j), max(i, j)), js

    def _float(self, upper: Ints, lower: Ints) -> tuple[Vector, Ints, Ints]:
        """The least price of a pair between two classes, and who in each can have it."""
        s, downs, ups = self._prices.stretch, 0, 0
        if len(s.downs):
            upper, lower = self._seldom_down(upper), self._seldom_up(lower)
            downs, ups = int(s.downs[upper[0]]), int(s.ups[lower[0]])
        i = int(upper[0])
        g, h = int(self._groups[i]), int(self._groups[lower[0]])
        return self._prices.priced(g, h, i, 0, downs, False, ups), upper, lower

    def _seldom_down(self, js: Ints) -> Ints:
        """W-06: paired down least often; among players who were paired down before, the lowest placed."""
        if self._columns.downs is None:
            return js
        downs = self._columns.downs[js]
        js = js[downs == downs.min()]
        return js[-1:] if downs.min() else js

    def _seldom_up(self, js: Ints) -> Ints:
        if self._columns.ups is None:
            return js
        ups = self._columns.ups[js]
        seldom: Ints = js[ups == ups.min()]
        return seldom

    def _placed(self, answer: _Answer, rest: dict[int, Ints]) -> tuple[list[Edge], set[int]]:
        """Real pairs for the answer, or the entrants that made it impossible."""
        pairs = list(answer.pairs)
        taken: set[int] = set()
        options = {(i, g): self._mixed(self._least(i, rest[g])[1]) for i, g in answer.places}
        for i, g in sorted(answer.places, key=lambda place: len(options[place])):
            j = next((j for j in options[i, g] if j not in taken), None)
            if j is None:
                return [], set(options[i, g][:8])
            taken.add(j)
            pairs.append((min(i, j), max(i, j)))
        for g, h in answer.floats:
            vector, upper, lower = self._float(rest[g], rest[h])
            ups = [j for j in self._mixed(lower) if j not in taken][:64]
            downs = [i for i in self._mixed(upper) if i not in taken][:64]
            pair = next(((i, j) for i in downs for j in ups if self._prices.vector(i, j) == vector), None)
            if pair is None:
                return [], {*self._mixed(upper)[:8], *self._mixed(lower)[:8]}
            taken.update(pair)
            pairs.append(pair)
        left = np.concatenate([js[~np.isin(js, list(taken))] for js in rest.values()]) if rest else np.zeros(0, int)
        if not len(left):
            return pairs, set()
        row, bad = Dealer(self._columns.part(left), self._words, self._deals).row()
        places = left[row]
        if len(bad):
            return [], {int(places[p]) for k in bad.tolist() for p in (2 * k, 2 * k + 1)}
        a, b = np.minimum(places[::2], places[1::2]), np.maximum(places[::2], places[1::2])
        return pairs + list(zip(a.tolist(), b.tolist(), strict=True)), set()

    def _mixed(self, js: Ints) -> list[int]:
        """At random, so that the lot chooses between equals; for a large class, a sample is enough."""
        order = self._words.order(len(js))
        return [int(j) for j in js[order[:512]]]
