"""The round clock: the server's time, a page with everything that can be done to it, and the actions."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect

from muster.app.clock import actions as clock
from muster.app.desk import Opened
from muster.core.kit.errors import Refusal
from muster.core.record.clock import instant
from muster.web.guard import Ask
from muster.web.pages import url

BACK = ("desk", "tables", "clock")


def time(ask: Ask, event: str) -> HttpResponse:
    """The event's time in milliseconds, so that every device shows the same time left (X-18)."""
    desk = ask.site.desk
    return JsonResponse({"ms": instant(desk.now(ask.open(event)))})


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def _page(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    typed, asked = ask.request.POST.dict(), ask.request.GET.get("table", "")
    status = 409 if refusal else 200
    return ask.page("desk/clock_page.html", opened, status, refusal=refusal, typed=typed, asked=asked)


def _do(ask: Ask, event: str, action: Callable[[], Opened]) -> HttpResponse:
    """Does it and goes back to where it was asked; a refusal is shown on the clock's own page with what was typed."""
    try:
        action()
    except Refusal as refusal:
        return _page(ask, event, refusal)
    back = ask.typed("back")
    address = url(back if back in BACK else "clock", event=event)
    table = ask.typed("table")
    return redirect(f"{address}?table={table}#table" if back == "tables" and table.isdigit() else address)


def start(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda: clock.start(ask.site.desk, event, ask.actor))


def pause(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda: clock.pause(ask.site.desk, event, ask.actor))


def resume(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda: clock.resume(ask.site.desk, event, ask.actor))


def add(ask: Ask, event: str) -> HttpResponse:
    minutes, reason, once = ask.typed("minutes"), ask.typed("reason"), ask.once
    return _do(ask, event, lambda: clock.add(ask.site.desk, event, minutes, ask.actor, reason, once))


def call_time(ask: Ask, event: str) -> HttpResponse:
    once = ask.once
    return _do(ask, event, lambda: clock.call_time(ask.site.desk, event, ask.actor, once))


def extend(ask: Ask, event: str) -> HttpResponse:
    table, minutes = ask.typed("table"), ask.typed("minutes")
    reason, once = ask.typed("reason"), ask.once
    member = ask.who.member
    return _do(ask, event, lambda: clock.extend(ask.site.desk, event, table, minutes, ask.actor, reason, once, member))
