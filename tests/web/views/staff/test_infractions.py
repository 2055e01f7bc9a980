"""What a penalty is for and what a ruling is about, in the book's words: who may say so, and where it is recorded."""

from __future__ import annotations

import pytest

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.kit.model import Ending, Role
from muster.core.record.facts.staff import BreachReported, JudgeCalled, RulingGiven
from muster.core.record.player import Status
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, judge_of, marshal_of, player_of, publish, start
from tests.web.list_hall import bring, hall

NAMES = ("Ann", "Bob", "Cem", "Dai")


def penalise(browser: Browser, site: Site, infraction: str, penalty: str = "warning", status: int = 302) -> str:
    """Gives the player on side a of the first table a penalty, from the page of the table."""
    match = site.open("cup").event.rounds[0].matches[0]
    page, form = f"/e/cup/tables/?table={match.table}&do=penalty", "/e/cup/penalty/"
    typed = {"player": f"#{match.a}", "penalty": penalty, "reason": "so it was", "infraction": infraction}
    return browser.press(page, form, status, **typed)


def rule(browser: Browser, site: Site, subject: str, status: int = 302) -> str:
    table = site.open("cup").event.rounds[0].matches[0].table
    typed = {"subject": subject, "question": "Who is right?", "note": "It stays."}
    return browser.press(f"/e/cup/tables/?table={table}&do=ruling", "/e/cup/ruling/", status, **typed)


UNSPORTING = {
    "stalling": "Playing slowly on purpose",
    "slamming": "Slamming cards or tokens down",
    "behaviour": "Improper behaviour",
    "discourtesy": "Discourtesy to an opponent",
    "cheating": "Cheating",
    "distraction": "Distracting or rushing an opponent",
    "other": "Other unsporting conduct",
}


def test_a_judge_records_what_a_warning_is_for(site: Site, organiser: Browser) -> None:
    """L5R-023, L5R-079: each kind can be chosen, and is on the table's page, the person's page and in the log."""
    match = start(site, "l5r", NAMES).event.rounds[0].matches[0]
    judge = judge_of(site, "cup")
    form = judge.see(f"/e/cup/tables/?table={match.table}&do=penalty")
    for name in UNSPORTING.values():
        assert f"{name} (L5R-0{'79' if 'rushing' in name else '23'})" in form
    for key in UNSPORTING:
        penalise(judge, site, key)
    assert [p.infraction for p in site.open("cup").event.staff.penalties] == list(UNSPORTING)
    table, person, log = (
        judge.see(f"/e/cup/tables/?table={match.table}"),
        organiser.see(f"/e/cup/people/{match.a}/"),
        organiser.see("/e/cup/log/"),
    )
    for name in UNSPORTING.values():
        assert f"Warning, {name} (round 1)" in table
        assert f"Warning ( {name} )" in person.replace(f"({name})", f"( {name} )")
        assert f"Warning, for “{name}”" in log
    assert "“smoking” is not an infraction. This game has: stalling, slamming" in penalise(
        judge, site, "smoking", status=409
    )


def test_collusion_is_the_marshal_s_to_decide(site: Site, organiser: Browser) -> None:
    """L5R-024."""
    match = start(site, "l5r", NAMES).event.rounds[0].matches[0]
    judge, marshal = judge_of(site, "cup"), marshal_of(site, "cup")
    asked = judge.get(f"/e/cup/tables/?table={match.table}&do=penalty").getvalue().decode()
    assert 'value="collusion"' not in asked and "only a marshal can decide on this" in asked
    refused = penalise(judge, site, "collusion", status=409)
    assert "Only a marshal can decide on “Agreeing on a result with other players”" in refused and "L5R-024" in refused
    penalise(marshal, site, "collusion", "game_loss")
    assert "Game loss, for “Agreeing on a result with other players”" in organiser.see("/e/cup/log/")


def test_a_judge_points_out_a_rule_that_is_not_followed(site: Site, organiser: Browser) -> None:
    """L5R-012: at a table that nobody called from; on record with the table and who said so."""
    start(site, "l5r", NAMES)
    judge = judge_of(site, "cup")
    rule(judge, site, "rule")
    given = site.open("cup").event.staff.rulings[0].given
    assert (given.subject, given.by, given.round) == ("rule", "Hale", 1)
    assert "on “A rule that was not followed”: It stays." in organiser.see("/e/cup/log/")
    page = "/e/cup/tables/"
    names = tuple(site.open("cup").event.name_of(player) for player in given.players)
    assert "Hale · A rule that was not followed" in judge.see(page) and " v ".join(names) in judge.see(page)
    assert f"{' gegen '.join(names)} · Hale · Eine Regel" in judge.see(page + "?lang=de")


