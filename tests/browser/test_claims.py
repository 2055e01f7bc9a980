"""Two phones and a stranger: a name stays with the phone that has it, and its secrets with whoever proves it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import sideways
from tests.browser.screens import WON, Desk, Phone
from tests.browser.venue import Venue

NAMES = ["Ann Lee", "Bob Cole"]
SECRET = "Xyzzyblade"


def names_page(page: Page, venue: Venue, desk: Desk) -> None:
    page.goto(f"{venue.base}/e/{desk.event}/me/")
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()


def test_two_phones_and_a_stranger(venue: Venue) -> None:
    """X-03, X-17: the stranger gets no secret and cannot confirm; a second phone of the player's own gets both."""
    desk = Desk.enrolled(venue, "bushido", NAMES)
    ann = Phone.scan(venue.person(390), desk.event, NAMES[0])
    bob = Phone.scan(venue.person(390), desk.event, NAMES[1])

    # Ann's list is hers alone, and it takes her code to hand it in.
    ann.page.get_by_role("link", name="My list").click()
    expect(ann.page.get_by_role("heading", name="Confirm that you are Ann Lee")).to_be_visible()
    assert sideways(ann.page) <= 0
    ann.page.get_by_label("Your code").fill(desk.code_of(NAMES[0]).lower())
    ann.page.get_by_role("button", name="Use this phone as Ann Lee").click()
    ann.page.get_by_label("Paste the list here").fill(f"Faction: Ryu\n{SECRET} 30\nTaka 40")
    ann.page.get_by_role("button", name="Hand in this list").click()
    expect(ann.page.get_by_text(SECRET).first).to_be_visible()
    desk.page.reload()
    desk.draw(1)
    desk.publish(1)
    ann.person.open(f"/e/{desk.event}/me/")
    ann.report(WON["bushido"])
    ann.is_waiting()
    expect(bob.page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()

    # The stranger taps each name: none can be taken, nothing secret can be read, nothing confirmed.
    stranger = venue.person(320).page
    for name in NAMES:
        names_page(stranger, venue, desk)
        stranger.get_by_role("button", name=name).click()
        expect(stranger.get_by_role("heading", name=f"{name} is already on another phone")).to_be_visible()
        assert sideways(stranger) <= 0
        stranger.get_by_label("Your code").fill("AAAAAA")
        stranger.get_by_role("button", name=f"Use this phone as {name}").click()
        expect(stranger.get_by_text(f"“AAAAAA” is not {name}’s code")).to_be_visible()
        for path in ("me/list/", "players/1/lists/", "players/2/lists/", "me/report/", "me/"):
            stranger.goto(f"{venue.base}/e/{desk.event}/{path}")
            assert SECRET not in stranger.content() and ">Confirm<" not in stranger.content(), path
    # Not even with a hand-made form.
    names_page(stranger, venue, desk)
    answer = stranger.evaluate(
        """async (path) => {
            const token = document.querySelector("input[name=csrfmiddlewaretoken]").value;
            const body = new URLSearchParams({csrfmiddlewaretoken: token});
            return (await fetch(path, {method: "POST", body})).status;
        }""",
        f"/e/{desk.event}/me/confirm/",
    )
    assert answer == 403
    desk.page.reload()
    assert desk.tables_out() == ["1"]

    # Ann's phone reports for her and does not confirm for Bob, whose name she finds taken.
    ann.person.open(f"/e/{desk.event}/me/")
    expect(ann.page.get_by_role("button", name="Confirm", exact=True)).to_have_count(0)

    # Bob's second phone: the desk approves, the first is told, and the second confirms.
    second = venue.person(360).page
    names_page(second, venue, desk)
    second.get_by_role("button", name=NAMES[1]).click()
    second.get_by_role("button", name="Ask the desk").click()
    number = second.locator(".asked").inner_text()
    expect(bob.page.get_by_text("Another phone has asked the desk for your name.")).to_be_visible()
    request = desk.page.get_by_role("listitem").filter(has_text=f"number {number}")
    request.get_by_role("button", name="Give Bob Cole to this phone").click()
    expect(second.get_by_role("heading", name="This phone is now Bob Cole’s")).to_be_visible()
    expect(bob.page.get_by_role("heading", name="This phone was signed out")).to_be_visible()
    expect(bob.page.get_by_role("button", name="That wasn’t me")).to_be_visible()
    second.get_by_role("link", name="My table").click()
    second.get_by_role("button", name="Confirm", exact=True).click()
    expect(second.get_by_text(re.compile("^You lost"))).to_be_visible()
    desk.knows_of(NAMES[1])


def test_a_private_link_is_looked_at_then_used_without_javascript(venue: Venue) -> None:
    desk = Desk.enrolled(venue, "bushido", NAMES, java_script_enabled=False)
    page = desk.page.request.get(f"{venue.base}/e/{desk.event}/links/").text()
    link = re.findall(r"http\S+/p/[^<]+", page)[0]
    desk.page.goto(link)
    expect(desk.page.get_by_text("You are signed in as staff in this browser")).to_be_visible()
    phone = venue.person(320, java_script_enabled=False).page
    phone.goto(link)
    expect(phone.get_by_role("heading", name="This is Ann Lee’s private link")).to_be_visible()
    assert sideways(phone) <= 0
    phone.get_by_role("button", name="Use this phone as Ann Lee").click()
    expect(phone.get_by_role("heading", name="You are in, Ann Lee")).to_be_visible()
    assert link.rpartition("/p/")[2] not in phone.url + phone.content()
