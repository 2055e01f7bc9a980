"""Terrain by its rules alone: stock, draws of which the best is taken, layouts by hand, and which table has which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.lots import Lots, Urn
from muster.core.kit.reasons import Reason
from muster.core.record.event import Event
from muster.core.record.facts.venue import GroundLaid, LayoutRemoved, LayoutSaved, TerrainAssigned, TerrainStocked
from muster.core.record.terrain import (
    Form,
    Ground,
    Layout,
    LayoutFinding,
    Piece,
    Standing,
    Stocked,
    TerrainRules,
    Weight,
)
from muster.core.rules import layouts
from tests.app.hall import Hall

INCH = 1000
WALL = Piece("Wall", ("wall",), Form.RECTANGLE, 4 * INCH, 4 * INCH)
WELL = Piece("Well", ("wall",), Form.CIRCLE, 4 * INCH, 4 * INCH)
RULES = TerrainRules(
    width=48 * INCH,
    depth=36 * INCH,
    kinds=("wood", "wall", "fire"),
    joins=frozenset({"fire"}),
    methods={"mixed": "M-1"},
)


def at(x: int, y: int, piece: Piece = WALL, turn: int = 0) -> Standing:
    return Standing(piece, x * INCH, y * INCH, turn)


def layout(*pieces: Standing, name: str = "A", method: str = "") -> Layout:
    return Layout(name, 48 * INCH, 36 * INCH, pieces, method)


A, B = layout(at(10, 10)), layout(at(20, 10), name="B")


class Ground4(Hall):
    """Four players and a game with these rules; the venue is set by hand."""

    def __init__(self, rules: TerrainRules = RULES) -> None:
        super().__init__("bushido", 4)
        self.game = replace(self.system, terrain=rules)
        self.now: Event = self.event
        self.now.venue.layouts = {"A": A, "B": B}

    def begin(self) -> None:
        """Round 1 is played."""
        venue = self.now.venue
        self.pair()
        self.publish()
        self.now = self.event
        self.now.venue = venue


# Stock


def stock(kinds: str, count: int = 1, rules: TerrainRules = RULES) -> TerrainStocked:
    return layouts.stock(
        Hall("bushido", 0).event, Ground4(rules).game, replace(WALL, kinds=tuple(kinds.split())), count
    )


def test_a_piece_is_of_the_kinds_that_the_book_has() -> None:
    for kinds in ("wood", "fire", "wood fire", "wood wall fire"):
        assert stock(kinds).piece.kinds == tuple(kinds.split())
    with pytest.raises(UnknownName):
        stock("lava")
    assert stock("lava", rules=replace(RULES, kinds=()))


@pytest.mark.parametrize("kinds", ["wood wall", "fire fire", "wood wood"])
def test_a_combination_has_a_kind_that_joins_once(kinds: str) -> None:
    said = " \\+ ".join(kinds.split())
    with pytest.raises(BadInput, match=f"“{said}” is not a kind of terrain"):
        stock(kinds)


def test_there_are_500_of_a_piece_at_most() -> None:
    assert stock("wall", 500).count == 500
    for count in (-1, 501):
        with pytest.raises(BadInput, match=f"“{count}” of “Wall”"):
            stock("wall", count)
    with pytest.raises(UnknownName):
        stock("wall", 0)
    hall = Ground4()
    hall.now.venue.stock["Wall"] = Stocked(WALL)
    assert layouts.stock(hall.now, hall.game, WALL, 0) == TerrainStocked(WALL, 0)


def test_what_is_on_other_tables_is_not_free() -> None:
    """What a player brought is not of the stock."""
    hall = Ground4()
    venue = hall.now.venue
    brought = replace(at(30, 10, WELL), brought=True)
    venue.layouts = {"A": layout(at(10, 10), brought), "B": layout(at(10, 10), at(20, 10), name="B")}
    venue.terrain = {1: [(1, "B"), (2, "A")], 2: [(1, "B"), (2, "")], 3: [(1, "gone")]}
    venue.stock = {"Wall": Stocked(WALL, 2), "Well": Stocked(WELL)}
    assert list(layouts.standing_now(hall.now)) == [1]
    assert layouts.used(hall.now) == {"Wall": 1}
    assert layouts.used(hall.now, but=1) == {}
    assert {one.piece.name: one.count for one in layouts.free_stock(hall.now, 2)} == {"Wall": 1, "Well": 1}
    venue.stock = {"Wall": Stocked(WALL, 1)}
    assert layouts.free_stock(hall.now, 2) == []


# Draws


class Draws:
    """Tables as they are drawn, one after the other; None is a table that cannot be set up."""

    def __init__(self, *tables: Standing | None) -> None:
        self.tables, self.calls = tables, 0

    def __call__(
        self,
        stock: Sequence[Stocked],
        method: str,
        wanted: int,
        grounds: Sequence[Ground],
        lots: Lots,
        to_come: int = 0,
    ) -> tuple[Standing, ...]:
        found = self.tables[min(self.calls, len(self.tables) - 1)]
        self.calls += 1
        if found is None:
            raise Refusal("too little terrain")
        return (found,)


def drawn(draws: Draws | None, by: int = layouts.BEST_OF_SEVERAL, method: str = "mixed", **rules: Any) -> LayoutSaved:
    hall = Ground4(replace(RULES, draw=draws, **rules))
    hall.now.venue.stock = {"Wall": Stocked(WALL, 4)}
    return layouts.draw(hall.now, hall.game, Urn("seed"), "New", method, 1, 0, by=by)


SHORT = [at(24, 8, replace(WALL, name=f"Wall {n}")) for n in range(20)]
EVEN = [at(24, 18, replace(WALL, name=f"Wall {n}")) for n in range(20)]


@pytest.mark.parametrize(
    ("tables", "taken", "calls"),
    [
        (EVEN, EVEN[0], 6),
        (SHORT, SHORT[0], 16),
        ([*SHORT[:5], *EVEN], EVEN[0], 6),
        ([*SHORT[:7], *EVEN], EVEN[0], 8),
        ([SHORT[0], EVEN[3], None], EVEN[3], 3),
        ([EVEN[2], SHORT[0], None], EVEN[2], 3),
    ],
    ids=["all even", "all short", "the sixth is even", "the eighth is even", "the third fails", "the first is best"],
)
def test_the_best_of_several_tables_is_taken(tables: list[Standing | None], taken: Standing, calls: int) -> None:
    """WMH-111: six at least, sixteen at most while one half falls short; the first of those that are level."""
    draws = Draws(*tables)
    saved = drawn(draws)
    assert (saved.layout.pieces, draws.calls, saved.method) == ((taken,), calls, 2)


def test_by_the_older_rules_the_first_table_is_taken() -> None:
    draws = Draws(SHORT[0], *EVEN)
    saved = drawn(draws, by=1)
    assert (saved.layout.pieces, draws.calls, saved.method, saved.to_come) == ((SHORT[0],), 1, 1, 0)


def test_why_no_table_is_drawn() -> None:
    with pytest.raises(Refusal, match="too little terrain"):
        drawn(Draws(None, EVEN[0]))
    with pytest.raises(Refusal, match="at random"):
        drawn(None)
    with pytest.raises(UnknownName):
        drawn(Draws(EVEN[0]), method="wild")
    hall = Ground4(replace(RULES, draw=Draws(EVEN[0])))
    with pytest.raises(Refusal, match="The stock is empty"):
        layouts.draw(hall.now, hall.game, Urn("seed"), "New", "mixed", 1, 0)
    bare = Hall("bushido", 0)
    with pytest.raises(Refusal, match="without terrain"):
        layouts.rules_of(replace(bare.system, terrain=None))


def turned(piece: Standing, *weights: Weight, depth: int = 48) -> Standing:
    """The piece in the end, if a table with it at another edge would be balanced."""

    def check(layout_: Layout, grounds: Sequence[Ground]) -> list[LayoutFinding]:
        return [LayoutFinding(Reason(str(n)), weight) for n, weight in enumerate(weights)]

    (found,) = drawn(Draws(piece), depth=depth * INCH, check=check).layout.pieces
    return found


def test_a_square_table_is_also_tried_with_its_other_edges() -> None:
    """WMH-111: where it keeps every rule so."""
    assert turned(at(24, 8, turn=300)) == at(40, 24, turn=30)
    assert turned(at(24, 8, WELL, turn=45)) == at(40, 24, WELL)
    assert turned(at(24, 8), Weight.UNCHECKED) == at(40, 24, turn=90)
    assert turned(at(24, 8), Weight.UNCHECKED, Weight.WARNING) == at(24, 8)
    assert turned(at(24, 8), depth=47) == at(24, 8)


# Layouts by hand


def save(one: Layout, reason: str = "", weight: Weight | None = None) -> LayoutSaved:
    found = [] if weight is None else [LayoutFinding(Reason("x", clause="C-1"), weight)]
    hall = Ground4(replace(RULES, check=lambda layout_, grounds: found))
    return layouts.save(hall.now, hall.game, one, reason)


def test_a_layout_has_1_to_40_pieces() -> None:
    assert save(A) == LayoutSaved(A)
    many = layout(*[at(10, 10)] * 40)
    assert save(many, "on show") == LayoutSaved(many, reason="on show")
    for pieces in (0, 41):
        with pytest.raises(BadInput, match=f"has {pieces} pieces"):
            save(layout(*[at(10, 10)] * pieces), "on show")


def test_a_layout_names_a_way_of_the_book_or_none() -> None:
    assert save(layout(at(10, 10), method="mixed"))
    with pytest.raises(UnknownName):
        save(layout(at(10, 10), method="wild"))


def test_only_what_breaks_a_rule_needs_a_reason() -> None:
    assert save(A, weight=Weight.WARNING)
    with pytest.raises(Refusal, match="breaks C-1"):
        save(A, " ", Weight.BROKEN)
    assert save(A, "on show", Weight.BROKEN).reason == "on show"


def test_what_the_book_says_too_is_said_once() -> None:
    outside = layout(at(0, 10))
    said = LayoutFinding(Reason("terrain_outside", clause="C-1"), pieces=(1,))
    (plain,) = layouts.check(Ground4().game, outside, [])
    assert (plain.why.code, plain.why.clause) == ("terrain_outside", "")
    assert layouts.check(Ground4(replace(RULES, check=lambda layout_, grounds: [said])).game, outside, []) == [said]


def test_a_layout_is_known_by_its_name_and_as_it_was() -> None:
    hall = Ground4()
    before = layout(at(40, 10))
    hall.now.venue.former = {"A": [(1, before)]}
    assert (layouts.layout_of(hall.now, "A"), layouts.layout_of(hall.now, "A", 1)) == (A, before)
    assert layouts.layout_of(hall.now, "A", 2) == A
    for act in (layouts.layout_of, layouts.remove):
        with pytest.raises(UnknownName):
            act(hall.now, "C")


def test_a_layout_that_was_on_a_table_stays() -> None:
    hall = Ground4()
    hall.now.venue.terrain = {1: [(1, "A"), (2, "")]}
    with pytest.raises(Refusal, match="on table 1"):
        layouts.remove(hall.now, "A")
    assert layouts.remove(hall.now, "B") == LayoutRemoved("B")


# Tables


def test_a_table_without_terrain_gets_it_at_once_and_another_from_the_next_round_on() -> None:
    hall = Ground4()
    hall.now.venue.terrain = {2: [(1, "B")]}
    assert layouts.assign(hall.now, 1, "A") == TerrainAssigned(1, "A", 1)
    hall.begin()
    assert layouts.assign(hall.now, 1, "A") == TerrainAssigned(1, "A", 1)
    assert layouts.assign(hall.now, 2, "A") == TerrainAssigned(2, "A", 2)
    assert layouts.assign(hall.now, 2, "") == TerrainAssigned(2, "", 2)
    assert layouts.assign(hall.now, 1, "A", 3) == TerrainAssigned(1, "A", 3)
    assert layouts.assign(hall.now, 2, "A", 2) == TerrainAssigned(2, "A", 2)
    with pytest.raises(Refusal, match="Round 1 has begun, and table 2 has terrain"):
        layouts.assign(hall.now, 2, "A", 1)


def test_terrain_goes_on_a_table_and_is_known() -> None:
    hall = Ground4()
    with pytest.raises(BadInput, match="“0” is not a table"):
        layouts.assign(hall.now, 0, "A")
    with pytest.raises(UnknownName):
        layouts.assign(hall.now, 1, "C")


def test_only_what_is_placed_is_taken_away() -> None:
    hall = Ground4()
    laid = Ground("Ford", (at(10, 10),))
    with pytest.raises(Refusal, match="Nothing is placed for “Ford”"):
        layouts.lay_grounds(hall.now, [Ground("Ford")])
    assert layouts.lay_grounds(hall.now, [laid]) == [GroundLaid(laid)]
    hall.now.venue.grounds = {"Ford": laid}
    assert layouts.lay_grounds(hall.now, [Ground("Ford")]) == [GroundLaid(Ground("Ford"))]


def test_the_terrain_is_looked_over_for_the_round_to_come() -> None:
    """WMH-129."""
    hall = Ground4()
    assert layouts.review(hall.now, " fine ").round == 1
    hall.begin()
    assert (layouts.review(hall.now, " fine ").round, layouts.review(hall.now, " fine ").note) == (2, "fine")
