"""The organiser's desk: one page for the whole round. Each action returns to it, or shows it with the refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Desk, Opened
from muster.app.events import actions as whole
from muster.app.exact import grown, reasons
from muster.app.past.history import actions, redoable
from muster.app.people import roster
from muster.app.people.claims import requests_view
from muster.app.people.finding import find
from muster.app.people.intake import TYPED, Lacking, WrongLines, as_typed, lacking, with_asked
from muster.app.permissions import Action
from muster.app.results.actions import find_match
from muster.app.results.forms import endings, result_form, said
from muster.app.results.hints import hints
from muster.app.rounds.draft import draft_view
from muster.app.staff.calls import calls_view
from muster.app.staff.objections import objections_view
from muster.app.staff.rulings import waiting_view
from muster.app.steps import early_end, next_step
from muster.app.table.decisions import decisions_view
from muster.app.views.event import player_view, round_view, standings_view
from muster.app.views.shapes import StandingsView
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId
from muster.core.kit.progress import ENROLLING, Progress
from muster.core.kit.written import whole_number
from muster.core.record.event import Match, MatchState, Round, RoundState
from muster.core.rules.rounds import advice
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.serving.troubles import troubles
from muster.web.views.desk.jobs import long
from muster.web.views.public.pages import ShownMatch, ShownRound, rules, with_results
from muster.web.views.public.pages import event as event_page

LOG_LINES = 8
ORDER = {MatchState.DISPUTED: 0, MatchState.REPORTED: 1, MatchState.OPEN: 2, MatchState.IN: 3}


def show(ask: Ask, event: str) -> HttpResponse:
    """A table in the address opens its form, filled in with any fields that a scan adds."""
    asked = ask.request.GET.dict()
    table = asked.pop("table", "").strip()
    return render_desk(ask, event, table=table, typed=asked if table else None)


def render_desk(
    ask: Ask, event: str, *, refusal: Refusal | None = None, table: str = "", typed: dict[str, str] | None = None
) -> HttpResponse:
    opened = ask.open(event)
    current = opened.event.current
    round_ = None if current is None else with_keyings(opened, current, with_results(opened, round_view(opened)))
    entry = None
    if current is not None and current.state is RoundState.PUBLISHED and table:
        try:
            entry = _entry(opened, table, typed or {}, marked=refusal is not None)
        except Refusal as wrong:
            refusal = refusal or wrong
    settings = opened.system.settings(opened.event)
    log = actions(opened)[:LOG_LINES]
    asks = _lacking(ask, opened, refusal)
    context: dict[str, Any] = {
        "step": next_step(opened).value,
        "round": round_,
        "closed": current is not None and current.state is RoundState.CLOSED,
        "complete": current is not None and current.complete,
        "draft": draft_view(opened, _held(ask)),
        "out": _out(round_),
        "only_out": ask.request.GET.get("show") == "out",
        "twice": settings.flag("key_twice"),
        "hints": hints(opened),
        **_early(opened),
        "standings": _standings(ask, opened),
        "example": roster.example_line(opened.system, "Ann Lee"),
        "needed": bool(roster.needed(opened.system)),
        "players": [player_view(opened, p) for p in opened.event.players.values()],
        "advice": reasons(opened, advice(opened.event, opened.system)),
        "log": log,
        "did": log[0] if log and log[0].last and ask.request.GET.get("did") == str(opened.last) else None,
        "lacking": asks,
        "asks_first": bool(asks) and not any(name.startswith("more-") for name in typed or {}),
        "found": find(opened, _searched(ask, typed), ask.site.desk.now(opened)),
        "redo": redoable(opened),
        "entries": opened.last,
        "refusal": refusal,
        "entry": entry,
        "table": table,
        "typed": typed or {},
        "once": ask.site.desk.fresh(),
        "calls": calls_view(opened, opened.event.staff.members[0]),
        "decisions": decisions_view(ask.site.tables, opened, opened.event.staff.members[0]),
        "waiting": waiting_view(opened),
        "objections": objections_view(opened, opened.event.staff.members[0]),
        "troubles": troubles(ask.site, opened),
        "lost_address": ask.site.reach.trouble is not None,
        "backups": ask.site.backups,
        "asking": requests_view(opened, ask.site.desk.clock.now()),
    }
    home = url("desk", event=event) + (f"?{urlencode({'table': table})}" if entry else "")
    return ask.page("desk/desk.html", opened, 409 if refusal else 200, home=home, **context)


def _early(opened: Opened) -> dict[str, Any]:
    """Why the event ends before its planned rounds, and the option to play on."""
    why = early_end(opened)
    if why is None:
        return {"early": None}
    option = opened.system.settings(opened.event).option(opened.system.early_end_option)
    return {"early": reasons(opened, [why])[0], "early_option": option}


def _searched(ask: Ask, typed: dict[str, str] | None) -> str:
    """What the search box contains; a refused form comes back with the box it was in."""
    return ask.request.GET.get("find", "") or (typed or {}).get("find", "")


def _held(ask: Ask) -> PlayerId | None:
    """Whose name was pressed on the draft."""
    number = whole_number(ask.request.GET.get("hold", ""))
    return None if number is None else PlayerId(number)


def _standings(ask: Ask, opened: Opened) -> StandingsView:
    """After the round asked for, if its results are in; otherwise the current ones."""
    wanted = whole_number(ask.request.GET.get("after", ""))
    finished = [r.number for r in opened.event.rounds if r.complete]
    return standings_view(opened, wanted if wanted in finished else None)


class DeskMatch(ShownMatch, frozen=True):
    """A match, and what was entered but not accepted yet, in words."""

    keyed: list[str]


class DeskRound(ShownRound, frozen=True):
    """A round, and how many of its tables were entered twice, and only once so far."""

    matches: list[DeskMatch]
    keyed_twice: int
    keyed_once: int


def with_keyings(opened: Opened, played: Round, view: ShownRound) -> DeskRound:
    matches = [_with_keyings(opened, played.matches[match.match - 1], match) for match in view.matches]
    keyed = [match.state is MatchState.IN for match in matches if match.keyed]
    return grown(DeskRound, view, matches=matches, keyed_twice=keyed.count(True), keyed_once=keyed.count(False))


def _with_keyings(opened: Opened, match: Match, view: ShownMatch) -> DeskMatch:
    return grown(DeskMatch, view, keyed=[said(opened, match, result) for result in match.keyed])


def _out(round_: DeskRound | None) -> list[DeskMatch]:
    """Disputed or entered in two ways first, then one report, then still playing."""
    out = [] if round_ is None else [m for m in round_.matches if m.state is not MatchState.IN]
    return sorted(out, key=lambda m: (len(m.keyed) < 2, ORDER[m.state], m.table))


def _entry(opened: Opened, table: str, typed: dict[str, str], *, marked: bool) -> dict[str, Any]:
    """The form for one table; `marked`: with a mark at what is wrong."""
    round_, match = find_match(opened.event, table)
    if match.state is MatchState.IN:
        raise Refusal("Table {table} already has a result. If it is wrong, correct it.", table=match.table)
    return {
        "round": round_.number,
        "table": match.table,
        "pair": f"{match.a}-{match.b}",
        "lines": result_form(opened, match, typed=typed, marked=marked),
        "endings": endings(opened, match),
        "ending": typed.get("ending", "played"),
        "a": opened.event.name_of(match.a),
        "b": opened.event.name_of(match.b),
    }


Act = Callable[[Desk, str, Actor], object]


def do(ask: Ask, event: str, action: Act, *, table: str = "", anchor: str = "", undoable: bool = False) -> HttpResponse:
    """Does it and goes back to the desk; a refusal keeps what was typed. `undoable`: offers to undo it."""
    try:
        done = action(ask.site.desk, event, ask.actor)
    except Refusal as refusal:
        ask.open(event)  # An unknown event has its own page.
        return render_desk(ask, event, refusal=refusal, table=table, typed=ask.request.POST.dict())
    answer = redirect("desk", event=event)
    if undoable and isinstance(done, Opened):
        answer["Location"] += f"?did={done.last}"
    answer["Location"] += anchor
    return answer


def enrol(ask: Ask, event: str) -> HttpResponse:
    """People as typed or pasted into the box."""

    def work(progress: Progress) -> Finish:
        def action(desk: Desk, event: str, actor: Actor) -> object:
            system = ask.open(event).system
            people = with_asked(system, as_typed(system, ask.typed("names")), ask.request.POST.dict())
            return roster.enrol_list(desk, event, TYPED, people, actor, request=ask.once, progress=progress)

        answer = do(ask, event, action)
        return lambda: answer

    return long(ask, ENROLLING, Action.ENROL, work, event=event, back=url("desk", event=event))


def _lacking(ask: Ask, opened: Opened, refusal: Refusal | None) -> list[Lacking]:
    """Which people in the box to ask for required fields, instead of refusing the list."""
    if not isinstance(refusal, WrongLines) or not ask.typed("names"):
        return []
    return lacking(opened, as_typed(opened.system, ask.typed("names")))


def amend(ask: Ask, event: str) -> HttpResponse:
    try:
        whole.amend(
            ask.site.desk,
            event,
            ask.actor,
            name=ask.typed("name"),
            date=ask.typed("date").strip(),
            place=_sent(ask, "place"),
            map_link=_sent(ask, "map_link"),
            schedule=_sent(ask, "schedule"),
        )
    except Refusal as refusal:
        return event_page(ask, event, refusal)
    return redirect("event", event=event)


def _sent(ask: Ask, name: str) -> str | None:
    """What a form says; None if it does not ask."""
    return ask.typed(name) if name in ask.request.POST else None


def option(ask: Ask, event: str) -> HttpResponse:
    try:
        whole.set_option(ask.site.desk, event, ask.typed("key"), ask.typed("value"), ask.actor, ask.typed("reason"))
    except Refusal as refusal:
        return rules(ask, event, refusal)
    return redirect(url("rules", event=event) + "#" + ask.typed("key"))
