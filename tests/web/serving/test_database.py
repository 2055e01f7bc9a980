"""Pages over a PostgreSQL database: as on a file, and while the database is away one sentence until it is back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from muster.web.site import Site
from tests.postgres import Cluster
from tests.web.conftest import Browser, judge_of, organiser_of, picked, site_in, start, text_of

AWAY = "The database does not answer right now. Nothing was saved. Try again in a moment."


@pytest.fixture
def site(tmp_path: Path, database: str) -> Site:
    return site_in(tmp_path / "data", database)


@contextmanager
def stopped(cluster: Cluster) -> Iterator[None]:
    cluster.stop()
    try:
        yield
    finally:
        cluster.start()


def says_so(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer["Retry-After"], answer["Refresh"]) == (503, "2", "5"), path
    assert AWAY in text_of(answer)


def test_pages_say_that_the_database_is_away_and_come_back_by_themselves(site: Site, cluster: Cluster) -> None:
    start(site)
    organiser, player, stranger = organiser_of(site), picked(site, "cup", 1), Browser(site)
    judge = judge_of(site, "cup")
    before = {path: organiser.see(path) for path in ("/e/cup/desk/", "/e/cup/people/")}
    own = player.see("/e/cup/me/")
    page = stranger.see("/e/cup/")
    token = player.token()
    with stopped(cluster):
        for path in before:
            says_so(organiser, path)
        says_so(player, "/e/cup/me/")
        says_so(judge, "/e/cup/tables/")  # Not: only staff may see this.
        says_so(stranger, "/e/cup/")
        says_so(stranger, "/")
        refused = player.post("/e/cup/me/leave/", {"csrfmiddlewaretoken": token})
        assert refused.status_code == 503 and "Refresh" not in refused, "a form is never sent again by itself"
    assert {path: organiser.see(path) for path in before} == before
    assert (player.see("/e/cup/me/"), stranger.see("/e/cup/")) == (own, page)
