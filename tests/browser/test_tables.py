"""Games at the table with two phones: one game on both, taps without network, clocks that agree, one phone for two."""

from __future__ import annotations

import re
from time import time
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import cut_words, sideways, small_targets
from tests.browser.venue import Venue

LIVE = re.compile("/live/table/")


@pytest.fixture
def friends(venue: Venue) -> tuple[Page, Page]:
    """Two phones at a table of Urban War, outside of any event; the game has begun."""
    one, two = venue.person(390), venue.person(360)
    one.open("/play/")
    one.page.get_by_label("Game").select_option(label="Urban War")
    one.page.get_by_label("Your name").fill("Mara")
    one.page.get_by_label("Your opponent’s name").fill("Ilse")
    one.page.get_by_role("button", name="Open the table").click()
    expect(one.page.get_by_role("img", name="QR code")).to_be_visible()
    two.open(one.page.url.removeprefix(venue.base))
    with two.page.expect_response(LIVE):
        two.page.get_by_role("button", name="I am Ilse").click()
    one.page.get_by_label("Your models").fill("12")
    one.page.get_by_label("Models of Ilse").fill("13")
    one.page.locator(".answers button").click()
    one.page.get_by_role("button", name="Begin the game").click()
    for page in (one.page, two.page):
        expect(page.get_by_role("button", name="Begin turn 2")).to_be_visible()
    return one.page, two.page


def more(page: Page, whose: int) -> Locator:
    return page.locator(".cnt").nth(whose).get_by_role("button").last


def counts(page: Page) -> list[str]:
    return page.locator(".cnt .v").all_text_contents()


def agree(one: Page, two: Page, mine: str, theirs: str) -> None:
    """Each counts the own side first."""
    for page, first, second in ((one, mine, theirs), (two, theirs, mine)):
        expect(page.locator(".cnt .v").nth(0)).to_have_text(first)
        expect(page.locator(".cnt .v").nth(1)).to_have_text(second)


def test_two_phones_show_one_game(friends: tuple[Page, Page]) -> None:
    one, two = friends
    for _ in range(3):
        more(one, 0).click()
        more(two, 0).click()
    agree(one, two, "3", "3")
    two.get_by_role("button", name="Take back").click()
    agree(one, two, "3", "2")


def test_ten_taps_without_network_are_kept_and_count_once(friends: tuple[Page, Page]) -> None:
    one, two = friends
    one.context.set_offline(True)
    for taps in range(1, 11):
        more(one, taps % 2).click()
    assert counts(one) == ["5", "5"]
    expect(one.get_by_text("Taps saved on this phone: 10")).to_be_visible()
    more(two, 0).click()
    one.context.set_offline(False)
    agree(one, two, "5", "6")
    expect(one.get_by_text("Taps saved")).to_be_hidden()


def test_taps_outlive_a_page_that_is_closed(friends: tuple[Page, Page]) -> None:
    one, two = friends
    address = one.url
    one.route("**/tap/", lambda route: route.abort())
    more(one, 0).click()
    expect(one.locator(".cnt .v").nth(0)).to_have_text("1")
    other = one.context.new_page()
    one.close()
    other.goto(address)
    agree(other, two, "1", "0")


def test_a_replaced_phone_keeps_what_it_could_not_send(friends: tuple[Page, Page], venue: Venue) -> None:
    """It says how many taps it still has, and sends them if it takes the side back."""
    one, two = friends
    two.context.set_offline(True)
    for _ in range(3):
        more(two, 0).click()
    third = venue.person(390)
    third.open(one.url.removeprefix(venue.base))
    third.page.get_by_role("button", name="Take over for Ilse").click()
    more(third.page, 0).click()
    agree(one, third.page, "0", "1")
    two.context.set_offline(False)
    expect(two.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(two.get_by_text("saved on this phone and were not sent: 3.")).to_be_visible()
    agree(one, third.page, "0", "1")
    two.get_by_role("button", name="Take over for Ilse").click()
    agree(one, two, "0", "4")
    expect(third.page.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(third.page.get_by_text("were not sent")).to_be_hidden()


def test_a_tap_whose_answer_was_lost_counts_once(friends: tuple[Page, Page]) -> None:
    one, two = friends
    one.route("**/tap/", lambda route: (route.fetch(), route.abort()), times=1)
    more(one, 0).click()
    agree(one, two, "1", "0")


def test_phones_have_the_servers_time(friends: tuple[Page, Page]) -> None:
    """A phone whose clock is an hour off taps at the right time."""
    one, _ = friends
    wrong = one.context.new_page()
    wrong.add_init_script("const now = Date.now; Date.now = () => now() + 3600000;")
    wrong.goto(one.url)
    for page in (one, wrong):
        with page.expect_request("**/tap/") as asked:
            real = time() * 1000
            more(page, 0).click()
        assert abs(asked_at(asked.value.post_data or "") - real) < 1000


WRONG = """const real = { now: performance.now.bind(performance), date: Date.now };
window.asleep = 0; window.changed = 0;
performance.now = () => real.now() - window.asleep;
Date.now = () => real.date() + window.changed;"""


@pytest.mark.parametrize("wrong", ["asleep = 600000", "changed = 3600000", "changed = -3600000"])
def test_a_phone_that_slept_or_whose_clock_was_set_has_the_right_time(friends: tuple[Page, Page], wrong: str) -> None:
    """In the middle of a game: its steady clock stopped, or its own one was set an hour ahead or back."""
    one, _ = friends
    page = one.context.new_page()
    page.add_init_script(WRONG)
    page.goto(one.url)
    expect(page.locator("#line")).to_have_text("Live")
    page.wait_for_timeout(500)  # The first questions for the time have been answered.
    page.evaluate(f"window.{wrong}")
    page.wait_for_timeout(1500)
    with page.expect_request("**/tap/") as asked:
        real = time() * 1000
        more(page, 0).click()
    assert abs(asked_at(asked.value.post_data or "") - real) < 1000


def asked_at(body: str) -> float:
    (found,) = re.findall(r'"at":(\d+)', parse_qs(body)["taps"][0])
    return float(found)


def test_a_clock_counts_minutes_past_an_hour_as_the_rounds_clock_does(friends: tuple[Page, Page]) -> None:
    one, _ = friends
    one.evaluate(
        """document.body.insertAdjacentHTML("beforeend", '<p id="long" data-left="5903000" data-since="0"></p>')"""
    )
    expect(one.locator("#long")).to_have_text("98:23")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (568, 320)])
