"""Whose name a phone plays under: the first phone has it; another needs the link, the code or the organiser's nod."""

from __future__ import annotations

from muster.core.kit.model import PlayerId
from muster.core.record.event import MatchState
from muster.web.site import Site
from muster.web.who import links
from tests.web.conftest import Browser, organiser_of, picked, start


def test_a_claimed_name_is_refused_to_a_second_phone(site: Site) -> None:
    start(site)
    picked(site, "cup", 1)
    stranger = Browser(site)
    page = stranger.send("/e/cup/me/pick/", 409, player="#1")
    assert "Ann is already on another phone" in page
    assert stranger.get("/e/cup/me/report/").status_code == 403


def test_a_picked_name_reads_no_lists(site: Site) -> None:
    start(site)
    phone = picked(site, "cup", 1)
    answer = phone.get("/e/cup/me/list/")
    assert (answer.status_code, answer["Location"]) == (302, "/e/cup/me/name/1/?wanted=%2Fe%2Fcup%2Fme%2Flist%2F")
    phone.send("/e/cup/me/drop/", 403)
    assert site.open("cup").event.players[PlayerId(1)].active


def test_looking_at_a_private_link_changes_nothing(site: Site) -> None:
    opened = start(site)
    link = f"/p/{links.player_link(opened, PlayerId(1))}/"
    organiser = organiser_of(site)
    for browser in (Browser(site), organiser):
        assert browser.head(link).status_code == 200
        assert browser.get(link).status_code == 200
        assert browser.get("/e/cup/me/report/").status_code == 403
    assert site.open("cup").last == opened.last


def test_one_browser_never_confirms_its_own_report(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    phone = picked(site, "cup", match.a)
    phone.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "2", "vp-2": "1"})
    phone.send("/e/cup/me/leave/")
    phone.send("/e/cup/me/pick/", player=f"#{match.b}")
    phone.send("/e/cup/me/confirm/", 409)
    phone.send("/e/cup/me/report/send/", 409, round=1, ending="played", **{"vp-1": "1", "vp-2": "2"})
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.REPORTED
