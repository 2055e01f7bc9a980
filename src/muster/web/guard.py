"""The one place where permission is checked and a refusal becomes a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from muster.app.desk import Opened
from muster.core.errors import Refusal, UnknownName
from muster.core.language import mark, tr
from muster.core.model import Actor
from muster.web import identity
from muster.web.identity import Identity
from muster.web.pages import render
from muster.web.permissions import PERMISSIONS, STAFF, Action, Visitor, allows
from muster.web.site import Site, site_of


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

    def typed(self, name: str) -> str:
        return str(self.request.POST.get(name, ""))

    def page(self, template: str, opened: Opened | None = None, status: int = 200, **context: Any) -> HttpResponse:
        return render(self.request, self.who, template, opened, status, context)


View = Callable[..., HttpResponse]

FORBIDDEN = {
    "organiser": mark("Only the organiser can do this. Sign in with the link that the server printed when it started."),
    "staff": mark("Only the organiser and the judges can do this. Ask the organiser for an invitation."),
    "player": mark("Pick your name first: then this page is yours."),
}


def guarded(action: Action, method: str, view: View) -> View:
    """The view, for those who may; everybody else gets a sentence. Views of kind POST change something."""

    @wraps(view)
    def checked(request: HttpRequest, **parts: Any) -> HttpResponse:
        if request.method not in ((method,) if method == "POST" else ("GET", "HEAD")):
            return HttpResponseNotAllowed([method])
        event = str(parts.get("event", ""))
        ask = Ask(request, site_of(request), identity.of(request, event))
        if not allows(action, ask.who.visitor):
            return refused(ask, _who_may(action), status=403)
        try:
            return view(ask, **parts)
        except Refusal as refusal:
            return refused(ask, str(refusal), refusal.clause, 404 if isinstance(refusal, UnknownName) else 409)

    checked.action = action  # type: ignore[attr-defined]  # a view carries what it asks for
    checked.method = method  # type: ignore[attr-defined]  # and how it is asked
    return checked


def refused(ask: Ask, sentence: str, clause: str = "", status: int = 409) -> HttpResponse:
    return ask.page("refused.html", status=status, sentence=sentence, clause=clause)


def _who_may(action: Action) -> str:
    allowed = PERMISSIONS[action]
    if allowed == STAFF:
        return tr(FORBIDDEN["staff"])
    return tr(FORBIDDEN["player" if Visitor.PLAYER in allowed else "organiser"])
