"""A copy of the public pages opened from a disk, at the width of a phone and of a desk: no server, no script."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, expect

from muster.app.demo import begun
from muster.main import Web, desk_at
from tests.app.circuit.year import Year
from tests.browser.looks import sideways

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1366, "height": 768}


def test_a_copy_is_read_from_a_disk(chromium: Browser, tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "a copy"
    desk = desk_at(data)
    event = begun(desk, "bushido", 12).id
    written(copy, Web().copied(data, desk, event, "", "en"))
    look(chromium, copy, PHONE, "dark")
    look(chromium, copy, DESK, "light")


def test_a_seasons_copy_is_read_from_a_disk(chromium: Browser, tmp_path: Path) -> None:
    """The leaderboard, its events and its statistics; a name is not a link, as profiles are not in it."""
    data, copy = tmp_path / "data", tmp_path / "a season"
    year = Year(journals=desk_at(data).journals)
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    written(copy, Web().copied(data, desk_at(data), "", year.id, "en"))
    context = chromium.new_context(viewport=PHONE, color_scheme="dark")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((copy / "index.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("Iron Gauntlet 2026")
    expect(page.locator(".lb .who").first).to_have_text("Ann")
    assert sideways(page) == 0 and page.locator("script, form, .lb a.who").count() == 0
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="North").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("North")
    assert all(url.startswith(copy.as_uri()) for url in asked)
    context.close()


def written(copy: Path, files: Iterable[tuple[str, bytes]]) -> None:
    for name, content in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(content)


def look(chromium: Browser, copy: Path, size: ViewportSize, scheme: Literal["light", "dark"]) -> None:
    """Follows links from page to page. Nothing may come from elsewhere, and the browser must not complain."""
    context = chromium.new_context(viewport=size, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto((copy / "index.html").as_uri())
    tabs = page.get_by_role("navigation", name="Event")
    for tab, heading in (("Pairings", "Round 2"), ("Standings", "Standings"), ("Players", "12 players")):
        tabs.get_by_role("link", name=tab).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        assert sideways(page) == 0, tab
    page.locator("a.who").first.click()
    expect(page.locator("main")).to_contain_text("Why this rank")
    tabs.get_by_role("link", name="Event").click()
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert sideways(page) == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.wrap')).maxWidth") != "none"
    assert all(url.startswith(copy.as_uri()) for url in asked)
    assert complaints == []
    assert page.locator("script, form").count() == 0
    context.close()
