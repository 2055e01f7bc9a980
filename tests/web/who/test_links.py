"""Links that sign somebody in: once, in time, until renewed; clean addresses; cookies; where the server answers."""

from __future__ import annotations

import re
from pathlib import Path
from time import time

import pytest
from django.test import override_settings

from muster.app import links as app_links
from muster.app.staff import actions as staff
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.web.serving.server import ADDRESS_FILE, new_sign_in
from muster.web.site import Site
from muster.web.who import links
from muster.web.who.limits import KEPT, Limit, Limits, TooOften
from tests.web.conftest import Browser, judge_of, organiser_of, player_of, staff_of, start, text_of, use_link


def test_the_sign_in_link_works_once(site: Site, stranger: Browser, organiser: Browser) -> None:
    start(site)
    link = f"/sign-in/{site.sign_in.token()}/"
    assert stranger.head(link).status_code == 200
    other = Browser(site)
    assert other.get(link).status_code == 302
    assert "already been used" in stranger.see(link, 409)
    assert "This sign-in link is not from this server." in stranger.see("/sign-in/guess/", 409)
    assert stranger.get("/e/cup/desk/").status_code == 403
    assert organiser.get(link).status_code == 302
    organiser.see("/e/cup/desk/")
    organiser.send("/sign-out/")
    assert organiser.get("/e/cup/desk/").status_code == 403


