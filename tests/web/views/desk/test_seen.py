"""What is booked is what the page showed: a report changed between page and press is never booked unseen."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.event import Match, MatchState
from muster.web.site import Site
from tests.web.conftest import RESULTS, STAFF, Browser, judge_of, organiser_of, player_of, publish, start

ME, CONFIRM, DESK, ACCEPT = "/e/cup/me/", "/e/cup/me/confirm/", "/e/cup/desk/", "/e/cup/confirm/"


def reported(site: Site, player: PlayerId, vp: str = "2-1") -> None:
    name = site.open("cup").event.name_of(player)
    results.report(site.desk, "cup", [Report(f"#{player}", {"vp": vp})], Actor(name, Role.PLAYER, player))


def first(site: Site, round_: int = 1) -> Match:
    return site.open("cup").event.rounds[round_ - 1].matches[0]


def pages_of(match: Match) -> str:
    return f"/e/cup/tables/?table={match.table}&do=settle"


def test_a_report_changed_between_page_and_press_is_shown_not_booked(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann, bob = site.open("cup").event.name_of(match.a), player_of(site, "cup", match.b)
    reported(site, match.a)
    seen = bob.form(ME, CONFIRM)
    reported(site, match.a, "3-0")
    page = bob.send(CONFIRM, 409, **seen)
    assert f"{ann} has changed the report: Victory points: {ann} 3, you 0. Check and confirm again." in page
    assert first(site).state is MatchState.REPORTED
    bob.press(ME, CONFIRM)
    result = first(site).result
    assert result is not None and result.values["vp"] == [3, 0]


def test_a_form_without_what_it_showed_confirms_nothing(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    bob = player_of(site, "cup", match.b)
    reported(site, match.a)
    bob.send(CONFIRM, 409, round=1)
    bob.send(CONFIRM, 409)
    organiser_of(site).send(ACCEPT, 409, table=match.table)
    assert first(site).state is MatchState.REPORTED


def test_the_desk_accepts_only_the_report_it_showed(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    ann = site.open("cup").event.name_of(match.a)
    reported(site, match.a)
    seen = organiser.form(DESK, ACCEPT)
    reported(site, match.a, "0-2")
    assert f"{ann} has changed the report: Victory points: {ann} 0" in organiser.send(ACCEPT, 409, **seen)
    assert first(site).state is MatchState.REPORTED
    reported(site, match.b, "2-1")  # The names turn it round: a dispute now.
    assert "differ" in organiser.send(ACCEPT, 409, **seen)
    assert first(site).state is MatchState.DISPUTED


def test_the_judge_chooses_between_the_versions_that_were_shown(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    judge = judge_of(site, "cup")
    reported(site, match.a, "2-1")
    reported(site, match.b, "3-0")
    seen = judge.form(pages_of(match), "/e/cup/settle/")
    reported(site, match.b, "2-0")
    page = judge.send("/e/cup/settle/", 409, **seen, player=f"#{match.b}")
    b, a = (site.open("cup").event.name_of(p) for p in (match.b, match.a))
    assert f"The reports have changed. {a} reports: Victory points: {a} 2, {b} 1; {b} reports" in page
    assert f"Victory points: {b} 2, {a} 0. Check and choose again." in page
    assert first(site).state is MatchState.DISPUTED
    judge.press(pages_of(match), "/e/cup/settle/", player=f"#{match.b}")
    result = first(site).result
    assert result is not None and result.values["vp"] == [0, 2]


def test_a_report_that_was_taken_back_or_disputed_is_not_confirmed(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    bob = player_of(site, "cup", match.b)
    reported(site, match.a)
    seen = bob.form(ME, CONFIRM)
    history.undo(site.desk, "cup", STAFF)
    assert "The report you saw has been withdrawn." in bob.send(CONFIRM, 409, **seen)
    reported(site, match.a)
    reported(site, match.b, "3-0")  # From another phone of the same player.
    assert "differ" in bob.send(CONFIRM, 409, **seen)
    assert first(site).state is MatchState.DISPUTED


def test_a_page_of_round_1_confirms_nothing_in_round_2(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    bob = player_of(site, "cup", match.b)
    reported(site, match.a)
    seen, accept = bob.form(ME, CONFIRM), organiser.form(DESK, ACCEPT)
    for one in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(one.table), {"vp": "0-3"})], STAFF)
    publish(site)
    now = next(m for m in site.open("cup").event.rounds[1].matches if m.has(match.b))
    reported(site, now.other(match.b))
    page = bob.send(CONFIRM, 409, **seen)
    assert f"Table {match.table} in round 1 already has a result: Victory points 0 – 3." in page
    assert "in round 1 already has a result:" in organiser.send(ACCEPT, 409, **accept)
    assert all(m.state is not MatchState.IN for m in site.open("cup").event.rounds[1].matches)


def test_a_round_1_form_of_staff_enters_nothing_in_round_2(site: Site, organiser: Browser) -> None:
    """The form of a table, the line, a no-show, a penalty, a ruling: each knows the round that its page showed."""
    match = start(site).event.rounds[0].matches[0]
    table, person = match.table, f"/e/cup/people/{match.a}/"
    sheet = f"/e/cup/tables/?table={table}&do="
    entry = organiser.form(f"{DESK}?table={table}", "/e/cup/result/") | {"vp-1": "2", "vp-2": "1"}
    line = organiser.form(DESK, "/e/cup/key/") | {"line": f"{table} 2 1"}
    absent = organiser.form(person, person + "absent/")
    penalty = organiser.form(sheet + "penalty", "/e/cup/penalty/")
    penalty |= {"player": f"#{match.a}", "penalty": "game_loss", "reason": "slow"}
    ruling = organiser.form(sheet + "ruling", "/e/cup/ruling/") | {"note": "Roll again."}
    for one in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(one.table), RESULTS["bushido"])], STAFF)
    before = publish(site).last
    for path, form in (("result", entry), ("key", line)):
        assert "Round 1 is closed" in organiser.send(f"/e/cup/{path}/", 409, **form)
    assert "Round 1 is closed" in organiser.send(person + "absent/", 409, **absent)
    for path, form in (("penalty", penalty), ("ruling", ruling)):
        assert "Your page was about round 1, and round 2 is being played" in organiser.send(
            f"/e/cup/{path}/", 409, **form
        )
    assert site.open("cup").last == before


def test_a_form_filled_in_for_one_pair_is_not_entered_for_another(site: Site, organiser: Browser) -> None:
    """The round is taken back and paired in another way, with the same number."""
    start(site, names=("Ann", "Bob", "Cem", "Dai"))
    match = first(site)
    ann = player_of(site, "cup", match.a)
    mine = ann.form("/e/cup/me/report/", "/e/cup/me/report/send/") | {"vp-1": "2", "vp-2": "1"}
    desk = organiser.form(f"{DESK}?table={match.table}", "/e/cup/result/") | {"vp-1": "2", "vp-2": "1"}
    other = next(m for m in site.open("cup").event.rounds[0].matches if not m.has(match.a))
    history.undo(site.desk, "cup", STAFF)
    rounds.swap(site.desk, "cup", f"#{match.b}", f"#{other.b}", STAFF)
    rounds.publish(site.desk, "cup", STAFF)
    assert "The pairings of round 1 have changed" in ann.send("/e/cup/me/report/send/", 409, **mine)
    assert "The pairings of round 1 have changed" in organiser.send("/e/cup/result/", 409, **desk)
    assert all(m.state is MatchState.OPEN for m in site.open("cup").event.rounds[0].matches)


def test_pressed_twice_or_by_two_people_it_is_in_once_and_nobody_sees_an_error(site: Site) -> None:
    match = start(site).event.rounds[0].matches[0]
    bob, sam, kim = player_of(site, "cup", match.b), organiser_of(site), organiser_of(site)
    reported(site, match.a)
    seen, sams, kims = bob.form(ME, CONFIRM), sam.form(DESK, ACCEPT), kim.form(DESK, ACCEPT)
    bob.send(CONFIRM, **seen)
    last = site.open("cup").last
    bob.send(CONFIRM, **seen)
    sam.send(ACCEPT, **sams)
    kim.send(ACCEPT, **kims)
    assert site.open("cup").last == last and "You lost" in bob.see(ME)


def test_two_staff_and_a_changing_player_at_once_never_book_what_nobody_saw(site: Site) -> None:
    """The digest is checked against the state being appended to: here all three act at the same moment."""
    match = start(site).event.rounds[0].matches[0]
    reported(site, match.a)
    staff = [organiser_of(site) for _ in range(2)]
    forms = [one.form(DESK, ACCEPT) for one in staff]
    token = [one.token() for one in staff]

    def accept(number: int) -> int:
        sent = {"csrfmiddlewaretoken": token[number], **forms[number]}
        return staff[number].post(ACCEPT, sent).status_code

    def change() -> int:
        with suppress(Refusal):  # The result may be in before.
            reported(site, match.a, "3-0")
        return 0

    with ThreadPoolExecutor(3) as pool:
        changed = pool.submit(change)
        answers = list(pool.map(accept, range(2)))
        changed.result()
    settled = first(site)
    if settled.state is MatchState.IN:
        assert settled.result is not None and settled.result.values["vp"] == [2, 1] and 302 in answers
    else:
        assert answers == [409, 409]


def test_what_to_do_again_is_what_the_page_offered(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.send("/e/cup/announce/", text="Lunch at one")
    organiser.send("/e/cup/announce/", text="Lunch at two")
    history.undo(site.desk, "cup", STAFF)
    seen = organiser.form(DESK, "/e/cup/redo/")
    history.undo(site.desk, "cup", STAFF)
    assert "Something has changed since you opened this page." in organiser.send("/e/cup/redo/", 409, **seen)
    assert site.open("cup").event.announcement == ""


def test_a_page_left_open_does_not_give_the_next_rounds_game_away(site: Site) -> None:
    """In elimination the opponent of a player who leaves goes through: only in the game that the page named."""
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed")
    events.set_option(site.desk, "cup", "format", "elimination", STAFF)
    roster.enrol(site.desk, "cup", [(name, {}) for name in ("Ann", "Bob", "Cem", "Dai")], STAFF)
    for match in publish(site).event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["warmachine"])], STAFF)
    winner = first(site).a
    ann = player_of(site, "cup", winner)
    seen = ann.form(ME, "/e/cup/me/drop/")
    publish(site)
    page = ann.send("/e/cup/me/drop/", 409, **seen)
    assert "Your page was about round 1 (Semi-finals), and round 2 (Final) is being played" in page
    assert first(site, 2).state is MatchState.OPEN and site.open("cup").event.players[winner].active
