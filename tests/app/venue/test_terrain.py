"""The organiser's terrain in an event: stock, layouts by lot and by hand, tables and their past, what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from muster.app.csv_tables import parse_sheet
from muster.app.desk import Opened
from muster.app.keeping.growing import Growing
from muster.app.past.verify import verify
from muster.app.speech import speaking
from muster.app.venue import terrain
from muster.app.venue.terrain import Typed
from muster.app.venue.terrain_picture import scale_of, svg
from muster.app.venue.terrain_text import inches, kinds_words, read_inches, read_size, size_text
from muster.app.venue.terrain_views import SeatView, history_view, layout_view, table_view, terrain_view
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import English
from muster.core.record.facts.venue import LayoutSaved
from muster.core.record.terrain import Form, Layout, Piece, Standing
from tests.app.hall import STAFF, Hall

STOCK = (
    "name,kind,size,count,reading\n"
    "Old wood,forest,5,4,Blocks sight\n"
    "Fog,dense fog,4x3,4,\n"
    'Crag,rough,"0,0 5,0 6,3 2,4",4,\n'
    "Wall,obstacle,4x3,4,\n"
    "Burning copse,forest+hazard,4,2,\n"
    "Pond,shallow water,4.5,6,\n"
    "Trench,trench,6x3,4,\n"
)


def hall(players: int = 8) -> Hall:
    found = Hall("warmachine", players)
    terrain.stock(found.desk, found.id, terrain.stock_of(parse_sheet("stock.csv", STOCK)), STAFF)
    return found


def generate(found: Hall, *tables: int, method: str = "mixed", pieces: str = "", name: str = "") -> Opened:
    return terrain.generate(found.desk, found.id, method, STAFF, tables=tables, pieces=pieces, name=name)


def test_layouts_for_tables_come_from_the_stock_and_can_be_drawn_again() -> None:
    """WMH-123, X-01: all methods in turn, no piece on two tables, and verify derives each from the seed."""
    found = hall()
    opened = generate(found, 1, 2, 3)
    view = terrain_view(opened)
    assert [v.method for v in view.layouts] == ["cluster", "quadrant", "scatter"]
    assert view.tables == {1: "Table 1", 2: "Table 2", 3: "Table 3"}
    assert all(v.legal for v in view.layouts) and view.overdrawn == []
    assert sum(one.used for one in view.stock) == sum(len(v.pieces) for v in view.layouts)
    checked = verify(opened, "seed")
    assert checked.ok and checked.checked.layouts == 3
    # One piece shifted by a thousandth of an inch, as a forger would.
    index = next(i for i, e in enumerate(opened.entries) if isinstance(e.fact, LayoutSaved))
    entry = opened.entries[index]
    assert isinstance(entry.fact, LayoutSaved)
    pieces = entry.fact.layout.pieces
    forged = replace(entry.fact.layout, pieces=(replace(pieces[0], x=pieces[0].x + 1), *pieces[1:]))
    entries = list(opened.entries)
    entries[index] = replace(entry, fact=replace(entry.fact, layout=forged))
    assert "comes out differently" in str(verify(replace(opened, entries=Growing(entries)), "seed").difference)


@pytest.mark.parametrize("method", ["cluster", "quadrant", "scatter", "mixed"])
def test_two_blockers_are_kept_for_every_table_still_to_come(method: str) -> None:
    """WMH-119: eight blockers are enough for four tables, because the first ones leave two for each of the others."""
    found = Hall("warmachine", 8)
    stock = "name,kind,size,count\nWood,forest,5,8\nHill,hill,4x3,16\nPond,shallow water,4,12\n"
    terrain.stock(found.desk, found.id, terrain.stock_of(parse_sheet("stock.csv", stock)), STAFF)
    opened = generate(found, 1, 2, 3, 4, method=method)
    woods = [sum(s.piece.name == "Wood" for s in layout.pieces) for layout in opened.event.venue.layouts.values()]
    assert woods == [2, 2, 2, 2]
    assert verify(opened, "seed").ok


def test_every_draw_has_lots_of_its_own() -> None:
    """X-01: the same way for the same table, drawn again, is another layout."""
    found = hall()
    first = generate(found, method="scatter", pieces="6", name="One").event.venue.layouts["One"]
    opened = generate(found, method="scatter", pieces="6", name="Two")
    assert opened.event.venue.layouts["Two"].pieces != first.pieces
    drawn = [e.fact.draw for e in opened.entries if isinstance(e.fact, LayoutSaved)]
    assert drawn == ["terrain scatter 1", "terrain scatter 2"]


def test_stock_that_stands_elsewhere_is_not_there_to_draw_from() -> None:
    """WMH-112: three tables of eight use up 28 pieces, and the fourth is refused with what to add."""
    found = hall()
    generate(found, 1, 2, 3)
    with pytest.raises(Refusal, match=r"add .* more") as refused:
        generate(found, 4, method="quadrant")
    assert refused.value.clause == "WMH-112"
    # A table that is drawn again gives its own pieces back first; the layout before stays in the record.
    opened = generate(found, 3, method="scatter")
    assert opened.event.venue.terrain[3] == [(1, "Table 3, 2")]
    assert found.undo().event.venue.terrain[3] == [(1, "Table 3")]


def test_a_layout_can_be_drawn_for_no_table_and_its_size_asked_for() -> None:
    found = hall()
    opened = generate(found, method="scatter", pieces="6", name="Feature")
    assert len(opened.event.venue.layouts["Feature"].pieces) == 6 and opened.event.venue.terrain == {}
    with pytest.raises(BadInput, match="“x” should be a whole number"):
        generate(found, method="scatter", pieces="x")
    with pytest.raises(UnknownName, match="did you mean “scatter”"):
        generate(found, method="scater")


class Words(English):
    """A language with a few words of terrain."""

    WORDS: ClassVar = {
        "forest": "Wald",
        "hazard": "Gefahr",
        "flag": "Flagge",
        "cluster": "Haufen",
        "impassable": "unpassierbar",
    }

    def text(self, english: str) -> str:
        return self.WORDS.get(english, english)


def test_kinds_elements_and_ways_are_said_and_typed_in_the_language_spoken() -> None:
    """The journal has the book's names, so that rules find them whatever language they were typed in."""
    found = hall()
    with speaking(Words()):
        opened = terrain.stock(found.desk, found.id, [Typed("Brand", "wald + GEFAHR", "4")], STAFF)
        assert opened.event.venue.stock["Brand"].piece.kinds == ("forest", "hazard")
        assert kinds_words(("forest", "hazard")) == "Wald + Gefahr"
        element = terrain.read_element(found.system, "Flagge", "", "24", "24", "")
        assert element.piece.kinds == ("flag",)
        generate(found, method="cluster")
        layout = found.event.venue.layouts["Haufen"]
        assert layout.method == "cluster"
        drawn = svg(layout, [element])
        assert ">Flagge<" in drawn and "forest" not in drawn
        wrong = replace(layout, pieces=layout.pieces[::-1])
        said = [one.text for one in layout_view(found.opened, wrong).findings]
        assert any(" of the Haufen method" in text for text in said)
        with pytest.raises(UnknownName, match="did you mean “Wald”"):
            terrain.stock(found.desk, found.id, [Typed("Brand", "wlad", "4")], STAFF)
        dojo = Hall("bushido", 4)
        opened = terrain.stock(
            dojo.desk, dojo.id, [Typed("Fels", "Unpassierbar", "2"), Typed("Bach", "nass", "3")], STAFF
        )
        assert [s.piece.kinds for s in opened.event.venue.stock.values()] == [("impassable",), ("nass",)]
    assert terrain_view(found.opened).layouts[0].method == "cluster"


