"""Staff on the web: joining, ending access, duty, staff who play; rulings, appeals, penalties at the table."""

from __future__ import annotations

import pytest

from muster.app.events import actions as events
from muster.app.links import private_key
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.staff import actions as staff
from muster.core.kit.model import Actor, Ending, PlayerId, Role
from muster.core.reading.tally import scores
from muster.core.record.event import Match, MatchState
from muster.core.record.player import Status
from muster.web.site import Site
from muster.web.who.links import staff_link
from tests.web.conftest import STAFF, Browser, join, judge_of, marshal_of, organiser_of, player_of, start


def dispute(site: Site, match: Match) -> None:
    """Both report, each a win of their own, in a Bushido event."""
    for side, values in ((match.a, "2-1"), (match.b, "3-0")):
        one = Report(f"#{side}", {"vp": values})
        results.report(site.desk, "cup", [one], Actor(site.open("cup").event.name_of(side), Role.PLAYER, side))


def test_staff_join_by_name_and_are_shown_to_the_organiser(site: Site, organiser: Browser) -> None:
    """L5R-008, L5R-011: any number of marshals and judges; L5R-006: nobody is invited as organiser."""
    start(site)
    judge_of(site, "cup", "Hale")
    marshal_of(site, "cup", "Mora")
    judge_of(site, "cup", "Iris")
    marshal_of(site, "cup", "Noor")
    shown = organiser.see("/e/cup/links/")
    assert organiser.get("/e/cup/links/").content.count(b'role="img" aria-label="QR code for http') == 3
    assert "Staff: 5" in shown and "Hale judge" in shown and "Mora marshal" in shown and "Noor marshal" in shown
    assert "Hale joined as judge" in organiser.see("/e/cup/log/")
    assert [s.role for s in site.open("cup").event.staff.members.values()].count(Role.ORGANISER) == 1
    assert "looks the same as “Hale”" in join(Browser(site), "cup", Role.JUDGE, "hale", 409)
    assert "cannot be removed" in organiser.send("/e/cup/staff/remove/", 409, staff=0)


def test_access_ends_at_once(site: Site, organiser: Browser) -> None:
    start(site)
    judge, other = judge_of(site, "cup", "Hale"), judge_of(site, "cup", "Iris")
    organiser.send("/e/cup/staff/remove/", staff=1)
    assert judge.get("/e/cup/tables/").status_code == 403
    other.see("/e/cup/tables/")
    assert "Hale left the staff" in organiser.see("/e/cup/log/")
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    judge.see("/e/cup/tables/")


def test_off_duty_a_judge_is_a_spectator_for_all_to_see(site: Site, organiser: Browser) -> None:
    """L5R-010: the change of status is plain, and on duty again is one press."""
    start(site, "l5r")
    judge = judge_of(site, "cup")
    judge.send("/e/cup/staff/duty/", on="no")
    assert judge.get("/e/cup/tables/").status_code == 403
    assert "Hale is off duty." in judge.see("/e/cup/")
    assert "judge, off duty" in organiser.see("/e/cup/links/")
    assert "Hale Judge, off duty" in Browser(site).see("/e/cup/")
    judge.send("/e/cup/staff/duty/", on="yes")
    judge.see("/e/cup/tables/")
    assert "always on duty" in organiser.send("/e/cup/staff/duty/", 409, on="no")
    assert "staff can do this" in player_of(site, "cup", 1).send("/e/cup/staff/duty/", 409, on="yes")


