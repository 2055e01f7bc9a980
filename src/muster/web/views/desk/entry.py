"""Entering results at the desk: the entry line, the form of one table, accepting a report, entering twice."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from msgspec import to_builtins

from muster.app.desk import Desk, Opened
from muster.app.events import actions as whole
from muster.app.people.views import match_under_way
from muster.app.results import actions as results
from muster.app.results.actions import Report, find_match, read_pair
from muster.app.results.forms import is_excused, read_ending, read_form, said
from muster.app.results.keying import complete, echo, names_a_table, read_line
from muster.app.results.seen import Shown
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, Ending
from muster.core.record.event import Match, MatchState
from muster.web.guard import Ask
from muster.web.views.desk.desk import do, render_desk


def said_back(ask: Ask, event: str) -> HttpResponse:
    """What a line means, while it is being typed."""
    return JsonResponse(to_builtins(echo(ask.open(event), ask.request.GET.get("line", ""))))


def key(ask: Ask, event: str) -> HttpResponse:
    """A line that was entered. A table or a name alone opens that table's form; scripts get JSON."""
    line = ask.typed("line").strip()
    script = "application/json" in ask.request.headers.get("Accept", "")
    opened = ask.open(event)
    try:
        if not line:
            raise Refusal("Nothing was entered. Type a table number and its result, such as 4 1.")
        if not names_a_table(opened.event, line):
            return _go(event, script, **_asked(opened, line))
        keyed = read_line(opened, line)
        if not keyed.begun:
            return _go(event, script, table=str(keyed.match.table))
        report = replace(complete(opened, keyed), round=ask.number("round") or keyed.round.number)
        opened = results.key(ask.site.desk, event, report, ask.actor, ask.once)
    except Refusal as refusal:
        if script:
            return JsonResponse({"refusal": tr(refusal.message)}, status=409)
        return render_desk(ask, event, refusal=refusal, typed={"line": line})
    if script:
        _, match = find_match(opened.event, report.where, report.round)
        return JsonResponse({"text": answered(opened, match)})
    return redirect("desk", event=event)


def _asked(opened: Opened, line: str) -> dict[str, str]:
    """A name whose game is still being played means its table; any other word is searched for."""
    try:
        player = opened.event.find(line)
    except Refusal:
        return {"find": line}
    under_way = match_under_way(opened, player.id)
    return {"find": line} if under_way is None else {"table": str(under_way[1].table)}


def _go(event: str, script: bool, **query: str) -> HttpResponse:
    answer = redirect("desk", event=event)
    answer["Location"] += "?" + urlencode(query)
    return JsonResponse({"go": answer["Location"]}) if script else answer


def answered(opened: Opened, match: Match) -> str:
    """What became of an entry."""
    if match.state is MatchState.IN:
        return tr("Table {table} is in: {result}", table=match.table, result=said(opened, match, match.result))
    if len(match.keyed) == 1:
        result = said(opened, match, match.keyed[0])
        return tr("Table {table} entered once: {result}. Enter it again to save it.", table=match.table, result=result)
    return tr("The entries for table {table} differ. Check both below and enter the right one.", table=match.table)


def result(ask: Ask, event: str) -> HttpResponse:
    """One table's form, filled in."""
    table = ask.typed("table").strip()

    def action(desk: Desk, event: str, actor: Actor) -> object:
        opened = ask.open(event)
        number, pair = ask.number("round"), read_pair(ask.typed("pair"))
        where = table if pair is None else f"#{pair[0]}"
        _, match = find_match(opened.event, where, number)
        ending, by = read_ending(ask.typed("ending") or "played", match)
        posted = ask.request.POST.dict()
        raw = read_form(opened.system, posted) if ending in (Ending.PLAYED, Ending.CONCESSION) else {}
        excused = is_excused(ask.typed("ending"))
        one = Report(where, ending=ending, by=by, round=number, raw=raw, excused=excused, pair=pair)
        return results.key(desk, event, one, actor, ask.once)

    return do(ask, event, action, table=table)


def confirm(ask: Ask, event: str) -> HttpResponse:
    table, once = ask.typed("table"), ask.once
    page = Shown(ask.number("round"), ask.typed("shown"))
    request = f"{once} confirm {table}" if once else ""
    return do(ask, event, lambda desk, e, actor: results.confirm(desk, e, table, actor, page, request))


def twice(ask: Ask, event: str) -> HttpResponse:
    """Switches entering results twice on or off."""
    value = "yes" if ask.typed("on") == "yes" else "no"
    return do(ask, event, lambda desk, e, actor: whole.set_option(desk, e, "key_twice", value, actor))
