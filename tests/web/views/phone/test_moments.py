"""One page that knows the moment: what a player is shown and promised, from before round 1 to the final place."""

from __future__ import annotations

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Ending, PlayerId
from muster.web.site import Site
from tests.web.conftest import NAMES, RESULTS, STAFF, Browser, picked, player_of, publish, start
from tests.web.list_hall import bring, hall

PROMISE = "able will appear here"
ME = "/e/cup/me/"


def play(site: Site, system: str = "bushido") -> None:
    for match in site.open("cup").event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS[system])], STAFF)


def seen(site: Site, player: PlayerId) -> str:
    return player_of(site, "cup", player).see(ME)


def test_before_round_1_and_for_a_late_entry(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed", options={"late_entry": "yes"})
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    assert f"You are in, Ann Your t{PROMISE}" in seen(site, PlayerId(1))
    publish(site)
    roster.enrol(site.desk, "cup", [("Late", {})], STAFF)
    assert f"You have no game in round 1 Your t{PROMISE}" in seen(site, PlayerId(6))


def test_the_list_for_a_game_is_asked_for_here_and_revealed_when_both_have_chosen(site: Site) -> None:
    """WMH-080."""
    hall(site, "warmachine")
    for name in NAMES:
        for slot in (1, 2):
            bring(site, name, f"Theme {slot}", slot)
    match = publish(site).event.rounds[0].matches[0]
    ann, bob = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    called = site.open("cup").event.name_of
    page = ann.see(ME)
    assert "Choose your list for this game." in page and "Choose this list" in page and "Report the result" in page
    assert "Follow the game here" not in page, "the game begins when both have chosen"
    ann.press(ME, "/e/cup/me/list/declare/", value="2")
    page = ann.see(ME)
    assert "You: List 2" in page and f"{called(match.b)} has not chosen yet. Yours stays hidden until then." in page
    assert "Choose your list" not in page and "Follow the game here" not in page
    page = bob.see(ME)
    assert "Choose your list" in page and f"{called(match.a)}: List" not in page
    bob.press(ME, "/e/cup/me/list/declare/", value="1")
    assert f"You: List 1 {called(match.a)}: List 2" in bob.see(ME)
    assert f"You: List 2 {called(match.b)}: List 1" in ann.see(ME)
    assert "Follow the game here" in ann.see(ME) and "Follow the game here" in bob.see(ME)


def test_a_name_that_was_only_picked_is_asked_to_prove_itself_before_a_secret_choice(site: Site) -> None:
    hall(site, "warmachine")
    for slot in (1, 2):
        bring(site, "Ann", f"Theme {slot}", slot)
    publish(site)
    browser = picked(site, "cup", 1)
    page = browser.see(ME)
    assert "Your choice is secret. First confirm that you are Ann." in page and "Choose this list" not in page


def test_who_brought_no_lists_is_not_asked_for_one(site: Site) -> None:
    match = start(site, "warmachine").event.rounds[0].matches[0]
    assert "Choose your list" not in seen(site, match.a)


def test_a_moved_table_says_from_where_to_where_until_the_game_is_in(site: Site) -> None:
    first, second = start(site).event.rounds[0].matches
    assert "Your table has changed" not in seen(site, first.a)
    rounds.move_table(site.desk, "cup", first.table, second.table, STAFF)
    assert f"Your table has changed: {second.table}, not {first.table}." in seen(site, first.a)
    assert f"Your table has changed: {first.table}, not {second.table}." in seen(site, second.b)
    play(site)
    assert "Your table has changed" not in seen(site, first.a)


def test_a_table_moved_before_anybody_saw_it_is_not_news(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    rounds.move_table(site.desk, "cup", 1, 9, STAFF)
    rounds.publish(site.desk, "cup", STAFF)
    match = next(m for m in site.open("cup").event.rounds[0].matches if m.table == 9)
    assert "Your table has changed" not in seen(site, match.a)


def test_a_rank_says_after_which_round_it_is(site: Site) -> None:
    """Somebody who has just won round 2 reads the rank of round 1 until the last result is in."""
    start(site)
    play(site)
    first, second = publish(site).event.rounds[1].matches
    for match, number in ((first, 1), (second, 2)):
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
        assert f"Rank after round {number}" in seen(site, first.a)


def test_the_last_round_and_the_end_promise_no_table(site: Site) -> None:
    opened = start(site, played=2)
    match, bye = opened.event.rounds[2].matches[0], opened.event.rounds[2].byes[0].player
    play(site)
    for player in (match.a, bye):
        page = seen(site, player)
        assert PROMISE not in page and "Your final place will appear here when the event ends." in page
    events.finish(site.desk, "cup", STAFF)
    for player in (match.a, match.b, bye):
        page = seen(site, player)
        assert "of 5, Cup" in page and "The event is over." in page and PROMISE not in page
        assert f"http://192.168.0.7:8000/e/cup/players/{player}/" in page


def test_a_sole_leader_before_the_last_round_ends_it_unless_the_organiser_plays_on(site: Site) -> None:
    """WMH-067, W-01: nobody is sent home before that is decided."""
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed", options={"rounds": "4"})
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:4]], STAFF)
    for _ in range(2):
        publish(site)
        play(site, "warmachine")
    page = seen(site, PlayerId(1))
    assert PROMISE not in page and "There is no further game for you." not in page
    assert "By the rules the event is over, but the organiser may play on. Stay until it is finished." in page
    events.set_option(site.desk, "cup", "stop_on_sole_leader", "no", STAFF)
    assert f"Round 3 of 4 Your t{PROMISE}" in seen(site, PlayerId(1))


