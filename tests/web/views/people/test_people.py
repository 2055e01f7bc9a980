"""People at the organiser's desk: check-in, entries, one page a person, lists from elsewhere, scenarios."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from muster.app.clock import actions as clock
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.core.record.clock import utc_of
from muster.core.record.event import MatchState
from muster.core.record.player import Status
from muster.web.site import Site
from muster.web.views.people.people import _seat
from tests.web.conftest import NAMES, STAFF, Browser, player_of, publish, start, text_of


def enrolled(site: Site, system: str = "bushido", names: tuple[str, ...] = NAMES) -> None:
    events.create(site.desk, "Cup", system, STAFF, seed="seed")
    extra = {"models": "9"} if system == "urban_war" else {}
    roster.enrol(site.desk, "cup", [(name, extra) for name in names], STAFF)


def test_one_press_checks_in_and_another_out(site: Site, organiser: Browser) -> None:
    enrolled(site)
    page = organiser.see("/e/cup/people/")
    assert "Check-in: 0 of 5 here" in page and "Round 1 pairs everyone until you check in the first player." in page
    answer = organiser.post(
        "/e/cup/people/here/", {"csrfmiddlewaretoken": organiser.token(), "in": "2", "q": "b", "list": "all"}
    )
    assert answer.headers["Location"] == "/e/cup/people/?q=b#p2"
    assert "Check-in: 1 of 5 here" in organiser.see("/e/cup/people/")
    assert 'name="out" value="2" aria-pressed="true"' in organiser.get("/e/cup/people/").content.decode()
    organiser.send("/e/cup/people/here/", **{"in": "2"})  # Somebody else pressed it in the meantime.
    assert "Bob" not in organiser.see("/e/cup/people/?list=away") and "Ann" in organiser.see("/e/cup/people/?list=away")
    organiser.send("/e/cup/people/here/", out="2")
    assert not site.open("cup").event.find("Bob").checked_in
    organiser.send("/e/cup/people/all-here/")
    page = organiser.see("/e/cup/people/")
    assert "Everyone is here" in page and "5 players, ready for round 1" in page
    assert "Everyone is already checked in." in organiser.send("/e/cup/people/all-here/", 409)
    assert "No player is called “#99”" in organiser.send("/e/cup/people/here/", 409, **{"in": "99"})
    assert "Bob is not here after all" in organiser.see("/e/cup/log/")


def test_a_typed_name_checks_in(site: Site, organiser: Browser) -> None:
    """A part of a name is enough while it means one person who is not here; rows that were pressed keep their place."""
    enrolled(site, names=("Ann Berg", "Anna Lee", "Bob Cole"))

    def enter(name: str, **more: str) -> str:
        sent = {"csrfmiddlewaretoken": organiser.token(), "name": name, **more}
        return str(organiser.post("/e/cup/people/tick/", sent)["Location"])

    assert enter("cole") == "/e/cup/people/?just=3#p3"
    assert site.open("cup").event.find("Bob Cole").checked_in
    assert "Bob Cole is here. Undo check-in" in organiser.see("/e/cup/people/?just=3")
    assert enter("ann") == "/e/cup/people/?q=ann"
    assert enter("ann berg", list="away", kept="3") == "/e/cup/people/?list=away&kept=3%2C1&just=1#p1"
    page = organiser.see("/e/cup/people/?list=away&kept=3,1")
    assert page.index("Ann Berg") < page.index("Anna Lee") < page.index("Bob Cole")
    # Only one Ann is still away.
    assert enter("ann") == "/e/cup/people/?just=2#p2"
    assert "Anna Lee is already checked in." in organiser.send("/e/cup/people/tick/", 409, name="anna")
    assert "No player is called “Zoe”" in organiser.send("/e/cup/people/tick/", 409, name="Zoe")


def test_the_list_is_searched_and_comes_in_parts(site: Site, organiser: Browser) -> None:
    enrolled(site, names=tuple(f"Player {n:03}" for n in range(450)))
    page = organiser.see("/e/cup/people/")
    assert "Page 1 of 3, 450 in total" in page and "Player 199" in page and "Player 200" not in page
    assert "Player 449" in organiser.see("/e/cup/people/?page=3")
    assert "Page 3 of 3" in organiser.see("/e/cup/people/?page=99")
    assert "Player 311" in organiser.see("/e/cup/people/?q=311")
    assert "Nobody in this list matches “Zoe”" in organiser.see("/e/cup/people/?q=Zoe")
    for public in ("players/", "me/"):
        page = organiser.see(f"/e/cup/{public}")
        assert "Page 1 of 3" in page and "Player 200" not in page
        assert "Player 201" in organiser.see(f"/e/cup/{public}?page=2")
    assert "Page 1 of 3" in organiser.see("/e/cup/links/")
    answer = organiser.post("/e/cup/people/here/", {"csrfmiddlewaretoken": organiser.token(), "in": "250", "page": "2"})
    assert answer.headers["Location"] == "/e/cup/people/?page=2#p250"


def test_one_person_is_enrolled_and_a_refusal_keeps_the_form(site: Site, organiser: Browser) -> None:
    enrolled(site, "urban_war")
    answer = organiser.post(
        "/e/cup/people/add/",
        {"csrfmiddlewaretoken": organiser.token(), "name": "Flo", "field-models": "many", "field-faction": "Triads"},
    )
    assert answer.status_code == 409 and "“many” should be a whole number" in text_of(answer)
    assert all(f'value="{typed}"' in answer.content.decode() for typed in ("Flo", "many", "Triads"))
    organiser.send("/e/cup/people/add/", **{"name": "Flo", "field-models": "8", "field-faction": "Triads"})
    assert site.open("cup").event.find("Flo").values == {"models": 8, "faction": "Triads"}
    organiser.send("/e/cup/people/add/", **{"name": "Gil", "field-models": "8", "once": "form 1"})
    organiser.send("/e/cup/people/add/", **{"name": "Gil", "field-models": "8", "once": "form 1"})
    organiser.send("/e/cup/people/add/", **{"name": "Sam", "field-models": "8", "stand_in": "yes"})
    assert site.open("cup").event.find("Sam").stand_in
    assert "stand-in" in organiser.see("/e/cup/people/")


def test_late_entry_says_what_it_costs(site: Site, organiser: Browser) -> None:
    """X-04"""
    start(site)
    page = organiser.see("/e/cup/people/")
    assert "To let somebody in now, turn on the option “Late entry”." in page and "X-04" in page
    assert "The event has begun" in organiser.send("/e/cup/people/add/", 409, name="Flo")
    events.set_option(site.desk, "cup", "late_entry", "yes", STAFF)
    assert "Late entry: round 1 counts as an unpaired loss." in organiser.see("/e/cup/people/")
    organiser.send("/e/cup/people/add/", name="Flo")
    assert site.open("cup").event.find("Flo").missed == {1}


def test_a_name_and_fields_are_amended(site: Site, organiser: Browser) -> None:
    enrolled(site)
    organiser.send("/e/cup/people/1/amend/", **{"name": "Ann Lee", "field-club": "North"})
    assert site.open("cup").event.find("#1").name == "Ann Lee"
    assert 'value="North"' in organiser.get("/e/cup/people/1/").content.decode()
    before = site.open("cup").last
    page = organiser.send("/e/cup/people/1/amend/", 409, **{"name": "Ann Lee", "field-club": "North"})
    assert "Nothing has changed for Ann Lee." in page and site.open("cup").last == before
    assert "looks the same as “Bob” (player 2)" in organiser.send("/e/cup/people/1/amend/", 409, name="bob")
    organiser.send("/e/cup/people/1/amend/", **{"name": "Ann Lee", "field-club": ""})
    assert site.open("cup").event.find("#1").values.get("club") is None
    assert "No player is called “#77”" in organiser.see("/e/cup/people/77/", 404)
    assert "No player is called “#77”" in organiser.send("/e/cup/people/77/amend/", 404, name="x")


def test_drop_bring_back_disqualify_and_penalise(site: Site, organiser: Browser) -> None:
    start(site, played=1)
    history.undo(site.desk, "cup", STAFF)
    history.undo(site.desk, "cup", STAFF)
    organiser.send("/e/cup/people/1/drop/", reason="a train")
    page = organiser.see("/e/cup/people/1/")
    assert "dropped (a train)" in page and "Bring Ann back" in page
    assert "Ann has already left" in organiser.send("/e/cup/people/1/drop/", 409, reason="again")
    publish(site)
    assert "round 2 counts as an unpaired loss" in organiser.see("/e/cup/people/1/")
    organiser.send("/e/cup/people/1/rejoin/")
    assert site.open("cup").event.find("#1").missed == {2}
    assert "The penalty is empty" in organiser.send("/e/cup/people/1/penalty/", 409, penalty=" ", note="slow play")
    for _ in range(2):  # A double press.
        organiser.send("/e/cup/people/1/penalty/", penalty="warning", note="slow play", once="form 1")
    page = organiser.see("/e/cup/people/1/")
    assert "1 penalty" in page and "Warning : slow play" in page
    assert "needs a reason" in organiser.send("/e/cup/people/1/disqualify/", 409, reason=" ")
    organiser.send("/e/cup/people/1/disqualify/", reason="cheating")
    assert site.open("cup").event.find("#1").status is Status.DISQUALIFIED
    assert "Disqualify Ann" not in organiser.see("/e/cup/people/1/")
    assert "cannot come back" in organiser.send("/e/cup/people/1/rejoin/", 409)


def test_a_no_show_says_how_long_was_waited(site: Site, organiser: Browser) -> None:
    """X-06: the option says how long; the organiser decides."""
    match = start(site).event.rounds[0].matches[0]
    events.set_option(site.desk, "cup", "no_show_minutes", "10", STAFF)
    page = organiser.see(f"/e/cup/people/{match.a}/")
    assert "has not been started. The rules wait 10 minutes for an absent player." in page
    opened = clock.start(site.desk, "cup", STAFF)
    page = organiser.see(f"/e/cup/people/{match.a}/")
    assert re.search(r"\d minutes? of the round ha.* passed. The rules wait 10\ minutes for an absent player.", page)
    begun = utc_of(opened.event.rounds[0].clock.since)
    at_once, before = (_seat(opened, match.a, when) for when in (begun, "2000-01-01T00:00:00+00:00"))
    assert at_once is not None and before is not None and (at_once.waited, before.waited) == (0, 0)


@pytest.mark.parametrize(("excused", "status"), [("", Status.DROPPED), ("yes", Status.ACTIVE)])
def test_a_no_show_is_dropped_unless_excused(site: Site, organiser: Browser, excused: str, status: Status) -> None:
    """X-06, on the person's page and at the result entry of the desk."""
    opened = start(site)
    first, second = opened.event.rounds[0].matches
    page = organiser.see(f"/e/cup/people/{first.a}/")
    name, other = opened.event.name_of(first.a), opened.event.name_of(first.b)
    assert f"{other} scores as if they had a bye. {name} scores nothing in round 1." in page
    organiser.send(f"/e/cup/people/{first.a}/absent/", excused=excused)
    ending = "no_show-2-excused" if excused else "no_show-2"
    organiser.send("/e/cup/result/", table=second.table, ending=ending)
    event = site.open("cup").event
    assert [event.players[p].status for p in (first.a, second.b)] == [status, status]
    assert event.rounds[0].complete
    assert "already has a result" in organiser.send(f"/e/cup/people/{first.a}/absent/", 409)


