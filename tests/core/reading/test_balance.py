"""What each half of a table gives: counted exactly, the same for a table and its mirror image, and said in words."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.geometry import Circle, Polygon, holds
from muster.core.reading.balance import Balance, Side, measure, verdict
from muster.core.record.terrain import Form, Gift, Layout, Piece, Standing, TerrainRules

INCH = 1000
SIDE = 48 * INCH
RULES = TerrainRules(
    gives={
        "wall": frozenset({Gift.COVER}),
        "hill": frozenset({Gift.HEIGHT}),
        "wood": frozenset({Gift.CONCEALMENT}),
        "ruin": frozenset({Gift.COVER, Gift.HEIGHT}),
    },
    balance_clause="BOOK-1",
)


def box(kinds: str, x: float, y: float, size: str = "4x4", turn: int = 0) -> Standing:
    width, depth = (round(float(side) * INCH) for side in size.split("x"))
    piece = Piece(kinds, tuple(kinds.split("+")), Form.RECTANGLE, width, depth)
    return Standing(piece, round(x * INCH), round(y * INCH), turn)


def table(*pieces: Standing) -> Layout:
    return Layout("Test", SIDE, SIDE, pieces)


def judge(*pieces: Standing, rules: TerrainRules = RULES) -> Balance:
    return measure(table(*pieces), rules)


def codes(balance: Balance) -> list[str]:
    return [reason.code for reason in verdict(balance)]


def test_a_piece_serves_its_half_and_the_other_where_it_reaches_an_inch_into_it() -> None:
    """WMH-111."""
    for y, served in ((10, (1, 0)), (23, (1, 1)), (22.999, (1, 0)), (24, (1, 1)), (25, (1, 1)), (25.001, (0, 1))):
        balance = judge(box("wall", 24, y))
        assert (balance.north.cover, balance.south.cover) == served, y
    small = judge(box("wall", 24, 24, "1x1"))
    assert (small.north.cover, small.south.cover) == (1, 1)


def test_each_kind_gives_what_the_game_says_and_a_combination_all_of_it() -> None:
    """WMH-111, WMH-121."""
    north = judge(box("wall+hill", 10, 10), box("ruin", 20, 10), box("wood", 30, 10), box("water", 40, 10)).north
    assert (north.pieces, north.cover, north.height, north.concealment) == (4, 2, 2, 1)


def test_what_players_bring_is_left_out() -> None:
    """WMH-122: it is theirs, whichever half they put it on."""
    balance = judge(replace(box("wall", 24, 10), brought=True))
    assert balance.north.pieces == 0 and balance.clearing == 48


def test_open_ground_is_counted_in_square_inches_and_lanes() -> None:
    """WMH-111: a wall of 4 by 3 takes four lanes and twelve square inches of its half."""
    balance = judge(box("wall", 24, 11.5, "4x3"))
    assert (balance.north.lanes, balance.north.free) == (44, 48 * 24 - 12)
    assert (balance.south.lanes, balance.south.free) == (48, 48 * 24)
    assert balance.clearing == 35  # From the wall's lower edge at 13 inches to the south edge.


def test_a_piece_over_the_edge_takes_only_what_is_under_it() -> None:
    """WMH-111: at a corner, half of a wall of 4 by 4 is on the table each way."""
    for x in (0, 48):
        balance = judge(box("wall", x, 0))
        assert (balance.north.lanes, balance.north.free, balance.clearing) == (46, 48 * 24 - 4, 46), x


def test_a_square_inch_is_taken_where_its_middle_is() -> None:
    """WMH-111: whatever else of it there is under terrain."""
    assert judge(box("wall", 10.5, 10.5, "0.2x0.2")).north.free == 48 * 24 - 1
    assert judge(box("wall", 10, 10, "0.8x0.8")).north.free == 48 * 24


def test_the_largest_clearing_is_a_square_of_the_table() -> None:
    """WMH-111: a strip of ten inches along the edge has one of ten, and a table that is full none."""
    assert judge(box("wall", 29, 24, "38x48")).clearing == 10
    assert judge(box("wall", 24, 29, "48x38")).clearing == 10
    assert judge(box("wall", 24, 24, "48x48")).clearing == 0


def test_a_table_longer_than_twelve_feet_is_looked_at_in_larger_squares() -> None:
    """WMH-111: of 200 inches in squares of two, by the middle of each; all is still told in inches."""
    speck, wall = box("wall", 0.4, 0.4, "0.8x0.8"), box("wall", 11, 11, "2x2")
    balance = measure(Layout("Hall", 200 * INCH, 100 * INCH, (speck, wall)), RULES)
    assert (balance.north.lanes, balance.north.free) == (198, 200 * 50 - 4)
    assert (balance.south.lanes, balance.south.free, balance.wide) == (200, 200 * 50, 200)
    assert balance.clearing == 100
    for wide, free in ((144, 144 * 50 - 1), (145, 144 * 50)):
        assert measure(Layout("Hall", wide * INCH, 100 * INCH, (speck,)), RULES).north.free == free


def test_of_two_tables_the_better_one_has_equal_halves_then_less_open_ground_then_equally_open_halves() -> None:
    """WMH-111: in this order, each by its difference and not by how much there is."""
    side = Side(2, 2, 2, 2, 20, 500)
    level = Balance(side, side, 20, 48)
    near = replace(level, north=replace(side, cover=1))
    assert level.rank == (0, 0, 20, 0) and near.rank == (0, 2, 20, 0)
    assert replace(near, clearing=9).rank > replace(level, clearing=30).rank
    assert replace(level, south=replace(side, lanes=5)).rank == (0, 0, 20, 15)


def test_a_half_falls_short_with_two_fewer_or_none_where_the_other_has_some() -> None:
    """WMH-111."""
    walls = [box("wall", x, 10) for x in (8, 16, 24)]
    below = [box("wall", x, 38) for x in (8, 16, 24)]
    assert codes(judge(*walls, *below)) == ["halves_alike"]
    assert codes(judge(*walls, *below[:2])) == ["halves_near"]
    one = judge(*walls, below[0])
    assert [(r.code, r.data, r.clause) for r in verdict(one)] == [
        ("north_more_cover", {"more": 3, "less": 1}, "BOOK-1")
    ]
    assert codes(judge(*walls, *below, box("hill", 40, 38))) == ["south_more_height"]
    each = judge(*walls, *below, box("hill", 40, 38), box("wood", 40, 10))
    assert codes(each) == ["south_more_height", "north_more_concealment"]
    assert codes(judge(box("wall+hill", 8, 10))) == ["north_more_cover", "north_more_height"]


def test_a_half_that_is_a_little_better_in_everything_is_said_to_be() -> None:
    """WMH-111: one piece more of each of the three is three more in all."""
    pair = [box(kind, 8 + 9 * n, y) for n, kind in enumerate(("wall", "hill", "wood")) for y in (8, 40)]
    more = [box(kind, 8 + 9 * n, 15) for n, kind in enumerate(("wall", "hill", "wood"))]
    assert codes(judge(*pair)) == ["halves_alike"]
    assert codes(judge(*pair, *more)) == ["north_more_all"]


def test_pieces_are_compared_where_the_book_does_not_say_what_kinds_give() -> None:
    """BUS-26: kinds are whatever the organiser calls them."""
    free = TerrainRules()
    assert codes(judge(box("shrine", 10, 10), box("pond", 30, 38), rules=free)) == ["halves_alike"]
    balance = judge(box("shrine", 10, 10), box("pond", 20, 10), box("pond", 30, 10), box("mud", 30, 38), rules=free)
    assert [(r.code, r.data) for r in verdict(balance)] == [("north_more_pieces", {"more": 3, "less": 1})]


def test_a_half_with_a_quarter_more_free_lanes_is_more_open() -> None:
    """WMH-111: 12 lanes of 48."""
    walls = [box("wall", 10 + 6 * n, 10, "6x3") for n in range(2)]
    flat = [box("wall", 12, 38, "3x3"), box("wall", 12, 42, "3x3")]
    assert codes(judge(*walls, *flat)) == ["halves_alike"]
    wide = [box("wall", 10 + 8 * n, 10, "8x3") for n in range(2)]
    assert codes(judge(*wide, *flat)) == ["halves_alike", "south_more_open"]
    assert codes(judge(*(replace(s, y=SIDE - s.y) for s in (*wide, *flat)))) == ["halves_alike", "north_more_open"]
    side = Side(0, 0, 0, 0, 30, 900)
    for lanes, said in ((19, ["halves_alike"]), (18, ["halves_alike", "north_more_open"])):
        assert codes(Balance(side, replace(side, lanes=lanes), 0, 48)) == said


PIECES = st.lists(
    st.builds(
        box,
        st.sampled_from(["wall", "hill", "wood", "ruin", "wall+hill", "mud"]),
        st.integers(0, 192).map(lambda n: n / 4),
        st.integers(0, 192).map(lambda n: n / 4),
        st.sampled_from(["4x4", "6x3", "5x4"]),
        st.sampled_from([0, 90, 180, 270]),
    ),
    max_size=8,
)


@given(PIECES)
def test_a_mirrored_table_has_its_halves_swapped(pieces: list[Standing]) -> None:
    """WMH-111: the measure prefers neither side."""
    straight = judge(*pieces)
    mirrored = judge(*(replace(s, y=SIDE - s.y, turn=(360 - s.turn) % 360) for s in pieces))
    assert (mirrored.north, mirrored.south) == (straight.south, straight.north)
    assert mirrored.clearing == straight.clearing and mirrored.rank == straight.rank
    assert 0 <= straight.north.free <= 48 * 24 and 0 <= straight.north.lanes <= 48
    assert bool(straight.short) == all(not code.startswith("halves") for code in codes(straight))


def test_a_point_on_an_edge_or_a_corner_is_in_the_shape() -> None:
    square = Polygon(((0, 0), (10, 0), (10, 10), (0, 10)))
    assert all(holds(square, point) for point in ((0, 0), (10, 10), (5, 0), (0, 5), (10, 5), (5, 10), (5, 5)))
    assert not any(holds(square, point) for point in ((-1, 0), (11, 10), (5, -1), (-1, 5), (11, 5), (5, 11)))
    horseshoe = Polygon(((0, 0), (10, 0), (10, 3), (3, 3), (3, 7), (10, 7), (10, 10), (0, 10)))
    assert holds(horseshoe, (1, 5)) and holds(horseshoe, (3, 5)) and not holds(horseshoe, (5, 5))
    assert holds(Circle(0, 0, 5), (3, 4)) and not holds(Circle(0, 0, 5), (4, 4))
