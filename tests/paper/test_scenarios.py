"""The scenario of the round on paper: a copy for each table, and the organiser's own sheet in place of ours."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from muster.app import events, scenarios
from muster.core.errors import Refusal
from muster.paper.press import can_set

from .conftest import STAFF, start


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
    with pytest.raises(Refusal, match="Round 1 has no scenario; choose or roll it first"):
        printer.pages("scenarios")
    events.choose_scenario(printer.desk, "cup", 1, "The Ford", STAFF, text="Hold the ford.")
    assert "Hold the ford." in printer.pages("scenarios")[0]
    scenarios.attach(printer.desk, "cup", "The Ford", "ford.png", picture(60), STAFF)
    assert all("Hold the ford." not in page and "The Ford" in page for page in printer.pages("scenarios"))
    page = printer.pictures("scenarios")[0]
    assert page.getpixel((page.width // 2, page.height // 2)) == 60


def test_a_damaged_sheet_is_known_before_the_day() -> None:
    assert can_set(picture(0), "png")
    assert not can_set(picture(0)[:60], "png") and not can_set(b"%PDF-1.7 and nothing more", "pdf")
