"""The API: an event run from start to end, what goes wrong and how it is said, and requests that come twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import override_settings

from muster.api import routes
from muster.api.call import Route
from muster.api.client import Client, ProblemFound
from muster.api.routes import PUBLIC, ROUTES
from muster.api.shapes import (
    ByeBody,
    CorrectionBody,
    EnrolBody,
    FinishBody,
    HereBody,
    LeaveOutBody,
    MinutesBody,
    MoveBody,
    NewPlayer,
    PageQuery,
    PairBody,
    PlayOnBody,
    ResultBody,
    StepBody,
    SwapBody,
)
from muster.app.codes import FILE
from muster.app.events import actions as events
from muster.app.permissions import SCOPES, Action, Scope, ServerScope, Visitor, allows, scope_for
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.kit.model import Actor, Ending, PlayerId, Role
from muster.web.live.kept import KeptPages
from muster.web.site import Site
from muster.web.sizes import FORM
from muster.web.who import tokens
from tests.web.api.program import BASE, Carrier, filled, player_program, program
from tests.web.conftest import NAMES, STAFF, Browser, organiser_of, start


@pytest.fixture
def bot(site: Site) -> Client:
    """A program that may do everything, at an event that has nobody yet."""
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    return program(site, *Scope)


def status(client: Client, route: Route[Any], **more: Any) -> int:
    """What a bare request to a route is answered with."""
    headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    return client.carry(route.method, BASE + filled(route, **more), headers, b"").status


def raw(client: Client, route: Route[Any], body: bytes, **headers: str) -> tuple[int, dict[str, Any]]:
    signed = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/json", **headers}
    answer = client.carry(route.method, BASE + filled(route), signed, body)
    return answer.status, json.loads(answer.body)


def test_a_program_runs_an_event_from_start_to_end(site: Site, bot: Client) -> None:
    people = [NewPlayer(name, {"faction": "Ryu"} if name == "Ann" else {}) for name in NAMES]
    enrolled = bot.send(routes.ENROL, EnrolBody(people), event="cup")
    assert [p.name for p in enrolled.players] == list(NAMES) and enrolled.players[0].values["faction"] == "Ryu"
    assert bot.send(routes.DROP, event="cup", number=5).player.status == "dropped"
    assert bot.send(routes.REJOIN, event="cup", number=5).player.status == "active"
    for number in (1, 2):
        draft = bot.send(routes.PAIR, event="cup")
        assert (draft.round.number, draft.round.state) == (number, "draft")
        assert bot.send(routes.PUBLISH, event="cup", number=number).round.state == "published"
        for match in draft.round.matches:
            told = bot.send(routes.REPORT, ResultBody({"vp": [2, 1]}), event="cup", number=number, table=match.table)
            assert told.match.state == "in" and told.match.result is not None
        assert bot.send(routes.CLOSE, event="cup", number=number).standings.after_round == number
    last = bot.send(routes.FINISH, FinishBody(reason="two rounds are enough"), event="cup")
    assert last.standings.final and last.seed == "seed" and last.awards
    assert bot.ask(routes.EVENT, event="cup").state == "finished"
    assert {line.who for line in bot.ask(routes.LOG, event="cup").log[1:]} == {"Scoreboard (API)"}


def test_a_report_is_accepted_and_a_result_corrected_with_a_look_first(site: Site, bot: Client) -> None:
    bot.send(routes.ENROL, EnrolBody([NewPlayer(name) for name in NAMES[:4]]), event="cup")
    bot.send(routes.PAIR, event="cup")
    bot.send(routes.PUBLISH, event="cup", number=1)
    results.report(site.desk, "cup", [Report("#1", {"vp": "3-0"})], Actor("Ann", Role.PLAYER, PlayerId(1)))
    match = site.open("cup").event.rounds[0].match_of(PlayerId(1))
    assert match is not None
    here: dict[str, Any] = {"event": "cup", "number": 1, "table": match.table}
    assert len(bot.ask(routes.ROUND, event="cup", number=1).matches[match.table - 1].reports) == 1
    assert bot.send(routes.CONFIRM, **here).match.state == "in"
    body = CorrectionBody({"vp": [1, 1]}, preview=True)
    looked = bot.send(routes.CORRECT, body, **here)
    assert not looked.saved and looked.changes is not None and looked.changes.game
    assert looked.match.corrections == 0
    with pytest.raises(ProblemFound, match="reason"):
        bot.send(routes.CORRECT, CorrectionBody({"vp": [1, 1]}), **here)
    done = bot.send(routes.CORRECT, CorrectionBody({"vp": [1, 1]}, reason="misread"), **here)
    assert done.saved and done.match.corrections == 1 and done.changes == looked.changes
    other = next(m.table for m in site.open("cup").event.rounds[0].matches if m.table != match.table)
    shown = bot.send(
        routes.REPORT,
        ResultBody(ending=Ending.CONCESSION, by=[int(site.open("cup").event.rounds[0].matches[other - 1].a)]),
        event="cup",
        number=1,
        table=other,
    )
    assert shown.match.result is not None and shown.match.result.ending == "concession"


def test_a_program_changes_a_draft_and_runs_the_clock(site: Site, bot: Client) -> None:
    bot.send(routes.ENROL, EnrolBody([NewPlayer(name) for name in NAMES]), event="cup")
    assert bot.send(routes.CHECK_IN, HereBody(here=True), event="cup", number=1).player.checked_in
    assert bot.send(routes.CHECK_IN, HereBody(here=False), event="cup", number=1).player.checked_in is False
    assert bot.send(routes.CHECK_IN_ALL, event="cup").checked_in == 5
    draft = bot.send(routes.PAIR, event="cup").round
    one, two = draft.matches
    swapped = bot.send(routes.SWAP, SwapBody(first=one.a.number, second=two.a.number), event="cup", number=1).round
    assert {(m.a.number, m.b.number) for m in swapped.matches} == {
        (two.a.number, one.b.number),
        (one.a.number, two.b.number),
    }
    moved = bot.send(routes.MOVE, MoveBody(to=7), event="cup", number=1, table=1).round
    assert [m.table for m in moved.matches] == [2, 7]
    bye = ByeBody(player=one.b.number, reason="their train is late")
    assert [b.number for b in bot.send(routes.GIVE_BYE, bye, event="cup", number=1).round.byes] == [one.b.number]
    for route, body in (
        (routes.LEAVE_OUT, LeaveOutBody(player=1)),  # Who is in the draft has a place.
        (routes.PLAY_ON, PlayOnBody(reason="we have time")),  # The rules end nothing here.
        (routes.SWAP, SwapBody(first=1, second=99)),
    ):
        with pytest.raises(ProblemFound) as refused:
            bot.send(route, body, event="cup", number=1)
        assert refused.value.problem.status in (404, 409)
    bot.send(routes.PUBLISH, event="cup", number=1)
    ways = (routes.CLOCK_START, routes.CLOCK_PAUSE, routes.CLOCK_RESUME)
    clocks = [bot.send(route, key=route.name, event="cup").clock for route in ways]
    assert [clock.state for clock in clocks if clock] == ["running", "paused", "running"]
    for _ in range(2):
        added = bot.send(routes.CLOCK_ADD, MinutesBody(5), key="five", event="cup").clock
    assert added is not None and added.added == 5
    more = bot.send(routes.CLOCK_EXTEND, MinutesBody(3, "a ruling"), event="cup", table=7).clock
    assert more is not None and more.extended == {7: 3}
    with pytest.raises(ProblemFound, match="less than a minute ago"):  # The round has hardly begun.
        bot.send(routes.CLOCK_CALL, event="cup")


def test_undo_takes_back_what_the_program_saw_and_nothing_else(site: Site, bot: Client) -> None:
    bot.send(routes.ENROL, EnrolBody([NewPlayer(name) for name in NAMES]), event="cup")
    seen = bot.send(routes.PAIR, event="cup").entries
    assert [e.kind for e in bot.send(routes.UNDO, StepBody(seen), event="cup").told] == ["RoundDrawn"]
    assert [e.kind for e in bot.send(routes.REDO, event="cup").told] == ["RoundDrawn"]
    events.choose_scenario(site.desk, "cup", 2, "Bridge", STAFF)
    with pytest.raises(ProblemFound) as refused:
        bot.send(routes.UNDO, StepBody(seen), event="cup")
    assert refused.value.problem.status == 409 and refused.value.problem.kind == "conflict"


def test_the_same_request_under_the_same_key_is_applied_once(site: Site, bot: Client) -> None:
    people = EnrolBody([NewPlayer("Ann"), NewPlayer("Bob")])
    first = bot.send(routes.ENROL, people, key="a", event="cup")
    assert bot.send(routes.ENROL, people, key="a", event="cup") == first
    assert len(site.open("cup").event.players) == 2
    drafts = [bot.send(routes.PAIR, key="b", event="cup") for _ in range(2)]
    assert drafts[0] == drafts[1] and len(site.open("cup").event.rounds) == 1
    undone = [bot.send(routes.UNDO, key="c", event="cup") for _ in range(2)]
    assert undone[0] == undone[1] and len(site.open("cup").event.players) == 2
    with pytest.raises(ProblemFound, match="drew round 1, and that was undone") as gone:
        bot.send(routes.PAIR, key="b", event="cup")
    assert gone.value.problem.status == 409 and not site.open("cup").event.rounds
    before = site.open("cup").last
    with pytest.raises(ProblemFound) as refused:
        bot.send(routes.ENROL, EnrolBody([NewPlayer("Cem")]), key="a", event="cup")
    assert refused.value.problem.kind == "key_used" and site.open("cup").last == before
    # Another program's key is another key.
    program(site, Scope.PLAYERS, name="Other").send(routes.ENROL, EnrolBody([NewPlayer("Dai")]), key="a", event="cup")
    assert len(site.open("cup").event.players) == 3


def test_a_step_that_somebody_else_took_first_is_not_taken_again(site: Site, bot: Client) -> None:
    bot.send(routes.ENROL, EnrolBody([NewPlayer(name) for name in NAMES]), event="cup")
    seen = bot.send(routes.PAIR, event="cup").entries
    bot.send(routes.PAIR, PairBody(redraw_reason="a pair that knows each other"), event="cup")
    with pytest.raises(ProblemFound, match="has just done this") as refused:
        bot.send(routes.PUBLISH, StepBody(seen), event="cup", number=1)
    assert refused.value.problem.status == 409
    bot.send(routes.PUBLISH, event="cup", number=1)
    with pytest.raises(ProblemFound, match="There is no round 2"):
        bot.send(routes.PUBLISH, event="cup", number=2)


def test_long_lists_come_in_pages(site: Site, bot: Client) -> None:
    bot.send(routes.ENROL, EnrolBody([NewPlayer(name) for name in NAMES]), event="cup")
    found, after = [], 0
    while True:
        page = bot.ask(routes.PLAYERS, PageQuery(after=after, limit=2), event="cup")
        found += [p.name for p in page.players]
        if page.next is None:
            break
        after = page.next
    assert found == list(NAMES)
    assert [e.seq for e in bot.ask(routes.LOG, PageQuery(after=2, limit=3), event="cup").log] == [3, 4, 5]


def test_answers_are_tagged_and_tags_are_each_tokens_own(site: Site, bot: Client) -> None:
    address, signed = BASE + filled(routes.STANDINGS), {"Authorization": f"Bearer {bot.token}"}
    tag = {"If-None-Match": bot.carry("GET", address, signed, b"").headers["ETag"]}
    assert bot.carry("GET", address, {**signed, **tag}, b"").status == 304
    bot.send(routes.ENROL, EnrolBody([NewPlayer("Ann")]), event="cup")
    assert bot.carry("GET", address, {**signed, **tag}, b"").status == 200


class Counted(KeptPages):
    """Counts how often something had to be made."""

    made = 0

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        def counted() -> bytes:
            self.made += 1
            return make()

        return super().get(key, counted)


def test_an_answer_is_made_once_after_each_change_for_all_programs(site: Site, bot: Client) -> None:
    site.answers = kept = Counted()
    asking = [bot, program(site, Scope.READ, name="Board"), program(site, Scope.READ, name="Stream")]
    for made in (1, 2):
        told = [one.ask(routes.ALL_ROUNDS, event="cup") for one in asking]
        assert told[0] == told[1] == told[2] and kept.made == made
        bot.send(routes.ENROL, EnrolBody([NewPlayer(f"Player {made}")]), event="cup")


def test_what_programs_share_says_nothing_of_who_asks(site: Site) -> None:
    """Made again for each token, everything shared is identical."""
    start(site)
    site.answers = KeptPages(room=0)
    every, ann = program(site, *Scope), player_program(site, 1)
    for route in ROUTES:
        if route.method == "GET" and not (route.timed or route.own):
            enough = next(scope for scope in Scope if route.action in SCOPES[scope])
            other = program(site, enough, name=f"For {route.name}")
            asking = [every, other, *([ann] if route.action is Action.LOOK else [])]
            told = {one.carry("GET", BASE + filled(route), signed(one), b"").body for one in asking}
            assert len(told) == 1, route.name


def signed(client: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {client.token}"}


@pytest.mark.parametrize("scope", Scope)
def test_every_route_for_every_scope_in_its_own_event_and_another(site: Site, scope: Scope) -> None:
    """As the permission table says, for programs too; another event's token opens nothing here."""
    start(site)
    events.create(site.desk, "Other", "bushido", STAFF, seed="seed")
    own, before = program(site, scope), site.open("other").last
    for route in ROUTES:
        may = route.action in SCOPES[scope]
        assert (status(own, route) == 403) is not may, route.name
        assert status(own, route, event="other") == 403, route.name
    assert site.open("other").last == before


