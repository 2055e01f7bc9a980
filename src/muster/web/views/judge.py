"""The judge's phone: the tables of the round by their state, who reported what, rulings."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app import events
from muster.app.clock import clock_view
from muster.core.errors import Refusal
from muster.web.guard import Ask
from muster.web.pages import public_rounds
from muster.web.views.public import shown_round

FILTERS = (
    ("all", "All"),
    ("open", "Playing"),
    ("reported", "One report"),
    ("disputed", "Disputed"),
    ("in", "In"),
    ("extended", "Extended"),
)


def tables(ask: Ask, event: str) -> HttpResponse:
    return _tables(ask, event)


def _tables(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    shown = public_rounds(opened.event)
    round_ = shown_round(opened, shown[-1].number) if shown else None
    matches = [] if round_ is None else round_["matches"]
    clock = clock_view(opened, ask.site.desk.clock.now())
    for match in matches:
        match["extended"] = 0 if clock is None else clock["extended"].get(match["table"], 0)
    state = ask.request.GET.get("state", "all")
    counts = [(key, word, sum(_shows(m, key) for m in matches)) for key, word in FILTERS]
    table = ask.request.GET.get("table", "")
    picked = next((m for m in matches if str(m["table"]) == table), None)
    return ask.page(
        "tables.html",
        opened,
        409 if refusal else 200,
        round=round_,
        matches=[m for m in matches if _shows(m, state)],
        counts=counts,
        state=state,
        picked=picked,
        rulings=opened.event.rulings[::-1],
        refusal=refusal,
        typed=ask.request.POST.dict(),
    )


def _shows(match: dict[str, Any], state: str) -> bool:
    return state in ("all", match["state"]) or (state == "extended" and match["extended"] > 0)


def ruling(ask: Ask, event: str) -> HttpResponse:
    table = ask.typed("table")
    number = int(table) if table.isascii() and table.isdigit() and len(table) < 6 else 0
    try:
        events.give_ruling(ask.site.desk, event, ask.typed("note"), number, ask.actor)
    except Refusal as refusal:
        return _tables(ask, event, refusal)
    return redirect("tables", event=event)
