"""Seasons and people over the API: a season from its first event to its final, who is who, forgetting; and what of it
everybody reads."""

from __future__ import annotations

import json
from datetime import date, timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from muster.api.beyond import people, seasons, server
from muster.api.beyond.people import AlikeBody, ForgetBody, PeopleQuery, ShowPersonBody, SplitBody, TwoPeopleBody
from muster.api.beyond.seasons import (
    AmendEnteredBody,
    AmendSeasonBody,
    EnterBody,
    FinalBody,
    MeetBody,
    OpenSeasonBody,
    SeasonEventBody,
    SeasonPeopleBody,
    UpdateBody,
    WithdrawEventBody,
)
from muster.api.call import Route
from muster.api.client import Client, ProblemFound
from muster.api.routes import PUBLIC_BEYOND
from muster.api.shapes import StepBody
from muster.app.events import actions as events
from muster.app.permissions import Scope, ServerScope
from muster.core.kit.model import PlayerId
from muster.core.reading.people.roll import appearance_key
from muster.web.site import Site
from tests.app.circuit.year import STAFF, Laptop, Year
from tests.web.api.program import BASE, Carrier, filled, server_program

TODAY = date.today()
DAY, LATER = TODAY.isoformat(), (TODAY + timedelta(30)).isoformat()
ORDER = ["Ann", "Ben", "Cem", "Dai"]
STEPS = ("sanctioned", "requested", "reported")
LEAGUE = {"name": "League", "game": "warmachine", "points": {"chart": [5, 3, 1]}, "qualify": {"places": 2}}


@pytest.fixture
def club(site: Site) -> Client:
    return server_program(site, *ServerScope)


def journals(site: Site) -> list[tuple[str, str, int]]:
    return [(stored.kind, stored.id, stored.entries) for stored in site.desk.journals.listed()]


def test_a_season_from_its_first_event_to_its_final(site: Site, club: Client) -> None:
    here: dict[str, Any] = {"season": "gauntlet"}
    body = OpenSeasonBody("Gauntlet", DAY, LATER, circuit="iron-gauntlet")
    for _ in range(2):
        made = club.send(seasons.OPEN, body, key="o")
    assert made.season.id == "gauntlet" and [one.id for one in club.ask(seasons.SEASONS).seasons] == ["gauntlet"]
    hall = Laptop(journals=site.desk.journals)
    hall.event("North", ORDER, date=DAY)
    hall.event("South", ["Ben", "Ann", "Cem", "Eve"], date=DAY, finish=False)
    for event in ("north", "south"):
        for _ in range(2):
            entered = club.send(seasons.ENTER, EnterBody(event, attendees=30), key=event, **here)
        for step in STEPS:
            club.send(seasons.MEET, MeetBody(event=event, requirement=step, on=DAY), **here)
    assert [one.event for one in entered.season.events] == ["north", "south"]
    changed = club.send(seasons.AMEND_EVENT, AmendEnteredBody(event="South", attendees=31), **here)
    assert [one.attendees for one in changed.season.events] == [30, 31]
    hall.finish("south")
    taken = club.send(seasons.TAKE, SeasonEventBody("south"), **here)
    assert [one.counts for one in taken.season.events] == [True, True] and len(taken.season.alike) == 3
    club.send(seasons.PEOPLE, SeasonPeopleBody("apart", "Cem@north", "Cem@south"), **here)
    club.send(seasons.PEOPLE, SeasonPeopleBody("same", "Ann@north", "Ann@south"), **here)
    table = club.send(seasons.PEOPLE, SeasonPeopleBody("all"), **here).season.table
    assert [(row.name, row.points) for row in table[:2]] == [("Ann", 17), ("Ben", 17)]
    hall.correct("north", "Ann", "b", "0-9")
    read = club.ask(seasons.SEASON, **here)
    assert read.season.corrections and read.shown != taken.shown
    updated = club.send(seasons.UPDATE, UpdateBody(read.shown), **here)
    assert updated.season.corrections == []
    undone = club.send(seasons.UNDO, StepBody(updated.season.entries), key="u", **here)
    assert undone.season.corrections
    assert club.send(seasons.UNDO, StepBody(updated.season.entries), key="u", **here) == undone
    assert club.send(seasons.REDO, **here).season.corrections == []
    assert club.send(seasons.AMEND, AmendSeasonBody(name="Gauntlet 1"), **here).season.name == "Gauntlet 1"
    for _ in range(2):
        final = club.send(seasons.FINAL, FinalBody("The final", LATER), key="f", **here)
    assert final.event == "the-final" and final.season.final is not None
    assert len(site.open("the-final").event.players) >= 2
    gone = club.send(seasons.WITHDRAW, WithdrawEventBody(event="south", reason="not sanctioned"), **here)
    assert [one.event for one in gone.season.events] == ["north"]
    with ZipFile(BytesIO(club.ask(seasons.PAGES, **here))) as archive:
        assert "index.html" in archive.namelist()
    own = club.send(seasons.OPEN, OpenSeasonBody("League", DAY, LATER, definition=LEAGUE, id="league"))
    assert own.season.circuit == "League"
    assert {e.actor.name for e in site.seasons.open("gauntlet").entries} == {"Club (API)"}


