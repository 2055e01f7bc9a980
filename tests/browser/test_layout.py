"""The layout editor in a real browser: by drag, by keyboard and without a script, the rules checked as pieces move."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.screens import Desk
from tests.browser.venue import Venue

STOCK = "name,kind,size,count\nOld wood,forest,4,4\nFog,dense fog,4x3,4\nPond,shallow water,4,6\nBank,hill,5x4,6\n"


def begin(venue: Venue) -> Page:
    """A layout drawn for table 1, in the editor."""
    desk = Desk.enrolled(venue, "warmachine", []).page
    desk.goto(f"{venue.base}/e/spring-cup/terrain/")
    desk.get_by_text("Add several pieces").click()
    desk.get_by_label("One piece per line").fill(STOCK)
    desk.get_by_role("button", name="Add the list to stock").click()
    desk.get_by_label("Setup method").select_option("quadrant")
    desk.get_by_role("textbox", name="Tables").fill("1")
    desk.get_by_role("button", name="Draw the layouts").click()
    desk.get_by_role("link", name="Table 1").click()
    expect(desk.locator("#findings h2")).to_have_text("Rules check")
    desk.wait_for_load_state()
    return desk


def test_a_piece_is_dragged_moved_turned_and_taken_off(venue: Venue) -> None:
    """WMH-115, WMH-116: the server names what a move breaks while it is made."""
    page = begin(venue)
    findings, first = page.locator("#findings"), page.locator('.piece[data-n="1"]')
    x, y = page.locator("#x-1"), page.locator("#y-1")
    was = (x.input_value(), y.input_value())
    # Dragged to the edge: broken immediately, before it is released, and the numbers follow.
    box, table = first.bounding_box(), page.locator(".felt").bounding_box()
    assert box is not None and table is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4)
    page.mouse.down()
    page.mouse.move(table["x"] + 20, table["y"] + 20, steps=6)
    expect(findings).to_contain_text("WMH-115")
    expect(first).to_have_class("piece held broken")
    # The sentence is beside the table while the piece is still held, and disappears over a good place.
    in_hand = page.locator("#in-hand")
    expect(in_hand).to_contain_text(re.compile('over the edge of the table|within 6" of a table edge'))
    expect(in_hand).to_be_in_viewport()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4, steps=6)
    expect(in_hand).to_contain_text("breaks no rule here")
    expect(first).to_have_class("piece held")
    page.mouse.move(table["x"] + 20, table["y"] + 20, steps=6)
    expect(first).to_have_class("piece held broken")
    page.mouse.up()
    expect(first).to_have_class("piece broken")
    assert (x.input_value(), y.input_value()) != was and float(x.input_value()) < 4
    # Back by keys alone; the focus stays on the piece though the picture is drawn again.
    x.fill(was[0])
    y.fill(was[1])
    expect(findings.locator("h2")).to_have_text("Rules check")
    first.focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(x).to_have_value(f"{float(was[0]) + 0.75:g}")
    page.keyboard.press("r")
    expect(page.locator("#turn-1")).not_to_have_value("0")
    expect(first).to_be_focused()
    # Removed: seven are left, and this method needs eight.
    page.keyboard.press("Delete")
    expect(page.locator(".piece")).to_have_count(7)
    expect(findings).to_contain_text("WMH-126")
    page.get_by_role("button", name="Save the layout").click()
    expect(page.get_by_role("alert")).to_contain_text("breaks WMH-126")
    expect(page.locator(".piece")).to_have_count(7)
    page.get_by_label("Setup method").select_option("")
    page.get_by_label("Reason to keep a layout").fill("Seven will do")
    page.get_by_role("button", name="Save the layout").click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()


def test_the_same_without_a_script(venue: Venue) -> None:
    page = venue.plain(begin(venue))
    page.goto(f"{venue.base}/e/spring-cup/terrain/layout/?name=Table%201")
    page.locator("#x-1").fill("3")
    page.get_by_role("button", name="Check the rules").click()
    expect(page.locator("#findings")).to_contain_text("WMH-115")
    page.get_by_role("button", name="Remove 1, ").click()
    expect(page.locator(".piece")).to_have_count(7)
    page.get_by_label("From your stock").select_option("Pond")
    page.get_by_role("button", name="Add to the middle of the table").click()
    expect(page.locator(".piece")).to_have_count(8)
