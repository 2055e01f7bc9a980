"""A player's own lists on their phone: hand in, read what the book says, agree that they are shown, declare."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.lists import actions as lists
from muster.app.lists import views
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.shapes import TriedList
from muster.app.lists.terms import declarations_view, sight_view, terms_view
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.event import RoundState
from muster.core.record.player import Player
from muster.core.rules.lists import life as list_life
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.lists import files as list_files


def show(ask: Ask, event: str) -> HttpResponse:
    return _mine(ask, event, list_files.slot(ask))


def _mine(
    ask: Ask,
    event: str,
    slot: int,
    *,
    refusal: Refusal | None = None,
    tried: TriedList | None = None,
    typed: str | None = None,
) -> HttpResponse:
    """`tried`: what the book says about a text that was not handed in. `typed`: what is in the form."""
    opened = ask.open(event)
    player = _player(ask, opened)
    now, data = lists.now(ask.site.desk), data_of(ask.site.desk, opened.system)
    place = list_life.slot_of(opened.event, opened.system, slot)
    own = views.player_view(opened, player, now, data)
    line = next(one for one in own.lists if one.slot == place.number)
    all_in = all(one.versions or not one.required for one in own.lists)
    together = sum(finding.level == "error" for finding in own.together)
    closed: Refusal | None = None
    try:
        views.shown_to(opened, player, _as(player), now, data)
    except Refusal as not_now:
        closed = not_now
    one = None if closed else views.list_view(opened, player, slot, now, data)
    shown = tried or (one if line.versions else None)
    versions = [] if closed else views.history_view(opened, player, slot)
    posted = ask.request.POST.dict() if refusal or tried else None
    return ask.page(
        "phone/my_lists.html",
        opened,
        409 if refusal else 200,
        home=_at(event, slot),
        stays=tried is not None,
        me=player,
        rules=views.rules_view(opened),
        own=own,
        line=line,
        wrong=line.errors + (together if all_in else 0),
        closed=closed if line.versions else None,
        shown=shown,
        lines=[] if shown is None else views.lines_view(shown),
        tried=tried is not None,
        unsent=typed if refusal else None,
        text=typed if typed is not None else one.text if one else "",
        fields=list_files.form(opened, versions[-1].fields if versions and line.versions else {}, posted),
        open=player.active and not opened.event.finished and not line.locked,
        versions=versions[::-1],
        terms=terms_view(opened, now),
        sight=sight_view(opened),
        declarations=declarations_view(opened, player),
        opponent=open_opponent(opened, player.id),
        refusal=refusal,
        once=ask.site.desk.fresh(),
    )


def open_opponent(opened: Opened, player: PlayerId) -> Player | None:
    """The opponent in the round being played, if this player may see their lists now (WMH-079)."""
    round_ = opened.event.current
    match = round_.match_of(player) if round_ and round_.state is RoundState.PUBLISHED else None
    if match is None or opened.system.lists is None:
        return None
    other = match.other(player)
    open_ = list_life.may_see(opened.event, opened.system, other, player) and opened.event.lists.slots(other)
    return opened.event.players[other] if open_ else None


def _player(ask: Ask, opened: Opened) -> Player:
    list_life.rules_of(opened.system)
    player = None if ask.who.player is None else opened.event.players.get(ask.who.player)
    if player is None:
        raise Refusal("You are no longer enrolled. Ask the desk.")
    return player


def _as(player: Player) -> Actor:
    return Actor(player.name, Role.PLAYER, player.id)


def send(ask: Ask, event: str) -> HttpResponse:
    """Hands in a list, or only asks what the book says about it. The same form sent twice counts once."""
    opened = ask.open(event)
    player, slot = _player(ask, opened), list_files.slot(ask)
    text = list_files.pasted(ask)
    try:
        ask.site.limits.checking.spend(f"{event} {player.id}")
        text = list_files.text(ask)
        fields = list_files.fields(ask, opened)
        if ask.typed("do") == "check":
            values, data = lists.read_fields(opened.system, fields), data_of(ask.site.desk, opened.system)
            tried = views.try_view(opened, player, slot, text, values, data)
            return _mine(ask, event, slot, tried=tried, typed=text)
        brought = Brought(f"#{player.id}", text, slot, fields)
        lists.hand_in(ask.site.desk, event, brought, _as(player), request=ask.once)
    except Refusal as refusal:
        return _mine(ask, event, slot, refusal=refusal, typed=text)
    return _back(event, slot)


def _back(event: str, slot: int, part: str = "") -> HttpResponse:
    return redirect(_at(event, slot) + part)


def _at(event: str, slot: int) -> str:
    return url("my-lists", event=event) + (f"?slot={slot}" if slot > 1 else "")


def withdraw(ask: Ask, event: str) -> HttpResponse:
    player, slot = _player(ask, ask.open(event)), list_files.slot(ask)
    try:
        lists.withdraw(ask.site.desk, event, f"#{player.id}", slot, _as(player))
    except Refusal as refusal:
        return _mine(ask, event, slot, refusal=refusal)
    return _back(event, slot)


def consent(ask: Ask, event: str) -> HttpResponse:
    player, slot = _player(ask, ask.open(event)), list_files.slot(ask)
    lists.consent(ask.site.desk, event, f"#{player.id}", ask.typed("agrees") == "yes", _as(player))
    return _back(event, slot, "#sight")


def declare(ask: Ask, event: str) -> HttpResponse:
    player, slot = _player(ask, ask.open(event)), list_files.slot(ask)
    try:
        lists.declare(ask.site.desk, event, f"#{player.id}", ask.typed("key"), ask.typed("value"), _as(player))
    except Refusal as refusal:
        return _mine(ask, event, slot, refusal=refusal)
    return redirect("me", event=event) if ask.typed("back") == "me" else _back(event, slot, "#declare")
