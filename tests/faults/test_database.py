"""A database that is slow for one event, or an older copy of itself: people are told, and the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.app.events import actions as events
from muster.app.staff import announcements
from muster.core.kit.errors import DamagedJournal
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.web.site import Site
from tests.web.conftest import organiser_of, site_in, start, text_of

psycopg = pytest.importorskip("psycopg", reason="no tests on PostgreSQL: its driver is not installed")

from muster.store.postgres import link as links  # noqa: E402  # only where psycopg is

STAFF = Actor()


@pytest.fixture
def site(tmp_path: Path, database: str) -> Site:
    return site_in(tmp_path / "data", database)


def test_who_waits_for_a_slow_event_is_told_and_the_others_go_on(
    site: Site, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "PATIENCE", 1)
    start(site)
    events.create(site.desk, "Other", "bushido", STAFF)
    organiser = organiser_of(site)
    token = organiser.token()
    with psycopg.connect(database) as slow:
        slow.execute("SELECT 1 FROM journals WHERE id = 'cup' FOR UPDATE")
        refused = organiser.post("/e/cup/announce/", {"text": "Tea", "csrfmiddlewaretoken": token})
        assert refused.status_code == 503 and refused["Retry-After"]
        assert "Somebody else has been writing to the database for 1 seconds. Try again." in text_of(refused)
        organiser.send("/e/other/announce/", text="Lunch")
        assert "Cup" in organiser.see("/e/cup/desk/"), "whoever reads does not wait"
    organiser.send("/e/cup/announce/", text="Tea")
    assert "Tea" in organiser.see("/e/cup/")


def test_an_older_copy_of_the_database_is_noticed(site: Site, database: str) -> None:
    """As after a restore of last night's dump under a running server."""
    start(site)
    announcements.announce(site.desk, "cup", "Tea", STAFF)
    last = site.open("cup").last
    with psycopg.connect(database) as link:
        link.execute("ALTER TABLE entries DISABLE TRIGGER USER")
        link.execute("DELETE FROM entries WHERE seq = %s", (last,))
        link.execute("UPDATE journals SET last = last - 1, hash = (SELECT hash FROM entries ORDER BY seq DESC LIMIT 1)")
    with pytest.raises(DamagedJournal, match=f"“cup” no longer has entry {last}, which was saved before"):
        announcements.announce(site.desk, "cup", "Lunch", STAFF)
    assert desk_at(site.sessions.home, database).open("cup").last == last - 1, "a server that starts takes it"
