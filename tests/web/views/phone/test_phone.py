"""The player's phone: pick a name, report, confirm, dispute, drop; each only for oneself."""

from __future__ import annotations

import re

import pytest

from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.record.event import MatchState
from muster.core.record.facts.play import PlayerDropped, ResultReported
from muster.web.pages import STATIC
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, player_of, publish, start


def test_pick_your_name_and_see_your_table(site: Site, stranger: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    assert "Who are you?" in stranger.see("/e/cup/me/")
    assert "No player here matches “Zoe”" in stranger.see("/e/cup/me/?q=Zoe")
    assert "No player is called “Zoe”" in stranger.send("/e/cup/me/pick/", 409, player="Zoe")
    stranger.send("/e/cup/me/pick/", player=f"#{match.a}")
    event = site.open("cup").event
    page = stranger.see("/e/cup/me/")
    assert f"table {match.table} against {event.name_of(match.b)}" in page and "Report the result" in page
    stranger.send("/e/cup/me/leave/")
    assert "Who are you?" in stranger.see("/e/cup/me/")


def test_one_reports_the_other_confirms(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "2", "vp-2": "1"})
    assert "Waiting for" in bob.see("/e/cup/me/")
    # Bob is side b: “you” first on his form is second in the record.
    assert next(iter(site.open("cup").event.rounds[0].matches[0].reports.values())).values["vp"] == [1, 2]
    assert "Confirm" in ann.see("/e/cup/me/")
    ann.press("/e/cup/me/", "/e/cup/me/confirm/")
    other = site.open("cup").event.name_of
    assert "You lost, " in ann.see("/e/cup/me/") and f"You 1, {other(match.b)} 2" in ann.see("/e/cup/me/")
    assert "You won, " in bob.see("/e/cup/me/") and f"You 2, {other(match.a)} 1" in bob.see("/e/cup/me/")
    assert "If it is wrong, tell the desk." in ann.send(
        "/e/cup/me/report/send/", 409, round=1, **{"vp-1": "2", "vp-2": "1"}
    )


def test_a_dispute_shows_both_versions_to_both(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    for browser in (ann, bob):
        browser.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "2", "vp-2": "1"})
    for browser in (ann, bob):
        page = browser.see("/e/cup/me/")
        other = site.open("cup").event.name_of(match.b if browser is ann else match.a)
        # Whose points are whose: two lines that say “2” first do not look like agreement.
        assert f"You say: you 2, {other} 1. You won." in page
        assert f"{other} says: {other} 2, you 1. You lost." in page and "Your reports differ" in page
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "1", "vp-2": "2"})
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN


def test_a_report_of_a_round_gone_by_is_refused_and_kept(site: Site) -> None:
    start(site, played=1)
    match = site.open("cup").event.rounds[1].matches[0]
    page = player_of(site, "cup", match.a).send(
        "/e/cup/me/report/send/", 409, round=1, ending="played", **{"vp-1": "3", "vp-2": "0"}
    )
    assert "Round 2 has been published" in page
    assert site.open("cup").event.rounds[1].matches[0].state is MatchState.OPEN


