"""What a pair costs: the wishes of X-13 as numbers, the most important first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from muster.core.pairing.engine.kernel import Vector
from muster.core.pairing.pool import Entrant, Pool, Rules


def rematch_price(field: int, i: int, j: int, last: int) -> Vector:
    """X-14, X-23: fewest rematches, then the longest ago, then not between the leaders of a field of that size."""
    return (1, last, field - 1 - min(i, j)) if last else (0, 0, 0)


def group_numbers(entrants: Sequence[Entrant]) -> list[int]:
    """The score group of each entrant, 0 at the top: equal points, one group."""
    numbers: list[int] = []
    for i, e in enumerate(entrants):
        numbers.append(numbers[-1] + (e.points != entrants[i - 1].points) if i else 0)
    return numbers


class PoolMeetings:
    """Whom each entrant of a pool met, by place; empty if the rules ignore that."""

    def __init__(self, pool: Pool, rules: Rules) -> None:
        self._pool = pool
        self._place = {e.id: i for i, e in enumerate(pool.entrants)} if rules.avoid_rematch else {}
        self._known: dict[int, dict[int, int]] = {}
        self.most = max((len(pool.met.get(p, ())) for p in self._place), default=0)

    def of(self, i: int) -> Mapping[int, int]:
        """Whom i met, and in which round last."""
        known = self._known.get(i)
        if known is None:
            place, row = self._place, self._pool.met.get(self._pool.entrants[i].id, {})
            known = self._known[i] = {place[p]: last for p, last in row.items() if last and p in place}
        return known


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring entrants of a field that make up whole score groups, numbered from 0 as are their groups.

    `lo`: the place of the first of them in the field; `field`: its size; `met`: by places of the field.
    `latest`: a round no earlier than any meeting. Columns are lists or arrays.
    """

    lo: int
    field: int
    latest: int
    groups: Sequence[int]
    met: Callable[[int], Mapping[int, int]]
    downs: Sequence[int]
    ups: Sequence[int]
    circles: Sequence[object]

    @staticmethod
    def of_pool(pool: Pool, rules: Rules) -> Stretch:
        who = pool.entrants
        return Stretch(
            0,
            len(who),
            pool.round,
            group_numbers(who),
            PoolMeetings(pool, rules).of,
            [e.downs for e in who] if rules.limit_downs else (),
            [e.ups for e in who] if rules.limit_downs else (),
            [e.circle for e in who] if rules.avoid_circle else (),
        )


