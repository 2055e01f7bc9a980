"""What is sent wrongly, twice, at once or by another version: one clear problem document, and nothing half done."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import msgspec
import pytest

from muster.api import client as clients
from muster.api import routes
from muster.api.beyond import server
from muster.api.client import Client, HttpAnswer, ProblemFound
from muster.api.routes import BY_TOKEN, EVERY
from muster.app.events import actions as events
from muster.app.permissions import Scope, ServerScope
from muster.web.site import Site
from muster.web.sizes import FORM
from tests.web.api.halls import HERE, Halls
from tests.web.api.program import BASE, Carrier, program, server_program
from tests.web.conftest import STAFF

AT_ONCE = 6
JSON = "application/json"
DEEP = 200_000


@pytest.fixture
def bot(site: Site) -> Client:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    return program(site, *Scope)


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Halls:
    return Halls(tmp_path_factory.mktemp("halls"))


def enrol(one: Client, body: bytes, kind: str = JSON, **headers: str) -> HttpAnswer:
    signed = {"Authorization": f"Bearer {one.token}", "Content-Type": kind}
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return one.carry("POST", f"{BASE}/api/v1/events/cup/players", {**signed, **named}, body)


def people(*names: str) -> bytes:
    return json.dumps({"players": [{"name": name} for name in names]}).encode()


@pytest.mark.parametrize(
    ("body", "kind", "status", "said"),
    [
        (b'{"players": [{"name": "Ann"}], "players": [{"name": "Bob"}]}', JSON, 422, "“players” more than once"),
        (b'{"players": [{"name": "Ann", "name": "Bob"}]}', JSON, 422, "“name” more than once"),
        (b'{"players": [{"name": "Ann", "values": {"vp": NaN}}]}', JSON, 400, "not JSON"),
        (b'{"players": [{"name": "Ann", "values": {"vp": 1e999}}]}', JSON, 422, "out of range"),
        (b'{"players": [{"name": "Ann", "values": {"vp": ' + b"9" * 5_000 + b"}}]}", JSON, 422, "out of range"),
        (b'{"players": [{"name": "Ann", "values": {"vp": ' + b"9" * 300 + b"}}]}", JSON, 422, "vp"),
        (b'{"players": ' + b"[" * DEEP + b"]" * DEEP + b"}", JSON, 422, "object"),
        (b'{"players": [{"name": "\\ud800"}]}', JSON, 400, "not JSON"),
        (b"\xef\xbb\xbf" + people("Ann"), JSON, 400, "not JSON"),
        (people("Ann").decode().encode("utf-16"), JSON, 400, "not JSON"),
        (people("Ann") + people("Bob"), JSON, 400, "not JSON"),
        (
            b'{"players": [{"name": "Ann", "fields": {}}]}',
            JSON,
            422,
            "“players[0].fields” is not known; known: name, values",
        ),
        (b'{"players": [{}]}', JSON, 422, "“players[0].name” is missing"),
        (b"{}", JSON, 422, "“players” is missing"),
        (b"players=Ann", "application/x-www-form-urlencoded", 400, "Content-Type: application/json"),
        (people("Ann"), "text/plain", 400, "Content-Type: application/json"),
        (people("Ann"), "multipart/form-data", 400, "Content-Type: application/json"),
        (b" " * (FORM + 1), JSON, 413, "500 KB"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_body_that_is_not_right_is_told_and_enrols_nobody(
    site: Site, bot: Client, body: bytes, kind: str, status: int, said: str
) -> None:
    before = site.open("cup").head
    answer = enrol(bot, body, kind)
    assert answer.status == status and said in json.loads(answer.body)["detail"], answer.body
    assert site.open("cup").head == before
    assert enrol(bot, people("Ann"), f"{JSON}; charset=utf-8").status == 201  # And what is right is taken.


def test_what_would_be_right_is_said_in_the_language_that_is_asked_for(bot: Client) -> None:
    signed = {"Authorization": f"Bearer {bot.token}", "Content-Type": JSON, "Accept-Language": "de"}

    def told(path: str, body: bytes) -> str:
        answer = bot.carry("POST", f"{BASE}/api/v1/events/cup/{path}", signed, body)
        assert answer.status == 422
        return str(json.loads(answer.body)["detail"])

    kinds = told("awards", b'{"title": "Best painted", "kind": "vote"}')
    assert "„vote“" in kinds and "opponent, players, staff, field" in kinds
    assert "Object" not in told("undo", b'{"sen": 1}')
    assert "„unheard_of“" in told("check-in", b'{"unheard_of": 1}')


def test_a_change_that_depends_on_a_tag_is_refused(site: Site, bot: Client) -> None:
    before = site.open("cup").head
    for header in ("If_Match", "If_None_Match", "If_Unmodified_Since"):
        answer = enrol(bot, people("Ann"), **{header: '"x"'})
        assert answer.status == 422 and "Send “seen”" in json.loads(answer.body)["detail"]
    assert site.open("cup").head == before


BROKEN = {
    "not JSON": (b"{", 400),
    "a list": (b"[]", 422),
    "an unknown field": (b'{"unheard_of": 1}', 422),
    "deep": (b'{"unheard_of": ' + b'{"a":' * 50_000, 422),
    "twice": (b'{"seen": 1, "seen": 1}', 422),
}


@pytest.mark.parametrize("name", BROKEN)
def test_no_change_takes_a_broken_body(halls: Halls, name: str) -> None:
    """Every route that changes something, also those that are added later."""
    body, status = BROKEN[name]
    before = halls.heads
    for route in (route for route in BY_TOKEN if route.does is not None):
        signed = {"Authorization": f"Bearer {halls.token(route, 'cup')}", "Content-Type": JSON}
        answer = Carrier(halls.site)(route.method, BASE + route.address(**HERE), signed, body)
        assert answer.status == status, (route.name, answer.body)
    assert halls.heads == before


@pytest.mark.parametrize("depth", [100, 900, 40_000])
def test_deep_data_where_any_data_is_taken_is_told(site: Site, depth: int) -> None:
    club = server_program(site, *ServerScope)
    signed = {"Authorization": f"Bearer {club.token}", "Content-Type": JSON}
    for inside in (b'{"a":' * depth + b"1" + b"}" * depth, b'{"a":' + b"[" * depth + b"]" * depth + b"}"):
        body = b'{"name": "Deep", "system": "custom", "rules": ' + inside + b"}"
        answer = club.carry("POST", BASE + server.CREATE.address(), signed, body)
        assert answer.status in (400, 404, 422) and not site.desk.listed(), answer.body


def test_a_question_that_is_asked_twice_is_told(site: Site, bot: Client) -> None:
    signed = {"Authorization": f"Bearer {bot.token}"}
    answer = bot.carry("GET", f"{BASE}/api/v1/events/cup/players?limit=1&limit=2", signed, b"")
    assert answer.status == 422 and "“limit” more than once" in json.loads(answer.body)["detail"]


def all_at_once(site: Site, bot: Client, bodies: list[bytes], path: str = "/api/v1/events/cup/players") -> list[Any]:
    """Each from its own program, with one key; status and message."""
    start = Barrier(len(bodies))
    signed = {"Authorization": f"Bearer {bot.token}", "Content-Type": JSON, "Idempotency-Key": "one"}

    def send(body: bytes) -> tuple[int, Any]:
        carry = Carrier(site)
        start.wait()
        answer = carry("POST", BASE + path, signed, body)
        return answer.status, json.loads(answer.body)

    with ThreadPoolExecutor(len(bodies)) as threads:
        return list(threads.map(send, bodies))


def test_other_requests_under_one_key_at_the_same_time_are_refused_but_one(site: Site, bot: Client) -> None:
    answers = all_at_once(site, bot, [people(f"Player {n}") for n in range(AT_ONCE)])
    assert Counter(status for status, _ in answers) == {201: 1, 422: AT_ONCE - 1}
    assert {told["kind"] for status, told in answers if status == 422} == {"key_used"}
    assert len(site.open("cup").event.players) == 1


def test_the_same_request_under_one_key_at_the_same_time_is_applied_once(site: Site, bot: Client) -> None:
    answers = all_at_once(site, bot, [people("Ann", "Bob")] * AT_ONCE)
    assert {status for status, _ in answers} == {201} and {json.dumps(told) for _, told in answers} == {
        json.dumps(answers[0][1])
    }
    assert [p["name"] for p in answers[0][1]["players"]] == ["Ann", "Bob"]
    assert len(site.open("cup").event.players) == 2


def test_an_event_is_created_once_under_one_key_and_not_twice_under_two(site: Site) -> None:
    club = server_program(site, *ServerScope, *Scope)
    cup = b'{"name": "Cup", "system": "bushido"}'
    answers = all_at_once(site, club, [cup] * AT_ONCE, server.CREATE.path)
    assert {status for status, _ in answers} == {201} and len(site.desk.listed()) == 1
    others = [json.dumps({"name": f"Cup {n}", "system": "bushido"}).encode() for n in range(AT_ONCE)]
    assert {status for status, _ in all_at_once(site, club, others, server.CREATE.path)} == {422}
    assert len(site.desk.listed()) == 1


@pytest.mark.parametrize("version", ["v0", "v2", "v10"])
def test_a_program_of_another_version_is_told_which_one_this_server_has(site: Site, bot: Client, version: str) -> None:
    before = site.open("cup").head
    for route in EVERY:
        path = route.address(**HERE).replace("/v1/", f"/{version}/")
        if version in path:
            answer = bot.carry(route.method, BASE + path, {"Authorization": f"Bearer {bot.token}"}, b"")
            assert answer.status == 404 and f"version v1 of the API, not {version}" in answer.body.decode(), path
    assert site.open("cup").head == before


def test_the_client_ignores_fields_that_it_does_not_know(bot: Client) -> None:
    """An older client at a newer server: fields are only ever added."""
    answer = bot.carry("GET", f"{BASE}/api/v1/events/cup/standings", {"Authorization": f"Bearer {bot.token}"}, b"")
    newer = {**json.loads(answer.body), "mood": "good"}
    told = clients._read(routes.STANDINGS, HttpAnswer(200, {}, msgspec.json.encode(newer)))
    assert told == bot.ask(routes.STANDINGS, event="cup")


def test_what_a_proxy_answers_is_raised_as_a_problem_too() -> None:
    """A newer client with an older server gets a problem document; something in between may answer with anything."""
    hall = Client(BASE, "x", carry=lambda *_: HttpAnswer(502, {}, b"<h1>Bad Gateway</h1>"))
    with pytest.raises(ProblemFound, match="502: <h1>Bad Gateway</h1>"):
        hall.ask(routes.STANDINGS, event="cup")


@pytest.mark.parametrize("path", ["/api/v1/events/cup", "/e/cup/event.json"])
def test_a_server_under_a_foreign_name_answers_programs_in_their_language(site: Site, bot: Client, path: str) -> None:
    for host, status in (("evil.example", 421), ("a_b c", 400)):
        answer = Carrier(site)._http.get(path, headers={"Host": host})
        assert answer.status_code == status and answer["Content-Type"] == "application/problem+json"
