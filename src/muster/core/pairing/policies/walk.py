"""The policy "the first full pairing in order": the top entrant left takes the first who leaves the rest pairable.

Bushido's 1 v 2 without rematches (B-01) and Urban War's stack with its dead ends repaired (UW-26, UW-31, U-01).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.pairing.engine.cover import Cover, cover
from muster.core.pairing.engine.kernel import Vector
from muster.core.pairing.engine.prices import PoolMeetings, rematch_price
from muster.core.pairing.pool import Draw, Entrant, Pool, Rules
from muster.core.pairing.why import draw_of, forced_rematch

Candidates = Callable[[Entrant, Iterable[Entrant]], Iterable[Entrant]]
"""Given the top entrant and those below it, the same ones in the order to try them."""


def other_circle_first(top: Entrant, rest: Iterable[Entrant]) -> Iterator[Entrant]:
    """UW-26: downwards to the first card of another faction; UW-27: their own faction if none is left."""
    own = []
    for e in rest:
        if top.circle and e.circle == top.circle:
            own.append(e)
        else:
            yield e
    yield from own


def in_order(pool: Pool, rules: Rules, candidates: Candidates | None = None, code: str = "nearest") -> Draw:
    """Pairs an even field from the top down, each with the first candidate that leaves the rest pairable.

    If rematches cannot be avoided: the fewest, then the longest ago, then not between the leaders (X-14, X-23); after
    that the order decides. With code "other_circle" the reason says whether the two share a circle; with any other, a
    pair of direct neighbours has the reason "next".
    """
    everybody = pool.entrants
    n = len(everybody)
    if n % 2:
        raise ValueError(f"an even number of entrants is paired, not {n}; choose the bye first")
    place = {e.id: i for i, e in enumerate(everybody)}
    met = PoolMeetings(pool, rules)
    told = []

    def order(top: int, rest: Ring) -> Iterable[int]:
        if candidates is None:
            return rest
        return (place[e.id] for e in candidates(everybody[top], (everybody[i] for i in rest)))

    def price(i: int, j: int) -> Vector:
        return rematch_price(n, i, j, met.of(i).get(j, 0))

    for i, j, left in first_pairing(range(n), price, lambda rest: cover(rest, met, n), order):
        a, b = everybody[i], everybody[j]
        passed = [everybody[k].id for k in before(j, order(i, left))]
        if code == "other_circle":
            reason = [_circle_told(rules, a, b, passed)]
        else:
            met_before = [p for p in passed if place[p] in met.of(i)]
            kept = [p for p in passed if place[p] not in met.of(i)]
            reason = _told(rules, code, met_before, kept, again=j in met.of(i))
        told.append((a, b, reason, forced_rematch(pool, rules, a, b)))
    return draw_of(told)


def _told(rules: Rules, code: str, met: list[PlayerId], kept: list[PlayerId], again: bool) -> list[Reason]:
    """`met`: nearer, but met before; `kept`: nearer and free, but the rest could not then be paired as well.

    `again`: the two have met, which is reason enough unless they are neighbours.
    """
    if not met and not kept:
        return [rules.reason("next")]
    if again:
        return []
    if kept:
        return [rules.reason(f"{code}_that_fits", players_kept=kept, players_passed=met)]
    return [rules.reason(code, players_passed=met)]


def _circle_told(rules: Rules, a: Entrant, b: Entrant, passed: list[PlayerId]) -> Reason:
    """`passed`: who would have come first, but was met before or is needed elsewhere."""
    if a.circle and a.circle == b.circle:
        code = "same_circle_passed" if passed else "same_circle_left"
        data = {"player": a.id, "player_b": b.id, "circle": a.circle}
        return rules.reason(code, like="same_circle", **data, **({"players_passed": passed} if passed else {}))
    if passed:
        return rules.reason("other_circle_passed", like="other_circle", players_passed=passed)
    return rules.reason("other_circle")


def before(other: int, order: Iterable[int]) -> list[int]:
    """Whom the order lists before this one."""
    return list(takewhile(lambda k: k != other, order))


class Ring:
    """Numbers still to be paired, in order; removing one takes the same time anywhere."""

    def __init__(self, members: Sequence[int]) -> None:
        self._after = dict(zip([-1, *members], [*members, -1], strict=True))
        self._before = {after: before for before, after in self._after.items()}

    def __len__(self) -> int:
        return len(self._after) - 1

    def __iter__(self) -> Iterator[int]:
        i = self._after[-1]
        while i >= 0:
            yield i
            i = self._after[i]

    def take(self, i: int) -> None:
        before, after = self._before.pop(i), self._after.pop(i)
        self._after[before], self._before[after] = after, before


def first_pairing(
    members: Sequence[int],
    price: Callable[[int, int], Vector],
    covered: Callable[[Sequence[int]], Cover],
    order: Callable[[int, Ring], Iterable[int]],
) -> Iterator[tuple[int, int, Ring]]:
    """Among all full pairings with the least total price, the first in the given order; with each pair, who was left.

    `price(i, j)` is called with i < j. `covered` gives the least total for some members with its proof; while that
    proof holds for those left, a pair that costs nothing and leaves it intact needs no other.
    """
    left = Ring(members)
    proof = covered(members)
    planned = {i: j for pair in proof.pairs for i, j in (pair, pair[::-1])}
    while len(left):
        top = next(iter(left))
        left.take(top)
        for other in order(top, left):
            cost = price(top, other)
            remaining = tuple(t - c for t, c in zip(proof.total, cost, strict=True))
            after = _kept(proof, planned, top, other, remaining, len(left) - 1)
            if after is None and not any(r < 0 for r in remaining):
                fresh = covered([k for k in left if k != other])
                if fresh.total == remaining:
                    after = fresh
                    planned = {i: j for pair in fresh.pairs for i, j in (pair, pair[::-1])}
            if after is not None:
                break
        else:
            raise AssertionError("the least total is reached by somebody")
        yield top, other, left
        left.take(other)
        proof = after


def _kept(proof: Cover, planned: dict[int, int], top: int, other: int, remaining: Vector, left: int) -> Cover | None:
    """The same proof for those left after this pair, if the pair is one of its pairs, or is free and touches none of
    them.
    """
    if planned.get(top) == other:
        pairs = tuple(e for e in proof.pairs if top not in e)
    elif top in planned or other in planned or remaining != proof.total:
        return None
    else:
        pairs = proof.pairs
    kept = Cover(remaining, pairs, proof.met_by_rest)
    return kept if kept.holds(left) else None