class GroupPrices:
    """Prices of pairs among the entrants of a stretch.

    The blocks of the vector follow the rules' order of giving way, most precious first: rematch (X-14); float (L-09,
    L-10, X-27): crossings of each boundary from the top, then for each group from the top how far its leftovers go;
    pair_down (W-06: those down least often, then the lowest placed); circle; last, W-08: how often they were paired up.

    Leftovers of one group have equal points, so the one that goes least far counts first: as few as possible pass over
    a group at all, then as few as possible pass over two, and so on. `depth`: up to how many groups passed over this is
    counted, one number for each; one more number holds the sum of what goes beyond. That keeps prices short and is
    usually just as good (see `exact`).
    """

    def __init__(self, stretch: Stretch, rules: Rules, depth: int = 0) -> None:
        self.stretch, self.lo, self.size, self.groups = stretch, stretch.lo, len(stretch.groups), stretch.groups
        self.depth = depth
        self._passing: list[int] = []
        on = {
            "rematch": rules.avoid_rematch,
            "float": True,
            "pair_down": rules.limit_downs,
            "circle": rules.avoid_circle,
            "up": rules.limit_downs,
        }
        self.wishes = [w for w in (*reversed(rules.give_way), "up") if on.get(w)]
        self.floors, self.floats, self._shifts = self._layout()
        self._spans: dict[tuple[int, int], Vector] = {}
        self._packed: dict[Vector, int] = {}

    def _layout(self) -> tuple[Vector, slice, list[int]]:
        """The least possible totals, where the floats are in the vector, and the room each total needs when packed."""
        floors: list[int] = []
        peaks: list[int] = []
        floats = slice(0, 0)
        s = self.stretch
        above = [k for k in range(1, self.size) if s.groups[k] != s.groups[k - 1]]
        often = max((int(x) + int(y) for x, y in zip(s.downs, s.ups, strict=True)), default=0)
        for wish in self.wishes:
            if wish == "float":
                start = len(floors)
                floors += [a % 2 for a in above]
                peaks += [1] * len(above)
                for most in range(len(above) - 1, 0, -1):  # This many groups can be passed over from here.
                    self._passing.append(len(floors))
                    peaks += [1] * min(self.depth, most) + [most - self.depth] * (most > self.depth)
                    floors += [0] * (len(peaks) - len(floors))
                floats = slice(start, len(floors))
            else:
                width = {"rematch": 3, "pair_down": 2}.get(wish, 1)
                floors += [0] * width
                peaks += [max(s.field, s.latest, often)] * width
        shifts, shift = [0] * len(peaks), 0
        for c in range(len(peaks) - 1, -1, -1):
            shifts[c] = shift
            shift += (peaks[c] * self.size).bit_length()
        return tuple(floors), floats, shifts

    def exact(self, total: Vector) -> bool:
        """Whether these prices are deep enough for pairings with this least total, so that all float equally far.

        That is so if the part beyond is one leftover of a group, or a single group in all.
        """
        ends = [*self._passing[1:], self.floats.stop]
        for g, (first, end) in enumerate(zip(self._passing, ends, strict=False)):
            beyond = first + self.depth
            if beyond < end and total[beyond] > 1:
                goers = total[beyond - 1] if self.depth else total[self.floats.start + g]
                if goers > 1:
                    return False
        return True

    def last_met(self, i: int, j: int) -> int:
        """The round in which these two last met, 0 if never; numbers of the stretch."""
        return self.stretch.met(self.lo + i).get(self.lo + j, 0)

    def place(self, i: int) -> int:
        """How many of the field are below i: the price of breaking a wish high up."""
        return self.stretch.field - 1 - self.lo - i

    def span(self, g: int, h: int) -> Vector:
        """The least that a pair of these two groups can cost."""
        plain = self._spans.get((g, h))
        if plain is None:
            vector = [0] * len(self.floors)
            start, passed = self.floats.start, h - g - 1
            vector[start + g : start + h] = [1] * (h - g)
            if passed > 0:
                first, last = self._passing[g], self._passing[g] + self.depth
                vector[first : min(first + passed, last)] = [1] * min(passed, self.depth)
                if passed > self.depth:
                    vector[last] = passed - self.depth
            plain = self._spans[g, h] = tuple(vector)
        return plain

    def vector(self, i: int, j: int) -> Vector:
        """The price of the pair (i, j), i the better placed."""
        s = self.stretch
        g, h = int(s.groups[i]), int(s.groups[j])
        last = self.last_met(i, j)
        same = bool(s.circles[i] and s.circles[i] == s.circles[j]) if len(s.circles) else False
        downs, ups = (int(s.downs[i]), int(s.ups[j])) if g != h and len(s.downs) else (0, 0)
        return self.priced(g, h, i, last, downs, same, ups)

    def priced(self, g: int, h: int, i: int, last: int, downs: int, same: bool, ups: int) -> Vector:
        """The vector of a pair across groups g to h whose better one is i."""
        plain = self.span(g, h)
        if not (last or downs or same or ups):
            return plain
        vector: list[int] = []
        for wish in self.wishes:
            if wish == "rematch":
                vector += rematch_price(self.stretch.field, self.lo + i, self.stretch.field, last)
            elif wish == "float":
                vector += plain[self.floats]
            elif wish == "pair_down":
                vector += (downs, self.place(i)) if downs else (0, 0)
            else:
                vector.append(int(same) if wish == "circle" else ups)
        return tuple(vector)

    def pack(self, vector: Vector) -> int:
        """The vector, or a sum of vectors, as one number that sorts the same way."""
        return sum(x << s for x, s in zip(vector, self._shifts, strict=True))

    def cost(self, i: int, j: int) -> int:
        vector = self.vector(i, j) if i < j else self.vector(j, i)
        packed = self._packed.get(vector)
        if packed is None:
            packed = self._packed[vector] = self.pack(vector)
        return packed
