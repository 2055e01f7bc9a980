"""Every terrain rule, at its boundary: what the checker names, by clause, and what it leaves unsaid."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from muster.core.reading.balance import measure
from muster.core.record.terrain import DEPLOYMENT, Form, Ground, Layout, Piece, Standing, Weight
from muster.core.rules.layouts import check
from muster.systems.warmachine import SYSTEM
from tests.systems.warmachine.tables import INCH, at, faults, layout, piece

WOOD, FOG = piece("Wood", "forest"), piece("Fog", "dense fog")
HILL, ROUGH, POND = piece("Hill", "hill"), piece("Rough", "rough"), piece("Pond", "shallow water", "4")
WALL, RUIN = piece("Wall", "obstacle"), piece("Ruin", "obstruction")
TRENCH = piece("Trench", "trench", "6x3")

LEGAL = layout(
    at(WOOD, 24, 24), at(FOG, 12, 12), at(HILL, 36, 12), at(ROUGH, 12, 36), at(POND, 36, 36), at(WALL, 24, 12)
)


def clauses(table: Layout, *grounds: Ground, weight: Weight | None = None) -> list[str]:
    found = check(SYSTEM, table, grounds)
    return [f.why.clause for f in found if (f.weight is not Weight.UNCHECKED if weight is None else f.weight is weight)]


def with_pieces(*extra: Standing) -> Layout:
    return replace(LEGAL, pieces=(*LEGAL.pieces, *extra))


def moved(number: int, x: float, y: float) -> Layout:
    pieces = list(LEGAL.pieces)
    pieces[number] = at(pieces[number].piece, x, y)
    return replace(LEGAL, pieces=tuple(pieces))


def test_a_legal_table_breaks_nothing() -> None:
    assert clauses(LEGAL) == [] and faults(LEGAL.pieces, "") == []


@pytest.mark.parametrize(("taken", "found"), [(0, []), (1, ["WMH-112"]), (6, ["WMH-112", "WMH-119"])])
def test_six_to_eight_pieces(taken: int, found: list[str]) -> None:
    """WMH-112: five pieces are a warning, and so are nine; eight are as good as six."""
    fewer = replace(LEGAL, pieces=LEGAL.pieces[: len(LEGAL.pieces) - taken])
    assert clauses(fewer, weight=Weight.WARNING) == found
    more = (at(HILL, 24, 36), at(ROUGH, 36, 24), at(POND, 12, 24))
    assert clauses(with_pieces(*more[:2])) == []
    assert clauses(with_pieces(*more)) == ["WMH-112"]


@pytest.mark.parametrize(
    ("size", "fine"), [("3x6", True), ("2.99x6", False), ("3x6.01", False), ("6", True), ("6.01", False)]
)
def test_pieces_are_three_to_six_inches_each_way(size: str, fine: bool) -> None:
    """WMH-112: 3" and 6" themselves are fine, however the piece is turned."""
    for turn in (0, 45):
        assert clauses(with_pieces(at(piece("Odd", "hill", size), 24, 36, turn))) == ([] if fine else ["WMH-112"])


def test_the_kinds_are_the_books() -> None:
    """WMH-113: seven unrestricted kinds, three restricted ones."""
    assert SYSTEM.terrain is not None
    assert set(SYSTEM.terrain.kinds) == {
        *("dense fog", "forest", "hill", "rough", "shallow water", "trench", "rubble"),
        *("hazard", "obstruction", "obstacle"),
    }
    for kind in SYSTEM.terrain.kinds:
        # 2.5" from the wall: too close for a restricted piece, far enough for any other.
        near = replace(LEGAL, pieces=(*LEGAL.pieces[1:], at(piece("Other", kind), 24, 18.5)))
        assert ("WMH-117" in clauses(near)) is (kind in ("hazard", "obstruction", "obstacle")), kind


def test_most_pieces_are_unrestricted() -> None:
    """WMH-114: four of eight are not a majority, five are; so are four of seven."""
    seven = replace(LEGAL, pieces=(*LEGAL.pieces[:4], at(RUIN, 36, 36), LEGAL.pieces[5], at(WALL, 24, 36)))
    assert clauses(seven) == []
    five = with_pieces(at(RUIN, 36, 24), at(WALL, 24, 36))
    assert clauses(five) == []
    four = replace(five, pieces=(*five.pieces[:4], at(RUIN, 36, 36), *five.pieces[5:]))
    assert "WMH-114" in clauses(four, weight=Weight.WARNING)
    half = replace(LEGAL, pieces=(*LEGAL.pieces[:3], at(WALL, 12, 36), at(RUIN, 36, 36), LEGAL.pieces[5]))
    assert "WMH-114" in clauses(half)


@pytest.mark.parametrize(("x", "broken"), [(8, True), (8.001, False), (39.999, False), (40, True), (7, True)])
def test_nothing_within_six_inches_of_an_edge(x: float, broken: bool) -> None:
    """WMH-115: a piece 4" wide with its middle 8" from the edge is exactly 6" from it, and that is within 6"."""
    for table in (moved(1, x, 12), moved(1, 12, x)):
        assert ("WMH-115" in clauses(table)) is broken


@pytest.mark.parametrize(("x", "broken"), [(18, True), (17.999, False), (18.001, True)])
def test_unrestricted_pieces_keep_two_inches(x: float, broken: bool) -> None:
    """WMH-116, W-47: exactly 2" is within 2"; a restricted piece keeps the same distance from an unrestricted one."""
    for other in (HILL, WALL):
        table = replace(LEGAL, pieces=(LEGAL.pieces[0], at(other, x, 24), *LEGAL.pieces[2:5], at(FOG, 24, 36)))
        assert clauses(table) == (["WMH-116"] if broken else [])


def test_trenches_may_touch_trenches_but_nothing_else() -> None:
    """WMH-116: end to end they touch; in one place they cannot be, and a burning trench is not a plain one."""
    two = [*LEGAL.pieces[:4], at(TRENCH, 30, 36), at(TRENCH, 36, 36)]
    assert clauses(replace(LEGAL, pieces=tuple(two))) == []
    two[-1] = at(TRENCH, 35.999, 36)
    assert clauses(replace(LEGAL, pieces=tuple(two))) == ["WMH-116"]
    two[-1] = at(piece("Fire trench", "trench+hazard", "6x3"), 36, 36)
    assert clauses(replace(LEGAL, pieces=tuple(two))) == ["WMH-116"]
    two[-1] = at(HILL, 36, 36)
    assert clauses(replace(LEGAL, pieces=tuple(two))) == ["WMH-116"]


@pytest.mark.parametrize(("x", "broken"), [(33, True), (33.001, False)])
def test_restricted_pieces_keep_five_inches_from_each_other(x: float, broken: bool) -> None:
    """WMH-117: the wall is at 24, both are 4" wide; at 33 the gap is exactly 5"."""
    table = replace(LEGAL, pieces=(*LEGAL.pieces[:2], at(RUIN, x, 12), *LEGAL.pieces[3:]))
    assert clauses(table) == (["WMH-117"] if broken else [])


def zone(depth: float) -> Ground:
    band = Piece("Zone", (DEPLOYMENT,), Form.RECTANGLE, 48 * INCH, round(depth * INCH))
    return Ground("Bunkers", (Standing(band, 24 * INCH, round(depth * INCH / 2)),))


def test_restricted_pieces_stay_out_of_deployment_zones_where_their_depth_is_known() -> None:
    """WMH-117, W-49: the wall reaches from 10" to 14"; a zone of 10" is clear of it, one of 10.01" is not."""
    assert clauses(LEGAL, zone(10)) == []
    assert clauses(LEGAL, zone(10.01)) == ["WMH-117"]
    # The fog and the hill are in the zone, too, and may.
    assert "W-49" in clauses(LEGAL, weight=Weight.UNCHECKED)
    assert "W-49" not in clauses(LEGAL, zone(10), weight=Weight.UNCHECKED)


FLAG = Piece("flag", ("flag",), Form.CIRCLE, 1575, 1575)


def test_huge_bases_come_to_every_flag() -> None:
    """WMH-118: one obstacle within 3" of a flag is fine, a ring around it is not; without positions: not checked."""
    ground = Ground("Bunkers", (Standing(FLAG, 24 * INCH, 24 * INCH),))
    near = layout(at(WALL, 24, 28.5))
    assert "WMH-118" not in clauses(near, ground)
    long = [piece(f"Wall {n}", "obstacle", size) for n, size in enumerate(("14x3", "14x3", "3x14", "3x14"))]
    spots = ((24, 17.5), (24, 30.5), (17.5, 24), (30.5, 24))
    ring = layout(*(at(p, x, y) for p, (x, y) in zip(long, spots, strict=True)))
    assert "WMH-118" in clauses(ring, ground, weight=Weight.WARNING)
    assert "WMH-118" in clauses(ring, weight=Weight.UNCHECKED) and "WMH-118" not in clauses(ring)
    # A deployment zone is nothing to get to, so with one alone it stays unchecked.
    assert "WMH-118" in clauses(ring, zone(10), weight=Weight.UNCHECKED)
    free = layout(*(at(HILL, x, y) for x, y in spots))
    assert "WMH-118" not in clauses(free, weight=Weight.UNCHECKED)


