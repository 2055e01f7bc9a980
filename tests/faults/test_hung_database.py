"""A database that hangs while its connections stay open: nobody waits for it without end, and all goes on by
itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier
from time import monotonic

import pytest

from muster.app.staff import announcements
from muster.core.kit.errors import Busy
from muster.core.kit.model import Actor
from muster.web.site import Site
from tests.postgres import Cluster, of_ours, processes, standing_still
from tests.web.conftest import Browser, organiser_of, site_in, start, text_of

psycopg = pytest.importorskip("psycopg", reason="no tests on PostgreSQL: its driver is not installed")

from muster.store.postgres import link as links  # noqa: E402  # only where psycopg is
from muster.store.postgres import silence  # noqa: E402  # only where psycopg is
from muster.store.postgres.journals import PostgresJournals  # noqa: E402  # only where psycopg is

AWAY = "The database does not answer right now. Nothing was saved. Try again in a moment."
STAFF = Actor()


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting times in seconds; PostgreSQL's library needs at least two for a connection."""
    monkeypatch.setattr(silence, "LONGEST", 1.5)
    monkeypatch.setattr(links, "PATIENCE", 1)
    monkeypatch.setattr(links, "CALL", 2)


@pytest.fixture
def site(tmp_path: Path, database: str) -> Site:
    return site_in(tmp_path / "data", database)


def test_all_of_it_stands_still_and_everybody_is_told_and_later_goes_on(
    site: Site, cluster: Cluster, database: str
) -> None:
    start(site)
    organiser, strangers = organiser_of(site), [Browser(site) for _ in range(8)]
    before = organiser.see("/e/cup/desk/")
    token = organiser.token()
    journals = site.desk.journals
    assert isinstance(journals, PostgresJournals)
    with ExitStack() as stack:  # Several people at once: so many connections are open afterwards.
        for _ in range(6):
            stack.enter_context(journals.at_one_moment())
    together = Barrier(len(strangers))

    def look(stranger: Browser) -> float:
        together.wait(20)
        began = monotonic()
        answer = stranger.get("/e/cup/")
        assert (answer.status_code, answer["Retry-After"], answer["Refresh"]) == (503, "2", "5")
        assert AWAY in text_of(answer)
        return monotonic() - began

    with standing_still([cluster.pid, *processes(database)]):
        began = monotonic()
        refused = organiser.post("/e/cup/announce/", {"text": "Tea", "csrfmiddlewaretoken": token})
        assert refused.status_code == 503 and AWAY in text_of(refused)
        assert monotonic() - began < 7, "the other connections are not tried, each for as long"
        with ThreadPoolExecutor(len(strangers)) as threads:
            waited = sorted(threads.map(look, strangers))
    assert waited[-2] < 1.5, "one calls it, and the others are told at once"
    assert organiser.see("/e/cup/desk/") == before
    organiser.send("/e/cup/announce/", text="Lunch")
    assert "Lunch" in organiser.see("/e/cup/") and "Tea" not in organiser.see("/e/cup/")


def test_one_process_of_it_stands_still_and_another_one_answers(site: Site, database: str) -> None:
    start(site)
    organiser = organiser_of(site)
    before = organiser.see("/e/cup/desk/")
    with standing_still(of_ours(database)):
        assert organiser.see("/e/cup/desk/") == before


def test_a_journal_that_somebody_stands_still_in_is_written_to_afterwards(site: Site, database: str) -> None:
    last = start(site).last
    other = psycopg.connect(database)
    other.execute("SELECT 1 FROM journals WHERE id = 'cup' FOR UPDATE")
    with standing_still([other.info.backend_pid]), pytest.raises(Busy, match="Somebody else has been writing"):
        announcements.announce(site.desk, "cup", "Tea", STAFF)
    other.close()
    assert announcements.announce(site.desk, "cup", "Tea", STAFF).last == last + 1
