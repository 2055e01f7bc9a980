"""How many clicks, taps and bytes the usual ways through an event take, and that none needs a mouse or JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.figures import PAGE, Figures, page, written
from tests.browser.screens import WON, Desk, Phone
from tests.browser.venue import Typist, Venue

SIXTEEN = [f"{first} {last}" for first in ("Ann", "Bob", "Cem", "Dai") for last in ("Arslan", "Cole", "Evans", "Lee")]


def test_the_page_is_as_it_was_written(figures: Figures) -> None:
    assert figures.write or (text := PAGE.read_text("utf-8")) == page(written(), text)


def test_an_organiser_begins_and_goes_on_in_a_few_clicks(venue: Venue, figures: Figures) -> None:
    organiser = venue.organiser()
    with organiser.counting() as clicks:
        desk = Desk.create(organiser, "Spring Cup", "bushido")
        desk.enrol(SIXTEEN)
        desk.draw(1)
        desk.publish(1)
    figures.measured("begin", clicks[0])
    for table in desk.tables_out():
        desk.enter(table, WON["bushido"])
    with organiser.counting() as clicks:
        desk.draw(2)
        desk.publish(2)
    figures.measured("next round", clicks[0])


def test_people_are_found_added_and_dropped_from_one_box(venue: Venue, figures: Figures) -> None:
    desk = Desk.begun(venue, "bushido", ["Ruth Hollis", "Jana Holub", "Ada Kaplan", "Bob Cole"])
    organiser = desk.person
    line, hits = desk.page.get_by_label("Table and result"), desk.page.get_by_role("list", name="Found")
    with organiser.counting() as clicks:
        organiser.write(line, "kapl")
        expect(hits).to_contain_text("Ada Kaplan")
        expect(hits).to_contain_text("against")
    figures.measured("find", clicks[0])
    with organiser.counting() as clicks:
        organiser.write(line, "Latif Rahimi")
        organiser.press(desk.button("Allow late entry and add Latif Rahimi"))
        desk.tells("Latif Rahimi")
    figures.measured("late entry", clicks[0])
    organiser.press(line)
    with organiser.counting() as clicks:
        organiser.write(line, "hollis")
        organiser.press(hits.get_by_text("Drop", exact=True))
        organiser.press(hits.get_by_role("button", name="Ruth Hollis concedes"))
        desk.tells("Ruth Hollis dropped")
        expect(desk.page.locator(".toast.did")).to_contain_text("Undo")
    figures.measured("drop", clicks[0])


def test_a_pair_is_moved_from_the_same_box(venue: Venue, figures: Figures) -> None:
    desk = Desk.begun(venue, "bushido", ["Ruth Hollis", "Jana Holub", "Ada Kaplan", "Bob Cole"])
    organiser = desk.person
    line, hits = desk.page.get_by_label("Table and result"), desk.page.get_by_role("list", name="Found")
    with organiser.counting() as clicks:
        organiser.write(line, "kapl")
        organiser.press(hits.get_by_text("Move", exact=True))
        organiser.write(hits.get_by_label("To table"), "7")
        desk.page.keyboard.press("Enter")
        expect(desk.row("Ada Kaplan").locator(".plate")).to_have_text("7")
    figures.measured("move", clicks[0])


# Digits alone, in the order of the result form; the last one of WARMACHINE says how the game was won.
TYPED = {"bushido": "1 2 1", "l5r": "1 1", "warmachine": "1 1 5 2 40 25 2", "urban_war": "1 2 6"}


@pytest.mark.parametrize("system", TYPED)
def test_a_usual_result_takes_a_few_keys(venue: Venue, figures: Figures, system: str) -> None:
    desk = Desk.begun(venue, system, SIXTEEN[:4])
    expect(desk.page.get_by_label("Table and result")).to_be_focused()
    keys = [*TYPED[system], "Enter"]
    for key in keys:
        desk.page.keyboard.press(key)
    expect(desk.heading).to_have_text("Collect 1 result")
    assert desk.tables_in() == ["1"]
    figures.measured(f"keys {system}", len(keys))


IN_SIGHT = """() => {
  const ends = (one) => one.getBoundingClientRect().bottom, seen = (one) => one && ends(one) <= innerHeight;
  return [[...document.querySelectorAll(".desk-out > li")].filter(seen).length,
    ["h1", "#line", ".clock-sec .clock", ".clock-sec .btn", ".byes li", ".log .link"].filter(
      (part) => !seen(document.querySelector(part)))];
}"""


@pytest.mark.parametrize(("width", "key"), [(1366, "laptop"), (1024, "small laptop")])
def test_a_round_is_in_sight_without_scrolling(venue: Venue, figures: Figures, width: int, key: str) -> None:
    """Next step, result line, open tables, clock, byes and undo; with long names and reports waiting."""
    people = [f"Bartholomäus-Maria Wittgenstein-{n}" for n in range(10, 41)]
    desk = Desk.begun(venue, "l5r", people, width=width, height=768)
    desk.enter(desk.tables_out()[0], WON["l5r"])
    desk.person.press(desk.button("Start the clock"))
    expect(desk.button("Pause")).to_be_visible()
    for name in desk.names_out()[:2]:
        phone = Phone.scan(venue.person(390), desk.event, name)
        phone.report(WON["l5r"])
    phone.disputed()  # The newest entry of the log, whose Undo must be in sight, names both players twice.
    desk.page.reload()
    expect(desk.page.locator("#stream .chip")).to_have_attribute("data-state", "in")
    tables, hidden = desk.page.evaluate(IN_SIGHT)
    assert hidden == []
    figures.measured(key, tables)


@pytest.mark.parametrize("system", WON)
def test_a_player_reports_in_a_few_taps(venue: Venue, figures: Figures, system: str) -> None:
    desk = Desk.begun(venue, system, SIXTEEN[:4])
    player = venue.person(390)
    with player.counting() as taps:
        phone = Phone.scan(player, desk.event, SIXTEEN[0])
        assert phone.table
    figures.measured("scan", taps[0])
    other = Phone.scan(venue.person(390), desk.event, phone.opponent)
    with player.counting() as taps:
        phone.report(WON[system])
        phone.is_waiting()
    figures.measured(f"report {system}", taps[0])
    if system == "urban_war":
        return  # Both enter, by the book.
    with other.person.counting() as taps:
        other.confirm()
        other.has_result("You lost")
    figures.measured("confirm", taps[0])


def is_live(one: dict[str, Any]) -> bool:
    """The stream, which does not end."""
    return "/live/" in one["request"]["url"]


def test_a_players_first_load_is_small_and_all_ours(venue: Venue, figures: Figures) -> None:
    desk = Desk.begun(venue, "bushido", SIXTEEN)
    desk.page.reload()
    size = desk.page.evaluate("performance.getEntriesByType('navigation')[0].encodedBodySize")
    figures.measured("desk bytes", -(-int(size) // 1000))
    player = venue.person(390)
    asked: set[str] = set()
    loaded: dict[str, int] = {}

    def asks(one: dict[str, Any]) -> None:
        if one["type"] == "Document":  # A page was left: what it still waited for is not told about any more.
            asked.intersection_update(loaded)
        if not is_live(one):
            asked.add(one["requestId"])

    network = player.page.context.new_cdp_session(player.page)
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", asks)
    network.on("Network.loadingFinished", lambda one: loaded.update({one["requestId"]: int(one["encodedDataLength"])}))
    phone = Phone.scan(player, desk.event, SIXTEEN[0])
    # A browser without a window does not ask for the icon by itself.
    phone.page.evaluate("fetch(document.querySelector('link[rel~=icon]').href).then((answer) => answer.text())")
    for _ in range(500):
        if asked <= loaded.keys():
            break
        phone.page.wait_for_timeout(20)
    assert len(loaded) >= 5 and asked <= loaded.keys()
    figures.measured("bytes", -(-sum(loaded.values()) // 1000))
    figures.measured("elsewhere", len(venue.complaints))


def test_without_javascript_a_player_picks_a_name_and_reports(venue: Venue) -> None:
    desk = Desk.create(venue.organiser(java_script_enabled=False), "Spring Cup", "l5r")
    desk.enrol(SIXTEEN[:4])
    desk.draw(1)
    desk.publish(1)
    one = Phone.scan(venue.person(320, java_script_enabled=False), desk.event, SIXTEEN[0])
    two = Phone.scan(venue.person(320, java_script_enabled=False), desk.event, one.opponent)
    one.report(WON["l5r"])
    one.is_waiting()
    two.page.reload()
    two.confirm()
    two.has_result("You lost")
    one.page.reload()
    one.has_result("You won")
    desk.page.reload()
    expect(desk.heading).to_have_text("Collect 1 result")


def test_a_whole_event_without_a_mouse(venue: Venue, figures: Figures) -> None:
    organiser = venue.organiser(kind=Typist)
    won = WON["bushido"]
    with organiser.counting() as clicks:
        desk = Desk.create(organiser, "Spring Cup", "bushido")
        desk.enrol(SIXTEEN[:5])
        desk.draw(1)
        first, second = desk.drawn()[0]
        other = desk.drawn()[1][0]
        desk.swap(first, other, "they came in one car")
        desk.tells("they came in one car")
        assert {other, second} in [set(pair) for pair in desk.drawn()]
        desk.publish(1)
        for table in desk.tables_out():
            desk.enter(table, won)
        desk.drop(SIXTEEN[4])
        desk.bring_back(SIXTEEN[4])
        desk.undo()
        desk.redo()
        for number in (2, 3):
            desk.draw(number)
            desk.publish(number)
            for table in desk.tables_out():
                desk.enter(table, won)
        desk.correct(desk.tables_in()[0], {"vp-1": "0", "vp-2": "3"}, "slip misread")
        desk.finish()
    figures.measured("no mouse", clicks[0])
