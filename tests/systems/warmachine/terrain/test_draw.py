"""Tables drawn by lot are legal, all of them, by a checker written apart; MUSTER_LONG_TESTS=1 draws 10,000 a method."""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.record.terrain import Form, Piece, Stocked
from muster.systems.warmachine import SYSTEM
from tests.systems.warmachine.tables import STOCK, faults, piece
from tests.systems.warmachine.terrain.test_rules import zone

METHODS = {"cluster": "WMH-125", "quadrant": "WMH-126", "scatter": "WMH-127"}
TABLES = 10_000 if os.environ.get("MUSTER_LONG_TESTS") else 60
assert SYSTEM.terrain is not None and SYSTEM.terrain.draw is not None
draw = SYSTEM.terrain.draw


@pytest.mark.parametrize("method", METHODS)
def test_every_table_is_legal(method: str) -> None:
    """WMH-123: each of the three methods makes tables that keep WMH-112 to WMH-128, by a checker written apart."""
    seen: Counter[int] = Counter()
    for number in range(TABLES):
        standing = draw(STOCK, method, 0, (), Lots("seed", f"{method} {number}"))
        assert faults(standing, method) == [], f"{method} {number}"
        names = Counter(s.piece.name for s in standing)
        assert all(names[one.piece.name] <= one.count for one in STOCK)
        seen[len(standing)] += 1
    assert seen[8] > TABLES * 9 // 10 and set(seen) <= {6, 7, 8}


@pytest.mark.parametrize("method", METHODS)
def test_a_draw_can_be_run_again_and_differs_by_seed(method: str) -> None:
    """X-01: the same stream gives the same table."""
    first = draw(STOCK, method, 0, (), Lots("seed", "a"))
    assert first == draw(STOCK, method, 0, (), Lots("seed", "a"))
    assert first != draw(STOCK, method, 0, (), Lots("seed", "b"))


PINNED = {
    "cluster": "7ea960c3 fc8680b2 7abd6c3e 781724d5",
    "quadrant": "92cf61d0 57a5d417 7fed2cc1 aede97b2",
    "scatter": "4623dcc2 d8d0d63f 87f8e2f0 e93d2779",
}
RICH = (*STOCK, Stocked(piece("Copse", "forest", "3.5"), 6), Stocked(piece("Bank", "hill", "3x3"), 2))


@pytest.mark.parametrize("method", METHODS)
def test_a_table_is_drawn_as_it_always_was(method: str) -> None:
    """X-01: a table recorded today must be repeatable in ten years; with zones, with tables to come, from a rich
    stock.
    """
    drawn = [
        draw(STOCK, method, 0, (), Lots("pinned", "plain")),
        draw(STOCK, method, 8, (zone(10),), Lots("pinned", "zones")),
        draw(RICH, method, 8, (), Lots("pinned", "rich"), 3),
        draw(RICH, method, 0, (), Lots("pinned", "more")),
    ]
    told = [[(s.piece.name, s.x, s.y, s.turn) for s in table] for table in drawn]
    assert " ".join(sha256(repr(table).encode()).hexdigest()[:8] for table in told) == PINNED[method]


@pytest.mark.parametrize("method", METHODS)
def test_deployment_zones_are_kept_free_of_restricted_pieces(method: str) -> None:
    """WMH-117: with the organiser's depth known, no restricted piece lies in it."""
    for number in range(10):
        standing = draw(STOCK, method, 0, (zone(14),), Lots("seed", f"{method} {number}"))
        assert faults(standing, method) == []
        for s in standing:
            if {"hazard", "obstacle", "obstruction"} & set(s.piece.kinds):
                assert s.y - min(s.piece.width, s.piece.depth) // 2 >= 14_000


def test_scatter_deviates_by_a_d3_or_as_far_as_is_legal() -> None:
    """WMH-127: one, two or three inches from each quarter's centre; less where that would be illegal."""
    moved: Counter[int] = Counter()
    for number in range(60):
        four = draw(STOCK, "scatter", 0, (), Lots("seed", f"d3 {number}"))[1:5]
        for s, (x, y) in zip(four, ((12, 12), (36, 12), (12, 36), (36, 36)), strict=True):
            across, down = abs(s.x - x * 1000), abs(s.y - y * 1000)
            moved[max(across, down) if not (across and down) else round(across / 0.707)] += 1
    whole = [moved[n] + moved[n - 1] + moved[n + 1] for n in (1000, 2000, 3000)]
    assert max(moved) <= 3001 and min(whole) > 20
    assert sum(moved.values()) > sum(whole) and moved[0] == 0


