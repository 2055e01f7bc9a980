"""The policy "seed fold inside score piles" of the Iron Gauntlet final (WMH-139, W-39); seed 1 is the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise

from muster.core.kit.model import PlayerId
from muster.core.pairing.engine.cover import Cover, cover, short_by
from muster.core.pairing.engine.kernel import Vector, cheapest
from muster.core.pairing.engine.prices import PoolMeetings, group_numbers, rematch_price
from muster.core.pairing.policies.walk import Ring, before, first_pairing
from muster.core.pairing.pool import Draw, Entrant, Pool, Rules
from muster.core.pairing.why import draw_of, relaxed, shown

WHOLE = 256
"""Up to this many entrants are priced two by two, so that as few as can be cross from pile to pile.

In a larger field piles that cannot be paired by themselves are joined, and the order alone keeps pairs in their pile.
"""


def seeded_fold(pool: Pool, rules: Rules) -> Draw:
    """Highest seed v the lowest seed not yet met, pile by pile from the top; an odd pile sends one down.

    Rematches come last (X-14), before that pairs across piles; the order of the fold decides the rest.
    """
    field = Pool(tuple(sorted(pool.entrants, key=lambda e: (-e.points, e.seed))), pool.round, pool.met)
    if len(field.entrants) % 2:
        raise ValueError(f"an even number of entrants is paired, not {len(field.entrants)}; choose the bye first")
    piles = _piles(field, rules)
    field = Pool(tuple(e for pile in piles for e in pile), pool.round, pool.met)
    groups = group_numbers(field.entrants)
    told = []
    for i, j, passed in _folded(field, rules, [len(pile) for pile in piles]):
        a, b = field.entrants[i], field.entrants[j]
        skipped = [field.entrants[k].id for k in passed]
        reasons = [rules.reason("seed_fold", seed=a.seed, seed_b=b.seed, players_passed=skipped)]
        if a.points != b.points:
            reasons.append(rules.reason("paired_down", player=a.id, higher=shown(a.points), lower=shown(b.points)))
        told.append((a, b, reasons, relaxed(pool, rules, a, b, far=groups[j] - groups[i] > 1)))
    return draw_of(told)


def _folded(field: Pool, rules: Rules, sizes: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Each pair with the lower seeds of its lower pile that it passed over."""
    met = PoolMeetings(field, rules)
    n = len(field.entrants)
    pile_of = [number for number, size in enumerate(sizes) for _ in range(size)]

    def price(i: int, j: int) -> Vector:
        return rematch_price(n, i, j, met.of(i).get(j, 0))

    def dear(i: int, j: int) -> Vector:
        return (*price(i, j), *(int(pile_of[i] <= b < pile_of[j]) for b in range(len(sizes) - 1)))

    def sparse(members: Sequence[int]) -> Cover:
        return cover(members, met, n)

    def whole(members: Sequence[int]) -> Cover:
        m = len(members)
        vectors = {(x, y): dear(members[x], members[y]) for x in range(m) for y in range(x + 1, m)}
        answer = cheapest(m, vectors)
        assert answer is not None, "every two entrants have a price, so a full pairing exists"
        return Cover(answer[0] or (0,) * (len(sizes) + 2), tuple((members[x], members[y]) for x, y in answer[1]))

    def lowest_first(_top: int, left: Ring) -> Iterable[int]:
        return reversed(left)

    def pile_by_pile(_top: int, left: Ring) -> Iterable[int]:
        """The lowest seed of the own pile first, then the lowest of the next pile, and so on."""
        return sorted(left, key=lambda k: (pile_of[k], -k))

    for block in _blocks(sizes, sparse):
        alone = pile_of[block[0]] == pile_of[block[-1]]
        if alone or n > WHOLE:
            walk = first_pairing(block, price, sparse, lowest_first if alone else pile_by_pile)
        else:
            walk = first_pairing(block, dear, whole, pile_by_pile)
        for i, j, left in walk:
            yield i, j, [k for k in before(j, reversed(left)) if pile_of[k] == pile_of[j]]


def _blocks(sizes: Sequence[int], covered: Callable[[Sequence[int]], Cover]) -> list[range]:
    """The piles, each by itself if all can be paired so; else all as one, or in a large field as few as will do."""
    n = sum(sizes)
    ends = [0, *accumulate(sizes)]
    piles = [range(lo, hi) for lo, hi in pairwise(ends)]
    stuck = [any(covered(pile).total) for pile in piles]
    if not any(stuck):
        return piles
    if n <= WHOLE:
        return [range(n)]
    blocks: list[range] = []
    for pile in piles:
        if blocks and any(covered(blocks[-1]).total):
            blocks[-1] = range(blocks[-1].start, pile.stop)
        else:
            blocks.append(pile)
    while len(blocks) > 1 and any(covered(blocks[-1]).total):
        last = blocks.pop()
        blocks[-1] = range(blocks[-1].start, last.stop)
    return blocks


def _piles(field: Pool, rules: Rules) -> list[list[Entrant]]:
    """The score piles, best seed first, each made even by sending one entrant down to the top of the next."""
    place = {e.id: i for i, e in enumerate(field.entrants)}
    met = PoolMeetings(field, rules)
    scores = [list(pile) for _, pile in groupby(field.entrants, key=lambda e: e.points)]
    piles: list[list[Entrant]] = []
    down: list[Entrant] = []
    for number, score in enumerate(scores):
        pile = down + score
        down = []
        if len(pile) % 2:
            below = [place[e.id] for e in scores[number + 1]]
            goer = _goes_down(score, [place[e.id] for e in pile], place, below, met)
            pile.remove(goer)
            down = [goer]
        if pile:
            piles.append(pile)
    return piles


def _goes_down(
    score: list[Entrant], pile: list[int], place: dict[PlayerId, int], below: list[int], met: PoolMeetings
) -> Entrant:
    """The lowest seed not yet paired down (W-06: least often), if the pile stays pairable and the pile below is new.

    If that holds for nobody, the book's own choice goes.
    """
    by_wish = sorted(range(len(score)), key=lambda k: (score[k].downs, -k))
    for k in by_wish:
        goer = place[score[k].id]
        new = any(j not in met.of(goer) for j in below)
        if new and short_by([i for i in pile if i != goer], met) == 0:
            return score[k]
    return score[by_wish[0]]
