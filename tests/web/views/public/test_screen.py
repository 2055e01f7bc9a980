"""The big screen: what it shows when, names that fit; and announcements on every page."""

from __future__ import annotations

import pytest

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.reading.final import final_standings
from muster.web.site import Site
from muster.web.views.public.screen import halves
from tests.typed import needed
from tests.web.conftest import RESULTS, STAFF, Browser, player_of, publish, start


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann Lee", ("Ann", "Lee")),
        ("Madonna", ("", "Madonna")),
        ("Lee, Ann", ("Ann", "Lee")),
        ("Jan van der Berg", ("Jan", "van der Berg")),
        ("de Vries", ("de", "Vries")),
        ("Wilhelmina Featherstonehaugh", ("W.", "Featherstonehaugh")),
        ("Anna Maria Charlotte Krause", ("A. M. C.", "Krause")),
        ("Wolfeschlegelsteinhausenbergerdorff", ("", "Wolfeschlegelsteinhausenbergerdorff")),
    ],
)
def test_a_long_name_shortens_the_given_name_and_never_the_surname(name: str, shown: tuple[str, str]) -> None:
    assert halves(name) == shown


def test_pairings_while_a_round_is_on_and_standings_between_rounds(site: Site) -> None:
    opened = start(site)
    screen = Browser(site)
    page = screen.see("/e/cup/screen/")
    assert "Round 1 of 3" in page and "0/2" in page and "Tables 1 – 2 of 2" in page
    assert "Round 1 of 3" in screen.see("/e/cup/screen/?view=pairings")
    for match in opened.event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    page = screen.see("/e/cup/screen/")
    assert "Standings after round 1" in page and "Places 1 – 5 of 5" in page
    assert "2/2" in screen.see("/e/cup/screen/?view=pairings")
    # A draft shows nothing of itself.
    rounds.pair(site.desk, "cup", STAFF)
    assert screen.see("/e/cup/screen/") == page
    rounds.publish(site.desk, "cup", STAFF)
    assert "Round 2 of 3" in screen.see("/e/cup/screen/")
    assert "Standings after round 1" in screen.see("/e/cup/screen/?view=standings")


def test_byes_stand_below_the_tables_and_more_time_beside_its_table(site: Site, organiser: Browser) -> None:
    event = start(site).event
    bye = event.name_of(event.rounds[0].byes[0].player)
    organiser.send("/e/cup/announce/", text="Lunch")
    organiser.send("/e/cup/clock/extend/", table="2", minutes="7")
    page = Browser(site).see("/e/cup/screen/")
    assert f"– {bye} Bye" in page and "Tables 1 – 2 of 2" in page and "Lunch" in page
    assert " 2 +7 " in page and " 1 +" not in page
    by_name = Browser(site).see("/e/cup/screen/?by=name")
    assert f"{bye} bye" in by_name and by_name.count("2 +7") == 2


def test_by_name_is_in_the_order_of_surnames_with_the_table(site: Site) -> None:
    names = tuple(f"{chr(ord('Z') - n)}o Name{n:02}" for n in range(20))
    event = start(site, names=names).event
    first, second = (Browser(site).see(f"/e/cup/screen/?by=name&page={n}") for n in (1, 2))
    seats = {event.name_of(p): m.table for m in event.rounds[0].matches for p in (m.a, m.b)}
    for number, name in enumerate(sorted(names, key=lambda name: name.split()[1])):
        assert f"{name} {seats[name]}" in (first if number < 16 else second)


def test_an_announcement_is_on_every_page_until_it_is_taken_down(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.send("/e/cup/announce/", text="Lunch <b>until</b> 13:30")
    phone = player_of(site, "cup", 1)
    for browser, path in (
        (Browser(site), "/e/cup/"),
        (Browser(site), "/e/cup/pairings/"),
        (Browser(site), "/e/cup/screen/"),
        (Browser(site), "/e/cup/me/"),
        (phone, "/e/cup/me/"),
        (phone, "/e/cup/me/report/"),
        (organiser, "/e/cup/desk/"),
    ):
        assert "Lunch <b>until</b> 13:30" in browser.see(path), path
        assert b"<b>until" not in browser.get(path).content
    assert "has 161 characters" in organiser.send("/e/cup/announce/", 409, text="x" * 161)
    sent = {"csrfmiddlewaretoken": organiser.token(), "text": "x" * 161}
    page = organiser.post("/e/cup/announce/", sent).content.decode()
    assert f'value="{"x" * 161}"' in page and 'id="main" data-hold' in page
    organiser.send("/e/cup/announce/withdraw/")
    assert "Lunch" not in Browser(site).see("/e/cup/") and "Lunch" not in phone.see("/e/cup/me/")


def test_a_new_round_needs_no_page_that_is_gone(site: Site) -> None:
    start(site, names=tuple(f"Player {n:02}" for n in range(20)))
    screen = Browser(site)
    assert "Tables 9 – 10 of 10" in screen.see("/e/cup/screen/?page=2")
    assert "Tables 9 – 10 of 10" in screen.see("/e/cup/screen/?page=77")
    assert "Tables 1 – 8 of 10" in screen.see("/e/cup/screen/?page=no")
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    publish(site)
    assert "Tables 9 – 10 of 10" in screen.see("/e/cup/screen/?page=2")


def test_before_round_1_the_code_is_large_and_every_view_can_be_reached(site: Site, organiser: Browser) -> None:
    organiser.send("/create/", name="Cup", system="l5r")
    screen = Browser(site)
    body = screen.get("/e/cup/screen/").content.decode()
    assert body.count('class="qr"') == 1 and body.index('class="qr"') < body.index("<footer>")
    assert "Scan the code" in body and 'href="?view=pairings&amp;by=name"' in body
    assert "?view=announcement" not in body
    organiser.send("/e/cup/announce/", text="Lunch until 13:30")
    assert "?view=announcement" in screen.get("/e/cup/screen/").content.decode()
    large = screen.get("/e/cup/screen/?view=announcement").content.decode()
    assert large.count("Lunch until 13:30") == 1 and 's-huge"' in large
    organiser.send("/e/cup/announce/withdraw/")
    assert "Scan the code" in screen.see("/e/cup/screen/?view=announcement")


def test_rounds_of_a_bracket_have_names_and_the_end_has_a_podium(site: Site, organiser: Browser) -> None:
    """Four players: semi-finals, then the final; a podium once the event is finished, and not a moment before."""
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed", options={"format": "elimination"})
    roster.enrol(site.desk, "cup", [(name, needed("bushido")) for name in ("Ann", "Bob", "Cem", "Dai")], STAFF)
    screen = Browser(site)
    for heading in ("Semi-finals", "Final"):
        opened = publish(site)
        assert heading in screen.see("/e/cup/screen/")
        assert f"{heading}: 0 of" in organiser.see("/e/cup/tables/")
        for match in opened.event.rounds[-1].matches:
            results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    rounds.close(site.desk, "cup", STAFF)
    assert "The winners" not in screen.see("/e/cup/screen/")
    opened = events.finish(site.desk, "cup", STAFF)
    page = screen.see("/e/cup/screen/")
    first = final_standings(opened.event, opened.system).order()[0]
    assert f"The winners 1 {opened.event.name_of(first)} Won the final 2" in page, (
        "not their points from before the final"
    )
    assert "Your place on your phone" in page
    assert "The winners" not in screen.see("/e/cup/screen/?view=standings")
