"""Paper and back in a real browser: sheets from the page of all of them, and slips read from a file that is sent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.core.record.event import MatchState
from muster.main import desk_at
from muster.paper import slip_layout as where
from tests.browser.looks import sideways
from tests.browser.venue import Venue
from tests.paper.conftest import Printer
from tests.scan.camera import alone, as_pdf, blurred, fill, page_of, sent, shadowed, slanted, turned

STAFF = Actor()


@pytest.fixture
def desk(tmp_path: Path, venue: Venue) -> Desk:
    """The journals of the running server, used as by a command line beside it."""
    desk = desk_at(tmp_path / "data")
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(name, {}) for name in ("Ann Lee", "Борис Иванов", "Zoë Ångström", "Dai")], STAFF)
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    return desk


def photo(desk: Desk, folder: Path) -> Path:
    """Both slips on one photograph, taken at an angle and upside down."""
    printer = Printer(desk)
    plan = where.layout(printer.opened.system)
    page = fill(fill(page_of(printer), plan, 0, [("vp-1", "3"), ("vp-2", "0")]), plan, 1, [("vp-1", "1")])
    file = folder / "IMG_20140301.jpg"
    file.write_bytes(sent(shadowed(blurred(turned(slanted(page), 187), 0.6))))
    return file


def states(desk: Desk) -> dict[int, MatchState]:
    return {match.table: match.state for match in desk.open("cup").event.rounds[0].matches}


@pytest.mark.parametrize("width", [320, 1280])
def test_a_photograph_of_two_slips_is_sent_looked_at_and_booked(
    venue: Venue, desk: Desk, tmp_path: Path, width: int
) -> None:
    page = venue.organiser(width).page
    page.goto(f"{venue.base}/e/cup/desk/")
    page.get_by_role("link", name="Scan slips").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Read result slips from pictures")
    assert sideways(page) <= 0
    notes = tmp_path / f"{'scan_of_the_hall_' * 5}notes.txt"  # A word that is wider than a phone.
    notes.write_text("not a picture", encoding="utf-8")
    page.get_by_label("Pictures or PDFs").set_input_files([photo(desk, tmp_path), notes])
    page.get_by_role("button", name="Read the slips").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm 2 slips")
    expect(page.get_by_role("alert")).to_contain_text("is not a picture.")
    page.wait_for_load_state()
    widths = page.locator(".scans img").evaluate_all("(pictures) => pictures.map((one) => one.naturalWidth)")
    assert widths == [where.WIDTH * 8] * 2
    assert sideways(page) <= 0
    assert set(states(desk).values()) == {MatchState.OPEN}
    page.get_by_role("link", name="Check the first slip").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm table 1, round 1")
    expect(page.locator("[name=vp-1]")).to_have_value("3")
    expect(page.locator("[name=vp-2]")).to_have_value("0")
    assert sideways(page) <= 0
    page.get_by_role("button", name="Save table 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm table 2, round 1")
    expect(page.get_by_role("status").filter(has_text="Table 1 is in: Victory points 3 – 0")).to_be_visible()
    expect(page.locator("[name=vp-1]")).to_have_value("1")
    expect(page.locator("[name=vp-2]")).to_have_value("")
    page.locator("[name=vp-2]").fill("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("No slips to confirm")
    assert set(states(desk).values()) == {MatchState.IN}


def test_a_scanners_pdf_of_two_slips_is_sent_looked_at_and_booked(venue: Venue, desk: Desk, tmp_path: Path) -> None:
    """Two slips, a page each and its blank back: confirmed one after the other."""
    printer = Printer(desk)
    plan = where.layout(printer.opened.system)
    sheet = page_of(printer)
    slips = [alone(fill(sheet, plan, n, [("vp-1", str(n + 1)), ("vp-2", "0")]), n) for n in (0, 1)]
    back = np.full_like(slips[0], 255)
    file = tmp_path / "Scan_0001.pdf"
    file.write_bytes(as_pdf([slips[1], back, slips[0], back]))
    page = venue.organiser(390).page
    page.goto(f"{venue.base}/e/cup/scan/")
    page.get_by_label("Pictures or PDFs").set_input_files(file)
    page.get_by_role("button", name="Read the slips").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm 2 slips")
    expect(page.get_by_role("alert")).to_have_text(
        "“Scan_0001.pdf”, pages 2, 4: no slip found. If there is one, enter its result by table."
    )
    assert sideways(page) <= 0
    assert set(states(desk).values()) == {MatchState.OPEN}
    page.get_by_role("link", name="Check the first slip").click()
    for table in (1, 2):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Confirm table {table}, round 1")
        expect(page.locator("[name=vp-1]")).to_have_value(str(table))
        page.get_by_role("button", name=f"Save table {table}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No slips to confirm")
    assert set(states(desk).values()) == {MatchState.IN}


def test_sheets_are_printed_from_their_page(venue: Venue, desk: Desk) -> None:
    page = venue.organiser().page
    page.goto(f"{venue.base}/e/cup/desk/")
    page.get_by_role("link", name="More sheets").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Print for round 1")
    page.get_by_label("Letter").check()
    for name in ("Print: Result slips", "Print: Paper kit"):
        button = page.get_by_role("button", name=name)
        asked = page.evaluate(
            """async (button) => {
                const query = new URLSearchParams(new FormData(button.form));
                const answer = await fetch(`${button.formAction}?${query}`);
                const start = new Uint8Array((await answer.arrayBuffer()).slice(0, 4));
                return [answer.status, answer.headers.get("content-type"), String.fromCharCode(...start)];
            }""",
            button.element_handle(),
        )
        assert asked == [200, "application/pdf", "%PDF"]
    page.reload()
    expect(page.get_by_label("Letter")).to_be_checked()
    # What cannot be printed yet says why, and is not a button.
    expect(page.get_by_text("Awards are given at the end. Finish the event first.")).to_be_visible()
    expect(page.get_by_role("button", name="Print: Certificates")).to_have_count(0)
    page.set_viewport_size({"width": 320, "height": 700})
    assert sideways(page) <= 0
