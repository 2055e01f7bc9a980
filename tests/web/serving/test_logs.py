"""The log: errors that repeat themselves are counted, and whatever happens it stays small."""

from __future__ import annotations

import io
import logging

import pytest

from muster.web.serving.logs import AT_ONCE, EVERY, LONGEST, NotTooMuch, Short, WithoutSecrets


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
    handler.addFilter(NotTooMuch(clock))
    handler.addFilter(WithoutSecrets())
    handler.setFormatter(Short())
    logger = logging.Logger("a server")
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
    assert written.getvalue().endswith("At /p/…/ (9900 other errors were not written)\n")
