"""A page that changes by itself takes nothing from whoever uses it: what was typed, the cursor, a search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import APIResponse, Page, Route, expect

from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.kit.model import Actor, Role
from tests.browser.game_room import STAFF, GameRoom
from tests.browser.screens import WON, Desk, Phone
from tests.browser.venue import PATIENCE, Venue

NAMES = ["Ann Lee", "Bob Cole", "Cem Arslan", "Dai Evans"]


def begin(venue: Venue) -> Desk:
    return Desk.begun(venue, "bushido", NAMES)


def seen(page: Page) -> str:
    return page.locator("body").get_attribute("data-seq") or ""


def test_what_somebody_types_survives_a_change(venue: Venue) -> None:
    desk = begin(venue)
    ann = Phone.scan(venue.person(360), desk.event, NAMES[0])
    own = ann.table
    ann.fill_in({**WON["bushido"], "sp-1": "4", "sp-2": "1"})
    before, held = seen(ann.page), ann.held()
    desk.enter(next(table for table in desk.tables_out() if table != own), WON["bushido"])
    expect(ann.page.locator("body")).not_to_have_attribute("data-seq", before)
    assert ann.held() == held
    ann.send()
    ann.is_waiting()
    expect(ann.page.get_by_role("main")).to_contain_text(re.compile(r"you 2, \D+ 1"))


def test_a_search_survives_a_change(venue: Venue) -> None:
    desk = begin(venue)
    reader = venue.person(800)
    reader.open(f"/e/{desk.event}/pairings/?by=name")
    reader.write(reader.page.get_by_label("Find a name"), "cem")
    rows = reader.page.locator("[data-filtered] tr:visible")
    expect(rows).to_have_count(1)
    before = seen(reader.page)
    desk.enter("1", WON["bushido"])
    expect(reader.page.locator("body")).not_to_have_attribute("data-seq", before)
    expect(rows).to_have_count(1)


def test_an_answer_that_was_overtaken_does_not_bring_the_old_page_back(venue: Venue) -> None:
    desk = begin(venue)
    reader = venue.person(800).page
    reader.goto(f"{venue.base}/e/{desk.event}/pairings/")
    held: list[tuple[Route, APIResponse]] = []
    reader.route("**/pairings/", lambda route: held.append((route, route.fetch())), times=1)
    before = seen(reader)
    desk.enter("1", WON["bushido"])
    for _ in range(PATIENCE // 20):
        if held:
            break
        reader.wait_for_timeout(20)
    desk.enter("2", WON["bushido"])
    expect(reader.locator("body")).not_to_have_attribute("data-seq", before)
    latest = seen(reader)
    with reader.expect_event("requestfinished"):
        held[0][0].fulfill(response=held[0][1])
    reader.evaluate("new Promise(requestAnimationFrame)")
    assert seen(reader) == latest


def test_what_somebody_opened_stays_open_when_something_comes_up_above_it(venue: Venue) -> None:
    desk = begin(venue)
    ann = Phone.scan(venue.person(360), desk.event, NAMES[0])
    for table in desk.tables_out():
        desk.enter(table, WON["bushido"])
    record = ann.page.get_by_role("heading", name="So far")
    expect(record).to_be_visible()
    desk.undo()
    expect(record).to_have_count(0)
    leave = ann.page.get_by_text("Leave the event")
    ann.person.press(leave)
    fold = ann.page.locator("details").filter(has=leave)
    expect(fold).to_have_attribute("open", "")
    desk.redo()
    expect(record).to_be_visible()
    expect(fold).to_have_attribute("open", "")


def test_a_page_that_says_no_still_follows_and_keeps_what_was_typed(venue: Venue) -> None:
    """A refused form is answered at the address it was sent to; that answer is a desk page like any other."""
    desk = begin(venue)
    page, typed = desk.page, "Eve Hart\nFay Moss; club"
    page.get_by_text("Late entry").click()
    page.get_by_label("Names, one per line").fill(typed)
    desk.button("Enrol these players").click()
    refusal = page.get_by_role("alert").filter(has_text="should be a field and its value")
    expect(refusal).to_be_visible()
    phone = Phone.scan(venue.person(360), desk.event, NAMES[0])
    phone.report(WON["bushido"])
    expect(desk.row(NAMES[0])).to_contain_text("Ann Lee reports")
    expect(refusal).to_be_visible()
    expect(page.get_by_label("Names, one per line")).to_have_value(typed)
    # Reloaded, or in another language, it is the desk.
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(desk.row(NAMES[0])).to_be_visible()


def test_a_preview_stays_while_its_page_follows_the_event(venue: Venue) -> None:
    """It is at no address: what happens elsewhere changes its head, and another language leads to its form."""
    desk = begin(venue)
    page = desk.page
    page.goto(f"{venue.base}/e/{desk.event}/people/import/")
    page.locator("textarea[name=text]").fill("Eve Hart\nFay Moss")
    page.locator("form:has(textarea[name=text]) button[type=submit]").first.click()
    table = page.get_by_role("main").get_by_text("Fay Moss").last
    expect(table).to_be_visible()
    before = seen(page)
    phone = Phone.scan(venue.person(360), desk.event, NAMES[0])
    phone.report(WON["bushido"])
    expect(page.locator("body")).not_to_have_attribute("data-seq", before)
    expect(table).to_be_visible()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("textarea[name=text]")).to_be_visible()


def test_a_change_that_comes_during_a_press_waits_for_its_end(venue: Venue, tmp_path: Path) -> None:
    """A link that is gone when the finger lifts leads nowhere; one that has changed leads elsewhere."""
    room = GameRoom(tmp_path / "data", "urban_war", filled={"models": "12"})
    person = venue.person(360)
    person.page.add_init_script("delete AbortSignal.timeout")  # However slow this machine is, nothing is given up.
    ann = Phone.scan(person, room.event, room.names[0])
    page, bo = ann.page, Actor(room.names[1], Role.PLAYER, room.player(1))

    @contextmanager
    def a_change_comes() -> Iterator[None]:
        with page.expect_response(re.compile("/me/$")) as coming:
            yield
        coming.value.finished()
        page.evaluate("new Promise(requestAnimationFrame)")

    # Once open, the page has its scripts; an earlier press would only be the browser's.
    ann.person.open(f"/e/{room.event}/me/")
    asked: list[Route] = []
    page.route("**/time/", lambda route: asked.append(route))  # Whether the server answers: it takes its time.
    page.get_by_role("link", name="Follow the game here").click()
    with a_change_comes():
        results.report(room.desk, room.event, [Report("#1", {"lost": "2-6"})], bo)
    page.route("**/time/", lambda route: route.continue_())
    for route in asked:
        route.continue_()
    expect(page).to_have_url(re.compile("/me/game/$"))

    ann.person.open(f"/e/{room.event}/me/")
    page.get_by_role("link", name="Enter the result").hover()
    page.mouse.down()
    with a_change_comes():
        results.report(room.desk, room.event, [Report("#1", {"lost": "2-6"})], STAFF)
    page.mouse.up()
    expect(page).to_have_url(re.compile("/me/report/$"))
