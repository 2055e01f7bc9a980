"""What a pair costs: the wishes of X-13 as numbers, most precious first; and who may meet freely."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.pairing.kernel import Vector
from muster.core.pairing.pool import Entrant, Pool, Rules


def rematch_price(pool: Pool, i: int, j: int) -> Vector:
    """X-14, X-23: fewest rematches, then the longest ago, then not between the leaders."""
    last = pool.last_met(pool.entrants[i].id, pool.entrants[j].id)
    return (1, last, len(pool.entrants) - 1 - min(i, j)) if last else (0, 0, 0)


def unmet(pool: Pool, rules: Rules) -> list[int]:
    """For each entrant the mask of those it may meet without a rematch."""
    place = {e.id: i for i, e in enumerate(pool.entrants)}
    everybody = (1 << len(place)) - 1
    free = [everybody & ~(1 << i) for i in range(len(place))]
    if rules.avoid_rematch:
        for e, i in place.items():
            for other, last in pool.met.get(e, {}).items():
                if last and other in place:
                    free[i] &= ~(1 << place[other])
    return free


def group_numbers(entrants: Sequence[Entrant]) -> list[int]:
    """The score group of each entrant, 0 at the top: equal points, one group."""
    numbers: list[int] = []
    for i, e in enumerate(entrants):
        numbers.append(numbers[-1] + (e.points != entrants[i - 1].points) if i else 0)
    return numbers


class GroupPrices:
    """Prices of pairs among the entrants `lo` to `hi` (exclusive) of a pool, which hold whole score groups.

    The blocks of the vector follow the rules' order of giving way, most precious first:
    rematch (X-14); float: crossings of each boundary from the top, then groups passed over (L-09, L-10);
    pair_down (W-06: those down least often, then the lowest placed); circle; last, W-08: times met from above.
    """

    def __init__(self, pool: Pool, rules: Rules, lo: int, hi: int) -> None:
        self.pool, self.rules, self.lo, self.size = pool, rules, lo, hi - lo
        self.entrants = pool.entrants[lo:hi]
        self.groups = group_numbers(self.entrants)
        self._wishes = [w for w in reversed(rules.give_way) if self._applies(w)]
        if rules.limit_downs:
            self._wishes.append("up")
        self.floors, self.floats, self._shifts = self._layout()
        self._spans: dict[tuple[int, int], Vector] = {}
        self._packed: dict[Vector, int] = {}
        self.target = self.pack(self.floors)

    def _applies(self, wish: str) -> bool:
        rules = self.rules
        on = {
            "rematch": rules.avoid_rematch,
            "float": True,
            "pair_down": rules.limit_downs,
            "circle": rules.avoid_circle,
        }
        return on.get(wish, False)

    def _layout(self) -> tuple[Vector, slice, list[int]]:
        """The least possible totals, where the crossings stand in the vector, and room for each total when packed."""
        floors: list[int] = []
        peaks: list[int] = []
        floats = slice(0, 0)
        n = len(self.pool.entrants)
        last = self.groups[-1] if self.groups else 0
        above = [sum(g <= b for g in self.groups) for b in range(last)]
        for wish in self._wishes:
            if wish == "float":
                floats = slice(len(floors), len(floors) + last)
                floors += [a % 2 for a in above] + [0]
                peaks += [1] * last + [last]
            else:
                width = {"rematch": 3, "pair_down": 2}.get(wish, 1)
                floors += [0] * width
                peaks += [max(n, self.pool.round, *(e.downs + e.ups for e in self.entrants))] * width
        shifts, shift = [0] * len(peaks), 0
        for c in range(len(peaks) - 1, -1, -1):
            shifts[c] = shift
            shift += (peaks[c] * self.size).bit_length()
        return tuple(floors), floats, shifts

    def vector(self, i: int, j: int) -> Vector:
        """The price of the pair (i, j), counted from `lo`, i the better placed."""
        a, b = self.entrants[i], self.entrants[j]
        g, h = self.groups[i], self.groups[j]
        plain = self._spans.get((g, h))
        if plain is None:
            plain = self._spans[g, h] = self._span(g, h)
        met = self.rules.avoid_rematch and self.pool.last_met(a.id, b.id)
        circle = self.rules.avoid_circle and a.circle and a.circle == b.circle
        down = self.rules.limit_downs and g != h and (a.downs or b.ups)
        if not (met or circle or down):
            return plain
        vector: list[int] = []
        for wish in self._wishes:
            if wish == "rematch":
                vector += rematch_price(self.pool, self.lo + i, self.lo + j) if met else (0, 0, 0)
            elif wish == "float":
                vector += plain[self.floats.start : self.floats.stop + 1]
            elif wish == "pair_down":
                vector += (a.downs, len(self.pool.entrants) - 1 - self.lo - i) if down and a.downs else (0, 0)
            else:
                vector.append(int(bool(circle)) if wish == "circle" else b.ups if down else 0)
        return tuple(vector)

    def clash(self, i: int, j: int) -> bool:
        """Does this pair cost anything beyond the boundaries it crosses?"""
        i, j = min(i, j), max(i, j)
        return self.vector(i, j) is not self._spans[self.groups[i], self.groups[j]]

    def _span(self, g: int, h: int) -> Vector:
        vector = [0] * len(self.floors)
        start, stop = self.floats.start, self.floats.stop
        vector[start + g : start + h] = [1] * (h - g)
        if stop > start:
            vector[stop] = max(h - g - 1, 0)
        return tuple(vector)

    def pack(self, vector: Vector) -> int:
        """The vector, or a sum of vectors, as one number that orders alike."""
        return sum(x << s for x, s in zip(vector, self._shifts, strict=True))

    def cost(self, i: int, j: int) -> int:
        vector = self.vector(i, j) if i < j else self.vector(j, i)
        packed = self._packed.get(vector)
        if packed is None:
            packed = self._packed[vector] = self.pack(vector)
        return packed
