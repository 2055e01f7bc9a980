"""Calls for a judge: a player's one tap, a spectator's report of a breach, and the staff who answer."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.staff import calls
from muster.app.staff.expected import expected_of
from muster.core.book.conduct import Topic
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.kit.written import whole_number
from muster.core.record.event import Round, RoundState
from muster.core.rules.conduct.calls import LONGEST_BREACH
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.staff.judge import show_tables
from muster.web.who.devices import own_device


def call(ask: Ask, event: str) -> HttpResponse:
    player, actor = _caller(ask, event)
    ask.site.limits.calling.spend(f"{event} {player}")
    calls.call(ask.site.desk, event, player, ask.number("round"), actor)
    return _back(ask, event)


def call_off(ask: Ask, event: str) -> HttpResponse:
    """The players have settled it between them."""
    player, actor = _caller(ask, event)
    calls.call_off(ask.site.desk, event, player, ask.number("round"), actor)
    return _back(ask, event)


def _caller(ask: Ask, event: str) -> tuple[PlayerId, Actor]:
    opened = ask.open(event)
    player = None if ask.who.player is None else opened.event.players.get(ask.who.player)
    if player is None:
        raise Refusal("You are no longer enrolled. Ask the desk.")
    return player.id, Actor(player.name, Role.PLAYER, player.id)


def _back(ask: Ask, event: str) -> HttpResponse:
    """Back to where it was pressed: one's own page, or the game at the table."""
    page = {"game": "my-game", "both": "both"}.get(ask.typed("back"))
    return redirect(url("me", event=event) + "#judge" if page is None else url(page, event=event))


def breach(ask: Ask, event: str) -> HttpResponse:
    # The phone gets its id before the form is sent, so that limits count for this phone and not for the hall.
    own_device(ask.request)
    return _breach(ask, ask.open(event))


def _breach(ask: Ask, opened: Opened, refusal: Refusal | None = None) -> HttpResponse:
    typed = ask.request.POST.dict()
    return ask.page(
        "staff/breach.html",
        opened,
        409 if refusal else 200,
        round=_played(opened),
        sent="sent" in ask.request.GET,
        table=typed.get("table", ask.request.GET.get("table", "")),
        typed=typed,
        most=LONGEST_BREACH,
        watching=expected_of(opened, Topic.WATCH),
        refusal=refusal,
        once=typed.get("once") or ask.site.desk.fresh(),
    )


def _played(opened: Opened) -> Round | None:
    """The round in which something can be reported."""
    shown = opened.event.shown
    return shown[-1] if shown and shown[-1].state is RoundState.PUBLISHED and not opened.event.finished else None


def send_breach(ask: Ask, event: str) -> HttpResponse:
    once = ask.once
    try:
        table = whole_number(ask.typed("table"))
        if table is None:
            raise BadInput("“{table}” is not a table number.", table=ask.typed("table"))
        if not (once and ask.site.desk.has_request(event, once)):
            ask.site.limits.breach(event, ask.device, ask.address)
        # It works anonymously, and no copy of the journal says which player it was.
        actor = ask.actor if ask.who.member is not None else Actor(Role.SPECTATOR.value, Role.SPECTATOR)
        calls.report_breach(ask.site.desk, event, table, ask.typed("text"), ask.number("round"), actor, once)
    except Refusal as refusal:
        return _breach(ask, ask.open(event), refusal)
    return redirect(url("breach", event=event) + "?sent=1")


def answer(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda: calls.answer(ask.site.desk, event, ask.who.staff_number(), ask.number("call")))


def end(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda: calls.end(ask.site.desk, event, ask.who.staff_number(), ask.number("call")))


def _do(ask: Ask, event: str, act: Callable[[], object]) -> HttpResponse:
    """Does it and goes back to where it was pressed."""
    try:
        act()
    except Refusal as refusal:
        ask.open(event)  # An unknown event has its own page.
        return show_tables(ask, event, refusal)
    return redirect(url("desk" if ask.typed("back") == "desk" else "tables", event=event) + "#calls")
