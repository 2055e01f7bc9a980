"""A judge called from a phone, a breach reported by anybody, and what staff, players and strangers see of it."""

from __future__ import annotations

from muster.app.events import actions as events
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, judge_of, player_of, start

NAMES = ("Ann", "Bob", "Cem", "Dai")


def test_one_tap_brings_a_judge(site: Site, organiser: Browser) -> None:
    """L5R-021: table and room are on the judges' phones and the desk until somebody goes, and until it is done."""
    opened = start(site, names=NAMES)
    match = opened.event.rounds[0].matches[0]
    events.set_option(site.desk, "cup", "rooms", "Gallery: 1; Cellar: 2-9", STAFF, "two rooms")
    room = "Gallery" if match.table == 1 else "Cellar"
    player, other, judge = (
        player_of(site, "cup", match.a),
        player_of(site, "cup", match.b),
        judge_of(site, "cup", "Iris"),
    )
    assert "table needs a judge" not in judge.see("/e/cup/tables/")
    assert f"Call a judge to table {match.table}" in player.see("/e/cup/me/")
    player.send("/e/cup/me/judge/", round=1)
    other.send("/e/cup/me/judge/", round=1)
    for page in (judge.see("/e/cup/tables/"), organiser.see("/e/cup/desk/")):
        assert "1 table needs a judge" in page and f"Table {match.table} ({room})" in page
    judge.send("/e/cup/calls/answer/", call=1)
    assert "Iris is coming to your table." in player.see("/e/cup/me/")
    assert "Iris is coming to your table." in other.see("/e/cup/me/")
    assert "Iris is on the way." in organiser.see("/e/cup/desk/")
    assert "Iris is already going to table" in organiser.send("/e/cup/calls/answer/", 409, call=1)
    judge.send("/e/cup/calls/done/", call=1)
    judge.send("/e/cup/calls/done/", call=1)
    assert "needs a judge" not in organiser.see("/e/cup/desk/")
    assert "Call a judge" in player.see("/e/cup/me/")


def test_a_table_that_moves_tells_the_judge_who_is_on_the_way(site: Site, organiser: Browser) -> None:
    match = start(site, "l5r", NAMES).event.rounds[0].matches[0]
    judge = judge_of(site, "cup", "Iris")
    player_of(site, "cup", match.a).send("/e/cup/me/judge/", round=1)
    judge.send("/e/cup/calls/answer/", call=1)
    assert "They have moved here" not in judge.see("/e/cup/tables/")
    rounds.move_table(site.desk, "cup", match.table, 7, STAFF, "a wobbly table")
    for page in (judge.see("/e/cup/tables/"), organiser.see("/e/cup/desk/")):
        assert "Table 7" in page and f"They have moved here from table {match.table}." in page


def test_the_organiser_who_goes_there_begins_the_sentence(site: Site, organiser: Browser) -> None:
    match = start(site, "l5r", NAMES).event.rounds[0].matches[0]
    player = player_of(site, "cup", match.a)
    player.send("/e/cup/me/judge/", round=1)
    organiser.send("/e/cup/calls/answer/", call=1)
    assert "The organiser is coming to your table." in player.see("/e/cup/me/")
    assert "The organiser is on the way." in judge_of(site, "cup").see("/e/cup/tables/")


