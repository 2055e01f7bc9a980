"""rustworkx from PyPI: one complete graph of the field, the shared objective as the weight."""

from __future__ import annotations

import rustworkx

from bench.pairing.field import BYE, Field, Pairs

Ready = list[tuple[int, int, set[int]]]


def prepare(field: Field) -> Ready:
    ready = [(p, field.points[p], set(field.faced(p))) for p in range(len(field))]
    if len(field) % 2:
        ready.append((BYE, min(field.points), {p for p in range(len(field)) if field.had_bye(p)}))
    return ready


def pair(ready: Ready) -> set[tuple[int, int]]:
    span = max(points for _, points, _ in ready) + 1
    unit = span * span * len(ready)
    # The kernel needs positive weights, so every price is subtracted from the highest.
    top = unit * (unit + span) + span * span
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([p for p, _, _ in ready])
    for j, (_, points_b, met) in enumerate(ready):
        row = []
        for i in range(j):
            a, points_a, _ = ready[i]
            gap = abs(points_a - points_b)
            # Of equal totals, the one with the narrower gaps: least squares.
            row.append((i, j, top - unit * ((a in met) * unit + gap) - gap * gap))
        graph.add_edges_from(row)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def read(ready: Ready, answer: set[tuple[int, int]]) -> Pairs:
    return [(max(a, b), min(a, b)) for a, b in ((ready[i][0], ready[j][0]) for i, j in answer)]
