"""Whose name a phone plays under: the first phone has it; another needs the link, the code or the organiser's nod."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event
from muster.app.links import CODE_LETTERS
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.log.entries import log_view
from muster.app.past import history
from muster.app.people import claims, roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.views.event import of_round
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.event import MatchState
from muster.core.record.facts.claims import ClaimedBy
from muster.core.record.fold.play import fold
from muster.main import desk_at
from muster.web.site import Site
from muster.web.who import links
from muster.web.who.sessions import Sessions
from tests.web.conftest import (
    STAFF,
    Browser,
    judge_of,
    organiser_of,
    picked,
    player_of,
    publish,
    start,
    text_of,
    use_link,
)
from tests.web.list_hall import MINE, hall

ANN = PlayerId(1)
REPORT = {"round": "1", "ending": "played", "vp-1": "2", "vp-2": "1"}


def code_of(site: Site, number: int = 1) -> str:
    return links.player_code(site.open("cup"), PlayerId(number))


def asked(site: Site) -> dict[str, str]:
    """The form of the only request at the desk."""
    (one,) = claims.requests_view(site.open("cup"), site.desk.clock.now())
    return {"player": f"#{one.player}", "device": one.device}


def how(site: Site, number: int = 1) -> str:
    claim = site.open("cup").event.claims.get(PlayerId(number))
    return "" if claim is None else claim.how.value


def test_the_first_phone_has_a_name_and_a_second_is_told_the_three_ways(site: Site) -> None:
    start(site)
    ann = picked(site, "cup", 1)
    stranger = Browser(site)
    assert "Ann on a phone" in stranger.see("/e/cup/me/")
    page = stranger.send("/e/cup/me/pick/", 409, player="#1")
    assert "Ann is already on another phone" in page
    assert all(way in page for way in ("Your code", "Private link", "Ask the desk"))
    assert page in stranger.see("/e/cup/me/name/1/")  # The same without a form, for a page that is loaded again.
    assert stranger.get("/e/cup/me/report/").status_code == 403
    ann.send("/e/cup/me/pick/", player="#1")  # A double tap.
    assert "Report the result" in ann.see("/e/cup/me/")


def test_a_picked_name_sees_its_table_and_reports_but_has_no_secrets(site: Site) -> None:
    """X-17"""
    hall(site)
    ann = picked(site, "cup", 1)
    answer = ann.get(MINE)
    assert (answer.status_code, answer["Location"]) == (302, "/e/cup/me/name/1/?wanted=%2Fe%2Fcup%2Fme%2Flist%2F")
    assert "Confirm that you are Ann" in ann.send("/e/cup/me/drop/", 403)
    assert "Confirm that you are Ann" in ann.send(f"{MINE}send/", 403, text="1 x Ann 50")
    event = site.open("cup").event
    assert event.players[ANN].active and not event.lists.slots(ANN)
    # With the code it goes on to the page that was wanted.
    page = ann.get(answer["Location"]).content.decode()
    assert re.search(r'name="wanted" value="/e/cup/me/list/"', page)
    sent = {"csrfmiddlewaretoken": ann.token(), "player": "#1", "code": code_of(site), "wanted": MINE}
    assert ann.post("/e/cup/me/code/", sent)["Location"] == MINE
    ann.see(MINE)
    elsewhere = ann.post("/e/cup/me/code/", sent | {"wanted": "https://evil.example/e/cup/me/"})
    assert elsewhere["Location"] == "/e/cup/me/"


def test_an_open_list_is_not_open_to_an_opponents_picked_name(site: Site) -> None:
    """WMH-079: the opponent may read it; whoever has only picked the opponent's name may not."""
    hall(site, "warmachine")
    lists.hand_in(site.desk, "cup", Brought("Ann", "Army: Cygnar\n[Theme] Storm\n[Kaelyssa 1] Kaelyssa [+28]\n"), STAFF)
    match = publish(site).event.rounds[0].match_of(ANN)
    assert match is not None
    phone = picked(site, "cup", match.other(ANN))
    assert "Confirm who you are" in phone.see("/e/cup/players/1/lists/", 403)
    use_link(phone, "cup", match.other(ANN))
    assert "Kaelyssa" in phone.see("/e/cup/players/1/lists/")


