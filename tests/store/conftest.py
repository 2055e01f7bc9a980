"""What the store tests share: each store in turn, and rows to put in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from muster.app.ports import JournalName, Journals
from muster.core.kit.model import Actor
from muster.core.record.facts import play as facts
from muster.core.record.facts.play import Entry
from muster.core.record.journal import GENESIS, Row, to_rows
from muster.core.record.vocabulary import Title
from muster.store.memory import MemoryJournals
from muster.store.postgres import address
from muster.store.sqlite import SqliteJournals

if TYPE_CHECKING:
    from muster.store.postgres.journals import PostgresJournals


CUP = Title("Spring Cup", "bushido")


def event(event_id: str) -> JournalName:
    return JournalName("event", event_id)


Chain = Callable[..., list[Row]]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def journals(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journals]:
    """Every store passes the same tests."""
    if request.param == "memory":
        yield MemoryJournals()
        return
    if request.param == "postgres":
        yield request.getfixturevalue("postgres")
        return
    with closing(SqliteJournals(tmp_path)) as store:
        yield store


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqliteJournals]:
    with closing(SqliteJournals(tmp_path)) as store:
        yield store


@pytest.fixture
def postgres(database: str) -> Iterator[PostgresJournals]:
    from muster.store.postgres.journals import PostgresJournals

    with closing(PostgresJournals(address.read(database))) as store:
        yield store


@pytest.fixture
def chain() -> Chain:
    """Rows of facts, chained to the rows they come after."""

    def chained(
        *told: facts.Fact, after: Sequence[Row] = (), request: str = "r-1", actor: Actor | None = None, salt: str = ""
    ) -> list[Row]:
        entries = [
            Entry(number, "2026-03-01T10:00:00.000000+00:00", actor or Actor(), request, fact, salt)
            for number, fact in enumerate(told, start=len(after) + 1)
        ]
        return to_rows(entries, after[-1].hash if after else GENESIS)

    return chained


@pytest.fixture
def created(chain: Chain) -> list[Row]:
    """The first row of an event."""
    return chain(facts.EventCreated("Spring Cup", "bushido", "2", "0" * 64, "0.1.0"))