def test_a_correction_to_an_excused_no_show_keeps_the_player(site: Site, organiser: Browser) -> None:
    start(site)
    table = site.open("cup").event.rounds[0].matches[0].table
    organiser.send("/e/cup/result/", table=table, ending="no_show-1")
    absent = site.open("cup").event.rounds[0].matches[0].a
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    organiser.send("/e/cup/result/", table=table, ending="double_loss")
    organiser.send("/e/cup/correct/save/", round=1, table=table, ending="no_show-1-excused", reason="ill")
    player = site.open("cup").event.players[absent]
    assert player.active and player.missed == {1}


def test_the_bye_is_given_to_somebody_else(site: Site, organiser: Browser) -> None:
    start(site)
    history.undo(site.desk, "cup", STAFF)
    event = site.open("cup").event
    holder = event.rounds[0].byes[0].player
    chosen = event.rounds[0].matches[0].a
    page = organiser.see(f"/e/cup/people/{chosen}/")
    assert f"sits out instead of {event.name_of(holder)}, who plays in their place" in page
    assert "the bye of round" not in organiser.see(f"/e/cup/people/{holder}/")
    assert "has this bye" in organiser.send(f"/e/cup/people/{chosen}/bye/", 409, reason="")
    organiser.send(f"/e/cup/people/{chosen}/bye/", reason="hurt")
    assert site.open("cup").event.rounds[0].byes[0].player == chosen


