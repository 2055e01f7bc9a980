"""Pages that everybody may read, without signing in: events, one event, pairings, standings, players, rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from django.http import HttpResponse

from muster.app.desk import Opened
from muster.app.events.listing import listed
from muster.app.lists.terms import open_to_some
from muster.app.past.record import mark
from muster.app.permissions import Action
from muster.app.ports import Stored
from muster.app.results.forms import said, whose
from muster.app.results.seen import digest
from muster.app.rounds.ranks import ranks_view
from muster.app.views.event import (
    awards_view,
    lines_view,
    of_round,
    options_view,
    player_view,
    round_view,
    standings_view,
)
from muster.app.why.reasons import why_match, why_rank
from muster.core.forms.options import Area
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import PlayerId, StageKind
from muster.core.kit.written import is_part, whole_number
from muster.core.rules.players import player_fields
from muster.core.standings.ranking import Standings
from muster.web.drawing.pictures import rank_picture
from muster.web.guard import Ask
from muster.web.pages import head
from muster.web.paging import part


def events(ask: Ask) -> HttpResponse:
    found = list(listed(ask.site.desk, head))
    return ask.page("events.html", events=[_row(stored, shown) for stored, shown in reversed(found)])


def _row(stored: Stored, shown: dict[str, Any] | Refusal) -> dict[str, Any]:
    """An event in the list; of one that cannot be shown what is known, and why."""
    if isinstance(shown, Refusal):
        return {"id": stored.id, "name": stored.name, "system_name": stored.system, "trouble": str(shown)}
    return {**shown, "trouble": ""}


def event(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    changed = [o for o in options_view(opened) if o["set"]]
    typed = {"name": opened.event.name, "date": opened.event.date, **(ask.request.POST.dict() if refusal else {})}
    return ask.page(
        "event.html",
        opened,
        409 if refusal else 200,
        options=changed,
        awards=awards_view(opened),
        record=mark(opened),
        typed=typed,
        refusal=refusal,
    )


def pairings(ask: Ask, event: str, number: int | None = None) -> HttpResponse:
    opened = ask.open(event)
    by_name = ask.request.GET.get("by") == "name"
    wanted = ask.request.GET.get("q", "").strip()
    shown = opened.event.shown
    round_ = None
    if shown:
        round_ = shown_round(opened, shown[-1].number if number is None else number)
    elif number is not None:
        raise Refusal("Round {number} is not published yet.", number=number)
    seats = [] if round_ is None else seats_of(round_, by_name, wanted)
    return ask.page("pairings.html", opened, round=round_, seats=seats, by_name=by_name, wanted=wanted)


def shown_round(opened: Opened, number: int) -> dict[str, Any]:
    """A published round, each match with its result and who reported what (`told`), in words."""
    if number not in [r.number for r in opened.event.shown]:
        raise Refusal("Round {number} is not published yet.", number=number)
    return with_results(opened, round_view(opened, number))


def with_results(opened: Opened, view: dict[str, Any]) -> dict[str, Any]:
    for match in view["matches"]:
        played = opened.event.match(view["number"], match["match"])
        match["said"] = said(opened, played, played.result)
        told = [(opened.event.name_of(p), whose(opened, played, r, first=p)) for p, r in played.reports.items()]
        match["told"], match["digest"] = told, digest(opened.event.round(view["number"]), played)
    return view


def seats_of(round_: dict[str, Any], by_name: bool, wanted: str) -> list[dict[str, Any]]:
    """One line a match, or one line a player in alphabetical order; those that match what was searched."""
    seats = [{"match": m, "table": m["table"], "a": m["a"], "b": m["b"], "turned": False} for m in round_["matches"]]
    byes = [{"match": None, "table": None, "a": b, "b": None, "turned": False, "bye": b} for b in round_["byes"]]
    if by_name:
        turned = [{**s, "a": s["b"], "b": s["a"], "turned": True} for s in seats]
        lines = sorted([*seats, *turned, *byes], key=lambda s: s["a"]["name"].casefold())
    else:
        lines = [*seats, *byes]
    sides = ("a",) if by_name else ("a", "b")
    return [s for s in lines if any(s[side] and is_part(wanted, s[side]["name"]) for side in sides)]


def standings(ask: Ask, event: str, number: int | None = None) -> HttpResponse:
    opened = ask.open(event)
    if number is not None and number not in [r.number for r in opened.event.shown]:
        raise Refusal("Round {number} is not published yet, so there are no standings after it.", number=number)
    view = standings_view(opened, number)
    asked = whole_number(ask.request.GET.get("why", ""))
    why = None if asked is None else opened.event.players.get(PlayerId(asked))
    ranks = ask.site.once(opened, f"ranks {number}", lambda: ranks_view(opened, number))
    return ask.page(
        "standings.html",
        opened,
        standings=view,
        number=number,
        deciding=deciding(of_round(opened, number)),
        why=None if why is None else why.id,
        because=[] if why is None or not view["after_round"] else why_rank(opened, why, number),
        ranks=ranks,
        picture=rank_picture(ranks, 0 if why is None else why.id),
    )


def deciding(standing: Standings) -> set[tuple[int, str]]:
    """Which figures decided a rank: the first one in which a player differs from a neighbour level on all before it."""
    found: set[tuple[int, str]] = set()
    for upper, lower in pairwise(standing.ranked()):
        decider = standing.decider(upper, lower) if upper.points == lower.points else None
        if decider is not None:
            found |= {(upper.player, decider.key), (lower.player, decider.key)}
    return found


def players(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    wanted = ask.request.GET.get("q", "").strip()
    found = [p for p in opened.event.players.values() if is_part(wanted, p.name)]
    found.sort(key=lambda p: p.name.casefold())
    shown = part(found, ask.request.GET.get("page", ""))
    listed = [player_view(opened, p) for p in shown.items]
    return ask.page("players.html", opened, players=listed, part=shown, wanted=wanted, total=len(opened.event.players))


def player(ask: Ask, event: str, number: int) -> HttpResponse:
    opened = ask.open(event)
    found = opened.event.players.get(PlayerId(number))
    if found is None:
        raise UnknownName("player", f"#{number}", [f"#{p}" for p in opened.event.players])
    finished = [r for r in opened.event.shown if r.complete]
    ranked = bool(finished) or opened.event.stages[0].kind is not StageKind.SWISS
    because = why_rank(opened, found) if ranked and opened.event.shown else []
    now = opened.event.shown[-1:]
    match = now[0].match_of(found.id) if now else None
    paired = why_match(opened, f"#{found.id}", now[0].number) if match is not None else []
    return ask.page(
        "player.html",
        opened,
        player=player_view(opened, found),
        lines=lines_view(opened, found),
        because=because,
        paired=paired,
        labels={f.key: f.label for f in player_fields(opened.system)},
        now=now[0].number if now else 0,
        lists_open=ask.who.may(Action.LISTS) or open_to_some(opened, found),
    )


def rules(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    """The clauses in short and every option with the book's value; the organiser sets one at a time here."""
    opened = ask.open(event)
    options = options_view(opened)
    wanted = ask.typed("key") if refusal else ask.request.GET.get("set", "") if ask.who.may(Action.OPTIONS) else ""
    return ask.page(
        "rules.html",
        opened,
        409 if refusal else 200,
        clauses=sorted(opened.system.clauses.items()),
        areas=[(area.value, here) for area in Area if (here := [o for o in options if o["area"] == area.value])],
        chosen=next((option for option in opened.system.options if option.key == wanted), None),
        value=ask.typed("value") if refusal else None,
        reason=ask.typed("reason"),
        refusal=refusal,
    )
