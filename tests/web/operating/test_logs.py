"""The log: errors that repeat themselves are counted, and whatever happens it stays small."""

from __future__ import annotations

import io
import logging
import re

import pytest

from muster.web.operating.logs import AT_ONCE, EVERY, LONGEST, NotTooMuch, Plain, WithFault, WithoutSecrets
from muster.web.site import Site
from tests.web.conftest import Browser, start


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def log(clock: Clock) -> tuple[logging.Logger, io.StringIO]:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(WithoutSecrets())
    handler.addFilter(NotTooMuch(clock))
    handler.setFormatter(Plain())
    logger = logging.Logger("muster.test")
    logger.addHandler(handler)
    return logger, written


def break_at(logger: logging.Logger, address: str) -> None:
    try:
        raise ValueError(address)
    except ValueError:
        logger.exception("Broken: %s", address)


def test_an_error_that_repeats_itself_is_counted(log: tuple[logging.Logger, io.StringIO]) -> None:
    logger, written = log
    for number in range(100_000):
        break_at(logger, f"/e/cup/players/{number}/")
    logger.error("Something else")
    told = [line for line in written.getvalue().splitlines() if line.startswith(("Broken", "Something"))]
    assert told[:6] == [
        *(f"Broken: /e/cup/players/{n}/" for n in range(5)),
        "Broken: /e/cup/players/7/ (8 times so far)",
    ]
    assert told[-2:] == ["Broken: /e/cup/players/65535/ (65536 times so far)", "Something else"]
    assert len(told) == 5 + 14 + 1


def test_a_flood_of_different_errors_has_an_end_and_the_next_day_begins_anew(
    log: tuple[logging.Logger, io.StringIO], clock: Clock
) -> None:
    logger, written = log
    for number in range(10_000):
        logger.error(f"{number} {'x' * 100_000}")
    assert len(written.getvalue()) < AT_ONCE * (LONGEST + 10)
    clock.now += EVERY
    logger.error("At /p/secret:word/")
    assert written.getvalue().endswith("At /p/…/ (9900 other lines were not written)\n")


def test_the_page_of_a_fault_and_the_log_have_one_id(
    site: Site, organiser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the page does not say that nothing was recorded: here it failed after something was."""
    start(site)

    words = " ".join(("after", "it", "was", "done"))  # The log quotes this line, so they must not be in it.

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError(words)

    organiser.raise_request_exception = False
    server_log = logging.getLogger("django")
    (handler,) = (h for h in server_log.handlers if any(isinstance(f, WithFault) for f in h.filters))
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    before = handler.setStream(written)
    try:
        monkeypatch.setattr("muster.web.views.public.screen.redirect", broken)
        page = organiser.send("/e/cup/announce/", 500, text="Tea at noon")
    finally:
        handler.setStream(before)
    assert site.open("cup").event.announcement == "Tea at noon"
    assert "check whether it arrived before you send it again" in page and "othing was saved" not in page
    (fault,) = re.findall(r"log: ([0-9a-f]{6}-[0-9a-f]{6})", page)
    assert f"{fault} Internal Server Error" in written.getvalue()
    told = written.getvalue()
    assert "\nZeroDivisionError\n" in told and "in broken\n" in told, "where and what, but not what it said"
    assert "after it was done" not in told and "Tea at noon" not in told
