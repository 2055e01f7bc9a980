"""Events at every moment of their life, behind an application that is as it was before, after each change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from muster.api.call import Holder, Route
from muster.app.circuit import actions as seasons
from muster.app.circuit.seasons import Seasons
from muster.app.clock import actions as clock
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.permissions import Scope, ServerScope
from muster.app.ports import JournalName
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.staff import calls, rulings
from muster.app.staff.actions import ORGANISER
from muster.app.webhooks.actions import Webhooks
from muster.app.webhooks.outbox import CHOICES, WebhookShape
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.journal import Row
from muster.core.record.vocabulary import Title
from muster.main import SystemClock, backups_of
from muster.store.memory import MemoryJournals
from muster.store.outbox import SqliteOutbox
from muster.web.backups import RoundBackups
from muster.web.site import Site
from muster.web.who.links import webhook_digest
from muster.web.who.sessions import Sessions
from tests.typed import needed
from tests.web.conftest import NAMES, RESULTS, STAFF

ANN = Actor("Ann", Role.PLAYER, PlayerId(1))

IDS: dict[str, dict[str, Any]] = {
    "season": {"enum": ["league"]},
    "person": {"enum": ["Ann@cup", "Bob@over"]},
    "sheet": {"enum": ["pairings", "slips"]},
}
"""What addresses contain besides the event and numbers, as JSON Schema."""

HERE: dict[str, str | int] = {
    "event": "cup",
    "number": 1,
    "table": 1,
    "season": "league",
    "person": "Ann@cup",
    "sheet": "pairings",
}
"""Values for the braces in addresses."""

Kept = list[tuple[JournalName, Title, str, list[Row]]]


LEAGUE = {"name": "League", "game": "warmachine", "points": {"chart": [5, 3, 1]}, "qualify": {"places": 2}}


def fill(desk: Desk) -> None:
    """An event without players, one with a draft, one in its second round, one in its bracket, one that is over; and a
    season.
    """
    leagues = Seasons(desk.journals, desk.clock, desk.fresh)
    seasons.open_season(leagues, "League", LEAGUE, "2026-01-01", "2026-12-31", STAFF, "league")
    events.create(desk, "Empty", "warmachine", STAFF, seed="seed")
    _begun(desk, "draft", "warmachine", NAMES)
    _begun(desk, "cup", "bushido", NAMES)
    _played(desk, "cup", "bushido")
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    clock.start(desk, "cup", STAFF)
    results.report(desk, "cup", [Report("#1", RESULTS["bushido"])], ANN)
    calls.call(desk, "cup", PlayerId(1), 2, ANN)
    rulings.rule(desk, "cup", ORGANISER, 1, "Is it public?", "It is", 2)
    _begun(desk, "bracket", "l5r", (*NAMES, "Fay", "Gus", "Hal"))
    _played(desk, "bracket", "l5r")
    for _ in range(2):
        rounds.pair(desk, "bracket", STAFF)
        _played(desk, "bracket", "l5r")
    rounds.cut(desk, "bracket", STAFF, 4)
    rounds.pair(desk, "bracket", STAFF)
    _begun(desk, "over", "urban_war", NAMES[:4])
    _played(desk, "over", "urban_war")
    events.finish(desk, "over", STAFF, "one round is enough")


def _begun(desk: Desk, event: str, system: str, names: Iterable[str]) -> None:
    events.create(desk, event.title(), system, STAFF, seed="seed")
    roster.enrol(desk, event, [(name, needed(system)) for name in names], STAFF)
    rounds.pair(desk, event, STAFF)


def _played(desk: Desk, event: str, system: str) -> None:
    opened = rounds.publish(desk, event, STAFF)
    for match in opened.event.rounds[-1].matches:
        results.report(desk, event, [Report(str(match.table), RESULTS[system])], STAFF)
    rounds.close(desk, event, STAFF)


class Halls:
    """The site as a WSGI application. Changes by a request are undone before the next one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._django = get_wsgi_application()
        self._made = 0
        journals = MemoryJournals()
        fill(self._desk(journals))
        self._box = folder / "box"
        self._webhooks(self._desk(journals))
        self._kept: Kept = [
            (name, Title(stored.name, stored.system), journals.seed(name), journals.rows(name))
            for stored in journals.listed()
            for name in [JournalName(stored.kind, stored.id)]
        ]
        self.site = self._site()
        self.events = sorted((stored.id for stored in self.site.desk.listed()), key=lambda event: event != "cup")
        every = (*Scope, *ServerScope)
        self._server = self.site.tokens.make("", "", "Halls", every, 30)
        self._players = {event: self._players_token(event) for event in self.events}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["muster.site"] = self.site
        environ.pop("HTTP_ACCEPT_ENCODING", "")  # The prober does not unpack answers.
        answer = self._django(environ, start_response)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD") and answer.status_code < 400:
            self.renew()
        return answer

    def renew(self) -> None:
        self.site = self._site()

    @property
    def heads(self) -> dict[JournalName, tuple[int, str]]:
        """Where every journal ends: unchanged if nothing was done."""
        journals = self.site.desk.journals
        names = [JournalName(stored.kind, stored.id) for stored in journals.listed()]
        return {name: journals.head(name) for name in names}

    def _desk(self, journals: MemoryJournals) -> Desk:
        return Desk(journals, SystemClock(), self._fresh)

    def _fresh(self) -> str:
        self._made += 1
        return f"{self._made:032x}"

    def _site(self) -> Site:
        journals = MemoryJournals()
        for name, title, seed, rows in self._kept:
            journals.create(name, title, seed, rows)
        desk = self._desk(journals)
        backups = RoundBackups(backups_of(self._folder), desk, self._folder)
        copied = copytree(self._box, Path(mkdtemp(dir=self._folder), "box"))
        sessions, outbox = Sessions(self._folder), SqliteOutbox(copied)
        return Site(desk, "http://192.168.0.7:8000", settings.SECRET_KEY, sessions, backups, outbox)

    def _webhooks(self, desk: Desk) -> None:
        """One for every event."""
        self._box.mkdir()
        webhooks = Webhooks(SqliteOutbox(self._box), desk, webhook_digest)
        for stored in desk.listed():
            opened = desk.open(stored.id)
            webhooks.add(opened, "Club", "https://club.example/", WebhookShape.MUSTER, CHOICES, stored.id)

    def token(self, route: Route[Any], event: str) -> str:
        """A token for the route: the first player's, or one for the whole server."""
        return self._players.get(event, self._server) if route.holder is Holder.PLAYER else self._server

    def _players_token(self, event: str) -> str:
        return self.site.tokens.make(event, self.site.open(event).hashes[0], "Ann", (), 30, player=1)