def test_a_piece_that_does_not_touch_the_quarters_centre_is_not_put_there() -> None:
    """WMH-127: a horseshoe is around its middle."""
    corners = ((-3, -3), (3, -3), (3, -2), (-2, -2), (-2, 2), (3, 2), (3, 3), (-3, 3))
    shoe = Piece("Shoe", ("hill",), Form.POLYGON, 6000, 6000, tuple((x * 1000, y * 1000) for x, y in corners))
    with pytest.raises(Refusal, match=r"^No legal table came out in 900 tries .* no room for piece 2\."):
        draw([Stocked(piece("Wood", "forest"), 2), Stocked(shoe, 6)], "scatter", 0, (), Lots("s", "a"))


def test_blockers_beyond_those_kept_for_other_tables_are_drawn() -> None:
    """WMH-119: with one table to come two of six are kept; they are used where nothing else makes the table full."""
    woods, hills = Stocked(piece("Wood", "forest"), 6), Stocked(piece("Hill", "hill"), 8)
    for stock, least, most in (((woods, hills), 2, 4), ((woods, Stocked(piece("Hill", "hill"), 2)), 6, 6)):
        for number in range(20):
            standing = draw(stock, "scatter", 8, (), Lots("s", str(number)), 1)
            assert least <= sum(s.piece.name == "Wood" for s in standing) <= most


def test_six_or_seven_are_drawn_when_asked_or_when_there_are_no_more() -> None:
    """WMH-112: eight are advised, six are enough."""
    assert len(draw(STOCK, "scatter", 6, (), Lots("s", "a"))) == 6
    assert len(draw(STOCK[:4], "cluster", 0, (), Lots("s", "b"))) == 7


@pytest.mark.parametrize(
    ("stock", "words", "clause"),
    [
        (STOCK[:2], ["3 pieces", "add 3 more", "WMH-112"], "WMH-112"),
        (
            [Stocked(piece("Hill", "hill"), 8)],
            ["0 of the two line-of-sight blockers", "add 2 of forest", "WMH-119"],
            "WMH-119",
        ),
        (
            [Stocked(piece("Ruin", "obstruction"), 5), Stocked(piece("Hill", "hill"), 2)],
            ["2 unrestricted", "add 2 so that", "WMH-114"],
            "WMH-114",
        ),
        ([Stocked(piece("Plain", "hill", "7x7"), 8)], ["0 pieces", 'of 3" to 6"', "add 6 more"], "WMH-112"),
    ],
)
def test_stock_that_cannot_make_a_table_is_refused_with_what_to_add(
    stock: list[Stocked], words: list[str], clause: str
) -> None:
    """WMH-112, WMH-114, WMH-119: which rule fails, and how many more of what."""
    with pytest.raises(Refusal) as refused:
        draw(stock, "cluster", 0, (), Lots("s", "a"))
    assert refused.value.clause == clause
    assert all(word in str(refused.value) for word in words), str(refused.value)


def test_all_that_the_stock_lacks_is_said_at_once() -> None:
    with pytest.raises(Refusal) as refused:
        draw([Stocked(piece("Hill", "hill"), 3)], "cluster", 0, (), Lots("s", "a"))
    assert all(clause in str(refused.value) for clause in ("(WMH-112); ", "(WMH-119); ", "(WMH-114)."))


@pytest.mark.parametrize(
    ("method", "wanted", "sentence"),
    [
        ("scatter", 5, "“5” pieces: the scatter method takes 6 to 8."),
        ("cluster", 9, "“9” pieces: the cluster method takes 6 to 8."),
        ("quadrant", 7, "“7” pieces: the quadrant method takes 8."),
    ],
)
def test_so_many_pieces_are_not_a_table(method: str, wanted: int, sentence: str) -> None:
    """WMH-112 WMH-126."""
    with pytest.raises(Refusal) as refused:
        draw(STOCK, method, wanted, (), Lots("s", "a"))
    assert (str(refused.value), refused.value.clause) == (sentence, METHODS[method])


def test_a_bare_majority_of_unrestricted_pieces_is_enough() -> None:
    """WMH-114: four of seven."""
    stock = [Stocked(piece(name, kind), n) for name, kind, n in (("Wood", "forest", 2), ("Hill", "hill", 2))]
    assert len(draw([*stock, Stocked(piece("Wall", "obstacle"), 3)], "scatter", 7, (), Lots("s", "a"))) == 7


def test_quadrant_needs_eight() -> None:
    """WMH-126: seven pieces are one too few for it."""
    with pytest.raises(Refusal, match=r"of 8 pieces.*add 1 more"):
        draw(STOCK[:4], "quadrant", 0, (), Lots("s", "a"))


def test_stock_without_room_is_refused_after_many_tries() -> None:
    """WMH-117: where the whole table is deployment zone no wall has a place; the sentence says what would help."""
    tight = [Stocked(piece("Wood", "forest"), 5), Stocked(piece("Wall", "obstacle"), 3)]
    with pytest.raises(Refusal, match=r"no room for piece .*fewer restricted") as refused:
        draw(tight, "quadrant", 0, (zone(48),), Lots("s", "a"))
    assert refused.value.clause == "WMH-126"
