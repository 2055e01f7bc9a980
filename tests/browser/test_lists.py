"""A list's life on real screens: handed in faulty, fixed, locked at the deadline, checked by a judge at the table."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.app.paperwork import FORCE
from tests.browser.looks import sideways
from tests.browser.screens import Desk
from tests.browser.venue import Venue

WRONG = FORCE.replace("3 x Secutors 90", "3 x Secutors")


def private_link(venue: Venue, desk: Page, name: str) -> str:
    page = desk.request.get(f"{venue.base}/e/spring-cup/links/").text()
    (found,) = re.findall(rf"<dt>{name}</dt>.*?(http\S+/p/[^<]+)<", page)
    return str(found)


def judge(venue: Venue, desk: Page) -> Page:
    desk.goto(f"{venue.base}/e/spring-cup/links/")
    link = desk.locator(".handout").filter(has_text="To join as judge").locator(".breaks").inner_text()
    page = venue.person(360).page
    page.goto(link)
    page.get_by_label("Your name").fill("Hale")
    page.get_by_role("button", name="Join as judge").click()
    page.wait_for_url("**/tables/")
    return page


def test_an_illegal_list_is_fixed_locks_and_is_checked(venue: Venue) -> None:
    desk = Desk.enrolled(venue, "urban_war", ["Ann Lee", "Bob Cole"]).page
    ann = venue.person(320).page
    ann.goto(private_link(venue, desk, "Ann Lee"))
    ann.get_by_role("button", name="Use this phone as Ann Lee").click()
    ann.get_by_role("link", name="My list").click()
    heading = ann.get_by_role("heading", level=1)
    expect(heading).to_have_text("Hand in your list")
    ann.get_by_label("Paste the list here").fill(WRONG)
    ann.get_by_role("button", name="Hand in this list").click()
    # Why it is wrong, with the line it is about and the clause.
    expect(heading).to_have_text("Fix 1 problem in your list")
    expect(ann.locator(".findings li").first).to_contain_text("“Secutors” has no cost.")
    expect(ann.locator(".findings li").first).to_contain_text("UW-68")
    expect(ann.locator("#line-4")).to_have_attribute("data-level", "error")
    ann.get_by_role("link", name="Line 4").click()
    expect(ann).to_have_url(re.compile("#line-4$"))
    assert sideways(ann) <= 0
    expect(ann.get_by_label("Paste the list here")).to_have_value(WRONG)
    ann.get_by_label("Paste the list here").fill(FORCE)
    ann.get_by_role("button", name="Hand in this version").click()
    expect(heading).to_have_text("Your list is in. No faults found")
    # The organiser sees who is missing, and sets a deadline that is over: the phone says so by itself.
    desk.get_by_role("link", name="Lists").first.click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Ask 1 player for a list")
    desk.get_by_label("Until").fill("2020-01-01T12:00")
    desk.get_by_role("button", name="Set the deadline").click()
    expect(ann.get_by_text("It is locked. The organiser can unlock it.")).to_be_visible()
    expect(ann.get_by_role("button", name="Hand in this version")).to_have_count(0)
    # A list being typed when it locks stays on the screen, and if sent anyway is shown for copying.
    desk.get_by_role("button", name="Remove the deadline").click()
    ann.get_by_label("Paste the list here").fill("1 x Somebody new 50")
    desk.get_by_label("Until").fill("2020-01-01T12:00")
    desk.get_by_role("button", name="Set the deadline").click()
    expect(ann.get_by_text("It is locked. The organiser can unlock it.")).to_be_visible()
    expect(ann.get_by_label("Paste the list here")).to_have_value("1 x Somebody new 50")
    ann.get_by_role("button", name="Hand in this version").click()
    expect(ann.get_by_label("It was not handed in.")).to_have_value("1 x Somebody new 50")
    ann.goto(f"{venue.base}/e/spring-cup/me/list/")
    for width in (320, 1280):
        desk.set_viewport_size({"width": width, "height": 800})
        for path in ("lists/", "lists/1/", "lists/missing/", "lists/import/"):
            desk.goto(f"{venue.base}/e/spring-cup/{path}")
            assert sideways(desk) <= 0, path
    # The judge, from the table.
    desk.goto(f"{venue.base}/e/spring-cup/desk/")
    desk.get_by_role("button", name="Draw round 1").click()
    desk.get_by_role("button", name="Publish round 1").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Collect")
    hale = judge(venue, desk)
    hale.goto(f"{venue.base}/e/spring-cup/tables/?table=1")
    hale.get_by_role("link", name="Ann Lee’s list").click()
    hale.get_by_label("8 × Marines 160").check()
    hale.get_by_label("Opponents can tell the troop types apart").check()
    hale.get_by_role("button", name="List is correct").click()
    expect(hale.locator(".next").get_by_text("Checked: correct")).to_be_visible()
    expect(hale.get_by_label("8 × Marines 160")).to_be_checked()
    expect(ann.locator(".next").get_by_text("Checked: correct")).to_be_visible()