def test_everybody_reads_who_runs_the_event_and_who_of_them_plays(site: Site, organiser: Browser) -> None:
    """L5R-005, L5R-010, L5R-018: on the event's page until it is over; whoever joins is told before typing a name."""
    opened = start(site, "l5r", ("Ann", "Bob", "Cem", "Dai"))
    stranger, words = Browser(site), "Who runs the event"
    assert words not in stranger.see("/e/cup/")
    for role in (Role.MARSHAL, Role.JUDGE):
        stranger.get(f"/staff/{staff_link(site.open('cup'), role)}/")
        assert "Everyone can see your name." in stranger.see("/invitation/")
    judge = judge_of(site, "cup")
    marshal_of(site, "cup", "Mora")
    judge.send("/e/cup/me/pick/", player="#2")
    assert "Hale judge, plays as Bob" in organiser.see("/e/cup/links/")
    page = stranger.see("/e/cup/")
    assert "Hale Judge, plays as Bob L5R-018" in page and "Mora Marshal" in page and "Organiser" not in page
    organiser.send("/e/cup/me/pick/", player="#1")
    assert "Organiser plays as Ann L5R-018" in stranger.see("/e/cup/")
    for match in opened.event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), {"winner": "a"})], STAFF)
    events.finish(site.desk, "cup", STAFF, "enough")
    assert words not in stranger.see("/e/cup/")


def test_in_the_relaxed_tier_a_judge_plays_beside_another(site: Site, organiser: Browser) -> None:
    """L5R-017, L-31: alone the organiser may not play; with a judge on duty both may."""
    start(site, "l5r")
    refused = organiser.send("/e/cup/me/pick/", 409, player="#1")
    assert "Staff may play only while another staff member is there." in refused and "L5R-017" in refused
    judge = judge_of(site, "cup")
    judge.send("/e/cup/me/pick/", player="#2")
    organiser.send("/e/cup/me/pick/", player="#1")
    people = site.open("cup").event.staff.members
    assert (people[0].player, people[1].player) == (1, 2)
    assert "Hale plays as Bob" in organiser.see("/e/cup/log/")
    assert "organiser plays as Ann" in organiser.see("/e/cup/log/")
    # The other judge leaves: the event goes on, and the organiser is told.
    organiser.send("/e/cup/staff/remove/", staff=1)
    assert "L5R-017" in organiser.see("/e/cup/links/")
    organiser.send("/e/cup/me/leave/")
    assert "L5R-017" not in organiser.see("/e/cup/links/")


@pytest.mark.parametrize("tier", ["formal", "premier"])
def test_in_the_higher_tiers_staff_do_not_play(site: Site, organiser: Browser, tier: str) -> None:
    """L5R-020: refused when staff pick a name, and when a player would join."""
    start(site, "l5r")
    events.set_option(site.desk, "cup", "tier", tier, STAFF, "announced")
    judge = judge_of(site, "cup")
    assert "L5R-020" in judge.send("/e/cup/me/pick/", 409, player="#1")
    assert "L5R-020" in join(player_of(site, "cup", 1), "cup", Role.JUDGE, "Ann", 409)
    assert list(site.open("cup").event.staff.members) == [0, 1]


def test_a_player_may_lead_too_where_no_book_says_no(site: Site) -> None:
    start(site, "bushido")
    ann = player_of(site, "cup", 1)
    join(ann, "cup", Role.JUDGE, "Ann the judge")
    assert site.open("cup").event.staff.members[1].player == 1
    ann.see("/e/cup/tables/")
    ann.see("/e/cup/me/report/")


def test_who_plays_at_a_table_has_no_say_there(site: Site, organiser: Browser) -> None:
    """L5R-018: rulings, penalties, reports and disputes of a game of their own is for the other staff."""
    opened = start(site, "l5r", names=("Ann", "Bob", "Cem", "Dai"))
    mine, other = opened.event.rounds[0].matches
    judge = judge_of(site, "cup")
    judge.send("/e/cup/me/pick/", player=f"#{mine.a}")
    opponent = opened.event.name_of(mine.b)
    results.report(site.desk, "cup", [Report(f"#{mine.b}", {"winner": "a"})], Actor(opponent, Role.PLAYER, mine.b))
    sheet = judge.see(f"/e/cup/tables/?table={mine.table}&do=settle")
    assert "You play at table" in sheet and "L5R-018" in sheet and "reports:" not in sheet
    assert f"{opponent} reports:" in organiser.see(f"/e/cup/tables/?table={mine.table}")
    before = site.open("cup").last
    for path, form in (
        ("ruling", {"note": "I win."}),
        ("penalty", {"player": f"#{mine.b}", "penalty": "warning", "reason": "slow"}),
        ("settle", {"player": f"#{mine.b}"}),
    ):
        assert "L5R-018" in judge.send(f"/e/cup/{path}/", 409, table=mine.table, **form)
    assert site.open("cup").last == before
    judge.send("/e/cup/ruling/", table=other.table, note="Fine.")


