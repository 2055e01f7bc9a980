"""The pairings of a large event on a phone: the own pair and several others are in sight without scrolling."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.main import desk_at
from tests.browser.server import Server

STAFF = Actor()
WIDTH, HEIGHT = 360, 740


def test_the_first_screen_of_a_phone_has_several_of_fifty_pairs(chromium: Browser, tmp_path: Path) -> None:
    desk = desk_at(tmp_path / "data")
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(f"Player {n:03}", {}) for n in range(101)], STAFF)
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    with Server(tmp_path / "data") as server:
        context = chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT})
        page = context.new_page()
        page.goto(f"{server.base}/e/cup/me/")
        page.get_by_role("button", name="Player 007").click()
        expect(page.locator(".seat .no, .plate").first).to_be_visible()
        page.goto(f"{server.base}/e/cup/pairings/")
        own, search, first = page.locator(".own-seat"), page.locator(".search"), page.locator("tbody tr").first
        tops = [one.evaluate("one => one.getBoundingClientRect().top") for one in (own, search, first)]
        assert tops == sorted(tops)
        ends = page.locator("tbody tr").evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().bottom)")
        assert len(ends) == 51 and sum(end <= HEIGHT for end in ends) >= 3
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        context.close()
