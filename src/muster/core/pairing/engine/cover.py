"""Certificates that a set of entrants can be paired without a rematch, and the least rematches where it cannot.

The rematch graph is sparse: an even set in which nobody met more than d of the others can always be paired if it
has 2d + 2 members or more (Dirac). So only the few who met many need the kernel, or a set that is small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from muster.core.pairing.engine.kernel import Edge, Vector, cheapest, covering, largest
from muster.core.pairing.engine.prices import rematch_price

_FEW = 24
"""Up to this many heavy entrants are covered one by one; with more, the whole set goes to the kernel."""


class Met(Protocol):
    """Who met whom, by number. `most`: nobody met more than this many."""

    @property
    def most(self) -> int: ...

    def of(self, i: int) -> Mapping[int, int]: ...


@dataclass(frozen=True, slots=True)
class Cover:
    """The least total of rematch prices, and pairs that reach it.

    `pairs` is a full pairing, or it covers those who met many; then the others, none of whom met more than
    `met_by_rest` of the members, can pair among themselves without a rematch while there are enough of them.
    """

    total: Vector
    pairs: tuple[Edge, ...]
    met_by_rest: int = 0

    def holds(self, members: int) -> bool:
        """Whether it is still a proof with this many members left, all of its pairs among them."""
        rest = members - 2 * len(self.pairs)
        return rest == 0 or rest >= 2 * self.met_by_rest + 2


def cover(members: Sequence[int], met: Met, field: int) -> Cover:
    """The cover of an even set of members; `field`: the size of the field they are numbered in."""
    m = len(members)
    if m >= 2 * met.most + 2:
        return Cover((0, 0, 0), (), met.most)
    heavy = _heavy(members, met)
    if heavy is None:
        return _whole(members, met, field)
    inside = set(members)
    rest = max((len(inside & met.of(i).keys()) for i in inside - set(heavy)), default=0)
    prices: dict[Edge, Vector] = {}
    for i in heavy:
        row = met.of(i)
        free = [j for j in members if j not in row and j != i][: 2 * len(heavy)]
        again = sorted((rematch_price(field, i, j, row[j]), j) for j in row if j in inside)[: 2 * len(heavy)]
        prices.update({(min(i, j), max(i, j)): (0, 0, 0) for j in free})
        prices.update({(min(i, j), max(i, j)): price for price, j in again})
    total, pairs = covering(prices, set(heavy))
    return Cover(total or (0, 0, 0), tuple(pairs), rest)


def short_by(members: Sequence[int], met: Met) -> int:
    """How many members are left over in the largest pairing without a rematch."""
    m = len(members)
    if m >= 2 * met.most + 2:
        return m % 2
    inside = set(members)
    heavy = _heavy(members, met)
    if heavy is None:
        place = {i: k for k, i in enumerate(members)}
        edges = [(place[i], place[j]) for i in members for j in inside - met.of(i).keys() if i < j]
        return m - 2 * len(largest(m, edges))
    free = {
        (min(i, j), max(i, j)): (0,)
        for i in heavy
        for j in [j for j in members if j not in met.of(i) and j != i][: 2 * len(heavy)]
    }
    _, pairs = covering(free, set(heavy))
    covered = {i for pair in pairs for i in pair}
    alone = sum(i not in covered for i in heavy)
    return alone + (m - alone) % 2


def _heavy(members: Sequence[int], met: Met) -> list[int] | None:
    """Entrants who met so many that they must be paired first; None if there are more than a few."""
    inside = set(members)
    degree = {i: len(inside & met.of(i).keys()) for i in members}
    ranked = sorted(members, key=degree.__getitem__, reverse=True)
    for t, i in enumerate(ranked[: _FEW + 1]):
        if len(members) - 2 * t >= 2 * degree[i] + 2:
            return ranked[:t]
    return None


def _whole(members: Sequence[int], met: Met, field: int) -> Cover:
    n = len(members)
    free = [(x, y) for x in range(n) for y in range(x + 1, n) if members[y] not in met.of(members[x])]
    pairs = largest(n, free)
    total: Vector = (0, 0, 0)
    if 2 * len(pairs) < n:
        prices = {
            (x, y): rematch_price(field, members[x], members[y], met.of(members[x]).get(members[y], 0))
            for x in range(n)
            for y in range(x + 1, n)
        }
        answer = cheapest(n, prices)
        assert answer is not None, "every two entrants have a price, so a full pairing exists"
        total, pairs = answer
    return Cover(total, tuple((members[x], members[y]) for x, y in pairs))
