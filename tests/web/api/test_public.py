"""Public JSON: the same views as `--json`, without what is secret on pages; kept like the pages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muster.api import routes
from muster.api.beyond.people import ShowPersonBody
from muster.api.client import Client, ProblemFound
from muster.api.routes import named
from muster.app.clock.schedule import set_times
from muster.app.events import actions as events
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.app.people import roster
from muster.app.permissions import ServerScope
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.venue import terrain as venue
from muster.app.venue.terrain import TypedElement
from muster.core.kit.model import Actor, PlayerId, Role
from muster.web.site import Site
from tests.web.api.program import BASE, Carrier, filled, server_program
from tests.web.api.scenes import on_show
from tests.web.conftest import RESULTS, STAFF, publish, start


@pytest.fixture
def anybody(site: Site) -> Client:
    return Client(BASE, carry=Carrier(site))


def everything(anybody: Client, but: str = "entries") -> dict[str, Any]:
    """All public JSON of the event, without its journal's length and the time."""
    found = {}
    for route, number in ((route, number) for route in routes.PUBLIC for number in (1, 2, 3, 4, 5)):
        answer = anybody.carry("GET", BASE + filled(route, number=number), {}, b"")
        told = json.loads(answer.body)
        told.pop(but, None)
        if route.timed and told.get("clock"):
            told["clock"].pop("now")
        if route.timed and told.get("schedule"):
            told["schedule"].pop("now")
        found[f"{route.name} {number}"] = told
    return found


def test_anybody_reads_an_event_and_its_parts(site: Site, anybody: Client) -> None:
    start(site, played=1)
    whole = anybody.ask(routes.PUBLIC_EVENT, event="cup")
    assert [p.name for p in whole.players] == ["Ann", "Bob", "Cem", "Dai", "Eve"] and whole.state == "running"
    assert anybody.ask(routes.PUBLIC_PLAYERS, event="cup").players == whole.players
    parts = anybody.ask(routes.PUBLIC_ROUNDS, event="cup").rounds
    assert [r.number for r in parts] == [1, 2]
    assert anybody.ask(routes.PUBLIC_ROUND, event="cup", number=2) == parts[1]
    assert anybody.ask(routes.PUBLIC_STANDINGS, event="cup") == whole.standings
    after = anybody.ask(routes.PUBLIC_STANDINGS_AFTER, event="cup", number=1)
    assert after.after_round == 1 and after.rows == whole.rounds[0].standings
    assert anybody.ask(routes.PUBLIC_BRACKET, event="cup").bracket is None
    ann = anybody.ask(routes.PUBLIC_PLAYER, event="cup", number=1)
    assert ann.player == whole.players[0] and [line.round for line in ann.lines] == [1]
    assert ann.why.ranked and ann.why.paired and all(one.text for one in ann.why.ranked)
    assert anybody.ask(named("statistics.json"), event="cup").games[0].games == 2
    assert [topic.key for topic in anybody.ask(named("expected.json"), event="cup").topics]
    clock = anybody.ask(routes.PUBLIC_CLOCK, event="cup").clock
    assert clock is not None and clock.round == 2 and clock.state == "ready"


def test_a_draft_changes_nothing_that_anybody_can_read(site: Site, anybody: Client) -> None:
    """X-04, BUS-43: a player's number of byes does not reveal who gets the bye, nor a round's number a round."""
    opened = start(site)
    for match in opened.event.rounds[0].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    rounds.close(site.desk, "cup", STAFF)
    events.choose_scenario(site.desk, "cup", 2, "Quuxford", STAFF)
    set_times(site.desk, "cup", STAFF, "2099-11-15", "10:00", "15", "60")
    before = everything(anybody)
    drawn = rounds.pair(site.desk, "cup", STAFF).event.rounds[1]
    assert drawn.byes and everything(anybody) == before
    with pytest.raises(ProblemFound, match="Round 2 is not published yet") as refused:
        anybody.ask(routes.PUBLIC_ROUND, event="cup", number=2)
    assert refused.value.problem.status == 409
    rounds.publish(site.desk, "cup", STAFF)
    bye = drawn.byes[0].player
    assert anybody.ask(routes.PUBLIC_EVENT, event="cup").players[bye - 1].byes == 1


def test_a_report_is_for_the_two_players_and_the_staff_until_the_result_is_in(site: Site, anybody: Client) -> None:
    """L5R-018: nobody reads a report here who would not on the pages."""
    start(site)
    match = site.open("cup").event.rounds[0].match_of(PlayerId(1))
    assert match is not None
    results.report(site.desk, "cup", [Report("#1", {"vp": "3-0"})], Actor("Ann", Role.PLAYER, PlayerId(1)))
    told = anybody.ask(routes.PUBLIC_ROUND, event="cup", number=1)
    shown = next(m for m in told.matches if m.table == match.table)
    assert shown.state == "reported" and shown.reports == [] and shown.result is None
    assert all(not m.reports for r in anybody.ask(routes.PUBLIC_EVENT, event="cup").rounds for m in r.matches)
    results.confirm(site.desk, "cup", "#1", STAFF)
    told = anybody.ask(routes.PUBLIC_ROUND, event="cup", number=1)
    result = next(m.result for m in told.matches if m.table == match.table)
    assert result is not None and result.values["vp"] in ([3, 0], [0, 3])