def test_looking_at_a_private_link_changes_nothing(site: Site) -> None:
    opened = start(site)
    link = f"/p/{links.player_link(opened, ANN)}/"
    for browser in (Browser(site), organiser_of(site), judge_of(site, "cup")):
        before = site.open("cup").last
        cookie = browser.cookies.get("muster")
        assert browser.head(link).status_code == 200
        assert "This is Ann’s private link" in browser.see(link)
        assert browser.get("/e/cup/me/report/").status_code == 403
        assert browser.cookies.get("muster") == cookie and site.open("cup").last == before
    assert "Continue only if you also play as Ann" in organiser_of(site).see(link)
    phone = Browser(site)
    phone.see(link)
    use_link(phone, "cup", 1)
    assert (how(site), phone.get(link)["Location"]) == ("link", "/e/cup/me/")


def test_the_link_takes_a_name_over_and_the_phone_before_is_told(site: Site) -> None:
    start(site)
    first = picked(site, "cup", 1)
    second = Browser(site)
    assert "will be signed out" in second.see(f"/p/{links.player_link(site.open('cup'), ANN)}/")
    use_link(second, "cup", 1)
    assert "Report the result" in second.see("/e/cup/me/")
    page = first.see("/e/cup/me/")
    assert "This phone was signed out" in page and "Another phone opened Ann’s private link" in page
    assert first.get("/e/cup/me/report/").status_code == 403
    assert "Ann signed in on another phone by private link; the one before is signed out" in organiser_of(site).see(
        "/e/cup/desk/"
    )
    assert "Who are you?" in first.see("/e/cup/me/?q=")
    first.send("/e/cup/me/pick/", player="#2")  # Another name: nothing more to be told.
    assert "signed out" not in first.see("/e/cup/me/")


def test_that_was_not_me_goes_to_the_desk_which_gives_it_back_with_a_new_link(site: Site, organiser: Browser) -> None:
    start(site)
    ann, thief = player_of(site, "cup", 1), Browser(site)
    old = links.player_link(site.open("cup"), ANN)
    thief.send("/e/cup/me/code/", player="#1", code=code_of(site))
    assert "Another phone entered Ann’s code" in ann.see("/e/cup/me/")
    ann.send("/e/cup/me/ask/", player="#1", do="back")
    number = claims.number_of(asked(site)["device"])
    assert number in ann.see("/e/cup/me/") and "The desk has been told" in ann.see("/e/cup/me/")
    desk = organiser.see("/e/cup/desk/")
    assert number in desk and "That was not me" in desk and "by code" in desk
    organiser.send("/e/cup/names/answer/", answer="yes", **asked(site))
    ann.see(MINE)
    assert thief.get("/e/cup/me/report/").status_code == 403
    assert "was renewed" in Browser(site).see(f"/p/{old}/", 409)


def test_a_signed_out_stranger_cannot_ask_for_a_name_back_by_saying_so(site: Site) -> None:
    start(site)
    picked(site, "cup", 1)
    stranger = Browser(site)
    stranger.send("/e/cup/me/ask/", player="#1", do="back")
    (one,) = claims.requests_view(site.open("cup"), site.desk.clock.now())
    assert one.back is False


def test_the_code_right_wrong_and_renewed(site: Site, organiser: Browser) -> None:
    start(site)
    picked(site, "cup", 1)
    phone = Browser(site)
    code = code_of(site)
    assert len(code) == 6 and set(code) <= set(CODE_LETTERS) and not set("0O1I2Z5S8B6") & set(CODE_LETTERS)
    assert len({code_of(site, number) for number in range(1, 6)}) == 5
    page = phone.send("/e/cup/me/code/", 409, player="#1", code="wrong!")
    assert "“wrong!” is not Ann’s code" in page
    assert "is not Ann’s code" in phone.send("/e/cup/me/code/", 409, player="#1", code=code_of(site, 2))
    assert code in organiser.see("/e/cup/links/") and code in organiser.see("/e/cup/people/1/")
    organiser.send("/e/cup/staff/renew/", whose="player", player="#1")
    assert "A code stops working when the desk renews it." in phone.send("/e/cup/me/code/", 409, player="#1", code=code)
    new = code_of(site)
    phone.send("/e/cup/me/code/", player="#1", code=f" {new[:3].lower()}-{new[3:].lower()} ")
    assert how(site) == "code"