def test_games_without_terrain_or_without_lots_say_so() -> None:
    found = Hall("l5r", 4)
    with pytest.raises(Refusal, match="played without terrain"):
        generate(found, 1)
    found = Hall("bushido", 4)
    terrain.stock(found.desk, found.id, [Typed("Rock", "impassable", "2", "3")], STAFF)
    with pytest.raises(Refusal, match="Make the layout by hand"):
        generate(found, 1, method="cluster")


def test_urban_war_tables_are_four_feet_square() -> None:
    """UW-59."""
    rules = Hall("urban_war", 4).system.terrain
    assert rules is not None and (rules.width, rules.depth) == (48_000, 48_000)
    assert [note.clause for note in rules.notes] == ["UW-59"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (Typed("Bog", "swamp", "4"), "No kind of terrain is called “swamp”"),
        (Typed("Bog", "", "4"), "“Bog”: choose what kind of terrain it is."),
        (Typed("Wood", "forest+hill", "4"), "“forest + hill” is not a kind of terrain."),
        (Typed("Wood", "forest+forest", "4"), "“forest + forest” is not a kind of terrain."),
        (Typed("Wood", "forest", "four"), "Size: “four” should be 5 for a circle"),
        (Typed("Wood", "forest", "4x5x6"), "Size: “4x5x6” should be"),
        (Typed("Wood", "forest", "0"), "Size: “0” should be"),
        (Typed("Wood", "forest", "4.125"), "Size: “4.125” should have at most two decimals, such as 4.13 for 4 1/8."),
        (Typed("Wood", "forest", "0,0 1234,0 4,4"), "Size: “1234” should be inches"),
        (Typed("Wood", "forest", "0,0 4,4 4,0 0,4"), "does not cross itself"),
        (Typed("Wood", "forest", "0,0 4,4"), "should be 3 to 24 corners"),
        (Typed("Wood", "forest", "4", "many"), "count: “many” should be a whole number"),
        (Typed("Nothing", "forest", "4", "0"), "No piece of terrain is called “Nothing”"),
    ],
)
def test_bad_pieces_are_answered_in_words(typed: Typed, sentence: str) -> None:
    """WMH-113, WMH-121: kinds of the book only, and hazards alone are combined."""
    found = Hall("warmachine", 0)
    with pytest.raises(Refusal) as refused:
        terrain.stock(found.desk, found.id, [typed], STAFF)
    assert sentence in str(refused.value)
    assert found.event.venue.stock == {}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Wall,wall,1x4", "“stock.csv” line 3: No kind of terrain is called “wall”;"),
        ("Wall,obstacle,wide", "“stock.csv” line 3: Size: “wide” should be"),
    ],
)
def test_a_bad_line_of_a_file_is_named_and_nothing_is_taken(line: str, sentence: str) -> None:
    found = Hall("warmachine", 0)
    typed = terrain.stock_of(parse_sheet("stock.csv", f"name,kind,size\nWood,forest,5\n{line}\n"))
    with pytest.raises(BadInput) as refused:
        terrain.stock(found.desk, found.id, typed, STAFF)
    assert str(refused.value).startswith(sentence)
    assert found.event.venue.stock == {}