@pytest.mark.parametrize(("gap", "open_"), [(4.6, False), (4.72, False), (4.74, True), (4.8, True)])
def test_a_huge_base_takes_a_gap_of_its_own_width(gap: float, open_: bool) -> None:
    """WMH-118, WMH-016: 120 mm are 4.724"; a ring with one gap that wide lets it in, a narrower one does not."""
    ground = Ground("Bunkers", (Standing(FLAG, 24 * INCH, 24 * INCH),))
    part = piece("Part", "obstacle", f"3x{7 - gap / 2:.2f}")
    sides = [at(piece("Long", "obstacle", "14x3"), 24, 17.5), at(piece("Low", "obstacle", "14x3"), 24, 30.5)]
    sides += [at(piece("Left", "obstacle", "3x14"), 17.5, 24)]
    sides += [at(part, 30.5, 17 + part.depth / INCH / 2), at(part, 30.5, 31 - part.depth / INCH / 2)]
    assert ("WMH-118" not in clauses(layout(*sides), ground)) is open_


def test_two_pieces_block_sight() -> None:
    """WMH-119: forest, dense fog and obstruction do; one of them is not enough."""
    for blocker in (WOOD, FOG, RUIN, piece("Fire", "forest+hazard")):
        table = replace(LEGAL, pieces=(LEGAL.pieces[0], at(blocker, 12, 12), *LEGAL.pieces[2:]))
        assert clauses(table) == [], blocker.name
    assert clauses(moved_kind(HILL)) == ["WMH-119"]


