"""The way in: sign-in links, invitations, private links, a new event; and the pages for what went wrong."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app import events
from muster.core.errors import Refusal
from muster.core.language import tr
from muster.core.players import clean_name
from muster.systems import registry
from muster.web import identity
from muster.web.guard import Ask, refused
from muster.web.site import site_of


def sign_in(ask: Ask, token: str) -> HttpResponse:
    """A link that was used does no harm to whom it signed in before: they just go on."""
    if ask.request.method == "HEAD":
        return HttpResponse()  # Programs that only look whether a link is good do not use it up.
    if not ask.request.session.get("organiser"):
        ask.site.sign_in.use(token)
        identity.become_organiser(ask.request)
    stored = ask.site.desk.journals.events()
    return redirect("desk", event=stored[0].id) if len(stored) == 1 else redirect("events")


def sign_out(ask: Ask) -> HttpResponse:
    ask.request.session.flush()
    return redirect("events")


def invitation(ask: Ask, token: str) -> HttpResponse:
    opened = ask.open(identity.read_staff_link(token))
    return ask.page("invitation.html", opened, token=token)


def join(ask: Ask, token: str) -> HttpResponse:
    event = identity.read_staff_link(token)
    identity.become_judge(ask.request, event, clean_name(ask.typed("name")))
    return redirect("tables", event=event)


def private(ask: Ask, token: str) -> HttpResponse:
    event, player = identity.read_player_link(token)
    if player not in ask.open(event).event.players:
        raise Refusal("This private link is of a player who is no longer enrolled; ask the desk.")
    identity.take_seat(ask.request, event, player)
    return redirect("me", event=event)


def new(ask: Ask) -> HttpResponse:
    return _new(ask, {})


def _new(ask: Ask, typed: dict[str, Any], refusal: Refusal | None = None) -> HttpResponse:
    systems = [(s.key, s.name, f"{s.edition.title} {s.edition.version}".strip()) for s in _ready_made()]
    return ask.page("new.html", status=409 if refusal else 200, systems=systems, typed=typed, refusal=refusal)


def _ready_made() -> list[Any]:
    return [registry.find(key) for key in registry.names()]


def create(ask: Ask) -> HttpResponse:
    try:
        made = events.create(
            ask.site.desk, ask.typed("name"), ask.typed("system"), ask.actor, date=ask.typed("date").strip()
        )
    except Refusal as refusal:
        return _new(ask, ask.request.POST.dict(), refusal)
    return redirect("desk", event=made.id)


def _nobody(request: HttpRequest) -> Ask:
    return Ask(request, site_of(request), identity.of(request, ""))


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form did not come from a page of ours, or the page was opened before somebody signed in or out."""
    return refused(
        _nobody(request), "This form is out of date: go back, reload the page and send it again.", status=403
    )


def too_much(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A form that could not be taken at all: longer than any form of ours, or broken."""
    return refused(
        _nobody(request),
        tr("This form is too long or broken; go back, what you typed is still there. A list may have 2 MB."),
        status=400,
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refused(_nobody(request), "There is no page at this address.", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Ours, not the user's. Without templates, which may be what broke."""
    return HttpResponse(
        "Something broke in Muster. Nothing was recorded; go back and try again.\n",
        status=500,
        content_type="text/plain",
    )
