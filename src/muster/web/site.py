"""What every view works with: the desk, the organiser's way in, limits, address, backups, jobs, what is in memory."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import TypeVar

from django.http import HttpRequest

from muster.app.desk import Desk, Opened
from muster.app.table.tables import Tables
from muster.web.address import Reach
from muster.web.backups import RoundBackups
from muster.web.jobs import Jobs
from muster.web.live.kept import KeptPages
from muster.web.scans import Scans
from muster.web.who.limits import Limits
from muster.web.who.links import SignIn
from muster.web.who.sessions import Sessions

T = TypeVar("T")


class Site:
    def __init__(
        self, desk: Desk, address: str | Reach, key: str, sessions: Sessions, backups: RoundBackups | None = None
    ) -> None:
        self.desk = desk
        self.tables = Tables(desk.journals, desk.clock, desk.fresh)
        self.backups = backups
        self.reach = Reach(fixed=address) if isinstance(address, str) else address
        self.sign_in = SignIn(key)
        self.sessions = sessions
        self.limits = Limits()
        self.pages = KeptPages()
        self.scans = Scans()
        self.jobs = Jobs()
        self.run = token_urlsafe(6)
        """Tells this run of the server from others, which may have had other templates."""

    @property
    def address(self) -> str:
        """Where phones reach this server, such as http://192.168.1.20:8000"""
        return self.reach.address

    def open(self, event: str) -> Opened:
        return self.desk.open(event)

    def once(self, opened: Opened, name: str, make: Callable[[], T]) -> T:
        """What is dear to make of an event, made once for as long as its journal does not grow."""
        return opened.known.once(name, make)


def site_of(request: HttpRequest) -> Site:
    """The site a request belongs to, as the server put it there."""
    site = request.META["muster.site"]
    assert isinstance(site, Site)
    return site