def moved_kind(kind: Piece) -> Layout:
    return replace(LEGAL, pieces=(LEGAL.pieces[0], at(kind, 12, 12), *LEGAL.pieces[2:]))


def test_a_burning_forest_is_one_piece_restricted_and_still_a_forest() -> None:
    """WMH-121: it counts once, blocks sight, and keeps 5" from another restricted piece."""
    fire = piece("Burning forest", "forest+hazard")
    table = replace(LEGAL, pieces=(LEGAL.pieces[0], at(fire, 12, 12), *LEGAL.pieces[2:]))
    assert len(table.pieces) == 6 and clauses(table) == []
    near = replace(LEGAL, pieces=(LEGAL.pieces[0], at(fire, 15.001, 12), *LEGAL.pieces[2:]))
    assert clauses(near) == ["WMH-117"]


def test_what_an_army_brings_is_not_bound() -> None:
    """WMH-122: a piece on top of the edge rule that a player brought is nobody's breach; the organiser's is."""
    own = at(HILL, 24, 5)
    assert clauses(with_pieces(own)) == ["WMH-115"]
    assert clauses(with_pieces(replace(own, brought=True))) == []


def test_what_an_army_brings_is_no_step_of_a_method() -> None:
    """WMH-122: it is neither a cluster's first piece nor the third of a quarter."""
    brought = replace(at(HILL, 6, 6), brought=True)
    cluster = replace(CLUSTER, method="cluster", pieces=(brought, *CLUSTER.pieces))
    assert clauses(cluster) == []
    assert clauses(replace(quadrant(), pieces=(*quadrant().pieces, brought))) == []
    assert "WMH-126" in clauses(replace(quadrant(), pieces=(*quadrant().pieces, replace(brought, brought=False))))


def test_within_means_any_part_and_completely_within_the_whole() -> None:
    """WMH-124: a piece across a quarter's line is in no quarter, though its middle is."""
    eight = quadrant()
    assert clauses(eight) == []
    across = replace(eight, pieces=(at(WOOD, 22.001, 20), *eight.pieces[1:]))
    assert "WMH-126" in clauses(across)