def test_buttons_stay_where_they_are_when_the_other_player_taps(
    friends: tuple[Page, Page], width: int, height: int
) -> None:
    """Also when “Take back” is the other player's from then on."""
    one, two = friends
    one.set_viewport_size({"width": width, "height": height})
    more(one, 0).click()
    expect(one.get_by_role("button", name="Take back")).to_be_visible()
    for lost in range(1, 4):
        before = one.evaluate(PLACES)
        more(two, 0).click()
        expect(one.locator(".cnt .v").nth(1)).to_have_text(str(lost))
        after = one.evaluate(PLACES)
        assert {name: after[name] for name in before if name in after} == {
            name: place for name, place in before.items() if name in after
        }


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (568, 320)])
def test_somebody_who_counts_is_not_interrupted(friends: tuple[Page, Page], width: int, height: int) -> None:
    """A withdrawal check is due in the meantime: their button stays under the thumb, nothing that ends the game comes
    there, and when they pause they are taken to what is asked.
    """
    one, two = friends
    one.set_viewport_size({"width": width, "height": height})
    for lost in range(1, 7):
        more(two, 0).click()
        expect(one.locator(".cnt .v").nth(1)).to_have_text(str(lost))
    more(one, 0).click()
    before = one.evaluate(PLACES)
    one.evaluate(KEEPS_COUNTING)
    more(two, 0).click()
    due = one.get_by_text("Ilse is at the break point")
    expect(due).to_have_count(1)
    after = one.evaluate(PLACES)
    for name in COUNTED:
        assert after[name] == pytest.approx(before[name], abs=1)  # Rounded.
        x, y, wide, high = before[name]
        under = one.evaluate("([x, y]) => document.elementFromPoint(x, y)?.textContent", [x + wide / 2, y + high / 2])
        assert "Withdraws" not in (under or "")
    one.evaluate("clearInterval(window.counting)")
    expect(due).to_be_in_viewport()


KEEPS_COUNTING = """() => {
  const more = document.querySelector('[aria-label="Your losses: one more"]');
  const touch = (what) => more.dispatchEvent(new PointerEvent(what, { bubbles: true }));
  window.counting = setInterval(() => { touch("pointerdown"); touch("pointercancel"); }, 100);
}"""

COUNTED = ("Your losses: one more", "Ilse’s losses: one more")

PLACES = """() => Object.fromEntries([...document.querySelectorAll("#main :is(.cnt, .dock) button")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.getAttribute("aria-label") || one.textContent.trim(), [x, y, width, height].map(Math.round)];
}))"""


def test_a_board_fits_a_small_phone(friends: tuple[Page, Page]) -> None:
    one, _ = friends
    one.set_viewport_size({"width": 320, "height": 640})
    assert sideways(one) <= 0
    assert not small_targets(one)


