"""The terrain of each table on paper: one sheet a table, in scale, with every piece in figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from muster.app.csv_tables import parse_sheet
from muster.app.venue import terrain
from muster.app.venue.terrain import Typed
from muster.app.venue.terrain_form import TypedLayout, TypedStanding, read_layout
from muster.core.kit.errors import Refusal
from tests.paper.conftest import STAFF, Printer, joined, must_fit, start

STOCK = (
    "name,kind,size,count,reading\nOld wood,forest,5,8,Blocks sight\nFog,dense fog,4x3,8,\nPond,shallow water,4.5,16,\n"
)


def drawn(tmp_path: Path) -> Printer:
    printer = start(tmp_path, "warmachine")
    terrain.stock(printer.desk, "cup", terrain.stock_of(parse_sheet("stock.csv", STOCK)), STAFF)
    terrain.generate(printer.desk, "cup", "quadrant", STAFF, tables=(1, 2))
    return printer


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_table_is_one_sheet_with_every_piece_in_figures(tmp_path: Path, paper: str) -> None:
    printer = drawn(tmp_path)
    pages = printer.pages("terrain", paper)
    assert len(pages) == 2
    for table, page in enumerate(pages, 1):
        layout = printer.opened.event.venue.layouts[f"Table {table}"]
        assert page.split()[0] == str(table) and layout.name in page and len(layout.pieces) == 8
        assert '12", scale 1:8' in page
        for number, standing in enumerate(layout.pieces, start=1):
            assert f"{number} {standing.piece.name}" in page


def test_the_sheet_says_what_each_half_gives_and_which_hatching_is_what(tmp_path: Path) -> None:
    """WMH-111."""
    printer = start(tmp_path, "warmachine")
    typed = [Typed("Wall", "obstacle", "4x3", "4"), Typed("Pond", "shallow water", "4")]
    terrain.stock(printer.desk, "cup", typed, STAFF)
    spots = (
        ("Wall", "12", "10"),
        ("Wall", "24", "10"),
        ("Wall", "36", "10"),
        ("Wall", "24", "38"),
        ("Pond", "10", "38"),
    )
    laid(printer, "Uneven", [TypedStanding(*spot) for spot in spots])
    (page,) = printer.pages("terrain")
    assert "The north half has more cover: 3 to 1." in page
    assert "North to south: cover 3 to 1, height 0 to 0, concealment 0 to 0, free lanes 36 to 40." in page
    assert "obstacle shallow water" in page and "North" in page and "South" in page


def test_an_inch_of_the_table_is_an_eighth_of_an_inch_on_paper(tmp_path: Path) -> None:
    """The 48 inches of the table's edge, measured on the page: 6 inches, so 432 dots at 72 to the inch."""
    picture = drawn(tmp_path).pictures("terrain")[0]
    longest = 0
    for y in range(picture.height // 4, picture.height):  # Below the head, which has a rule of its own.
        line = "".join("#" if value < 110 else " " for value in picture.crop((0, y, picture.width, y + 1)).tobytes())
        longest = max(longest, *map(len, line.split(" ")))
    assert abs(longest - 432) <= 3


def test_a_round_that_is_over_is_printed_as_it_stood_then(tmp_path: Path) -> None:
    """BUS-25."""
    printer = drawn(tmp_path)
    printer.play()
    layout = printer.opened.event.venue.layouts["Table 1"]
    first = layout.pieces[0]
    moved = replace(layout, pieces=(replace(first, turn=first.turn + 77), *layout.pieces[1:]))
    terrain.save(printer.desk, "cup", moved, STAFF, "Bumped")
    now, then = printer.pages("terrain"), printer.pages("terrain", number=1)
    assert len(now) == len(then) == 2 and now[1].split()[0] == then[1].split()[0] == "2"
    assert f" {first.turn + 77} 2 " in now[0] and f" {first.turn + 77} 2 " not in then[0]
    assert f" {first.turn} 2 " in then[0] and "in round 1" in then[0]
    terrain.assign(printer.desk, "cup", "1", "", STAFF)
    assert len(printer.pages("terrain", number=1)) == 2 and len(printer.pages("terrain")) == 1
    with pytest.raises(Refusal, match="There is no round 2"):
        printer.pages("terrain", number=2)
    bare = start(tmp_path / "bare", "warmachine")
    bare.publish()
    with pytest.raises(Refusal, match="No table had a layout in round 1"):
        bare.pages("terrain", number=1)


def laid(printer: Printer, name: str, rows: list[TypedStanding]) -> None:
    layout = read_layout(printer.opened, TypedLayout(name, rows))
    terrain.save(printer.desk, "cup", layout, STAFF, "A show table")
    terrain.assign(printer.desk, "cup", "1", name, STAFF)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_forty_pieces_are_still_one_sheet(tmp_path: Path, paper: str) -> None:
    """The most that a layout holds; the picture is smaller then, and says so."""
    printer = start(tmp_path, "warmachine")
    terrain.stock(printer.desk, "cup", [Typed("Pond", "shallow water", "3", "40")], STAFF)
    laid(printer, "Forty", [TypedStanding("Pond", str(5 + n % 7 * 6), str(5 + n // 7 * 6)) for n in range(40)])
    (page,) = printer.pages("terrain", paper)
    assert '12", scale 1:10' in page
    for n in range(40):
        assert f"{n + 1} Pond shallow water 3 {5 + n % 7 * 6} {5 + n // 7 * 6} 0" in page
    must_fit(printer.pictures("terrain", paper))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("reading", ["", "Blocks sight; whoever ends in it is slowed, and nobody may climb it. " * 3])
def test_long_names_and_readings_are_all_there(tmp_path: Path, paper: str, reading: str) -> None:
    """On one sheet; readings that do not fit go on a second one, which names the table again."""
    printer = start(tmp_path, "warmachine")
    names = [f"Overgrown ruin of the old watermill by the northern ford {n:02}" for n in range(12)]
    typed = [
        Typed(name, "obstruction+hazard" if n % 2 else "rough", "3x4", "1", reading) for n, name in enumerate(names)
    ]
    terrain.stock(printer.desk, "cup", typed, STAFF)
    rows = [TypedStanding(name, str(10 + n % 3 * 13), str(8 + n // 3 * 10), "45") for n, name in enumerate(names)]
    laid(printer, "Ruins", rows)
    pages = printer.pages("terrain", paper)
    assert len(pages) == (2 if reading else 1)
    for page in pages:
        assert page.split()[0] == "1" and "Terrain of this table Ruins" in page
    text = joined(" ".join(pages))
    assert [name for name in names if joined(name) not in text] == []
    assert text.count(joined(reading)) >= 12
    must_fit(printer.pictures("terrain", paper))


def test_tables_without_a_layout_get_a_blank_sheet_where_the_book_wants_one(tmp_path: Path) -> None:
    """BUS-26: how each piece is read is on the sheet, printed or written."""
    printer = start(tmp_path, "bushido")
    terrain.stock(printer.desk, "cup", [Typed("Rock", "impassable", "2", "3", "Nobody passes")], STAFF)
    typed = TypedLayout("East", [TypedStanding("Rock", "6", "6")], width="24", depth="24")
    terrain.save(printer.desk, "cup", read_layout(printer.opened, typed), STAFF, "Trial")
    terrain.assign(printer.desk, "cup", "1", "East", STAFF)
    first, second = printer.pages("terrain")
    assert "Nobody passes" in first and "Nobody moves terrain" in first
    assert "Cover and sight" in second and "Nobody moves terrain" in second