def test_the_cut_tells_each_player_whether_they_play_on(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed", options={"rounds": "1", "cut": "2"})
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:4]], STAFF)
    publish(site)
    play(site)
    page = seen(site, PlayerId(1))
    assert "Cut to the top 2 Whether you made the cut will appear here." in page and PROMISE not in page
    seeds = rounds.cut(site.desk, "cup", STAFF).event.stage.seeds
    for player in map(PlayerId, range(1, 5)):
        page = seen(site, player)
        if player in seeds:
            assert "You’re through" in page and f"Your t{PROMISE}" in page
        else:
            assert "You missed the cut" in page and PROMISE not in page and "of 4, Cup" in page
    publish(site)
    play(site)
    assert all(PROMISE not in seen(site, player) for player in map(PlayerId, range(1, 5)))
    opened = events.finish(site.desk, "cup", STAFF)
    (final,) = opened.event.rounds[-1].matches
    first, second = (opened.event.name_of(player) for player in (final.a, final.b))
    page = seen(site, final.a)
    assert "2 won, 0 drawn, 0 lost" in page and f"Final Won against {second}" in page
    page = seen(site, final.b)
    assert "1 won, 0 drawn, 1 lost" in page and f"Final Lost to {first}" in page
    assert f"Final {second} win" in player_of(site, "cup", final.a).see(f"/e/cup/players/{final.a}/")


def test_who_loses_in_the_bracket_is_out_and_told_so(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed", options={"format": "elimination"})
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:4]], STAFF)
    match = publish(site).event.rounds[0].matches[0]
    play(site)
    page = seen(site, match.b)
    assert "You are out of the bracket" in page and PROMISE not in page
    assert f"Your t{PROMISE}" in seen(site, match.a)


def test_who_left_is_promised_nothing(site: Site) -> None:
    bye = start(site).event.rounds[0].byes[0].player
    roster.drop(site.desk, "cup", f"#{bye}", STAFF)
    page = seen(site, bye)
    assert "You have dropped out" in page and PROMISE not in page


def test_a_bye_says_why(site: Site) -> None:
    bye = start(site).event.rounds[0].byes[0]
    page = seen(site, bye.player)
    assert "No game this round." in page and "Why" in page and f"Your t{PROMISE}" in page


def test_somebody_who_did_not_appear_and_came_back_reads_both(site: Site, organiser: Browser) -> None:
    """L-39: their round is an unpaired loss, but they were paired: they did not miss a draw."""
    match = start(site).event.rounds[0].matches[0]
    gone = match.b
    name = site.open("cup").event.name_of(gone)
    phone = player_of(site, "cup", gone)
    for other in site.open("cup").event.rounds[0].matches[1:]:
        results.report(site.desk, "cup", [Report(str(other.table), RESULTS["bushido"])], STAFF)
    results.report(site.desk, "cup", [Report("1", ending=Ending.NO_SHOW, by=(f"#{gone}",))], STAFF)
    page = phone.see("/e/cup/me/")
    assert "You were dropped because you did not appear" in page and "You did not appear" in page
    assert f"{name} did not appear" not in page and "dropped out" not in page
    roster.rejoin(site.desk, "cup", f"#{gone}", STAFF)
    assert "0 did not appear: an unpaired loss" in phone.see("/e/cup/me/")
    assert "did not appear: an unpaired loss X-04" in organiser.see(f"/e/cup/players/{gone}/")
    log = organiser.see("/e/cup/log/")
    assert f"{name} did not appear in round 1 and was dropped" in log
    assert f"{name} rejoined; round 1 counts as an unpaired loss" in log
