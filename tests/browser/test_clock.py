"""The clock on real screens: devices whose own time is wrong, a mark that passes, a server that is started again."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from muster.app.clock import actions as clock
from muster.app.clock.schedule import set_times
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.staff import announcements
from muster.core.kit.model import Actor
from muster.main import desk_at
from tests.browser.screens import Desk
from tests.browser.server import Server
from tests.browser.venue import PATIENCE, Venue

STAFF = Actor()
SERVER_NOW = """async () => {
  const script = document.querySelector('script[src*="clock.js"]');
  return (await import(script.src)).now();
}"""
ASKED = "() => localStorage.getItem('clock-off') !== null"
"""The page has heard from the server what time it is."""

DRIFT = 250
"""Milliseconds that a device may be off (issue: the same remaining time on every device)."""

HOURS_OFF = """(() => {
  const RealDate = Date, off = %d;
  globalThis.Date = class extends RealDate {
    constructor(...parts) { if (parts.length) super(...parts); else super(RealDate.now() + off); }
    static now() { return RealDate.now() + off; }
  };
})()"""


class Earlier:
    """The time of this machine some seconds ago."""

    def __init__(self, seconds: int) -> None:
        self._ago = timedelta(seconds=seconds)

    def now(self) -> str:
        return (datetime.now(UTC) - self._ago).isoformat(timespec="microseconds")


def begin(folder: Path, minutes: str, *, ago: int = 0) -> None:
    """An Urban War round of this length, its clock started this many seconds ago, in a data folder's journal."""
    desk = desk_at(folder)
    desk.clock = Earlier(ago)
    options = {"minutes": minutes, "warning_minutes": "0"}
    event = events.create(desk, "Cup", "urban_war", STAFF, seed="seed", options=options).id
    roster.enrol(desk, event, [(name, {"models": "9"}) for name in ("Ann", "Bob", "Cem", "Dai")], STAFF)
    rounds.pair(desk, event, STAFF)
    rounds.publish(desk, event, STAFF)
    clock.start(desk, event, STAFF)


def phone(venue: Venue, name: str, hours: int = 0) -> Page:
    page = venue.person(360).page
    page.add_init_script(HOURS_OFF % (hours * 3_600_000))
    page.goto(f"{venue.base}/e/cup/me/")
    page.get_by_role("button", name=name).click()
    expect(page.locator("[data-left]")).to_be_visible()
    return page


def off_by(page: Page) -> float:
    """How far a page's time is from this machine's, which is also the server's."""
    page.wait_for_function(ASKED)
    before = time.time() * 1000
    shown: float = page.evaluate(SERVER_NOW)
    after = time.time() * 1000
    return max(before - shown, shown - after, 0)


def seconds(page: Page) -> int:
    minutes, rest = page.locator("[data-left]").first.inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def end(page: Page) -> float:
    """When time is up on this page, whenever it is read."""
    return time.time() + seconds(page)


