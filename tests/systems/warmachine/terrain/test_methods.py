"""The steps of the three ways to set a table up, each piece by itself."""

from __future__ import annotations

from itertools import product

from muster.core.kit.lots import Lots
from muster.core.rules.layouts import check
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.terrain.draw import WAYS, _Board, _chosen
from muster.systems.warmachine.terrain.methods import inner_ok, outer_ok, scatter_ok
from muster.systems.warmachine.terrain.rules import QUADRANT_CENTRES, blocks_sight, is_restricted, near_edge
from tests.systems.warmachine.tables import at, layout, piece

WOOD, HILL = piece("Wood", "forest"), piece("Hill", "hill", "3x3")


def test_a_piece_of_the_quadrant_method_is_in_its_quarter() -> None:
    """WMH-126: completely; near the centre of the table, or of the quarter, is not enough."""
    assert inner_ok(at(HILL, 22, 22), 0) and not inner_ok(at(HILL, 23, 22), 0)
    assert not inner_ok(at(HILL, 22, 22), 1)
    assert outer_ok(at(HILL, 12, 12), 0) and not outer_ok(at(piece("Long", "hill", "24.002x3"), 12, 12), 0)


def test_every_quarter_of_a_scatter_table_has_one_piece() -> None:
    """WMH-127: in any order, and none has two."""
    first, north_west = at(WOOD, 24, 24), at(HILL, 12, 12)
    assert scatter_ok([first], north_west)
    assert scatter_ok([first, north_west], at(HILL, 36, 36))
    assert not scatter_ok([first, north_west], at(HILL, 13, 13))


def test_the_step_that_is_broken_is_named() -> None:
    """WMH-125: counted from one."""
    table = layout(at(WOOD, 12, 12), at(HILL, 36, 36), method="cluster")
    broken = [dict(f.why.data) for f in check(SYSTEM, table, ()) if f.why.code == "terrain_step"]
    assert broken == [
        {"piece": "Wood", "step": 1, "method": "cluster"},
        {"piece": "Hill", "step": 2, "method": "cluster"},
    ]


def test_blockers_that_were_kept_fill_a_table_up_within_its_limits() -> None:
    """WMH-114 WMH-119: with tables to come they are taken last, and restricted ones no more than may be."""
    usable = [WOOD] * 4 + [piece("Ruin", "obstruction")] * 3 + [HILL]
    for number in range(40):
        chosen = _chosen(usable, 6, Lots("kept", str(number)), 9)
        assert len(chosen) == 6 and sum(map(is_restricted, chosen)) <= 2
        assert all(map(blocks_sight, chosen[:1])) and HILL in chosen


def test_a_deviation_stops_before_the_edge() -> None:
    """WMH-115 WMH-127: a piece that is moved three inches from its quarter's centre is not within six of an edge."""
    for number in range(40):
        board = _Board((), Lots("edge", str(number)))
        board.deviate(piece("Big", "hill", "6x6"), QUADRANT_CENTRES[0])
        (moved,) = board.placed
        assert not near_edge(moved)
        across, down = abs(moved.x - 12_000), abs(moved.y - 12_000)
        assert (across and down) or (across + down) % 10 == 0, "by hundredths of an inch"


def test_the_eight_winds() -> None:
    assert {*WAYS} == {
        (a, b) for a, b in product((-1000, -707, 0, 707, 1000), repeat=2) if 999_000 < a * a + b * b < 1_000_001
    }
    assert len(WAYS) == 8
