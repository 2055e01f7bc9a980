"""A program that acts for one player, and games at the tables: it may what the phone may, and sees what that sees."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from muster.api import routes
from muster.api.areas import games, mine
from muster.api.areas.games import ShareBody, TapBody, TapsBody
from muster.api.areas.mine import (
    AgreesBody,
    BreachBody,
    DeclareBody,
    MyListBody,
    MyObjectionBody,
    MyReportBody,
    MyRoundBody,
    MySlotBody,
    MyTapsBody,
    MyVoteBody,
    MyWordBody,
    SharedBody,
)
from muster.api.call import Route
from muster.api.client import Client, ProblemFound
from muster.app.awards import actions as awards
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.permissions import PLAYERS_OWN, Scope
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.table import featured
from muster.core.kit.model import PlayerId, Raw, Scalar
from muster.core.record.facts.awards import AwardKind
from muster.web.site import Site
from muster.web.who import tokens
from tests.web.api.program import BASE, Carrier, filled, player_program, program, server_program
from tests.web.conftest import NAMES, STAFF, Browser, organiser_of, site_in, start

CHOICES: dict[str, Raw] = {"winner": 0, "first": 0, "edge": "A"}


def two(site: Site, system: str = "bushido") -> tuple[Client, Client]:
    """The programs of the two players at the first table of a round that is on, side a first."""
    start(site, system=system)
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None
    return player_program(site, match.a), player_program(site, match.b)


def seat(site: Site, side: int) -> PlayerId:
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None
    return (match.a, match.b)[side]


def raw(client: Client, route: Route[Any], body: bytes = b"", **more: Any) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/json"}
    answer = client.carry(route.method, BASE + filled(route, **more), headers, body)
    return answer.status, json.loads(answer.body)


def test_a_report_is_sent_by_one_player_and_confirmed_by_the_other(site: Site) -> None:
    one, other = two(site)
    before = one.ask(mine.ME_ROUTE, event="cup")
    assert before.moment.moment == "playing" and before.match is not None and before.round == 1
    for _ in range(2):
        sent = one.send(mine.REPORT, MyReportBody({"vp": [3, 0]}), key="r", event="cup")
    assert sent.moment.moment == "sent" and sent.match is not None and sent.match.mine
    asked = other.ask(mine.ME_ROUTE, event="cup")
    assert asked.moment.moment == "asked" and asked.match is not None and asked.match.their_outcome == "loss"
    with pytest.raises(ProblemFound, match=r"changed|differ|other") as stale:
        other.send(mine.CONFIRM, MyWordBody("somethingelse"), event="cup")
    assert stale.value.problem.status == 409
    done = other.send(mine.CONFIRM, MyWordBody(asked.match.digest, 1), key="c", event="cup")
    assert done.match is not None and done.match.state == "in" and done.match.points is not None
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None
    assert {e.actor.player for e in site.open("cup").entries if e.actor.player} == {match.a, match.b}


def test_a_player_objects_to_what_the_desk_entered(site: Site) -> None:
    one, _ = two(site)
    results.report(site.desk, "cup", [Report("1", {"vp": "2-1"})], STAFF)
    entered = one.ask(mine.ME_ROUTE, event="cup").match
    assert entered is not None and entered.may_object
    objected = one.send(mine.OBJECT, MyObjectionBody(entered.result_digest, 1, note="it was 3-0"), event="cup").match
    assert objected is not None and objected.objected


def test_neither_reads_what_the_other_entered_first_where_both_enter(site: Site) -> None:
    """UW-19: the phone does not show it, so no program gets it, nor anything it could be guessed from."""
    one, other = two(site, "urban_war")
    told = []
    entries: list[list[Scalar]] = [[2, 6], [3, 5]]
    for lost in entries:
        one.send(mine.REPORT, MyReportBody({"lost": lost}), event="cup")
        side = other.ask(mine.ME_ROUTE, event="cup")
        assert side.moment.moment == "enter" and side.match is not None and side.match.theirs == []
        told.append(json.dumps(json.loads(other.carry.last.body)["match"]))  # type: ignore[attr-defined]  # a Carrier
    assert told[0] == told[1]
    done = other.send(mine.REPORT, MyReportBody({"lost": [5, 3]}), event="cup")
    assert done.match is not None and done.match.state == "in"


def test_a_player_checks_in_calls_a_judge_votes_and_drops(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    events.set_option(site.desk, "cup", "self_check_in", "yes", STAFF)
    ann = player_program(site, 1)
    assert ann.ask(mine.ME_ROUTE, event="cup").may_check_in
    assert ann.send(mine.CHECK_IN, event="cup").player.checked_in
    roster.all_here(site.desk, "cup", STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    assert ann.ask(mine.ME_ROUTE, event="cup").round == 0, "a draft is nobody's business"
    rounds.publish(site.desk, "cup", STAFF)
    playing = player_program(site, seat(site, 0))
    assert playing.send(mine.CALL, MyRoundBody(1), event="cup").call is not None
    assert playing.send(mine.CALL_OFF, MyRoundBody(1), event="cup").call is None
    playing.send(mine.BREACH, BreachBody(1, "they measure twice", 1), event="cup")
    assert site.open("cup").entries[-1].actor.player is None
    assert playing.send(mine.PROFILE, AgreesBody(True), event="cup").public
    assert not playing.send(mine.PROFILE, AgreesBody(False), event="cup").public
    for table in ("1", "2"):
        results.report(site.desk, "cup", [Report(table, {"vp": "2-1"})], STAFF)
    rounds.close(site.desk, "cup", STAFF)
    awards.add(site.desk, "cup", "Best painted", AwardKind.PLAYERS, STAFF)
    (award,) = site.open("cup").event.awards.own
    awards.open_voting(site.desk, "cup", award, STAFF)
    (ballot,) = playing.ask(mine.ME_ROUTE, event="cup").ballots
    voted = playing.send(mine.VOTE, MyVoteBody(ballot.key, ballot.candidates[0].number), event="cup")
    assert voted.ballots[0].voted
    assert playing.send(mine.DROP, MyRoundBody(1), event="cup").player.status == "dropped"


def test_lists_are_handed_in_checked_withdrawn_and_shown(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:2]], STAFF)
    ann, bob = player_program(site, 1), player_program(site, 2)
    tried = ann.send(mine.HAND_IN, MyListBody("Faction: Ryu\nTaka 40\n", check=True), event="cup")
    assert tried.tried is not None and tried.tried.items and tried.lists == []
    for _ in range(2):
        kept = ann.send(mine.HAND_IN, MyListBody("Faction: Ryu\nTaka 40\n"), key="l", event="cup")
    assert "Taka" in kept.lists[0].text and kept.table.lists[0].versions == 1
    assert "Taka" not in json.dumps(raw(bob, mine.LISTS)[1])
    assert ann.send(mine.CONSENT, AgreesBody(True), event="cup").table.consent
    assert ann.send(mine.WITHDRAW, MySlotBody(1), event="cup").lists == []


def test_what_is_chosen_in_secret_is_secret_until_both_have_chosen(site: Site) -> None:
    """WMH-080."""
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:2]], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    rounds.publish(site.desk, "cup", STAFF)
    one, other = player_program(site, 1), player_program(site, 2)
    (own, *_) = one.ask(mine.ME_ROUTE, event="cup").declarations
    chosen = one.send(mine.DECLARE, DeclareBody(own.key, own.options[0][0]), event="cup").declarations[0]
    assert chosen.own is not None
    waiting = other.ask(mine.ME_ROUTE, event="cup").declarations[0]
    assert waiting.theirs in (None, "") and str(chosen.own) not in json.dumps(raw(other, mine.ME_ROUTE)[1]["moment"])
    other.send(mine.DECLARE, DeclareBody(own.key, own.options[0][0]), event="cup")
    assert other.ask(mine.ME_ROUTE, event="cup").declarations[0].theirs == chosen.own


def test_a_game_is_followed_at_the_table_by_two_programs_and_the_staff(site: Site) -> None:
    one, other = two(site, "urban_war")
    staff = program(site, Scope.STAFF)
    here: dict[str, Any] = {"event": "cup", "number": 1, "table": 1}
    assert one.ask(mine.GAME, event="cup").game is None and staff.ask(games.GAME, **here).game is None
    opened = one.send(mine.TAP, event="cup").game
    assert opened is not None and opened.side == 0
    (begin,) = [press for press in opened.board.presses if press.key == "begin"]
    one.send(mine.TAP, MyTapsBody([TapBody(begin.key, begin.values)]), event="cup")
    gone = TapBody("lost", {"side": 1, "by": 1})
    for _ in range(2):
        one.send(mine.TAP, MyTapsBody([gone]), key="t", event="cup")
        other.send(mine.TAP, MyTapsBody([TapBody("lost", {"side": 0, "by": 1}, count=1)]), event="cup")
    assert losses(site) == [1, 1]
    wrong = one.send(mine.TAP, MyTapsBody([TapBody("no such thing")]), event="cup").game
    assert wrong is not None and wrong.refused is not None, "a tap that does not count says why"
    with pytest.raises(ProblemFound) as used:
        one.send(mine.TAP, MyTapsBody([gone, gone]), key="t", event="cup")
    assert used.value.problem.kind == "key_used" and losses(site) == [1, 1]
    seen = staff.ask(games.GAME, **here).game
    assert seen is not None and seen.side is None and len(seen.recent) >= 3 and seen.id in site.tables.listed()[0].id
    watching = one.ask(mine.GAME, event="cup").game
    assert watching is not None and watching.recent == []
    back = next(line for line in seen.recent if line.back)
    values: dict[str, Any] = {"device": back.device, "count": back.count}
    staff.send(games.TAP, TapsBody([TapBody("take back", values)], seen.seq), **here)
    assert sum(losses(site)) == 1
    shared = staff.send(games.SHARE, ShareBody(1), **here).game
    assert shared is not None
    both = one.send(mine.TAP, MyTapsBody([TapBody("lost", {"side": 1, "by": 1})], other=True), event="cup")
    assert both.game is not None and both.game.refused is None
    other.send(mine.SHARE, SharedBody(False), event="cup")
    with pytest.raises(ProblemFound):
        one.send(mine.TAP, MyTapsBody([gone], other=True), event="cup")
    with pytest.raises(ProblemFound, match="not over yet"):
        one.send(mine.SEND_RESULT, event="cup")


def losses(site: Site) -> list[int]:
    (stored,) = site.tables.listed()
    return [force.lost for force in site.tables.game(site.tables.open(stored.id)).state.forces]


def test_a_secret_choice_at_the_table_is_on_no_other_board(tmp_path: Path) -> None:
    """WMH-029: whatever one side chose, the other and the staff get exactly the same until both have chosen."""
    (secret, own, known), (other_secret, other_own, other_known) = (
        boards_after(site_in(tmp_path / objective), objective) for objective in ("armory", "stockpile")
    )
    assert own != other_own and secret == other_secret and known != other_known


def test_a_game_that_is_shown_to_everybody_is_read_by_anybody_with_nothing_to_tap(site: Site) -> None:
    one, _ = two(site, "urban_war")
    anybody = Client(BASE, carry=Carrier(site))
    here: dict[str, Any] = {"event": "cup", "number": 1, "table": 1}
    with pytest.raises(ProblemFound, match="is not shown to everybody"):
        anybody.ask(games.PUBLIC_GAME, **here)
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    assert anybody.ask(games.PUBLIC_GAME, **here).game is None
    one.send(mine.TAP, event="cup")
    game = anybody.ask(games.PUBLIC_GAME, **here).game
    assert game is not None and game.board.parts and game.board.presses == [] and game.recent == []


def boards_after(site: Site, objective: str) -> tuple[list[str], str, list[str]]:
    """The boards of the others when one side has chosen, that side's own, and the others' when both have."""
    one, other = two(site, "warmachine")
    staff, anybody = program(site, Scope.STAFF), Client(BASE, carry=Carrier(site))
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    begin = TapBody("start", dict(CHOICES))
    one.send(mine.TAP, MyTapsBody([TapBody("scenario", {"value": "King of the Hill"}), begin]), event="cup")
    other.send(mine.TAP, MyTapsBody([begin]), event="cup")

    def boards(*asked: tuple[Client, Route[Any]]) -> list[str]:
        told = [json.dumps(raw(client, route)[1]["game"]["board"]) for client, route in asked]
        return [re.sub(r'"(since|left)": \d+', "", board) for board in told]

    others = ((other, mine.GAME), (staff, games.GAME), (anybody, games.PUBLIC_GAME))
    one.send(mine.TAP, MyTapsBody([TapBody("objective", {"value": objective})]), event="cup")
    secret, (own,) = boards(*others), boards((one, mine.GAME))
    other.send(mine.TAP, MyTapsBody([TapBody("objective", {"value": "dugout"})]), event="cup")
    return secret, own, boards(*others)


def test_a_program_is_as_patient_as_a_phone(site: Site) -> None:
    one, _ = two(site)
    for _ in range(4):
        one.send(mine.CALL, event="cup")
        one.send(mine.CALL_OFF, event="cup")
    before = site.open("cup").last
    code, problem = raw(one, mine.CALL)
    assert (code, problem["kind"]) == (429, "too_often") and site.open("cup").last == before
    carried: Any = one.carry
    assert int(carried.last.headers["Retry-After"]) > 0


BAD: list[tuple[Route[Any], bytes, int, str]] = [
    (mine.REPORT, b'{"values": {"shoe": 3}}', 422, "shoe"),
    (mine.REPORT, b'{"values": {"vp": [-1, 2]}}', 422, "-1"),
    (mine.REPORT, b'{"values": {"vp": [2, 1]}, "round": 7}', 422, "“7” is not being played"),
    (mine.CONFIRM, b"{}", 422, "shown"),
    (mine.CONFIRM, b'{"shown": "x"}', 409, ""),
    (mine.OBJECT, b'{"shown": "x"}', 409, ""),
    (mine.CHECK_IN, b"{}", 409, ""),
    (mine.DROP, b'{"round": 9}', 409, ""),
    (mine.VOTE, b'{"award": "none", "choice": 2}', 404, "none"),
    (mine.CALL, b'{"round": 9}', 422, "“9” is not being played"),
    (mine.CALL_OFF, b'{"round": "x"}', 422, "round"),
    (mine.BREACH, b'{"table": 99, "text": "x"}', 422, "99"),
    (mine.HAND_IN, b'{"text": ""}', 422, ""),
    (mine.HAND_IN, b'{"text": "x", "slot": 7}', 422, "7"),
    (mine.WITHDRAW, b"{}", 409, ""),
    (mine.CONSENT, b"{}", 422, "agrees"),
    (mine.DECLARE, b'{"key": "none", "value": "x"}', 404, "none"),
    (mine.TAP, b'{"taps": [{}]}', 422, "key"),
    (mine.SHARE, b'{"shared": "yes"}', 422, "shared"),
    (mine.SEND_RESULT, b'{"now": true}', 422, "now"),
    (mine.PROFILE, b"{}", 422, "agrees"),
    (games.TAP, b'{"taps": [{"key": "begin", "count": -1}]}', 422, "count"),
    (games.TAP, b'{"taps": [{"key": "begin", "values": {"a": {}}}]}', 422, "values"),
    (games.SHARE, b'{"side": 2}', 422, "side"),
]


@pytest.mark.parametrize(("route", "body", "code", "said"), BAD, ids=lambda one: getattr(one, "name", str(one)[:30]))
def test_what_is_wrong_is_told_in_one_sentence_and_nothing_changes(
    site: Site, route: Route[Any], body: bytes, code: int, said: str
) -> None:
    one, _ = two(site)
    one.send(mine.TAP, event="cup")
    asking = one if route in routes.MINE else program(site, Scope.STAFF)
    before = [(stored.id, stored.entries) for stored in site.desk.journals.listed()]
    answered, problem = raw(asking, route, body)
    assert (answered, said in problem["detail"]) == (code, True), problem
    assert [(stored.id, stored.entries) for stored in site.desk.journals.listed()] == before


def test_every_change_has_a_bad_body_here() -> None:
    changes = {route.name for route in (*mine.ROUTES, *games.ROUTES) if route.does}
    assert changes == {route.name for route, *_ in BAD}


def test_a_players_token_opens_what_the_phone_does_and_nothing_else(site: Site) -> None:
    one, _ = two(site)
    for route in (*routes.ROUTES, *routes.SERVER, *routes.MINE):
        code, told = raw(one, route)
        may = route.action in PLAYERS_OWN and route not in routes.SERVER
        assert (code == 403) is not may, (route.name, code, told)
        if code == 403 and route not in routes.SERVER:
            assert "is for player" in told["detail"]
    organisers = (program(site, *Scope), server_program(site, *Scope))
    for asking in organisers:
        for route in routes.MINE:
            assert "needs a token for one player" in raw(asking, route)[1]["detail"], route.name


def test_a_players_token_ends_with_the_event_the_player_or_the_organisers_word(site: Site) -> None:
    start(site)
    events.create(site.desk, "Other", "bushido", STAFF, seed="seed")
    organiser = organiser_of(site)
    fields = {"csrfmiddlewaretoken": organiser.token(), "player": "1", "days": "1"}
    page = organiser.post("/e/cup/tokens/player/", fields).content.decode()
    secret = "muster_" + page.split("muster_")[1].partition("<")[0]
    ann = Client(BASE, secret, carry=Carrier(site))
    shown = ann.ask(routes.TOKEN, event="cup")
    assert (shown.name, shown.scopes, shown.player) == ("Ann", [], 1)
    # A forgotten person is in no file: only the event has the name.
    assert not [file for file in (site.sessions.home / tokens.FOLDER).iterdir() if "Ann" in file.read_text("utf-8")]
    assert raw(ann, mine.ME_ROUTE, event="other")[0] == 403
    # Another one for the same player takes its place; one for a program that is called the same does not.
    program(site, Scope.READ, name="Ann")
    assert raw(ann, mine.ME_ROUTE)[0] == 200
    newer = player_program(site, 1)
    assert raw(ann, mine.ME_ROUTE)[0] == 401 and raw(newer, mine.ME_ROUTE)[0] == 200
    assert "Can do what this player’s phone can" in organiser.see("/e/cup/tokens/")
    found = site.tokens.find(newer.token)
    assert found is not None
    organiser.send("/e/cup/tokens/revoke/", token=found.digest)
    assert raw(newer, mine.ME_ROUTE)[0] == 401
    assert "is not one" in organiser.send("/e/cup/tokens/player/", 409, player="99", days="1")
    assert Browser(site).post("/e/cup/tokens/player/", {"player": "1"}).status_code == 403
    late = player_program(site, 1)
    site.desk.remove("cup")
    start(site)
    assert "earlier event" in raw(late, mine.ME_ROUTE)[1]["detail"]
