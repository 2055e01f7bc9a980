"""Readings: one thread, each thing once, nobody waits longer than a moment, and nobody is told half of it."""

from __future__ import annotations

from threading import Event, Thread
from time import sleep

import pytest

from muster.app.keeping.readings import Readings, StillReading
from muster.core.kit.errors import Busy, Refusal
from muster.core.kit.progress import Progress

SOON = 0.02


def test_what_is_soon_done_is_the_answer() -> None:
    assert Readings().wait_for("sum", lambda _: 3) == 3


def test_what_takes_long_says_how_far_it_is_and_is_done_once() -> None:
    readings, go_on, ended = Readings(SOON), Event(), Event()
    begun: list[str] = []

    def read(progress: Progress) -> int:
        begun.append("read")
        progress(2, 7)
        go_on.wait(10)
        ended.set()
        return 7

    for _ in range(3):
        with pytest.raises(StillReading, match="2 of 7 so far"):
            readings.wait_for("season", read)
    assert begun == ["read"] and issubclass(StillReading, Busy)
    with pytest.raises(StillReading, match="other events"):
        readings.wait_for("another", lambda _: 1)
    go_on.set()
    assert ended.wait(10)
    assert Readings(10).wait_for("season", lambda _: 7) == 7


def test_two_wait_for_one_reading_and_get_the_same_answer_and_no_third_is_kept() -> None:
    readings, go_on = Readings(10), Event()
    found: list[int] = []

    def read(_: Progress) -> int:
        go_on.wait(10)
        return 5

    waiting = [Thread(target=lambda: found.append(readings.wait_for("people", read))) for _ in range(2)]
    for one in waiting:
        one.start()
    while readings._waiting < 2:
        sleep(SOON)
    with pytest.raises(StillReading):
        readings.wait_for("people", read)
    go_on.set()
    for one in waiting:
        one.join(10)
    assert found == [5, 5]
    assert readings.wait_for("next", lambda _: 6) == 6


def test_what_goes_wrong_is_told_to_whoever_waits_and_stops_nobody_else() -> None:
    readings = Readings(10)

    def fail(_: Progress) -> int:
        raise Refusal("It is not there.")

    with pytest.raises(Refusal, match="not there"):
        readings.wait_for("one", fail)
    assert readings.wait_for("one", lambda _: 2) == 2
