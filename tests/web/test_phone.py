"""The player's phone: pick a name, report, confirm, dispute, drop; each only for oneself."""

from __future__ import annotations

import re

from muster.core.event import MatchState
from muster.web.pages import STATIC
from muster.web.site import Site

from .conftest import Browser, player_of, publish, start


def test_pick_your_name_and_see_your_table(site: Site, stranger: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    assert "Who are you?" in stranger.see("/e/cup/me/")
    assert "Nobody who plays here is called “Zoe”" in stranger.see("/e/cup/me/?q=Zoe")
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
    assert "That is right" in ann.see("/e/cup/me/")
    ann.send("/e/cup/me/confirm/")
    assert "You lost" in ann.see("/e/cup/me/") and "You won" in bob.see("/e/cup/me/")
    assert "nothing to confirm" in ann.send("/e/cup/me/confirm/", 409)
    assert "is in already" in ann.send("/e/cup/me/report/send/", 409, round=1, **{"vp-1": "2", "vp-2": "1"})


def test_a_dispute_shows_both_versions_to_both(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    for browser in (ann, bob):
        browser.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "2", "vp-2": "1"})
    for browser in (ann, bob):
        page = browser.see("/e/cup/me/")
        assert "Your reports differ" in page and "points 2 – 1" in page.lower() and "points 1 – 2" in page.lower()
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "1", "vp-2": "2"})
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN


def test_a_report_of_a_round_gone_by_is_refused_and_kept(site: Site) -> None:
    start(site, played=1)
    match = site.open("cup").event.rounds[1].matches[0]
    page = player_of(site, "cup", match.a).send(
        "/e/cup/me/report/send/", 409, round=1, ending="played", **{"vp-1": "3", "vp-2": "0"}
    )
    assert "Round 2 was published meanwhile" in page
    assert site.open("cup").event.rounds[1].matches[0].state is MatchState.OPEN


def test_a_form_sent_twice_counts_once(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    browser = player_of(site, "cup", match.a)
    for _ in range(2):
        browser.send("/e/cup/me/report/send/", round=1, once="kept", ending="played", **{"vp-1": "2", "vp-2": "1"})
    assert sum(e.request == "kept" for e in site.open("cup").entries) == 1


def test_concede_and_drop_oneself(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    ann.send("/e/cup/me/report/send/", round=1, ending="concession")
    bob.send("/e/cup/me/confirm/")
    assert "You won" in bob.see("/e/cup/me/")
    ann.send("/e/cup/me/drop/")
    event = site.open("cup").event
    assert not event.players[match.a].active and event.players[match.b].active
    entry = site.open("cup").entries[-1]
    assert (entry.actor.role.value, entry.actor.player) == ("player", match.a)


def test_the_bye_and_no_match_say_so(site: Site) -> None:
    bye = start(site).event.rounds[0].byes[0].player
    browser = player_of(site, "cup", bye)
    assert "You have the bye in round 1" in browser.see("/e/cup/me/")
    assert "You have no match in this round" in browser.see("/e/cup/me/report/", 409)


def test_a_players_page_is_small(site: Site) -> None:
    """Under 100 KB in all at the first load (docs/decisions: own CSS, three small scripts)."""
    match = start(site, names=tuple(f"Player {n:02}" for n in range(64))).event.rounds[0].matches[0]
    body = player_of(site, "cup", match.a).get("/e/cup/me/").content
    files = re.findall(rb'"/static/([^?"]+)', body)
    assert len(files) == 8
    assert len(body) + sum((STATIC / name.decode()).stat().st_size for name in files) < 100_000


def test_the_next_round_comes_up(site: Site, organiser: Browser) -> None:
    start(site)
    for match in site.open("cup").event.rounds[0].matches:
        organiser.send("/e/cup/result/", table=match.table, ending="played", **{"vp-1": "2", "vp-2": "1"})
    publish(site)
    match = site.open("cup").event.rounds[1].matches[0]
    page = player_of(site, "cup", match.a).see("/e/cup/me/")
    assert f"Round 2: table {match.table}" in page and "So far" in page