def test_what_everybody_reads_beyond_one_event(site: Site, club: Client) -> None:
    """What is for the organiser's eyes on pages is in no public JSON: who may be one person, what is not listed."""
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ORDER)
    year.qualifier("South", ["Ben", "Eve", "Ann", "Fay"])
    hall = Laptop(journals=site.desk.journals)
    hall.event("Hidden", ORDER)
    events.list_event(site.desk, "hidden", False, STAFF)
    anybody = Client(BASE, carry=Carrier(site))
    assert [one.id for one in anybody.ask(server.PUBLIC_EVENTS).events] == ["north", "south"]
    assert [one.id for one in server_program(site, Scope.READ, name="Reader").ask(server.EVENTS).events] == [
        "north",
        "south",
        "hidden",
    ]
    assert [one.id for one in anybody.ask(seasons.PUBLIC_SEASONS).seasons] == [year.id]
    public = anybody.ask(seasons.PUBLIC_SEASON, season=year.id)
    whole = club.ask(seasons.SEASON, season=year.id).season
    assert public.table == whole.table and len(public.events) == 2
    assert whole.alike and public.alike == []
    year.desk.remove("north")
    note = club.ask(seasons.SEASON, season=year.id).season.events[0].note
    assert note and note not in json.dumps(json.loads(fetched(anybody, seasons.PUBLIC_SEASON, year.id)))
    # What has not changed is not sent again.
    anybody.ask(seasons.PUBLIC_SEASON, season=year.id)
    assert anybody.ask(seasons.PUBLIC_SEASON, season=year.id) and carried(anybody).last.status == 304
    for route in PUBLIC_BEYOND:
        wrong = anybody.carry("GET", BASE + route.address(season="none", person="none") + "?secret=1", {}, b"")
        assert wrong.status == 422
    with pytest.raises(ProblemFound, match="No season is called “none”"):
        anybody.ask(seasons.PUBLIC_SEASON, season="none")


def carried(client: Client) -> Carrier:
    assert isinstance(client.carry, Carrier)
    return client.carry


def fetched(client: Client, route: Route[Any], season: str) -> bytes:
    return client.carry("GET", BASE + route.address(season=season), {}, b"").body


def test_people_are_told_apart_and_forgotten(site: Site, club: Client) -> None:
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ORDER)
    year.qualifier("South", ["Ben", "Eve", "Ann", "Fay"], "2026-10-01")
    ann = appearance_key((site.open("north").hashes[0], PlayerId(1)))
    other = appearance_key((site.open("south").hashes[0], PlayerId(3)))
    first = club.ask(people.PEOPLE)
    assert (first.found, first.alike_found) == (8, 2)
    assert club.send(people.JOIN_ALIKE, AlikeBody(2), key="a").alike_found == 0
    assert club.send(people.UNDO, key="u").alike_found == 2
    assert club.send(people.UNDO, key="u").alike_found == 2
    assert club.send(people.REDO).alike_found == 0
    assert club.send(people.UNDO).alike_found == 2
    club.send(people.JOIN, TwoPeopleBody(ann, other))
    assert len(club.ask(people.PERSON, person=ann).events) == 2
    club.send(people.PART, TwoPeopleBody("Ben@north", "Ben@south"))
    assert club.ask(people.PEOPLE, PeopleQuery(q="ann")).found == 1
    assert club.send(people.SPLIT, SplitBody(other)).found == 8
    assert club.send(people.CONSENT, ShowPersonBody(True), key="c", person=ann).public
    assert club.send(people.CONSENT, ShowPersonBody(True), key="c", person=ann).public
    assert [one.event for one in club.ask(people.FILE, person=ann).events] == ["north"]
    done = club.send(people.FORGET, ForgetBody(True), person=ann)
    assert done.events == ["north"] and site.open("north").event.name_of(PlayerId(1)) == "Player 1"


