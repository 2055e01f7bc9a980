"""What every test gets: repeatable hypothesis runs and a data folder that is nobody's own."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from tests.plugins import Packages
from tests.postgres import cluster, database, one_database

__all__ = ["cluster", "database", "one_database"]

# `scripts/test --hypothesis-profile=explore` looks for new cases; the default repeats the same ones.
settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1_000, print_blob=True)
settings.load_profile("steady")

# Programs that tests start are stopped as by Ctrl-C, also where a shell runs the tests in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)

# As on the server: hardly any reference cycles here, and searching everything that a test run has loaded takes a tenth
# of its time.
gc.set_threshold(50_000, 20, 100)

OPEN_FILES = Path("/proc/self/fd")
MANY_FILES = 200
"""Machines may allow a process no more than 1,024."""

LONGEST = ("test_guide.py", "test_whole_events.py", "test_in_brief.py", "test_schemathesis.py")
"""Files with tests of half a minute and more."""

IN_BROWSERS = ("browser", "engines")
"""Folders whose tests drive a browser."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Tests spend much of their time waiting for a browser or a server, so there is one more process than cores."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest come first, then others that need a browser, so that no worker is left alone with one at the end.

    A failing browser may have been starved by its machine, so it gets one retry, and the summary names the test.
    `scripts/test --force-reruns 0` turns that off (decision 82).
    """
    items.sort(key=lambda item: (item.path.name not in LONGEST, item.path.parent.name != "browser"))
    for item in items:
        if item.path.parent.name in IN_BROWSERS:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_runtest_logfinish() -> None:
    """Journals that tests leave open are closed when they are collected, which is rare here."""
    if OPEN_FILES.exists() and len(os.listdir(OPEN_FILES)) > MANY_FILES:
        gc.collect()


@pytest.fixture(scope="session", autouse=True)
def _data_of_nobody() -> Iterator[None]:
    with TemporaryDirectory(prefix="muster-tests-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_DATA", folder)
        patch.delenv("MUSTER_DATABASE", raising=False)
        yield


@pytest.fixture
def packages() -> Iterator[Packages]:
    """Packages with games, installed and removed while a test runs."""
    packages = Packages()
    yield packages
    packages.use()
