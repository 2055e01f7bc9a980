"""A vote from the desk over two phones to the big screen."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from muster.app.events import actions as events
from muster.core.kit.model import Actor
from muster.main import desk_at
from tests.browser.looks import sideways, small_targets, violations
from tests.browser.screens import WON, Desk, Phone
from tests.browser.venue import Venue

NAMES = ["Ann Lee", "Bob Cole"]
REASON = (
    "lent his dice to three others, and a tape measure, and explained the scenario to everybody who asked for it twice"
)


def test_two_phones_vote_and_the_big_screen_shows_the_award(venue: Venue, tmp_path: Path) -> None:
    """The phones hear that voting is open by themselves, and nobody is shown for whom they voted."""
    desk = Desk.create(venue.organiser(), "City Cup", "bushido")
    desk.enrol(NAMES)
    ann = Phone.scan(venue.person(320), desk.event, NAMES[0])
    bob = Phone.scan(venue.person(390), desk.event, NAMES[1])
    desk.page.reload()
    desk.draw(1)
    desk.publish(1)
    ann.person.open(f"/e/{desk.event}/me/")
    ann.report(WON["bushido"])
    bob.page.get_by_role("button", name="Confirm", exact=True).click()
    expect(ann.page.get_by_role("heading", name="You won")).to_be_visible()

    awards = f"{venue.base}/e/{desk.event}/awards/"
    desk.page.goto(awards)
    desk.page.get_by_label("Name of the award").fill("Best opponent")
    desk.page.get_by_role("button", name="Add the award").click()
    desk.page.get_by_role("button", name="Open the voting").click()

    for phone, choice in ((ann, NAMES[1]), (bob, NAMES[0])):
        expect(phone.page.get_by_role("heading", name="Vote: Best opponent")).to_be_visible()
        assert sideways(phone.page) <= 0 and not small_targets(phone.page) and not violations(phone.page)
        phone.page.get_by_label(choice).check(force=True)
        phone.page.get_by_role("button", name="Vote", exact=True).click()
        expect(phone.page.get_by_text("Your vote is in.")).to_be_visible()
        assert not phone.page.locator("[name=choice]:checked").count()
    expect(desk.page.get_by_text("Votes in: 2 of 2")).to_be_visible()
    desk.page.get_by_role("button", name="Close the voting").click()
    expect(ann.page.get_by_role("heading", name="Vote: Best opponent")).to_have_count(0)

    # One vote each: the organiser decides, and says why.
    desk.page.get_by_text("Decide the tie").click()
    desk.page.get_by_label("Player", exact=True).select_option(label=NAMES[1])
    desk.page.get_by_label("Reason, published with the award").fill(REASON)
    desk.page.get_by_role("button", name="Give the award").click()
    expect(desk.page.get_by_text(f"decided by the organiser: {REASON}")).to_be_visible()
    events.finish(desk_at(tmp_path / "data"), desk.event, Actor(), "enough")
    screen = venue.person(1920, 1080).page
    screen.goto(f"{venue.base}/e/{desk.event}/screen/")
    screen.keyboard.press("ArrowRight")
    expect(screen.get_by_role("heading", name="Awards")).to_be_visible()
    expect(screen.get_by_text(f"decided by the organiser: {REASON}")).to_be_visible()
    assert sideways(screen) <= 0
    rows = screen.locator(".s-awards > div")
    assert rows.evaluate_all("(rows) => rows.every((row) => row.scrollHeight <= row.clientHeight + 1)")


def test_a_judge_gives_an_award_on_their_own_phone(venue: Venue) -> None:
    desk = Desk.begun(venue, "bushido", NAMES)
    desk.page.goto(f"{venue.base}/e/{desk.event}/awards/")
    desk.page.get_by_label("Name of the award").fill("Best painted")
    desk.page.get_by_label("You or a judge choose").check()
    desk.page.get_by_role("button", name="Add the award").click()
    desk.page.goto(f"{venue.base}/e/{desk.event}/links/")
    link = desk.page.locator(".handout").filter(has_text="To join as judge").locator(".breaks").inner_text()
    judge = venue.person(320).page
    judge.goto(link)
    judge.get_by_label("Your name").fill("Hale")
    judge.get_by_role("button", name="Join as judge").click()
    judge.get_by_text("Choose the winner").click()
    judge.get_by_label("Player").select_option(NAMES[1])
    judge.get_by_label("Reason, if you like").fill("that dragon")
    assert violations(judge) == [] and sideways(judge) <= 0 and small_targets(judge) == []
    judge.get_by_role("button", name="Give the award").click()
    won = judge.locator("section", has=judge.get_by_role("heading", name="Best painted"))
    expect(won).to_contain_text(NAMES[1])
    expect(won.get_by_text("Choose the winner")).to_have_count(0)
    desk.page.goto(f"{venue.base}/e/{desk.event}/awards/")
    expect(desk.page.locator(".award", has_text="Best painted")).to_contain_text("Chosen by a judge: that dragon")