def test_codes_cannot_be_tried_for_ever_and_no_other_name_has_to_wait(site: Site) -> None:
    start(site)
    for _ in range(5):
        Browser(site).send("/e/cup/me/code/", 409, player="#1", code="AAAAAA")
    late = Browser(site)
    answer = late.post("/e/cup/me/code/", {"csrfmiddlewaretoken": late.token(), "player": "#1", "code": code_of(site)})
    assert answer.status_code == 429 and 0 < int(answer["Retry-After"]) <= 60
    assert "Too many codes were tried for this name" in text_of(answer) and how(site) == ""
    late.send("/e/cup/me/code/", player="#2", code=code_of(site, 2))
    use_link(Browser(site), "cup", 1)
    assert how(site) == "link"


def test_the_organisers_nod_and_what_the_owner_sees(site: Site, organiser: Browser) -> None:
    start(site)
    ann, phone = picked(site, "cup", 1), Browser(site)
    for _ in range(2):  # Asking twice is asking once.
        phone.send("/e/cup/me/ask/", player="#1")
    form = asked(site)
    assert claims.number_of(form["device"]) in phone.see("/e/cup/me/name/1/")
    assert "Another phone has asked the desk for your name" in ann.see("/e/cup/me/")
    ann.send("/e/cup/me/not-me/", device=form["device"])
    assert "The desk knows that’s not you" in ann.see("/e/cup/me/")
    desk = organiser.see("/e/cup/desk/")
    assert (
        "1 phone asks for a name" in desk
        and "The phone that has this name now says the request is not from them" in desk
    )
    organiser.send("/e/cup/names/answer/", answer="no", **form)
    assert "Ask the desk" in phone.see("/e/cup/me/name/1/") and how(site) == "picked"
    assert "has been answered or has expired" in organiser.send("/e/cup/names/answer/", 409, answer="yes", **form)
    phone.send("/e/cup/me/ask/", player="#1")
    organiser.send("/e/cup/names/answer/", answer="yes", **form)
    assert how(site) == "nod" and "This phone is now Ann’s" in phone.see("/e/cup/me/name/1/")
    assert "The organiser gave Ann’s name to another phone" in ann.see("/e/cup/me/")
    assert "asks for a name" not in organiser.see("/e/cup/desk/")


def test_a_nod_is_also_the_way_to_proof_for_the_phone_that_has_the_name(site: Site, organiser: Browser) -> None:
    hall(site)
    ann = picked(site, "cup", 1)
    ann.send("/e/cup/me/ask/", player="#1")
    assert "Another phone has asked" not in ann.see("/e/cup/me/")
    organiser.send("/e/cup/names/answer/", answer="yes", **asked(site))
    ann.see(MINE)


