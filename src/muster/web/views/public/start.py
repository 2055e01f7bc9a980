"""Getting in: sign-in links, invitations, a new event; and the error pages."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.accounts.actions import added_event
from muster.app.csv_tables import text_of
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.faults import fault_id
from muster.app.links import Invitation
from muster.app.people import claims
from muster.app.speech import tr
from muster.app.staff import actions as staff
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.systems import custom, registry
from muster.web import identity
from muster.web.guard import Ask, nobody, refused
from muster.web.operating.logs import FAULT, REQUEST
from muster.web.pages import url
from muster.web.programs.api import from_program, problem, unknown
from muster.web.site import Site
from muster.web.who.devices import device_of
from muster.web.who.links import read_staff_link
from muster.web.who.passwords import KNOWN

LARGEST_RULES = 200_000
"""Bytes of a composed system; the longest known one takes 5,000."""


def sign_in(ask: Ask, token: str) -> HttpResponse:
    """Opening a used link again is harmless for the person it signed in: they just continue."""
    if ask.request.method == "HEAD":
        return HttpResponse()  # Programs that only check whether a link works must not use it up.
    if ask.who.organises and not ask.who.account:
        return at_home(ask.site, 0)
    try:
        second, account = read_link(ask, ask.site.sign_in.use, token)
        if account and ask.site.accounts.now_is().active(account) is None:
            raise Refusal("This account is disabled. Ask the administrator of this server.")
        if second and second not in ask.site.accounts.now_is().seconds:
            raise Refusal("This sign-in link is for somebody who was erased since. Ask the organiser for a new one.")
    except Refusal:
        if not ask.who.account:
            raise
        return at_home(ask.site, ask.who.account)
    identity.become_organiser(ask.request, second, account)
    return at_home(ask.site, account)


def at_home(site: Site, account: int) -> HttpResponse:
    """Where somebody who has signed in begins: at the desk of their only event, or at the list of events."""
    own = [one.id for one in site.accounts.events_of(account)] if account else [one.id for one in site.desk.listed()]
    return redirect("desk", event=own[0]) if len(own) == 1 else redirect("events")


Read = TypeVar("Read")


def read_link(ask: Ask, read: Callable[[str], Read], token: str) -> Read:
    """What a link says. Wrong ones are counted, good ones never: others may share the guesser's address."""
    try:
        return read(token)
    except Refusal:
        ask.site.limits.wrong_link.spend(ask.address)
        raise


def sign_out(ask: Ask) -> HttpResponse:
    """This browser's name is freed: otherwise nobody could take it again."""
    ask.site.sessions.end_of(ask.request.session.get("organiser"))
    device = device_of(ask.request)
    for event in identity.seats(ask.request) if device else ():
        with suppress(UnknownName):
            claims.leave(ask.site.desk, event, device)
    known = ask.request.session.get(KNOWN)
    ask.request.session.flush()
    if known is not None:
        ask.request.session[KNOWN] = known
    return redirect("events")


def invited(ask: Ask, token: str) -> HttpResponse:
    """Keeps the invitation in the cookie and redirects to an address without a secret."""
    read_link(ask, read_staff_link, token)
    ask.request.session["invitation"] = token
    return redirect("invitation")


def invitation(ask: Ask) -> HttpResponse:
    return _invitation(ask)


