"""Standings while a round is being played, at the end and with a bracket; and one's own seat above the pairings."""

from __future__ import annotations

from muster.app.events import actions as events
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.record.event import Round
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, picked, publish, start

EIGHT = ("Ann", "Bob", "Cem", "Dai", "Eve", "Flo", "Gus", "Hal")


def play(site: Site) -> None:
    for match in site.open("cup").event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), {"winner": "a"})], STAFF)


def with_bracket(site: Site) -> None:
    """Two Swiss rounds, a cut to four, the semi-finals played and the final published."""
    start(site, "l5r", EIGHT)
    events.set_option(site.desk, "cup", "rounds", "2", STAFF)
    events.set_option(site.desk, "cup", "cut", "4", STAFF)
    play(site)
    publish(site)
    play(site)
    rounds.cut(site.desk, "cup", STAFF)
    publish(site)
    play(site)
    publish(site)


def over(site: Site) -> None:
    with_bracket(site)
    play(site)
    events.finish(site.desk, "cup", STAFF)


def test_nobody_is_first_while_round_1_is_being_played(site: Site, stranger: Browser) -> None:
    start(site)
    page = stranger.see("/e/cup/standings/")
    assert "No standings yet Round 1 is still being played" in page and "Rank Player" not in page
    screen = stranger.see("/e/cup/screen/?view=standings")
    assert "Round 1 is still being played" in screen and "Places" not in screen


def test_a_round_that_is_being_played_does_not_count_and_the_page_says_so(site: Site, stranger: Browser) -> None:
    start(site, played=1)
    for address in ("/e/cup/standings/", "/e/cup/standings/2/"):
        page = stranger.see(address)
        assert "Standings after round 1 Round 2 is still being played. It counts when all" in page
    assert "still being played" not in stranger.see("/e/cup/standings/1/")


def test_elimination_games_show_who_won(site: Site, stranger: Browser) -> None:
    with_bracket(site)
    semi: Round = site.open("cup").event.rounds[2]
    page = stranger.see("/e/cup/pairings/3/")
    assert "Winner" in page and "0 – 0" not in page
    for match in semi.matches:
        assert f"{site.open('cup').event.name_of(match.a)} wins" in page


def test_places_of_the_bracket_are_final_and_explained(site: Site, stranger: Browser) -> None:
    """L-26: players knocked out later rank higher; in the same round the better seed."""
    over(site)
    event = site.open("cup").event
    final = event.rounds[3].matches[0]
    page = stranger.see("/e/cup/standings/")
    assert "Final standings" in page
    assert f"1 {event.name_of(final.a)} won the final L-26" in page
    assert f"2 {event.name_of(final.b)} lost the final L-26" in page
    lost = [p for p in event.stage.seeds if p not in (final.a, final.b)]
    for rank, player in enumerate(sorted(lost, key=event.stage.seeds.index), start=3):
        seed = event.stage.seeds.index(player) + 1
        assert f"{rank} {event.name_of(player)} out in the semi-finals, as seed {seed} L-26" in page
    assert "out in" not in stranger.see("/e/cup/standings/2/")
    second = stranger.see(f"/e/cup/standings/?why={final.b}")
    assert f"{event.name_of(final.a)} above {event.name_of(final.b)} won the final; " in second
    assert "Final standings" in stranger.see("/e/cup/screen/?view=standings")


def test_ones_own_seat_leads_the_pairings(site: Site, stranger: Browser) -> None:
    opened = start(site)
    match = opened.event.rounds[0].matches[1]
    name = opened.event.name_of
    page = picked(site, "cup", match.b).see("/e/cup/pairings/")
    assert (
        f"Round 1 pairings {match.table} You, {name(match.b)} Table {match.table} against {name(match.a)} Find" in page
    )
    bye = opened.event.rounds[0].byes[0].player
    assert f"You, {name(bye)} You have a bye" in picked(site, "cup", bye).see("/e/cup/pairings/1/")
    assert "You, " not in stranger.see("/e/cup/pairings/")


def test_a_browser_keeps_no_page_with_the_seat_of_another(site: Site) -> None:
    opened = start(site)
    match = opened.event.rounds[0].matches[0]
    browser = picked(site, "cup", match.a)
    tag = browser.get("/e/cup/pairings/")["ETag"]
    assert browser.get("/e/cup/pairings/", HTTP_IF_NONE_MATCH=tag).status_code == 304
    other = picked(site, "cup", match.b)
    other.cookies["muster-form"] = browser.cookies["muster-form"].value
    assert other.get("/e/cup/pairings/", HTTP_IF_NONE_MATCH=tag).status_code == 200