def test_every_route_is_in_a_scope_and_no_scope_is_more_than_the_organiser() -> None:
    assert [route.name for route in ROUTES if scope_for(route.action) is None] == []
    assert all(allows(action, Visitor.ORGANISER) for actions in SCOPES.values() for action in actions)
    assert len({route.name for route in (*PUBLIC, *ROUTES)}) == len((*PUBLIC, *ROUTES))


def test_who_has_no_good_token_gets_nowhere(site: Site) -> None:
    start(site)
    good, gone, old = program(site, *Scope), program(site, *Scope, name="Gone"), program(site, *Scope, name="Old")
    found = site.tokens.find(gone.token)
    assert found is not None
    site.tokens.revoke("cup", found.digest)
    lasting = site.tokens.find(old.token)
    assert lasting is not None and not lasting.is_over(datetime.now(UTC) + timedelta(days=29))
    file = site.sessions.home / tokens.FOLDER / lasting.digest
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "ends": "2026-01-31T10:00:00+00:00"}), "utf-8")
    bad = {"": "needs a token", gone.token: "not known here", "muster_x": "not known here", "ü\n": "not known here"}
    before = site.open("cup").last
    for secret, said in bad.items():
        asking = Client(BASE, secret.strip(), carry=Carrier(site))
        for route in ROUTES:
            headers = {"Authorization": f"Bearer {asking.token}"} if asking.token else {}
            answer = asking.carry(route.method, BASE + filled(route), headers, b"")
            assert answer.status == 401 and said in answer.body.decode(), route.name
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    for header in ("Basic abc", "Bearer", "Bearer "):
        answer = good.carry("GET", BASE + filled(routes.EVENT), {"Authorization": header}, b"")
        assert answer.status == 401 and "should be “Bearer”" in answer.body.decode()
    assert "expired on 2026-01-31" in str(raw(old, routes.EVENT, b"")) and status(old, routes.EVENT) == 401
    with override_settings(SECRET_KEY="a new key, as the data folder has it once the old one is deleted"):
        assert status(good, routes.EVENT) == 401
    assert status(good, routes.EVENT) == 200 and site.open("cup").last == before


