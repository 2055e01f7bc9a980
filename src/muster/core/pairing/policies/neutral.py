"""The policy "neutral": fewest rematches, then the least total gap in points, then the least widest gap.

It knows of no book; it is the objective that pairing programs share, so that they can be compared.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from muster.core.kit.lots import Lots
from muster.core.pairing.pool import Draw, Pool, Rules
from muster.core.pairing.why import draw_of, relaxed, score_reason


def neutral(pool: Pool, rules: Rules, lots: Lots) -> Draw:
    """Pairs an even field; one of the best pairings by lot, all equally likely in small fields.

    Only `avoid_rematch` and the clauses of the rules count.
    """
    if len(pool.entrants) % 2:
        raise ValueError(f"an even number of entrants is paired, not {len(pool.entrants)}; choose the bye first")
    # Numpy is slow to load, and no other command needs it.
    from muster.core.pairing.engine.columns import of_pool
    from muster.core.pairing.engine.gaps import paired_by_gap

    field = replace(pool, entrants=tuple(sorted(pool.entrants, key=lambda e: -e.points)))
    asked = Rules(rules.clauses, rules.avoid_rematch)
    levels = sorted({e.points for e in field.entrants}, reverse=True)
    found = paired_by_gap(of_pool(field, asked), levels, asked, lots)
    told = []
    for i, j in sorted(zip(found.first.tolist(), found.second.tolist(), strict=True)):
        a, b = field.entrants[i], field.entrants[j]
        above = bisect_right(field.entrants, -a.points, key=lambda e: -e.points)
        reason = score_reason(asked, a, b, one_group=len(levels) == 1, above=above)
        told.append((a, b, [reason], relaxed(field, asked, a, b, far=False)))
    return draw_of(told)
