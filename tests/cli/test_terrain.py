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
