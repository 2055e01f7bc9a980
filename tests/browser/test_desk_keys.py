"""The desk by keyboard alone: results keyed one after the other, a swap, publishing."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.main import desk_at
from tests.browser.looks import sideways
from tests.browser.screens import STAFF, Desk
from tests.browser.venue import Venue

SIXTEEN = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]


def begin(venue: Venue, system: str = "bushido") -> Page:
    """Round 1 published."""
    desk = Desk.begun(venue, system, SIXTEEN).page
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Collect")
    ready(desk)
    return desk


def ready(desk: Page) -> None:
    """Nobody types before the page is there with its scripts and the cursor in the line."""
    desk.wait_for_load_state()
    expect(desk.get_by_label("Table and result")).to_be_focused()


def test_a_round_by_keyboard(venue: Venue) -> None:
    desk = begin(venue)
    line = desk.get_by_label("Table and result")
    expect(line).to_be_focused()
    # Typed at full speed, without waiting for an answer: nothing typed in the meantime is lost.
    for table in range(1, 8):
        desk.keyboard.type(f"{table} 2 1")
        desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 1 result")
    expect(line).to_be_focused()
    # The last one with Tab between the figures, said back before Enter.
    desk.keyboard.type("8")
    expect(desk.locator("#echo")).to_contain_text("Next: Victory points")
    for figure in ("3", "0"):
        desk.keyboard.press("Tab")
        with desk.expect_response("**?line=8*"):
            desk.keyboard.type(figure)
        expect(line).to_be_focused()
    expect(desk.locator("#echo")).to_contain_text("Victory points 3 – 0; scores 9 – 0")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Round 1 is complete")
    desk.get_by_role("button", name="Close and draw round 2").click()
    desk.get_by_role("button", name="Publish round 2").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 8 results")


def test_a_refused_line_is_put_right_where_it_is(venue: Venue) -> None:
    desk = begin(venue)
    line = desk.get_by_label("Table and result")
    # Typed faster than the page can answer: it is sent, comes back, and is corrected in its own field.
    desk.keyboard.type("1 9 9")
    desk.keyboard.press("Enter")
    kept = desk.locator("#kept li")
    expect(kept).to_contain_text("“9” should be a whole number from 0 to 3")
    desk.keyboard.type("2 2 1")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 7 results")
    wrong = kept.get_by_role("textbox")
    expect(wrong).to_have_value("1 9 9")
    wrong.fill("1 2 1")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 6 results")
    expect(kept).to_have_count(0)
    expect(line).to_be_focused()
    # Known to be wrong before Enter: it stays in the line, marked.
    desk.keyboard.type("3 9")
    expect(desk.locator("#echo .wrong")).to_be_visible()
    desk.keyboard.press("Enter")
    expect(line).to_have_value("3 9")
    expect(line).to_have_attribute("aria-invalid", "true")
    # What an entry causes is said before Enter.
    line.fill("3 n1")
    expect(desk.locator("#echo .causes")).to_contain_text("is dropped from the event")


def test_presets_carry_the_names(venue: Venue) -> None:
    desk = begin(venue, "l5r")
    first = desk.locator(".desk-out > li").first
    winner = first.locator(".who").nth(1).inner_text()
    desk.keyboard.type(first.locator(".plate").inner_text())
    desk.locator(".preset", has_text=winner).click()
    expect(desk.locator("#echo")).to_contain_text(f"Winner: {winner}")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 7 results")


def pairs(desk: Page) -> list[list[str]]:
    rows = desk.locator(".draft tbody tr").all()
    return [row.locator(".who").all_inner_texts() for row in rows]


def second_draft(venue: Venue) -> Page:
    """Round 1 is in, and round 2 is drawn."""
    desk = begin(venue)
    app = desk_at(venue.server.folder)
    results.report(app, "spring-cup", [Report(str(table), {"vp": "2-1"}) for table in range(1, 9)], STAFF)
    rounds.pair(app, "spring-cup", STAFF)
    desk.reload()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Check round 2, then publish")
    return desk


def test_a_swap_by_keyboard_alone(venue: Venue) -> None:
    desk = second_draft(venue)
    before = pairs(desk)
    held = desk.locator(".seatbtn").first
    held.focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_text(f"Who should swap with {before[0][0]}?")).to_be_visible()
    expect(desk.get_by_text("What a swap would break")).to_be_visible()
    expect(desk.locator("[data-held]")).to_be_focused()
    # Escape puts it back.
    desk.keyboard.press("Escape")
    expect(desk.locator("[data-held]")).to_have_count(0)
    assert pairs(desk) == before
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-held]")).to_have_count(1)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(desk.locator(".draft tbody tr").nth(1).locator(".who").first).to_have_text(before[0][0])
    assert pairs(desk)[0][0] == before[1][0]
    expect(desk.locator(".seatbtn", has_text=before[0][0])).to_be_focused()
    # P does nothing while it is turned off, and otherwise publishes from anywhere on the page.
    desk.get_by_role("button", name="Turn the P key off").click()
    desk.keyboard.press("p")
    desk.get_by_role("button", name="Turn the P key on").click()
    expect(desk.get_by_role("button", name="Publish round 2")).to_be_visible()
    desk.evaluate("document.activeElement.blur()")
    desk.keyboard.press("p")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Collect 8 results")


def test_a_swap_by_dragging(venue: Venue) -> None:
    desk = second_draft(venue)
    before = pairs(desk)
    start, end = desk.locator(".seatbtn").nth(0).bounding_box(), desk.locator(".seatbtn").nth(4).bounding_box()
    assert start is not None and end is not None
    desk.mouse.move(start["x"] + 40, start["y"] + 20)
    desk.mouse.down()
    desk.mouse.move(start["x"] + 60, start["y"] + 30, steps=4)
    expect(desk.get_by_text("What a swap would break")).to_be_visible()
    target = desk.locator(".seatbtn").nth(4).bounding_box()
    assert target is not None
    desk.mouse.move(target["x"] + 40, target["y"] + 20, steps=8)
    desk.mouse.up()
    expect(desk.locator(".draft tbody tr").nth(2).locator(".who").first).to_have_text(before[0][0])


def test_a_swap_without_a_script(venue: Venue) -> None:
    desk = second_draft(venue)
    before = pairs(desk)
    plain = venue.plain(desk)
    plain.goto(desk.url)
    plain.locator(".seatbtn").first.click()
    expect(plain.get_by_text("What a swap would break")).to_be_visible()
    plain.locator(".seatbtn").nth(2).click()
    expect(plain.locator(".draft tbody tr").nth(1).locator(".who").first).to_have_text(before[0][0])
    plain.get_by_role("button", name="Publish round 2").click()
    plain.get_by_label("Table and result").fill("1 2 1")
    plain.keyboard.press("Enter")
    expect(plain.get_by_role("heading", level=1)).to_have_text("Collect 7 results")


def test_the_words_beside_the_keying_line_have_room(venue: Venue) -> None:
    """In German, whose words are long, and between a phone and a desk, where the page has two columns."""
    desk = Desk.begun(venue, "warmachine", ["Ann Lee", "Bob Cole"])
    for width in (320, 800, 844, 1024, 1152, 1280):
        desk.page.set_viewport_size({"width": width, "height": 800})
        desk.page.goto(f"{venue.base}/e/{desk.event}/desk/?lang=de")
        said, field, button = (
            desk.page.locator(f".key {part}").first for part in (".said", "input[name=line]", ".btn")
        )
        boxes = [one.bounding_box() for one in (said, field, button)]
        assert all(boxes) and boxes[0]["width"] >= 200, (width, boxes)  # type: ignore[index]  # all() saw to it
        for one, other in combinations(boxes, 2):
            assert one is not None and other is not None
            beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
            below = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
            assert beside or below, (width, boxes)


@pytest.mark.parametrize(("width", "highest"), [(390, 210), (320, 230)])
def test_on_a_phone_the_head_leaves_the_screen_to_the_desk(venue: Venue, width: int, highest: int) -> None:
    """Name, game, round and players share lines instead of each having a box."""
    page = begin(venue)
    page.set_viewport_size({"width": width, "height": 844})
    head = page.locator("#top").bounding_box()
    assert head is not None and head["height"] <= highest
    for label in ("Event", "Game", "Round", "Players"):
        expect(page.locator("#top .head dt", has_text=label).first).to_be_visible()
    assert sideways(page) <= 0