@pytest.mark.parametrize("text", ["5", "4.5", "4x6", "4.25x3", "-3,-2 2,-2 3,1 -1,2"])
def test_sizes_read_as_they_are_written(text: str) -> None:
    form, width, depth, corners = read_size(text)
    assert size_text(Piece("P", ("hill",), form, width, depth, corners)) == text


def test_a_size_may_have_a_decimal_comma_and_air() -> None:
    assert read_size("4,5 x 3") == read_size("4.5x3") == (Form.RECTANGLE, 4500, 3000, ())


@pytest.mark.parametrize(
    ("method", "pieces", "sentence"),
    [
        ("cluster", "5", "“5” pieces: the cluster method takes 6 to 8."),
        ("scatter", "9", "“9” pieces: the scatter method takes 6 to 8."),
        ("quadrant", "7", "“7” pieces: the quadrant method takes 8."),
    ],
)
def test_a_number_of_pieces_that_the_book_does_not_have_is_said_at_once(
    method: str, pieces: str, sentence: str
) -> None:
    """WMH-112, WMH-125 to WMH-127."""
    found = hall()
    with pytest.raises(BadInput) as refused:
        terrain.generate(found.desk, found.id, method, STAFF, tables=[1], pieces=pieces)
    assert str(refused.value) == sentence


