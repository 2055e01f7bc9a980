"""Halls with a server and people in front of it, in each engine besides Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.engines import engines
from tests.engines.hall import Hall, Lend
from tests.engines.window import Window

LANGUAGES = {"webkit": "en", "firefox": "de"}
"""The language each one uses: journeys do not depend on words."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-journey", action="store_true", help="walk all journeys, not the short form alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the option the long ones are left out."""
    if config.getoption("--every-journey", default=False):
        return
    long = [item for item in items if item.get_closest_marker("long_journey")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long_journey: walked by scripts/browsers alone")


@pytest.fixture(scope="module", params=("webkit", "firefox"))
def lend(request: pytest.FixtureRequest) -> Iterator[Lend]:
    """Windows stay open for one file: idle browsers slow down whatever is tested afterwards."""
    engine = request.param
    if lacking := engines.missing(engine):
        pytest.fail(lacking) if os.environ.get("CI") == "true" else pytest.skip(lacking)
    windows: list[Window] = []
    with ExitStack() as stack:

        def window(number: int, base: str) -> Window:
            while len(windows) <= number:
                windows.append(Window(stack.enter_context(engines.started(engine))))
            windows[number].begin(base, LANGUAGES[engine])
            return windows[number]

        yield window


@pytest.fixture
def hall(lend: Lend, tmp_path: Path) -> Iterator[Hall]:
    folder = tmp_path / "data"
    with Server(folder) as server:
        found = Hall(server, folder, lend)
        yield found
        found.close()
