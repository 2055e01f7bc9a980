"""What every view works with: the desk, the organiser's way in, limits, address, backups, jobs, what is in memory."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import TypeVar

from django.http import HttpRequest

from muster.app.accounts.book import AccountBook, key_of
from muster.app.circuit.seasons import Seasons
from muster.app.desk import Desk, Opened
from muster.app.keeping.readings import Readings
from muster.app.keeping.turns import Turns
from muster.app.persons.book import PeopleBook
from muster.app.statistics.gather import Counting
from muster.app.table.tables import Tables
from muster.app.webhooks.actions import Webhooks
from muster.app.webhooks.outbox import Outbox
from muster.web.address import Reach
from muster.web.backups import RoundBackups
from muster.web.frames.own_style import OwnStyles
from muster.web.jobs import Jobs
from muster.web.live.kept import KeptPages
from muster.web.scans import Scans
from muster.web.who.limits import Limits
from muster.web.who.links import SignIn, webhook_digest
from muster.web.who.passwords import Passwords
from muster.web.who.sessions import Sessions
from muster.web.who.tokens import Tokens

T = TypeVar("T")

SITE = "muster.site"
"""The key under which a request carries its site."""


class Site:
    def __init__(
        self,
        desk: Desk,
        address: str | Reach,
        key: str,
        sessions: Sessions,
        backups: RoundBackups | None = None,
        outbox: Outbox | None = None,
        private_webhooks: bool = False,
    ) -> None:
        """`private_webhooks`: webhooks may go to addresses that are not public."""
        self.desk = desk
        self.tables = Tables(desk.journals, desk.clock, desk.fresh)
        self.seasons = Seasons(desk.journals, desk.clock, desk.fresh)
        self.counting = Counting(desk, self.tables)
        self.people = PeopleBook(desk, self.seasons)
        self.accounts = AccountBook(desk)
        desk.readings = Readings()
        desk.names_hidden = False
        desk.must_hold_players = self.accounts.must_hold_players
        desk.must_have_space = self.accounts.space.must_go_on
        self.tables.must_have_space = lambda event, more: self.accounts.space.must_go_on(key_of(desk.open(event)), more)
        self.backups = backups
        self.reach = Reach(fixed=address) if isinstance(address, str) else address
        self.sign_in = SignIn(key)
        self.sessions = sessions
        self.tokens = Tokens(sessions.home)
        self.webhooks = None if outbox is None else Webhooks(outbox, desk, webhook_digest, private_webhooks)
        """None if nothing is sent, as for a copy of the pages."""
        self.own_styles = OwnStyles(sessions.home)
        self.limits = Limits()
        self.passwords = Passwords()
        self.pages = KeptPages()
        self.answers = KeptPages()
        """For the API. Kept separately, so that programs do not push out pages."""
        self.scans = Scans()
        self.jobs = Jobs()
        self.keys = Turns()
        """Programs' requests with the same idempotency key are handled one after the other."""
        self.run = token_urlsafe(6)
        """Distinguishes this run of the server from others, which may have had other templates."""
        self.hsts_days = 0
        """For how many days a browser that came by https must use only https; 0: not set."""

    @property
    def address(self) -> str:
        """Where phones reach this server, such as http://192.168.1.20:8000"""
        return self.reach.address

    def open(self, event: str) -> Opened:
        return self.desk.open(event)

    def once(self, opened: Opened, name: str, make: Callable[[], T]) -> T:
        """What is expensive to make from an event, made once until its journal grows."""
        return opened.known.once(name, make)


def site_of(request: HttpRequest) -> Site:
    """The site a request belongs to, as the server put it there."""
    site = request.META[SITE]
    assert isinstance(site, Site)
    return site