def test_a_game_of_two_of_the_staff_is_the_marshals(site: Site, organiser: Browser) -> None:
    """L5R-019, L5R-007, L-32: the marshal, else the organiser, else any third member of staff."""
    opened = start(site, "l5r", names=("Ann", "Bob", "Cem", "Dai"))
    match = opened.event.rounds[0].matches[0]
    a, b, third = (judge_of(site, "cup", name) for name in ("A", "B", "Third"))
    a.send("/e/cup/me/pick/", player=f"#{match.a}")
    b.send("/e/cup/me/pick/", player=f"#{match.b}")
    refused = third.send("/e/cup/ruling/", 409, table=match.table, note="So.")
    assert "organiser rules there" in refused and "L5R-019" in refused
    marshal = marshal_of(site, "cup")
    assert "Mora rules there" in organiser.send("/e/cup/ruling/", 409, table=match.table, note="So.")
    marshal.send("/e/cup/ruling/", table=match.table, note="So.")


def test_a_ruling_says_who_where_and_what(site: Site, organiser: Browser) -> None:
    """L5R-013: a judge rules, a player appeals, the marshal's answer is final."""
    match = start(site, "l5r").event.rounds[0].matches[0]
    names = [site.open("cup").event.name_of(p) for p in (match.a, match.b)]
    judge, marshal = judge_of(site, "cup"), marshal_of(site, "cup")
    judge.send("/e/cup/ruling/", table=match.table, question="Can it be seen?", note="No, the wall hides it.")
    entry = site.open("cup").entries[-1]
    assert (entry.actor.name, entry.actor.role.value, entry.actor.player) == ("Hale", "judge", None)
    where = f"table {match.table}, round 1 · {names[0]} v {names[1]}"
    said = f"Ruling 1 · {where} · Hale Can it be seen? No, the wall hides it."
    assert said in marshal.see("/e/cup/tables/")
    outsider = next(p for p in site.open("cup").event.players if not match.has(p))
    assert "does not play" in judge.send("/e/cup/appeal/", 409, ruling=1, player=f"#{outsider}")
    assert "No appeal against ruling 1 is open" in marshal.send(
        "/e/cup/appeal/decide/", 409, ruling=1, answer="uphold", words="Yes."
    )
    long = judge.send("/e/cup/appeal/", 409, ruling=1, player=f"#{match.b}", words="x" * 1001)
    assert "The reason has 1001 characters. The limit is 1000." in long
    judge.send("/e/cup/appeal/", ruling=1, player=f"#{match.b}", words="It is on a hill")
    assert "There is already an open appeal against ruling" in judge.send(
        "/e/cup/appeal/", 409, ruling=1, player=f"#{match.a}"
    )
    assert "1 appeal to decide" in organiser.see("/e/cup/desk/")
    assert "Mora decides" in organiser.send("/e/cup/appeal/decide/", 409, ruling=1, answer="uphold", words="Yes.")
    assert judge.post("/e/cup/appeal/decide/", {"csrfmiddlewaretoken": judge.token()}).status_code == 403
    assert "upheld or overturned" in marshal.send("/e/cup/appeal/decide/", 409, ruling=1, words="Hm.")
    assert "The answer is empty" in marshal.send("/e/cup/appeal/decide/", 409, ruling=1, answer="overturn", words=" ")
    marshal.send("/e/cup/appeal/decide/", ruling=1, answer="overturn", words="From the hill it can.")
    assert "Overturned by Mora: From the hill it can." in judge.see("/e/cup/tables/")
    assert "has been answered, which is final." in judge.send("/e/cup/appeal/", 409, ruling=1, player=f"#{match.a}")
    assert "appeal to decide" not in organiser.see("/e/cup/desk/")
    marshal.send("/e/cup/ruling/", table=match.table, note="Roll again.")
    final = judge.send("/e/cup/appeal/", 409, ruling=2, player=f"#{match.a}")
    assert "was made by Mora and is final." in final and "L5R-013" in final