def test_a_finished_event_offers_no_actions(site: Site, organiser: Browser) -> None:
    start(site, played=1)
    events.finish(site.desk, "cup", STAFF, "the hall closes")
    page = organiser.see("/e/cup/people/1/")
    assert "undo the finish first" in page and "Disqualify" not in page
    assert "is finished" in organiser.see("/e/cup/people/")


LIST = "Rank\tFirst name\tSurname\tClub\n1\tFlo\tOwen\tNorth\n2\tGil\tPark\tSouth\n"


def test_the_club_has_its_name_also_in_a_list_for_a_game_without_clubs_of_its_own(
    site: Site, organiser: Browser
) -> None:
    events.create(site.desk, "Cup", "warmachine", STAFF)
    assert "Flo Owen Club: North" in organiser.send("/e/cup/people/import/look/", 200, text=LIST)


def test_a_list_is_looked_at_and_then_enrolled(site: Site, organiser: Browser) -> None:
    enrolled(site)
    before = site.open("cup").last
    page = organiser.send("/e/cup/people/import/look/", 200, text=LIST)
    assert "Enrol 2 players" in page and "Flo Owen Club: North" in page and site.open("cup").last == before
    answer = organiser.post(
        "/e/cup/people/import/look/", {"csrfmiddlewaretoken": organiser.token(), "text": LIST}
    ).content.decode()
    (once,) = re.findall(r'name="once" value="([^"]+)"', answer)
    form = {"matched": "yes", "headed": "yes", "once": once, "text": LIST, "column-2": "given", "column-3": "family"}
    organiser.send("/e/cup/people/import/enrol/", **form)
    organiser.send("/e/cup/people/import/enrol/", 409, **(form | {"once": "another"}))
    assert [p.name for p in site.open("cup").event.players.values()][5:] == ["Flo Owen", "Gil Park"]
    assert site.open("cup").event.find("Flo Owen").values == {}  # The club was left out.


