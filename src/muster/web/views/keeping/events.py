"""An event as a whole: exporting, checking, hiding and removing it, and importing one from a file."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.accounts.actions import added_event, must_be_acceptable
from muster.app.circuit.views import entered_in
from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.events import carry
from muster.app.past.verify import Verification, check_tables, verify
from muster.app.permissions import Action
from muster.app.persons.forget import hide_in_import
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.progress import IMPORTING, VERIFYING, Progress
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.views.desk.jobs import long
from muster.web.views.public.pages import events as listed_events

LARGEST = 30_000_000
"""Bytes of an export; the longest known event takes a tenth of that."""


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def _page(ask: Ask, event: str, refusal: Refusal | None = None, verdict: Verification | None = None) -> HttpResponse:
    opened = ask.open(event)
    return ask.page(
        "keeping/keeping.html",
        opened,
        409 if refusal else 200,
        verdict=verdict,
        refusal=refusal,
        typed=ask.typed("name"),
        enrolled=len(opened.event.players),
        drawn=len(opened.event.rounds),
        voting=any(poll.open for poll in opened.event.awards.polls.values()),
        seasons=entered_in(ask.site.seasons, opened.hashes[0]),
        staff=len(opened.event.staff.members) - 1,
    )


def export(ask: Ask, event: str) -> HttpResponse:
    """The journal as a file: complete, or without secrets to hand out."""
    shared = ask.typed("what") == "shared"
    data = carry.export_event(ask.site.desk, event, with_seed=not shared)
    name = f"{event}-public.json" if shared else f"{event}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return HttpResponse(text.encode(), content_type="application/json", headers=headers)


def check(ask: Ask, event: str) -> HttpResponse:
    """Computes every draw and all standings again and says whether everything matches."""
    opened = ask.open(event)
    seed = ask.site.desk.seed(event) or opened.event.seed

    def do(progress: Progress) -> Finish:
        # Not inside `once`: readers of the event's other pages would have to wait for it.
        verdict = verify(opened, seed, progress, check_tables(ask.site.desk, event))
        return partial(_page, ask, event, verdict=verdict)

    return long(ask, VERIFYING, Action.KEEP, do, event=event, back=url("keeping", event=event))


def listed(ask: Ask, event: str) -> HttpResponse:
    events.list_event(ask.site.desk, event, ask.typed("shown") == "yes", ask.actor)
    return redirect("keeping", event=event)


def remove(ask: Ask, event: str) -> HttpResponse:
    """Gone for good: the list of events says what was removed."""
    opened = ask.open(event)
    try:
        events.remove(ask.site.desk, event, ask.typed("name"), ask.number("seen"))
    except Refusal as refusal:
        return _page(ask, event, refusal)
    ask.site.own_styles.remove(event)
    return listed_events(ask, removed=opened)


def bring(ask: Ask) -> HttpResponse:
    return _bring(ask)


def _bring(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    return ask.page("keeping/bring.html", None, 409 if refusal else 200, refusal=refusal)


def take(ask: Ask) -> HttpResponse:
    """Imports a file as an event; each entry is checked first, and an existing event is never replaced."""
    try:
        file: Any = ask.request.FILES.get("file")
        if file is None:
            raise BadInput("Nothing was sent. Choose a file that “Export” made.")
        if file.size > LARGEST:
            raise BadInput(
                "“{name}” is larger than {size} MB, too large for an event.", name=file.name, size=LARGEST // 1_000_000
            )
        data = carry.parsed(file.name, file.read())
    except Refusal as refusal:
        return _bring(ask, refusal)

    def accept(opened: Opened) -> None:
        must_be_acceptable(ask.site.accounts, ask.site.seasons, ask.who.account, opened, file.size)

    def do(progress: Progress) -> Finish:
        def bring_in() -> Opened:
            return carry.import_event(ask.site.desk, data, ask.typed("id").strip(), progress, accept)

        try:
            opened = added_event(ask.site.accounts, ask.who.account, bring_in, ask.actor)
            hide_in_import(ask.site.people, opened.id, ask.actor)
        except Refusal as refusal:
            return partial(_bring, ask, refusal)
        return partial(redirect, "desk", event=opened.id)

    return long(ask, IMPORTING, Action.KEEP, do, back=url("bring"))
