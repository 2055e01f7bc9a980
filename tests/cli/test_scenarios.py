"""Scenarios on the command line: the organiser's own sheet of a round, and the material that the day takes."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.cli.conftest import Muster


def test_the_material_of_the_day(muster: Muster) -> None:
    """WMH-107: King of the Hill on 16 tables."""
    muster.ok("new", "warmachine", "Cup")
    assert "No rulebook scenario is chosen yet" in muster.ok("scenario", "cup", "--material")
    muster.ok("scenario", "cup", 1, "King of the Hill")
    muster.ok("scenario", "cup", 2, "Bunkers")
    shown = muster.ok("scenario", "cup", "--material", "--tables", 16)
    assert "32 × rectangular zone, 16 × circular zone, 16 × flag, 32 × objective" in shown
    assert "most needed at once" in shown and "48 × flag" in shown
    view = muster.json("scenario", "cup", "--material", "--tables", 16)["materials"]
    assert view["tables"] == 16 and [r["round"] for r in view["rounds"]] == [1, 2]
    assert {"element": "flag", "count": 48} in view["most"]
    muster.ok("enrol", "cup", "Ann", "Bob", "Cem", "Dai")
    assert muster.json("scenario", "cup", "--material")["materials"]["tables"] == 2


def test_an_own_sheet_of_a_round(muster: Muster, tmp_path: Path) -> None:
    """BUS-46."""
    muster.ok("new", "bushido", "Dojo")
    sheet = tmp_path / "ford.pdf"
    Image.new("L", (40, 50), 60).save(sheet)
    assert "Round 1 has no scenario" in muster.refused("scenario", "dojo", 1, "--sheet", sheet)
    muster.ok("scenario", "dojo", 1, "The Ford")
    assert "“The Ford” now uses “ford.pdf”." in muster.ok("scenario", "dojo", 1, "--sheet", sheet)
    assert "ford.pdf" in muster.ok("scenario", "dojo")
    assert muster.json("scenario", "dojo")["scenarios"][0]["sheet"] == "ford.pdf"
    notes = tmp_path / "notes.txt"
    notes.write_text("hello", encoding="utf-8")
    assert "“notes.txt” is not a PDF, PNG or JPEG." in muster.refused("scenario", "dojo", 1, "--sheet", notes)
    assert "no longer has your own sheet" in muster.ok("scenario", "dojo", 1, "--no-sheet")
    assert "“The Ford” has no sheet of your own" in muster.refused("scenario", "dojo", 1, "--no-sheet")


def test_what_does_not_go_together(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    for words, sentence in (
        (("--roll", "--material"), "Only one of --roll"),
        ((1, "--material"), "Leave the round out"),
        (("--sheet", "x.pdf"), "muster scenario EVENT ROUND --sheet FILE"),
        ((1, "The Ford", "--no-sheet"), "muster scenario EVENT ROUND --sheet FILE"),
        (("--tables", 3), "--tables works with --material"),
        ((1,), "Give the name of the scenario for round 1"),
    ):
        assert sentence in muster.misused("scenario", "dojo", *words), words