def test_inches_are_exact() -> None:
    assert [read_inches(t, "x") for t in ("4", "4.5", "4,25", '6"', "0.001", "-2.5")] == [
        4000,
        4500,
        4250,
        6000,
        1,
        -2500,
    ]
    assert [inches(n) for n in (4000, 4500, 4250, 1, -2500, 0)] == ["4", "4.5", "4.25", "0.001", "-2.5", "0"]


def own_layout(found: Hall, *spots: tuple[str, float, float], name: str = "Mine") -> Layout:
    stock = found.event.venue.stock
    pieces = tuple(Standing(stock[piece].piece, round(x * 1000), round(y * 1000)) for piece, x, y in spots)
    return Layout(name, 48_000, 48_000, pieces)


GOOD = (
    ("Old wood", 24, 24),
    ("Fog", 12, 12),
    ("Pond", 36, 12),
    ("Trench", 12, 36),
    ("Trench", 36, 36),
    ("Wall", 24, 12),
)


def test_a_layout_by_hand_that_breaks_a_rule_needs_a_reason() -> None:
    """WMH-115: it is named by clause, and kept with the organiser's reason."""
    found = hall()
    terrain.save(found.desk, found.id, own_layout(found, *GOOD), STAFF)
    broken = own_layout(found, *GOOD[:-1], ("Wall", 24, 7))
    with pytest.raises(Refusal, match=r"“Mine” breaks WMH-115\. .* reason") as refused:
        terrain.save(found.desk, found.id, broken, STAFF)
    assert refused.value.clause == "WMH-115"
    opened = terrain.save(found.desk, found.id, broken, STAFF, "the hall is narrow")
    assert opened.event.venue.layouts["Mine"] == broken
    view = layout_view(opened, broken)
    assert not view.legal and [f.clause for f in view.findings if f.weight == "broken"] == ["WMH-115"]
    assert found.undo().event.venue.layouts["Mine"] != broken


def test_overlapping_and_outside_pieces_are_named() -> None:
    found = Hall("bushido", 0)
    terrain.stock(found.desk, found.id, [Typed("Rock", "tall", "2", "3"), Typed("Hut", "tall", "3x3")], STAFF)
    stock = found.event.venue.stock
    rock, hut = stock["Rock"].piece, stock["Hut"].piece
    pieces = Standing(rock, 500, 5000), Standing(hut, 20_000, 20_000), Standing(rock, 20_500, 20_000)
    view = layout_view(found.opened, Layout("Dojo", 36_000, 36_000, pieces))
    assert [(f.text, f.pieces) for f in view.findings] == [
        ("“Rock” is over the edge of the table", [1]),
        ("“Hut” and “Rock” are in the same place", [2, 3]),
    ]


