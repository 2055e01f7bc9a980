"""Every route of the API's areas: a good body makes its change once, a bad one is told of and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from muster.api.areas import awards, event, lists, overlays, players, scenarios, staff, terrain
from muster.api.areas.event import ExportQuery
from muster.api.areas.players import ImportBody
from muster.api.areas.sheets import SheetQuery, way_back
from muster.api.call import ApiCall
from muster.api.client import Client, ProblemFound
from muster.api.routes import DROP, ENROL, named
from muster.api.shapes import DropBody, EnrolBody, NewPlayer, Problem, Query
from muster.app.events.carry import export_event, open_export
from muster.app.permissions import Scope
from muster.app.staff import actions as staffing
from muster.core.kit.model import Ending, PlayerId
from muster.core.record.facts.lists import ListMark
from muster.web.programs.api import server_of
from muster.web.site import Site
from tests.app.people.test_sources import TRF
from tests.web.api.cases import CASES, LAYOUT, Case, Json, look
from tests.web.api.program import BASE, program
from tests.web.api.scenes import DECK, decks, enrolling, judge, late, listed, match_1, stocked, voting
from tests.web.conftest import publish, start

IMPORT = named("import-players")
AREAS = (awards, event, lists, players, scenarios, staff, terrain)


def test_every_route_that_changes_something_has_its_case() -> None:
    routes = [route.name for area in AREAS for route in area.ROUTES if route.does is not None]
    assert sorted([*(case.route for case in CASES), "layout-look"]) == sorted(routes)  # A look changes nothing.


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.route)
def test_a_good_body_is_applied_once_and_a_bad_one_not_at_all(site: Site, case: Case) -> None:
    case.scene(site)
    bot, before = program(site, *Scope), site.open("cup").last
    with pytest.raises(ProblemFound) as refused:
        sent(bot, case, case.bad)
    problem = refused.value.problem
    assert problem.status in (404, 409, 422) and case.said in problem.detail, problem
    assert site.open("cup").last == before
    answer = sent(bot, case, case.good)
    made = site.open("cup").entries[before:]
    assert made and {entry.actor.name for entry in made} == {"Scoreboard (API)"}
    assert case.read(bot)
    open_export(export_event(site.desk, "cup"))  # The journal is one that Muster would take in.
    # The same request under the same key is answered again, and not made twice.
    assert sent(bot, case, case.good) == answer and site.open("cup").last == made[-1].seq


def sent(bot: Client, case: Case, body: Json) -> Any:
    """The answer to a program that writes its JSON by hand."""
    route = named(case.route)
    headers = {
        "Authorization": f"Bearer {bot.token}",
        "Content-Type": "application/json",
        "Idempotency-Key": "good" if body is case.good else "bad",
    }
    address = BASE + route.address(event="cup", **case.parts)
    answer = bot.carry(route.method, address, headers, json.dumps(body).encode())
    if answer.status >= 400:
        raise ProblemFound(msgspec.json.decode(answer.body, type=Problem))
    assert answer.status == route.status
    return msgspec.json.decode(answer.body, type=route.answer)


def test_an_event_is_exported_whole_or_to_hand_out_and_its_record_checked(site: Site) -> None:
    start(site, played=1)
    bot = program(site, Scope.KEEP)
    whole = bot.ask(named("export"), event="cup")
    copy, seed = open_export(whole)
    assert seed == "seed" and copy.event == site.open("cup").event
    assert bot.ask(named("export"), ExportQuery(shared=True), event="cup")["seed"] == ""
    verdict = look(bot, "check-record")
    assert verdict.ok and verdict.checked.draws == 2
    with pytest.raises(ProblemFound, match="shared"):
        bot.ask(named("export"), Both(), event="cup")


class Both(Query, frozen=True):
    shared: str = "both"


def test_a_program_of_an_organiser_who_plays_sees_no_list_of_the_opponent(site: Site) -> None:
    """X-17, L5R-018."""
    decks(site)
    opponent = next(m.other(PlayerId(1)) for m in site.open("cup").event.rounds[0].matches if m.has(PlayerId(1)))
    judge(site)  # Without another member of staff the organiser may not play.
    staffing.play(site.desk, "cup", staffing.ORGANISER, opponent)
    bot, before = program(site, *Scope), site.open("cup").last
    mark, text = lists.MarkBody(mark=ListMark.IN_ORDER), lists.HandInBody(text=DECK)
    with pytest.raises(ProblemFound, match="Ask another judge"):
        look(bot, "player-lists", number=1)
    for route, body in (("mark-list", mark), ("hand-in-for", text)):
        with pytest.raises(ProblemFound, match="Ask another judge"):
            bot.send(named(route), body, event="cup", number=1)
    assert site.open("cup").last == before


def test_the_votes_of_an_open_poll_are_not_told(site: Site) -> None:
    voting(site)
    bot = program(site, Scope.AWARDS)
    told = bot.send(named("paper-vote"), awards.PaperVoteBody("Best opponent", 1, 2), event="cup")
    poll = next(one.poll for one in told.awards if one.title == "Best opponent")
    assert (poll.voted, poll.votes) == (1, [])
    closed = bot.send(named("award-voting"), awards.VotingBody("Best opponent", open=False), event="cup")
    assert [(v.player.number, v.votes) for one in closed.awards if one.poll for v in one.poll.votes] == [(2, 1)]


def test_a_player_leaves_in_the_middle_of_a_game_and_a_stand_in_is_enrolled(site: Site) -> None:
    late(site)
    bot, number, before = program(site, Scope.PLAYERS), match_1(site).a, site.open("cup").last
    for body, said in (
        (DropBody(how="concession", round=7), "Round 1 has begun"),
        (DropBody(how="concession", declined=[2]), "nobody can decline"),
        (DropBody(declined=[99]), "#99"),
    ):
        with pytest.raises(ProblemFound, match=said):
            bot.send(DROP, body, event="cup", number=number)
    assert site.open("cup").last == before
    body = DropBody("a train to catch", how="concession", round=1)
    assert bot.send(DROP, body, event="cup", number=number).player.status == "dropped"
    result = match_1(site).result
    assert result is not None and (result.ending, result.by) == (Ending.CONCESSION, (number,))
    (gil,) = bot.send(ENROL, EnrolBody([NewPlayer("Gil")], stand_in=True), event="cup").players
    assert gil.stand_in


def test_a_list_of_another_program_is_looked_at_and_then_taken(site: Site) -> None:
    enrolling(site)
    bot, before = program(site, Scope.PLAYERS), site.open("cup").last
    text = json.dumps([{"participant": {"name": "Fay"}}, {"participant": {"name": "Ann"}}])
    looked = bot.send(IMPORT, ImportBody(text, "cup.json", preview=True), event="cup")
    assert (looked.source, looked.saved, looked.players) == ("challonge", False, [])
    assert [(one.name, bool(one.fault)) for one in looked.listed] == [("Fay", False), ("Ann", True)]
    for body, said in (
        (ImportBody(text, "cup.json"), "Ann"),  # She is enrolled already, so nobody is.
        (ImportBody(text, source="longshanks"), "is a list from Challonge, not from Longshanks"),
        (ImportBody(text, source="chess"), "chess"),
        (ImportBody("Fay;Ryu\n", columns=["name", "field:shoe"], headed=False), "field:shoe"),
        (ImportBody(f"{TRF}310 1 North\n"), "is about a team"),
    ):
        with pytest.raises(ProblemFound, match=said):
            bot.send(IMPORT, body, event="cup")
    assert site.open("cup").last == before
    body = ImportBody("Ryu;Fay\nJung;Gus\n", columns=["field:faction", "name"], headed=False)
    told = bot.send(IMPORT, body, event="cup")
    assert [(p.name, p.values["faction"]) for p in told.players] == [("Fay", "Ryu"), ("Gus", "Jung")]


def test_a_layout_is_looked_at_without_saving_it(site: Site) -> None:
    stocked(site)
    bot, before = program(site, Scope.TERRAIN), site.open("cup").last
    route = named("layout-look")
    whole = msgspec.convert(LAYOUT, type=terrain.LayoutBody)
    assert bot.send(route, whole, event="cup").layout.legal
    pressed = msgspec.structs.replace(
        whole, pieces=[msgspec.structs.replace(one, x="3", y="3") for one in whole.pieces]
    )
    told = bot.send(route, pressed, event="cup").layout
    assert not told.legal and told.findings
    with pytest.raises(ProblemFound, match="Tower"):
        bot.send(route, terrain.LayoutBody("Mine", [terrain.PlacedPiece("Tower", "1", "1")]), event="cup")
    assert site.open("cup").last == before and not look(bot, "terrain").terrain.layouts


def test_the_overlays_get_a_stylesheet_of_the_events_own(site: Site) -> None:
    enrolling(site)
    bot = program(site, Scope.EVENT)
    put, remove = named("put-style"), named("remove-style")
    assert look(bot, "overlay-style").css is None
    with pytest.raises(ProblemFound, match="another address"):
        bot.send(put, overlays.StyleBody(".ov { background: url(https://elsewhere.example/a.png) }"), event="cup")
    assert look(bot, "overlay-style").css is None
    assert bot.send(put, overlays.StyleBody(".ov { color: red }"), event="cup").css == ".ov { color: red }"
    assert look(bot, "overlay-style").css == ".ov { color: red }" == site.own_styles.read("cup")
    assert bot.send(remove, event="cup").css is None and not site.own_styles.has("cup")


def test_a_program_prints_sheets_without_a_way_to_sign_in(site: Site) -> None:
    listed(site)
    publish(site)
    bot, route = program(site, Scope.READ), named("sheet")
    for kind, query in (("slips", SheetQuery(round=1)), ("badges", SheetQuery("letter", player="Ann")), ("kit", None)):
        assert bot.ask(route, query, event="cup", sheet=kind).startswith(b"%PDF"), kind
    for kind, query, said in (
        ("lists", None, "not printed for programs"),
        ("lunch", None, "No sheet is called “lunch”"),
        ("signs", SheetQuery(round=1), "does not belong to a round"),
        ("slips", SheetQuery(round=9), "9"),
    ):
        with pytest.raises(ProblemFound, match=said):
            bot.ask(route, query, event="cup", sheet=kind)
    opened = site.open("cup")
    back = way_back(ApiCall(site.desk, opened, server=server_of(site)))
    assert back.private(PlayerId(1)) == back.private(PlayerId(2)) and back.private_code(PlayerId(1)) == ""
