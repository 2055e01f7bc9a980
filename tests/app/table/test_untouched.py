"""Games outside of an event are removed a month after the last touch; those of an event stay as long as it does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from muster.app.table import actions
from muster.app.table.actions import SentTap
from muster.app.table.tables import Tables
from muster.app.table.untouched import remove_untouched
from muster.core.kit.model import Actor
from muster.store.memory import MemoryJournals
from muster.store.sqlite import SqliteJournals
from tests.app.hall import STAFF, Hall


class Days:
    """A clock that advances by days, as told."""

    def __init__(self) -> None:
        self.day = 0.0

    def now(self) -> str:
        return (datetime.fromisoformat("2026-11-15T10:00:00.000000+00:00") + timedelta(days=self.day)).isoformat()


@pytest.fixture(params=["memory", "sqlite"])
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tables]:
    numbers = count(1)

    def fresh() -> str:
        return f"{next(numbers):012}".ljust(32, "0")

    if request.param == "memory":
        yield Tables(MemoryJournals(), Days(), fresh)
        return
    with closing(SqliteJournals(tmp_path)) as store:
        yield Tables(store, Days(), fresh)


def opened(tables: Tables, *days: float) -> list[str]:
    """The tables that are there, after some were opened on these days."""
    for day in days:
        tables.clock.day = day  # type: ignore[attr-defined]  # the clock above
        actions.open_casual(tables, "urban_war", ["Ann", "Bo"], {}, "", "phone")
    return [stored.id for stored in tables.listed()]


def test_opening_a_table_removes_those_that_nobody_touched_for_thirty_days(tables: Tables) -> None:
    first, second = opened(tables, 0, 1)
    tables.clock.day = 20  # type: ignore[attr-defined]  # the tests' own clock
    actions.tap(tables, first, [SentTap("models", 1, 0, {"a": 12, "b": 13})], 0, "phone", Actor())
    assert opened(tables, 30.9)[:2] == [first, second], "not yet"
    assert second not in opened(tables, 31.1) and first in opened(tables)
    assert len(opened(tables, 50.1)) == 3, "the first one is gone too"


def test_an_events_tables_are_never_removed_by_their_age() -> None:
    hall = Hall("urban_war", 2)
    hall.pair()
    hall.publish()
    days = Days()
    tables = Tables(hall.desk.journals, days, hall.desk.fresh)
    match = hall.event.rounds[0].matches[0]
    table = actions.open_match(tables, hall.desk.open(hall.id), 1, match.a, STAFF)
    days.day = 400
    remove_untouched(tables)
    assert [stored.id for stored in tables.listed()] == [table.id]
