"""How far the clocks of two phones at a table are from the real time, and from each other; and phones that come and go.

The middle of both goes to docs/figures.md, as a busy machine draws a second late now and then; `pytest -s` prints more.
MUSTER_LONG_TESTS=1 measures for ten minutes instead of five seconds, and holds 99 of 100 seconds to half a second from
the real time and to a fifth of a second between the two phones.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from statistics import median

from playwright.sync_api import expect

from bench.server import private_links
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from tests.browser.figures import Figures
from tests.browser.game_room import LIVE, STAFF, GameRoom
from tests.browser.games import deployed, set_up, warmachine
from tests.browser.test_table_games import button
from tests.browser.venue import Venue

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
SECONDS = 600 if LONG else 5
SLOW = 6
"""How many times slower the second phone's processor is."""

CHANGES = """(seconds) => new Promise((told) => {
  const face = document.querySelector(".dc-tap .t, .dc-them.on .t"), seen = [];
  const watch = new MutationObserver(() => seen.push([Date.now(), face.textContent]));
  watch.observe(face, { childList: true, characterData: true, subtree: true });
  setTimeout(() => { watch.disconnect(); told(seen); }, seconds * 1000);
})"""
START = f"(seconds) => {{ window.watched = ({CHANGES})(seconds); }}"


def left_at(text: str) -> int:
    minutes, seconds = text.split(":")[-2:]
    return (int(minutes) * 60 + int(seconds)) * 1000


def errors(seen: list[tuple[int, str]], out_at: int) -> list[int]:
    """How many milliseconds late each second was shown; the clock shows a second while part of it is left."""
    return [at - (out_at - left_at(text)) for at, text in seen]


def between(one: list[tuple[int, str]], other: list[tuple[int, str]]) -> list[int]:
    """Milliseconds between the two phones, for every second that both showed."""
    there = {text: at for at, text in other}
    return [abs(at - there[text]) for at, text in one if text in there]


