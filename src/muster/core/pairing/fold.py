"""The policy "seed fold inside score piles" of the Iron Gauntlet final (WMH-139, W-39); seed 1 is the best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from muster.core.pairing.kernel import Vector, completable
from muster.core.pairing.pool import Draw, Entrant, Pool, Rules
from muster.core.pairing.prices import group_numbers, rematch_price, unmet
from muster.core.pairing.walk import first_pairing
from muster.core.pairing.why import draw_of, relaxed, shown


def seeded_fold(pool: Pool, rules: Rules) -> Draw:
    """Highest seed v the lowest seed not yet met, pile by pile from the top; an odd pile sends one down.

    Rematches come last (X-14), before that pairs across piles; the order of the fold decides the rest.
    """
    field = Pool(tuple(sorted(pool.entrants, key=lambda e: (-e.points, e.seed))), pool.round, pool.met)
    if len(field.entrants) % 2:
        raise ValueError(f"an even number of entrants is paired, not {len(field.entrants)}; choose the bye first")
    piles = _piles(field, rules)
    field = Pool(tuple(e for pile in piles for e in pile), pool.round, pool.met)
    pile_of = [number for number, pile in enumerate(piles) for _ in pile]
    inside = [sum(1 << k for k, p in enumerate(pile_of) if p == number) for number in range(len(piles))]
    free = [mask & inside[pile_of[i]] for i, mask in enumerate(unmet(field, rules))]

    def price(i: int, j: int) -> Vector:
        crossed = [int(pile_of[i] <= b < pile_of[j]) for b in range(len(piles) - 1)]
        return (*(rematch_price(field, i, j) if rules.avoid_rematch else (0, 0, 0)), *crossed)

    def order(top: int, rest: Sequence[int]) -> Sequence[int]:
        """The lowest seed of the own pile first, then the lowest of the next pile, and so on."""
        return sorted(rest, key=lambda k: (pile_of[k], -k))

    told = []
    left = set(range(len(pile_of)))
    groups = group_numbers(field.entrants)
    for i, j in first_pairing(free, price, order):
        left -= {i, j}
        skipped = [field.entrants[k].id for k in sorted(left, reverse=True) if k > j and pile_of[k] == pile_of[j]]
        a, b = field.entrants[i], field.entrants[j]
        reasons = [rules.reason("seed_fold", seed=a.seed, seed_b=b.seed, players_passed=skipped)]
        if a.points != b.points:
            reasons.append(rules.reason("paired_down", player=a.id, higher=shown(a.points), lower=shown(b.points)))
        told.append((a, b, reasons, relaxed(pool, rules, a, b, far=groups[j] - groups[i] > 1)))
    return draw_of(told)


def _piles(field: Pool, rules: Rules) -> list[list[Entrant]]:
    """The score piles, best seed first, each made even by sending one entrant down to the top of the next."""
    place = {e.id: i for i, e in enumerate(field.entrants)}
    free = unmet(field, rules)
    scores = [list(pile) for _, pile in groupby(field.entrants, key=lambda e: e.points)]
    piles: list[list[Entrant]] = []
    down: list[Entrant] = []
    for number, score in enumerate(scores):
        pile = down + score
        down = []
        if len(pile) % 2:
            below = sum(1 << place[e.id] for e in scores[number + 1])
            members = sum(1 << place[e.id] for e in pile)
            goer = _goes_down(score, [place[e.id] for e in score], members, below, free)
            pile.remove(goer)
            down = [goer]
        if pile:
            piles.append(pile)
    return piles


def _goes_down(score: list[Entrant], places: list[int], members: int, below: int, free: Sequence[int]) -> Entrant:
    """The lowest seed not yet paired down (W-06: least often), if the pile stays pairable and the pile below is new.

    If that holds for nobody, the book's own choice goes.
    """
    by_wish = sorted(range(len(score)), key=lambda k: (score[k].downs, -k))
    for k in by_wish:
        if free[places[k]] & below and completable(free, members & ~(1 << places[k])):
            return score[k]
    return score[by_wish[0]]
