"""People across events, for the organiser: search, who may be one person, the log, undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.persons import actions
from muster.app.persons.log import people_log
from muster.app.persons.meant import staff_only
from muster.app.persons.views import MOST, people_view
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message
from muster.web.guard import Ask
from muster.web.pages import url


def show(ask: Ask) -> HttpResponse:
    return _page(ask)


def _page(ask: Ask, refusal: Refusal | None = None, told: Message | None = None) -> HttpResponse:
    asked = ask.request.POST if ask.request.method == "POST" else ask.request.GET
    wanted, event = str(asked.get("q", "")), str(asked.get("event", ""))
    return ask.page(
        "people/everybody.html",
        None,
        409 if refusal else 200,
        refusal=refusal,
        told=told,
        typed=ask.request.POST if ask.typed("by_name") else {},
        wanted=wanted,
        about=event,
        view=people_view(ask.site.people, wanted, event),
        staff=staff_only(ask.site.people, wanted)[:MOST],
    )


def _done(ask: Ask, do: Callable[[], Any]) -> HttpResponse:
    """The answer to a form on this page."""
    try:
        do()
    except Refusal as refusal:
        return _page(ask, refusal)
    about = {"event": ask.typed("event")} if ask.typed("event") else {}
    return redirect(f"{url('everybody')}?{urlencode(about)}" if about else url("everybody"))


def same(ask: Ask) -> HttpResponse:
    """Two players are one person; the same form sent twice counts once, and says so."""
    book, one, other = ask.site.people, ask.typed("one"), ask.typed("other")
    try:
        known = actions.already_one(book, one, other)
    except Refusal as refusal:
        return _page(ask, refusal)
    if known is not None:
        return _page(ask, told=known)
    return _done(ask, lambda: actions.join(book, one, other, ask.actor))


def all_same(ask: Ask) -> HttpResponse:
    """Everybody on the list, by somebody who knows them."""
    book, actor = ask.site.people, ask.actor
    return _done(ask, lambda: actions.join_alike(book, actor, ask.typed("event"), ask.number("seen")))


def apart(ask: Ask) -> HttpResponse:
    book, actor = ask.site.people, ask.actor
    return _done(ask, lambda: actions.part(book, ask.typed("one"), ask.typed("other"), actor))


def undo(ask: Ask) -> HttpResponse:
    return _done(ask, lambda: actions.undo(ask.site.people, ask.actor))


def redo(ask: Ask) -> HttpResponse:
    return _done(ask, lambda: actions.redo(ask.site.people, ask.actor))


def log(ask: Ask) -> HttpResponse:
    return ask.page("people/people_log.html", log=people_log(ask.site.people)[::-1])
