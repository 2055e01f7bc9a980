"""A small cup in mid-round whose server can go and come back, and the phones of its players."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.core.record.event import MatchState
from muster.main import desk_at
from tests.browser.server import Server
from tests.browser.venue import PATIENCE

STAFF = Actor()
LIVE = re.compile("/live/cup")
"""A page's stream. A browser that simulates being offline lets through a stream it has requested before."""
UNSENT = "Object.keys(localStorage).filter((key) => key.startsWith('muster-unsent')).length"


def open_form(phone: Page, *, live: bool = True) -> None:
    """The result form with all its scripts loaded: only then can somebody lose the network over it."""
    with phone.expect_response(LIVE) if live else nullcontext():
        phone.get_by_role("link", name="Report the result").click()
    expect(phone.get_by_role("heading", name="What was the result?")).to_be_visible()
    phone.wait_for_load_state()


class Hall:
    """A server on one port that can be stopped and restarted; an event of four is running, round 1 published."""

    def __init__(self, folder: Path, server: Server, chromium: Browser) -> None:
        self._server, self._chromium = server, chromium
        self.base = server.base
        self.desk = desk_at(folder)
        self._contexts: list[BrowserContext] = []
        events.create(self.desk, "Cup", "bushido", STAFF, seed="seed")
        roster.enrol(
            self.desk, "cup", [(name, {}) for name in ("Ann Lee", "Bob Cole", "Cem Arslan", "Dai Evans")], STAFF
        )
        rounds.pair(self.desk, "cup", STAFF)
        rounds.publish(self.desk, "cup", STAFF)

    def start(self) -> None:
        self._server.start()
        self.base = self._server.base

    def stop(self) -> None:
        self._server.stop()

    def phone(self, name: str, *, worker: bool = True) -> Page:
        context = self._chromium.new_context(
            viewport={"width": 390, "height": 844}, service_workers="allow" if worker else "block"
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{self.base}/e/cup/me/")
        page.get_by_role("button", name=name).click()
        expect(page.locator(".seat .no")).to_be_visible()
        with page.expect_response(LIVE):
            page.reload()
        return page

    def opponent(self, name: str) -> tuple[int, str]:
        event = self.desk.open("cup").event
        match = event.rounds[-1].match_of(event.find(name).id)
        assert match is not None
        return match.table, event.name_of(match.other(event.find(name).id))

    def reports(self) -> int:
        return sum(type(e.fact).__name__ == "ResultReported" for e in self.desk.open("cup").entries)

    def confirmations(self) -> int:
        return sum(type(e.fact).__name__ == "ResultConfirmed" for e in self.desk.open("cup").entries)

    def report_as(self, name: str, texts: dict[str, str]) -> None:
        """As a player who reports, their own score first."""
        results.report(self.desk, "cup", [Report(name, texts)], roster.as_player(self.desk, "cup", name))

    def enter(self, table: int, texts: dict[str, str]) -> None:
        """As the desk does."""
        results.report(self.desk, "cup", [Report(str(table), texts)], STAFF)

    def next_round(self) -> None:
        for match in self.desk.open("cup").event.rounds[-1].matches:
            if match.state is not MatchState.IN:
                results.report(self.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
        rounds.pair(self.desk, "cup", STAFF)
        rounds.publish(self.desk, "cup", STAFF)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
