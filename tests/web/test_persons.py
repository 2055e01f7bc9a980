"""People over all events on their pages: the organiser's list, a profile by consent, forgetting."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from muster.app.events import actions as events
from muster.app.persons import actions
from muster.app.persons.log import people_log
from muster.app.persons.views import profile_view
from muster.core.kit.model import PlayerId
from muster.core.reading.people.roll import appearance_key
from muster.web.site import Site
from tests.app.circuit.year import STAFF, Year
from tests.web.conftest import Browser, organiser_of, picked, player_of, site_in

ORDER = ["Ann", "Ben", "Cem", "Dai"]


def played(site: Site) -> tuple[Year, str]:
    """Two events, and the key of Ann, who played in both."""
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ORDER)
    year.qualifier("South", ["Ben", "Eve", "Ann", "Fay"], "2026-10-01")
    return year, appearance_key((site.open("north").hashes[0], PlayerId(1)))


def named(page: str) -> bool:
    return re.search(r"\bAnn\b", page) is not None


def test_the_organiser_is_asked_who_is_who_and_answers_once(site: Site) -> None:
    _, key = played(site)
    organiser = organiser_of(site)
    page = organiser.see("/people/")
    assert (
        "8 people in all events" in page and "2 questions" in page and "Nothing yet." in organiser.see("/people/log/")
    )
    assert "2 players have the names of people in other events." in organiser.see("/e/south/people/")
    other = appearance_key((site.open("south").hashes[0], PlayerId(3)))
    assert "Something has changed" in organiser.send("/people/same/all/", 409, seen="9")
    organiser.send("/people/same/all/", seen="2")
    organiser.send("/people/undo/")
    organiser.send("/people/same/", one=key, other=other)
    organiser.send("/people/apart/", one="Ben@north", other="Ben@south")
    assert "The same person?" not in organiser.see("/people/")
    log = organiser.see("/people/log/")
    assert "are two people" in log and "Redo" not in log
    organiser.send("/people/undo/")
    assert "Redo" in organiser.see("/people/log/")
    assert "1 question" in organiser.see("/people/?event=south")
    assert "both played in North" in organiser.send("/people/same/", 409, one="Ann@north", other="Ben@north")
    assert "No person is called “Zed”" in organiser.send("/people/same/", 409, one="Zed", other="Ann")
    kept = organiser.post(
        "/people/same/", {"csrfmiddlewaretoken": organiser.token(), "by_name": "yes", "one": "Zed", "other": "Ann"}
    )
    assert 'value="Zed"' in kept.content.decode() and 'value="Ann"' in kept.content.decode()
    said = len(people_log(site.people))
    page = organiser.send("/people/same/", 200, one="Ann@north", other="Ann@south")
    assert "Ann (North) and Ann (South) are already one person." in page
    assert "Both are Dai in North." in organiser.send("/people/same/", 200, one="Dai", other="#4@north")
    assert len(people_log(site.people)) == said
    organiser.send(f"/people/{key}/split/", one=other)
    assert "2 people found" in organiser.see("/people/?q=ann")


def test_a_stranger_sees_a_profile_only_by_consent_and_learns_nothing_else(site: Site) -> None:
    _, key = played(site)
    stranger, organiser = Browser(site), organiser_of(site)
    unknown = stranger.see("/people/000000000000-1/", status=404)
    assert stranger.see(f"/people/{key}/", status=404) == unknown
    assert "Only organisers see this page" in organiser.see(f"/people/{key}/")
    organiser.send(f"/people/{key}/consent/", agrees="yes")
    page = stranger.see(f"/people/{key}/")
    assert "North" in page and "1st of 4" in page and "Against Dai 1 – 0" in page
    assert "Forget this person" not in page and "Somebody else" not in page and "Profile of Dai" not in page
    assert "Turnier Rang Spiele" in stranger.see(f"/people/{key}/?lang=de")  # Not “Ort”, where an event is.
    stranger.see("/?lang=en")
    organiser.send("/e/north/keeping/list/", shown="no")
    assert "North" not in stranger.see(f"/people/{key}/")
    organiser.send(f"/people/{key}/consent/", agrees="no")
    assert stranger.see(f"/people/{key}/", status=404) == unknown


def test_an_event_that_has_not_begun_is_not_played_yet(site: Site) -> None:
    _, key = played(site)
    later = events.create(site.desk, "Later", "warmachine", STAFF).id
    actions.copy_players(site.people, later, "north", STAFF)
    page = organiser_of(site).see(f"/people/{key}/")
    assert "Later" in page and "1 event played" in page


def test_a_player_shows_and_hides_their_own_profile_with_proof(site: Site) -> None:
    _, key = played(site)
    ann = player_of(site, "north", 1)
    assert "Your profile across events is private" in ann.see("/e/north/me/")
    ann.send("/e/north/me/profile/", agrees="yes")
    assert "See my profile" in ann.see("/e/north/me/") and "North" in Browser(site).see(f"/people/{key}/")
    picked(site, "north", 2).send("/e/north/me/profile/", 403, agrees="yes")
    ann.send("/e/north/me/profile/", agrees="no")
    Browser(site).see(f"/people/{key}/", status=404)


def test_forgetting_asks_once_more_and_says_what_it_cannot_do(site: Site) -> None:
    year, key = played(site)
    organiser = organiser_of(site)
    page = organiser.see(f"/people/{key}/forget/")
    assert "This cannot be undone." in page and "Copies elsewhere keep the name" in page
    assert "Nothing was forgotten." in organiser.send(f"/people/{key}/forget/now/", 409)
    assert "Ann" in Browser(site).see("/e/north/standings/")
    file = organiser.get(f"/people/{key}/file/")
    assert b'"Ann"' in file.getvalue() and file["Cache-Control"] == "no-store"
    organiser.send(f"/people/{key}/forget/now/", sure="yes")
    for path in ("/e/north/", "/e/north/standings/", "/e/north/pairings/", "/e/north/players/", "/e/north/screen/"):
        page = Browser(site).see(path)
        assert not named(page), path
    assert "Player 1" in Browser(site).see("/e/north/standings/")
    for path in ("/e/north/log/", "/e/north/desk/", "/e/north/people/", "/people/log/", f"/people/{key}/"):
        assert not named(organiser.see(path)), path
    assert "Player 1" in Browser(site).see(f"/s/{year.id}/")
    assert "the name was forgotten" in organiser.see(f"/people/{key}/")


def test_forgetting_says_which_events_it_could_not_open(site: Site, tmp_path: Path) -> None:
    _, key = played(site)
    with closing(sqlite3.connect(tmp_path / "data" / "muster.db")) as base:
        (number,) = base.execute("SELECT number FROM journals WHERE id = 'south'").fetchone()
        base.execute("DROP TRIGGER entries_are_never_changed")
        base.execute("UPDATE entries SET at = '2020' WHERE journal = ? AND seq = 3", (number,))
        base.commit()
    late = site_in(tmp_path / "data")
    said = organiser_of(late).send(f"/people/{key}/forget/now/", 200, sure="yes")
    assert "could not be opened and may still have the name: south" in said and "first entry" not in said


def test_forgetting_says_whose_names_stay_as_nobody_said_that_they_are_the_same(site: Site) -> None:
    """Otherwise somebody is forgotten in one event, and the organiser believes that the name is gone."""
    year = Year(journals=site.desk.journals)
    for place, day in (("North", "2026-09-01"), ("South", "2026-10-01"), ("West", "2026-11-01")):
        year.qualifier(place, ["Ann", "Ben"], day)
    organiser = organiser_of(site)
    key = appearance_key((site.open("north").hashes[0], PlayerId(1)))
    assert "2 other players here have the same name" in organiser.see(f"/people/{key}/forget/")
    actions.join(site.people, "Ann@north", "Ann@south", STAFF)
    actions.part(site.people, "Ann@north", "Ann@west", STAFF)
    assert "the same name" not in organiser.see(f"/people/{key}/forget/")


def test_the_players_of_the_last_event_are_enrolled_with_one_step(site: Site) -> None:
    played(site)
    organiser = organiser_of(site)
    events.create(site.desk, "West", "warmachine", STAFF, date="2026-11-01")
    assert "Enrol the 4 players of South" in organiser.see("/e/west/people/")
    organiser.press("/e/west/people/", "/e/west/people/copy/")
    view = profile_view(site.people, "Fay")
    assert view is not None and [e.name for e in view.events] == ["West", "South"]
    assert actions.seen_before(site.people, "west") == 2  # Ann and Ben are in North too.


def test_a_player_whose_name_is_in_many_later_events_is_one_player(site: Site) -> None:
    year = Year(journals=site.desk.journals)
    for place, day in (("North", "2026-09-01"), ("South", "2026-10-01"), ("East", "2026-11-01")):
        year.qualifier(place, ["Ann", "Ben"], day)
    assert actions.seen_before(site.people, "north") == 2
