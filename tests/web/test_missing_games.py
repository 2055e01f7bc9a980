"""The start page and the other events, beside one whose game is gone or broken or whose journal is damaged."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from muster.app.events import actions as events
from muster.app.people import roster
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.store.sqlite import FILE
from muster.web.live.kept import KeptPages
from muster.web.site import Site
from tests.plugins import RAISES, Packages, install
from tests.web.conftest import Browser, organiser_of, text_of

LATER = "It cannot be shown at the moment; the organiser can see why."


@pytest.fixture(params=["gone", "unloadable", "raising", "damaged"])
def trouble(request: pytest.FixtureRequest, tmp_path: Path, site: Site, packages: Packages) -> str:
    """Three events, and what has happened to the first since, and to the last, which is hidden."""
    install(tmp_path / "site")
    packages.use(tmp_path / "site")
    events.create(site.desk, "Away Day", "tiny", Actor())
    roster.enrol(site.desk, "away-day", [("Ann", {})], Actor())
    events.create(site.desk, "Home Day", "l5r", Actor())
    events.create(site.desk, "Surprise Away", "tiny", Actor())
    events.list_event(site.desk, "surprise-away", False, Actor())
    match request.param:
        case "gone":
            packages.use()
        case "damaged":
            with closing(sqlite3.connect(tmp_path / "data" / FILE)) as link, link:
                link.execute("DROP TRIGGER entries_are_never_changed")
                link.execute("UPDATE entries SET body = replace(body, 'Away', 'Far')")
        case how:
            install(tmp_path / how, RAISES if how == "raising" else "import not_there\n")
            packages.use(tmp_path / how)
    site.desk = desk_at(tmp_path / "data")  # As after a new start.
    return str(request.param)


WHY = {
    "gone": "Install the package tiny-game (1.0 or newer)",
    "unloadable": "cannot be loaded (ModuleNotFoundError: No module named 'not_there')",
    "raising": "something broke in Muster or in the game “tiny”",
    "damaged": "The journal is damaged at entry 1",
}
WHY_IN_GERMAN = {
    "gone": "das hier nicht installiert ist",
    "unloadable": "aber es lässt sich nicht laden",
    "raising": "etwas kaputtgegangen",
    "damaged": "beschädigt",
}


def test_the_start_page_lists_every_event(
    site: Site, stranger: Browser, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        listed = stranger.see("/")
        wanted = organiser_of(site).see("/")
    assert "Away Day" in listed and "Home Day" in listed and LATER in listed
    assert WHY[trouble] in wanted
    assert ("muster export away-day" in wanted) == (trouble != "damaged")
    assert WHY[trouble] not in listed
    assert ("no luck" in caplog.text) == (trouble == "raising")


@pytest.mark.parametrize("trouble", ["gone", "unloadable", "raising", "damaged"], indirect=True)
def test_the_start_page_says_why_in_the_readers_language(site: Site, trouble: str) -> None:
    organiser = organiser_of(site)
    listed = text_of(organiser.get("/", headers={"accept-language": "de"}))
    assert WHY_IN_GERMAN[trouble] in listed and WHY[trouble] not in listed


def test_a_hidden_event_stays_hidden_when_it_cannot_be_shown(site: Site, stranger: Browser, trouble: str) -> None:
    assert "Surprise" not in stranger.see("/")
    assert "Surprise Away" in organiser_of(site).see("/")


def test_the_other_event_runs_on(site: Site, stranger: Browser, trouble: str) -> None:
    organiser = organiser_of(site)
    organiser.send("/e/home-day/people/add/", name="Zoe")
    assert "Zoe" in stranger.see("/e/home-day/players/")
    assert "Home Day" in stranger.see("/e/home-day/screen/")


@pytest.mark.parametrize("trouble", ["gone", "unloadable", "damaged"], indirect=True)
def test_its_own_pages_say_why(site: Site, stranger: Browser, trouble: str) -> None:
    for browser in (stranger, organiser_of(site)):
        for page in ("", "desk/", "screen/", "me/"):
            answer = browser.get(f"/e/away-day/{page}")
            assert answer.status_code in (403, 409), page
            if answer.status_code == 409:
                assert WHY[trouble] in answer.content.decode().replace("&#39;", "'")


def test_a_broken_package_is_named_where_a_game_is_picked(site: Site, trouble: str) -> None:
    page = organiser_of(site).see("/new/")
    assert ("The package tiny-game 1.0 offers the game “tiny”, but it cannot" in page) == (trouble == "unloadable")
    assert "Bushido Masters" in page


def test_an_event_page_says_that_the_rules_have_changed(
    site: Site, stranger: Browser, tmp_path: Path, packages: Packages
) -> None:
    install(tmp_path / "one")
    packages.use(tmp_path / "one")
    events.create(site.desk, "Away Day", "tiny", Actor())
    assert "was created with version" not in stranger.see("/e/away-day/")
    install(tmp_path / "two", version="2.0")
    packages.use(tmp_path / "two")
    site.pages = KeptPages()
    site.desk = desk_at(tmp_path / "data")
    assert "created with version 1.0 of the Tiny Skirmish rules. This server has version 2.0" in stranger.see(
        "/e/away-day/"
    )