def test_a_request_expires_and_few_wait_at_once(
    site: Site, organiser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(site)
    phone = Browser(site)
    phone.send("/e/cup/me/ask/", player="#1")
    form = asked(site)
    for _ in range(2):
        Browser(site).send("/e/cup/me/ask/", player="#1")
    assert "This name has been requested too often." in Browser(site).send("/e/cup/me/ask/", 429, player="#1")
    site.limits.asking.at_once = 99
    assert "Other phones are already asking for Ann." in Browser(site).send("/e/cup/me/ask/", 409, player="#1")
    Browser(site).send("/e/cup/me/ask/", player="#2")
    monkeypatch.setattr(site.desk.clock, "now", lambda: "2199-01-01T00:00:00.000000+00:00", raising=False)
    assert "asks for a name" not in organiser.see("/e/cup/desk/")
    assert "has expired" in organiser.send("/e/cup/names/answer/", 409, answer="yes", **form)
    assert "Ask the desk" in phone.see("/e/cup/me/name/1/")


def test_leaving_and_signing_out_release_a_name(site: Site, organiser: Browser) -> None:
    start(site)
    for way in ("/e/cup/me/leave/", "/sign-out/"):
        ann = picked(site, "cup", 1)
        ann.send(way)
        assert how(site) == "" and "Who are you?" in ann.see("/e/cup/me/")
    ann = picked(site, "cup", 1)
    assert "Ann has been on a phone since" in organiser.see("/e/cup/people/1/")
    organiser.send("/e/cup/names/release/", player="#1")
    assert how(site) == "" and ann.get("/e/cup/me/report/").status_code == 403
    assert "Ann is not on a phone" in organiser.send("/e/cup/names/release/", 409, player="#1")


def test_one_phone_has_one_name(site: Site) -> None:
    start(site)
    phone = picked(site, "cup", 1)
    phone.send("/e/cup/me/pick/", player="#2")
    assert (how(site, 1), how(site, 2)) == ("", "picked")


def test_claims_outlive_the_server_and_move_with_the_event(site: Site, tmp_path: Path) -> None:
    start(site)
    ann = picked(site, "cup", 1)
    again = Site(desk_at(tmp_path / "data"), site.address, settings.SECRET_KEY, Sessions(tmp_path / "data"))
    cookies = ann.cookies
    ann = Browser(again)
    ann.cookies = cookies
    assert "Report the result" in ann.see("/e/cup/me/")
    Browser(again).send("/e/cup/me/pick/", 409, player="#1")
    # At another server, without its key, no cookie of this one is known: nobody is locked out of their name.
    import_event(again.desk, export_event(again.desk, "cup"), "moved")
    device = f"other.{'0' * 20}"
    claims.claim(again.desk, "moved", ANN, device, ClaimedBy.PICKED)
    assert again.open("moved").event.claims[ANN].device == device


def test_who_registered_has_proof_on_that_phone(site: Site, stranger: Browser) -> None:
    events.create(site.desk, "Cup", "urban_war", STAFF, seed="seed", options={"self_registration": "yes"})
    phone = Browser(site)
    phone.see("/e/cup/register/")
    phone.send("/e/cup/register/send/", **{"name": "Flo", "field-models": "9", "once": "form 1"})
    assert how(site) == "registered"
    phone.see(MINE)
    # The id of the form is in the journal; whoever knows it gets nothing by it.
    stranger.send("/e/cup/register/send/", 409, **{"name": "Flo", "field-models": "9", "once": "form 1"})
    assert how(site) == "registered" and "Who are you?" in stranger.see("/e/cup/me/")
    phone.see(MINE)


def test_one_browser_never_confirms_its_own_report(site: Site) -> None:
    """X-03"""
    match = start(site).event.rounds[0].matches[0]
    phone = picked(site, "cup", match.a)
    phone.send("/e/cup/me/report/send/", **REPORT)
    phone.send("/e/cup/me/leave/")
    phone.send("/e/cup/me/pick/", player=f"#{match.b}")
    page = phone.see("/e/cup/me/")
    assert "This phone reported the result as" in page
    assert "/e/cup/me/confirm/" not in phone.get("/e/cup/me/").getvalue().decode()
    form = player_of(site, "cup", match.b).form("/e/cup/me/", "/e/cup/me/confirm/")
    use_link(phone, "cup", match.b)
    assert "This phone reported the result as" in phone.send("/e/cup/me/confirm/", 409, **form)
    phone.send("/e/cup/me/report/send/", 409, **REPORT | {"vp-1": "1", "vp-2": "2"})
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.REPORTED
    # Proof of the name is not another pair of eyes.
    phone.send("/e/cup/me/confirm/", 409, **form)
    player_of(site, "cup", match.b).press("/e/cup/me/", "/e/cup/me/confirm/")
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN


def test_private_links_only(site: Site, organiser: Browser) -> None:
    start(site)
    before = picked(site, "cup", 1)
    events.set_option(site.desk, "cup", "private_links_only", "yes", STAFF)
    assert before.get("/e/cup/me/report/").status_code == 403
    phone = Browser(site)
    assert "This event uses private links" in phone.see("/e/cup/me/")
    page = phone.send("/e/cup/me/pick/", 409, player="#2")
    assert "At this event you cannot just pick a name" in page and "Ask the desk" in page
    phone.send("/e/cup/me/code/", player="#2", code=code_of(site, 2))
    assert "Report the result" in phone.see("/e/cup/me/")
    phone.send("/e/cup/me/pick/", player="#2")  # It has it.
    assert how(site, 2) == "code"


def test_staff_who_play_need_proof_too(site: Site) -> None:
    """A judge who picks a name is a player on trust; a taken name is refused to them like to everybody."""
    hall(site)
    judge = judge_of(site, "cup")
    picked(site, "cup", 1)
    assert "Ann is already on another phone" in judge.send("/e/cup/me/pick/", 409, player="#1")
    assert site.open("cup").event.staff.members[1].player is None
    judge.send("/e/cup/me/pick/", player="#2")
    assert judge.get(MINE).status_code == 302 and how(site, 2) == "picked"
    judge.send("/e/cup/me/code/", player="#2", code=code_of(site, 2))
    judge.see(MINE)
    judge.send("/e/cup/me/ask/", player="#1")
    organiser_of(site).send("/e/cup/names/answer/", answer="yes", **asked(site))
    assert site.open("cup").event.staff.members[1].player == ANN and how(site, 2) == ""
    judge.see(MINE)
    judge.send("/e/cup/me/leave/")
    assert site.open("cup").event.staff.members[1].player is None and how(site) == ""


def test_undo_and_redo_pass_over_names(site: Site, organiser: Browser) -> None:
    start(site)
    published = site.open("cup").last
    picked(site, "cup", 1)
    # The desk shows the publication as the last action, and its page from before the claim still undoes it.
    assert history.actions(site.open("cup"))[0].text == "Round 1 published"
    organiser.send("/e/cup/undo/", seen=published)
    assert site.open("cup").event.shown == [] and how(site) == "picked"
    picked(site, "cup", 2)
    organiser.press("/e/cup/desk/", "/e/cup/redo/")
    assert site.open("cup").event.started and how(site, 2) == "picked"


def test_an_undone_enrolment_takes_the_name_off_its_phone(site: Site) -> None:
    """The number goes to the next player enrolled; the previous player's phone has no part in it."""
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [("Ann", {})], STAFF)
    phone = picked(site, "cup", 1)
    history.undo(site.desk, "cup", STAFF)
    roster.enrol(site.desk, "cup", [("Eve", {})], STAFF)
    assert site.open("cup").event.name_of(ANN) == "Eve" and how(site) == ""
    assert "Who are you?" in phone.see("/e/cup/me/")