def test_tables_have_rooms_terrain_and_a_past() -> None:
    """X-12, BUS-25: which players sat where, in which room, on which terrain; a draft does not count."""
    found = hall()
    generate(found, 1, 2, method="scatter")
    found.option("rooms", "Hall: 1-2; Gallery: 3-9")
    found.option("featured_table", "2")
    found.play({"winner": "a", "how": "scenario", "cp": "5-0", "apd": "0-0"})
    found.pair()
    view = table_view(found.opened, 2)
    assert (view.room, view.featured, view.layout) == ("Hall", True, "Table 2")
    assert [(p.round, p.layout) for p in view.past] == [(1, "Table 2")]
    player = view.past[0].a.number
    assert history_view(found.opened, player) == [SeatView(1, 2, "Table 2")]
    # Terrain that has been played on changes from the next round on; the past stays.
    generate(found, 2, method="cluster")
    assert found.event.venue.terrain[2] == [(1, "Table 2"), (2, "Table 2, 2")]
    assert table_view(found.opened, 2).past[0].layout == "Table 2"
    with pytest.raises(Refusal, match="Round 1 has begun"):
        terrain.assign(found.desk, found.id, "2", "Table 1", STAFF, 1)
    with pytest.raises(Refusal, match="stays in the record"):
        terrain.remove(found.desk, found.id, "Table 2", STAFF)


@pytest.mark.parametrize("text", ["Hall", "Hall: x", ": 1-4", "Hall: 1-4; Gallery: 4-8", "Hall: 5-3"])
def test_rooms_that_cannot_be_read(text: str) -> None:
    with pytest.raises(BadInput, match="names with their tables"):
        Hall("bushido", 0).option("rooms", text)


WON = {"winner": "a", "how": "scenario", "cp": "5-0", "apd": "0-0"}


def first_piece(found: Hall, round_: int) -> int:
    layout = found.event.venue.standing_at(2, round_)
    assert layout is not None
    return layout.pieces[0].x


def test_a_layout_saved_anew_leaves_the_rounds_that_are_over_as_they_were() -> None:
    """BUS-25, X-12: a finished round is shown with the table it was played on; the current one with the current
    table.
    """
    found = hall()
    generate(found, 2, method="scatter")

    def save(x: int) -> None:
        layout = found.event.venue.layouts["Table 2"]
        pieces = (replace(layout.pieces[0], x=x), *layout.pieces[1:])
        terrain.save(found.desk, found.id, replace(layout, pieces=pieces), STAFF, "Moved")

    save(1001)
    found.pair()
    found.publish()
    save(1002)
    assert first_piece(found, 1) == 1002
    for table in ("1", "2", "3", "4"):
        found.report(table, **WON)
    found.close()
    # Two changes between rounds: nobody has played on the first.
    save(2001)
    save(2002)
    assert [first_piece(found, n) for n in (1, 2)] == [1002, 2002]
    found.play(WON)
    save(3001)
    assert [first_piece(found, n) for n in (1, 2, 3)] == [1002, 2002, 3001]
    assert found.event.venue.layouts["Table 2"].pieces[0].x == 3001
    found.undo()
    assert [first_piece(found, n) for n in (1, 2, 3)] == [1002, 2002, 2002]
    assert table_view(found.opened, 2).past[0].layout == "Table 2"


def test_a_layout_that_has_not_been_played_on_has_no_past() -> None:
    found = hall()
    generate(found, 1, method="scatter")
    found.play(WON)
    generate(found, 2, method="scatter")
    terrain.save(found.desk, found.id, replace(found.event.venue.layouts["Table 2"], method=""), STAFF)
    assert found.event.venue.former == {} and found.event.venue.standing_at(3, 1) is None
    # A table that gets terrain between rounds has it from the next one on.
    assert found.event.venue.terrain[2] == [(2, "Table 2")] and table_view(found.opened, 2).layout == "Table 2"


def test_the_terrain_is_looked_over_before_each_round() -> None:
    """WMH-129: recorded for the round to come, and undone like everything else."""
    found = hall()
    opened = terrain.review(found.desk, found.id, "walls put back", STAFF)
    assert opened.event.venue.reviewed == {1: "walls put back"}
    assert found.undo().event.venue.reviewed == {}
    found.pair()
    found.publish()
    assert terrain.review(found.desk, found.id, "", STAFF).event.venue.reviewed == {2: ""}