MARSHALS = {"card": "L5R-022", "document": "L5R-022", "token": "L5R-061"}


@pytest.mark.parametrize("subject", MARSHALS)
def test_what_the_marshal_alone_decides(site: Site, organiser: Browser, subject: str) -> None:
    """L5R-022, L5R-061: what a card means, an error in the rules, a token; without a marshal the organiser does."""
    start(site, "l5r", NAMES)
    judge = judge_of(site, "cup")
    refused = rule(judge, site, subject, 409)
    assert "Only a marshal can decide on" in refused and MARSHALS[subject] in refused and "It stays." in refused
    rule(organiser, site, subject)
    rule(marshal_of(site, "cup"), site, subject)
    assert [r.given.subject for r in site.open("cup").event.staff.rulings] == [subject] * 2
    assert organiser.see("/e/cup/log/").count(": It stays.") == 2
    assert "is not what a ruling can be about" in rule(judge, site, "weather", 409)


def test_staff_read_which_rules_come_first(site: Site) -> None:
    """L5R-002, L5R-012, L5R-022, L5R-061: on the judge's page, and nowhere on the players'."""
    start(site, "l5r", NAMES)
    page = judge_of(site, "cup").see("/e/cup/tables/")
    first = "Play goes by the newest Rules Reference. Where the tournament regulations differ, they come first. L5R-002"
    for text in (first, "say so. L5R-012", "the rules documents. L5R-022", "a token is allowed. L5R-061"):
        assert text in page
    assert "L5R-002" not in player_of(site, "cup", 1).see("/e/cup/expected/")


def test_a_changed_deck_list_may_mean_cheating(site: Site, organiser: Browser) -> None:
    """L5R-047: whoever completes a list during the event is told, and records what came of it."""
    hall(site, "l5r")
    bring(site, "Ann", "Conflict\n3x Assassination\n")
    judge = judge_of(site, "cup")
    warned = "could help the player, consider whether it was cheating. L5R-047"
    assert warned not in judge.see("/e/cup/lists/1/")
    publish(site)
    assert warned in judge.see("/e/cup/lists/1/")
    match = site.open("cup").event.rounds[0].match_of(site.open("cup").event.find("Ann").id)
    assert match is not None
    link = f"/e/cup/tables/?table={match.table}&do=ruling&about=inquiry"
    assert link.replace("&", "&amp;") + "#table" in judge.get("/e/cup/lists/1/").getvalue().decode()
    assert '<option value="inquiry" selected>' in judge.get(link).getvalue().decode()
    judge.press(link, "/e/cup/ruling/", subject="inquiry", question="", note="An honest slip.")
    assert "on “Possible cheating, under investigation”: An honest slip." in organiser.see("/e/cup/log/")
    assert "honest slip" not in player_of(site, "cup", 1).see("/e/cup/me/")


def test_everybody_acts_in_a_role(site: Site, organiser: Browser, stranger: Browser) -> None:
    """L5R-005: the record has the role of whoever acted: organiser, marshal, judge, player or spectator."""
    match = start(site, "l5r", NAMES).event.rounds[0].matches[0]
    rule(organiser, site, "rule")
    rule(marshal_of(site, "cup"), site, "card")
    rule(judge_of(site, "cup"), site, "rule")
    player_of(site, "cup", match.a).send("/e/cup/me/judge/", round=1)
    form = stranger.form("/e/cup/breach/", "/e/cup/breach/send/") | {"table": match.table, "text": "Peeks"}
    stranger.send("/e/cup/breach/send/", **form)
    acts = (RulingGiven, JudgeCalled, BreachReported)
    roles = [entry.actor.role for entry in site.open("cup").entries if isinstance(entry.fact, acts)]
    assert roles == [Role.ORGANISER, Role.MARSHAL, Role.JUDGE, Role.PLAYER, Role.SPECTATOR]


def test_rudeness_means_disqualification(site: Site, organiser: Browser) -> None:
    """WMH-058, W-52: no other penalty is taken; recommended by a judge, it is one press of the organiser's."""
    match = start(site, "warmachine", NAMES).event.rounds[0].matches[0]
    judge = judge_of(site, "cup")
    refused = penalise(judge, site, "rudeness", status=409)
    assert "means disqualification. Recommend it, and the organiser decides." in refused and "WMH-058" in refused
    person = f"/e/cup/people/{match.a}/"
    typed = {"penalty": "warning", "note": "swore", "infraction": "rudeness"}
    assert "WMH-058" in organiser.press(person, person + "penalty/", 409, **typed)
    assert site.open("cup").event.staff.penalties == []
    penalise(judge, site, "rudeness", "recommend")
    assert "Rudeness to an opponent or the organiser : so it was" in organiser.see("/e/cup/desk/")
    organiser.press("/e/cup/desk/", "/e/cup/recommendation/", answer="disqualify", reason="swore at the opponent")
    assert site.open("cup").event.players[match.a].status is Status.DISQUALIFIED
    told = "disqualified for “Rudeness to an opponent or the organiser”"
    assert told in organiser.see("/e/cup/log/")


