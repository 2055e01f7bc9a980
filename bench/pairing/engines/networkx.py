"""networkx from PyPI: one complete graph of the field, the shared objective as the weight."""

from __future__ import annotations

from itertools import combinations

import networkx

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
    graph: networkx.Graph[int] = networkx.Graph()
    for (a, points_a, _), (b, points_b, met) in combinations(ready, 2):
        gap = abs(points_a - points_b)
        # Of equal totals, the one with the narrower gaps: least squares.
        graph.add_edge(a, b, weight=-(unit * ((a in met) * unit + gap) + gap * gap))
    return networkx.max_weight_matching(graph, maxcardinality=True)


def read(ready: Ready, answer: set[tuple[int, int]]) -> Pairs:
    return [(max(pair), min(pair)) for pair in answer]