def test_a_signed_in_browser_is_not_a_program(site: Site) -> None:
    """Cookies do not count, so no page from elsewhere can act through an organiser's browser."""
    start(site)
    organiser = organiser_of(site)
    answer = organiser.post("/api/v1/events/cup/undo", "{}", content_type="application/json")
    assert answer.status_code == 401


def test_a_token_is_of_one_event_also_where_another_gets_the_same_id(site: Site, bot: Client) -> None:
    site.desk.remove("cup")
    events.create(site.desk, "Cup", "bushido", STAFF, seed="other")
    assert "earlier event" in str(raw(bot, routes.EVENT, b"")) and status(bot, routes.EVENT) == 403


@pytest.mark.parametrize(
    ("body", "status", "kind", "said"),
    [
        (b"{", 400, "unreadable", "not JSON"),
        (b"[" * 100_000, 422, "bad_input", "object"),
        (b"[]", 422, "bad_input", "object"),
        (b'{"players": []}', 422, "bad_input", "1 or more"),
        (b'{"players": [{"name": "Ann"}], "force": true}', 422, "bad_input", "force"),
        (b'{"players": [{"name": "Ann", "nmae": "x"}]}', 422, "bad_input", "nmae"),
        (b'{"players": [{"name": ""}]}', 422, "bad_input", "not a name"),
        (b'{"players": [{"name": "Ann", "values": {"shoe": 44}}]}', 422, "bad_input", "shoe"),
        (b'{"players": [{"name": "Ann"}, {"name": "ann"}]}', 409, "refusal", "“ann” looks the same"),
        (b'{"players": [{"name": "\xff"}]}', 400, "unreadable", "UTF-8"),
        (b'{"players": [{"name": "' + b"a" * FORM + b'"}]}', 413, "too_large", "500 KB"),
        (b" " * 5_000_000, 413, "too_large", "500 KB"),
    ],
    ids=str,
)
def test_a_bad_body_is_told_in_one_sentence_and_nothing_is_half_done(
    site: Site, bot: Client, body: bytes, status: int, kind: str, said: str
) -> None:
    code, problem = raw(bot, routes.ENROL, body)
    assert (code, problem["kind"]) == (status, kind) and said in problem["detail"], problem
    assert not site.open("cup").event.players