def test_a_form_sent_twice_counts_once(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    browser = player_of(site, "cup", match.a)
    for _ in range(2):
        browser.send("/e/cup/me/report/send/", round=1, once="kept", ending="played", **{"vp-1": "2", "vp-2": "1"})
    assert sum(isinstance(e.fact, ResultReported) for e in site.open("cup").entries) == 1


def test_concede_and_drop_oneself(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    ann.send("/e/cup/me/report/send/", round=1, ending="concession")
    bob.press("/e/cup/me/", "/e/cup/me/confirm/")
    assert "You won" in bob.see("/e/cup/me/")
    assert "Round 2 of" in ann.see("/e/cup/me/")
    ann.send("/e/cup/me/drop/")
    page = ann.see("/e/cup/me/")
    assert "You have dropped out The desk can bring you back." in page and "Round 2 of" not in page
    event = site.open("cup").event
    assert not event.players[match.a].active and event.players[match.b].active
    entry = site.open("cup").entries[-1]
    assert (entry.actor.role.value, entry.actor.player) == ("player", match.a)
    # The log says who did it; a reason is what somebody typed, in whatever language.
    assert isinstance(entry.fact, PlayerDropped) and entry.fact.reason == ""


def test_who_is_disqualified_is_promised_nothing(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    organiser.send(f"/e/cup/people/{match.a}/disqualify/", reason="cheating")
    page = player_of(site, "cup", match.a).see("/e/cup/me/")
    assert "You are disqualified" in page and "bring you back" not in page and "Round 2 of" not in page


def test_the_bye_and_no_match_say_so(site: Site) -> None:
    bye = start(site).event.rounds[0].byes[0].player
    browser = player_of(site, "cup", bye)
    assert "You have the bye in round 1" in browser.see("/e/cup/me/")
    assert "You have no match in this round" in browser.see("/e/cup/me/report/", 409)


def test_a_score_is_one_tap_where_the_field_allows_it(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    browser = player_of(site, "cup", match.b)
    form = browser.get("/e/cup/me/report/").content.decode()
    keys = re.findall(r'name="vp-pad" value="(\d-\d)"', form)
    assert keys == ["3-0", "2-0", "2-1", "1-0", "1-1", "0-0", "0-1", "1-2", "0-2", "0-3"], "BUS-35"
    assert 'name="vp-1"' not in form and 'name="sp-1"' in form
    page = browser.send("/e/cup/me/report/send/", 409, round=1, ending="played", **{"vp-pad": "2-9"})
    assert "9" in page and "0 to 3" in page
    page = browser.send("/e/cup/me/report/send/", 409, round=1, ending="played", **{"vp-pad": "2-1", "sp-1": "many"})
    assert "“many” should be a whole number" in page
    browser.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-pad": "2-1"})
    assert site.open("cup").event.rounds[0].matches[0].reports[match.b].values["vp"] == [1, 2]


@pytest.mark.parametrize(
    ("system", "fields"),
    [
        ("bushido", {"vp-pad": "2-1"}),
        ("l5r", {"winner": "a"}),
        ("warmachine", {"winner-pad": "a/scenario", "cp-1": "5", "cp-2": "1", "apd-1": "30", "apd-2": "10"}),
        ("urban_war", {"lost-1": "2", "lost-2": "6"}),
    ],
)
def test_the_fields_in_sight_are_enough_for_a_usual_result(site: Site, system: str, fields: dict[str, str]) -> None:
    """What is not folded away: one pick in Bushido and Legend of the Five Rings, one and four numbers in WARMACHINE,
    two numbers in Urban War."""
    match = start(site, system).event.rounds[0].matches[0]
    browser = player_of(site, "cup", match.a)
    form = browser.get("/e/cup/me/report/").content.decode()
    form = form.partition("<details")[0]
    asked = set(re.findall(r'name="([\w-]+)"', form.partition('name="pair"')[2])) - {"ending"}
    assert asked == set(fields)
    browser.send("/e/cup/me/report/send/", round=1, ending="played", **fields)
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.REPORTED


@pytest.mark.parametrize(
    ("system", "fields", "said"),
    [
        ("bushido", {"vp-1": "3", "vp-2": "2"}, "2 for {other} and 3 for {own} is not a possible score"),
        ("l5r", {}, "The winner is missing."),
        (
            "l5r",
            {"winner": "a", "how": "judgment", "broken-1": "3", "broken-2": "1", "honor-1": "5", "honor-2": "9"},
            "{own} is entered as the winner, but loses Emperor’s Judgment",
        ),
        ("warmachine", {"winner": "a", "cp-1": "5", "cp-2": "1", "apd-1": "30", "apd-2": "10"}, "Won by is missing"),
        ("urban_war", {"lost-1": "12", "lost-2": "2"}, "Models lost: “12” for {own} should be 9 at most"),
    ],
)
def test_a_refused_report_names_whose_figures_it_means(
    site: Site, system: str, fields: dict[str, str], said: str
) -> None:
    """On the phone of side b the own figures are first, in the record second: a bare “2-3” would be the other way."""
    opened = start(site, system)
    match = opened.event.rounds[0].matches[0]
    page = player_of(site, "cup", match.b).send("/e/cup/me/report/send/", 409, round=1, ending="played", **fields)
    assert said.format(own=opened.event.name_of(match.b), other=opened.event.name_of(match.a)) in page


def test_in_urban_war_the_opponent_enters_too(site: Site) -> None:
    """UW-19 X-03: a tap on “that is right” is not an entry; the other's figures are not shown before one's own."""
    match = start(site, "urban_war").event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    ann.send("/e/cup/me/report/send/", round=1, ending="played", **{"lost-1": "2", "lost-2": "6"})
    assert "to enter it too" in ann.see("/e/cup/me/")
    page = bob.see("/e/cup/me/")
    assert "Enter the result" in page and "Confirm" not in page and "lost by" not in page
    refused = bob.send("/e/cup/me/confirm/", 409, round=1, shown="guessed")
    assert "both players enter the result." in refused and "lost by" not in refused
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"lost-1": "5", "lost-2": "2"})
    a, b = (site.open("cup").event.name_of(p) for p in (match.a, match.b))
    for browser, versions in (
        (ann, (f"lost by you: 2, lost by {b}: 6", f"lost by {b}: 5, lost by you: 2")),
        (bob, (f"lost by you: 5, lost by {a}: 2", f"lost by {a}: 2, lost by you: 6")),
    ):
        page = browser.see("/e/cup/me/")
        assert "Your reports differ" in page and all(version in page for version in versions)
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"lost-1": "6", "lost-2": "2"})
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN


def test_a_report_that_comes_after_its_round_is_answered_in_words(site: Site) -> None:
    opened = start(site)
    match = opened.event.rounds[0].matches[0]
    browser = player_of(site, "cup", match.a)
    for one in opened.event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(one.table), {"vp": "1-0"})], STAFF)
    rounds.close(site.desk, "cup", STAFF)
    sent = {"round": "1", "ending": "played", "vp-pad": "3-2", "sp-1": "7"}
    page = browser.send("/e/cup/me/report/send/", 409, **sent)
    assert "Round 1 is over" in page and "Round 1 was closed before your report came in" in page
    assert f"They can correct table {match.table}" in page and "The result is: Victory points 1 – 0" in page
    assert "3 – 2" in page and "7" in page
    # The same, when the next round is on and whoever reports has the bye in it.
    publish(site)
    bye = site.open("cup").event.rounds[1].byes[0].player
    page = player_of(site, "cup", bye).send("/e/cup/me/report/send/", 409, **sent)
    assert "Round 2 has been published. Your report for round 1 came too late" in page
    for number in ("", "9", "x", "-1"):
        page = browser.send("/e/cup/me/report/send/", 409, **{**sent, "round": number})
        assert f"“{number}” is not being played" in page


def test_a_report_that_was_recorded_counts_once_also_long_after(site: Site) -> None:
    opened = start(site)
    match = opened.event.rounds[0].matches[0]
    browser = player_of(site, "cup", match.a)
    sent = {"round": "1", "ending": "played", "vp-pad": "2-1", "once": "kept-by-the-phone"}
    browser.send("/e/cup/me/report/send/", **sent)
    for one in opened.event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(one.table), {"vp": "2-1"})], STAFF)
    publish(site)
    before = site.open("cup").last
    browser.send("/e/cup/me/report/send/", **sent)
    assert site.open("cup").last == before


