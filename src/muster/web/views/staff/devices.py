"""Where the organiser is signed in: see the devices, sign one out, or all but this one."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.web import identity
from muster.web.guard import Ask


def show(ask: Ask) -> HttpResponse:
    answer = ask.page("devices.html", devices=ask.site.sessions.devices(ask.request.session.get("organiser")))
    answer["Cache-Control"] = "no-store"
    return answer


def end(ask: Ask) -> HttpResponse:
    """One that is already signed out stays so."""
    ask.site.sessions.end(ask.typed("device"))
    return redirect("devices")


def end_others(ask: Ask) -> HttpResponse:
    """This browser gets a new key: a copy of its cookie, wherever that is, is nobody's from now on."""
    ask.site.sessions.end_all()
    identity.become_organiser(ask.request)
    return redirect("devices")
