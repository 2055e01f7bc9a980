"""Self-registration: opened and closed by the organiser, one person a phone, and the phone owns the seat."""

from __future__ import annotations

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF, Browser, text_of, use_link


def opened(site: Site, system: str = "bushido") -> None:
    events.create(site.desk, "Cup", system, STAFF, seed="seed")
    extra = {"models": "9"} if system == "urban_war" else {}
    roster.enrol(site.desk, "cup", [(name, extra) for name in NAMES], STAFF)
    events.set_option(site.desk, "cup", "self_registration", "yes", STAFF)


def test_the_organiser_opens_and_closes_it(site: Site, organiser: Browser, stranger: Browser) -> None:
    opened(site)
    address = "http://192.168.0.7:8000/e/cup/register/"
    organiser.send("/e/cup/people/registration/", open="no")
    assert "Self-registration is closed" in organiser.see("/e/cup/people/")
    assert address not in organiser.see("/e/cup/links/")
    assert "do not enrol themselves" in stranger.see("/e/cup/register/")
    assert "do not enrol themselves" in stranger.send("/e/cup/register/send/", 409, name="Flo")
    before = site.open("cup").last
    organiser.send("/e/cup/people/registration/", open="yes")
    organiser.send("/e/cup/people/registration/", open="yes")
    assert site.open("cup").last == before + 1
    assert address in organiser.see("/e/cup/people/") and address in organiser.see("/e/cup/links/")
    assert "I am not enrolled yet" in stranger.see("/e/cup/me/")
    assert stranger.get("/e/cup/people/").status_code == 403
    assert "Only the organiser" in stranger.send("/e/cup/people/registration/", 403, open="no")


def test_who_enrols_owns_the_seat(site: Site, stranger: Browser) -> None:
    opened(site)
    assert "Enrol in Cup" in stranger.see("/e/cup/register/")
    assert "Pinned table" not in stranger.see("/e/cup/register/")
    stranger.send("/e/cup/register/send/", **{"name": "Flo Owen", "field-club": "North", "field-pinned_table": "1"})
    flo = site.open("cup").event.find("Flo Owen")
    assert flo.values == {"club": "North"}
    assert "You are in, Flo Owen" in stranger.see("/e/cup/me/")
    rounds.pair(site.desk, "cup", STAFF)
    rounds.publish(site.desk, "cup", STAFF)
    assert "You meet" in stranger.see("/e/cup/me/") and "Report table" in stranger.see("/e/cup/me/report/")


def test_a_refusal_keeps_what_was_typed(site: Site, stranger: Browser) -> None:
    """X-16"""
    opened(site, "urban_war")
    answer = stranger.post(
        "/e/cup/register/send/",
        {"csrfmiddlewaretoken": stranger.token(), "name": "ANN", "field-models": "9", "field-faction": "Junkers"},
    )
    page = answer.content.decode()
    assert answer.status_code == 409 and "looks the same as “Ann” (player 1)" in text_of(answer)
    assert all(f'value="{typed}"' in page for typed in ("ANN", "9", "Junkers"))
    assert "Models is missing" in stranger.send("/e/cup/register/send/", 409, name="Flo")
    assert len(site.open("cup").event.players) == 5


def test_one_phone_enrols_one_person_until_they_leave(site: Site, stranger: Browser) -> None:
    opened(site)
    stranger.send("/e/cup/register/send/", name="Flo", once="form 1")
    stranger.send("/e/cup/register/send/", name="Flo", once="form 1")  # A double press.
    assert len(site.open("cup").event.players) == 6
    assert "one phone enrols one person" in stranger.send("/e/cup/register/send/", 409, name="Gil", once="form 2")
    stranger.send("/e/cup/me/leave/")  # Not Flo any more, but still the phone that enrolled Flo.
    assert "one phone enrols one person" in stranger.send("/e/cup/register/send/", 409, name="Gil", once="form 3")
    assert "You are in, Flo" in stranger.see("/e/cup/register/")
    use_link(stranger, "cup", 6)
    stranger.send("/e/cup/me/drop/")
    stranger.send("/e/cup/register/send/", name="Gil", once="form 4")
    assert site.open("cup").event.find("Gil").active


def test_it_closes_when_round_1_is_drawn(site: Site, organiser: Browser, stranger: Browser) -> None:
    opened(site)
    organiser.send("/e/cup/pair/")
    assert "Round 1 is drawn" in stranger.see("/e/cup/register/")
    page = stranger.send("/e/cup/register/send/", 409, name="Flo")
    assert "Round 1 is drawn" in page
    assert "I am not enrolled yet" not in stranger.see("/e/cup/me/")
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    stranger.send("/e/cup/register/send/", name="Flo")