def test_a_confirmation_that_comes_late_is_told_what_counts_and_one_sent_twice_counts_once(site: Site) -> None:
    opened = start(site)
    match = opened.event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "2", "vp-2": "1"})
    pressed = {**ann.form("/e/cup/me/", "/e/cup/me/confirm/"), "once": "kept-by-the-phone"}
    results.report(site.desk, "cup", [Report(str(match.table), {"vp": "3-0"})], STAFF)
    already = f"Table {match.table} in round 1 already has a result: Victory points 3 – 0."
    assert already in ann.send("/e/cup/me/confirm/", 409, **pressed)
    for one in opened.event.rounds[0].matches[1:]:
        results.report(site.desk, "cup", [Report(str(one.table), {"vp": "2-1"})], STAFF)
    match = publish(site).event.rounds[1].matches[0]
    assert already in ann.send("/e/cup/me/confirm/", 409, **pressed)
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    bob.send("/e/cup/me/report/send/", round=2, ending="played", **{"vp-1": "2", "vp-2": "1"})
    pressed = {**ann.form("/e/cup/me/", "/e/cup/me/confirm/"), "once": "kept-by-the-phone"}
    for _ in range(2):
        ann.send("/e/cup/me/confirm/", **pressed)
    last = site.open("cup").last
    # Even after everything has moved on: it was recorded, and the phone is told only that.
    for one in site.open("cup").event.rounds[1].matches[1:]:
        results.report(site.desk, "cup", [Report(str(one.table), {"vp": "2-1"})], STAFF)
    publish(site)
    before = site.open("cup").last
    assert before > last
    ann.send("/e/cup/me/confirm/", **pressed)
    assert site.open("cup").last == before


def test_leaving_says_what_it_changes(site: Site) -> None:
    opened = start(site)
    match = opened.event.rounds[0].matches[0]
    browser = player_of(site, "cup", match.a)
    assert f"Your game at table {match.table} is not finished. Report or concede it first" in browser.see("/e/cup/me/")
    for one in opened.event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(one.table), {"vp": "2-1"})], STAFF)
    page = browser.see("/e/cup/me/")
    assert "You will not be paired again" in page and "Round 2 of 3" in page
    browser.send("/e/cup/me/drop/")
    assert "You have dropped out The desk can bring you back" in browser.see("/e/cup/me/")


def test_the_home_screen_opens_ones_own_table(site: Site) -> None:
    start(site)
    answer = Browser(site).get("/e/cup/manifest.json")
    assert answer["Content-Type"] == "application/manifest+json"
    made = answer.json()
    assert (made["name"], made["start_url"], made["display"]) == ("Cup", "/e/cup/me/", "standalone")
    for icon in made["icons"]:
        file = STATIC / icon["src"].rpartition("/")[2]
        width = int.from_bytes(file.read_bytes()[16:20], "big")
        assert icon["sizes"] == f"{width}x{width}"
    worker = Browser(site).get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "worker-src 'self'" in worker["Content-Security-Policy"]


def test_a_players_page_is_small(site: Site) -> None:
    """Under 100 KB in total on first load, uncompressed, including what scripts and the worker fetch."""
    match = start(site, names=tuple(f"Player {n:02}" for n in range(64))).event.rounds[0].matches[0]
    body = player_of(site, "cup", match.a).get("/e/cup/me/").content
    asked = {name.decode() for name in re.findall(rb'"/static/\w+/([^"]+)', body)}
    worker = Browser(site).get("/worker.js").content
    kept = {name.decode() for name in re.findall(rb'"/static/\w+/([^"]+)', worker)}
    # What the page asks for is kept for reading it offline; the pictures are for the home screen.
    assert {name for name in asked if not name.endswith(".png")} | {"morph.js"} == kept
    files = asked | kept | {"icon-192.png", "icon-512.png"}
    assert len(body) + len(worker) + sum((STATIC / name).stat().st_size for name in files) < 100_000


def test_the_next_round_comes_up(site: Site, organiser: Browser) -> None:
    start(site)
    for match in site.open("cup").event.rounds[0].matches:
        organiser.send("/e/cup/result/", table=match.table, ending="played", **{"vp-1": "2", "vp-2": "1"})
    publish(site)
    match = site.open("cup").event.rounds[1].matches[0]
    page = player_of(site, "cup", match.a).see("/e/cup/me/")
    assert f"Round 2: table {match.table}" in page and "So far" in page
