"""The scenario of the round on paper: a copy for each table, and the organiser's own sheet in place of ours."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfWriter

from muster.app.events import actions as events
from muster.app.events import scenarios
from muster.core.kit.errors import BadInput, Refusal
from muster.paper.press import pages_in
from muster.paper.scenarios import MOST_PAGES, attach
from tests.paper.conftest import STAFF, must_fit, start


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["King of the Hill", "Spread the Net"])
def test_every_table_has_a_copy_of_one_page(tmp_path: Path, paper: str, name: str) -> None:
    """WMH-110, X-20."""
    printer = start(tmp_path, "warmachine")
    events.choose_scenario(printer.desk, "cup", 2, name, STAFF)
    pages = printer.pages("scenarios", paper, number=2)
    assert len(pages) == 2
    for table, page in enumerate(pages, 1):
        assert page.split()[0] == str(table) and f"Round 2: {name}" in page
        assert "2 × rectangular zone" in page and "within 12" in page and "WMH-197" in page
        assert ("ARM 18" in page) == (name == "King of the Hill")


def picture(colour: int) -> bytes:
    made = io.BytesIO()
    Image.new("L", (400, 500), colour).save(made, "PNG")
    return made.getvalue()


def test_an_own_sheet_stands_in_place_of_the_card(tmp_path: Path) -> None:
    """BUS-46: where they differ the sheet wins, so ours is not printed beside it."""
    printer = start(tmp_path, "bushido")
    with pytest.raises(Refusal, match="Round 1 has no scenario yet"):
        printer.pages("scenarios")
    events.choose_scenario(printer.desk, "cup", 1, "The Ford", STAFF, text="Hold the ford.")
    assert "Hold the ford." in printer.pages("scenarios")[0]
    scenarios.attach(printer.desk, "cup", "The Ford", "ford.png", picture(60), STAFF)
    assert all("Hold the ford." not in page and "The Ford" in page for page in printer.pages("scenarios"))
    page = printer.pictures("scenarios")[0]
    assert page.getpixel((page.width // 2, page.height // 2)) == 60


def pdf(*greys: int) -> bytes:
    """A page of each grey."""
    made = io.BytesIO()
    first, *others = [Image.new("L", (400, 500), grey) for grey in greys]
    first.save(made, "PDF", save_all=True, append_images=others)
    return made.getvalue()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_pages_of_an_own_sheet_are_printed_for_every_table(tmp_path: Path, paper: str) -> None:
    printer = start(tmp_path, "bushido")
    events.choose_scenario(printer.desk, "cup", 1, "The Ford", STAFF, category="zone")
    attach(printer.desk, "cup", "The Ford", "ford.pdf", pdf(20, 90, 160), STAFF)
    pages = printer.pages("scenarios", paper)
    assert [page.split()[0] for page in pages] == ["1", "1", "1", "2", "2", "2"]
    for at, page in enumerate(pages):
        assert f"zone, sheet {at % 3 + 1} of 3" in page and "Round 1: The Ford" in page
    pictures = printer.pictures("scenarios", paper)
    must_fit(pictures)
    middle = [page.getpixel((page.width // 2, page.height // 2)) for page in pictures]
    assert middle == [20, 90, 160] * 2
    # A sheet that replaces it is counted again.
    attach(printer.desk, "cup", "The Ford", "ford.pdf", pdf(20), STAFF)
    assert ["sheet" in page for page in printer.pages("scenarios", paper)] == [False, False]


def test_a_sheet_that_cannot_be_printed_is_known_before_the_day(tmp_path: Path) -> None:
    assert pages_in(picture(0), "png", 9) == 1 and pages_in(pdf(0, 0), "pdf", 9) == 2
    assert pages_in(pdf(*range(5)), "pdf", 3) == 4
    assert pages_in(picture(0)[:60], "png", 9) == 0 and pages_in(b"%PDF-1.7 and nothing more", "pdf", 9) == 0
    printer = start(tmp_path, "bushido")
    locked = PdfWriter(clone_from=io.BytesIO(pdf(0)))
    locked.encrypt("secret", algorithm="RC4-128")
    file = io.BytesIO()
    locked.write(file)
    with pytest.raises(BadInput, match=r"“ford.pdf” is damaged or locked and cannot be opened"):
        attach(printer.desk, "cup", "The Ford", "ford.pdf", file.getvalue(), STAFF)
    attach(printer.desk, "cup", "The Ford", "ford.pdf", pdf(*range(MOST_PAGES)), STAFF)
    with pytest.raises(BadInput, match=r"“ford.pdf” has more than 12 pages. Send only the ones every table needs"):
        attach(printer.desk, "cup", "The Ford", "ford.pdf", pdf(*range(MOST_PAGES + 1)), STAFF)
