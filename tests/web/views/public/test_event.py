"""The page of an event for everybody: where and when, the schedule, the way to register, the final standings."""

from __future__ import annotations

import pytest

from muster.app.events import actions as events
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import BadInput
from muster.core.rules.venue import as_text, clean_link, clean_schedule
from muster.web.site import Site
from tests.web.conftest import RESULTS, STAFF, Browser, start
from tests.web.views.public.test_standings import over


def test_place_map_and_schedule_are_on_the_page(site: Site, organiser: Browser, stranger: Browser) -> None:
    start(site)
    organiser.send(
        "/e/cup/amend/",
        name="Cup",
        date="2026-11-20",
        place="Town hall, Main Street 1",
        map_link="https://maps.example/?q=1&z=2",
        schedule="Saturday\n9.30 Check-in\n10:00 Round 1\n12:30-13:30 Lunch break\n",
    )
    page = stranger.see("/e/cup/")
    assert "Place Town hall, Main Street 1 Map" in page
    assert "Saturday 09:30 Check-in 10:00 Round 1 12:30–13:30 Lunch break" in page
    body = stranger.get("/e/cup/").content.decode()
    assert '<a class="link" href="https://maps.example/?q=1&amp;z=2" rel="noopener noreferrer external">' in body
    assert body.count("maps.example") == 1
    assert "place Town hall, Main Street 1" in organiser.see("/e/cup/log/")


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "maps.example", "https://a b", "https://x@evil.example/", "data:,"]
)
def test_a_map_link_is_an_address_of_the_web_and_nothing_else(site: Site, organiser: Browser, link: str) -> None:
    start(site)
    said = organiser.send("/e/cup/amend/", 409, name="Cup", date="", map_link=link)
    assert f"“{link}” is not a link to a map." in said
    assert not site.open("cup").event.map_link


def test_a_schedule_is_typed_as_it_is_read() -> None:
    read = clean_schedule("10.00  Round 1\n\nBreak\n12:00 - 13:00 Lunch")
    assert read == (("10:00", "Round 1"), ("", "Break"), ("12:00–13:00", "Lunch"))
    assert clean_schedule(as_text(read)) == read
    assert clean_link(" https://maps.example/1 ") == "https://maps.example/1"
    with pytest.raises(BadInput, match="61 lines"):
        clean_schedule("Break\n" * 61)


def test_a_form_that_does_not_ask_for_the_place_leaves_it(site: Site, organiser: Browser) -> None:
    start(site)
    events.amend(site.desk, "cup", STAFF, place="Hall", schedule="10:00 Round 1")
    organiser.send("/e/cup/amend/", name="New Cup", date="")
    assert site.open("cup").event.place == "Hall" and site.open("cup").event.schedule


def test_a_finished_event_leads_with_its_final_standings(site: Site, stranger: Browser) -> None:
    over(site)
    page = stranger.see("/e/cup/")
    assert page.index("Final standings") < page.index("House rules")
    assert "won the final L-26" in page and "Find my table" not in page


def test_a_round_is_over_when_it_is_closed(site: Site, stranger: Browser) -> None:
    opened = start(site)
    assert "Round 1 of 3 is being played." in stranger.see("/e/cup/")
    tables = [str(match.table) for match in opened.event.rounds[0].matches]
    results.report(site.desk, "cup", [Report(table, RESULTS["bushido"]) for table in tables], STAFF)
    assert "Round 1 of 3 is being played." in stranger.see("/e/cup/")
    rounds.close(site.desk, "cup", STAFF)
    assert "Round 1 of 3 is over." in stranger.see("/e/cup/")
