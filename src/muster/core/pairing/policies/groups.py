"""The policy "random within score groups" (L5R-095, L5R-096, WMH-073, WMH-074), and so the random first round too."""

from __future__ import annotations

from bisect import bisect_right

from muster.core.kit.lots import Lots
from muster.core.kit.reasons import Reason
from muster.core.pairing.engine.kernel import Edge
from muster.core.pairing.engine.prices import GroupPrices, Stretch, group_numbers
from muster.core.pairing.engine.sampling import SMALL, counted
from muster.core.pairing.pool import Draw, Pool, Rules
from muster.core.pairing.why import down_reason, draw_of, relaxed, score_reason


def within_groups(pool: Pool, rules: Rules, lots: Lots) -> Draw:
    """Pairs an even field by lot within its score groups, with as few and as short floats as possible.

    The result is one of the best pairings in the order of `rules.give_way` (see GroupPrices). All best pairings are
    equally likely in fields of up to SMALL entrants and where segments of moderate size are dealt without a clash.
    Larger segments are dealt once and their clashes removed by random switches, which shifts the odds by about one in
    the size of the group; what only the kernel can solve is mixed by a random walk.
    """
    if len(pool.entrants) % 2:
        raise ValueError(f"an even number of entrants is paired, not {len(pool.entrants)}; choose the bye first")
    groups = group_numbers(pool.entrants)
    shared: dict[int, Reason] = {}
    told = []
    for i, j in _pairing(pool, rules, lots):
        a, b, g = pool.entrants[i], pool.entrants[j], groups[i]
        if g != groups[j]:
            reason = down_reason(rules, a, b, above=bisect_right(groups, g))
        elif (known := shared.get(g)) is not None:
            reason = known
        else:
            reason = shared[g] = score_reason(rules, a, b, one_group=groups[-1] == 0, above=0)
        told.append((a, b, [reason], relaxed(pool, rules, a, b, far=groups[j] - g > 1)))
    return draw_of(told)


def _pairing(pool: Pool, rules: Rules, lots: Lots) -> list[Edge]:
    n = len(pool.entrants)
    if n <= SMALL:
        return counted(n, GroupPrices(Stretch.of_pool(pool, rules), rules, depth=n).cost, lots)
    # Numpy is slow to load, and no other command needs it.
    from muster.core.pairing.engine.columns import of_pool
    from muster.core.pairing.engine.settle import paired

    found = paired(of_pool(pool, rules), rules, lots)
    return sorted(zip(found.first.tolist(), found.second.tolist(), strict=True))
