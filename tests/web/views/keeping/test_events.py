"""An event as a whole in the browser: exported, imported, checked, hidden, removed, its players copied."""

from __future__ import annotations

import json

from django.core.files.uploadedfile import SimpleUploadedFile

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF, Browser, start


def exported(browser: Browser, what: str) -> bytes:
    sent = {"csrfmiddlewaretoken": browser.token(), "what": what}
    answer = browser.post("/e/cup/keeping/export/", sent)
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    assert answer["Content-Disposition"].startswith('attachment; filename="cup')
    return bytes(answer.content)


def test_an_event_is_exported_removed_and_brought_back(site: Site, organiser: Browser) -> None:
    start(site, played=1)
    head = site.open("cup").head
    whole = exported(organiser, "whole")
    said = organiser.press("/e/cup/keeping/", "/e/cup/keeping/remove/", 200, name="cup")
    assert "“Cup” was removed for good. Players: 5, rounds: 2." in said and "There is no event yet." in said
    assert "removed for good" not in organiser.see("/")
    assert organiser.get("/e/cup/").status_code == 404
    organiser.send("/import/take/", file=SimpleUploadedFile("cup.json", whole))
    assert site.open("cup").head == head
    taken = organiser.send("/import/take/", 409, file=SimpleUploadedFile("cup.json", whole))
    assert "cup" in taken and site.open("cup").head == head


def test_a_copy_to_share_has_no_seed(site: Site, organiser: Browser) -> None:
    start(site)
    assert json.loads(exported(organiser, "whole"))["seed"] == "seed"
    assert not json.loads(exported(organiser, "shared"))["seed"]


def test_what_is_no_export_is_refused_in_one_sentence(organiser: Browser) -> None:
    said = organiser.send("/import/take/", 409, file=SimpleUploadedFile("cup.txt", b"Ann, Bob"))
    assert "“cup.txt” is not a Muster export: it should be a JSON file from “Export”." in said
    assert "Nothing was sent" in organiser.send("/import/take/", 409)


def test_removing_says_what_goes_and_asks_for_the_name(site: Site, organiser: Browser) -> None:
    start(site)
    page = organiser.see("/e/cup/keeping/")
    assert "with its players (5), rounds (1) and record (" in page and "Export it first" in page
    refused = organiser.press("/e/cup/keeping/", "/e/cup/keeping/remove/", 409, name="Cap")
    assert "“Cup”, not “Cap”. Nothing was deleted." in refused
    fields = organiser.form("/e/cup/keeping/", "/e/cup/keeping/remove/") | {"name": "Cap"}
    marked = organiser.post("/e/cup/keeping/remove/", fields | {"csrfmiddlewaretoken": organiser.token()})
    assert 'value="Cap" aria-invalid="true" autofocus>' in marked.content.decode()
    assert site.open("cup").event.players


def test_what_was_done_since_the_page_was_opened_keeps_the_event(site: Site, organiser: Browser) -> None:
    start(site)
    seen = organiser.form("/e/cup/keeping/", "/e/cup/keeping/remove/")
    events.set_option(site.desk, "cup", "rounds", "3", STAFF)
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    assert "has just done this" in organiser.send("/e/cup/keeping/remove/", 409, **seen, name="Cup")
    assert site.open("cup").event.players


def test_the_record_is_checked_in_the_browser(site: Site, organiser: Browser) -> None:
    start(site, played=1)
    said = organiser.press("/e/cup/keeping/", "/e/cup/keeping/check/", 200)
    assert f"everything matches. Entries: {len(site.open('cup').entries)}, draws: 2, standings: 1." in said


def test_a_hidden_event_is_in_no_public_list_and_its_address_is_open(
    site: Site, organiser: Browser, stranger: Browser
) -> None:
    start(site)
    organiser.press("/e/cup/keeping/", "/e/cup/keeping/list/")
    assert "Cup" not in stranger.see("/") and "Round 1" in stranger.see("/e/cup/")
    assert "hidden" in organiser.see("/")
    organiser.press("/e/cup/keeping/", "/e/cup/keeping/list/")
    assert "Cup" in stranger.see("/")