BAD: list[tuple[Route[Any], bytes, int, str]] = [
    (seasons.OPEN, b'{"name": "X", "first": "2026-01-01", "last": "2026-12-31"}', 422, "circuit"),
    (seasons.OPEN, b'{"name": "X", "first": "2026-01-01", "last": "2026-12-31", "circuit": "none"}', 404, "none"),
    (seasons.OPEN, b'{"name": "X", "first": "soon", "last": "2026-12-31", "circuit": "iron-gauntlet"}', 422, "soon"),
    (seasons.OPEN, b'{"name": "X", "first": "2026-01-01", "last": "2026-12-31", "definition": {}}', 422, "chart"),
    (
        seasons.OPEN,
        b'{"name": "X", "first": "2026-01-01", "last": "2026-12-31", "definition": {"tiers": []}}',
        422,
        "No key of the definition is called “tiers”",
    ),
    (seasons.AMEND, b'{"first": "soon"}', 422, "soon"),
    (seasons.ENTER, b'{"event": "none"}', 404, "none"),
    (seasons.ENTER, b'{"event": "north"}', 409, "North"),
    (seasons.AMEND_EVENT, b'{"event": "none"}', 404, "none"),
    (seasons.AMEND_EVENT, b'{"event": "north"}', 409, "Nothing was changed"),
    (seasons.AMEND_EVENT, b'{"event": "north", "last_day": "soon"}', 422, "soon"),
    (seasons.MEET, b'{"event": "north", "requirement": "none"}', 404, "none"),
    (seasons.TAKE, b'{"event": "none"}', 404, "none"),
    (seasons.UPDATE, b'{"shown": "x"}', 409, "Read it again"),
    (seasons.WITHDRAW, b'{"event": "north", "reason": " "}', 409, "Say why"),
    (seasons.PEOPLE, b'{"said": "maybe"}', 422, "maybe"),
    (seasons.PEOPLE, b'{"said": "same", "one": "Zed", "other": "Ann"}', 404, "Zed"),
    (seasons.FINAL, b'{"name": "F"}', 409, "at least 2 players"),
    (seasons.UNDO, b'{"seen": 1}', 409, "Something has changed"),
    (seasons.REDO, b"{}", 409, "nothing to redo"),
    (people.JOIN, b'{"one": "Zed", "other": "Ann"}', 404, "Zed"),
    (people.JOIN, b'{"one": "Ann@north", "other": "Ben@north"}', 409, "both played in North"),
    (people.PART, b'{"one": "Ann"}', 422, "other"),
    (people.JOIN_ALIKE, b'{"found": 99}', 409, "Something has changed"),
    (people.SPLIT, b'{"one": "Dai"}', 409, "cannot be split"),
    (people.CONSENT, b'{"agrees": true}', 404, "none"),
    (people.FORGET, b'{"sure": false}', 409, "Nothing was forgotten"),
    (people.FORGET, b'{"sure": true}', 404, "none"),
    (people.UNDO, b'{"seen": 99}', 409, "question about people"),
    (people.REDO, b"{}", 409, "nothing to redo"),
]


@pytest.mark.parametrize(("route", "body", "code", "said"), BAD, ids=lambda one: getattr(one, "name", str(one)[:40]))
def test_what_is_wrong_is_told_in_one_sentence_and_nothing_changes(
    site: Site, club: Client, route: Route[Any], body: bytes, code: int, said: str
) -> None:
    Year(journals=site.desk.journals, name="League").qualifier("North", ORDER)
    site.people.say(lambda _: [], STAFF)  # The people journal begins with the first entry, whatever comes of it.
    before = journals(site)
    headers = {"Authorization": f"Bearer {club.token}", "Content-Type": "application/json"}
    answer = club.carry(route.method, BASE + filled(route), headers, body)
    problem = json.loads(answer.body)
    assert (answer.status, said in problem["detail"]) == (code, True), problem
    assert journals(site) == before


def test_every_change_has_a_bad_body_here() -> None:
    changes = {route.name for route in (*seasons.ROUTES, *people.ROUTES) if route.does}
    assert changes == {route.name for route, *_ in BAD}