def test_players_whose_result_is_in_no_longer_read_that_they_stop_playing(site: Site) -> None:
    match = start(site, "bushido", NAMES).event.rounds[0].matches[0]
    player = player_of(site, "cup", match.a)
    player.send("/e/cup/me/judge/", round=1)
    assert "Stop playing, and leave everything" in player.see("/e/cup/me/")
    results.report(site.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    page = player.see("/e/cup/me/")
    assert f"A judge has been called to table {match.table}." in page and "Stop playing" not in page


def test_a_call_from_the_page_of_a_round_that_is_over(site: Site) -> None:
    opened = start(site, names=NAMES, played=1)
    player = player_of(site, "cup", opened.event.rounds[1].matches[0].a)
    assert "Round 1 is over. Ask the staff at the desk." in player.send("/e/cup/me/judge/", 409, round=1)
    player.send("/e/cup/me/judge/", round=2)
    player.send("/e/cup/me/judge/no-need/", round=2)
    assert site.open("cup").event.staff.calls[0].ended


def test_strangers_call_nobody_and_answer_nothing(site: Site, stranger: Browser) -> None:
    start(site, names=NAMES)
    stranger.send("/e/cup/me/judge/", 403, round=1)
    stranger.send("/e/cup/calls/answer/", 403, call=1)
    player_of(site, "cup", 1).send("/e/cup/calls/done/", 403, call=1)
    assert "There is no call 7" in judge_of(site, "cup").send("/e/cup/calls/answer/", 409, call=7)


def test_a_spectator_reports_a_breach_that_only_staff_read(site: Site, organiser: Browser, stranger: Browser) -> None:
    """L5R-016: any phone, a few words, once for a form; nothing of it on a public page or on the players' phones."""
    opened = start(site, names=NAMES)
    match = opened.event.rounds[0].matches[0]
    assert "A better move that a player has missed is not a breach" in stranger.see("/e/cup/breach/")
    form = stranger.form("/e/cup/breach/", "/e/cup/breach/send/") | {"table": match.table, "text": "Peeks at the deck"}
    stranger.send("/e/cup/breach/send/", **form)
    stranger.send("/e/cup/breach/send/", **form)
    assert "The staff have your report" in stranger.see("/e/cup/breach/?sent=1")
    judge, player = judge_of(site, "cup"), player_of(site, "cup", match.a)
    assert judge.see("/e/cup/tables/").count("Peeks at the deck") == 1
    assert "in round 1: Peeks at the deck" in organiser.see("/e/cup/desk/")
    assert "Breach reported" in organiser.see("/e/cup/log/")
    judge.send("/e/cup/calls/answer/", call=1)
    for page in ("", "pairings/", "screen/", "players/", f"players/{match.a}/"):
        assert "Peeks" not in stranger.see(f"/e/cup/{page}")
    assert "Peeks" not in player.see("/e/cup/me/") and "is coming" not in player.see("/e/cup/me/")


def test_a_player_cannot_call_without_end(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    player, other = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    for _ in range(4):
        player.send("/e/cup/me/judge/", round=1)
        player.send("/e/cup/me/judge/no-need/", round=1)
    assert "You have called a judge too often." in player.send("/e/cup/me/judge/", 429, round=1)
    assert all(call.ended for call in site.open("cup").event.staff.calls)
    other.send("/e/cup/me/judge/", round=1)


def test_a_table_that_is_called_to_twice_is_one_table(site: Site, stranger: Browser) -> None:
    match = start(site, names=NAMES).event.rounds[0].matches[0]
    player_of(site, "cup", match.a).send("/e/cup/me/judge/", round=1)
    stranger.press("/e/cup/breach/", "/e/cup/breach/send/", table=match.table, text="Peeks")
    page = judge_of(site, "cup").see("/e/cup/tables/")
    assert "1 table needs a judge" in page and "called a judge." in page and "Peeks" in page


def test_a_phone_cannot_flood_the_staff(site: Site, stranger: Browser) -> None:
    start(site, names=NAMES)
    form = stranger.form("/e/cup/breach/", "/e/cup/breach/send/")
    for n in range(3):
        stranger.send("/e/cup/breach/send/", **form | {"once": f"form {n}", "table": "1", "text": f"Breach {n}"})
    refused = stranger.send("/e/cup/breach/send/", 429, **form | {"once": "more", "table": "1", "text": "One more"})
    assert "This phone has sent too many reports." in refused and "One more" in refused
    assert len(site.open("cup").event.staff.calls) == 3
    wrong = Browser(site).send("/e/cup/breach/send/", 409, round="1", table="x", text="Hm")
    assert "“x” is not a table number." in wrong
