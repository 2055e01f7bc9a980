"""The organiser's pages of a season: opened, filled, checked, corrected, who is who, the final, undone."""

from __future__ import annotations

import html
import re
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from muster.app.circuit.views import season_view
from muster.app.events.carry import export_event, import_event
from muster.app.people import roster
from muster.core.kit.errors import UnknownName
from muster.game import read_toml
from muster.store.sqlite import FILE
from muster.web.site import Site
from tests.app.circuit.year import STAFF, Year
from tests.web.conftest import Browser, organiser_of, site_in

TODAY = date.today()
DAY = TODAY.isoformat()
LEAGUE = 'name = "League"\ngame = "warmachine"\n[points]\nchart = [5, 3, 1]\n[qualify]\nplaces = 2\n'


@pytest.fixture
def year(site: Site) -> Year:
    return Year(journals=site.desk.journals, first=DAY, last=(TODAY + timedelta(30)).isoformat())


def table(site: Site, season: str) -> list[tuple[str, object]]:
    view = season_view(site.seasons, site.desk, site.seasons.open(season))
    return [(row.name, row.points) for row in view.table]


def test_a_season_is_opened_filled_and_its_events_checked(site: Site, organiser: Browser, year: Year) -> None:
    year.event("North", ["Ann", "Ben", "Cem", "Dai"], date=DAY)
    assert "Enter the first event." in organiser.see(f"/s/{year.id}/desk/")
    assert f"/s/{year.id}/desk/" in organiser.get("/").content.decode()
    at = f"/s/{year.id}/desk/"
    assert "is not a number of people" in organiser.send(at + "enter/", 409, event="north", attendees="many")
    organiser.send(at + "enter/", event="north", attendees="120")
    page = organiser.see(at)
    assert "Does not count yet" in page and "Sanctioned by the publisher WMH-007" in page
    assert "comes after “Sanctioned" in organiser.send(at + "meet/", 409, event="north", requirement="medals", on=DAY)
    for step in ("sanctioned", "requested", "reported"):
        organiser.send(at + "meet/", event="north", requirement=step, on=DAY)
    later = organiser.send(
        at + "meet/", 409, event="north", requirement="reported", on=(TODAY - timedelta(1)).isoformat()
    )
    assert "To change the day, give a reason." in later
    assert "Counts" in organiser.see(at) and table(site, year.id)[0] == ("Ann", 10)


def test_the_report_is_there_to_copy_and_that_it_was_sent_is_recorded(
    site: Site, organiser: Browser, stranger: Browser, year: Year
) -> None:
    """WMH-131: the top three and the standings are reported within 14 days; nobody but the organiser sees the page."""
    at = f"/s/{year.id}/desk/"
    page = at + "report/north/"
    year.event("North", ["Ann", "Ben", "Cem", "Dai"], date=DAY, finish=False)
    organiser.send(at + "enter/", event="north", attendees="120")
    assert page in organiser.get(at).content.decode()
    assert "North is not in the season yet" in organiser.see(page) and "I’ve sent it" not in organiser.see(page)
    year.finish("north")
    organiser.send(at + "take/", event="north")
    text = html.unescape(organiser.get(page).content.decode())
    assert "Top three\n1. Ann\n2. Ben\n3. Cem\n" in text and re.search(r"\n4\. Dai, \d+</textarea>", text)
    assert "1 event still has to be reported." in organiser.see(at) and "North: send the results by" in organiser.see(
        at
    )
    assert "Send the results by" in organiser.see(page) and "WMH-132" in organiser.see(page)
    sent = {"event": "north", "requirement": "reported", "back": "report"}
    tomorrow = (TODAY + timedelta(1)).isoformat()
    assert "is still to come" in organiser.send(at + "meet/", 409, **sent, on=tomorrow)
    organiser.send(at + "meet/", **sent, on=DAY)
    done = organiser.see(page)
    assert "North does not count yet" in done and "I’ve sent it" not in done and "Change the day" in done
    for step in ("sanctioned", "requested"):
        organiser.send(at + "meet/", event="north", requirement=step, on=DAY)
    assert "North counts" in organiser.see(page)
    assert stranger.get(page).status_code == 403 and "Ben" not in stranger.get(page).content.decode()


