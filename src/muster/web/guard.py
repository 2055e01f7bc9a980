"""The one place where permission is checked and a refusal becomes a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from muster.app.desk import Opened
from muster.app.staff import actions as staff
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.language import tr
from muster.core.kit.model import Actor, PlayerId
from muster.core.kit.written import whole_number
from muster.web.languages import current
from muster.web.pages import render
from muster.web.permissions import LAST_WORD, LEADERS, PERMISSIONS, Action, Visitor
from muster.web.site import Site, site_of
from muster.web.who import identity
from muster.web.who.identity import NOBODY, Identity
from muster.web.who.limits import TooOften


@dataclass(frozen=True, slots=True)
class Ask:
    """One request that was let through."""

    request: HttpRequest
    site: Site
    who: Identity

    def open(self, event: str) -> Opened:
        return self.site.open(event)

    @property
    def actor(self) -> Actor:
        return self.who.actor()

    @property
    def address(self) -> str:
        return str(self.request.META.get("REMOTE_ADDR", ""))

    def typed(self, name: str) -> str:
        return str(self.request.POST.get(name, ""))

    def number(self, name: str) -> int:
        """A number that a form carries; 0 when it is none."""
        return whole_number(self.typed(name)) or 0

    def page(
        self, template: str, opened: Opened | None = None, status: int = 200, *, home: str = "", **context: Any
    ) -> HttpResponse:
        """`home`: where the page stands when nobody sends a form; the answer to a form goes on from there."""
        own = {"home": home if self.request.method == "POST" else ""}
        return render(self.request, self.who, template, opened, status, context | own)

    def take_seat(self, opened: Opened, player: PlayerId) -> None:
        """Plays under this number from now on. Of a leader that is a fact of the event, and the book may refuse it."""
        if self.who.leader is not None:
            staff.play(self.site.desk, opened.id, self.who.leader.id, player)
        else:
            identity.take_seat(self.request, opened, player)

    def leave_seat(self, opened: Opened) -> None:
        if self.who.leader is not None:
            staff.play(self.site.desk, opened.id, self.who.leader.id, None)
        identity.leave_seat(self.request, opened.id)


View = Callable[..., HttpResponse]


def guarded(action: Action, method: str, view: View, shared: bool = False) -> View:
    """The view, for those who may; everybody else gets a sentence. Views of kind POST change something.

    `shared`: what it shows depends on the event, the address, the role and the language alone, not on who asks nor on
    the time of day; so it is rendered once for all of them.
    """

    @wraps(view)
    def checked(request: HttpRequest, **parts: Any) -> HttpResponse:
        event = str(parts.get("event", ""))
        if request.method not in ((method,) if method == "POST" else ("GET", "HEAD")):
            return _only(request, method, event)
        ask = _asking(request, event)
        if not ask.who.may(action):
            return refused(ask, _who_may(action), status=403, event=event)
        try:
            return _shared(ask, view, parts) if shared else view(ask, **parts)
        except TooOften as refusal:
            answer = refused(ask, str(refusal), status=429, event=event)
            answer["Retry-After"] = str(refusal.seconds)
            return answer
        except Refusal as refusal:
            status = 404 if isinstance(refusal, UnknownName) else 409
            return refused(ask, str(refusal), refusal.clause, status, event)

    checked.action = action  # type: ignore[attr-defined]  # a view carries what it asks for
    checked.method = method  # type: ignore[attr-defined]  # and how it is asked
    return checked


def _only(request: HttpRequest, method: str, event: str) -> HttpResponse:
    """The address of a form, opened as a page: typed anew, or brought back by a browser after a long sleep."""
    answer = refused(
        _asking(request, event), tr("Nothing stands at this address: it only takes what a form sends."), "", 405, event
    )
    answer["Allow"] = method
    return answer


def _asking(request: HttpRequest, event: str) -> Ask:
    site = site_of(request)
    opened = _known(site, event) if event and identity.claims_something(request, event) else None
    return Ask(request, site, identity.of(request, opened))


def _known(site: Site, event: str) -> Opened | None:
    """The event, if there is one that can be opened; if not, the view says why in its own words."""
    try:
        return site.open(event)
    except Refusal:
        return None


def nobody(request: HttpRequest) -> Ask:
    """For pages that belong to no event."""
    organiser = Identity(Visitor.ORGANISER) if identity.is_organiser(request) else NOBODY
    return Ask(request, site_of(request), organiser)


def _shared(ask: Ask, view: View, parts: dict[str, Any]) -> HttpResponse:
    """The page as it was rendered for others, or “not modified” for a browser that has it.

    Players are alike here; a leader's page may name them, and is their own.
    """
    opened = ask.open(str(parts["event"]))
    who = ask.who if ask.who.leader is not None else replace(ask.who, player=None)
    role = (who.visitor.value, who.player, None if who.leader is None else who.leader.id)
    key = (opened.id, opened.head, ask.request.get_full_path(), role, current().code)
    # The token in the forms of the page that a browser has goes with the browser's cookie.
    token = ask.request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    text = "\n".join((ask.site.run, *map(str, key), token))
    tag = f'W/"{sha256(text.encode()).hexdigest()[:32]}"'
    if ask.request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    page = ask.site.pages.get(key, lambda: view(replace(ask, who=who), **parts).content)
    return HttpResponse(page, headers={"ETag": tag})


def refused(ask: Ask, sentence: str, clause: str = "", status: int = 409, event: str = "") -> HttpResponse:
    """A page that says why not; in an event with the way back into it."""
    opened = _known(ask.site, event) if event else None
    return ask.page("refused.html", opened, status, sentence=sentence, clause=clause, follows=False)


def _who_may(action: Action) -> str:
    allowed = PERMISSIONS[action]
    if Visitor.PLAYER in allowed:
        return tr("Pick your name first: then this page is yours.")
    if allowed == LEADERS:
        return tr("Only the organiser, marshals and judges on duty can do this. Ask the organiser for an invitation.")
    if allowed == LAST_WORD:
        return tr("Only the organiser and the marshals can do this.")
    return tr("Only the organiser can do this. The command “muster sign-in” prints a link to sign in with.")