def test_lists_are_here_only_when_the_book_opens_them_to_everybody(site: Site, anybody: Client) -> None:
    """X-17: after the event, of who agreed."""
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in ("Ann", "Bob")], STAFF)
    events.set_option(site.desk, "cup", "publish_lists", "yes", STAFF)
    for number, name in enumerate(("Ann", "Bob"), start=1):
        owner = Actor(name, Role.PLAYER, PlayerId(number))
        lists.hand_in(site.desk, "cup", Brought(name, f"Faction: Ryu\nTaka{number} 40\n"), owner)
    lists.consent(site.desk, "cup", "Ann", True, Actor("Ann", Role.PLAYER, PlayerId(1)))
    publish(site)
    assert anybody.ask(routes.PUBLIC_LISTS, event="cup").players == []
    results.report(site.desk, "cup", [Report("1", RESULTS["bushido"])], STAFF)
    events.finish(site.desk, "cup", STAFF, "enough")
    shown = anybody.ask(routes.PUBLIC_LISTS, event="cup").players
    assert [(p.name, "Taka1" in p.lists[0].text) for p in shown] == [("Ann", True)]


def test_it_is_kept_like_the_pages_and_not_sent_twice(site: Site, anybody: Client) -> None:
    start(site)
    address = BASE + "/e/cup/standings.json"
    first = anybody.carry("GET", address, {}, b"")
    tag = {"If-None-Match": first.headers["ETag"]}
    again = anybody.carry("GET", address, tag, b"")
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert anybody.carry("GET", address, {**tag, "Accept-Language": "de"}, b"").status == 200
    results.report(site.desk, "cup", [Report("1", RESULTS["bushido"])], STAFF)
    assert anybody.carry("GET", address, tag, b"").status == 200
    assert "ETag" not in anybody.carry("GET", BASE + "/e/cup/clock.json", {}, b"").headers
    # The client asks with the tag, and answers with what it has.
    assert anybody.ask(routes.PUBLIC_STANDINGS, event="cup") == anybody.ask(routes.PUBLIC_STANDINGS, event="cup")


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/e/none/event.json", 404, "unknown_name"),
        ("POST", "/e/cup/event.json", 405, "no_such_address"),
        ("GET", "/e/cup/rounds/9.json", 409, "refusal"),
        ("GET", "/e/cup/event.json?secret=1", 422, "bad_input"),
    ],
)
def test_what_cannot_be_answered_is_a_problem_document(
    site: Site, anybody: Client, method: str, path: str, status: int, kind: str
) -> None:
    start(site)
    answer = anybody.carry(method, BASE + path, {}, b"")
    assert (answer.status, json.loads(answer.body)["kind"]) == (status, kind)
    assert not [name for name in answer.headers if name.startswith("Access-Control")]  # CORS is off.


def test_terrain_and_scenarios_are_told_when_their_round_begins(site: Site, anybody: Client) -> None:
    """WMH-109, BUS-43: neither a scenario to come nor what a layout breaks under it."""
    on_show(site)
    events.choose_scenario(site.desk, "cup", 2, "Quuxford", STAFF)
    flag = TypedElement("Quuxford", "objective", "2", "20", "20", "0", "")
    venue.lay_grounds(site.desk, "cup", venue.grounds_with([flag], site.open("cup").system), STAFF)
    told = anybody.ask(named("table-terrain.json"), event="cup", table=1)
    assert told.pieces and told.balance.counts and (told.scenario, told.elements) == ("Invasion", [])
    assert anybody.ask(named("table-terrain-then.json"), event="cup", table=1, number=1).pieces == told.pieces
    assert anybody.ask(named("scenario.json"), event="cup", number=1).scenario.name == "Invasion"
    with pytest.raises(ProblemFound, match="not published yet"):
        anybody.ask(named("table-terrain-then.json"), event="cup", table=1, number=2)
    with pytest.raises(ProblemFound, match="no terrain drawn"):
        anybody.ask(named("table-terrain.json"), event="cup", table=2)
    with pytest.raises(ProblemFound, match="shown when the round begins"):
        anybody.ask(named("scenario.json"), event="cup", number=2)
    assert "Quuxford" not in json.dumps(everything(anybody))


def test_a_profile_is_for_everybody_once_the_person_agrees(site: Site, anybody: Client) -> None:
    start(site, played=1)
    club = server_program(site, ServerScope.PEOPLE)
    ann = next(one for one in club.ask(named("people")).people if one.name == "Ann")
    for person in (ann.key, "Ann", "Ann@cup", "nobody"):
        with pytest.raises(ProblemFound, match="There is no public profile"):
            anybody.ask(named("profile.json"), person=person)
    club.send(named("consent-for"), ShowPersonBody(agrees=True), person=ann.key)
    assert anybody.ask(named("profile.json"), person=ann.key).name == "Ann"
    assert [one.kind for one in club.ask(named("people-log")).log] == ["PeopleOpened", "ProfileConsented"]


def test_a_tag_among_others_is_known_too(site: Site, anybody: Client) -> None:
    start(site)
    address = BASE + "/e/cup/standings.json"
    tag = anybody.carry("GET", address, {}, b"").headers["ETag"]
    for given in (f'"other", {tag}', tag.removeprefix("W/"), "*"):
        assert anybody.carry("GET", address, {"If-None-Match": given}, b"").status == 304, given
    assert anybody.carry("GET", address, {"If-None-Match": '"other"'}, b"").status == 200