def test_a_sign_in_link_of_an_earlier_run_or_an_older_day(
    site: Site, stranger: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = site.sign_in.token()
    start_of_run = time()
    monkeypatch.setattr(links, "time", lambda: start_of_run + 60)
    site.sign_in = links.SignIn(site.sign_in._key)
    assert "This sign-in link is from before the server was restarted." in stranger.see(f"/sign-in/{earlier}/", 409)
    late = site.sign_in.token()
    monkeypatch.setattr(links, "time", lambda: start_of_run + 60 + links.SIGN_IN_AGE + 1)
    assert "more than a day old" in stranger.see(f"/sign-in/{late}/", 409)


def test_a_sign_in_link_works_on_a_computer_whose_clock_was_set_back(
    site: Site, stranger: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = time()
    monkeypatch.setattr(links, "time", lambda: started - 2 * 3600)
    assert stranger.get(f"/sign-in/{site.sign_in.token()}/").status_code == 302


def test_a_forged_cookie_or_link_is_nobody(site: Site) -> None:
    start(site)
    browser = player_of(site, "cup", 1)
    value = browser.cookies["muster"].value
    assert browser.cookies["muster"]["httponly"] and browser.cookies["muster"]["samesite"] == "Lax"
    browser.cookies["muster"] = value[:-2] + ("aa" if value[-2:] != "aa" else "bb")
    assert browser.get("/e/cup/me/report/").status_code == 403
    link = links.player_link(site.open("cup"), PlayerId(2))
    assert "not complete" in Browser(site).see(f"/p/{link[:-3]}xyz/", 409)
    assert "not complete" in Browser(site).see(f"/staff/{link}/", 409)
    assert "not complete" in Browser(site).see("/invitation/", 409)


def test_an_invitation_expires(site: Site, stranger: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    link = links.staff_link(start(site), Role.JUDGE)
    monkeypatch.setattr(app_links, "INVITATION_AGE", -1)
    assert "seven days old" in stranger.see(f"/staff/{link}/", 409)


def test_a_secret_leaves_the_address_at_once_and_is_kept_nowhere(site: Site, stranger: Browser) -> None:
    opened = start(site)
    use_link(stranger, "cup", 1)
    ways = {
        f"/p/{links.player_link(opened, PlayerId(1))}/": "/e/cup/me/",
        f"/staff/{links.staff_link(opened, Role.JUDGE)}/": "/invitation/",
        f"/sign-in/{site.sign_in.token()}/": "/e/cup/desk/",
    }
    for link, clean in ways.items():
        answer = stranger.get(link)
        assert (answer.status_code, answer["Location"]) == (302, clean)
        assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "strict-origin")
        assert link.split("/")[2] not in stranger.get(clean).content.decode()
    assert stranger.get("/e/cup/links/")["Cache-Control"] == "no-store"
    assert stranger.get("/e/cup/me/")["Referrer-Policy"] == "same-origin"
    # The page on which a link is used is the only one at such an address.
    page = Browser(site).get(f"/p/{links.player_link(opened, PlayerId(2))}/")
    assert (page.status_code, page["Cache-Control"], page["Referrer-Policy"]) == (200, "no-store", "strict-origin")


def test_a_renewed_private_link_ends_the_old_one_and_whoever_came_by_it(site: Site, organiser: Browser) -> None:
    opened = start(site)
    old = links.player_link(opened, PlayerId(1))
    ann, bob = player_of(site, "cup", 1), player_of(site, "cup", 2)
    organiser.send("/e/cup/staff/renew/", whose="player", player="#1")
    assert ann.get("/e/cup/me/report/").status_code == 403
    bob.see("/e/cup/me/report/")
    assert "was renewed" in Browser(site).see(f"/p/{old}/", 409)
    player_of(site, "cup", 1).see("/e/cup/me/report/")
    # A renewal that is undone and done again makes yet another link.
    between = links.player_link(site.open("cup"), PlayerId(1))
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    organiser.send("/e/cup/staff/renew/", whose="player", player="#1")
    assert "was renewed" in Browser(site).see(f"/p/{between}/", 409)


def test_a_renewed_invitation_is_void_and_staff_who_joined_stay(site: Site, organiser: Browser) -> None:
    opened = start(site)
    old = links.staff_link(opened, Role.JUDGE)
    judge, waiting = judge_of(site, "cup"), Browser(site)
    assert waiting.get(f"/staff/{old}/").status_code == 302
    organiser.send("/e/cup/staff/renew/", whose="judge")
    judge.see("/e/cup/tables/")
    assert "renewed the invitations" in waiting.send("/invitation/join/", 409, name="Late")
    assert "has no links" in organiser.send("/e/cup/staff/renew/", 409, whose="king")
    staff_of(site, "cup", Role.JUDGE, "New").see("/e/cup/tables/")


def test_wrong_links_are_limited_and_good_ones_never(site: Site, stranger: Browser) -> None:
    """A whole hall may share one address: only repeated mistakes have to wait."""
    start(site)
    for _ in range(20):
        stranger.see("/p/wrong/", 409)
    answer = stranger.get("/p/wrong/")
    assert answer.status_code == 429 and 0 < int(answer["Retry-After"]) <= 6
    assert f"Try again in {answer['Retry-After']} seconds" in text_of(answer)
    assert stranger.get("/sign-in/wrong/").status_code == 429
    player_of(site, "cup", 1).see("/e/cup/me/")
    organiser_of(site).see("/e/cup/desk/")


def test_a_hall_behind_one_address_can_pick_at_once_but_one_name_not_for_ever(site: Site) -> None:
    start(site, names=tuple(f"Player {n:03}" for n in range(80)))
    for number in range(1, 81):
        Browser(site).send("/e/cup/me/pick/", player=f"#{number}")
    phone = Browser(site)
    for _ in range(6):
        phone.send("/e/cup/me/pick/", 409, player="#1")
    page = phone.send("/e/cup/me/pick/", 429, player="#1")
    assert "picked too often" in page and "private link" in page
    assert "already on another phone" in Browser(site).send("/e/cup/me/pick/", 409, player="#2")


def test_a_picking_spree_of_one_phone_hurts_that_phone_alone(site: Site) -> None:
    start(site, names=tuple(f"Player {n:03}" for n in range(80)))
    spree = Browser(site)
    for number in range(1, 13):
        spree.send("/e/cup/me/pick/", player=f"#{number}")
    assert "on this phone" in spree.send("/e/cup/me/pick/", 429, player="#13")
    forgetful = Browser(site)
    forgetful.token()
    for number in range(13, 33):
        del forgetful.cookies["muster"]
        forgetful.send("/e/cup/me/pick/", player=f"#{number}")
    del forgetful.cookies["muster"]
    assert "from your network" in forgetful.send("/e/cup/me/pick/", 429, player="#33")
    for number in range(33, 81):
        Browser(site).send("/e/cup/me/pick/", player=f"#{number}")


def test_an_evening_of_games_behind_one_address_and_a_spree_of_one_phone(site: Site) -> None:
    """Outside of any event: whoever opens tables without end is slowed down, and nobody else."""
    game = {"system": "urban_war", "first": "Ann", "second": "Bo"}
    for _ in range(30):
        phone = Browser(site)
        phone.see("/play/")
        phone.send("/play/open/", **game)
    for _ in range(9):
        phone.send("/play/open/", **game)
    assert "on this phone" in phone.send("/play/open/", 429, **game)
    forgetful = Browser(site)
    forgetful.see("/play/")
    for _ in range(10):
        del forgetful.cookies["muster"]
        forgetful.send("/play/open/", **game)
    del forgetful.cookies["muster"]
    assert "from your network" in forgetful.send("/play/open/", 429, **game)


def test_reports_of_one_seat_are_limited_and_what_was_typed_stays(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    for n in range(12):
        ann.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": str(n % 3), "vp-2": "0"})
    answer = ann.post(
        "/e/cup/me/report/send/",
        {"csrfmiddlewaretoken": ann.token(), "round": "1", "ending": "played", "vp-1": "2", "vp-2": "1"},
    )
    assert "reported too often" in text_of(answer) and 'value="2-1" checked' in answer.content.decode()
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "1", "vp-2": "2"})


def test_a_limit_gives_one_back_after_its_time_and_forgets() -> None:
    now = [0.0]
    limit = Limit(2, 10, "wait {wait}", lambda: now[0])
    limit.spend("a")
    limit.spend("a")
    with pytest.raises(TooOften, match="wait 10"):
        limit.spend("a")
    limit.spend("b")
    now[0] = 9.5
    with pytest.raises(TooOften, match="wait 1"):
        limit.spend("a")
    now[0] = 10
    limit.spend("a")
    with pytest.raises(TooOften):
        limit.spend("a")
    limit.spend("a", at_once=3)
    for n in range(KEPT + 5):
        limit.spend(f"key {n}")
    assert len(limit._spent_until) == KEPT
    assert Limits().wrong_link is not Limits().wrong_link


def test_cookies_are_secure_under_https_only(site: Site) -> None:
    start(site)
    for secure in (True, False):
        browser = Browser(site)
        token = links.player_link(site.open("cup"), PlayerId(1))
        page = browser.get(f"/p/{token}/", secure=secure)
        assert bool(page.cookies["muster-form"]["secure"]) is secure
        form = {"csrfmiddlewaretoken": page.cookies["muster-form"].value, "token": token}
        answer = browser.post("/private/use/", form, secure=secure, headers={"referer": "https://localhost/"})
        assert answer.status_code == 302 and bool(answer.cookies["muster"]["secure"]) is secure


def test_a_name_that_was_given_is_answered_and_no_other(site: Site) -> None:
    start(site)
    assert Browser(site).get("/", SERVER_NAME="cup.example.org").status_code == 421
    with override_settings(MUSTER_NAMES=("Cup.example.org",)):
        assert Browser(site).get("/", SERVER_NAME="cup.example.org").status_code == 200
        assert Browser(site).get("/", SERVER_NAME="evil.example.org").status_code == 421


def test_a_key_ties_a_browser_to_a_person(site: Site, organiser: Browser) -> None:
    """An undone joining gives its number to the next one who joins; the first browser stays a stranger."""
    start(site)
    first = judge_of(site, "cup", "Hale")
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    assert first.get("/e/cup/tables/").status_code == 403
    judge_of(site, "cup", "Iris").see("/e/cup/tables/")
    assert site.open("cup").event.staff.members[1].name == "Iris"
    assert first.get("/e/cup/tables/").status_code == 403


def test_no_server_no_link(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="No server is running on the data in"):
        new_sign_in(tmp_path)
    (tmp_path / ADDRESS_FILE).write_text("http://localhost:1")
    with pytest.raises(Refusal, match="No server is running on the data in"):
        new_sign_in(tmp_path)


def test_too_many_cannot_join_at_once(site: Site) -> None:
    opened = start(site)
    link = links.staff_link(opened, Role.JUDGE)
    for n in range(20):
        staff_of(site, "cup", Role.JUDGE, f"Judge {n}")
    late = Browser(site)
    late.get(f"/staff/{link}/")
    assert "Too many people have just joined this event’s staff." in late.send(
        "/invitation/join/", 429, name="One more"
    )
    staff.remove(site.desk, "cup", 20, Actor())


def test_the_limits_are_those_of_the_page_about_them() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "security.md").read_text("utf-8")
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| (\d+)[^|]*\| (\d+) s \|$", page, re.MULTILINE)
    assert sorted((int(n), int(every)) for n, every in rows) == sorted(
        (one.at_once, one.every) for one in vars(Limits()).values()
    )
