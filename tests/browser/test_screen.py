"""The big screen turns its pages and follows the event; a phone reports with JavaScript off."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from muster.app.clock import actions as clock
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import announcements
from muster.core.kit.model import Actor
from muster.core.record.event import MatchState
from muster.core.rules.events import LONGEST_ANNOUNCEMENT
from muster.main import desk_at
from tests.browser.test_clock import Earlier
from tests.browser.venue import Venue, launch

STAFF = Actor()


@pytest.fixture
def desk(tmp_path: Path, venue: Venue) -> Desk:
    """The journals of the running server, used as by a command line beside it."""
    desk = desk_at(tmp_path / "data")
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(f"Given{n:02} Surname{n:02}", {}) for n in range(20)], STAFF)
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    return desk


def test_pages_turn_by_key_and_the_view_follows_the_event(venue: Venue, desk: Desk) -> None:
    screen = venue.person(1920, 1080).page
    screen.goto(f"{venue.base}/e/cup/screen/")
    expect(screen.get_by_text("Tables 1 – 8")).to_be_visible()
    screen.keyboard.press("ArrowRight")
    expect(screen.get_by_text("Tables 9 – 10")).to_be_visible()
    screen.keyboard.press("ArrowRight")
    expect(screen.get_by_text("Tables 1 – 8")).to_be_visible()
    screen.keyboard.press("ArrowLeft")
    expect(screen.get_by_text("Tables 9 – 10")).to_be_visible()
    announcements.announce(desk, "cup", "Lunch until 13:30", STAFF)
    expect(screen.get_by_text("Lunch until 13:30")).to_be_visible()
    for match in desk.open("cup").event.rounds[0].matches:
        results.report(desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    expect(screen.get_by_role("heading", level=1)).to_have_text("Standings after round 1")
    expect(screen.get_by_text("Places 1 – 8")).to_be_visible()
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    expect(screen.get_by_role("heading", level=1)).to_contain_text("Round 2")
    expect(screen.get_by_text("Tables 1 – 8")).to_be_visible()
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    record, foot = screen.locator(".s-rec").bounding_box(), screen.locator(".scr footer").bounding_box()
    assert record is not None and foot is not None
    assert foot["y"] + foot["height"] <= record["y"] + 1 and record["y"] + record["height"] <= 1080


def test_an_announcement_comes_up_on_a_phone(venue: Venue, desk: Desk) -> None:
    phone = venue.person(390).page
    phone.goto(f"{venue.base}/e/cup/me/")
    phone.get_by_role("button", name="Given05").click()
    expect(phone.locator(".seat")).to_be_visible()
    announcements.announce(desk, "cup", "Round 2 at 13:40", STAFF)
    expect(phone.get_by_text("Round 2 at 13:40")).to_be_visible()
    announcements.withdraw(desk, "cup", STAFF)
    expect(phone.get_by_text("Round 2 at 13:40")).to_be_hidden()


def test_a_report_with_javascript_off(venue: Venue, desk: Desk, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    phone = context.new_page()
    phone.goto(f"{venue.base}/e/cup/me/")
    phone.get_by_role("button", name="Given05").click()
    phone.get_by_role("link", name="Report the result").click()
    phone.get_by_role("radio", name="2 – 1").check()
    phone.get_by_role("button", name="Send result").click()
    expect(phone.get_by_text("Waiting for")).to_be_visible()
    event = desk.open("cup").event
    match = event.rounds[0].match_of(event.find("Given05 Surname05").id)
    assert match is not None and match.state is MatchState.REPORTED
    context.close()


SIZES = ((1280, 720), (1920, 1080), (1024, 768))
FONTS = {"Noto Sans": "NotoSans-", "DejaVu Sans": "DejaVuSans", "Liberation Sans": "LiberationSans-"}
FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"))
LONG_NAMES = ("Bernhardine von und zu Hohenstein-Wittgenstein", "María Fernanda de la Vega Sanz-Villanueva y Quiroga")

# What is too large for its space, by class; for a name every letter, from first to last.
TOO_LARGE = """() => {
  const inside = (one) => { const range = document.createRange(); range.selectNodeContents(one); return range; };
  const rooms = [...document.querySelectorAll(".s-list em")];
  const parts = [...document.querySelectorAll(".s-say, .scr"), ...rooms];
  const names = [...document.querySelectorAll(".s-list .nn")].filter((one) => {
    const text = inside(one).getBoundingClientRect(), row = one.parentElement.getBoundingClientRect();
    const box = one.getBoundingClientRect(), space = parseFloat(getComputedStyle(one).paddingInlineEnd);
    const cut = text.right > box.right - space + 0.02;  // Then it ends in an ellipsis.
    return text.left < box.left - 1 || cut || text.height > row.height + 1;
  });
  const title = inside(document.querySelector(".scr h1"));
  const lines = new Set([...title.getClientRects()].map((line) => Math.round(line.bottom)));
  return [...(lines.size > 1 ? ["h1"] : []),
          ...parts.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className || "room"),
          ...rooms.filter((one) => one.scrollHeight > one.closest("li").clientHeight).map((one) => one.textContent),
          ...names.map((one) => one.textContent)];
}"""


def everything_fits(screen: Page, height: int) -> None:
    assert screen.evaluate(TOO_LARGE) == []
    last = screen.locator(".s-list li").last.bounding_box()
    foot = screen.locator(".scr footer").bounding_box()
    assert last is not None and foot is not None
    assert last["y"] + last["height"] <= foot["y"] + 1 and foot["y"] + foot["height"] <= height + 1


def announce_the_longest(desk: Desk) -> None:
    """160 characters."""
    words = "Round three starts at 14:30 in the Great Hall upstairs; bring all your models, cards and markers. "
    announcements.announce(desk, "cup", (words * 2)[:LONGEST_ANNOUNCEMENT], STAFF)


def test_the_longest_announcement_is_read_to_its_end(venue: Venue, desk: Desk) -> None:
    """Beside the QR code and below eight tables, on a projector and on a large screen."""
    announce_the_longest(desk)
    for width, height in SIZES:
        screen = venue.person(width, height).page
        screen.goto(f"{venue.base}/e/cup/screen/?lang=de")
        everything_fits(screen, height)


def test_no_name_is_cut_by_a_fraction_of_a_pixel(venue: Venue, desk: Desk) -> None:
    """A column is rarely a whole number of pixels wide."""
    for n, name in enumerate(("Ines Featherstonehaugh-Cholmondeley", "Bernhard Schmidt-Wittgensteinerhof")):
        roster.amend(desk, "cup", f"Given{n:02} Surname{n:02}", STAFF, name=name)
    screen = venue.person(1280, 720).page
    screen.goto(f"{venue.base}/e/cup/screen/?by=name")
    for width in range(1260, 1300):
        screen.set_viewport_size({"width": width, "height": 720})
        screen.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        everything_fits(screen, 720)


def test_the_screen_fits_in_whatever_font_there_is(
    venue: Venue, desk: Desk, driver: Playwright, tmp_path: Path
) -> None:
    """The longest announcement and names that are far too long, in each font that this machine has, and only in it."""
    for new, old in zip(LONG_NAMES, ("Given00 Surname00", "Given01 Surname01"), strict=True):
        roster.amend(desk, "cup", old, STAFF, name=new)
    for match in desk.open("cup").event.rounds[0].matches:
        results.report(desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    announce_the_longest(desk)
    widths = set()
    families = {name: files for name, begin in FONTS.items() if (files := font_files(begin))}
    for family, files in families.items():
        browser = launch(driver, fonts=only(files, tmp_path / family.replace(" ", "")))
        for width, height in SIZES:
            screen = browser.new_page(viewport={"width": width, "height": height})
            screen.goto(f"{venue.base}/e/cup/screen/?lang=de")
            everything_fits(screen, height)
            screen.goto(f"{venue.base}/e/cup/screen/?view=standings&lang=fr")
            everything_fits(screen, height)
            screen.goto(f"{venue.base}/e/cup/screen/?by=name")
            everything_fits(screen, height)
            title = screen.locator("h1").evaluate(
                "(one) => { const range = document.createRange(); "
                "range.selectNodeContents(one); return range.getBoundingClientRect().width; }"
            )
        widths.add(title)
        browser.close()
    assert len(widths) == len(families), "each was another font"


def test_rooms_and_what_was_called_are_read_to_their_end(venue: Venue, tmp_path: Path) -> None:
    """A room with a long name is beside every number; below the tables is what the last call of the round means."""
    folder = tmp_path / "data"
    rooms = {"rooms": "Gallery upstairs behind the bar: 1-9; Großer Festsaal: 10-20"}
    desk = desk_at(folder)
    desk.clock = Earlier(71 * 60)  # Five minutes after time; its sentence is the longest.
    events.create(desk, "Cup", "l5r", STAFF, seed="seed", options=rooms)
    roster.enrol(desk, "cup", [(f"Given{n:02} Surname{n:02}", {}) for n in range(20)], STAFF)
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    clock.start(desk, "cup", STAFF)
    for width, height in SIZES:
        screen = venue.person(width, height).page
        for view in ("?lang=es", "?by=name"):
            screen.goto(f"{venue.base}/e/cup/screen/{view}")
            expect(screen.locator(".s-say")).to_contain_text(re.compile("Last call|Última llamada"))
            everything_fits(screen, height)


def test_the_podium_calls_winners_by_their_whole_names(venue: Venue, tmp_path: Path) -> None:
    """Half a line of pairings has room for “M. Mori”, but nobody wins as that."""
    desk = desk_at(tmp_path / "data")
    events.create(desk, "Cup", "bushido", STAFF, seed="seed", options={"format": "elimination"})
    names = [
        f"{given} Mori-Wittgensteiner"
        for given in ("Alexander-Max", "Bernhardine M", "Constantin K W", "Dorothea Jane")
    ]
    roster.enrol(desk, "cup", [(name, {}) for name in names], STAFF)
    for _ in range(2):
        rounds.pair(desk, "cup", STAFF)
        rounds.publish(desk, "cup", STAFF)
        for match in desk.open("cup").event.rounds[-1].matches:
            results.report(desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    rounds.close(desk, "cup", STAFF)
    events.finish(desk, "cup", STAFF)
    for width, height in SIZES:
        screen = venue.person(width, height).page
        screen.goto(f"{venue.base}/e/cup/screen/")
        called = screen.locator(".s-podium .nn").all_text_contents()
        assert len(called) >= 3 and set(called) <= set(names)
        assert screen.locator(".s-podium").evaluate("(one) => one.scrollHeight <= one.clientHeight")


def test_the_buttons_of_the_screen_cover_nothing(venue: Venue, desk: Desk) -> None:
    """They appear when somebody moves the mouse; the page makes room for them and takes it back when they go."""
    announce_the_longest(desk)
    for width, height in SIZES:
        screen = venue.person(width, height).page
        screen.clock.install()
        screen.goto(f"{venue.base}/e/cup/screen/?by=name")
        buttons = screen.locator("[data-hear]")
        screen.clock.fast_forward(10_000)
        expect(buttons).to_be_hidden()
        everything_fits(screen, height)
        screen.mouse.move(width // 2, height // 2)
        expect(buttons).to_be_visible()
        box = buttons.bounding_box()
        assert box is not None and box["y"] + box["height"] <= height + 1
        everything_fits(screen, int(box["y"]))


def font_files(begin: str) -> list[Path]:
    return [file for folder in FONT_FOLDERS if folder.exists() for file in folder.rglob(f"{begin}*.ttf")]


def only(files: list[Path], folder: Path) -> Path:
    """A fontconfig configuration that only knows these fonts."""
    (folder / "fonts").mkdir(parents=True)
    for file in files:
        (folder / "fonts" / file.name).symlink_to(file)
    config = folder / "fonts.conf"
    config.write_text(
        f"<fontconfig><dir>{folder / 'fonts'}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>", "utf-8"
    )
    return config
