"""Taps that come in long after they were made are told on both boards, until the next tap."""

from __future__ import annotations

from itertools import count

from muster.app.languages import moment
from muster.app.table import actions
from muster.app.table.actions import SentTap
from muster.app.table.tables import Tables
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.model import Actor
from muster.core.record.clock import MINUTE, instant, utc_of
from muster.core.record.table.facts import TAKE_BACK
from muster.store.memory import MemoryJournals
from tests.app.hall import TickingClock


class Away:
    """An Urban War table; for four minutes a phone has no network."""

    def __init__(self) -> None:
        numbers = count(1)
        clock = TickingClock()
        self.tables = Tables(MemoryJournals(), clock, lambda: f"{next(numbers):032}")
        self.id = actions.open_casual(self.tables, "urban_war", ["Ann", "Teo"], {}, "", "phone-a").id
        self.tap(0, SentTap("models", 1, 0, {"a": 12, "b": 13}), SentTap("begin", 2))
        self.left = self.now()
        for _ in range(4 * 60):
            clock.now()

    def now(self) -> int:
        return instant(self.tables.now(self.tables.open(self.id)))

    def tap(self, side: int, *sent: SentTap) -> None:
        actions.tap(self.tables, self.id, sent, side, f"phone-{'ab'[side]}", Actor())

    def told(self, side: int | None) -> str:
        return actions.table_view(self.tables, self.tables.open(self.id), None, Eye(side, staff=side is None), "").late


def lost(side: int, number: int, at: int = 0) -> SentTap:
    return SentTap("lost", number, at, {"side": side, "by": 1})


def test_both_boards_and_the_staff_are_told_until_the_next_tap() -> None:
    table = Away()
    first, last = table.left + MINUTE, table.left + 3 * MINUTE
    table.tap(1, lost(1, 1, first), lost(1, 2, last))
    times = [moment(utc_of(at)) for at in (first, last)]
    for side in (0, None):
        assert f"Teo’s phone was without network: taps from {times[0]} to {times[1]} came in at" in table.told(side)
    assert table.told(1).startswith(f"Your phone was without network: your taps from {times[0]}")
    table.tap(0, lost(0, 3))
    assert [table.told(side) for side in (0, 1, None)] == ["", "", ""]


def test_taps_of_one_minute_are_told_with_one_time() -> None:
    table = Away()
    at = table.left + MINUTE
    table.tap(1, lost(1, 1, at), lost(1, 2, at + 1))
    time = moment(utc_of(at))
    for side in (0, None):
        assert f"Teo’s phone was without network: what was tapped at {time} came in at" in table.told(side)
    assert f"Your phone was without network: what you tapped at {time} came in at" in table.told(1)


def test_what_comes_in_right_away_or_changes_nothing_is_not_told() -> None:
    table = Away()
    table.tap(1, lost(1, 1, table.now() - 3_000))
    assert table.told(0) == ""
    table.tap(1, SentTap("turn to stone", 2, table.left + MINUTE))
    assert table.told(0) == "", "a tap that is refused has changed nothing"


def test_taking_back_late_is_told() -> None:
    table = Away()
    table.tap(1, lost(1, 1, table.left + 1_000))
    table.tap(1, SentTap(TAKE_BACK, 2, table.left + 2_000, {"device": "phone-b", "count": 1}))
    assert "Teo’s phone" in table.told(0)


def test_taps_of_two_phones_are_told_apart() -> None:
    table = Away()
    table.tap(0, lost(0, 3, table.left + 1_000))
    table.tap(1, lost(1, 1, table.left + 2_000))
    told = table.told(0)
    assert told.startswith("Teo’s") and told.count(moment(utc_of(table.left + 2_000))) >= 1