def _invitation(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    opened, link = _invited_to(ask)
    player = identity.seat_of(ask.request, opened)
    return ask.page(
        "public/invitation.html",
        opened,
        409 if refusal else 200,
        role=link.role.value,
        plays="" if player is None else opened.event.name_of(player),
        typed=ask.request.POST.dict(),
        refusal=refusal,
    )


def _invited_to(ask: Ask) -> tuple[Opened, Invitation]:
    link = read_staff_link(str(ask.request.session.get("invitation", "")))
    opened = ask.open(link.event)
    link.must_hold(opened)
    return opened, link


def join(ask: Ask) -> HttpResponse:
    """They are staff from now on, under their own name.

    Somebody who is already staff in this browser stays who they are.
    """
    opened, link = _invited_to(ask)
    if identity.of(ask.request, opened).member is not None:
        return redirect("tables", event=opened.id)
    try:
        ask.site.limits.joining.spend(opened.id)
        player = identity.seat_of(ask.request, opened)
        _, member = staff.join(ask.site.desk, ask.typed("name"), link, player)
    except Refusal as refusal:
        return _invitation(ask, refusal)
    del ask.request.session["invitation"]
    identity.become_member(ask.request, opened.id, member)
    return redirect("tables", event=opened.id)


def new(ask: Ask) -> HttpResponse:
    return _new(ask, {})


def _new(ask: Ask, typed: dict[str, Any], refusal: Refusal | None = None) -> HttpResponse:
    systems = [(s.key, s.name, f"{s.edition.title} {s.edition.version}".strip()) for s in _ready_made()]
    broken = [str(one) for one in registry.broken()]
    return ask.page(
        "public/new.html",
        status=409 if refusal else 200,
        home=url("new"),
        systems=systems,
        broken=broken,
        typed=typed,
        refusal=refusal,
    )


def _ready_made() -> list[Any]:
    return [registry.find(key) for key in registry.names()]


def create(ask: Ask) -> HttpResponse:
    """The same form sent twice makes one event."""
    name, system, day, once = ask.typed("name"), ask.typed("system"), ask.typed("date").strip(), ask.once
    if made := ask.site.desk.made_by(once):
        return redirect("desk", event=made)

    def make() -> Opened:
        rules = _own_rules(ask, system)
        return events.create(ask.site.desk, name, system, ask.actor, date=day, definition=rules, request=once)

    try:
        opened = added_event(ask.site.accounts, ask.who.account, make, ask.actor)
    except Refusal as refusal:
        return _new(ask, ask.request.POST.dict(), refusal)
    return redirect("desk", event=opened.id)


def _own_rules(ask: Ask, system: str) -> dict[str, Any] | None:
    """The composed system in the file that was sent; None without one."""
    file: Any = ask.request.FILES.get("rules")
    if file is None:
        return None
    if system != custom.SYSTEM.key:
        name = registry.find(system).name
        raise BadInput("“{file}” is for a game of your own. {name} has its own rules.", file=file.name, name=name)
    if file.size > LARGEST_RULES:
        size = LARGEST_RULES // 1_000
        raise BadInput("“{file}” is larger than {size} KB, too large for a rules file.", file=file.name, size=size)
    return custom.parse(text_of(file.name, file.read()))


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form did not come from a page of ours, or the page was opened before somebody signed in or out."""
    sentence = tr("This form is out of date: go back, reload the page and send it again.")
    return refused(nobody(request), sentence, status=403)


def too_much(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A form that could not be accepted at all: longer than any form of ours, or broken."""
    return refused(
        nobody(request),
        tr("This form is too long or broken. Go back: what you typed is still there."),
        status=400,
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if from_program(request):
        return unknown(request)
    return refused(nobody(request), tr("There is no page at this address."), status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Our fault, not the user's. Made without templates, which may be what broke.

    It may have failed after something was recorded, so it makes no claim about that.
    """
    error = sys.exc_info()[1]
    fault = "" if error is None else fault_id(error, REQUEST.get())
    request.META[FAULT] = fault
    if from_program(request):
        return problem(Refusal("Something went wrong in Muster. The server’s log has it as {fault}.", fault=fault), 500)
    return HttpResponse(
        tr(
            "Something went wrong in Muster. If you sent something, check whether it arrived before you send "
            "it again. Give the organiser this number from the server’s log: {fault}",
            fault=fault,
        )
        + "\n",
        status=500,
        content_type="text/plain; charset=utf-8",
    )
