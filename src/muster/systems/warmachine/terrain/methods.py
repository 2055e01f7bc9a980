"""The three ways to set a table up, cluster, quadrant and scatter: what each asks of a layout (WMH-125 to WMH-127)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from muster.game import INCH, Ground, Layout, Reason, Standing, TerrainFinding, completely_in, mark, within
from muster.systems.warmachine.terrain.rules import QUADRANT_CENTRES, QUADRANTS, TABLE_CENTRE, blocks_sight, findings

FIRST_REACH = 1 * INCH  # WMH-125, WMH-127: of the table's centre
CLUSTER, CLUSTER_REACH = 5, 6 * INCH  # WMH-125: five pieces, each within 6" of the first and the last
REST_REACH, REST_APART = 6 * INCH, 8 * INCH
QUADRANT_REACH = 5 * INCH  # WMH-126
DEVIATION = 3  # WMH-127: a d3, in inches
SCATTER_REACH = 10 * INCH

METHODS = {mark("cluster"): "WMH-125", mark("quadrant"): "WMH-126", mark("scatter"): "WMH-127"}

Placed = Sequence[Standing]


def first_ok(first: Standing) -> bool:
    """The first piece of cluster and scatter."""
    return blocks_sight(first.piece) and within(first.shape, TABLE_CENTRE, FIRST_REACH)


def cluster_ok(placed: Placed, new: Standing) -> bool:
    """Whether a piece may follow these by the cluster method; the first of the rest only keeps its distance (W-48)."""
    if not placed:
        return first_ok(new)
    shape = new.shape
    if len(placed) < CLUSTER:
        anchor = TABLE_CENTRE if len(placed) == 1 else placed[-1].shape
        return within(shape, anchor, CLUSTER_REACH) and within(shape, placed[0].shape, CLUSTER_REACH)
    return apart_ok(placed[:CLUSTER], new) and rest_ok(placed[CLUSTER:], new)


def apart_ok(others: Placed, new: Standing) -> bool:
    """The five of a cluster and the rest keep their distance."""
    return not any(within(new.shape, other.shape, REST_APART) for other in others)


def rest_ok(rest: Placed, new: Standing) -> bool:
    """The rest stay together."""
    return all(within(new.shape, other.shape, REST_REACH) for other in rest)


def inner_ok(new: Standing, quadrant: int) -> bool:
    """A piece of the quadrant method near the table's centre."""
    return completely_in(new.shape, QUADRANTS[quadrant]) and within(new.shape, TABLE_CENTRE, QUADRANT_REACH)


def outer_ok(new: Standing, quadrant: int) -> bool:
    """A piece of the quadrant method near the quadrant's centre."""
    centre = QUADRANT_CENTRES[quadrant]
    return completely_in(new.shape, QUADRANTS[quadrant]) and within(new.shape, centre, QUADRANT_REACH)


def deviated_ok(new: Standing, quadrant: int) -> bool:
    """It touched the quadrant's centre and then moved by at most a d3."""
    return within(new.shape, QUADRANT_CENTRES[quadrant], DEVIATION * INCH)


def _next_quadrant_ok(placed: Placed, new: Standing) -> bool:
    """It belongs to a quadrant without a piece yet; the book does not give their order."""
    own = [number for number in range(len(QUADRANTS)) if deviated_ok(new, number)]
    return any(not any(deviated_ok(other, number) for other in placed) for number in own)


def scatter_ok(placed: Placed, new: Standing) -> bool:
    if not placed:
        return first_ok(new)
    if len(placed) <= len(QUADRANTS):
        return _next_quadrant_ok(placed[1:], new)
    return within(new.shape, placed[0].shape, SCATTER_REACH)


def _step_by_step(layout: Layout, ok: Callable[[Placed, Standing], bool], clause: str) -> Iterator[TerrainFinding]:
    own = [(n, s) for n, s in enumerate(layout.pieces, start=1) if not s.brought]
    placed: list[Standing] = []
    for number, standing in own:
        if not ok(placed, standing):
            data = {"piece": standing.piece.name, "step": len(placed) + 1, "method": layout.method}
            yield TerrainFinding(Reason("terrain_step", data, clause), pieces=(number,))
        placed.append(standing)


def _cluster(layout: Layout) -> Iterator[TerrainFinding]:
    return _step_by_step(layout, cluster_ok, METHODS["cluster"])


def _scatter(layout: Layout) -> Iterator[TerrainFinding]:
    return _step_by_step(layout, scatter_ok, METHODS["scatter"])


def _quadrant(layout: Layout) -> Iterator[TerrainFinding]:
    """Two pieces in each quadrant, in either order; each piece is in at most one."""
    own = [s for s in layout.pieces if not s.brought]
    for number in range(len(QUADRANTS)):
        here = [s for s in own if completely_in(s.shape, QUADRANTS[number])]
        good = len(here) == 2 and any(
            inner_ok(one, number) and outer_ok(other, number) for one, other in (here, here[::-1])
        )
        if not good:
            yield TerrainFinding(Reason("terrain_quadrant", {"quadrant": number + 1}, METHODS["quadrant"]))
    if len(own) != 2 * len(QUADRANTS):
        yield TerrainFinding(Reason("terrain_eight", {"n": len(own), "all": 2 * len(QUADRANTS)}, METHODS["quadrant"]))


_CHECKS: Mapping[str, Callable[[Layout], Iterator[TerrainFinding]]] = {
    "cluster": _cluster,
    "quadrant": _quadrant,
    "scatter": _scatter,
}


def check(layout: Layout, grounds: Sequence[Ground]) -> list[TerrainFinding]:
    """Every rule for a table, and for the method it was set up with."""
    by_method = _CHECKS.get(layout.method)
    return [*findings(layout, grounds), *(by_method(layout) if by_method else ())]
