"""A season in the organiser's browser and in everybody's: an event enters, and a correction moves the table."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from muster import main
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from tests.app.circuit.year import STAFF, Laptop
from tests.browser.looks import sideways, small_targets, violations
from tests.browser.venue import Venue

TODAY = date.today()


def first_of(board: Page) -> str:
    return board.locator(".lb tbody tr").first.locator(".who").inner_text()


def test_an_event_enters_and_a_correction_moves_the_table_and_says_so(venue: Venue, tmp_path: Path) -> None:
    """WMH-131 WMH-134: each step with its day; the leaderboard is public, and names the correction."""
    laptop = Laptop(TODAY.isoformat(), main.journals_at(tmp_path / "data"))
    laptop.event("North", ["Ann", "Ben", "Cem", "Dai"], TODAY.isoformat())
    page = venue.organiser(320, permissions=["clipboard-read", "clipboard-write"]).page
    page.goto(f"{venue.base}/")
    page.get_by_role("link", name="New season").click()
    page.get_by_label("Name").fill("Gauntlet")
    page.get_by_label("First day").fill(TODAY.isoformat())
    page.get_by_label("Last day").fill((TODAY + timedelta(90)).isoformat())
    page.get_by_role("button", name="Open the season").click()
    page.get_by_label("Event", exact=True).select_option(value="north")
    page.get_by_role("button", name="Enter the event").click()
    expect(page.get_by_text("Does not count yet")).to_be_visible()
    for step in ("Sanctioned by the publisher", "Qualifier status requested"):
        line = page.locator(".checks li").filter(has_text=step)
        line.locator("summary").click()
        line.get_by_role("button", name="Record the day").click()
        expect(line.get_by_text("Done", exact=True)).to_be_visible()
    page.get_by_role("link", name="North: send the results by").click()
    expect(page.get_by_role("heading", name="Send the results by")).to_be_visible()
    expect(page.get_by_label("Text to send")).to_have_value(re.compile(r"Top three\n1\. Ann\n2\. Ben\n3\. Cem\n"))
    page.get_by_role("button", name="Copy the report").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "4. Dai" in page.evaluate("navigator.clipboard.readText()")
    assert sideways(page) <= 0 and not small_targets(page) and not violations(page)
    page.get_by_role("button", name="I’ve sent it").click()
    expect(page.get_by_role("heading", name="North counts")).to_be_visible()
    page.goto(f"{venue.base}/s/gauntlet/desk/")
    expect(page.get_by_text("Counts", exact=True)).to_be_visible()
    assert sideways(page) <= 0 and not small_targets(page) and not violations(page)

    board = venue.person(390).page
    board.goto(f"{venue.base}/s/gauntlet/")
    assert first_of(board) == "Ann" and "corrected" not in board.content()
    laptop.correct("north", "Ann", "b", "0-9")
    board.reload()
    assert first_of(board) == "Dai"
    expect(board.get_by_text("“North” was corrected after it was reported")).to_be_visible()

    page.reload()
    expect(page.get_by_text("Dai: was 4th, now 1st")).to_be_visible()
    page.get_by_role("button", name="Take over the corrections").click()
    expect(page.get_by_role("heading", name="What would change")).to_have_count(0)
    board.reload()
    assert first_of(board) == "Dai" and "corrected" not in board.content()
    page.get_by_role("button", name="Undo the last action").click()
    expect(page.get_by_role("heading", name="What would change")).to_be_visible()


def test_every_range_in_the_statistics_is_drawn_to_one_scale(venue: Venue, tmp_path: Path) -> None:
    """Also the last one, and on a phone, where it is below the numbers."""
    desk = main.desk_at(tmp_path / "data")
    events.create(desk, "Cup", "bushido", STAFF)
    sides = ("Ryu", "Ito")
    roster.enrol(desk, "cup", [(f"Player {n}", {"faction": sides[n // 12]}) for n in range(24)], STAFF)
    rounds.pair_by_hand(desk, "cup", [("", f"Player {n}", f"Player {n + 12}") for n in range(12)], STAFF)
    rounds.publish(desk, "cup", STAFF)
    results.report(desk, "cup", [Report(f"Player {n}", {"vp": "2-1"}) for n in range(12)], STAFF)
    for width in (320, 1366):
        page = venue.person(width).page
        page.goto(f"{venue.base}/e/cup/statistics/")
        drawn = page.locator(".ivl svg").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
        assert len(drawn) == 2 and len({(one["left"], one["width"]) for one in drawn}) == 1
