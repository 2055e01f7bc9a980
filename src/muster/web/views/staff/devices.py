"""Where the organiser is signed in: see the devices, sign one out, or all but this one."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.accounts import actions
from muster.core.kit.errors import Refusal
from muster.core.rules.players import clean_name
from muster.paper.codes import qr_path
from muster.web import identity
from muster.web.guard import Ask
from muster.web.pages import url


def show(ask: Ask) -> HttpResponse:
    return _page(ask)


def _page(ask: Ask, refusal: Refusal | None = None, **more: str) -> HttpResponse:
    answer = ask.page(
        "staff/devices.html",
        None,
        409 if refusal else 200,
        devices=ask.site.sessions.devices(ask.request.session.get("organiser"), ask.who.account),
        names=ask.site.accounts.as_known().seconds,
        invited=more.get("invited", ""),
        link=more.get("link", ""),
        qr_of=qr_path,
        refusal=refusal,
        typed=ask.typed("name") if refusal else "",
    )
    answer["Cache-Control"] = "no-store"
    return answer


def invite(ask: Ask) -> HttpResponse:
    """A link for a second organiser, valid once and for one day; the log has what they do under their own name."""
    try:
        name = clean_name(ask.typed("name"))
        second = actions.name_second(ask.site.accounts, name, ask.actor)
    except Refusal as refusal:
        return _page(ask, refusal)
    return _page(ask, invited=name, link=f"{ask.site.address}{url('sign-in', token=ask.site.sign_in.token(second))}")


def end(ask: Ask) -> HttpResponse:
    """Ending one that is already signed out changes nothing."""
    ask.site.sessions.end(ask.typed("device"), ask.who.account)
    return redirect("devices")


def end_others(ask: Ask) -> HttpResponse:
    """This browser gets a new key: a copy of its cookie, wherever it is, stops working."""
    signed = identity.signed_in(ask.request)
    assert signed is not None, "the guard let somebody in who is not"
    ask.site.sessions.end_all_of(signed.account)
    identity.become_organiser(ask.request, signed.second, signed.account, linked=signed.linked)
    return redirect("devices")