def quadrant() -> Layout:
    inner = [at(p, x, y) for p, (x, y) in zip((WOOD, FOG, HILL, ROUGH), spread(4), strict=True)]
    outer = [at(p, x, y) for p, (x, y) in zip((POND, WALL, HILL, RUIN), spread(12), strict=True)]
    return layout(*inner, *outer, method="quadrant")


def spread(far: float) -> list[tuple[float, float]]:
    return [(24 + x * far, 24 + y * far) for y in (-1, 1) for x in (-1, 1)]


@pytest.mark.parametrize(("far", "fine"), [(5.5, True), (5.54, False)])
def test_quadrant_reaches(far: float, fine: bool) -> None:
    """WMH-126: the inner piece is within 5" of the table's centre: its corner is the near one."""
    eight = quadrant()
    x, y = 24 - far, 24 - far
    table = replace(eight, pieces=(at(WOOD, x, y), *eight.pieces[1:4], at(POND, 10, 10), *eight.pieces[5:]))
    assert ("WMH-126" not in clauses(table)) is fine
    assert ("quarter 1" not in faults(table.pieces, "quadrant")) is fine


def test_the_outer_piece_is_near_its_quarters_own_centre() -> None:
    """WMH-126: a pond 4" across with its middle 7" from there is exactly 5" away."""
    eight = quadrant()
    for x, broken in ((19, []), (19.001, ["WMH-126"])):
        pieces = (*eight.pieces[:4], at(POND, x, 12), *eight.pieces[5:])
        assert [c for c in clauses(replace(eight, pieces=pieces)) if c == "WMH-126"] == broken


def test_quadrant_takes_eight() -> None:
    """WMH-126: seven pieces leave a quarter short."""
    assert clauses(replace(quadrant(), pieces=quadrant().pieces[:7])) == ["WMH-126", "WMH-126"]


CLUSTER = layout(
    at(WOOD, 24, 24), at(HILL, 30.5, 24), at(FOG, 24, 17.5), at(POND, 17.5, 17.5), at(ROUGH, 17.5, 24), at(WALL, 36, 38)
)


def test_cluster_step_by_step() -> None:
    """WMH-125, W-48: a blocker first at the centre, four more near it, the rest apart; each step is named."""
    table = replace(CLUSTER, method="cluster")
    assert clauses(table) == [] and faults(table.pieces, "cluster") == []
    for number, standing, steps in (
        (0, at(HILL, 24, 24), ["WMH-119", "WMH-125"]),
        (0, at(WOOD, 24, 27.001), ["WMH-125"]),
        (1, at(HILL, 38.2, 24), ["WMH-125"]),
        (5, at(WALL, 30.5, 35.5), ["WMH-125"]),
    ):
        pieces = list(table.pieces)
        pieces[number] = standing
        found = clauses(replace(table, pieces=tuple(pieces)))
        assert [c for c in found if c in ("WMH-119", "WMH-125")][: len(steps)] == steps, (number, found)
    assert clauses(replace(table, method="")) == []


def out_of_step(table: Layout) -> set[int]:
    """The pieces that are not where their step puts them."""
    found = check(SYSTEM, table, ())
    return {number for f in found if f.why.code == "terrain_step" for number in f.pieces}


@pytest.mark.parametrize(
    ("number", "first", "fine", "broken"),
    [
        (1, (24, 24), (24, 27), (24, 27.001)),  # 1" from the centre
        (2, (24, 24), (32, 24), (32.001, 24)),  # 6" from the centre, 4" from the first
        (2, (24, 27), (24, 17), (24, 16.999)),  # 5" from the centre, 6" from the first
        (3, (24, 24), (20.5, 24), (20.499, 24)),  # 6" from the last, on the first
        (3, (24, 24), (34, 24), (34.001, 24)),  # on the last, 6" from the first
    ],
)
def test_cluster_reaches_to_the_thousandth(
    number: int, first: tuple[float, float], fine: tuple[float, float], broken: tuple[float, float]
) -> None:
    """WMH-125, WMH-124: exactly so far is within, a thousandth more is not."""
    pieces = [replace(CLUSTER.pieces[0], x=round(first[0] * INCH), y=round(first[1] * INCH)), *CLUSTER.pieces[1:]]
    for (x, y), out in ((fine, False), (broken, True)):
        pieces[number - 1] = at(pieces[number - 1].piece, x, y)
        table = replace(CLUSTER, method="cluster", pieces=tuple(pieces))
        assert (number in out_of_step(table)) is out, (x, y)


