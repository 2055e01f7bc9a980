"""The API beyond one event: creating, bringing in and removing events, backups, data for lists; and its tokens."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from muster.api.areas.overlays import StyleBody
from muster.api.beyond import server
from muster.api.beyond.server import (
    CopyPlayersBody,
    CreateBody,
    FolderBody,
    ListDataBody,
    RemoveBody,
    TakeBody,
)
from muster.api.call import Route
from muster.api.client import Client, ProblemFound
from muster.api.routes import MINE, ROUTES, SERVER, named
from muster.app.events import actions as events
from muster.app.events import carry
from muster.app.permissions import AnyScope, Scope, ServerScope, Visitor, actions_of, allows
from muster.web.site import Site
from muster.web.sizes import FORM, most_bytes
from muster.web.who import tokens
from tests.web.api.program import BASE, Carrier, filled, player_program, program, server_program
from tests.web.conftest import NAMES, STAFF, Browser, organiser_of, start

EVERY_SCOPE: tuple[AnyScope, ...] = (*Scope, *ServerScope)


@pytest.fixture
def club(site: Site) -> Client:
    """A program that may do everything, beside an event with five players."""
    start(site)
    return server_program(site, *EVERY_SCOPE)


def journals(site: Site) -> list[tuple[str, str, int]]:
    return [(stored.kind, stored.id, stored.entries) for stored in site.desk.journals.listed()]


def status(client: Client, route: Route[Any], body: bytes = b"") -> int:
    headers = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/json"}
    return client.carry(route.method, BASE + filled(route), headers, body).status


def test_a_program_creates_an_event_and_runs_it_with_the_same_token(site: Site, club: Client) -> None:
    made = club.send(server.CREATE, CreateBody("Spring Open", "bushido", date="2027-03-20"), key="a")
    assert (made.event, made.name, made.entries) == ("spring-open", "Spring Open", 1)
    assert club.send(server.CREATE, CreateBody("Spring Open", "bushido", date="2027-03-20"), key="a") == made
    copied = club.send(server.COPY_PLAYERS, CopyPlayersBody("cup"), key="b", event="spring-open")
    assert [p.name for p in copied.players] == list(NAMES)
    assert club.send(server.COPY_PLAYERS, CopyPlayersBody("cup"), key="b", event="spring-open") == copied
    before = journals(site)
    with pytest.raises(ProblemFound) as refused:
        club.send(server.CREATE, CreateBody("Autumn Open", "bushido"), key="a")
    assert refused.value.problem.kind == "key_used" and journals(site) == before
    listed = club.ask(server.EVENTS).events
    assert [(line.id, line.players) for line in listed] == [("cup", 5), ("spring-open", 5)]
    assert {e.actor.name for e in site.open("spring-open").entries} == {"Club (API)"}
    options = CreateBody("Long Day", "bushido", id="long", options={"rounds": "5"})
    assert club.send(server.CREATE, options).event == "long"
    assert site.open("long").event.options["rounds"] == 5


def test_what_an_event_had_beside_its_journal_goes_with_it(site: Site, club: Client) -> None:
    """Another event may be called the same, perhaps somebody else's."""
    club.send(named("put-style"), StyleBody(".ov { color: red }"), event="cup")
    assert site.own_styles.has("cup")
    club.send(server.REMOVE, RemoveBody(name="Cup"), event="cup")
    assert not site.own_styles.has("cup")


def test_an_event_goes_out_is_removed_and_comes_in_again(site: Site, club: Client) -> None:
    exported = carry.export_event(site.desk, "cup")
    last = site.open("cup").last
    gone = club.send(server.REMOVE, RemoveBody(name="Cup", seen=last), event="cup")
    assert gone.name == "Cup" and club.ask(server.EVENTS).events == []
    data = json.loads(json.dumps(exported))
    back = club.send(server.TAKE, TakeBody(data))
    assert (back.event, back.entries) == ("cup", last)
    assert club.send(server.TAKE, TakeBody(data, id="second")).event == "second"
    with ZipFile(BytesIO(club.ask(server.EVENT_PAGES, event="cup"))) as archive:
        assert "index.html" in archive.namelist()


