"""The judge's tables and the big screen."""

from __future__ import annotations

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.web.site import Site
from tests.web.conftest import Browser, judge_of, start


def test_tables_by_state_and_what_was_reported(site: Site) -> None:
    names = tuple(f"Player {n:02}" for n in range(8))
    opened = start(site, names=names)
    match = opened.event.rounds[0].matches[2]
    actor = roster.as_player(site.desk, "cup", f"#{match.a}")
    results.report(site.desk, "cup", [Report(f"#{match.a}", {"vp": "3-0"})], actor)
    judge = judge_of(site, "cup")
    assert "All 4 Playing 3 One report 1 Disputed 0 In 0" in judge.see("/e/cup/tables/")
    shown = judge.get("/e/cup/tables/?state=reported").content.decode()
    assert shown.count('class="cell"') == 1 and f"Table {match.table}: One report" in shown
    picked = judge.see(f"/e/cup/tables/?table={match.table}")
    a, b = opened.event.name_of(match.a), opened.event.name_of(match.b)
    assert f"{a} reports: Victory points: {a} 3, {b} 0" in picked
    assert "No tables in this state" in judge.see("/e/cup/tables/?state=disputed")


def test_the_screen_shows_eight_tables_a_page(site: Site, stranger: Browser) -> None:
    start(site, names=tuple(f"Player {n:02}" for n in range(20)))
    first, second = stranger.get("/e/cup/screen/"), stranger.get("/e/cup/screen/?page=2")
    assert first.content.decode().count('class="tn"') == 8
    assert second.content.decode().count('class="tn"') == 2
    assert stranger.get("/e/cup/screen/?page=99").content == second.content
    assert "Tables 9 – 10 of 10" in stranger.see("/e/cup/screen/?page=2")


def test_the_screen_waits_for_the_first_round(site: Site, organiser: Browser) -> None:
    organiser.send("/create/", name="Cup", system="l5r")
    assert "Pairings will appear here" in organiser.see("/e/cup/screen/")