def test_other_bad_requests(site: Site, bot: Client) -> None:
    people = b'{"players": [{"name": "Ann"}]}'
    assert raw(bot, routes.ENROL, people, **{"Content-Type": "text/plain"})[1]["kind"] == "unreadable"
    for key in ("", "k" * 201):
        assert raw(bot, routes.ENROL, people, **{"Idempotency-Key": key})[0] == 422
    signed = {"Authorization": f"Bearer {bot.token}"}
    for path, code in (
        ("/api/v1/events/cup/players?limit=0", 422),
        ("/api/v1/events/cup/players?limit=x", 422),
        ("/api/v1/events/cup/players?page=2", 422),
        ("/api/v1/events/cup/players/99", 404),
        ("/api/v1/events/cup/rounds/1", 404),
        ("/api/v1/events/cup/nothing", 404),
        ("/api/v2/events/cup", 404),
        ("/api/", 404),
    ):
        assert bot.carry("GET", BASE + path, signed, b"").status == code, path
    wrong = bot.carry("DELETE", BASE + filled(routes.PLAYERS), signed, b"")
    assert (wrong.status, wrong.headers["Allow"]) == (405, "GET, POST")
    asked = bot.carry("OPTIONS", BASE + filled(routes.PLAYERS), {"Origin": "https://club.example"}, b"")
    assert asked.status == 403 and not [name for name in asked.headers if name.startswith("Access-Control")]
    assert not site.open("cup").event.players