def test_an_event_that_was_reported_too_late_earns_nothing_and_says_why(organiser: Browser, site: Site) -> None:
    """WMH-131 WMH-132: 15 days after its last day is too late."""
    held = (TODAY - timedelta(20)).isoformat()
    year = Year(journals=site.desk.journals, first=held, last=DAY)
    year.event("North", ["Ann", "Ben", "Cem", "Dai"], date=held)
    year.calendar.day = DAY
    at = f"/s/{year.id}/desk/"
    organiser.send(at + "enter/", event="north")
    assert "The results were due on" in organiser.see(at + "report/north/")
    late = (TODAY - timedelta(5)).isoformat()
    organiser.send(at + "meet/", event="north", requirement="reported", on=late, back="report")
    page = organiser.see(at + "report/north/")
    assert "North earns no points" in page and "1 day late" in page and "Change the day" in page


def test_a_circuit_that_asks_for_no_report_has_no_page_for_it(organiser: Browser, site: Site) -> None:
    year = Year(read_toml(LEAGUE), journals=site.desk.journals, first=DAY, last=DAY, name="League")
    year.enter(year.event("North", ["Ann", "Ben", "Cem", "Dai"], date=DAY))
    assert "/report/" not in organiser.get(f"/s/{year.id}/desk/").content.decode()
    assert organiser.get(f"/s/{year.id}/desk/report/north/").status_code == 404


def test_what_was_said_of_an_event_is_changed_later(organiser: Browser, year: Year) -> None:
    """WMH-008: the form has what is known, and what is wrong with it is said beside it."""
    at = f"/s/{year.id}/desk/"
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"], date=DAY)
    said = {"first_day": DAY, "last_day": DAY, "tier": "Masters"}
    wrong = organiser.press(at, at + "event/", 409, **said, attendees="many")
    assert "“many” is not a number of people." in wrong
    organiser.press(at, at + "event/", **said, attendees="140")
    assert "140 people." in organiser.see(at) and "North changed: 140 people at the convention" in organiser.see(at)
    shown = organiser.get(at).content.decode()
    for name, value in (("first_day", DAY), ("attendees", "140")):
        assert re.search(rf'id="c1-\d" name="{name}"[^>]*value="{value}"', shown)
    assert "<option selected>Masters</option>" in shown


def test_an_event_that_was_restored_from_an_older_copy_and_finished_again_is_taken_over(
    site: Site, organiser: Browser, year: Year
) -> None:
    at = f"/s/{year.id}/desk/"
    year.event("North", ["Ann", "Ben"], date=DAY, finish=False)
    early = export_event(site.desk, "north")
    year.finish("north")
    year.enter("north")
    site.desk.remove("north")
    import_event(site.desk, early)
    year.start_again()
    assert "The reported results count until you take over" in organiser.see(at)
    assert "Comes in with" not in organiser.see(at)
    year.finish("north")
    assert "1 finished event is waiting" in organiser.see(at) and "Comes in with: Ann, Ben" in organiser.see(at)
    organiser.press(at, at + "take/")
    assert "The reported results" not in organiser.see(at) and "Comes in with" not in organiser.see(at)


def test_results_are_taken_over_and_corrections_shown_before(site: Site, organiser: Browser, year: Year) -> None:
    """What the page says would change is what is recorded; if an event changed since, nothing is."""
    at = f"/s/{year.id}/desk/"
    year.event("North", ["Ann", "Ben", "Cem", "Dai"], date=DAY, finish=False)
    organiser.send(at + "enter/", event="north")
    year.finish("north")
    assert "Comes in with: Ann, Ben, Cem" in organiser.see(at)
    organiser.send(at + "take/", event="north")
    for step in ("sanctioned", "requested", "reported"):
        organiser.send(at + "meet/", event="north", requirement=step, on=DAY)
    year.correct("north", "Ann", "b", "0-9")
    seen = organiser.form(at, at + "update/")
    assert "Dai: was 4th, now 1st" in organiser.see(at)
    assert table(site, year.id)[0] == ("Dai", 10)
    year.correct("north", "Ann", "a", "9-0")
    year.correct("north", "Ben", "b", "0-8")
    assert "has changed since you opened this page" in organiser.send(at + "update/", 409, **seen)
    organiser.press(at, at + "update/")
    assert "What would change" not in organiser.see(at)
    organiser.press(at, at + "undo/")
    assert "What would change" in organiser.see(at)
    organiser.press(at, at + "redo/")
    assert "Something has changed" in organiser.send(at + "undo/", 409, seen="2")


