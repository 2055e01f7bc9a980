"""A first event on real screens: the desk, two phones and the big screen at once, each changing by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .conftest import Venue

NAMES = "Ann Lee\nBob Cole\nCem Arslan\nDai Evans"


def begin(venue: Venue) -> Page:
    """The organiser's desk with four players and round 1 published, all of it by keyboard and buttons."""
    desk = venue.organiser()
    desk.get_by_role("link", name="New event").first.click()
    desk.get_by_role("textbox", name="Name").fill("Spring Cup")
    desk.get_by_role("radio", name="Bushido Masters").check()
    desk.get_by_role("button", name="Create the event").click()
    desk.get_by_label("Names, one a line").fill(NAMES)
    desk.get_by_role("button", name="Enrol them").click()
    desk.get_by_role("button", name="Draw round 1").click()
    desk.get_by_role("button", name="Publish round 1").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 2 results")
    return desk


def phone(venue: Venue, name: str) -> Page:
    page = venue.person(360)
    page.goto(f"{venue.base}/e/spring-cup/me/")
    page.get_by_role("button", name=name).click()
    return page


def test_results_come_in_by_themselves_on_every_screen(venue: Venue) -> None:
    desk = begin(venue)
    screen = venue.person(1920, 1080)
    screen.goto(f"{venue.base}/e/spring-cup/screen/")
    expect(screen.locator(".s-clock")).to_have_text("0/2")
    ann = phone(venue, "Ann Lee")
    opponent = ann.locator(".opp").inner_text()
    other = phone(venue, opponent)
    ann.get_by_role("link", name="Report the result").click()
    ann.get_by_role("radio", name="2 – 1").check()
    ann.get_by_role("button", name="Send").click()
    expect(ann.get_by_text(f"Waiting for {opponent} to confirm")).to_be_visible()
    expect(desk.get_by_text("Ann Lee reported")).to_be_visible()
    other.get_by_role("button", name="That is right").click()
    expect(other.get_by_text("You lost")).to_be_visible()
    expect(ann.get_by_text("You won")).to_be_visible()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 1 result")
    expect(screen.locator(".s-clock")).to_have_text("1/2")
    # Keyboard alone: the last table, its digits, Enter; then the next round in two clicks.
    table = re.sub(r"\D", "", desk.locator(".desk-out .plate").first.inner_text())
    desk.get_by_label("Table and result").press_sequentially(table)
    desk.keyboard.press("Enter")
    desk.locator("#f-vp-1").press_sequentially("3")
    desk.keyboard.press("Tab")
    desk.keyboard.type("0")
    desk.keyboard.press("Enter")
    desk.get_by_role("button", name="Close and draw round 2").click()
    desk.get_by_role("button", name="Publish round 2").click()
    expect(ann.get_by_text("Round 2 of")).to_be_visible()
    expect(screen.get_by_role("heading", level=1)).to_contain_text("Round 2")


def test_what_somebody_types_survives_a_change(venue: Venue) -> None:
    desk = begin(venue)
    writing = venue.person(360)
    writing.goto(f"{venue.base}/e/spring-cup/me/")
    ann = phone(venue, "Ann Lee")
    ann.get_by_role("link", name="Report the result").click()
    ann.get_by_role("radio", name="2 – 1").check()
    ann.get_by_text("More about this game").click()
    ann.locator("#f-sp-1").fill("4")
    ann.locator("#f-sp-2").press_sequentially("1")
    seen = ann.locator("body").get_attribute("data-seq")
    # Something else happens: the other table reports.
    opponent = ann.locator(".rtop p").inner_text().rpartition(" v ")[2]
    table = desk.locator(".desk-out tbody tr").filter(has_not_text=opponent).first.locator(".plate").inner_text()
    desk.get_by_label("Table and result").fill(table)
    desk.keyboard.press("Enter")
    desk.locator("#f-vp-1").fill("3")
    desk.locator("#f-vp-2").fill("0")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 1 result")
    expect(ann.locator("body")).not_to_have_attribute("data-seq", seen or "")
    assert (ann.locator("#f-sp-1").input_value(), ann.locator("#f-sp-2").input_value()) == ("4", "1")
    assert ann.get_by_role("radio", name="2 – 1").is_checked()
    assert ann.evaluate("document.activeElement.id") == "f-sp-2"


def test_no_page_scrolls_sideways_at_320(venue: Venue) -> None:
    desk = begin(venue)
    desk.set_viewport_size({"width": 320, "height": 640})
    paths = ("", "pairings/", "standings/", "players/", "players/1/", "rules/", "desk/", "desk/?table=1", "log/")
    for path in (*paths, "links/", "tables/", "tables/?table=1"):
        desk.goto(f"{venue.base}/e/spring-cup/{path}")
        assert _sideways(desk) <= 0, path
    ann = phone(venue, "Ann Lee")
    ann.set_viewport_size({"width": 320, "height": 640})
    for path in ("me/", "me/report/"):
        ann.goto(f"{venue.base}/e/spring-cup/{path}")
        assert _sideways(ann) <= 0, path


def _sideways(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


def test_a_search_survives_a_change(venue: Venue) -> None:
    desk = begin(venue)
    reader = venue.person(800)
    reader.goto(f"{venue.base}/e/spring-cup/pairings/?by=name")
    reader.get_by_label("Find a name").press_sequentially("cem")
    rows = reader.locator("[data-filtered] tr:visible")
    expect(rows).to_have_count(1)
    seen = reader.locator("body").get_attribute("data-seq")
    desk.get_by_label("Table and result").fill("1")
    desk.keyboard.press("Enter")
    desk.locator("#f-vp-1").fill("3")
    desk.locator("#f-vp-2").fill("0")
    desk.keyboard.press("Enter")
    expect(reader.locator("body")).not_to_have_attribute("data-seq", seen or "")
    expect(rows).to_have_count(1)


def test_a_lost_stream_is_said_and_found_again(venue: Venue) -> None:
    begin(venue)
    reader = venue.person(800)
    reader.goto(f"{venue.base}/e/spring-cup/pairings/")
    expect(reader.locator("#stream")).to_have_text("● Live")
    reader.context.set_offline(True)
    expect(reader.get_by_text("The live stream is lost")).to_be_visible(timeout=15_000)
    reader.context.set_offline(False)
    expect(reader.get_by_text("The live stream is lost")).to_be_hidden(timeout=15_000)