def test_a_mistyped_address_never_names_a_hidden_event(site: Site, organiser: Browser, stranger: Browser) -> None:
    start(site)
    events.create(site.desk, "Open", "bushido", STAFF)
    assert "did you mean “cup”?" in stranger.see("/e/cop/", 404)
    organiser.press("/e/cup/keeping/", "/e/cup/keeping/list/")
    for page in ("/e/cop/", "/e/cop/event.json", "/e/cop/overlay/clock/", "/e/cop/embed/standings/"):
        told = stranger.get(page)
        assert told.status_code == 404, page
        said = told.content.decode()
        assert "open" in said.casefold() and "“cup”" not in said and "cup." not in said, page
    assert "known: open." in stranger.see("/e/cop/", 404) and "did you mean “open”" in stranger.see("/e/opne/", 404)


def test_players_of_an_earlier_event_are_copied_once(site: Site, organiser: Browser) -> None:
    start(site)
    events.create(site.desk, "Second", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "second", [("Ann", {"club": "North"})], STAFF)
    roster.amend(site.desk, "cup", "Bob", STAFF, texts={"club": "South"})
    form = organiser.form("/e/second/people/import/", "/e/second/people/copy/") | {"from": "cup"}
    for _ in range(2):
        organiser.send("/e/second/people/copy/", **form)
    found = {p.name: p.values.get("club") for p in site.open("second").event.players.values()}
    assert sorted(found) == sorted(NAMES) and found["Ann"] == "North" and found["Bob"] == "South"
    again = organiser.press("/e/second/people/import/", "/e/second/people/copy/", 409, **{"from": "cup"})
    assert "Everyone from “Cup” is already enrolled here." in again


def test_players_of_another_game_are_asked_about_before_they_are_copied(site: Site, organiser: Browser) -> None:
    """Urban War needs everybody's models; a wrong answer keeps the others."""
    start(site)
    events.create(site.desk, "City", "urban_war", STAFF)
    names = [player.name for player in site.open("cup").event.players.values()]
    page = organiser.press("/e/city/people/import/", "/e/city/people/copy/", 409, **{"from": "cup"})
    assert f"One more thing about {len(names)} players" in page and f"Models for {names[0]}" in page
    answers = {f"more-{n}-models": str(7 + n) for n in range(1, len(names) + 1)}
    page = organiser.send("/e/city/people/copy/", 409, **{"from": "cup"}, **answers | {"more-1-models": "few"})
    assert "“few” should be a whole number" in page and site.open("city").event.players == {}
    organiser.send("/e/city/people/copy/", **{"from": "cup"}, **answers)
    found = [(player.name, player.values["models"]) for player in site.open("city").event.players.values()]
    assert found == [(name, 8 + n) for n, name in enumerate(names)]


def test_a_second_organiser_acts_under_their_own_name(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.see("/devices/")
    said = organiser.send("/devices/invite/", 200, name="Mara")
    link = next(word for word in said.split() if "/sign-in/" in word)
    second = Browser(site)
    path = link.removeprefix(site.address)
    assert second.get(path).status_code == 302
    second.send("/e/cup/announce/", text="Lunch at one")
    assert site.open("cup").entries[-1].actor.name == site.accounts.signature(1) and "Mara" not in str(site.open("cup"))
    assert "Lunch at one Mara" in organiser.see("/e/cup/log/") and "Lunch at one Mara" in organiser.see("/e/cup/desk/")
    assert "Signed in as organiser Mara" in second.see("/e/cup/")
    assert "Mara" not in organiser.see("/e/cup/") and "Mara" in organiser.see("/devices/")
    assert "already been used" in Browser(site).see(path, 409)