GROUND = "scenario,element,size,x,y,turn,name\nbunkers,flag,,24,24,,Middle flag\nbunkers,deployment zone,48x10,24,5,,\n"


def test_scenario_elements_stand_where_the_organiser_says_and_nowhere_else() -> None:
    """WMH-118, W-31: nothing is known until positions come in; then they are drawn and the layout is checked against
    them.
    """
    found = hall()
    layout = own_layout(found, *GOOD)
    unchecked = [f.clause for f in layout_view(found.opened, layout).findings]
    assert unchecked == ["W-49", "WMH-118"]
    grounds = terrain.grounds_of(parse_sheet("ground.csv", GROUND), found.system)
    opened = terrain.lay_grounds(found.desk, found.id, grounds, STAFF)
    assert layout_view(opened, layout).findings == []
    elements = opened.event.venue.grounds["Bunkers"].elements
    assert [(e.piece.name, e.piece.form, e.piece.width) for e in elements] == [
        ("Middle flag", Form.CIRCLE, 1575),
        ("deployment zone", Form.RECTANGLE, 48_000),
    ]
    assert "Middle flag" in svg(layout, elements) and "flag" not in svg(layout)
    assert found.undo().event.venue.grounds == {}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Bunkers,tower,,1,1,,", "line 2: No element of a scenario is called “tower”"),
        ("Bunkers,deployment zone,,1,1,,", "line 2: Element “deployment zone”: the book has no size"),
        ("Bunkers,flag,,480,24,,", "Its middle should be 0 to 48 inches from the left and 0 to"),
        ("Bunkers,flag,,24,-1,,", "line 2: Element “flag” at 24, -1 is off the table"),
        ("Bunkers,flag,,left,1,,", "line 2: x: “left” should be inches"),
        ("Bunkers,flag,,1,1,400,", "line 2: turn: “400” should be a whole number from 0 to 359"),
    ],
)
def test_bad_positions_name_their_line(line: str, sentence: str) -> None:
    found = hall()
    with pytest.raises(Refusal) as refused:
        terrain.grounds_of(parse_sheet("g.csv", f"{GROUND.splitlines()[0]}\n{line}\n"), found.system)
    assert sentence in str(refused.value)


def test_the_picture_is_in_scale_and_names_every_piece() -> None:
    """BUS-26: one inch is the same length everywhere in it, and names cannot smuggle markup in."""
    found = hall()
    terrain.stock(found.desk, found.id, [Typed("<b>Ruin & co</b>", "obstruction", "5x4")], STAFF)
    layout = own_layout(found, *GOOD[:-1], ("<b>Ruin & co</b>", 24, 12))
    text = svg(layout, marked=(6,))
    root = ElementTree.fromstring(text)
    left, top, width, height = map(int, root.attrib["viewBox"].split())
    per_inch = 25.4 / scale_of(layout)
    assert float(root.attrib["width"][:-2]) == pytest.approx(width / 1000 * per_inch, abs=0.01)
    assert float(root.attrib["height"][:-2]) == pytest.approx(height / 1000 * per_inch, abs=0.01)
    assert float(root.attrib["width"][:-2]) <= 180
    assert (left, top) == (-2000, -3000) and "style=" not in text
    titles = [one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert [t.split(":")[0] for t in titles] == [
        f"{n}. {name}" for n, name in enumerate([*(g[0] for g in GOOD[:-1]), "<b>Ruin & co</b>"], 1)
    ]
    broken = [g for g in root.iter() if "broken" in g.attrib.get("class", "")]
    assert [g.attrib["data-n"] for g in broken] == ["6"]
    circles = [
        c for c in root.iter("{http://www.w3.org/2000/svg}circle") if c.attrib.get("class", "").startswith("under")
    ]
    assert [(c.attrib["cx"], c.attrib["r"]) for c in circles] == [("24000", "2500"), ("36000", "2250")]