def test_a_problem_has_its_sentence_in_the_readers_language_and_its_code_in_none(site: Site, bot: Client) -> None:
    english, german = (raw(bot, routes.PAIR, b"", **{"Accept-Language": code})[1] for code in ("en", "de"))
    assert english["code"] == german["code"] and english["detail"] != german["detail"]
    assert f"{english['code']} = " in FILE.read_text("utf-8")


def test_the_desk_makes_a_token_shows_it_once_and_revokes_it(site: Site) -> None:
    start(site)
    organiser = organiser_of(site)
    answer = organiser.post(
        "/e/cup/tokens/make/",
        {"csrfmiddlewaretoken": organiser.token(), "name": "Board", "scope": ["read", "results"], "days": "7"},
    )
    (secret,) = set(tokens_in(answer.content.decode()))
    assert answer["Cache-Control"] == "no-store"
    # A page that follows the event would load itself again at the next change, without the token.
    assert b"data-event=" not in answer.content and b"data-event=" in organiser.get("/e/cup/tokens/").content
    board = Client(BASE, secret, carry=Carrier(site))
    shown = board.ask(routes.TOKEN, event="cup")
    assert (shown.name, shown.scopes) == ("Board", ["read", "results"])
    page = organiser.get("/e/cup/tokens/").content.decode()
    assert "Board" in page and not tokens_in(page)
    assert not [file for file in (site.sessions.home / tokens.FOLDER).iterdir() if secret in file.read_text("utf-8")]
    # Pressed twice, or made again: the newer one counts.
    newer = program(site, Scope.READ, name="Board")
    assert status(board, routes.EVENT) == 401 and status(newer, routes.EVENT) == 200
    organiser.press("/e/cup/tokens/", "/e/cup/tokens/revoke/")
    assert status(newer, routes.EVENT) == 401
    assert "at least one thing" in organiser.send("/e/cup/tokens/make/", 409, name="Board", days="7")
    assert "is not one of the choices" in organiser.send("/e/cup/tokens/make/", 409, name="B", scope="read", days="9")
    assert Browser(site).get("/e/cup/tokens/").status_code == 403


def test_the_pages_name_every_scope_as_the_documentation_does(site: Site) -> None:
    start(site)
    organiser = organiser_of(site)
    event, server = (organiser.get(path).content.decode() for path in ("/e/cup/tokens/", "/tokens/"))
    assert [scope for scope in Scope if f"{scope.value}</code>" not in event] == []
    assert [scope for scope in (*ServerScope, *Scope) if f"{scope.value}</code>" not in server] == []


def tokens_in(page: str) -> list[str]:
    return [word.partition("<")[0] for word in page.split(tokens.PREFIX)[1:] for word in [tokens.PREFIX + word]]
