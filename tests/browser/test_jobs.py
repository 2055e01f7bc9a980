"""Long work in a real browser: its page follows it by itself, with a script and without, and Stop stops it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.screens import Desk
from tests.browser.venue import Venue

STOCK = "name,kind,size,count\nWood,forest,4x5,500\nBank,hill,4x5,500\nWall,obstacle,4x5,500\nBricks,rubble,4x5,500\n"
LONG = 120_000


def test_tables_are_drawn_under_ones_eyes_and_stopped(venue: Venue) -> None:
    desk = Desk.enrolled(venue, "warmachine", []).page
    desk.goto(f"{venue.base}/e/spring-cup/terrain/")
    desk.get_by_text("Add several pieces").click()
    desk.get_by_label("One piece per line").fill(STOCK)
    desk.get_by_role("button", name="Add the list to stock").click()
    desk.get_by_role("textbox", name="Tables").fill("1-64")
    desk.get_by_role("button", name="Draw the layouts").click()
    expect(desk.get_by_role("heading", name="Drawing the tables")).to_be_visible()
    plain = venue.plain(desk)
    plain.goto(desk.url)
    expect(desk.locator("#how-far")).to_have_text(re.compile(r"^[1-9]\d?% done"), timeout=LONG)
    desk.get_by_role("button", name="Stop").click()
    # The page asks again by itself, even without scripts.
    for page in (desk, plain):
        said = page.get_by_text("Stopped. No layout was saved, and every table is as before.")
        expect(said).to_be_visible(timeout=LONG)
    desk.get_by_role("link", name="Back").click()
    desk.get_by_role("textbox", name="Tables").fill("1-2")
    desk.get_by_role("button", name="Draw the layouts").click()
    expect(desk.get_by_role("heading", name="2 tables have their terrain")).to_be_visible(timeout=LONG)