def test_a_list_of_another_program_is_shown_as_a_table_and_then_enrolled(site: Site, organiser: Browser) -> None:
    enrolled(site)
    sent = json.dumps(
        [{"firstName": "Flo", "lastName": "Owen"}, {"firstName": "Gil", "lastName": "P", "dropped": True}]
    )
    page = organiser.send("/e/cup/people/import/look/", 200, text=sent)
    assert "Recognised as a list from Best Coast Pairings. 1 player who had dropped out there is not in it." in page
    assert "Enrol 1 player" in page and "first name,last name Flo,Owen" in page
    table = "first name,last name\nFlo,Owen\n"
    form = {"matched": "yes", "headed": "yes", "text": table, "column-1": "given", "column-2": "family"}
    organiser.send("/e/cup/people/import/enrol/", once="bcp", **form)
    assert [p.name for p in site.open("cup").event.players.values()][5:] == ["Flo Owen"]
    assert "is not a list of players from a program" in organiser.send(
        "/e/cup/people/import/look/", 409, text='{"a": 1}'
    )


def test_a_list_sent_twice_counts_once(site: Site, organiser: Browser) -> None:
    enrolled(site)
    form = {"once": "form 1", "text": LIST}
    organiser.send("/e/cup/people/import/enrol/", **form)
    assert len(site.open("cup").event.players) == 7
    organiser.send("/e/cup/people/import/enrol/", **form)
    assert len(site.open("cup").event.players) == 7


