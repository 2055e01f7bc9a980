"""The one matching kernel: the cheapest full pairing of numbered entrants, the largest, and the cheapest cover.

Everything here is about numbers 0..n-1; players, rules and reasons stay outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

Edge = tuple[int, int]
Vector = tuple[int, ...]

_ROOM = 1 << 120
"""rustworkx computes with 128-bit integers; weight times entrants stays below this."""

_TIE = 1 << 10
"""Tie-break prices run from 0 to this, exclusive."""


def cheapest(
    n: int, prices: Mapping[Edge, Vector], floors: Sequence[int] = (), marks: Sequence[int] = ()
) -> tuple[Vector, list[Edge]] | None:
    """The full pairing of 0..n-1 with the lexicographically least total price, or None if there is none.

    `prices` maps (i, j), i < j, to a vector of non-negative whole numbers, most important first; a pair that is left
    out may not meet. `floors`: a lower bound of each total over all full pairings (0 if not given); good floors keep
    the weights small. `marks`: one random number per entrant; they make random tie-break prices, so that the lot
    chooses between equal pairings, not the kernel.

    The vector is packed into one weight. If it does not fit, the most important part is solved first and its exact
    totals make room for the rest; prices that still do not fit are left out, least important first (this takes more
    than a hundred bits of totals above their floors).
    """
    if n == 0:
        return (), []
    edges = sorted(prices)
    if not edges:
        return None
    width = len(prices[edges[0]])
    low = list(floors) or [0] * width
    high: list[int] = []
    known, found = -1, list[Edge]()
    while True:
        vectors = {prices[e] for e in edges}
        peaks = [max(column) for column in zip(*vectors, strict=True)]
        ceilings = high + [max(p * (n // 2), f) for p, f in zip(peaks, low, strict=True)][len(high) :]
        for upto, tie in _stages(known, width, bool(marks)):
            steps = _steps(n, peaks[:upto], low, ceilings, _TIE * (n // 2) if tie else 0)
            if steps is not None:
                break
        else:
            if not found:
                raise OverflowError(f"a price of {peaks[0]} among {n} entrants is more than the kernel can weigh")
            return _total(prices, found, width), found
        weight = {v: sum(s * x for s, x in zip(steps, v, strict=False)) for v in vectors}
        costs = [weight[prices[e]] for e in edges]
        if tie:
            costs = [c + (marks[i] * marks[j] >> 7) % _TIE for c, (i, j) in zip(costs, edges, strict=True)]
        found = _match(n, edges, costs)
        if 2 * len(found) < n:
            return None
        totals = _total(prices, found, width)
        if upto == width and tie == bool(marks):
            return totals, found
        known, high = upto, list(totals[:upto])
        edges = [e for e in edges if all(p <= t for p, t in zip(prices[e], high, strict=False))]


def _stages(known: int, width: int, ties: bool) -> Iterator[tuple[int, bool]]:
    """How much to solve together, the most first: (components, with the tie-break?)."""
    if ties:
        yield width, True
    for upto in range(width, max(known, 0 if width else -1), -1):
        yield upto, False


def _steps(
    n: int, peaks: Sequence[int], floors: Sequence[int], ceilings: Sequence[int], below: int
) -> list[int] | None:
    """What one unit of each component weighs: more than everything less important can save; None if too much.

    The best pairing's totals lie between floor and ceiling and no pairing falls below the floor, so a unit only has to
    outweigh the spans (ceiling minus floor) of everything after it.
    """
    steps: list[int] = []
    heaviest = below
    for c in range(len(peaks) - 1, -1, -1):
        step = below + 1
        below += step * (ceilings[c] - floors[c])
        heaviest += step * peaks[c]
        steps.append(step)
    return steps[::-1] if heaviest * n < _ROOM else None


def _match(n: int, edges: Sequence[Edge], costs: Sequence[int]) -> list[Edge]:
    """The largest matching of least cost."""
    top = max(costs, default=0)
    return _heaviest(n, edges, [top - c for c in costs], full=True)


def _heaviest(n: int, edges: Sequence[Edge], weights: Sequence[int], full: bool) -> list[Edge]:
    """The heaviest matching (`full`: among the largest), sorted, so that the kernel's own order of pairs does not
    matter.
    """
    import rustworkx  # Slow to load, and most rounds are paired without it.

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * n)
    graph.add_edges_from([(i, j, w) for (i, j), w in zip(edges, weights, strict=True)])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=full, weight_fn=int)
    return sorted((min(e), max(e)) for e in matched)


def largest(n: int, edges: Sequence[Edge]) -> list[Edge]:
    """As many disjoint pairs of 0..n-1 as possible, from the edges given."""
    return _match(n, edges, [0] * len(edges))


def covering(prices: Mapping[Edge, Vector], wanted: Set[int]) -> tuple[Vector, list[Edge]]:
    """Disjoint pairs that include as many of the wanted as possible, at the least total price; others may be left
    over.
    """
    ends = sorted({i for e in prices for i in e})
    place = {i: k for k, i in enumerate(ends)}
    edges = sorted(prices)
    width = len(prices[edges[0]]) if edges else 0
    peaks = [max(prices[e][c] for e in edges) for c in range(width)]
    count = len(ends) // 2 + 1
    steps = _steps(len(ends), peaks, [0] * width, [p * count for p in peaks], 0)
    cost = {e: sum(s * x for s, x in zip(steps or (), prices[e], strict=False)) for e in edges}
    top = max(cost.values(), default=0) * count + 1
    if steps is None or 2 * top * len(ends) >= _ROOM:
        raise OverflowError(f"a price of {peaks[0]} among {len(ends)} entrants is more than the kernel can weigh")
    weights = [top * ((e[0] in wanted) + (e[1] in wanted)) - cost[e] for e in edges]
    found = _heaviest(len(ends), [(place[i], place[j]) for i, j in edges], weights, full=False)
    pairs = [(ends[x], ends[y]) for x, y in found]
    return _total(prices, pairs, width), pairs


def _total(prices: Mapping[Edge, Vector], edges: Sequence[Edge], width: int) -> Vector:
    return tuple(sum(prices[e][c] for e in edges) for c in range(width))