def usual(milliseconds: list[int]) -> int:
    """What 99 of 100 do not exceed."""
    return sorted(abs(one) for one in milliseconds)[len(milliseconds) * 99 // 100 - 1]


def test_clocks_of_two_phones_agree_with_the_real_time(venue: Venue, tmp_path: Path, figures: Figures) -> None:
    """Both phones are on this machine, so its own clock shows how far off each is; one of them is slow."""
    room = deployed(set_up(warmachine(tmp_path / "data")))
    ann, bo = room.phone(venue, 0), room.phone(venue, 1)
    expect(button(ann, re.compile("Tap to end your turn"))).to_be_visible()
    bo.context.new_cdp_session(bo).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    state = room.state
    out_at = state.clock.out_at()
    assert out_at is not None
    for phone in (ann, bo):
        phone.evaluate(START, SECONDS)
    shown = [phone.evaluate("window.watched") for phone in (ann, bo)]
    off = [errors(seen, out_at) for seen in shown]
    for name, late in zip(("phone", f"phone, {SLOW} times slower"), off, strict=True):
        print(f"\n{name}: seconds shown late by {median(late)} ms, {max(late)} ms at most, of {len(late)}")
        assert len(late) >= SECONDS // 2
    apart = between(*shown)
    print(f"\nbetween the phones: {median(apart)} ms, {max(apart)} ms at most, of {len(apart)}")
    if LONG:
        assert max(usual(late) for late in off) < 500
        assert usual(apart) < 200
    figures.measured("table clock", round(max(abs(median(late)) for late in off)))
    figures.measured("table clocks", round(median(apart)))


def test_a_phone_is_taken_over_in_the_middle_of_a_game(venue: Venue, tmp_path: Path) -> None:
    """The private link on another phone: the game continues there, and the first phone is told and taps no more."""
    room = GameRoom(tmp_path / "data", "urban_war", filled={"models": "12"})
    first, bo = room.phone(venue, 0), room.phone(venue, 1)
    button(first, "Begin the game").click()
    button(bo, re.compile("one more")).first.click()
    expect(first.locator(".cnt .v").nth(1)).to_have_text("1")
    page = venue.organiser().page.request.get(f"{venue.base}/e/{room.event}/links/").text()
    link = next(one for one in re.findall(r"http\S+/p/[^<\"]+", page) if opens(venue, one, room.names[0]))
    second = venue.person(390).page
    second.goto(link)
    button(second, f"Use this phone as {room.names[0]}").click()
    second.goto(f"{venue.base}/e/{room.event}/me/game/")
    expect(second.locator(".cnt .v").nth(1)).to_have_text("1")
    button(first, re.compile("one more")).first.click()
    expect(first.get_by_role("heading", name="This phone was signed out")).to_be_visible()
    button(second, re.compile("one more")).first.click()
    for phone, place in ((second, 0), (bo, 1)):
        expect(phone.locator(".cnt .v").nth(place)).to_have_text("1")


def test_taps_saved_on_a_phone_that_is_taken_over(venue: Venue, tmp_path: Path) -> None:
    """They are not sent from there, and the phone says so; if the name comes back to it, they count after all."""
    room = GameRoom(tmp_path / "data", "urban_war", filled={"models": "12"})
    first, bo = room.phone(venue, 0), room.phone(venue, 1)
    button(first, "Begin the game").click()
    expect(button(bo, "Begin turn 2")).to_be_visible()
    first.context.set_offline(True)
    for _ in range(2):
        button(first, re.compile("one more")).first.click()
    expect(first.locator("#queue")).to_be_in_viewport()
    key = private_links(tmp_path / "data", 2, room.event)[room.player(0)]
    second = venue.person(390).page
    second.goto(f"{venue.base}/p/{key}/")
    button(second, f"Use this phone as {room.names[0]}").click()
    expect(second).to_have_url(re.compile("/me/$"))
    first.context.set_offline(False)
    expect(first.get_by_text("saved on this phone and were not sent: 2")).to_be_visible()
    first.goto(f"{venue.base}/p/{key}/")
    button(first, f"Use this phone as {room.names[0]}").click()
    expect(first).to_have_url(re.compile("/me/$"))
    first.goto(f"{venue.base}/e/{room.event}/me/game/")
    for phone, place in ((first, 0), (bo, 1)):
        expect(phone.locator(".cnt .v").nth(place)).to_have_text("2")


def test_a_page_from_the_round_before(venue: Venue, tmp_path: Path) -> None:
    """Without network until the next round is on: what it saved counts in its own game; then it shows the new one."""
    names = ("Ann Lee", "Bo Cole", "Cy Dee", "Di Eng")
    room = GameRoom(tmp_path / "data", "urban_war", filled={"models": "12"}, names=names)
    phone = room.phone(venue, 0)
    button(phone, "Begin the game").click()
    expect(button(phone, "Begin turn 2")).to_be_visible()
    first = room.table().id
    phone.context.set_offline(True)
    for _ in range(2):
        button(phone, re.compile("one more")).first.click()
    for table in ("1", "2"):
        results.report(room.desk, room.event, [Report(table, {"lost": "2-6"})], STAFF)
    rounds.pair(room.desk, room.event, STAFF)
    rounds.publish(room.desk, room.event, STAFF)
    phone.context.set_offline(False)
    expect(button(phone, "Begin the game")).to_be_visible()
    taps = {stored.id: len(room.tables.open(stored.id).record.taps) for stored in room.tables.listed()}
    assert taps.pop(first) == 3 and list(taps.values()) == [0]


def opens(venue: Venue, link: str, name: str) -> bool:
    page = venue.person(320).page
    page.goto(link)
    return page.get_by_role("button", name=f"Use this phone as {name}").count() == 1


def test_a_stranger_at_the_table_of_others(venue: Venue, tmp_path: Path) -> None:
    """Neither by its address nor with a hand-made tap; their own page says where they play."""
    room = GameRoom(tmp_path / "data", "urban_war", filled={"models": "12"}, names=("Ann Lee", "Bo Cole", "Cem Ak"))
    room.tap("begin", 0)
    event = room.desk.open(room.event).event
    other = next(p for p in event.players if p not in (room.match.a, room.match.b))
    person = venue.person(360)
    person.open(f"/e/{room.event}/me/")
    button(person.page, event.name_of(other)).click()
    expect(person.page.get_by_text("Bye").first).to_be_visible()
    for path in (f"/t/{room.table().id}/", f"/e/{room.event}/tables/1/1/game/", f"/e/{room.event}/me/game/"):
        answer = person.page.goto(venue.base + path)
        assert answer is not None and answer.status in (403, 404, 409), path
        assert person.page.locator("[data-tap]").count() == 0, path
    expect(person.page.get_by_text("You have no game at the moment.")).to_be_visible()
    assert len(room.table().record.taps) == 1


def test_two_phones_claim_one_side(venue: Venue) -> None:
    """The second must say that it takes over; the first then asks which side it is on."""
    one, two, three = venue.person(390), venue.person(360), venue.person(360)
    one.open("/play/")
    one.page.get_by_label("Game").select_option(label="Urban War")
    one.page.get_by_label("Your name").fill("Mara")
    one.page.get_by_label("Your opponent’s name").fill("Ilse")
    button(one.page, "Open the table").click()
    address = one.page.url.removeprefix(venue.base)
    for person in (two, three):
        person.open(address)
        expect(button(person.page, "I am Ilse")).to_be_visible()
    with two.page.expect_response(LIVE):
        button(two.page, "I am Ilse").click()
    # The third page still offers the side that was free when it loaded.
    button(three.page, "I am Ilse").click()
    expect(three.page.get_by_text("Another phone already follows the game for Ilse.")).to_be_visible()
    with three.page.expect_response(LIVE):
        button(three.page, re.compile("Take over for Ilse")).click()
    expect(three.page.get_by_label("Models of Mara")).to_be_visible()
    expect(button(two.page, re.compile("Take over for Ilse"))).to_be_visible()
