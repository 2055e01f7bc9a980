"""Terrain from the command line: stock, draw, check, show, assign."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.app.venue.test_terrain import GROUND, STOCK
from tests.cli.conftest import Muster

Write = Callable[[str, str | bytes], Path]


def start(muster: Muster, file: Write) -> None:
    muster.ok("new", "warmachine", "Cup", "--seed", "test")
    muster.ok("terrain", "cup", "stock", file("stock.csv", STOCK))


def test_a_day_of_terrain(muster: Muster, file: Write) -> None:
    muster.ok("new", "warmachine", "Cup", "--seed", "test")
    assert "stock is empty" in muster.ok("terrain", "cup")
    assert "Enter your terrain first." in muster.refused("terrain", "cup", "generate", "cluster")
    muster.ok("terrain", "cup", "stock", file("stock.csv", STOCK))
    muster.ok("terrain", "cup", "add", "Ruin", "obstruction", "5x4", "--count", "2", "--reading", "Cover")
    out = muster.ok("terrain", "cup", "generate", "mixed", "--tables", "1-2")
    assert "Drawn: “Table 1”, “Table 2”." in out
    view = muster.json("terrain", "cup")["terrain"]
    assert view["tables"] == {"1": "Table 1", "2": "Table 2"}
    assert {one["name"]: one["count"] for one in view["stock"]}["Ruin"] == 2
    assert "“Table 1” breaks no rule." in muster.ok("terrain", "cup", "check")
    shown = muster.ok("terrain", "cup", "show", "Table 1")
    assert shown.splitlines()[0] == "Table 1, cluster, 48 by 48 inches"
    assert muster.ok("terrain", "cup", "show", "Table 1", "--svg").startswith("<svg ")
    muster.ok("terrain", "cup", "assign", "7", "Table 1", "--round", "2")
    assert "Table 7: no layout" in muster.ok("terrain", "cup", "table", "7")
    muster.ok("terrain", "cup", "clear", "1")
    assert muster.json("terrain", "cup")["terrain"]["tables"] == {"2": "Table 2", "7": "Table 1"}
    muster.ok("terrain", "cup", "ground", file("ground.csv", GROUND))
    assert "checked for round 1" in muster.ok("terrain", "cup", "review", "fine")
    assert "2 layouts" in muster.ok("verify", "cup")
    muster.ok("terrain", "cup", "remove", "Ruin")
    assert "stays in the record" in muster.refused("terrain", "cup", "remove", "Table 2")
    # It goes where the event goes.
    copy = file("cup.json", muster.ok("export", "cup"))
    muster.ok("import", copy, "--as", "copy")
    assert muster.json("terrain", "copy")["terrain"] == muster.json("terrain", "cup")["terrain"]


def test_a_layout_as_it_stood_in_a_round(muster: Muster, file: Write) -> None:
    start(muster, file)
    muster.ok("terrain", "cup", "generate", "scatter", "--tables", "1")
    then = muster.json("terrain", "cup", "show", "Table 1", "--round", 1)["layout"]
    assert then == muster.json("terrain", "cup", "show", "Table 1")["layout"]
    assert "--round works with one layout" in muster.misused("terrain", "cup", "show", "--round", 1)


def test_wrong_lines_say_how_it_is_written(muster: Muster, file: Write) -> None:
    start(muster, file)
    assert "muster terrain cup add NAME KIND SIZE" in muster.misused("terrain", "cup", "add", "Ruin")
    assert "“all” should be tables" in muster.misused("terrain", "cup", "generate", "mixed", "--tables", "all")
    assert "Name the layout" in muster.misused("terrain", "cup", "show", "--svg")
    assert "No layout is called “Table 9”" in muster.refused("terrain", "cup", "check", "Table 9")
    assert "“none” should be a whole number" in muster.refused("terrain", "cup", "table", "none")


LAID = "piece,x,y,turn\nOld wood,24,24,\nFog,12,12,\nPond,36,12,\nTrench,12,36,90\nTrench,36,36,\nWall,24,12,\n"


def test_a_layout_by_hand_piece_by_piece(muster: Muster, file: Write) -> None:
    """WMH-115: what breaks a rule is refused by its clause and kept with a reason, as on the page."""
    start(muster, file)
    out = muster.ok("terrain", "cup", "lay", "Mine", file("mine.csv", LAID))
    assert "Layout “Mine” is saved." in out and "Mine, by hand, 48 by 48 inches" in out
    assert "“Fog” is on “Mine”." in muster.ok("terrain", "cup", "put", "Mine", "Fog", "24", "36", "15")
    moved = muster.json("terrain", "cup", "move", "Mine", "7", "24.5", "36.25")["layout"]
    assert [moved["pieces"][6][key] for key in ("name", "x", "y", "turn")] == ["Fog", "24.5", "36.25", 15]
    before = muster.json("terrain", "cup", "show", "Mine")["layout"]
    assert "“Mine” breaks WMH-115" in muster.refused("terrain", "cup", "move", "Mine", "6", "24", "6")
    assert muster.json("terrain", "cup", "show", "Mine")["layout"] == before
    muster.ok("terrain", "cup", "move", "Mine", "6", "24", "6", "90", "--reason", "the hall is narrow")
    assert "Piece 1 is off “Mine”." in muster.ok("terrain", "cup", "lift", "Mine", "1", "--reason", "a post is there")
    left = muster.json("terrain", "cup", "show", "Mine")["layout"]["pieces"]
    assert [piece["name"] for piece in left] == ["Fog", "Pond", "Trench", "Trench", "Wall", "Fog"]
    assert muster.ok("verify", "cup")


def test_a_piece_is_turned_in_its_place_on_the_layout_of_a_table(muster: Muster, file: Write) -> None:
    start(muster, file)
    muster.ok("terrain", "cup", "lay", "Mine", file("mine.csv", LAID))
    muster.ok("terrain", "cup", "assign", "3", "Mine")
    before = muster.json("terrain", "cup", "show", "3")["layout"]["pieces"][1]
    assert "Piece 2 of “Mine” is turned by 30°." in muster.ok("terrain", "cup", "turn", "3", "2", "30")
    after = muster.json("terrain", "cup", "show", "Mine")["layout"]["pieces"][1]
    assert after == {**before, "turn": 30} != before
    assert "“left” should be" in muster.refused("terrain", "cup", "turn", "3", "2", "left")
    assert "No layout is called “4”" in muster.refused("terrain", "cup", "turn", "4", "2", "30")


def test_a_layout_by_hand_says_what_is_wrong_with_it(muster: Muster, file: Write) -> None:
    start(muster, file)
    muster.ok("terrain", "cup", "put", "Mine", "Pond", "24", "24")
    assert "pieces 1 to 1" in muster.refused("terrain", "cup", "move", "Mine", "2", "24", "24")
    assert "Remove the layout instead" in muster.refused("terrain", "cup", "lift", "Mine", "1")
    assert "No layout is called “Yours”" in muster.refused("terrain", "cup", "lift", "Yours", "1")
    assert "No piece of terrain is called “Moat”" in muster.refused("terrain", "cup", "put", "Mine", "Moat", "9", "9")
    assert "“far” should be inches" in muster.refused("terrain", "cup", "put", "Mine", "Pond", "far", "9")
    one = file("one.csv", "piece,x,y,brought\nPond,9,9,maybe\n")
    assert "line 2: brought: “maybe” should be yes or no" in muster.refused("terrain", "cup", "lay", "Mine", one)
    assert "muster terrain cup put LAYOUT PIECE X Y [TURN]" in muster.misused("terrain", "cup", "put", "Mine", "Pond")
    # Eight make a quadrant: a file has them all at once, one by one the first would break it.
    quadrant = muster.refused("terrain", "cup", "put", "Mine", "Pond", "9", "9", "--method", "quadrant")
    assert "breaks WMH-126" in quadrant


def test_a_table_without_a_size_in_the_book_is_given_one(muster: Muster) -> None:
    """BSG-06: with the order in which the pieces were placed."""
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    muster.ok("terrain", "dojo", "add", "Rock", "impassable", "2", "--count", "3")
    assert "Table width" in muster.refused("terrain", "dojo", "put", "East", "Rock", "6", "6")
    muster.ok("terrain", "dojo", "put", "East", "Rock", "6", "6", "--table", "24x36", "--brought")
    view = muster.json("terrain", "dojo", "put", "East", "Rock", "6", "16", "--moves", "p", "--reason", "as played")
    assert (view["layout"]["width"], view["layout"]["depth"], view["layout"]["moves"]) == ("24", "36", "p")
    assert [piece["brought"] for piece in view["layout"]["pieces"]] == [True, False]


def test_the_verdict_on_both_halves(muster: Muster, file: Write) -> None:
    """WMH-111: in words and counted; it is said of what is drawn and of what is made by hand."""
    start(muster, file)
    rows = "piece,x,y\nWall,12,10\nTrench,24,10\nTrench,36,10\nWall,24,38\n"
    out = muster.ok("terrain", "cup", "lay", "Mine", file("mine.csv", rows))
    assert "The north half has more cover: 3 to 1. [WMH-111]" in out
    assert "The north half has more cover: 3 to 1." in muster.ok("terrain", "cup", "check", "Mine")
    balance = muster.json("terrain", "cup", "show", "Mine")["layout"]["balance"]
    assert not balance["fair"] and balance["counts"][0] == {"what": "cover", "name": "cover", "north": 3, "south": 1}
    muster.ok("terrain", "cup", "generate", "scatter", "--tables", "1")
    drawn = muster.json("terrain", "cup", "show", "Table 1")["layout"]["balance"]
    assert drawn["fair"] and "oth halves are alike" in drawn["verdict"][0]["text"]


def test_layouts_of_an_earlier_muster_still_come_from_their_seed(muster: Muster, file: Write) -> None:
    """X-01: an export from before Muster drew several tables; the two in it are the first legal ones of their lots."""
    before = Path(__file__).with_name("drawn_before.json").read_text("utf-8")
    assert "terrain quadrant 1" in before and r"\"method\":1" not in before
    muster.ok("import", file("cup.json", before))
    assert "2 layouts" in muster.ok("verify", "cup")
    assert not muster.json("terrain", "cup", "show", "Table 1")["layout"]["balance"]["fair"]
    # What is drawn from now on verifies beside them.
    muster.ok("terrain", "cup", "clear", "1")
    muster.ok("terrain", "cup", "generate", "quadrant", "--tables", "1")
    assert "3 layouts" in muster.ok("verify", "cup")
