"""The organiser's terrain: what pieces are, and every rule that a finished table must keep (WMH-112 to WMH-128)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from muster.game import (
    DEPLOYMENT,
    INCH,
    Box,
    Circle,
    Form,
    Gift,
    Ground,
    Hatch,
    Layout,
    Piece,
    Reason,
    Standing,
    TerrainFinding,
    Weight,
    completely_in,
    mark,
    overlap,
    reachable,
    within,
)

SIDE = 48 * INCH  # WMH-128
FEWEST, ADVISED = 6, 8  # WMH-112
SMALLEST, LARGEST = 3 * INCH, 6 * INCH  # WMH-112

UNRESTRICTED = (  # WMH-113
    mark("dense fog"),
    mark("forest"),
    mark("hill"),
    mark("rough"),
    mark("rubble"),
    mark("shallow water"),
    mark("trench"),
)
RESTRICTED = (mark("hazard"), mark("obstacle"), mark("obstruction"))
_COVER, _HEIGHT, _CONCEALMENT = (frozenset({gift}) for gift in (Gift.COVER, Gift.HEIGHT, Gift.CONCEALMENT))
GIVES = {  # WMH-111 names forest, hill and obstacle; the others by W-56.
    "dense fog": _CONCEALMENT,
    "forest": _CONCEALMENT,
    "hill": _HEIGHT,
    "rubble": _COVER,
    "trench": _COVER,
    "obstacle": _COVER,
    "obstruction": _COVER,
}
HATCHES = {
    "dense fog": Hatch.DASHES,
    "forest": Hatch.TREES,
    "hill": Hatch.SLOPES,
    "rough": Hatch.TUFTS,
    "rubble": Hatch.STONES,
    "shallow water": Hatch.WAVES,
    "trench": Hatch.BOARDS,
    "hazard": Hatch.CROSSES,
    "obstacle": Hatch.BRICKS,
    "obstruction": Hatch.MESH,
}
BLOCKERS = frozenset({"dense fog", "forest", "obstruction"})  # WMH-119
LEAST_BLOCKERS = 2

EDGE = 6 * INCH  # WMH-115
APART = 2 * INCH  # WMH-116
RESTRICTED_APART = 5 * INCH  # WMH-117

HUGE_BASE = 4724
"""120 mm across: the largest of the markers in WMH-016, in thousandths of an inch."""
FLAG, OBJECTIVE = 1575, 1969  # 40 mm (WMH-155) and 50 mm (WMH-158)

ELEMENTS = {
    "circular zone": (Form.CIRCLE, 12 * INCH, 12 * INCH),  # WMH-151
    "rectangular zone": (Form.RECTANGLE, 12 * INCH, 6 * INCH),
    "flag": (Form.CIRCLE, FLAG, FLAG),
    "objective": (Form.CIRCLE, OBJECTIVE, OBJECTIVE),
    DEPLOYMENT: (Form.RECTANGLE, SIDE, 0),  # Its depth is not in the text (W-31).
}


def is_restricted(piece: Piece) -> bool:
    """WMH-113; a combination has a hazard in it and so is restricted as a whole (WMH-121)."""
    return any(kind in RESTRICTED for kind in piece.kinds)


def blocks_sight(piece: Piece) -> bool:
    return not BLOCKERS.isdisjoint(piece.kinds)


def most_restricted(pieces: int) -> int:
    """WMH-114: more than half are unrestricted."""
    return (pieces - 1) // 2


def bad_size(piece: Piece) -> bool:
    return not all(SMALLEST <= way <= LARGEST for way in (piece.width, piece.depth))


def near_edge(standing: Standing) -> bool:
    """WMH-115: exactly 6" from an edge is within 6" of it (WMH-124)."""
    inner: Box = (EDGE + 1, EDGE + 1, SIDE - EDGE - 1, SIDE - EDGE - 1)
    return not completely_in(standing.shape, inner)


def too_close(a: Standing, b: Standing) -> tuple[str, int] | None:
    """The rule that two pieces break by being where they are, and the distance it requires; W-47 for mixed pairs."""
    if is_restricted(a.piece) and is_restricted(b.piece):
        return ("WMH-117", RESTRICTED_APART) if within(a.shape, b.shape, RESTRICTED_APART) else None
    if a.piece.kinds == b.piece.kinds == ("trench",):
        return ("WMH-116", 0) if overlap(a.shape, b.shape) else None
    return ("WMH-116", APART) if within(a.shape, b.shape, APART) else None


def deployment_zones(grounds: Sequence[Ground]) -> list[Standing]:
    return [e for ground in grounds for e in ground.elements if e.piece.kinds[0] == DEPLOYMENT]


def in_deployment(standing: Standing, zones: Sequence[Standing]) -> bool:
    """WMH-117: no part of a restricted piece; one that only touches the zone's line is outside."""
    return is_restricted(standing.piece) and any(overlap(standing.shape, zone.shape) for zone in zones)


