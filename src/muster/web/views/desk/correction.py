"""Correcting a result, even weeks later: fill it in, see what changes, then save."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.results import actions as results
from muster.app.results.actions import Report, find_match
from muster.app.results.forms import (
    endings,
    filled,
    is_excused,
    read_ending,
    read_form,
    result_form,
    said,
    typed_ending,
)
from muster.app.results.preview import Preview, preview
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Ending, Raw
from muster.core.kit.written import whole_number
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Match
from muster.web.guard import Ask
from muster.web.pages import url

UNRECORDED = "preview"
NOT_THE_RESULT = ("csrfmiddlewaretoken", "once", "shown", "reason", "lang")
"""What the form sends besides the result and its table: nothing for an address."""


def _where(values: Any) -> tuple[int, str]:
    typed = str(values.get("round", ""))
    number = whole_number(typed)
    if number is None:
        raise BadInput("“{number}” is not a round. Rounds are numbered from 1.", number=typed)
    return number, str(values.get("table", "")).strip()


def form(ask: Ask, event: str) -> HttpResponse:
    """As the result is; with another result in the address, what that would change."""
    opened = ask.open(event)
    number, table = _where(ask.request.GET)
    round_, match = find_match(opened.event, table, number)
    if match.result is None:
        raise Refusal(
            "Table {table} in round {number} has no result to correct. Report it instead.",
            table=match.table,
            number=numbered(opened.event, number),
        )
    if "ending" in ask.request.GET:
        return _preview(ask, opened, number, match, ask.request.GET.dict())
    typed = {**filled(opened.system, match.result), "ending": typed_ending(opened, round_, match)}
    return _page(ask, opened, number, match, typed)


def _page(
    ask: Ask,
    opened: Opened,
    number: int,
    match: Match,
    typed: dict[str, str],
    *,
    changes: Preview | None = None,
    shown: str = "",
    refusal: Refusal | None = None,
) -> HttpResponse:
    return ask.page(
        "desk/correction.html",
        opened,
        409 if refusal else 200,
        number=number,
        table=match.table,
        a=opened.event.name_of(match.a),
        b=opened.event.name_of(match.b),
        was=said(opened, match, match.result),
        lines=result_form(opened, match, typed=typed),
        endings=endings(opened, match),
        typed=typed,
        changes=changes,
        current=not opened.event.round(number).complete,
        shown=shown,
        once=ask.site.desk.fresh(),
        refusal=refusal,
        home=f"{url('correct', event=opened.id)}?{urlencode(_result(typed) | {'round': number, 'table': match.table})}",
    )


def _result(typed: Mapping[str, str]) -> dict[str, object]:
    return {name: value for name, value in typed.items() if name not in NOT_THE_RESULT}


def _report(opened: Opened, number: int, match: Match, typed: Mapping[str, str]) -> Report:
    ended = typed.get("ending", "").strip()
    ending, by = read_ending(ended or "played", match)
    raw: dict[str, Raw] = {}
    if ending in (Ending.PLAYED, Ending.CONCESSION):
        # The form shows every field, so an emptied one is cleared.
        raw = {field.key: None for field in opened.system.result_fields}
        raw |= read_form(opened.system, typed)
    return Report(str(match.table), ending=ending, by=by, round=number, raw=raw, excused=is_excused(ended))


def look(ask: Ask, event: str) -> HttpResponse:
    """What would change; nothing is recorded."""
    opened = ask.open(event)
    number, table = _where(ask.request.POST)
    _, match = find_match(opened.event, table, number)
    return _preview(ask, opened, number, match, ask.request.POST.dict())


def _preview(ask: Ask, opened: Opened, number: int, match: Match, typed: dict[str, str]) -> HttpResponse:
    try:
        _, changes, shown = _looked(opened, number, match, typed)
    except Refusal as refusal:
        return _page(ask, opened, number, match, typed, refusal=refusal)
    return _page(ask, opened, number, match, typed, changes=changes, shown=shown)


def _looked(opened: Opened, number: int, match: Match, typed: Mapping[str, str]) -> tuple[Report, Preview, str]:
    """The right result, what it changes, and a digest of both, so that only what was looked at is saved.

    Nothing is recorded here, so it needs no reason yet.
    """
    one = _report(opened, number, match, typed)
    changes = preview(opened, results.correction(opened, one, UNRECORDED))
    seen = repr((match.result, one, changes))
    return one, changes, sha256(seen.encode()).hexdigest()[:16]


def save(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    number, table = _where(ask.request.POST)
    _, match = find_match(opened.event, table, number)
    typed, once = ask.request.POST.dict(), ask.once
    if once and ask.site.desk.has_request(event, once):
        return redirect("desk", event=event)
    try:
        one, changes, shown = _looked(opened, number, match, typed)
        if ask.typed("shown") not in ("", shown):
            changed = Refusal("Nothing was saved, because the result has changed since. Check the new preview.")
            return _page(ask, opened, number, match, typed, changes=changes, shown=shown, refusal=changed)
    except Refusal as refusal:
        return _page(ask, opened, number, match, typed, refusal=refusal)
    try:
        results.correct(ask.site.desk, event, one, ask.typed("reason"), ask.actor, once)
    except Refusal as refusal:
        return _page(ask, opened, number, match, typed, changes=changes, shown=shown, refusal=refusal)
    return redirect("desk", event=event)
