"""The judge's tables and the big screen."""

from __future__ import annotations

from muster.app.awards import actions as awards
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.results.seen import digest
from muster.core.record.facts.awards import AwardKind
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, judge_of, start


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


def disputed(site: Site) -> tuple[int, str, str]:
    """The table, and its two players: each reports 3 – 0 for themself."""
    opened = start(site, names=("Ann", "Bob", "Cem", "Dai"))
    match = opened.event.rounds[0].matches[0]
    for player in (match.a, match.b):
        actor = roster.as_player(site.desk, "cup", f"#{player}")
        results.report(site.desk, "cup", [Report(f"#{player}", {"vp": "3-0"})], actor)
    return match.table, opened.event.name_of(match.a), opened.event.name_of(match.b)


def test_both_reports_are_in_sight_with_a_press_for_each(site: Site) -> None:
    table, a, b = disputed(site)
    judge = judge_of(site, "cup")
    page = judge.see(f"/e/cup/tables/?table={table}")
    for text in (f"{a} reports:", f"{b} reports:", f"{a} is right", f"{b} is right", "Neither is right"):
        assert text in page
    sent = judge.form(f"/e/cup/tables/?table={table}", "/e/cup/settle/")
    judge.send("/e/cup/settle/", **sent | {"player": "#" + str(site.open("cup").event.find(b).id)})
    match = site.open("cup").event.rounds[0].match_at(table)
    assert match is not None and match.result is not None and match.result.values["vp"] == [0, 3]


def test_a_judge_settles_a_dispute_in_which_neither_is_right(site: Site) -> None:
    """L5R-011: only a dispute, only as the page showed it, and twice is once."""
    table, _, _ = disputed(site)
    judge = judge_of(site, "cup")
    sent = judge.form(f"/e/cup/tables/?table={table}&do=other", "/e/cup/settle/other/")
    assert "should be" in judge.send("/e/cup/settle/other/", 409, **sent | {"vp-1": "x", "vp-2": "1"})
    judge.send("/e/cup/settle/other/", **sent | {"vp-1": "2", "vp-2": "1"})
    judge.send("/e/cup/settle/other/", **sent | {"vp-1": "2", "vp-2": "1"})
    first, other = site.open("cup").event.rounds[0].matches
    assert first.result is not None and first.result.values["vp"] == [2, 1]
    late = sent | {"once": "again", "vp-1": "0", "vp-2": "3"}
    judge.send("/e/cup/settle/other/", 409, **late)
    shown = digest(site.open("cup").event.rounds[0], other)
    open_table = {"table": other.table, "round": 1, "shown": shown, "vp-1": "2", "vp-2": "1"}
    assert "is not in dispute" in judge.send("/e/cup/settle/other/", 409, **open_table)


def test_a_judge_gives_an_award_that_is_left_to_the_staff(site: Site, organiser: Browser, stranger: Browser) -> None:
    start(site, names=("Ann", "Bob", "Cem", "Dai"))
    awards.add(site.desk, "cup", "Best painted", AwardKind.STAFF, STAFF, prize="A brush")
    awards.add(site.desk, "cup", "Best opponent", AwardKind.OPPONENT, STAFF)
    judge, other = judge_of(site, "cup"), judge_of(site, "cup", "Idris")
    page = judge.see("/e/cup/tables/")
    assert "Best painted" in page and "Prize: A brush" in page and "Best opponent" not in page
    sent = judge.form("/e/cup/tables/", "/e/cup/awards/choose/")
    late = other.form("/e/cup/tables/", "/e/cup/awards/choose/")
    bob = "#" + str(site.open("cup").event.find("Bob").id)
    judge.send("/e/cup/awards/choose/", **sent | {"player": bob, "reason": "that dragon"})
    judge.send("/e/cup/awards/choose/", **sent | {"player": bob, "reason": "that dragon"})
    assert site.open("cup").entries[-1].actor.name == "Hale"
    assert [entry.fact for entry in site.open("cup").entries].count(site.open("cup").entries[-1].fact) == 1
    refused = other.send("/e/cup/awards/choose/", 409, **late | {"player": bob})
    assert "Somebody has already chosen the winner of “Best painted”. Only the organiser can change that." in refused
    assert "Choose the winner" not in other.see("/e/cup/tables/") and "Bob" in other.see("/e/cup/tables/")
    assert "that dragon" not in stranger.see("/e/cup/"), "given when the event is finished"
    assert verify(site.open("cup"), "seed").ok
    assert "Chosen by a judge: that dragon" in organiser.see("/e/cup/awards/")