def test_the_head_says_that_an_event_is_damaged(year: Year, tmp_path: Path) -> None:
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"], date=DAY)
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        (number,) = link.execute("SELECT number FROM journals WHERE id = 'north'").fetchone()
        link.execute("UPDATE entries SET hash = 'changed' WHERE journal = ?", (number,))
        link.execute("UPDATE journals SET hash = 'changed' WHERE number = ?", (number,))
        link.commit()
    page = organiser_of(site_in(tmp_path / "data")).see(f"/s/{year.id}/desk/")
    assert "1 event is damaged. See below." in page and "up to date" not in page
    assert "“North” cannot be opened" in page and "Its reported results still count." in page


def test_who_is_who_the_final_and_other_days(site: Site, organiser: Browser, year: Year) -> None:
    for name, order in (("North", ["Ann", "Ben", "Cem", "Dai"]), ("South", ["Ben", "Ann", "Cem", "Eve"])):
        year.qualifier(name, order, date=DAY)
    at = f"/s/{year.id}/desk/"
    assert "3 pairs of players may be one person each." in organiser.see(at)
    organiser.send(at + "people/", said="apart", one="Cem@north", other="Cem@south")
    organiser.send(at + "people/", said="same", one="Ann@north", other="Ann@south")
    organiser.send(at + "people/", said="all")
    assert table(site, year.id)[:2] == [("Ann", 17), ("Ben", 17)]
    days = {"name": "Gauntlet", "first": DAY, "last": (TODAY + timedelta(60)).isoformat()}
    late = {**days, "first": (TODAY + timedelta(1)).isoformat()}
    assert "so the season has to include that day" in organiser.send(at + "amend/", 409, **late)
    organiser.send(at + "amend/", **days)
    assert "now called “Gauntlet”" in organiser.see(at)
    refused = organiser.post(
        at + "final/", {"csrfmiddlewaretoken": organiser.token(), "final": "yes", "name": "The final", "date": DAY}
    ).content.decode()
    assert (
        "Nobody is ticked." in refused
        and 'value="The final"' in refused
        and not re.search(r'name="player"[^>]* checked', refused)
    ), "what was typed and ticked is still there"
    assert len(re.findall(r'name="player"[^>]* checked', organiser.get(at).content.decode())) == 2
    organiser.send(at + "final/", name="The final", player=["Ann@south", "Ben@south"])
    assert [p.name for p in site.open("the-final").event.players.values()] == ["Ann", "Ben"]
    assert "The final" in organiser.see(at) and "without having qualified" not in organiser.see(at)
    roster.enrol(site.desk, "the-final", [("Zoe", {})], STAFF)
    assert "In the final without having qualified: Zoe. WMH-136" in organiser.see(at)
    organiser.send(at + "withdraw/", 409, event="south", reason=" ")
    organiser.send(at + "withdraw/", event="south", reason="not sanctioned after all")
    assert "“South”" not in organiser.see("/e/south/keeping/") and "It is in a season" not in organiser.see(
        "/e/south/keeping/"
    )
    assert "It is in a season: Gauntlet." in organiser.see("/e/north/keeping/")


def test_a_season_of_a_file(site: Site, organiser: Browser, tmp_path: object) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    days = {"first": "2026-01-01", "last": "2026-12-31"}
    assert "Choose a circuit" in organiser.send("/seasons/open/", 409, name="League 2026", circuit="", **days)
    file = SimpleUploadedFile("league.toml", LEAGUE.encode())
    organiser.send("/seasons/open/", name="League 2026", circuit="", file=file, **days)
    assert site.seasons.open("league-2026").circuit.name == "League"
    again = organiser.send(
        "/seasons/open/", 409, name="Again", file=SimpleUploadedFile("l.toml", LEAGUE.encode()), **days
    )
    assert "is a season of the same circuit" in again
    with pytest.raises(UnknownName):
        site.seasons.open("again")


def test_only_the_organiser_runs_a_season(site: Site, stranger: Browser, year: Year) -> None:
    assert "Only the organiser" in stranger.see(f"/s/{year.id}/desk/", 403)
    assert "Run this season" not in stranger.see(f"/s/{year.id}/")
    stranger.send(f"/s/{year.id}/desk/undo/", 403)
