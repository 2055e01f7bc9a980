"""The organiser's desk: one page is the whole round loop. Each deed goes back to it, or shows it with the refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app import events as whole
from muster.app import history, results, roster, rounds
from muster.app.desk import Desk, Opened
from muster.app.exact import reasons
from muster.app.forms import endings, is_excused, read_ending, read_form, result_form
from muster.app.log import log_view
from muster.app.results import Report, find_match
from muster.app.rulings import waiting_view
from muster.app.steps import next_step
from muster.app.views import player_view, round_view, standings_view
from muster.core.errors import Refusal
from muster.core.event import MatchState, RoundState
from muster.core.model import Actor, Ending
from muster.core.rounds import advice
from muster.web.guard import Ask
from muster.web.views.public import rules, with_results

LOG_LINES = 8
ORDER = {MatchState.DISPUTED: 0, MatchState.REPORTED: 1, MatchState.OPEN: 2, MatchState.IN: 3}


def show(ask: Ask, event: str) -> HttpResponse:
    return _desk(ask, event, table=ask.request.GET.get("table", "").strip())


def _desk(
    ask: Ask, event: str, *, refusal: Refusal | None = None, table: str = "", typed: dict[str, str] | None = None
) -> HttpResponse:
    opened = ask.open(event)
    current = opened.event.current
    round_ = None if current is None else with_results(opened, round_view(opened))
    entry = None
    if current is not None and current.state is RoundState.PUBLISHED and table:
        try:
            entry = _entry(opened, table, typed or {})
        except Refusal as wrong:
            refusal = refusal or wrong
    context: dict[str, Any] = {
        "step": next_step(opened).value,
        "round": round_,
        "closed": current is not None and current.state is RoundState.CLOSED,
        "complete": current is not None and current.complete,
        "out": _out(round_),
        "standings": standings_view(opened),
        "players": [player_view(opened, p) for p in opened.event.players.values()],
        "advice": reasons(opened, advice(opened.event, opened.system)),
        "log": _actions(opened)[:LOG_LINES],
        "entries": opened.last,
        "can_undo": opened.last > 1,
        "refusal": refusal,
        "entry": entry,
        "table": table,
        "typed": typed or {},
        "once": ask.site.desk.fresh(),
        "waiting": waiting_view(opened),
    }
    return ask.page("desk.html", opened, 409 if refusal else 200, **context)


def _actions(opened: Opened) -> list[dict[str, Any]]:
    """What was done and still counts, newest first: one line an action, however many entries it made."""
    found: list[dict[str, Any]] = []
    for line in log_view(opened):
        if found and line["request"] == found[-1]["request"]:
            found[-1] |= {"text": line["text"], "more": found[-1]["more"] + 1}
        elif line["counts"]:
            found.append({**line, "more": 0})
    return found[::-1]


def _out(round_: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Disputed first, then one report, then still playing."""
    out = [] if round_ is None else [m for m in round_["matches"] if m["state"] != "in"]
    return sorted(out, key=lambda m: (ORDER[MatchState(m["state"])], m["table"]))


def _entry(opened: Opened, table: str, typed: dict[str, str]) -> dict[str, Any]:
    """The form for one table."""
    _, match = find_match(opened.event, table)
    if match.state is MatchState.IN:
        raise Refusal("The result of table {table} is in already; correct it if it is wrong.", table=match.table)
    return {
        "table": match.table,
        "lines": result_form(opened, match, typed=typed),
        "endings": endings(opened, match),
        "ending": typed.get("ending", "played"),
        "a": opened.event.name_of(match.a),
        "b": opened.event.name_of(match.b),
    }


Deed = Callable[[Desk, str, Actor], object]


