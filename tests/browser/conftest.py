"""A real browser, Debian's Chromium driven by playwright, against a server as somebody starts it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.web.test_live import serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """For the tests of one file: as long as it lives, its event loop stands in the way of others."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here: apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Venue:
    """A running server, and people with screens in front of it."""

    def __init__(self, chromium: Browser, base: str, sign_in: str) -> None:
        self._chromium = chromium
        self.base = base
        self._sign_in = sign_in
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def person(self, width: int, height: int = 800, *, dark: bool = False) -> Page:
        context = self._chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if "Security Policy" in said.text else None)
        page.on("request", lambda asked: self._must_be_ours(asked.url))
        return page

    def organiser(self, width: int = 1280) -> Page:
        page = self.person(width)
        page.goto(self._sign_in)
        return page

    def plain(self, page: Page) -> Page:
        """Another window of the same person, in which no script runs."""
        context = self._chromium.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
        self._contexts.append(context)
        return context.new_page()

    def _must_be_ours(self, url: str) -> None:
        if not url.startswith(self.base):
            self.complaints.append(f"asked elsewhere: {url}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def venue(chromium: Browser, tmp_path: Path) -> Iterator[Venue]:
    with serving(tmp_path / "data") as addresses:
        found = Venue(chromium, addresses["phones"].rstrip("/"), addresses["sign_in"])
        yield found
        found.close()
    assert found.complaints == []
