"""The policy "the first full pairing in order": the top entrant left takes the first who leaves the rest pairable.

Bushido's 1 v 2 without rematches (B-01) and Urban War's stack with its dead ends repaired (UW-26, UW-31, U-01).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from muster.core.model import PlayerId
from muster.core.pairing.kernel import Edge, Vector, bits, cheapest, completable
from muster.core.pairing.pool import Draw, Entrant, Pool, Rules
from muster.core.pairing.prices import rematch_price, unmet
from muster.core.pairing.why import draw_of, forced_rematch, shared_circle
from muster.core.reasons import Reason

Candidates = Callable[[Entrant, Sequence[Entrant]], Sequence[Entrant]]
"""Given the top entrant and those below it, the same ones in the order in which they are tried."""


def other_circle_first(top: Entrant, rest: Sequence[Entrant]) -> list[Entrant]:
    """UW-26: downwards for the first card of another faction; UW-27: the own faction when none is left."""
    return sorted(rest, key=lambda e: bool(e.circle) and e.circle == top.circle)


def in_order(pool: Pool, rules: Rules, candidates: Candidates | None = None, code: str = "nearest") -> Draw:
    """Pair an even field from the top down, each with the first candidate that leaves the rest pairable.

    If rematches cannot be avoided, the fewest, then the longest ago, then not between the leaders
    (X-14, X-23), and the order decides the rest. With code "other_circle" the reason tells whether
    the two share a circle; with any other, a pair of direct neighbours is told as "next".
    """
    everybody = pool.entrants
    place = {e.id: i for i, e in enumerate(everybody)}

    def order(top: int, rest: Sequence[int]) -> Sequence[int]:
        if candidates is None:
            return rest
        return [place[e.id] for e in candidates(everybody[top], [everybody[i] for i in rest])]

    def price(i: int, j: int) -> Vector:
        return rematch_price(pool, i, j) if rules.avoid_rematch else (0,)

    told = []
    gone: set[int] = set()
    for i, j in first_pairing(unmet(pool, rules), price, order):
        skipped = [everybody[k].id for k in range(i + 1, j) if k not in gone]
        gone |= {i, j}
        a, b = everybody[i], everybody[j]
        reason = _told(rules, a, b, code, skipped)
        told.append((a, b, [reason], forced_rematch(pool, rules, a, b)))
    return draw_of(told)


def _told(rules: Rules, a: Entrant, b: Entrant, code: str, skipped: list[PlayerId]) -> Reason:
    if code == "other_circle" and a.circle and a.circle == b.circle:
        return shared_circle(rules, a, b)
    if code != "other_circle" and not skipped:
        return rules.reason("next")
    return rules.reason(code, players_passed=skipped)


def first_pairing(
    free: Sequence[int],
    price: Callable[[int, int], Vector],
    order: Callable[[int, Sequence[int]], Sequence[int]],
) -> list[Edge]:
    """Of all full pairings with the least total price, the first in the given order.

    `free[i]`: the mask of those whom i may meet at no price. `price(i, j)` is asked for i < j.
    """
    n = len(free)
    if n % 2:
        raise ValueError(f"an even number of entrants is paired, not {n}; choose the bye first")
    most = max((n - 1 - mask.bit_count() for mask in free), default=0)
    left = (1 << n) - 1
    budget = () if completable(free, left) else _least(left, price)
    pairs: list[Edge] = []
    while left:
        top, *rest = bits(left)
        for other in order(top, rest):
            after = left & ~(1 << top) & ~(1 << other)
            if not any(budget):
                # Dirac again, for everybody at once: nobody left lacks more than `most` opponents
                size = len(rest) - 1
                if free[top] >> other & 1 and (2 * (size - 1 - most) >= size or completable(free, after)):
                    break
                continue
            remaining = _minus(budget, price(top, other))
            if _at_most(after, remaining, free, price):
                budget = remaining
                break
        pairs.append((top, other))
        left = after
    return pairs


def _least(left: int, price: Callable[[int, int], Vector]) -> Vector:
    """The least total price at which those left can be paired."""
    who = list(bits(left))
    vectors = {(x, y): price(who[x], who[y]) for y in range(len(who)) for x in range(y)}
    answer = cheapest(len(who), vectors)
    assert answer is not None, "every two entrants have a price, so a full pairing exists"
    return answer[0]


def _minus(budget: Vector, price: Vector) -> Vector:
    return tuple(b - p for b, p in zip(budget, price, strict=True))


def _at_most(left: int, budget: Vector, free: Sequence[int], price: Callable[[int, int], Vector]) -> bool:
    """Can those left be paired for exactly what remains of the least total?"""
    if any(b < 0 for b in budget):
        return False
    if not any(budget):
        return completable(free, left)
    return left != 0 and _least(left, price) == budget