def test_the_rest_of_a_cluster_is_near_each_of_the_others() -> None:
    """WMH-125: within 6" of each other, not of one of them."""
    table = replace(CLUSTER, method="cluster")
    for x, broken in ((26, set()), (25.999, {7})):
        assert out_of_step(replace(table, pieces=(*table.pieces, at(POND, x, 38)))) == broken
    chain = (*table.pieces, at(POND, 26, 38), at(POND, 16, 38))
    assert out_of_step(replace(table, pieces=chain)) == {8}


def test_cluster_rest_stays_together_and_exactly_eight_inches_is_too_near() -> None:
    """WMH-125: the hill ends at 26 downwards; a piece from 34 on is exactly 8" away."""
    table = replace(CLUSTER, method="cluster")
    for y, fine in ((36, False), (36.001, True)):
        pieces = (*table.pieces[:5], at(WALL, 30.5, y))
        assert ("WMH-125" not in clauses(replace(table, pieces=pieces))) is fine
    together = (*table.pieces, at(POND, 26, 38))
    assert clauses(replace(table, pieces=together)) == []
    apart = (*table.pieces, at(POND, 12, 38))
    assert clauses(replace(table, pieces=apart)) == ["WMH-125"]


def test_scatter_reaches() -> None:
    """WMH-127: within 3" of each quarter's centre after the deviation, the rest within 10" of the first piece."""
    quarters = [at(p, x, y) for p, (x, y) in zip((FOG, HILL, ROUGH, POND), spread(12), strict=True)]
    table = layout(at(WOOD, 24, 24), *quarters, at(WALL, 24, 12), method="scatter")
    assert clauses(table) == [] and faults(table.pieces, "scatter") == []
    for x, fine in ((17, True), (17.001, False)):
        pieces = (table.pieces[0], at(FOG, x, 12), *table.pieces[2:5], at(WALL, 24, 36))
        assert ("WMH-127" not in clauses(replace(table, pieces=pieces))) is fine
    for x, broken in ((37.5, set()), (37.501, {6})):
        assert out_of_step(replace(table, pieces=(*table.pieces[:5], at(piece("L", "hill", "3x3"), x, 24)))) == broken
    for y, fine in ((27, True), (27.001, False)):
        assert (1 not in out_of_step(replace(table, pieces=(at(WOOD, 24, y), *table.pieces[1:])))) is fine
    assert out_of_step(replace(table, pieces=(at(HILL, 24, 24), *table.pieces[1:]))) == {1}


def test_the_quarters_of_a_scatter_table_are_listed_in_any_order() -> None:
    """WMH-127: a piece for each quarter, clockwise or otherwise; two for one quarter are one too many."""
    first, *quarters, last = layout(
        at(WOOD, 24, 24),
        *(at(p, x, y) for p, (x, y) in zip((FOG, HILL, ROUGH, POND), spread(12), strict=True)),
        at(WALL, 24, 12),
        method="scatter",
    ).pieces
    for order in permutations(quarters):
        assert clauses(layout(first, *order, last, method="scatter")) == []
    twice = layout(first, *quarters[:3], at(piece("L", "hill", "3x3"), 11, 17), last, method="scatter")
    assert out_of_step(twice) == {5}


def test_what_a_scenario_lays_down_has_the_books_sizes() -> None:
    """WMH-151, WMH-155, WMH-158: zones 12" across and 12" by 6", flags of 40 mm, objectives of 50 mm."""
    assert SYSTEM.terrain is not None
    elements = SYSTEM.terrain.elements
    assert elements["circular zone"] == (Form.CIRCLE, 12 * INCH, 12 * INCH)
    assert elements["rectangular zone"] == (Form.RECTANGLE, 12 * INCH, 6 * INCH)
    assert elements["flag"] == (Form.CIRCLE, round(40 / 25.4 * INCH), round(40 / 25.4 * INCH))
    assert elements[DEPLOYMENT] == (Form.RECTANGLE, 48 * INCH, 0), "its depth is not in the book (W-31)"
    assert elements["objective"] == (Form.CIRCLE, round(50 / 25.4 * INCH), round(50 / 25.4 * INCH))


