"""The policy "seed fold inside score piles" of the Iron Gauntlet final (WMH-139, W-39); seed 1 is the best."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from muster.core.kit.lots import Lots
from muster.core.pairing.engine.kernel import Edge, Vector, cheapest
from muster.core.pairing.engine.prices import GroupPrices, Stretch, group_numbers
from muster.core.pairing.pool import Draw, Pool, Rules
from muster.core.pairing.why import down_reason, draw_of, relaxed

WHOLE = 128
"""Up to this many entrants are weighed pair by pair; in a larger field, this many from the top."""


def seeded_fold(pool: Pool, rules: Rules) -> Draw:
    """Highest seed v lowest seed, pile by pile from the top; a pile that cannot be paired on its own sends some down.

    The best pairings in the order of `rules.give_way` come first, as in the draw within score groups: equal points stay
    together and a float goes no further than it must (X-14, X-27, WMH-075). Among those the fold decides (W-39): from
    the top pile down, the lowest seeds go down; those who came down become the top entries of the pile; each top entry
    meets the lowest seed in the pile that still leaves such a pairing.
    """
    ranked = sorted(pool.entrants, key=lambda e: (-e.points, e.seed))
    if len(ranked) % 2:
        raise ValueError(f"an even number of entrants is paired, not {len(ranked)}; choose the bye first")
    # W-08 spreads the floats by lot; here the seeds decide whom they meet.
    field = replace(pool, entrants=tuple(replace(e, ups=0) for e in ranked))
    groups = group_numbers(field.entrants)
    told = []
    for i, j, passed in sorted(_Fold(field, rules, groups).pairs()):
        a, b = field.entrants[i], field.entrants[j]
        reason = rules.reason("seed_fold", seed=a.seed, seed_b=b.seed)
        if passed:
            skipped = [field.entrants[k].id for k in passed]
            reason = replace(reason, code="seed_fold_passed", data={**reason.data, "players_passed": skipped})
        reasons = [reason]
        if a.points != b.points:
            reasons.append(down_reason(rules, a, b, above=bisect_right(groups, groups[i])))
        told.append((a, b, reasons, relaxed(field, rules, a, b, far=groups[j] - groups[i] > 1)))
    return draw_of(told)


class _Fold:
    """A best pairing of the field, changed step by step into the one that the fold asks for, staying best
    throughout.
    """

    def __init__(self, field: Pool, rules: Rules, groups: list[int]) -> None:
        self._groups = groups
        self._goes: set[int] = set()
        self._stays: set[int] = set()
        stretch = Stretch.of_pool(field, rules)
        n, depth = len(groups), 0
        dealt = _dealt(field, rules) if n > WHOLE else None
        while True:
            self._prices = GroupPrices(stretch, rules, depth)
            pairs = dealt or self._cheapest(list(range(n)))
            assert pairs is not None, "every two entrants have a price, so a full pairing exists"
            if self._prices.exact(self._total(pairs)):
                break
            depth += 1
        self._partner = {i: j for pair in pairs for i, j in (pair, pair[::-1])}

    def pairs(self) -> Iterator[tuple[int, int, list[int]]]:
        """Each pair, with the lower seeds of its lower pile that it passed over."""
        groups, partner = self._groups, self._partner
        came: list[int] = []
        for pile in range(groups[-1] + 1 if groups else 0):
            own = [i for i in range(groups.index(pile), len(groups)) if groups[i] == pile]
            goers = self._goers(own)
            free = [i for i in own if i not in goers]
            for top in [*came, *free]:
                if top not in partner or (top in came and not self._lands(top, came, pile)):
                    continue
                passed: list[int] = []
                for other in [i for i in reversed(free) if i in partner]:
                    if self._meet(top, other):
                        del partner[top], partner[other]
                        yield top, other, passed
                        break
                    passed.append(other)
            came += goers

    def _goers(self, own: list[int]) -> list[int]:
        """Who in a pile goes down, best seed first: as many as in every best pairing, the lowest seeds that can."""
        wanted = sum(self._below(i) for i in own)
        goers: list[int] = []
        for i in reversed(own):
            if len(goers) < wanted and self._go(i):
                self._goes.add(i)
                goers.append(i)
            else:
                self._stays.add(i)
        return goers[::-1]

    def _below(self, i: int) -> bool:
        return self._groups[self._partner[i]] > self._groups[i]

    def _lands(self, top: int, came: list[int], pile: int) -> bool:
        """Whether one of those who came from the same pile meets somebody here.

        The number is the same in every best pairing.
        """
        alike = [i for i in came if i in self._partner and self._groups[i] == self._groups[top]]
        return any(self._groups[self._partner[i]] == pile for i in alike)

    def _go(self, i: int) -> bool:
        """Whether there is a best pairing in which this one also goes down. If so, it becomes the current pairing."""
        if self._below(i):
            return True
        pile = self._groups[i]
        self._goes.add(i)
        for other in [k for k in self._partner if self._groups[k] == pile and k not in self._goes and self._below(k)]:
            if self._exchange(i, self._partner[other]):
                return True
        if self._search([i], []):
            return True
        self._goes.remove(i)
        return False

    def _meet(self, i: int, j: int) -> bool:
        """Whether there is a best pairing in which these two meet. If so, it becomes the current pairing."""
        return self._partner[i] == j or self._exchange(i, j) or self._search([i, j], [(i, j)])

    def _exchange(self, i: int, j: int) -> bool:
        """Lets i meet j, and their partners each other, if that is as good."""
        a, b = self._partner[i], self._partner[j]
        new = [(min(i, j), max(i, j)), (min(a, b), max(a, b))]
        old = [(min(i, a), max(i, a)), (min(j, b), max(j, b))]
        if not all(map(self._allowed, new)) or self._total(new) != self._total(old):
            return False
        self._adopt(new)
        return True

    def _search(self, who: list[int], fixed: list[Edge]) -> bool:
        """Pairs everybody who is left again, or these and as many from the top as can be weighed, if that is as
        good.
        """
        left = sorted(self._partner)
        near = left if len(left) <= WHOLE else left[: WHOLE // 2] + who
        scope = sorted({k for i in near for k in (i, self._partner[i])})
        least = self._total([(i, self._partner[i]) for i in scope if i < self._partner[i]])
        if any(x > y for x, y in zip(self._total(fixed), least, strict=True)):
            return False
        settled = {i for pair in fixed for i in pair}
        found = self._cheapest([i for i in scope if i not in settled])
        if found is None or self._total(found + fixed) != least:
            return False
        self._adopt(found + fixed)
        return True

    def _adopt(self, pairs: list[Edge]) -> None:
        self._partner.update({i: j for pair in pairs for i, j in (pair, pair[::-1])})

    def _allowed(self, pair: Edge) -> bool:
        """Whether a pair agrees with who goes down and who stays."""
        i, j = pair
        goes = self._groups[i] != self._groups[j]
        return j not in self._goes and (i not in self._stays if goes else i not in self._goes)

    def _cheapest(self, members: list[int]) -> list[Edge] | None:
        n = len(members)
        pairs = ((x, y) for x in range(n) for y in range(x + 1, n))
        vectors = {(x, y): (members[x], members[y]) for x, y in pairs}
        found = cheapest(n, {e: self._prices.vector(*pair) for e, pair in vectors.items() if self._allowed(pair)})
        return None if found is None else [(members[x], members[y]) for x, y in found[1]]

    def _total(self, pairs: list[Edge]) -> Vector:
        vectors = [self._prices.vector(i, j) for i, j in pairs]
        return tuple(map(sum, zip(*vectors, strict=True))) if vectors else (0,) * len(self._prices.floors)


def _dealt(field: Pool, rules: Rules) -> list[Edge]:
    """Any best pairing of a large field: the lots do not affect what the fold makes of it."""
    # Numpy is slow to load, and no other command needs it.
    from muster.core.pairing.engine.columns import of_pool
    from muster.core.pairing.engine.settle import paired

    found = paired(of_pool(field, rules), rules, Lots("fold", "any"))
    return list(zip(found.first.tolist(), found.second.tolist(), strict=True))
