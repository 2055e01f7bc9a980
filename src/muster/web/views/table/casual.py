"""Games outside of any event: two people open a table, and sit down at it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.table import actions
from muster.app.table.tables import OpenTable
from muster.app.table.untouched import UNTOUCHED
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.language import mark
from muster.core.kit.model import Actor
from muster.systems import registry
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.table.pages import show_halves, show_table, side_tapped, take_in, tapped
from muster.web.who.devices import own_device

FIELDS = ("system", "first", "second", "scenario", "minutes")


def play(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    """Opens a table for a game outside any event."""
    own_device(ask.request)
    systems = [registry.find(key) for key in registry.names()]
    return ask.page(
        "table/play.html",
        None,
        409 if refusal else 200,
        systems=systems,
        typed={name: ask.typed(name) or ask.request.GET.get(name, "") for name in FIELDS},
        refusal=refusal,
    )


def open_casual(ask: Ask) -> HttpResponse:
    try:
        ask.site.limits.open_table(ask.device, ask.address)
        names = [ask.typed("first"), ask.typed("second")]
        game = actions.casual_game(ask.typed("system"), names, {}, ask.typed("scenario"), ask.typed("minutes"))
        table = actions.open_game(ask.site.tables, game, own_device(ask.request))
    except Refusal as refusal:
        return play(ask, refusal)
    return redirect("game", table=table.id)


def casual(ask: Ask, table: str) -> HttpResponse:
    """A game outside any event: one's own side, or a choice of sides."""
    return _show(ask, _casual(ask, table))


def _show(ask: Ask, found: OpenTable, refusal: Refusal | None = None) -> HttpResponse:
    side, record = actions.side_of(found, None, own_device(ask.request)), found.record
    if side is None:
        # A phone that was replaced keeps its taps when it may not send them; one that picks a side may try again.
        status = 200 if refusal is None else 403 if ask.request.path.endswith("/tap/") else 409
        return ask.page("table/sit_down.html", None, status, found=record, id=found.id, refusal=refusal)
    if ask.request.path.removesuffix("tap/").endswith("/both/"):
        return show_halves(ask, found, None, side, url("game-tap-both", table=found.id), None, refusal)
    join = f"{ask.site.address}{url('game', table=found.id)}"
    return show_table(ask, found, None, Eye(side), url("game-tap", table=found.id), None, refusal, join)


class GameGone(UnknownName):
    """No other game is named: whoever knows an address may sit down there."""

    def __init__(self) -> None:
        sentence = mark(
            "There is no game at this address. A game without an event is removed {days} days after its last tap."
        )
        Refusal.__init__(self, sentence, days=UNTOUCHED.days)
        self.nearest = ""


def _casual(ask: Ask, table: str) -> OpenTable:
    try:
        found = ask.site.tables.open(table)
    except UnknownName:
        raise GameGone from None
    if found.record.opened.event:
        raise GameGone
    return found


def sit_down(ask: Ask, table: str) -> HttpResponse:
    found = _casual(ask, table)
    try:
        side = ask.number("side")
        actions.take_side(ask.site.tables, table, side, own_device(ask.request), instead=ask.typed("instead") == "yes")
    except Refusal as refusal:
        return _show(ask, found, refusal)
    return redirect("game", table=table)


def use_one_phone(ask: Ask, table: str) -> HttpResponse:
    """From now on this phone is for both: the other one may be dead, and friends have no judge to allow it.

    A tap on the other phone reverses it.
    """
    found = _casual(ask, table)
    side = actions.must_play(found, None, own_device(ask.request))
    actions.share(ask.site.tables, table, 1 - side, True, Actor(found.record.opened.names[side]))
    return redirect("game-both", table=table)


def casual_tap(ask: Ask, table: str) -> HttpResponse:
    found, device = _casual(ask, table), own_device(ask.request)

    def take() -> OpenTable:
        side = actions.must_play(found, None, device)
        actor = Actor(found.record.opened.names[side])
        return take_in(ask, found, side_tapped(ask, found, side, device), device, actor)

    return tapped(ask, found, take, lambda after, refusal: _show(ask, after, refusal))
