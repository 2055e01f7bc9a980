"""A result that is wrong: objecting, what the desk and the judges see, and what settles it. And checking in."""

from __future__ import annotations

import pytest

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.kit.errors import Refusal
from muster.core.record.event import Match
from muster.core.record.facts.play import ObjectionAnswered, ResultObjected
from muster.core.rules.conduct.objections import answer, object_to
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF, Browser, judge_of, picked, player_of, publish, start

ME, OBJECT, DESK = "/e/cup/me/", "/e/cup/me/object/", "/e/cup/desk/"


def entered(site: Site, texts: dict[str, str] | None = None) -> Match:
    """A result that the desk entered."""
    match = start(site).event.rounds[0].matches[0]
    results.report(site.desk, "cup", [Report(str(match.table), texts or {"vp": "0-2"})], STAFF)
    return match


def test_a_player_objects_and_the_result_counts_until_it_is_corrected(site: Site, organiser: Browser) -> None:
    match = entered(site)
    ann = player_of(site, "cup", match.a)
    name = site.open("cup").event.name_of(match.a)
    assert "This result is wrong" in ann.see(ME)
    ann.press(ME, OBJECT, note="I won 2-1")
    page = ann.see(ME)
    assert "You have objected to this result." in page and "You lost" in page and "This result is wrong" not in page
    judge = judge_of(site, "cup")
    for page in (organiser.see("/e/cup/desk/"), judge.see("/e/cup/tables/")):
        assert (
            "1 objection to a result" in page
            and f"{name} objects to the result of table {match.table}: I won 2-1" in page
        )
    results.correct(site.desk, "cup", Report(str(match.table), {"vp": "2-1"}, round=1), "misread", STAFF)
    assert "1 objection to a result" not in organiser.see("/e/cup/desk/")
    assert "You won" in ann.see(ME) and "You have objected" not in ann.see(ME)


def test_staff_answer_that_the_result_stays_and_the_player_reads_why(site: Site) -> None:
    match = entered(site)
    ann, judge = player_of(site, "cup", match.a), judge_of(site, "cup")
    ann.press(ME, OBJECT)
    assert "Write something for the log" in judge.send("/e/cup/objection/", 409, table=match.table, round=1, note=" ")
    judge.press("/e/cup/tables/", "/e/cup/objection/", note="The slip has both signatures")
    page = ann.see(ME)
    assert "The result stays. The slip has both signatures" in page and "You have objected" not in page
    assert "Nobody objects" in judge.send("/e/cup/objection/", 409, table=match.table, round=1, note="again")
    event = site.open("cup").event
    with pytest.raises(Refusal, match="Your objection has been answered: The slip has both signatures"):
        object_to(event, event.rounds[0], event.rounds[0].matches[0], event.players[match.a], "but")


def test_an_answer_from_the_desk_leads_back_to_it_without_a_word_about_the_table(
    site: Site, organiser: Browser
) -> None:
    match = entered(site)
    player_of(site, "cup", match.a).press(ME, OBJECT)
    answered = organiser.form("/e/cup/desk/", "/e/cup/objection/") | {"note": "The judge was there"}
    assert (
        organiser.post("/e/cup/objection/", {**answered, "csrfmiddlewaretoken": organiser.token()})["Location"] == DESK
    )
    assert "the result stays (The judge was there)" in organiser.see(DESK)