def test_backups_and_list_data(site: Site, club: Client, tmp_path: Path) -> None:
    assert club.ask(server.BACKUPS).folder == ""
    folder = tmp_path / "stick"
    folder.mkdir()
    chosen = club.send(server.BACKUP_FOLDER, FolderBody(str(folder)))
    assert chosen.folder == str(folder) and chosen.last is not None and len(list(folder.iterdir())) == 1
    assert club.send(server.BACK_UP).trouble == ""
    with ZipFile(BytesIO(club.ask(server.BACKUP_FILE))) as archive:
        assert archive.namelist()
    assert club.send(server.BACKUP_FOLDER, FolderBody("")).folder == ""
    cards = {"cards": [{"id": "a", "name": "Card A", "type": "attachment", "side": "conflict", "clan": "crab"}]}
    kept = club.send(server.TAKE_LIST_DATA, ListDataBody(cards, "l5r"))
    assert kept.kept["l5r"]["cards"] == 1 and club.ask(server.LIST_DATA) == kept


BAD: list[tuple[Route[Any], bytes, int, str]] = [
    (server.CREATE, b'{"name": "", "system": "bushido"}', 422, "not a name"),
    (server.CREATE, b'{"name": "X", "system": "chess"}', 404, "chess"),
    (server.CREATE, b'{"name": "X", "system": "bushido", "id": "Not An Id"}', 422, "Not An Id"),
    (server.CREATE, b'{"name": "X", "system": "bushido", "id": "cup"}', 409, "already an event"),
    (server.CREATE, b'{"name": "X", "system": "bushido", "date": "soon"}', 422, "soon"),
    (server.CREATE, b'{"name": "X", "system": "bushido", "rules": {}}', 409, "custom"),
    (server.CREATE, b'{"name": "X", "system": "bushido", "options": {"rounds": "many"}}', 422, "many"),
    (server.TAKE, b'{"export": {}}', 422, "export"),
    (server.TAKE, b'{"export": []}', 422, "object"),
    (server.TAKE, b"[" * 100, 422, "object"),
    (server.REMOVE, b'{"name": "Cap"}', 409, "Nothing was deleted"),
    (server.REMOVE, b'{"name": "Cup", "seen": 1}', 409, "has just done this"),
    (server.REMOVE, b"{}", 422, "name"),
    (server.COPY_PLAYERS, b'{"source": "none"}', 404, "none"),
    (server.BACKUP_FOLDER, b'{"folder": "here"}', 422, "complete path"),
    (server.BACKUP_FOLDER, b'{"folder": "/no/such/folder"}', 409, "/no/such/folder"),
    (server.BACK_UP, b"{}", 409, "Choose a folder"),
    (server.TAKE_LIST_DATA, b'{"data": {}, "system": "bushido"}', 409, "without any imported data"),
    (server.TAKE_LIST_DATA, b'{"data": {"x": 1}, "system": "l5r"}', 422, "no cards"),
]


@pytest.mark.parametrize(("route", "body", "code", "said"), BAD, ids=lambda one: getattr(one, "name", str(one)[:30]))
def test_what_is_wrong_is_told_in_one_sentence_and_nothing_changes(
    site: Site, club: Client, route: Route[Any], body: bytes, code: int, said: str
) -> None:
    before, kept = journals(site), club.ask(server.LIST_DATA)
    headers = {"Authorization": f"Bearer {club.token}", "Content-Type": "application/json"}
    answer = club.carry(route.method, BASE + filled(route), headers, body)
    problem = json.loads(answer.body)
    assert answer.status == code and said in problem["detail"], problem
    assert journals(site) == before and club.ask(server.LIST_DATA) == kept


def test_every_change_of_the_server_has_a_bad_body_here() -> None:
    assert {route.name for route in server.ROUTES if route.does} == {route.name for route, *_ in BAD}


@pytest.mark.parametrize("scope", EVERY_SCOPE)
def test_every_route_for_every_scope_of_a_token_for_the_whole_server(site: Site, scope: AnyScope) -> None:
    """A scope works in every event and outside them, and opens nothing else."""
    start(site)
    actions = actions_of(scope)
    asking = server_program(site, scope)
    assert all(allows(action, Visitor.ADMINISTRATOR) for action in actions)
    for route in (*SERVER, *ROUTES):
        if route.answer is not bytes or route.action not in actions:
            assert (status(asking, route) == 403) is (route.action not in actions), route.name