def test_the_table_is_four_feet_square() -> None:
    """WMH-128."""
    assert SYSTEM.terrain is not None and (SYSTEM.terrain.width, SYSTEM.terrain.depth) == (48 * INCH, 48 * INCH)
    assert clauses(replace(LEGAL, width=60 * INCH)) == ["WMH-128"]


def test_what_an_organiser_should_know() -> None:
    """WMH-111, WMH-123, WMH-129: balance, a mix of methods, a look before each round: told with every layout."""
    assert SYSTEM.terrain is not None
    assert [note.clause for note in SYSTEM.terrain.notes] == ["WMH-111", "WMH-123", "WMH-129", "WMH-122"]
    assert all(note.code in SYSTEM.sentences and note.clause in SYSTEM.clauses for note in SYSTEM.terrain.notes)


@pytest.mark.parametrize(
    ("kinds", "given"),
    [
        ("forest", (0, 0, 1)),
        ("hill", (0, 1, 0)),
        ("obstacle", (1, 0, 0)),
        ("dense fog", (0, 0, 1)),
        ("rubble", (1, 0, 0)),
        ("trench", (1, 0, 0)),
        ("obstruction", (1, 0, 0)),
        ("obstruction+hazard", (1, 0, 0)),
        ("rough", (0, 0, 0)),
        ("shallow water", (0, 0, 0)),
        ("hazard", (0, 0, 0)),
    ],
)
def test_cover_height_and_concealment_are_counted_by_kind(kinds: str, given: tuple[int, int, int]) -> None:
    """WMH-111: a forest, a hill and an obstacle give concealment, height and cover; the others by W-56."""
    assert SYSTEM.terrain is not None
    balance = measure(layout(at(piece("Piece", kinds), 24, 12)), SYSTEM.terrain)
    assert balance.north.gifts == given and balance.south.gifts == (0, 0, 0) and balance.clause == "WMH-111"


def reasons(table: Layout, *grounds: Ground) -> dict[str, dict[str, object]]:
    """What is said about a table, by reason code."""
    return {f.why.code: dict(f.why.data) for f in check(SYSTEM, table, grounds)}


def test_the_figures_that_an_organiser_reads() -> None:
    """WMH-112 WMH-115 WMH-116 WMH-117: in inches."""
    assert reasons(with_pieces(at(piece("Plain", "hill", "7x3"), 30, 30)))["terrain_size"] == {
        "piece": "Plain",
        "least": 3,
        "most": 6,
    }
    assert reasons(moved(1, 7, 12))["terrain_edge"] == {"piece": "Fog", "inches": 6}
    assert reasons(moved(1, 20, 12))["terrain_close"] == {"piece": "Fog", "other": "Wall", "inches": 2}
    near = replace(LEGAL, pieces=(*LEGAL.pieces[:2], at(RUIN, 33, 12), *LEGAL.pieces[3:]))
    assert reasons(near)["terrain_close"] == {"piece": "Ruin", "other": "Wall", "inches": 5}
    two = replace(LEGAL, pieces=(*LEGAL.pieces[:4], at(TRENCH, 30, 36), at(TRENCH, 33, 36)))
    assert reasons(two)["terrain_overlap"]["piece"] == "Trench" and "terrain_close" not in reasons(two)


def test_only_deployment_zones_keep_restricted_pieces_out() -> None:
    """WMH-117 W-49: a wall on a flag is in nobody's deployment zone; without such pieces there is nothing to check."""
    flag = Ground("Bunkers", (Standing(FLAG, 24 * INCH, 12 * INCH),))
    assert "terrain_deployment" not in reasons(LEGAL, flag)
    free = replace(LEGAL, pieces=LEGAL.pieces[:5])
    assert "deployment_unchecked" not in reasons(free)


@pytest.mark.parametrize(("gap", "open_"), [(4.724, False), (4.725, True)])
def test_a_huge_base_passes_along_the_edge_of_the_table(gap: float, open_: bool) -> None:
    """WMH-118: between the edge and a wall, along the left side and along the top."""
    beyond = layout(at(piece("Wall", "obstacle", "43x3"), gap + 21.5, 24))
    assert ("passage_shut" not in reasons(beyond, Ground("One", (Standing(FLAG, 40 * INCH, 40 * INCH),)))) is open_
    along = layout(at(piece("Wall", "obstacle", "30x3"), 15, gap + 1.5))
    assert ("passage_shut" not in reasons(along, Ground("One", (Standing(FLAG, 5 * INCH, 2362),)))) is open_
