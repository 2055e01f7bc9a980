"""What every view works with: the desk, the events opened so far, the organiser's way in, limits, the address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.http import HttpRequest

from muster.app.desk import Desk, Opened
from muster.web.limits import Limits
from muster.web.links import SignIn

T = TypeVar("T")
KEEP = 16
"""How many opened events stay in memory."""


class Site:
    def __init__(self, desk: Desk, address: str, key: str) -> None:
        self.desk = desk
        self.address = address
        """Where phones reach this server, such as http://192.168.1.20:8000"""
        self.sign_in = SignIn(key)
        self.limits = Limits()
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._made: dict[str, tuple[str, dict[str, Any]]] = {}
        self._lock = Lock()

    def open(self, event: str) -> Opened:
        """The event as it stands; opened anew only when its journal has grown. For reading: actions open their own."""
        with self._lock:
            kept = self._opened.get(event)
        if kept is None or not self._is_current(kept):
            kept = self.desk.open(event)
        with self._lock:
            self._opened[event] = kept
            self._opened.move_to_end(event)
            while len(self._opened) > KEEP:
                self._opened.popitem(last=False)
        return kept

    def once(self, opened: Opened, name: str, make: Callable[[], T]) -> T:
        """What is dear to make of an event, made once for as long as its journal does not grow."""
        with self._lock:
            head, made = self._made.get(opened.id, ("", {}))
            if head != opened.head:
                made = {}
                self._made[opened.id] = (opened.head, made)
        if name not in made:
            made[name] = make()
        found: T = made[name]
        return found

    def _is_current(self, kept: Opened) -> bool:
        """Whether its journal still ends with the very entry that it was opened with."""
        return [row.hash for row in self.desk.journals.rows(kept.id, kept.last - 1)] == [kept.head]


def site_of(request: HttpRequest) -> Site:
    """The site a request belongs to, as the server put it there."""
    site = request.META["muster.site"]
    assert isinstance(site, Site)
    return site
