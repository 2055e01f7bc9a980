"""A real browser, Debian's Chromium driven by playwright, against a server as somebody starts it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from muster.app.languages import CODES
from tests.browser.figures import Figures
from tests.browser.scene import Scene
from tests.browser.server import Server
from tests.browser.tour import Tour
from tests.browser.venue import CHROMIUM, Venue, launch


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-figures", action="store_true", help="write docs/figures.md again")


@pytest.fixture(scope="module")
def driver() -> Iterator[Playwright]:
    """For the tests of one file: as long as it lives, its event loop is in the way of others."""
    if CHROMIUM is None:
        missing = "there is no chromium here: apt-get install chromium-headless-shell"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def chromium(driver: Playwright) -> Iterator[Browser]:
    browser = launch(driver)
    yield browser
    browser.close()


@pytest.fixture
def venue(chromium: Browser, tmp_path: Path) -> Iterator[Venue]:
    """An empty hall."""
    with Server(tmp_path / "data") as server:
        found = Venue(chromium, server)
        yield found
        found.close()
    assert found.complaints == []


@pytest.fixture(scope="module")
def hall_of_all(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Venue, Scene]]:
    """A hall with events in every state. It is only looked at, so that the tests of a file share it."""
    folder = tmp_path_factory.mktemp("scene")
    scene = Scene(folder)
    with Server(folder) as server:
        found = Venue(chromium, server)
        yield found, scene
        found.close()
    assert found.complaints == []


@pytest.fixture(scope="module")
def tour(hall_of_all: tuple[Venue, Scene]) -> Tour:
    return Tour(*hall_of_all)


@pytest.fixture(scope="module")
def translated_tours(hall_of_all: tuple[Venue, Scene]) -> dict[str, Tour]:
    return {code: Tour(*hall_of_all, locale=code) for code in CODES}


@pytest.fixture(scope="session")
def figures(request: pytest.FixtureRequest) -> Iterator[Figures]:
    """What was measured is held to docs/figures.md, or written there."""
    found = Figures(write=request.config.getoption("--write-figures", default=False))
    yield found
    found.close()
