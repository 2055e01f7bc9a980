"""The game of any table, for staff: what both see, what was tapped lately, and taking back what is wrong."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.staff.rulings import keeps_out_of
from muster.app.table import actions
from muster.app.table.tables import OpenTable
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import Conflict, Refusal
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.table.pages import Seat, show_table, take_in, tapped
from muster.web.who.devices import own_device


def judged(ask: Ask, event: str, number: int, table: int) -> HttpResponse:
    """Any game of an event; staff who play in it have their own page for it (L5R-018)."""
    opened = ask.open(event)
    seat = _judging(ask, opened, number, table)
    found = actions.open_match(ask.site.tables, opened, number, seat[1].a, ask.actor)
    return _show(ask, opened, seat, found)


def _show(ask: Ask, opened: Opened, seat: Seat, found: OpenTable, refusal: Refusal | None = None) -> HttpResponse:
    tap_url = url("judge-tap", event=opened.id, number=seat[0].number, table=seat[1].table)
    return show_table(ask, found, opened, Eye(None, staff=True), tap_url, seat, refusal)


def judge_tap(ask: Ask, event: str, number: int, table: int) -> HttpResponse:
    opened = ask.open(event)
    seat = _judging(ask, opened, number, table)
    found = ask.site.tables.open(actions.id_of(event, *seat))
    if ask.typed("table") not in ("", found.id):
        raise Conflict("Other players sit at table {table} now. Nothing was changed.", table=table)

    def take() -> OpenTable:
        return take_in(ask, found, None, own_device(ask.request), ask.actor)

    return tapped(ask, found, take, lambda after, refusal: _show(ask, opened, seat, after, refusal))


def judge_share(ask: Ask, event: str, number: int, table: int) -> HttpResponse:
    """For a player without a phone: the game is tracked on the other's, which may then show both players' lists."""
    round_, match = _judging(ask, ask.open(event), number, table)
    found = ask.site.tables.open(actions.id_of(event, round_, match))
    shared = ask.typed("shared") == "yes"
    actions.share(ask.site.tables, found.id, ask.number("side"), shared, ask.actor)
    return redirect("judge-game", event=event, number=number, table=table)


def _judging(ask: Ask, opened: Opened, number: int, table: int) -> Seat:
    seat = actions.seat_at(opened, number, table)
    out = keeps_out_of(opened, opened.event.staff.members[ask.who.staff_number()], seat[1])
    if out is not None:
        raise out
    return seat
