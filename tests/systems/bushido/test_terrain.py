"""Terrain of a Bushido table: Impassable elements and their distances, and the set-up in turn with its stop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.record.terrain import DEPLOYMENT, Form, Ground, Layout, Piece, Standing, Weight
from muster.core.rules.layouts import check
from muster.systems.bushido import SYSTEM
from tests.systems.bushido.desk import golden

ROCK = Piece("Rock", ("impassable",), Form.CIRCLE, 2000, 2000)
HEDGE = Piece("Hedge", ("difficult",), Form.RECTANGLE, 3000, 1000)
SIX = tuple(Standing(HEDGE, 4000 + 4000 * n, 12000) for n in range(6))


def clauses(*pieces: Standing, moves: str = "", grounds: tuple[Ground, ...] = ()) -> list[str]:
    found = check(SYSTEM, Layout("Dojo", 36000, 36000, pieces, moves=moves), grounds)
    return [f.why.clause for f in found if f.weight is not Weight.UNCHECKED]


def element(kind: str, form: Form, width: int, depth: int, x: int, y: int) -> Ground:
    return Ground("Own", (Standing(Piece(kind, (kind,), form, width, depth), x, y),))


@pytest.mark.parametrize(("gap", "broken"), [(1900, True), (2000, True), (2001, False), (2100, False)])
def test_impassable_elements_keep_more_than_two_inches(gap: int, broken: bool) -> None:
    """BSG-10: from each other and from objectives; exactly 2" is not more than 2"."""
    rocks = Standing(ROCK, 10000, 10000), Standing(ROCK, 12000 + gap, 10000)
    assert clauses(*rocks) == (["BSG-10"] if broken else [])
    objective = element("objective", Form.CIRCLE, 1000, 1000, 10000 + 1000 + 500 + gap, 10000)
    assert clauses(rocks[0], grounds=(objective,)) == (["BSG-10"] if broken else [])
    assert clauses(rocks[0], grounds=(element("objective", Form.CIRCLE, 1000, 1000, 10000, 10000),)) == ["BSG-10"]
    # Anything else may be as near as it likes.
    assert clauses(Standing(HEDGE, 10000, 10000), Standing(ROCK, 12000, 11500)) == []


@pytest.mark.parametrize("kind", ["scenario zone", DEPLOYMENT])
def test_no_impassable_element_in_a_zone(kind: str) -> None:
    """BSG-09: not even a part of it; one that touches the line from outside is outside."""
    zone = element(kind, Form.RECTANGLE, 36000, 6000, 18000, 3000)
    assert clauses(Standing(ROCK, 18000, 7000), grounds=(zone,)) == []
    assert clauses(Standing(ROCK, 18000, 6999), grounds=(zone,)) == ["BSG-09"]
    assert clauses(Standing(HEDGE, 18000, 3000), grounds=(zone,)) == []


def test_without_positions_zones_are_not_checked_and_it_says_so() -> None:
    """BSG-09: a silent pass would be worse."""
    found = check(SYSTEM, Layout("Dojo", 36000, 36000, (Standing(ROCK, 18000, 3000),)), ())
    assert [(f.why.clause, f.weight) for f in found] == [("BSG-09", Weight.UNCHECKED)]
    far = element("scenario zone", Form.RECTANGLE, 6000, 6000, 30000, 30000)
    assert check(SYSTEM, Layout("Dojo", 36000, 36000, (Standing(ROCK, 18000, 3000),)), (far,)) == []


def test_the_pieces_at_fault_are_named_by_their_number() -> None:
    """BSG-10: counted from 1, as the table's sheet has them."""
    pieces = Standing(HEDGE, 30000, 30000), Standing(ROCK, 10000, 10000), Standing(ROCK, 13000, 10000)
    assert [f.pieces for f in check(SYSTEM, Layout("Dojo", 36000, 36000, pieces), ()) if f.pieces] == [(2, 3)]


@pytest.mark.parametrize("row", golden("V-BSG-TERRAIN")["rows"])
def test_placing_in_turn(row: dict[str, object]) -> None:
    """BSG-06, BSG-07: at least six, and one last piece after a stop, by the worked vectors."""
    moves = str(row["moves"])
    many = tuple(Standing(HEDGE, 4000 + 4000 * (n % 8), 12000 + 3000 * (n // 8)) for n in range(moves.count("p")))
    wanted = {"fewer than six": ["BSG-06"], "only one piece after a stop": ["BSG-07"]}.get(str(row.get("error")), [])
    assert clauses(*many, moves=moves) == wanted


def test_what_was_placed_is_what_stands_there() -> None:
    """BSG-06: the moves and the table must agree; without a stop the next player is named."""
    assert clauses(*SIX[:5], moves="pppppps") == ["BSG-06"]
    found = check(SYSTEM, Layout("Dojo", 36000, 36000, SIX, moves="pppppp"), ())
    assert [(f.why.clause, f.why.data["turn"], f.weight) for f in found] == [("BSG-07", 1, Weight.WARNING)]


def test_what_a_warband_brings_was_not_placed_in_turn() -> None:
    """BSG-11: it comes in a step of its own, after the stop."""
    own = Standing(HEDGE, 30000, 30000, brought=True)
    assert clauses(*SIX, own, moves="pppppps") == clauses(*SIX, moves="pppppps") == []
    assert clauses(*SIX, replace(own, brought=False), moves="pppppps") == ["BSG-06"]


def test_a_scenario_may_have_zones_and_objectives_of_any_size() -> None:
    """BSG-09 BSG-10: the book gives no size, so each scenario says its own."""
    assert SYSTEM.terrain is not None
    assert {kind: size for kind, (_, *size) in SYSTEM.terrain.elements.items()} == {
        "scenario zone": [0, 0],
        "objective": [0, 0],
        DEPLOYMENT: [0, 0],
    }


def test_the_organisers_part() -> None:
    """BUS-25, BUS-26, BUS-27: who sets terrain, how it is read, and that players leave it alone, for all to see."""
    assert SYSTEM.terrain is not None
    assert [note.clause for note in SYSTEM.terrain.notes] == ["BUS-25", "BUS-26", "BUS-27"]
    assert all(note.code in SYSTEM.sentences and note.clause in SYSTEM.clauses for note in SYSTEM.terrain.notes)