def test_without_a_marshal_the_organiser_answers(site: Site, organiser: Browser) -> None:
    """L5R-007: the organiser carries the marshal's duties, on the desk."""
    match = start(site, "l5r").event.rounds[0].matches[0]
    judge = judge_of(site, "cup")
    judge.send("/e/cup/ruling/", table=match.table, note="No.")
    judge.send("/e/cup/appeal/", ruling=1, player=f"#{match.a}")
    assert "Uphold ruling 1" in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/appeal/decide/", ruling=1, answer="uphold", words="No, indeed.")
    assert "Upheld by organiser: No, indeed." in judge.see("/e/cup/tables/")
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    assert site.open("cup").event.staff.rulings[0].open


def test_in_warmachine_the_organiser_has_the_final_word(site: Site, organiser: Browser) -> None:
    """WMH-057: also where there is a marshal."""
    match = start(site, "warmachine").event.rounds[0].matches[0]
    judge, marshal = judge_of(site, "cup"), marshal_of(site, "cup")
    judge.send("/e/cup/ruling/", table=match.table, note="No.")
    judge.send("/e/cup/appeal/", ruling=1, player=f"#{match.a}")
    refused = marshal.send("/e/cup/appeal/decide/", 409, ruling=1, answer="uphold", words="No.")
    assert "organiser decides" in refused and "WMH-057" in refused
    organiser.send("/e/cup/appeal/decide/", ruling=1, answer="uphold", words="No.")


def test_in_urban_war_there_is_no_appeal(site: Site) -> None:
    """UW-06: an umpire's answer is final; an appeal is neither offered nor taken."""
    match = start(site, "urban_war").event.rounds[0].matches[0]
    judge = judge_of(site, "cup")
    judge.send("/e/cup/ruling/", table=match.table, note="No.")
    assert "appeals" not in judge.see("/e/cup/tables/")
    assert "UW-06" in judge.send("/e/cup/appeal/", 409, ruling=1, player=f"#{match.a}")


def test_a_judge_settles_a_dispute(site: Site) -> None:
    """L5R-011: judges settle disputes; here one report is taken as right."""
    match = start(site, "bushido").event.rounds[0].matches[0]
    judge = judge_of(site, "cup")
    assert "The report you saw has been withdrawn." in judge.send(
        "/e/cup/settle/", 409, table=match.table, player=f"#{match.a}"
    )
    dispute(site, match)
    name = site.open("cup").event.name_of(match.b)
    assert f"{name} is right" in judge.see(f"/e/cup/tables/?table={match.table}&do=settle")
    judge.press(f"/e/cup/tables/?table={match.table}&do=settle", "/e/cup/settle/", player=f"#{match.b}")
    settled = site.open("cup").event.rounds[0].matches[0]
    assert settled.state is MatchState.IN and settled.result is not None
    assert settled.result.values["vp"] == [0, 3]


PAID = {"bushido": [0, 9], "l5r": [1, 10], "warmachine": [0, 1], "urban_war": [0, 24]}
"""To who lost and to who won: the best result, L5R-126, WMH-066, and the best level of casualties."""


