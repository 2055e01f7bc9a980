"""The PostgreSQL store while its server hangs: whether it was saved is told truly, and long work takes long."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from muster.core.kit.errors import Busy
from muster.core.record.facts.staff import RulingGiven
from muster.core.record.journal import Row
from muster.store.postgres import address
from tests.postgres import of_ours, standing_still
from tests.store.conftest import CUP, event

pytest.importorskip("psycopg", reason="no tests on PostgreSQL: its driver is not installed")

from muster.store.postgres import link as links
from muster.store.postgres import silence
from muster.store.postgres.journals import PostgresJournals
from muster.store.postgres.silence import Link
from muster.store.postgres.watch import PostgresWatch

if TYPE_CHECKING:
    from tests.store.conftest import Chain

CHECK = "Check whether it was saved before you try again"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting times in seconds; PostgreSQL's library needs at least two for a connection."""
    monkeypatch.setattr(silence, "LONGEST", 1.5)
    monkeypatch.setattr(links, "PATIENCE", 1)
    monkeypatch.setattr(links, "CALL", 2)


def after_the_last_word(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], None], seconds: float
) -> tuple[BaseException | None, Thread]:
    """Acts on a database that hangs from its COMMIT on, for this long; returns the outcome."""
    commit, thread = links.Links._commit, Thread()
    stopped = Event()

    def committing(self: links.Links, link: Link) -> None:
        nonlocal thread
        if not stopped.is_set():
            process = link.info.backend_pid
            os.kill(process, signal.SIGSTOP)

            def go_on() -> None:
                sleep(seconds)
                os.kill(process, signal.SIGCONT)

            thread = Thread(target=go_on)
            thread.start()
            stopped.set()
        commit(self, link)

    monkeypatch.setattr(links.Links, "_commit", committing)
    try:
        act()
    except Busy as busy:
        return busy, thread
    return None, thread


KINDS = ("append", "create", "rewrite")


@pytest.mark.parametrize("kind", KINDS)
def test_a_last_word_that_is_heard_late_was_heard(
    kind: str, postgres: PostgresJournals, created: list[Row], chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that nothing was saved while it still may be."""
    act, expected = action(kind, postgres, created, chain)
    error, thread = after_the_last_word(monkeypatch, act, seconds=2)
    thread.join()
    assert error is None
    assert postgres.rows(event("spring")) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_last_word_that_nobody_can_tell_of_is_said_to_be_so(
    kind: str, postgres: PostgresJournals, created: list[Row], chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    act, _ = action(kind, postgres, created, chain)
    error, thread = after_the_last_word(monkeypatch, act, seconds=6)
    thread.join()
    assert CHECK in str(error)


def action(
    kind: str, postgres: PostgresJournals, created: list[Row], chain: Chain
) -> tuple[Callable[[], None], list[Row]]:
    if kind == "create":
        return lambda: postgres.create(event("spring"), CUP, "", created), created
    postgres.create(event("spring"), CUP, "", created)
    if kind == "append":
        more = chain(RulingGiven("a"), after=created)
        return lambda: postgres.append(event("spring"), more, expected=1), created + more
    left = created + chain(RulingGiven("b"), after=created)
    head = created[-1].seq, created[-1].hash
    return lambda: postgres.rewrite(event("spring"), left, head), left


def test_work_that_takes_long_is_not_taken_for_silence(
    postgres: PostgresJournals, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.listed()
    monkeypatch.setattr(silence, "LONGEST", 0.2)
    postgres._links.outside("SELECT pg_sleep(1)")
    with pytest.raises(Busy):
        postgres._links.ask("SELECT pg_sleep(1)", ())


def test_who_watches_goes_on_watching(
    postgres: PostgresJournals, database: str, created: list[Row], chain: Chain
) -> None:
    watch = PostgresWatch(address.read(database))
    assert watch.changes() == {}
    with standing_still(of_ours(database)):
        postgres.create(event("spring"), CUP, "", created)
        assert watch.changes() == {}
    until = monotonic() + 10
    while not (found := watch.changes()) and monotonic() < until:
        sleep(0.05)
    watch.close()
    assert found == {event("spring"): 1}