def test_the_desk_settles_a_dispute_with_one_press(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    for number in (match.a, match.b):
        values = {"vp-1": "2", "vp-2": "1"}
        player_of(site, "cup", number).send("/e/cup/me/report/send/", round=1, ending="played", **values)
    name = site.open("cup").event.name_of(match.a)
    page = organiser.see(f"/e/cup/desk/?table={match.table}")
    assert f"{name} is right" in page and "Save table" in page
    settled = organiser.form(f"{DESK}?table={match.table}", "/e/cup/settle/") | {"player": f"#{match.a}"}
    assert organiser.post("/e/cup/settle/", {**settled, "csrfmiddlewaretoken": organiser.token()})["Location"] == DESK
    result = site.open("cup").event.rounds[0].matches[0].result
    assert result is not None and result.values["vp"] == [2, 1]


def test_nobody_objects_to_their_own_word_nor_to_a_game_without_a_result(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    assert "has no result yet" in ann.send(OBJECT, 409, round=1)
    bob.send("/e/cup/me/report/send/", round=1, ending="played", **{"vp-1": "2", "vp-2": "1"})
    ann.press(ME, "/e/cup/me/confirm/")
    for browser in (ann, bob):
        page = browser.see(ME)
        assert "This result is wrong" not in page
    event = site.open("cup").event
    with pytest.raises(Refusal, match="You reported or confirmed this result yourself"):
        object_to(event, event.rounds[0], event.rounds[0].matches[0], event.players[match.a], "")


def test_an_objection_is_to_the_result_that_the_page_showed(site: Site) -> None:
    match = entered(site)
    ann = player_of(site, "cup", match.a)
    seen = ann.form(ME, OBJECT)
    results.correct(site.desk, "cup", Report(str(match.table), {"vp": "2-1"}, round=1), "misread", STAFF)
    page = ann.send(OBJECT, 409, **seen, note="I won")
    assert "The result has changed: Victory points 2 – 1." in page
    assert not any(isinstance(entry.fact, ResultObjected) for entry in site.open("cup").entries)


def test_an_objection_sent_twice_counts_once_and_one_from_a_round_gone_by_is_sent_to_the_desk(site: Site) -> None:
    match = entered(site)
    ann = player_of(site, "cup", match.a)
    form = ann.form(ME, OBJECT)
    for _ in range(2):
        ann.send(OBJECT, **form, note="I won")
    assert sum(isinstance(entry.fact, ResultObjected) for entry in site.open("cup").entries) == 1
    for other in site.open("cup").event.rounds[0].matches[1:]:
        results.report(site.desk, "cup", [Report(str(other.table), {"vp": "1-0"})], STAFF)
    publish(site)
    assert "Round 1 is over." in ann.send(OBJECT, 409, **form, note="really")


def test_an_answer_needs_an_objection_and_is_a_fact(site: Site) -> None:
    match = entered(site)
    event = site.open("cup").event
    with pytest.raises(Refusal, match="Nobody objects"):
        answer(event.rounds[0], event.rounds[0].matches[0], "why", "Hale")
    player_of(site, "cup", match.b).press(ME, OBJECT)
    event = site.open("cup").event
    assert answer(event.rounds[0], event.rounds[0].matches[0], "so", "Hale") == [ObjectionAnswered(1, 1, "so", "Hale")]


def test_conceding_asks_once_more(site: Site) -> None:
    match = start(site, "urban_war").event.rounds[0].matches[0]
    body = player_of(site, "cup", match.a).get("/e/cup/me/report/").content.decode()
    before, _, inside = body.partition("<summary>I concede</summary>")
    assert 'value="concession"' not in before and 'value="concession"' in inside.partition("</details>")[0]
    other = site.open("cup").event.name_of(match.b)
    assert f"You lose this game and {other} wins it." in inside and "You also retire from the event." in inside


@pytest.mark.parametrize(
    ("system", "fields", "said"),
    [
        ("bushido", {"vp-pad": "2-1"}, "{a} says: {a} 2, you 1. You lost."),
        ("l5r", {"winner": "a"}, "{a} says: Winner: {a}. You lost."),
        (
            "warmachine",
            {"winner-pad": "b/scenario", "cp-1": "1", "cp-2": "5", "apd-1": "10", "apd-2": "30"},
            "{a} says: Winner: you. You won. Won by: scenario Control points: {a} 1, you 5 "
            "Army points destroyed by {a}: 10, destroyed by you: 30",
        ),
    ],
)
def test_a_report_is_told_with_whose_points_are_whose(
    site: Site, system: str, fields: dict[str, str], said: str
) -> None:
    match = start(site, system).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    ann.send("/e/cup/me/report/send/", round=1, ending="played", **fields)
    assert said.format(a=site.open("cup").event.name_of(match.a)) in bob.see(ME)


def test_who_is_said_to_have_conceded_reads_it_as_such(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    ann.send("/e/cup/me/report/send/", round=1, ending="concession")
    a = site.open("cup").event.name_of(match.a)
    assert f"{a} says: {a} conceded. You won." in bob.see(ME)
    assert "You say: you conceded. You lost." in ann.see(ME)


def test_players_check_in_on_their_phones_where_the_organiser_allows_it(site: Site, organiser: Browser) -> None:
    """X-28: who has not is not paired."""
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    ann, bob = picked(site, "cup", 1), picked(site, "cup", 2)
    assert "I’m here" not in ann.see(ME)
    assert "You cannot check in on your phone now. Go to the desk." in ann.send("/e/cup/me/here/", 409)
    events.set_option(site.desk, "cup", "self_check_in", "yes", STAFF)
    for _ in range(2):
        ann.send("/e/cup/me/here/")
    assert "Checked in" in ann.see(ME) and "I’m here" not in ann.see(ME)
    assert "Check in first. Only players who have checked in are paired." in bob.see(ME)
    bob.press(ME, "/e/cup/me/here/")
    assert [p.checked_in for p in site.open("cup").event.players.values()] == [True, True, False, False, False]
    assert "2 of 5" in organiser.see("/e/cup/people/")
    late = picked(site, "cup", 3)
    publish(site)
    assert "I’m here" not in late.see(ME)
    assert "Check in at the desk. Only players who have checked in are paired." in late.see(ME)
    assert "Go to the desk" in late.send("/e/cup/me/here/", 409)
