"""Self-registration: opened and closed by the organiser, one person a phone, and the phone owns the seat."""

from __future__ import annotations

import pytest

from muster.app.events import actions as events
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.web.site import Site
from muster.web.who.limits import Limits
from tests.app.hall import TickingClock
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
    assert "Players cannot enrol themselves in this event." in stranger.see("/e/cup/register/")
    assert "Players cannot enrol themselves in this event." in stranger.send("/e/cup/register/send/", 409, name="Flo")
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
    assert "Opponent" in stranger.see("/e/cup/me/") and "Report table" in stranger.see("/e/cup/me/report/")


def test_players_of_every_game_enter_their_club_and_nothing_that_seeds_a_final(site: Site, stranger: Browser) -> None:
    """W-40: how often somebody came first is worked out, not told by themselves."""
    opened(site, "warmachine")
    page = stranger.see("/e/cup/register/")
    assert "Club" in page and not any(label in page for label in ("Qualifying points", "First places", "Prize group"))
    told = {
        "name": "Flo Owen",
        "field-club": "North",
        "field-qp": "30",
        "field-qp_firsts": "9",
        "field-prize_group": "x",
    }
    stranger.send("/e/cup/register/send/", **told)
    assert site.open("cup").event.find("Flo Owen").values == {"club": "North"}


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
    assert "A phone can enrol one person." in stranger.send("/e/cup/register/send/", 409, name="Gil", once="form 2")
    stranger.send("/e/cup/me/leave/")  # Not Flo any more, but still the phone that enrolled Flo.
    assert "A phone can enrol one person." in stranger.send("/e/cup/register/send/", 409, name="Gil", once="form 3")
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


def spree(site: Site, names: list[str], browser: Browser | None = None) -> None:
    """Somebody who throws the cookie away each time, or gives up the name and restores an older cookie."""
    for name in names:
        phone = browser or Browser(site)
        phone.see("/e/cup/register/")
        site.limits = Limits()
        phone.send("/e/cup/register/send/", name=name)
        if browser is not None:
            browser.send("/e/cup/me/leave/")
            kept = browser.session
            del kept["enrolled"]
            browser.cookies["muster"] = str(kept._get_session_key())


def test_a_spree_is_slowed_down_and_a_hall_is_not(site: Site) -> None:
    opened(site)
    site.limits = Limits(lambda: 0)
    taken = 0
    for number in range(301):
        phone = Browser(site)
        answer = phone.post("/e/cup/register/send/", {"csrfmiddlewaretoken": phone.token(), "name": f"Fake {number}"})
        taken += answer.status_code == 302
    assert taken == 60
    assert (
        "Too many people have just enrolled from your network." in text_of(answer)
        and "Fake 300" in answer.content.decode()
    )


def test_the_organiser_removes_a_spree_in_one_step(site: Site, organiser: Browser) -> None:
    opened(site)
    spree(site, ["Flo Owen"])
    spree(site, [f"Fake {n}" for n in range(4)], Browser(site))
    page = organiser.see("/e/cup/people/")
    assert "4 players registered themselves from one phone between" in page
    fakes = [str(number) for number in range(7, 11)]
    before = site.open("cup")
    organiser.send("/e/cup/people/remove/", player=fakes)
    after = site.open("cup")
    assert after.last == before.last + 1
    assert [p.name for p in after.event.players.values()] == [*NAMES, "Flo Owen"]
    assert "Made-up players?" not in organiser.see("/e/cup/people/")
    assert "4 enrolments removed: Fake 0, Fake 1, Fake 2, Fake 3" in organiser.see("/e/cup/log/")
    # A number is never given twice, or somebody's old phone would own a new player's seat.
    spree(site, ["Gus Park"])
    assert site.open("cup").event.find("Gus Park").id == 11
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    assert len(site.open("cup").event.players) == 10
    assert verify(site.open("cup"), "seed").ok


def test_a_spree_of_many_phones_is_seen_by_its_pace_and_nobody_who_is_here_is_in_it(
    site: Site, organiser: Browser
) -> None:
    opened(site)
    site.desk.clock = TickingClock()
    spree(site, [f"Fake {n}" for n in range(11)])
    organiser.send("/e/cup/people/here/", **{"in": "6"})
    page = organiser.see("/e/cup/people/")
    assert "10 players registered themselves in quick succession between" in page
    numbers = [str(number) for number in range(6, 17)]
    refused = organiser.send("/e/cup/people/remove/", 409, player=numbers)
    assert "Fake 0 has been at the desk" in refused and len(site.open("cup").event.players) == 16
    organiser.send("/e/cup/people/remove/", player=numbers[1:])
    assert "Choose a player to remove." in organiser.send("/e/cup/people/remove/", 409)
    organiser.send("/e/cup/people/all-here/")
    rounds.pair(site.desk, "cup", STAFF)
    assert "Round 1 is drawn" in organiser.send("/e/cup/people/remove/", 409, player="1")


def test_a_word_that_was_used_for_something_else_swallows_nothing(site: Site, organiser: Browser) -> None:
    opened(site)
    organiser.send("/e/cup/people/add/", name="Flo Owen", once="word")
    organiser.send("/e/cup/people/add/", name="Flo Owen", once="word")
    organiser.send("/e/cup/people/add/", name="Gus Park", once="word")
    one, other = Browser(site), Browser(site)
    for phone, name in ((one, "Hal Reed"), (other, "Ida Moss")):
        phone.see("/e/cup/register/")
        phone.send("/e/cup/register/send/", name=name, once="word")
        phone.send("/e/cup/register/send/", name=name, once="word")
    assert "looks the same as" in Browser(site).send("/e/cup/register/send/", 409, name="Ida Moss", once="word")
    names = [p.name for p in site.open("cup").event.players.values()]
    assert names == [*NAMES, "Flo Owen", "Gus Park", "Hal Reed", "Ida Moss"]
    with pytest.raises(Refusal, match="used for something else"):
        roster.register(site.desk, "cup", "Joe Vale", {}, site.open("cup").entries[0].request)
