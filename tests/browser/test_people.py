"""People in the browser: checked in; a person over two events merged, seen by consent, split, and forgotten."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from muster.app.events import actions as events
from muster.app.people import roster
from muster.main import desk_at
from tests.app.hall import STAFF
from tests.browser.looks import sideways, violations
from tests.browser.screens import Desk, Phone
from tests.browser.venue import Venue


@pytest.mark.parametrize(("width", "locale"), [(320, "de"), (390, "en"), (1024, "fr"), (1366, "en")])
def test_no_row_moves_while_people_are_checked_in(venue: Venue, width: int, locale: str) -> None:
    """Neither with the first one nor with the last one: the place for *Undo* is kept, and every button is as high."""
    desk = desk_at(venue.server.folder)
    events.create(desk, "Cup", "bushido", STAFF)
    roster.enrol(desk, "cup", [(name, {}) for name in ("Ann Lee", "Bob Cole", "Cem Arslan", "Dai Evans")], STAFF)
    organiser = venue.organiser(width, 768, locale=locale)
    page = organiser.page
    page.goto(f"{venue.base}/e/cup/people/")
    top = "document.querySelector('.roll').getBoundingClientRect().top + scrollY"
    was = page.evaluate(top)
    for n, name in enumerate(("Cem", "Ann"), 1):
        page.get_by_label(organiser.words("Type a name and press Enter to check in")).fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").filter(has_text=f"{name} ")).to_be_visible()
        said = organiser.words("Check-in: {here} of {playing} here", here=n, playing=4)
        expect(page.get_by_role("heading", name=said)).to_be_visible()
        assert page.evaluate(top) == was
    for name, title in (("Bob Cole", "Check-in: {here} of {playing} here"), ("Dai Evans", "Everyone is here")):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("heading", name=organiser.words(title, here=3, playing=4))).to_be_visible()
        assert page.evaluate(top) == was


def test_a_name_that_several_have_stays_typed_and_the_next_one_is_found(venue: Venue) -> None:
    desk = desk_at(venue.server.folder)
    events.create(desk, "Cup", "bushido", STAFF)
    roster.enrol(desk, "cup", [(name, {}) for name in ("Ruth Hollis", "Jana Holub", "Cem Arslan")], STAFF)
    page = venue.organiser(1366, 768).page
    page.goto(f"{venue.base}/e/cup/people/?list=away")
    field, rows = page.get_by_label("Type a name and press Enter to check in"), page.locator(".roll > li:visible")
    field.press_sequentially("ho")
    field.press("Enter")
    page.wait_for_url("**/people/?q=ho&list=away")
    expect(rows).to_have_count(2)
    expect(field).to_have_value("ho")
    field.press_sequentially("arsl")  # In its place: what was typed is selected.
    expect(field).to_have_value("arsl")
    expect(rows).to_contain_text(["Cem Arslan"])
    field.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Cem Arslan is here.")).to_be_visible()
    expect(field).to_have_value("")


def test_many_rows_are_in_sight_at_check_in(venue: Venue) -> None:
    desk = desk_at(venue.server.folder)
    events.create(desk, "Cup", "bushido", STAFF)
    roster.enrol(desk, "cup", [(f"Given{n:02} Surname{n:02}", {}) for n in range(40)], STAFF)
    page = venue.organiser(1366, 768).page
    for width, rows in ((1366, 18), (1024, 8)):
        page.set_viewport_size({"width": width, "height": 768})
        page.goto(f"{venue.base}/e/cup/people/")
        ends = page.locator(".roll > li").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().bottom)")
        assert sum(end <= 768 for end in ends) >= rows


def test_merge_profile_split_and_forget(venue: Venue) -> None:
    desk = desk_at(venue.server.folder)
    for name in ("North", "South"):
        opened = events.create(desk, name, "bushido", STAFF, date="2026-03-01")
        roster.enrol(desk, opened.id, [("Ann Lee", {}), ("Bob Cole", {})], STAFF)
    page, stranger = venue.organiser(360, 740).page, venue.person(360).page

    # Both are asked about; one answer each, and neither appears again.
    page.get_by_role("link", name="People").click()
    page.get_by_role("button", name="One person Ann Lee").click()
    page.get_by_role("button", name="Two people Bob Cole").click()
    expect(page.get_by_role("heading", name="The same person?")).to_have_count(0)
    assert sideways(page) <= 0

    # The profile is seen by others only by consent.
    page.get_by_role("link", name="Ann Lee").click()
    expect(page.get_by_role("heading", name="Ann Lee")).to_be_visible()
    profile = page.url
    answer = stranger.goto(profile)
    assert answer is not None and answer.status == 404
    page.get_by_role("button", name="They agree: show it to everybody").click()
    expect(page.get_by_text("Everybody can see this page")).to_be_visible()
    stranger.goto(profile)
    expect(stranger.get_by_role("heading", name="Ann Lee")).to_be_visible()
    expect(stranger.get_by_text("Forget this person")).to_have_count(0)

    # Split, and undone again.
    page.get_by_role("button", name="Somebody else South").click()
    expect(page.get_by_role("link", name="South")).to_have_count(0)
    page.get_by_role("link", name="Back to people").click()
    page.get_by_role("button", name="Undo the last answer").click()
    page.goto(profile)
    expect(page.get_by_role("link", name="South")).to_be_visible()

    # Forgotten: what it does is explained, confirmed, and the name is gone everywhere.
    stranger.goto(f"{venue.base}/e/north/players/")
    expect(stranger.get_by_text("Ann Lee")).to_be_visible()
    page.get_by_role("link", name="Forget this person").click()
    expect(page.get_by_text("This cannot be undone.")).to_be_visible()
    page.get_by_label("I know that this cannot be undone").check()
    page.get_by_role("button", name="Forget Ann Lee").click()
    expect(page.get_by_text("the name was forgotten")).to_be_visible()
    expect(stranger.get_by_text("Ann Lee")).to_have_count(0)  # The open page follows.
    stranger.goto(f"{venue.base}/e/south/players/")
    expect(stranger.get_by_text("Player 1")).to_be_visible()
    answer = stranger.goto(profile)
    assert answer is not None and answer.status == 404


def test_a_player_shows_and_hides_their_profile_on_their_own_phone(venue: Venue) -> None:
    """With proof of who they are; afterwards the page says what everybody can see."""
    desk = Desk.begun(venue, "bushido", ["Ann Lee", "Bob Cole"])
    phone, stranger = Phone.scan(venue.person(320), desk.event, "Ann Lee"), venue.person(390).page
    phone.page.get_by_text("My profile", exact=True).click()
    phone.page.get_by_role("link", name="Confirm that I am Ann Lee").last.click()
    phone.page.get_by_label("Your code").fill(desk.code_of("Ann Lee"))
    phone.page.get_by_role("button", name="Use this phone as Ann Lee").click()
    phone.page.get_by_text("My profile", exact=True).click()
    phone.page.get_by_role("button", name="Show my profile to everybody").click()
    expect(phone.page.get_by_text("Everybody can see your profile")).to_be_visible()
    phone.page.get_by_role("link", name="See my profile").click()
    expect(phone.page.get_by_role("heading", name="Ann Lee")).to_be_visible()
    assert sideways(phone.page) <= 0 and not violations(phone.page)
    stranger.goto(phone.page.url)
    expect(stranger.get_by_role("heading", name="Ann Lee")).to_be_visible()
    phone.page.go_back()
    phone.page.get_by_role("button", name="Hide my profile").click()
    expect(phone.page.get_by_text("Your profile across events is private")).to_be_visible()
    answer = stranger.reload()
    assert answer is not None and answer.status == 404