@pytest.mark.parametrize("system", ["bushido", "l5r", "warmachine", "urban_war"])
def test_a_game_loss_is_the_result_of_the_game(site: Site, system: str) -> None:
    """WMH-061, L5R-009: the game is lost and the other wins, for what the book pays when a game ends like this."""
    match = start(site, system).event.rounds[0].matches[0]
    marshal = marshal_of(site, "cup")
    marshal.send("/e/cup/penalty/", table=match.table, player=f"#{match.a}", penalty="game_loss", reason="Slow play")
    after = site.open("cup").event
    result = after.rounds[0].matches[0].result
    assert result is not None and (result.ending, result.by) == (Ending.GAME_LOSS, (match.a,))
    assert after.players[match.a].status is Status.ACTIVE
    assert after.staff.penalties[-1].kind == "game_loss"
    system_ = site.open("cup").system
    paid = [score.points for score in scores(after, system_, after.rounds[0], after.rounds[0].matches[0])]
    assert paid == PAID[system]
    assert f"{after.name_of(match.a)} loses by a penalty" in organiser_of(site).see("/e/cup/desk/")


def test_a_result_that_is_in_is_corrected_by_a_game_loss(site: Site) -> None:
    match = start(site, "bushido").event.rounds[0].matches[0]
    results.report(site.desk, "cup", [Report(str(match.table), {"vp": "3-0"})], STAFF)
    marshal_of(site, "cup").send(
        "/e/cup/penalty/", table=match.table, player=f"#{match.a}", penalty="game_loss", reason="Loaded dice"
    )
    corrected = site.open("cup").event.rounds[0].matches[0]
    assert corrected.corrections == 1 and corrected.result is not None
    assert corrected.result.ending is Ending.GAME_LOSS


@pytest.mark.parametrize(("system", "clause"), [("l5r", "L5R-009"), ("warmachine", "WMH-061")])
def test_a_judge_may_warn_and_no_more_where_the_book_says_so(site: Site, system: str, clause: str) -> None:
    """L5R-009, WMH-061: the remedy is the marshal's or the organiser's."""
    match = start(site, system).event.rounds[0].matches[0]
    judge = judge_of(site, "cup")
    form = {"table": match.table, "player": f"#{match.a}", "reason": "Stalling"}
    assert clause in judge.send("/e/cup/penalty/", 409, penalty="game_loss", **form)
    assert f"Game loss: only a marshal can give this. {clause}" in judge.see(
        f"/e/cup/tables/?table={match.table}&do=penalty"
    )
    judge.send("/e/cup/penalty/", penalty="warning", **form)
    assert "Warning (round 1)" in judge.see(f"/e/cup/tables/?table={match.table}")
    assert "Say which player." in judge.send("/e/cup/penalty/", 409, table=match.table, penalty="warning", reason="x")
    refused = judge.send("/e/cup/penalty/", 409, table=match.table, player="#1", penalty="flogging", reason="x")
    assert "“flogging” is not a penalty. The penalties are: warning, game_loss, recommend." in refused
    empty = judge.send("/e/cup/penalty/", 409, table=match.table, player="#1", penalty="warning", reason=" ")
    assert "The reason is empty" in empty


def test_a_disqualification_is_recommended_and_the_organiser_decides(site: Site, organiser: Browser) -> None:
    """L5R-009, L5R-025: the marshal recommends; only the organiser removes."""
    match = start(site, "l5r").event.rounds[0].matches[0]
    marshal = marshal_of(site, "cup")
    for player in (match.a, match.b):
        marshal.send("/e/cup/penalty/", table=match.table, player=f"#{player}", penalty="recommend", reason="Collusion")
    assert site.open("cup").event.players[match.a].status is Status.ACTIVE
    desk = organiser.see("/e/cup/desk/")
    assert "2 disqualifications recommended" in desk and desk.count("Reason; everyone will see it") == 2
    form = organiser.get("/e/cup/desk/").content.decode()
    assert ">Collusion</textarea>" not in form, "the marshal wrote to the staff"
    assert marshal.post("/e/cup/recommendation/", {"csrfmiddlewaretoken": marshal.token()}).status_code == 403
    declined = {"number": "2", "answer": "decline", "reason": "Not shown", "back": "desk"}
    answer = organiser.post("/e/cup/recommendation/", {"csrfmiddlewaretoken": organiser.token(), **declined})
    assert (answer.status_code, answer["Location"]) == (302, "/e/cup/desk/")  # Where the form is.
    assert "1 disqualification recommended" in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/recommendation/", number=1, answer="disqualify", reason="Shown", player=f"#{match.a}")
    after = site.open("cup").event
    assert after.players[match.a].status is Status.DISQUALIFIED
    assert after.players[match.b].status is Status.ACTIVE
    assert "recommended" not in organiser.see("/e/cup/desk/")
    assert "is no longer open." in organiser.send("/e/cup/recommendation/", 409, number=2, reason="again")
    assert "Recommendation 2 declined: Not shown" in organiser.see("/e/cup/log/")


