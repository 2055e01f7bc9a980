"""What every test gets: repeatable hypothesis runs and a data folder that is nobody's own."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from tests.plugins import Packages

# `scripts/test --hypothesis-profile=explore` looks for new cases; the default repeats the same ones.
settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1_000, print_blob=True)
settings.load_profile("steady")

# Programs that tests start are stopped as by Ctrl-C, also where a shell runs the tests in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _data_of_nobody() -> Iterator[None]:
    with TemporaryDirectory(prefix="muster-tests-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_DATA", folder)
        yield


@pytest.fixture
def packages() -> Iterator[Packages]:
    """Packages with games, installed and removed while a test runs."""
    packages = Packages()
    yield packages
    packages.use()