def _do(ask: Ask, event: str, deed: Deed, *, table: str = "") -> HttpResponse:
    """Does it and goes back to the desk; a refusal keeps what was typed."""
    try:
        deed(ask.site.desk, event, ask.actor)
    except Refusal as refusal:
        ask.open(event)  # An unknown event is a page of its own.
        return _desk(ask, event, refusal=refusal, table=table, typed=ask.request.POST.dict())
    return redirect("desk", event=event)


def enrol(ask: Ask, event: str) -> HttpResponse:
    """One name a line; after a semicolon or a tab the player's fields as `key=value`."""

    def deed(desk: Desk, event: str, actor: Actor) -> object:
        people = [_person(line) for line in ask.typed("names").splitlines() if line.strip()]
        if not people:
            raise Refusal("No name was typed; write one name a line.")
        return roster.enrol(desk, event, people, actor)

    return _do(ask, event, deed)


def _person(line: str) -> tuple[str, dict[str, str]]:
    name, *fields = (part.strip() for part in line.replace("\t", ";").split(";"))
    values = {}
    for field in filter(None, fields):
        key, given, value = field.partition("=")
        if not given:
            raise Refusal(
                "“{field}” in the line of {name} should be a field and its value, such as club=North.",
                field=field,
                name=name,
            )
        values[key.strip()] = value.strip()
    return name, values


def option(ask: Ask, event: str) -> HttpResponse:
    try:
        whole.set_option(ask.site.desk, event, ask.typed("key"), ask.typed("value"), ask.actor, ask.typed("reason"))
    except Refusal as refusal:
        return rules(ask, event, refusal)
    return redirect("rules", event=event)


def drop(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda desk, e, actor: roster.drop(desk, e, ask.typed("player"), actor, ask.typed("reason")))


def rejoin(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda desk, e, actor: roster.rejoin(desk, e, ask.typed("player"), actor))


def pair(ask: Ask, event: str) -> HttpResponse:
    """Draws the next round; with a reason, the draft again."""
    again = ask.typed("again") == "yes"
    reason = ask.typed("reason").strip()

    def deed(desk: Desk, event: str, actor: Actor) -> object:
        if again and not reason:
            raise Refusal("A redraw needs a reason, for the log.")
        return rounds.pair(desk, event, actor, redraw_reason=reason if again else "")

    return _do(ask, event, deed)


def swap(ask: Ask, event: str) -> HttpResponse:
    return _do(
        ask,
        event,
        lambda desk, e, actor: rounds.swap(
            desk, e, ask.typed("first"), ask.typed("second"), actor, ask.typed("reason")
        ),
    )


def publish(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, rounds.publish)


def close(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, rounds.close)


def cut(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, rounds.cut)


def finish(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda desk, e, actor: whole.finish(desk, e, actor, ask.typed("reason")))


def result(ask: Ask, event: str) -> HttpResponse:
    table = ask.typed("table").strip()

    def deed(desk: Desk, event: str, actor: Actor) -> object:
        opened = ask.open(event)
        _, match = find_match(opened.event, table)
        ending, by = read_ending(ask.typed("ending") or "played", match)
        posted = ask.request.POST.dict()
        raw = read_form(opened.system, posted) if ending in (Ending.PLAYED, Ending.CONCESSION) else {}
        one = Report(table, ending=ending, by=by, raw=raw, excused=is_excused(ask.typed("ending")))
        return results.report(desk, event, [one], actor, ask.typed("once"))

    return _do(ask, event, deed, table=table)


def confirm(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, lambda desk, e, actor: results.confirm(desk, e, ask.typed("table"), actor))


def undo(ask: Ask, event: str) -> HttpResponse:
    """Only what the page showed as the last action is taken back."""
    seen = ask.typed("seen")
    number = int(seen) if seen.isascii() and seen.isdigit() else -1
    return _do(ask, event, lambda desk, e, actor: history.undo(desk, e, actor, seen=number))


def redo(ask: Ask, event: str) -> HttpResponse:
    return _do(ask, event, history.redo)


def log(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    return ask.page("log.html", opened, log=log_view(opened)[::-1])
