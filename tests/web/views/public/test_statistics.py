"""The pages of statistics: what everybody sees of an event and a season, and the organiser of everything."""

from __future__ import annotations

from threading import Thread

import pytest

from muster.app.people import roster
from muster.app.statistics import gather
from muster.web.copies.files import season_files
from muster.web.site import Site
from tests.app.circuit.year import Year
from tests.web.conftest import STAFF, Browser, organiser_of, start


def factions(site: Site) -> None:
    """Filled in after the games."""
    for at, player in enumerate(site.open("cup").event.players.values()):
        roster.amend(site.desk, "cup", player.name, STAFF, texts={"faction": ("Ryu", "Tengu")[at % 2]})


def test_an_events_statistics_are_for_everybody(site: Site) -> None:
    start(site, names=tuple(f"Player {n}" for n in range(24)), played=2)
    factions(site)
    page = Browser(site).see("/e/cup/statistics/")
    assert "24 games were played." in page and "Games won by faction" in page and "Ryu" in page and "Tengu" in page
    assert "Nobody recorded who went first." in page
    body = Browser(site).get("/e/cup/statistics/").getvalue().decode()
    assert 'role="img" aria-label="Between ' in body and "style=" not in body
    sheet = Browser(site).get("/e/cup/statistics.csv")
    assert sheet["Content-Type"].startswith("text/csv") and b"bushido,faction,Ryu," in sheet.getvalue()
    assert "Statistics" in Browser(site).see("/e/cup/")


def test_few_games_have_no_percentage(site: Site) -> None:
    start(site, played=1)
    factions(site)
    page = Browser(site).see("/e/cup/statistics/")
    assert "Too few games to compare factions" in page and "too few games to tell" in page
    assert "%" not in page[page.index("Games won by faction") : page.index("0% 50% 100%")]


def test_before_the_first_result(site: Site) -> None:
    start(site)
    assert "No games yet" in Browser(site).see("/e/cup/statistics/")


def test_a_seasons_statistics_and_everything(site: Site) -> None:
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    start(site, played=1)
    page = Browser(site).see(f"/s/{year.id}/statistics/")
    assert "2 games were played." in page and "They are from 1 event." in page
    assert b"warmachine,games" in Browser(site).get(f"/s/{year.id}/statistics.csv").getvalue()
    organiser = organiser_of(site)
    whole = organiser.see("/statistics/")
    assert "Bushido Masters" in whole and "WARMACHINE" in whole
    assert "Bushido Masters" in organiser.see("/statistics/?game=bushido")
    assert b"bushido,games" in organiser.get("/statistics.csv").getvalue()
    assert "Only the organiser" in Browser(site).see("/statistics/", 403)


def test_a_season_that_takes_long_to_count_says_so_and_holds_nobody_up(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first look after a start: strangers read how far it is, and never part of the numbers as if it were
    everything. The log has nothing about it, because nothing went wrong.
    """
    monkeypatch.setattr(gather, "FEW", 0)
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    page, stranger = f"/s/{year.id}/statistics/", Browser(site)
    with site.counting._turn:  # Somebody else is counting.
        answer = stranger.get(page)
        assert answer.status_code == 503 and answer["Retry-After"] and answer["Refresh"]
        assert "Muster is still reading" in answer.getvalue().decode()
        assert stranger.get(f"/s/{year.id}/statistics.csv").status_code == 503
        told = stranger.get(f"/s/{year.id}/statistics.json")
        assert told.status_code == 503 and told["Content-Type"] == "application/problem+json" and told["Retry-After"]
    assert "2 games were played." in stranger.see(page) and not caplog.records


def test_a_copy_waits_until_a_season_is_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gather, "FEW", 0)
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    files: dict[str, bytes] = {}
    copying = Thread(target=lambda: files.update(season_files(site, year.id)))
    with site.counting._turn:
        copying.start()
        copying.join(1)
        assert copying.is_alive()
    copying.join(30)
    assert any(b"They are from 1 event." in page for page in files.values())
    assert not any(b"still reading" in page for page in files.values())


def test_calendars(site: Site) -> None:
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ["Ann", "Ben"])
    for path in ("/e/north/calendar.ics", f"/s/{year.id}/calendar.ics"):
        answer = Browser(site).get(path)
        assert answer["Content-Type"].startswith("text/calendar")
        assert b"SUMMARY:North" in answer.getvalue()
