"""The game of a player's own match, on two phones or on one between both."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.people.claims import as_player
from muster.app.permissions import Action
from muster.app.table import actions
from muster.app.table.tables import OpenTable
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import Conflict, Refusal
from muster.core.kit.model import PlayerId
from muster.web.guard import Ask, must_prove
from muster.web.pages import url
from muster.web.views.table.pages import Seat, show_halves, show_table, side_tapped, take_in, tapped
from muster.web.who.devices import own_device


def now(ask: Ask) -> HttpResponse:
    """The server's time in milliseconds, for phones to set their clocks by."""
    answer = HttpResponse(str(actions.now(ask.site.tables)), content_type="text/plain")
    answer["Cache-Control"] = "no-store"
    return answer


def mine(ask: Ask, event: str) -> HttpResponse:
    """The game of a player's own match in the round that is on."""
    opened = ask.first_look(event)
    player, seat = _own(ask, opened)
    actor = as_player(opened, player)
    table = actions.open_match(ask.site.tables, opened, seat[0].number, player, actor)
    return must_prove(ask, event) if _unproven(ask, table) else _show(ask, opened, seat, table)


def _show(ask: Ask, opened: Opened, seat: Seat, table: OpenTable, refusal: Refusal | None = None) -> HttpResponse:
    own = actions.must_play(table, ask.who.player, "")
    if ask.request.path.removesuffix("tap/").endswith("/both/"):
        return show_halves(ask, table, opened, own, url("tap-both", event=opened.id), seat, refusal)
    return show_table(ask, table, opened, Eye(own), url("my-tap", event=opened.id), seat, refusal)


def tap(ask: Ask, event: str) -> HttpResponse:
    opened = ask.first_look(event)
    player, seat = _tapped(ask, opened)
    table = ask.site.tables.open(actions.id_of(event, *seat))
    own, device = actions.must_play(table, player, ""), ask.who.device or own_device(ask.request)
    if _unproven(ask, table):
        return must_prove(ask, event)

    def take() -> OpenTable:
        return take_in(ask, table, side_tapped(ask, table, own, device), device, as_player(opened, player))

    return tapped(ask, table, take, lambda after, refusal: _show(ask, opened, seat, after, refusal))


def share(ask: Ask, event: str) -> HttpResponse:
    """A player agrees that the game is tracked on the other's phone, which may then show their lists; or takes that
    back.
    """
    opened = ask.open(event)
    player, seat = _own(ask, opened)
    table = ask.site.tables.open(actions.id_of(event, *seat))
    own, shared = actions.must_play(table, player, ""), ask.typed("shared") == "yes"
    ask.site.limits.tapping.spend(f"{table.id} {ask.who.device}")
    actions.share(ask.site.tables, table.id, own, shared, as_player(opened, player))
    return redirect("my-game", event=event)


def _unproven(ask: Ask, table: OpenTable) -> bool:
    """Lists, and what is chosen from them, are not for somebody who has only picked a name."""
    own = actions.must_play(table, ask.who.player, "")
    return bool(table.record.opened.lists[own]) and ask.who.must_prove(Action.MY_LISTS)


def send_result(ask: Ask, event: str) -> HttpResponse:
    """What both agreed on at the table becomes this player's report."""
    opened = ask.open(event)
    player, seat = _own(ask, opened)
    table = ask.site.tables.open(actions.id_of(event, *seat))
    try:
        ask.site.limits.reporting.spend(f"{event} {player}")
        actions.send_result(ask.site.tables, ask.site.desk, table, player, as_player(opened, player), ask.who.device)
    except Refusal as refusal:
        return _show(ask, opened, seat, table, refusal)
    return redirect("me", event=event)


def _tapped(ask: Ask, opened: Opened) -> tuple[PlayerId, Seat]:
    """The game on the page that was tapped. A phone that was without network may still have one of an earlier round."""
    player, shown = ask.who.player, ask.typed("table")
    if player is None or not shown:
        return _own(ask, opened)
    for round_ in reversed(opened.event.shown):
        match = round_.match_of(player)
        if match is not None and actions.id_of(opened.id, round_, match) == shown:
            return player, (round_, match)
    raise Conflict("The pairings have changed: this game is not yours any more. Your page says what you play now.")


def _own(ask: Ask, opened: Opened) -> tuple[PlayerId, Seat]:
    player, shown = ask.who.player, opened.event.shown
    match = shown[-1].match_of(player) if player is not None and shown else None
    if player is None or match is None:
        raise Refusal("You have no game at the moment. Your page says what comes next.")
    return player, (shown[-1], match)