def test_the_organiser_who_plays_still_enters_results_as_organiser(site: Site, organiser: Browser) -> None:
    match = start(site, "bushido").event.rounds[0].matches[0]
    organiser.send("/e/cup/me/pick/", player=f"#{match.a}")
    organiser.send("/e/cup/result/", table=match.table, ending="played", **{"vp-1": "2", "vp-2": "1"})
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN
    assert site.open("cup").entries[-1].actor == Actor()


def test_two_of_the_staff_cannot_be_the_same_player(site: Site) -> None:
    start(site, "bushido")
    first, second = judge_of(site, "cup", "A"), judge_of(site, "cup", "B")
    first.send("/e/cup/me/pick/", player="#1")
    assert "A plays as Ann" in second.send("/e/cup/me/pick/", 409, player="#1")


def test_a_finished_event_lets_nobody_join_but_ends_access(site: Site) -> None:
    start(site, "bushido", names=("Ann", "Bob"))
    judge_of(site, "cup")
    results.report(site.desk, "cup", [Report("1", {"vp": "2-1"})], STAFF)
    events.finish(site.desk, "cup", STAFF, "enough")
    assert "is finished" in join(Browser(site), "cup", Role.JUDGE, "Late", 409)
    staff.remove(site.desk, "cup", 1, STAFF)
    staff.renew(site.desk, "cup", Role.PLAYER, STAFF, "Ann")
    assert private_key(site.open("cup"), PlayerId(1))


def test_while_the_next_round_is_a_draft_staff_work_on_the_one_before(site: Site, organiser: Browser) -> None:
    """Only the organiser sees the draft; rulings belong to the round that everybody sees."""
    opened = start(site, "bushido", names=("Ann", "Bob", "Cem", "Dai"))
    judge = judge_of(site, "cup")
    for match in opened.event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    organiser.send("/e/cup/pair/")
    judge.send("/e/cup/ruling/", table=1, note="Dice that fall are rolled again.")
    assert site.open("cup").event.staff.rulings[0].given.round == 1
    form = {"table": 1, "player": f"#{opened.event.rounds[0].matches[0].a}", "reason": "Late"}
    assert "Round 1 is closed" in judge.send("/e/cup/penalty/", 409, penalty="game_loss", **form)
    judge.send("/e/cup/penalty/", penalty="warning", **form)
    assert "There is no table 9" in judge.send("/e/cup/ruling/", 409, table=9, note="So.")
    assert "“x” is not a table number" in judge.send("/e/cup/ruling/", 409, table="x", note="So.")


def test_staff_do_not_enrol_themselves_where_staff_do_not_play(site: Site, organiser: Browser) -> None:
    """L5R-020, L5R-017: refused before anybody is enrolled; beside another judge it is a fact of the event."""
    events.create(site.desk, "Cup", "l5r", STAFF, options={"self_registration": "yes", "tier": "formal"})
    judge = judge_of(site, "cup")
    assert "L5R-020" in judge.send("/e/cup/register/send/", 409, name="Hale")
    assert not site.open("cup").event.players
    events.set_option(site.desk, "cup", "tier", "relaxed", STAFF)
    judge.send("/e/cup/register/send/", name="Hale")
    assert site.open("cup").event.staff.members[1].player == 1