def test_a_name_may_be_one_long_word(venue: Venue) -> None:
    """Also one that is written from right to left, on the smallest phone."""
    one = venue.person(320, 640)
    one.open("/play/")
    page = one.page
    page.get_by_label("Game").select_option(label="Urban War")
    page.get_by_label("Your name").fill("ليلى عبد الرحمن")
    page.get_by_label("Your opponent’s name").fill("x" * 60)
    page.get_by_role("button", name="Open the table").click()
    save = page.get_by_role("button", name="Save the models")
    save.wait_for()
    for box in page.get_by_role("spinbutton").all():
        box.fill("4")
    assert sideways(page) <= 0
    save.click()
    page.get_by_role("button", name="Begin the game").click()
    for lost in ("1", "2"):
        more(page, 1).click()
        expect(page.locator(".cnt .v").nth(1)).to_have_text(lost)
    expect(page.get_by_text("is at the break point")).to_be_visible()
    assert sideways(page) <= 0
    page.get_by_role("button", name="End the game").click()
    page.get_by_role("radio", name="Time was called").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Send the score")).to_be_visible()
    assert sideways(page) <= 0


def test_one_phone_for_both_faces_both(venue: Venue) -> None:
    one = venue.person(844, 390)
    one.open("/play/")
    one.page.get_by_label("Game").select_option(label="Urban War")
    one.page.get_by_label("Your name").fill("Mara")
    one.page.get_by_label("Your opponent’s name").fill("Ilse")
    one.page.get_by_role("button", name="Open the table").click()
    one.page.get_by_role("link", name="One phone for both").click()
    halves = one.page.locator(".half")
    expect(halves).to_have_count(2)
    assert "matrix(-1" in halves.first.evaluate("(half) => getComputedStyle(half).transform")
    halves.last.get_by_label("Your models").fill("12")
    halves.last.get_by_label("Models of Ilse").fill("13")
    halves.last.locator(".answers button").click()
    halves.first.get_by_role("button", name="Begin the game").click()
    expect(halves.last.get_by_role("button", name="Begin turn 2")).to_be_visible()
    expect(one.page.get_by_role("checkbox", name="On a stand")).to_have_count(0)
    for width, height in ((844, 390), (667, 375), (568, 320), (390, 844), (1024, 768)):
        one.page.set_viewport_size({"width": width, "height": height})
        one.page.evaluate("document.querySelectorAll('.face').forEach((face) => { face.scrollTop = 0; })")
        assert sideways(one.page) <= 0 and not small_targets(one.page) and not cut_words(one.page)
        for half in halves.all():
            for own in (*half.locator(".cnt").first.get_by_role("button").all(), *half.locator(".rest button").all()):
                expect(own).to_be_in_viewport(ratio=0.9)


def test_long_words_on_buttons_are_whole_on_a_phone_held_sideways(venue: Venue) -> None:
    """German has the longest; on one phone for both too, also upright."""
    page = venue.person(568, 320, locale="de").page
    page.goto(f"{venue.base}/play/")
    page.locator("[name=system]").select_option(label="Urban War")
    page.locator("[name=first]").fill("Mara")
    page.locator("[name=second]").fill("Ilse")
    page.get_by_role("button", name="Tisch öffnen").click()
    page.get_by_label("Deine Modelle").fill("12")
    page.get_by_label("Modelle von Ilse").fill("13")
    page.locator(".answers button").click()
    page.get_by_role("button", name="Partie beginnen").click()
    expect(page.get_by_role("button", name="Zug 2 beginnen")).to_be_visible()
    assert sideways(page) <= 0 and not cut_words(page)
    page.goto(f"{page.url}both/")
    expect(page.get_by_role("button", name="Zurücknehmen")).to_be_visible()
    for width, height in ((568, 320), (667, 375), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert sideways(page) <= 0 and not cut_words(page)


def test_a_tablet_on_a_stand_faces_both_from_one_side(venue: Venue) -> None:
    """Chosen on the tablet, also by keyboard; it stays when the game continues and when the page is reopened."""
    one = venue.person(1180, 820)
    one.open("/play/")
    one.page.get_by_label("Game").select_option(label="Urban War")
    one.page.get_by_label("Your name").fill("Mara")
    one.page.get_by_label("Your opponent’s name").fill("Ilse")
    one.page.get_by_role("button", name="Open the table").click()
    one.page.get_by_role("link", name="One phone for both").click()
    halves, stand = one.page.locator(".half"), one.page.get_by_role("checkbox", name="On a stand")
    turned = "(half) => getComputedStyle(half).transform"
    assert "matrix(-1" in halves.first.evaluate(turned)
    stand.focus()
    one.page.keyboard.press("Space")
    assert halves.first.evaluate(turned) == "none"
    halves.last.get_by_label("Your models").fill("12")
    halves.last.get_by_label("Models of Ilse").fill("13")
    halves.last.locator(".answers button").click()
    expect(halves.first.get_by_role("button", name="Begin the game")).to_be_visible()
    boxes = [half.bounding_box() for half in halves.all()]
    assert boxes[0] and boxes[1] and boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    assert sideways(one.page) <= 0 and not small_targets(one.page)
    one.page.reload()
    expect(stand).to_be_checked()
    one.page.locator("label", has_text="On a stand").click()
    assert "matrix(-1" in halves.first.evaluate(turned)
