"""Pages that everybody may read, without signing in."""

from __future__ import annotations

import pytest

from muster.app.events import actions as events
from muster.app.past.record import mark
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.systems import registry
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF, Browser, start


def test_events_are_listed(site: Site, stranger: Browser) -> None:
    assert "There is no event yet" in stranger.see("/")
    start(site)
    assert "Cup Bushido Masters round 1" in stranger.see("/")


@pytest.mark.parametrize("system", registry.BUILT_IN)
def test_every_public_page_of_every_game(site: Site, stranger: Browser, system: str) -> None:
    start(site, system, played=1)
    assert "Round 2" in stranger.see("/e/cup/")
    assert "Round 2 pairings" in stranger.see("/e/cup/pairings/")
    assert "Round 1 pairings" in stranger.see("/e/cup/pairings/1/")
    assert "Standings after round 1" in stranger.see("/e/cup/standings/")
    assert "Standings after round 1" in stranger.see("/e/cup/standings/1/")
    assert all(name in stranger.see("/e/cup/players/") for name in NAMES)
    for number, name in enumerate(NAMES, start=1):
        page = stranger.see(f"/e/cup/players/{number}/")
        assert name in page and "Why this rank" in page
    assert "Clauses" in stranger.see("/e/cup/rules/")
    assert "Round 2" in stranger.see("/e/cup/screen/")


def test_pairings_by_name_and_search(site: Site, stranger: Browser) -> None:
    start(site)
    body = stranger.get("/e/cup/pairings/?by=name").content.decode()
    order = [body.index(f'data-name="{name.lower()} ') for name in NAMES if f'data-name="{name.lower()} ' in body]
    assert order == sorted(order) and len(order) >= 4
    found = stranger.see("/e/cup/pairings/?by=name&q=eVe")
    assert "Eve" in found
    assert "No player in this round matches “Zoe”" in stranger.see("/e/cup/pairings/?q=Zoe")


def test_a_draft_is_nobodys_business(site: Site, stranger: Browser) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    assert "No round is published yet" in stranger.see("/e/cup/pairings/")
    assert "Round 1 is not published yet" in stranger.see("/e/cup/pairings/1/", 409)
    assert "Round 1 is not published yet" in stranger.see("/e/cup/standings/1/", 409)
    assert "not started" in stranger.see("/e/cup/")
    for number in range(1, 6):
        assert "Why this opponent" not in stranger.see(f"/e/cup/players/{number}/")


def test_unknown_pages_are_answered_in_words(site: Site, stranger: Browser) -> None:
    start(site)
    assert "No event is called “cop”; did you mean “cup”?" in stranger.see("/e/cop/", 404)
    assert "no page at this address" in stranger.see("/nowhere/", 404)
    assert "No player is called “#77”" in stranger.see("/e/cup/players/77/", 404)


def test_names_are_text_never_markup(site: Site, stranger: Browser) -> None:
    start(site, names=("<script>alert(1)</script>", '"><img src=x>', "Ann", "Bob"))
    for path in ("pairings/", "standings/", "players/", "players/1/", "me/", "screen/"):
        body = stranger.get(f"/e/cup/{path}").content.decode()
        assert "<script>alert" not in body and "<img" not in body


def test_every_page_forbids_what_is_not_ours(site: Site, stranger: Browser) -> None:
    start(site)
    for path in ("/", "/e/cup/", "/nowhere/", "/e/cup/desk/"):
        answer = stranger.get(path)
        rules = dict(rule.split(" ", 1) for rule in answer["Content-Security-Policy"].split("; "))
        assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
        assert set(rules.values()) == {"'none'", "'self'"} and rules["form-action"] == "'self'"
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        body = answer.content.decode()
        assert "style=" not in body and "onclick" not in body and "http://" not in body.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:8000", 200), ("192.168.0.7:8000", 200), ("[::1]:8000", 200), ("evil.example", 421)],
)
def test_a_foreign_name_is_not_answered(stranger: Browser, host: str, status: int) -> None:
    assert stranger.get("/", HTTP_HOST=host).status_code == status


def test_a_foreign_name_is_refused_in_the_readers_language(stranger: Browser) -> None:
    answer = stranger.get("/", HTTP_HOST="evil.example", HTTP_ACCEPT_LANGUAGE="de")
    assert answer.content.decode() == "Unter dem Namen 'evil.example' gibt es kein Turnier.\n"


def test_an_event_that_was_removed_and_made_again_is_not_the_old_one(site: Site, stranger: Browser) -> None:
    start(site, names=("Ann", "Bob", "Cem", "Dai"))
    assert "Ann" in stranger.see("/e/cup/pairings/")
    site.desk.remove("cup")
    assert stranger.get("/e/cup/pairings/").status_code == 404
    start(site, names=("Flo", "Gus", "Hal", "Ida"))
    assert "Ann" not in stranger.see("/e/cup/pairings/")


def test_a_capital_at_the_head_leaves_names_alone() -> None:
    from muster.web.pages import opening

    assert opening("“Ann Lee” is paired down") == "“Ann Lee” is paired down"
    assert opening("ann Lee of the TP") == "Ann Lee of the TP"
    assert opening("") == ""


def test_the_record_is_published_and_says_nothing_of_a_draft(site: Site, stranger: Browser) -> None:
    start(site, played=1)
    record = mark(site.desk.open("cup"))
    line = f"Record {record.hash} at entry {record.entry}"
    assert line in stranger.see("/e/cup/") and line in stranger.see("/e/cup/screen/")
    for match in site.desk.open("cup").event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    rounds.close(site.desk, "cup", STAFF)
    closed = mark(site.desk.open("cup"))
    rounds.pair(site.desk, "cup", STAFF)
    line = f"Record {closed.hash} at entry {closed.entry}"
    assert line in stranger.see("/e/cup/") and line in stranger.see("/e/cup/screen/")
