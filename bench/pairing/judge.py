"""How good a pairing is on the objective that all engines share, and the best that a field allows.

Fewest left out; fewest rematches and second byes; least total gap in points; least widest gap. A bye counts as
meeting an opponent who has the lowest score of the field, and whom those with a bye have met.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise

from bench.pairing.field import BYE, Field, Pairs

EXACT_UP_TO = 1_024
"""Up to this many players, a field is solved exactly if the lower bound is not met."""


@dataclass(frozen=True, slots=True)
class Quality:
    left_out: int = 0
    """Players who are neither paired nor have the one bye of an odd field, or who are paired twice."""
    rematches: int = 0
    second_byes: int = 0
    cross: int = 0
    """Pairs between two score groups."""
    distance: int = 0
    """The total gap of all pairs and the bye."""
    widest: int = 0

    @property
    def broken(self) -> int:
        return self.rematches + self.second_byes

    @property
    def price(self) -> tuple[int, int, int, int]:
        """What the best pairing minimises."""
        return (self.left_out, self.broken, self.distance, self.widest)


def judge(field: Field, pairs: Pairs) -> Quality:
    """The quality of an answer."""
    points, lowest = field.points, min(field.points)
    seen = Counter(player for pair in pairs for player in pair)
    byes = seen.pop(BYE, 0)
    wrong = sum(times != 1 for times in seen.values()) + len(field) - len(seen)
    gaps = [points[a] - (lowest if b == BYE else points[b]) for a, b in pairs]
    gaps = [abs(gap) for gap in gaps]
    return Quality(
        left_out=wrong + max(0, byes - len(field) % 2),
        rematches=sum(b != BYE and b in field.faced(a) for a, b in pairs),
        second_byes=sum(b == BYE and field.had_bye(a) for a, b in pairs),
        cross=sum(b != BYE and points[a] != points[b] for a, b in pairs),
        distance=sum(gaps),
        widest=max(gaps, default=0),
    )


def lower_bound(field: Field) -> Quality:
    """What no pairing can beat: below an odd number of players, at least one pair crosses to the next score."""
    groups = Counter(field.points)
    if len(field) % 2:
        groups[min(groups)] += 1
    scores = sorted(groups, reverse=True)
    above, crossed = 0, []
    for score, following in pairwise(scores):
        above += groups[score]
        if above % 2:
            crossed.append(score - following)
    return Quality(distance=sum(crossed), widest=max(crossed, default=0))


def least(field: Field) -> Quality:
    """The best quality there is, by exact matchings of the complete graph: for small fields."""
    broken, distance, top = _solved(field, max(field.points))
    widest = top
    while widest:
        narrower = _solved(field, widest - 1)
        if narrower[:2] != (broken, distance):
            break
        widest = narrower[2]
    return Quality(rematches=broken, distance=distance, widest=widest)


def is_best(field: Field, quality: Quality) -> bool | None:
    """Whether no pairing is better. None if the field is too large to tell and the lower bound is not met."""
    if quality.price == lower_bound(field).price:
        return True
    if quality.left_out:
        return False
    return quality.price == least(field).price if len(field) <= EXACT_UP_TO else None


def _solved(field: Field, widest: int) -> tuple[int, int, int]:
    """Broken wishes, total gap and widest gap of a best pairing without gaps over `widest`; (-1, ...) if none."""
    import rustworkx  # Only needed to judge small fields.

    lowest = min(field.points)
    points = [*field.points, *([lowest] if len(field) % 2 else [])]
    n = len(points)
    met = [set(field.faced(a)) for a in range(len(field))]
    unit = n * (max(points) + 1)
    prices: dict[tuple[int, int], tuple[int, int]] = {}
    for a, b in combinations(range(n), 2):
        gap = abs(points[a] - points[b])
        if gap <= widest:
            prices[a, b] = (int((BYE if b == len(field) else b) in met[a]), gap)
    top = unit * 2
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * n)
    graph.add_edges_from([(a, b, top - unit * broken - gap) for (a, b), (broken, gap) in prices.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < n:
        return (-1, -1, -1)
    chosen = [prices[min(pair), max(pair)] for pair in matched]
    return (sum(b for b, _ in chosen), sum(g for _, g in chosen), max(g for _, g in chosen))