REASONS = {
    "abuse": "Offensive or abusive conduct",
    "bullying": "Bullying",
    "cheating": "Cheating",
    "arguing": "Arguing about rules again and again",
    "improper_play": "Improper play",
    "stalling": "Playing slowly on purpose",
    "other": "Other improper acts",
}


def test_the_organiser_disqualifies_for_what_the_book_names(site: Site, organiser: Browser) -> None:
    """WMH-059: each reason can be chosen, and is in the log; WMH-061: what exploits the rules may be less."""
    start(site, "warmachine", tuple(f"Player {n}" for n in range(8)))
    for number, (key, name) in enumerate(REASONS.items(), start=1):
        person = f"/e/cup/people/{number}/"
        assert f"{name} (WMH-059)" in organiser.see(person)
        organiser.press(person, person + "disqualify/", reason="seen by all", infraction=key)
        assert f"Player {number - 1} disqualified for “{name}”" in organiser.see("/e/cup/log/")
        assert site.open("cup").event.find(f"#{number}").status is Status.DISQUALIFIED
    for key in ("clock", "measuring", "conversion", "exploiting"):
        person = "/e/cup/people/8/"
        organiser.press(person, person + "penalty/", penalty="warning", note="once", infraction=key)
    assert [p.infraction for p in site.open("cup").event.staff.penalties][-2:] == ["conversion", "exploiting"]


def test_an_unsporting_concession_can_disqualify(site: Site, organiser: Browser) -> None:
    """WMH-064: the concession is in, and the player who conceded is out; without it they stay."""
    match = start(site, "warmachine", NAMES).event.rounds[0].matches[0]
    actor = roster.as_player(site.desk, "cup", f"#{match.a}")
    conceded = Report(str(match.table), {}, Ending.CONCESSION, (f"#{match.a}",))
    results.report(site.desk, "cup", [conceded], actor)
    assert site.open("cup").event.players[match.a].active
    person = f"/e/cup/people/{match.a}/"
    assert "An unsporting concession (WMH-064)" in organiser.see(person)
    organiser.press(person, person + "disqualify/", reason="gave the game away", infraction="concession")
    assert "disqualified for “An unsporting concession”" in organiser.see("/e/cup/log/")
    assert site.open("cup").event.players[match.a].status is Status.DISQUALIFIED


def test_one_person_is_in_charge_and_has_helpers(site: Site, organiser: Browser) -> None:
    """UW-03: umpires and referees join and are on record; pairing a round and ending the event is the organiser's."""
    start(site, "urban_war", NAMES)
    umpire, referee = judge_of(site, "cup", "Umpire"), marshal_of(site, "cup", "Referee")
    roles = [member.role for member in site.open("cup").event.staff.members.values()]
    assert roles == [Role.ORGANISER, Role.JUDGE, Role.MARSHAL]
    for helper in (umpire, referee):
        for action in ("pair", "publish", "close", "cut", "finish"):
            helper.send(f"/e/cup/{action}/", 403)
    for match in site.open("cup").event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), {"lost": "2-6"})], STAFF)
    organiser.press("/e/cup/desk/", "/e/cup/pair/")
    assert len(site.open("cup").event.rounds) == 2


def test_players_try_to_agree_then_an_umpire_rules_for_good(site: Site, organiser: Browser) -> None:
    """UW-05, UW-06: said beside the button; the call, the answer and the ruling are on record, and it is final."""
    match = start(site, "urban_war", NAMES).event.rounds[0].matches[0]
    me, umpire = player_of(site, "cup", match.a), judge_of(site, "cup", "Umpire")
    assert "Try to agree with your opponent first. If you cannot, ask an umpire or referee. UW-05" in me.see(
        "/e/cup/me/"
    )
    me.send("/e/cup/me/judge/", round=1)
    umpire.send("/e/cup/calls/answer/", call=1)
    rule(umpire, site, "")
    log = organiser.see("/e/cup/log/")
    for text in ("called a judge", "Umpire answered call 1", "It stays."):
        assert text in log
    assert site.open("cup").event.staff.rulings[0].given.final