def findings(layout: Layout, grounds: Sequence[Ground]) -> list[TerrainFinding]:
    """Every rule broken, warned about, or left unchecked; pieces that players brought are exempt (WMH-122)."""
    numbered = [(n, s) for n, s in enumerate(layout.pieces, start=1) if not s.brought]
    pieces = [standing for _, standing in numbered]
    return [
        *_table(layout),
        *_choice([s.piece for s in pieces]),
        *_sizes(numbered),
        *_places(numbered, deployment_zones(grounds)),
        *_passage(pieces, grounds),
    ]


def _table(layout: Layout) -> Iterator[TerrainFinding]:
    if (layout.width, layout.depth) != (SIDE, SIDE):
        yield TerrainFinding(Reason("terrain_table", {"side": SIDE // INCH}, "WMH-128"))


def _choice(pieces: Sequence[Piece]) -> Iterator[TerrainFinding]:
    """What the pieces are, wherever they are."""
    if not FEWEST <= len(pieces) <= ADVISED:
        data = {"n": len(pieces), "least": FEWEST, "most": ADVISED}
        yield TerrainFinding(Reason("terrain_count", data, "WMH-112"), Weight.WARNING)
    free = sum(not is_restricted(piece) for piece in pieces)
    if pieces and len(pieces) - free > most_restricted(len(pieces)):
        yield TerrainFinding(Reason("terrain_majority", {"free": free, "n": len(pieces)}, "WMH-114"), Weight.WARNING)
    blockers = sum(blocks_sight(piece) for piece in pieces)
    if blockers < LEAST_BLOCKERS:
        data = {"n": blockers, "least": LEAST_BLOCKERS}
        yield TerrainFinding(Reason("terrain_blockers", data, "WMH-119"), Weight.WARNING)


def _sizes(numbered: Sequence[tuple[int, Standing]]) -> Iterator[TerrainFinding]:
    for number, standing in numbered:
        if bad_size(standing.piece):
            data = {"piece": standing.piece.name, "least": SMALLEST // INCH, "most": LARGEST // INCH}
            yield TerrainFinding(Reason("terrain_size", data, "WMH-112"), Weight.WARNING, (number,))


def _places(numbered: Sequence[tuple[int, Standing]], zones: Sequence[Standing]) -> Iterator[TerrainFinding]:
    for number, standing in numbered:
        if near_edge(standing):
            data = {"piece": standing.piece.name, "inches": EDGE // INCH}
            yield TerrainFinding(Reason("terrain_edge", data, "WMH-115"), pieces=(number,))
    for (number, one), (second, other) in combinations(numbered, 2):
        broken = too_close(one, other)
        if broken:
            clause, distance = broken
            names = {"piece": one.piece.name, "other": other.piece.name}
            code = "terrain_close" if distance else "terrain_overlap"
            yield TerrainFinding(Reason(code, {**names, "inches": distance // INCH}, clause), pieces=(number, second))
    for number, standing in numbered:
        if in_deployment(standing, zones):
            yield TerrainFinding(
                Reason("terrain_deployment", {"piece": standing.piece.name}, "WMH-117"), pieces=(number,)
            )
    if not zones and any(is_restricted(standing.piece) for _, standing in numbered):
        yield TerrainFinding(Reason("deployment_unchecked", {}, "W-49"), Weight.UNCHECKED)


def _passage(pieces: Sequence[Standing], grounds: Sequence[Ground]) -> Iterator[TerrainFinding]:
    """WMH-118: a huge base must be able to reach every zone, flag and objective past the restricted pieces."""
    walls = [s.shape for s in pieces if is_restricted(s.piece)]
    goals = [(g.scenario, e) for g in grounds for e in g.elements if e.piece.kinds[0] != DEPLOYMENT]
    if not walls:
        return
    if not goals:
        yield TerrainFinding(Reason("passage_unchecked", {}, "WMH-118"), Weight.UNCHECKED)
        return
    open_to = reachable((0, 0, SIDE, SIDE), HUGE_BASE // 2, walls, [e.shape for _, e in goals])
    for (scenario, element), free in zip(goals, open_to, strict=True):
        if not free:
            data = {"element": element.piece.name, "scenario": scenario}
            yield TerrainFinding(Reason("passage_shut", data, "WMH-118"), Weight.WARNING)


TABLE_CENTRE = Circle(SIDE // 2, SIDE // 2)
QUADRANT = SIDE // 2
QUADRANTS: tuple[Box, ...] = tuple(
    (x, y, x + QUADRANT, y + QUADRANT) for y in (0, QUADRANT) for x in (0, QUADRANT)
)  # WMH-126
QUADRANT_CENTRES = tuple(Circle((x0 + x1) // 2, (y0 + y1) // 2) for x0, y0, x1, y1 in QUADRANTS)