def test_names_alone_are_enrolled_after_one_more_question(site: Site, organiser: Browser) -> None:
    """UW-21: pasted names have no models; they are asked for, and a wrong answer keeps the others."""
    events.create(site.desk, "Cup", "urban_war", STAFF, seed="seed")
    page = organiser.send("/e/cup/people/import/look/", 200, text="Ann\nBob")
    assert "One more thing about 2 players" in page and "Models for Bob" in page and "What is wrong" not in page
    form = {"text": "Ann\nBob", "matched": "yes", "column-1": "name", "more-1-models": "many", "more-2-models": "9"}
    page = organiser.send("/e/cup/people/import/enrol/", 409, **form, once="1")
    assert "Models: “many” should be a whole number" in page and "Models for Ann" in page
    assert not site.open("cup").event.players
    organiser.send("/e/cup/people/import/enrol/", **(form | {"more-1-models": "7", "once": "2"}))
    assert [p.values["models"] for p in site.open("cup").event.players.values()] == [7, 9]
    page = organiser.send("/e/cup/people/import/look/", 200, text="Cem\nCEM")
    assert "One more thing" not in page and "looks the same" in page  # What is wrong comes first.


def test_a_list_with_faults_enrols_nobody_and_stays_in_the_form(site: Site, organiser: Browser) -> None:
    """X-16"""
    enrolled(site)
    text = "name,rice\nFlo,50\nann,50\nGil,lots\n"
    page = organiser.send("/e/cup/people/import/look/", 200, text=text)
    assert "Fix 2 lines" in page and "1 other could be enrolled" in page
    assert "Line 3 “ann” looks the same as “Ann” (player 1)" in page and "Line 4 Rice of the warband: “lots”" in page
    answer = organiser.post("/e/cup/people/import/enrol/", {"csrfmiddlewaretoken": organiser.token(), "text": text})
    assert answer.status_code == 409 and "so nobody was" in text_of(answer)
    assert "Gil,lots" in answer.content.decode() and len(site.open("cup").event.players) == 5
    page = organiser.send("/e/cup/people/import/look/", 409, text=text, matched="yes", headed="yes")
    assert "No column is matched to the name" in page


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("people.xlsx", b"PK\x03\x04" + b"x" * 50, "“people.xlsx” is a zip file or a spreadsheet workbook"),
        ("me.png", b"\x89PNG\r\n", "“me.png” is a picture"),
        ("empty.csv", b"", "“empty.csv” is empty"),
        ("dump.csv", b"Ann\n" * 600_000, "“dump.csv” is larger than 2 MB"),
        ("open.csv", b'name\n"Ann\n', "“open.csv” line 2 is not valid CSV:"),
    ],
)
def test_a_wrong_file_is_told_in_words(site: Site, organiser: Browser, name: str, data: bytes, sentence: str) -> None:
    enrolled(site)
    page = organiser.send("/e/cup/people/import/look/", 409, text="", file=SimpleUploadedFile(name, data))
    assert sentence in page