def test_a_claim_leaves_the_standings_alone(site: Site) -> None:
    start(site, played=1)
    before = site.open("cup")
    picked(site, "cup", 1)
    after = site.open("cup")
    assert of_round(after, 1) is of_round(before, 1) and before.event.claims == {}
    # What was worked out quickly is what the whole journal gives.
    assert after.event == fold(after.entries)


def test_the_log_says_how_somebody_was_identified(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    names = site.open("cup").event
    picked(site, "cup", match.a).send("/e/cup/me/report/send/", **REPORT)
    player_of(site, "cup", match.b).press("/e/cup/me/", "/e/cup/me/confirm/")
    page = organiser.see("/e/cup/log/")
    a, b = names.name_of(match.a), names.name_of(match.b)
    assert f"{a}, picked the name" in page and f"{b}, by private link" in page
    assert f"{a} was picked on a phone" in page and f"{b} signed in by private link" in page
    # What comes from the command line comes from no phone.
    other = site.open("cup").event.rounds[0].matches[1]
    picked(site, "cup", other.a)
    actor = Actor(names.name_of(other.a), Role.PLAYER, other.a)
    results.report(site.desk, "cup", [Report(str(other.table), {"vp": "2-1"})], actor)
    assert log_view(site.open("cup"))[-1].how == ""


def test_a_renewed_link_ends_the_session_whatever_it_came_by(site: Site, organiser: Browser) -> None:
    start(site)
    for come in (picked, player_of):
        phone = come(site, "cup", 1)
        organiser.send("/e/cup/staff/renew/", whose="player", player="#1")
        assert phone.get("/e/cup/me/report/").status_code == 403 and how(site) == ""


def test_names_that_are_not_there(site: Site) -> None:
    start(site)
    phone = Browser(site)
    assert "No player is called “#9”" in phone.see("/e/cup/me/name/9/", 404)
    for form in ("code", "ask"):
        assert "Say which player" in phone.send(f"/e/cup/me/{form}/", 409)