def pass_time(page: Page, seconds: int, until: Locator) -> None:
    """Lets time pass for a page with a fake clock, repeatedly until something appears."""
    for _ in range(PATIENCE // 500):
        page.clock.fast_forward(seconds * 1_000)
        with suppress(TimeoutError):
            until.wait_for(timeout=500)
            return
    expect(until).to_be_visible()


def test_every_device_shows_the_same_time_left(chromium: Browser, tmp_path: Path) -> None:
    """X-18: whatever its own clock says, and after a server restart in mid-round."""
    folder = tmp_path / "data"
    begin(folder, "80")
    with Server(folder) as server:
        venue = Venue(chromium, server)
        right, ahead, behind = (phone(venue, name, hours) for name, hours in (("Ann", 0), ("Bob", 7), ("Cem", -30)))
        screen = venue.person(1920, 1080).page
        screen.goto(f"{venue.base}/e/cup/screen/")
        assert abs(ahead.evaluate("Date.now()") - time.time() * 1000) > 6 * 3_600_000
        pages = (right, ahead, behind, screen)
        assert max(off_by(page) for page in pages) < DRIFT
        ends = [end(page) for page in pages]
        assert max(ends) - min(ends) <= 2
        # It ticks by itself.
        expect(right.locator("[data-left]")).not_to_have_text(right.locator("[data-left]").inner_text())
        server.stop()
        clock.extend(desk_at(folder), "cup", "1", "5", STAFF)
        server.start()
        fresh = phone(venue, "Dai", 3)
        assert off_by(fresh) < DRIFT
        table = fresh.locator(".seat .no").inner_text()
        given = 300 if table == "1" else 0
        assert abs(end(fresh) - given - end(screen)) <= 2
        left = 80 * 60 - seconds(screen)
        assert 0 < left < 120, "the clock did not begin again"
        # A page from before the restart reconnects by itself and learns about the extension.
        extended = next(page for page in pages[:3] if page.locator(".seat .no").inner_text() == "1")
        expect(extended.get_by_text("+5 min at this table")).to_be_visible()
        venue.close()
    assert venue.complaints == []


def test_the_screen_calls_a_mark_when_it_passes(chromium: Browser, tmp_path: Path) -> None:
    """UW-10: in large letters and in a polite region; sound and voice once somebody pressed for them."""
    folder = tmp_path / "data"
    begin(folder, "1", ago=30)
    begin(folder, "1", ago=70)
    with Server(folder) as server:
        venue = Venue(chromium, server)
        screen = venue.person(1920, 1080).page
        screen.add_init_script("speechSynthesis.speak = (said) => { (window.heard ||= []).push(said.text); };")
        screen.clock.install()
        screen.goto(f"{venue.base}/e/cup/screen/")
        for name in ("Play sounds", "Read calls aloud"):
            button = screen.get_by_role("button", name=name)
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
        banner = screen.locator("[data-banner]")
        expect(banner).to_be_hidden()
        pass_time(screen, 5, until=banner)
        expect(banner).to_have_text("Time called. Games that are not finished end now.")
        assert banner.get_attribute("role") == "status"
        expect(screen.locator("[data-left]")).to_have_text(re.compile(r"^\+0:\d\d$"))
        expect(screen.locator("[data-left]")).to_have_attribute("aria-live", "off")
        screen.clock.run_for(1_300)  # The voice waits for the sound.
        assert screen.evaluate("window.heard") == [
            "Calls will be read aloud.",
            "Time called. Games that are not finished end now.",
        ]
        # A page opened when it is over shows that, without a call.
        late = venue.person(1920, 1080).page
        late.goto(f"{venue.base}/e/cup-2/screen/")
        expect(late.locator("[data-left]")).to_contain_text("+")
        late.wait_for_function(ASKED)
        expect(late.locator("[data-left]")).not_to_have_text(late.locator("[data-left]").inner_text())
        expect(late.locator("[data-banner]")).to_be_hidden()
        venue.close()
    assert venue.complaints == []


def test_the_screen_calls_time_that_somebody_calls(chromium: Browser, tmp_path: Path) -> None:
    """The mark moves to a moment already past when screens hear of it; they call it, and it covers no name.

    So does one that was left at an announcement or at the standings.
    """
    folder = tmp_path / "data"
    begin(folder, "60", ago=90)
    with Server(folder) as server:
        venue = Venue(chromium, server)
        screen = venue.person(1366, 768).page
        screen.goto(f"{venue.base}/e/cup/screen/")
        screen.wait_for_function(ASKED)
        banner = screen.locator("[data-banner]")
        expect(banner).to_be_hidden()
        announcements.announce(desk_at(folder), "cup", "Lunch until 13:30", STAFF)
        others = [venue.person(1366, 768).page for _ in range(2)]
        for other, view in zip(others, ("announcement", "standings"), strict=True):
            other.goto(f"{venue.base}/e/cup/screen/?view={view}")
            other.wait_for_function(ASKED)
            expect(other.locator("[data-loud]")).to_be_attached()
        clock.call_time(desk_at(folder), "cup", STAFF)
        for calling in (screen, *others):
            expect(calling.locator("[data-banner]")).to_have_text("Time called. Games that are not finished end now.")
        call, last = banner.bounding_box(), screen.locator(".s-list li").last.bounding_box()
        assert call is not None and last is not None
        assert last["y"] + last["height"] <= call["y"] and call["y"] + call["height"] <= 768
        venue.close()
    assert venue.complaints == []


def test_a_phone_counts_the_minutes_to_the_next_round(chromium: Browser, tmp_path: Path) -> None:
    """By the server's time, whatever its own clock says."""
    folder = tmp_path / "data"
    desk = desk_at(folder)
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(name, {}) for name in ("Ann", "Bob")], STAFF)
    start = datetime.now() + timedelta(minutes=50)
    set_times(desk, "cup", STAFF, f"{start:%Y-%m-%d}", f"{start:%H:%M}", "15")
    with Server(folder) as server:
        venue = Venue(chromium, server)
        page = venue.person(360).page
        page.add_init_script(HOURS_OFF % (7 * 3_600_000))
        page.goto(f"{venue.base}/e/cup/me/")
        page.get_by_role("button", name="Ann").click()
        line = page.locator("[data-starts]")
        expect(line).to_have_text(re.compile(r"^Round 1 starts in about (50|4\d) min, at \d\d:\d\d\.$"))
        page.wait_for_function(ASKED)
        for sooner, words in (
            (30, r"in about (20|1\d) min"),
            (30, "should start any moment"),
            (-600, "starts (on .+, )?at about"),  # With the day, if that is tomorrow.
        ):
            line.evaluate("(line, minutes) => { line.dataset.starts -= minutes * 60000; }", sooner)
            expect(line).to_have_text(re.compile(words))
        venue.close()
    assert venue.complaints == []


def test_the_clock_stays_in_sight_on_a_narrow_desk(venue: Venue) -> None:
    desk = Desk.begun(venue, "bushido", [f"Player {n:02}" for n in range(16)], width=360).page
    bar = desk.locator(".clock-bar")
    bar.get_by_role("button", name="Start the clock").click()
    expect(bar.get_by_role("button", name="Pause")).to_be_visible()
    desk.evaluate("scrollTo(0, 900)")
    expect(bar).to_be_in_viewport()
    desk.set_viewport_size({"width": 1280, "height": 800})
    expect(bar).to_be_hidden()
    expect(desk.locator(".clock-sec")).to_be_visible()