def test_a_file_is_read_in_older_letters_with_a_word_about_it(site: Site, organiser: Browser) -> None:
    enrolled(site)
    file = SimpleUploadedFile("old.csv", "name\nZoë\n".encode("latin-1"))
    page = organiser.send("/e/cup/people/import/look/", 200, file=file)
    assert "Zoë" in page and "read as Western European text" in page
    assert "Nothing was sent" in organiser.send("/e/cup/people/import/look/", 409, text=" ")


def test_a_form_longer_than_any_of_ours_is_answered_in_words(site: Site, organiser: Browser) -> None:
    enrolled(site)
    answer = organiser.post(
        "/e/cup/people/import/look/", {"csrfmiddlewaretoken": organiser.token(), "text": "x" * 5_000_000}
    )
    assert answer.status_code == 400 and "too long" in text_of(answer)


def test_names_are_shown_as_they_are_written(site: Site, organiser: Browser) -> None:
    enrolled(site)
    name = "<script>alert(1)</script>"
    organiser.send("/e/cup/people/add/", name=name)
    for path in ("people/", "people/6/", "people/import/", "register/", "scenarios/"):
        assert "<script>alert" not in organiser.get(f"/e/cup/{path}").content.decode()
    page = organiser.post(
        "/e/cup/people/import/look/", {"csrfmiddlewaretoken": organiser.token(), "text": f"{name} 2"}
    ).content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;" in page


def test_scenarios_are_chosen_and_hidden_until_the_round_is_published(site: Site, organiser: Browser) -> None:
    """BUS-42 BUS-43 BUS-45: fixed beforehand, in free words, shown when the round begins."""
    enrolled(site)
    assert "Choose the scenarios for 3 rounds" in organiser.see("/e/cup/scenarios/")
    organiser.send("/e/cup/scenarios/choose/", round=1, name="The Well", category="centre", text="Sheet 4")
    assert "The Well" in organiser.see("/e/cup/scenarios/")
    player = player_of(site, "cup", 1)
    organiser.send("/e/cup/pair/")
    for path in ("pairings/", "me/", "", "players/"):
        assert "The Well" not in player.see(f"/e/cup/{path}")
    organiser.send("/e/cup/publish/")
    assert "The Well" in player.see("/e/cup/pairings/") and "The Well" in player.see("/e/cup/me/")
    assert "Round 1 has begun" in organiser.send("/e/cup/scenarios/choose/", 409, round=1, name="The Hill")
    page = organiser.send("/e/cup/scenarios/choose/", 409, round=2, name="\u200b", category="zone")
    assert "it has no visible character" in page
    assert "“two” is not a round" in organiser.send("/e/cup/scenarios/choose/", 409, round="two", name="x")
    assert "has no list of scenarios to roll from." in organiser.send("/e/cup/scenarios/roll/", 409)
    assert player.get("/e/cup/scenarios/").status_code == 403


def test_scenarios_are_rolled(site: Site, organiser: Browser) -> None:
    """WMH-106 WMH-108: none twice."""
    enrolled(site, "warmachine")
    organiser.send("/e/cup/scenarios/choose/", round=2, name="invasion")
    organiser.send("/e/cup/scenarios/roll/")
    chosen = site.open("cup").event.scenarios
    assert chosen[2].name == "Invasion" and len({s.name for s in chosen.values()}) == len(chosen) == 3
    assert "Every round has its scenario" in organiser.see("/e/cup/scenarios/")
    assert "Every planned round already has a scenario." in organiser.send("/e/cup/scenarios/roll/", 409)


def test_the_result_is_where_the_person_is(site: Site, organiser: Browser) -> None:
    opened = start(site)
    match = opened.event.rounds[0].matches[0]
    assert match.state is MatchState.OPEN
    assert f"/e/cup/desk/?table={match.table}" in organiser.get(f"/e/cup/people/{match.a}/").content.decode()
