"""Overlays over a picture, and pages in frames of other sites, as a browser shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from muster.app.clock import actions as clock
from muster.app.desk import Desk
from muster.app.events.sites import allow_sites
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.table import featured
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.web.frames.own_style import OwnStyles
from tests.browser.game_room import GameRoom
from tests.browser.test_screen import desk as desk
from tests.browser.venue import Venue

STAFF = Actor()


def alphas(page: Page) -> Image.Image:
    """How opaque each point is: 0 lets everything below through."""
    return Image.open(BytesIO(page.screenshot(omit_background=True))).getchannel("A")


def test_an_overlay_is_transparent_and_shows_a_result_as_it_comes_in(venue: Venue, desk: Desk) -> None:
    page = venue.person(1920, 1080).page
    page.goto(f"{venue.base}/e/cup/overlay/pairings/?rows=5&seconds=120&align=right&panel=204060")
    first = page.locator(".ov-rows li").first
    expect(first).to_contain_text("vs.")
    panel = page.locator(".ov").bounding_box()
    assert panel is not None and panel["x"] > 850
    names = page.locator(".ov-name").evaluate_all("all => all.map(one => one.clientWidth - one.scrollWidth)")
    assert len(names) == 10 and min(names) >= 0, "there is room for whole names"
    seen = alphas(page)
    assert seen.crop((0, 0, int(panel["x"]) - 1, 1080)).getextrema() == (0, 0), "beside the panel is nothing"
    assert seen.getpixel((int(panel["x"]) + 20, int(panel["y"]) + 8)) == 255
    assert page.locator("a, button, form, nav").count() == 0
    results.report(desk, "cup", [Report("1", {"vp": "2-1"})], STAFF)
    expect(first.locator(".ov-score")).to_have_count(2)
    page.goto(f"{venue.base}/e/cup/overlay/pairings/?rows=40&size=96&seconds=120")
    expect(page.locator(".ov-rows li")).to_have_count(10)
    page.wait_for_function("document.querySelector('.ov').getBoundingClientRect().bottom <= innerHeight")
    assert page.locator(".ov").evaluate("panel => panel.getBoundingClientRect().top") >= 0, (
        "all lines are in the picture"
    )
    clock.start(desk, "cup", STAFF)
    page.goto(f"{venue.base}/e/cup/overlay/clock/")
    time = page.locator(".ov-time")
    before = time.inner_text()
    expect(time).not_to_have_text(before)  # It runs.
    expect(page.locator(".ov-in")).to_have_text("1 of 10 in")


def test_a_table_on_the_stream_comes_up_when_it_is_shown_and_follows_each_tap(venue: Venue) -> None:
    room = GameRoom(venue.server.folder, "urban_war", filled={"models": "12"})
    page = venue.person(1920, 1080).page
    page.goto(f"{venue.base}/e/cup/overlay/table/")
    expect(page.locator(".ov-quiet")).to_be_attached()
    assert alphas(page).getextrema() == (0, 0)
    room.tap("begin", 0)
    featured.feature(room.desk, "cup", 1, 1, True, STAFF)
    losses = page.locator(".ov-side[data-side='0'] .ov-pips")
    expect(losses).to_have_text("0/12")
    room.tap("lost", 0, side=0, by=1)
    expect(losses).to_have_text("1/12")
    left = page.locator(".ov-round .t")
    before = left.inner_text()
    expect(left).not_to_have_text(before)


class _Page(BaseHTTPRequestHandler):
    """A page on somebody's own site, with frames in it."""

    body = b""
    asked: ClassVar[list[str]]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def website(address: str, asked: list[str] | None = None) -> Iterator[str]:
    """The address of a site that shows this page twice, once without a referrer. `asked`: the requests it gets."""
    frames = f'<iframe src="{address}"></iframe><iframe src="{address}" referrerpolicy="no-referrer"></iframe>'
    handler = type(
        "Site",
        (_Page,),
        {"body": f"<!doctype html><title>Club</title>{frames}".encode(), "asked": [] if asked is None else asked},
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def test_a_frame_is_shown_on_the_site_named_and_on_no_other(
    venue: Venue, desk: Desk, chromium: Browser, tmp_path: Path
) -> None:
    with (
        website(f"{venue.base}/e/cup/embed/pairings/") as club,
        website(f"{venue.base}/e/cup/embed/pairings/") as other,
        chromium.new_context() as context,
    ):
        allow_sites(desk_at(tmp_path / "data"), "cup", club, STAFF)
        page = context.new_page()
        page.goto(club)
        for frame in (page.frame_locator("iframe >> nth=0"), page.frame_locator("iframe >> nth=1")):
            expect(frame.get_by_role("heading", level=1)).to_have_text("Round 1 pairings")
            expect(frame.locator("#stream")).to_have_text("● Live")
        results.report(desk, "cup", [Report("1", {"vp": "2-1"})], STAFF)
        expect(page.frame_locator("iframe >> nth=0").locator(".score")).to_have_count(1)
        page.goto(other)
        for frame in (page.frame_locator("iframe >> nth=0"), page.frame_locator("iframe >> nth=1")):
            expect(frame.locator("body")).to_be_attached()
            assert frame.locator("#main").count() == 0
        assert [one.url for one in page.frames[1:]] == ["chrome-error://chromewebdata/"] * 2
        assert context.cookies() == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_stylesheet_counts_more_than_the_theme_and_the_address_more_than_both(
    venue: Venue, desk: Desk, theme: str
) -> None:
    OwnStyles(venue.server.folder).put(
        "cup", "my.css", b".ov-body { --o-size: 40px; --o-panel: #112233; --o-accent: #445566; }"
    )
    page = venue.person(1920, 1080).page
    page.goto(f"{venue.base}/e/cup/overlay/pairings/?theme={theme}&accent=778899")
    panel = page.locator(".ov")
    expect(panel).to_have_css("background-color", "rgb(17, 34, 51)")
    expect(panel).to_have_css("font-size", "40px")
    expect(panel).to_have_css("border-inline-start-color", "rgb(119, 136, 153)")


def test_a_stylesheet_reaches_no_other_address(venue: Venue, desk: Desk, chromium: Browser) -> None:
    """Spelled so that no check of the text finds it, in a file that nobody uploaded: the page's policy stops it."""
    asked: list[str] = []
    with website("about:blank", asked) as elsewhere, chromium.new_context() as context:
        address = elsewhere.replace("//", "\\2f/")
        own = OwnStyles(venue.server.folder)
        own.put("cup", "my.css", f".ov {{ outline: 9px solid red; background: \\75rl({address}/stolen) }}".encode())
        page = context.new_page()
        with page.expect_console_message(lambda said: "Content Security Policy" in said.text) as said:
            page.goto(f"{venue.base}/e/cup/overlay/pairings/")
        assert "/stolen" in said.value.text
        expect(page.locator(".ov")).to_have_css("outline-width", "9px")  # The rest of it is used.
        assert asked == []
