"""A real browser, Debian's Chromium driven by playwright, against a server as somebody starts it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from muster import main
from muster.app.languages import CODES
from tests.browser.figures import Figures
from tests.browser.scene import Scene
from tests.browser.server import Server, warm
from tests.browser.tour import Tour
from tests.browser.venue import CHROMIUM, Venue, launch
from tests.postgres import INSTEAD

HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-figures", action="store_true", help="write docs/figures.md again")


class OneChromium:
    """Playwright and a Chromium, started for the first test that needs them and kept for the following ones."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._driver: Playwright | None = None
        self._chromium: Browser | None = None

    def driver(self) -> Playwright:
        if self._driver is None:
            self._driver = self._open.enter_context(sync_playwright())
        return self._driver

    def chromium(self) -> Browser:
        if self._chromium is None:
            self._chromium = launch(self.driver())
            self._open.callback(self._chromium.close)
        return self._chromium

    def close(self) -> None:
        self._open.close()
        self._driver = self._chromium = None


ENGINE = OneChromium()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """The engine must be gone before tests elsewhere: while it lives, its event loop gets in their way."""
    if nextitem is None or nextitem.path.parent != HERE:
        ENGINE.close()


@pytest.fixture(scope="session", autouse=True)
def _store(request: pytest.FixtureRequest) -> Iterator[None]:
    """What tests do beside the server goes where the server stores its events."""
    if not INSTEAD.wanted:
        yield
        return
    INSTEAD.use(request.getfixturevalue("cluster"))
    at = main.journals_at
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(main, "journals_at", lambda folder, database="": at(folder, database or INSTEAD.of(folder)))
        yield


@pytest.fixture(scope="module")
def driver() -> Playwright:
    if CHROMIUM is None:
        missing = "there is no chromium here: apt-get install chromium-headless-shell"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    warm()  # Loads while the browser starts.
    return ENGINE.driver()


@pytest.fixture(scope="module")
def chromium(driver: Playwright) -> Browser:
    return ENGINE.chromium()


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
    """A hall with events in every state. Read-only, so that a file's tests can share it."""
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
    """Measurements are compared with docs/figures.md, or written there."""
    found = Figures(write=request.config.getoption("--write-figures", default=False))
    yield found
    found.close()