def test_a_token_of_one_event_opens_nothing_beyond_it(site: Site, club: Client) -> None:
    own, before = program(site, *Scope), journals(site)
    for route in SERVER:
        headers = {"Authorization": f"Bearer {own.token}"}
        answer = own.carry(route.method, BASE + filled(route), headers, b"")
        assert answer.status == 403 and "for the event “cup”" in answer.body.decode(), route.name
        assert status(Client(BASE, "muster_x", carry=Carrier(site)), route) == 401
    assert journals(site) == before


def test_no_token_an_unknown_a_revoked_and_an_old_one_get_nowhere(site: Site, club: Client) -> None:
    ann = player_program(site, 1)
    before, said = journals(site), {}
    for asking, held in ((club, SERVER), (ann, MINE)):
        good = asking.token
        found = site.tokens.find(good)
        assert found is not None
        file = site.sessions.home / tokens.FOLDER / found.digest
        record = file.read_text("utf-8")
        for route in held:
            file.write_text(json.dumps({**json.loads(record), "ends": "2026-01-31T10:00:00+00:00"}), "utf-8")
            said["expired on 2026-01-31"] = answered(site, route, f"Bearer {good}")
            file.unlink()
            said["not known here"] = answered(site, route, f"Bearer {good}")
            said["should be “Bearer”"] = answered(site, route, good)
            said["needs a token"] = answered(site, route, "")
            file.write_text(record, "utf-8")
            assert {sentence: sentence in told for sentence, told in said.items()} == dict.fromkeys(said, True)
    assert journals(site) == before


def answered(site: Site, route: Route[Any], header: str) -> str:
    """Why not, if nobody knows who asks."""
    answer = Carrier(site)(route.method, BASE + filled(route), {"Authorization": header} if header else {}, b"")
    assert answer.status == 401 and answer.headers["WWW-Authenticate"].startswith("Bearer"), route.name
    return str(json.loads(answer.body)["detail"])


def test_large_bodies_are_taken_from_programs_that_are_known(site: Site, club: Client) -> None:
    def most(path: str, token: str) -> int:
        headers = [(b"authorization", f"Bearer {token}".encode())]
        return most_bytes({"path": path, "headers": headers, "muster.site": site})

    assert most("/api/v1/import", club.token) == server.LARGEST_EXPORT
    assert most("/api/v1/list-data", club.token) == server.LARGEST_DATA
    own = program(site, *Scope)
    assert {most("/api/v1/import", token) for token in ("", "muster_x", own.token)} == {FORM}
    assert most("/api/v1/events", club.token) == FORM
    sheet = "/api/v1/events/cup/scenarios/sheet"
    assert {most(sheet, token) for token in (club.token, own.token)} == {named("scenario-own").most}
    assert {most(sheet, token) for token in ("", player_program(site, 1).token)} == {FORM}
    # More than Django keeps in memory: it is read, and only then refused.
    big = b'{"export": {"x": "' + b"a" * 5_000_000 + b'"}}'
    assert status(club, server.TAKE, big) == 422 and status(club, server.CREATE, big) == 413


def test_the_organiser_makes_a_token_for_the_whole_server_and_revokes_it(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    organiser = organiser_of(site)
    fields = {"csrfmiddlewaretoken": organiser.token(), "name": "Club", "scope": ["events", "read"], "days": "7"}
    answer = organiser.post("/tokens/make/", fields)
    page = answer.content.decode()
    secret = "muster_" + page.split("muster_")[1].partition("<")[0]
    assert answer["Cache-Control"] == "no-store"
    asking = Client(BASE, secret, carry=Carrier(site))
    shown = asking.ask(server.TOKEN)
    assert (shown.name, shown.event, shown.scopes, shown.player) == ("Club", "", ["events", "read"], None)
    assert "Club" in organiser.see("/tokens/") and "muster_" not in organiser.see("/tokens/")
    assert "Club" not in organiser.see("/e/cup/tokens/")
    organiser.press("/tokens/", "/tokens/revoke/")
    assert status(asking, server.EVENTS) == 401
    assert "at least one thing" in organiser.send("/tokens/make/", 409, name="Club", days="7")
    assert "is not one of the choices" in organiser.send("/tokens/make/", 409, name="B", scope="read", days="9")
    assert Browser(site).get("/tokens/").status_code == 403
