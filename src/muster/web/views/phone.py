"""The player's phone: pick your name, see your table, report, confirm or dispute, drop yourself."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app import results, roster
from muster.app.desk import Opened
from muster.app.forms import read_form, result_form, said
from muster.app.people import registration_is_open
from muster.app.results import Report
from muster.app.views import lines_view, match_view, player_view, standings_view
from muster.core.errors import Refusal
from muster.core.event import Match, Player, Round, RoundState
from muster.core.model import Actor, Ending, PlayerId, Role
from muster.web.guard import Ask
from muster.web.pages import public_rounds
from muster.web.paging import part


def me(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    player = None if ask.who.player is None else opened.event.players.get(ask.who.player)
    if player is None:
        return _pick(ask, opened)
    return _mine(ask, opened, player)


def _pick(ask: Ask, opened: Opened, refusal: Refusal | None = None) -> HttpResponse:
    wanted = ask.request.GET.get("q", "").strip()
    names = sorted(
        (p for p in opened.event.players.values() if p.active and wanted.casefold() in p.name.casefold()),
        key=lambda p: p.name.casefold(),
    )
    shown = part(names, ask.request.GET.get("page", ""))
    return ask.page(
        "pick.html",
        opened,
        409 if refusal else 200,
        names=shown.items,
        part=shown,
        wanted=wanted,
        registration=registration_is_open(opened),
        refusal=refusal,
    )


def pick(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    try:
        player = opened.event.find(ask.typed("player"))
        # Everybody in the hall may come from one address: the whole field can pick, and pick again, at once.
        ask.site.limits.picking.spend(f"{event} {ask.address}", at_once=4 * len(opened.event.players))
        ask.site.limits.one_name.spend(f"{event} {player.id}")
        ask.take_seat(opened, player.id)
    except Refusal as refusal:
        return _pick(ask, opened, refusal)
    return redirect("me", event=event)


def leave(ask: Ask, event: str) -> HttpResponse:
    ask.leave_seat(ask.open(event))
    return redirect("me", event=event)


def _mine(
    ask: Ask,
    opened: Opened,
    player: Player,
    *,
    refusal: Refusal | None = None,
) -> HttpResponse:
    shown = public_rounds(opened.event)
    round_ = shown[-1] if shown else None
    match = round_.match_of(player.id) if round_ is not None else None
    row = next((r for r in standings_view(opened)["rows"] if r["number"] == player.id), None)
    return ask.page(
        "me.html",
        opened,
        409 if refusal else 200,
        me=player_view(opened, player),
        round=round_,
        scenario=_scenario(opened, round_),
        bye=round_ is not None and any(b.player == player.id for b in round_.byes),
        match=None if round_ is None or match is None else my_match(opened, round_, match, player.id),
        row=row,
        lines=lines_view(opened, player),
        refusal=refusal,
    )


def _scenario(opened: Opened, round_: Round | None) -> str:
    chosen = None if round_ is None else opened.event.scenarios.get(round_.number)
    return "" if chosen is None else chosen.name


def my_match(opened: Opened, round_: Round, match: Match, player: PlayerId) -> dict[str, Any]:
    """The match from one player's side: who said what, and what is to be done."""
    view = match_view(opened, round_, match)
    other = match.other(player)
    reports = {p: said(opened, match, r, player) for p, r in match.reports.items()}
    side = 0 if match.a == player else 1
    scores = view["scores"]
    return {
        **view,
        "opponent": opened.event.name_of(other),
        "mine": reports.get(player, ""),
        "theirs": reports.get(other, ""),
        "said": said(opened, match, match.result, player),
        "outcome": None if scores is None else scores[side]["outcome"],
        "points": None if scores is None else (scores[side]["points"], scores[1 - side]["points"]),
        "open": round_.state is RoundState.PUBLISHED and match.result is None,
    }


def _seat(ask: Ask, event: str) -> tuple[Opened, Player, Round, Match]:
    """The player who asks, in the round that is being played."""
    opened = ask.open(event)
    player = _player(ask, opened)
    shown = public_rounds(opened.event)
    match = shown[-1].match_of(player.id) if shown else None
    if match is None:
        raise Refusal("You have no match in this round.")
    return opened, player, shown[-1], match


def _player(ask: Ask, opened: Opened) -> Player:
    player = None if ask.who.player is None else opened.event.players.get(ask.who.player)
    if player is None:
        raise Refusal("You are no longer enrolled; ask the desk.")
    return player


def form(ask: Ask, event: str) -> HttpResponse:
    return _form(ask, event, {})


def _form(ask: Ask, event: str, typed: dict[str, str], refusal: Refusal | None = None) -> HttpResponse:
    opened, player, round_, match = _seat(ask, event)
    return ask.page(
        "report.html",
        opened,
        409 if refusal else 200,
        match=my_match(opened, round_, match, player.id),
        round=round_,
        lines=result_form(opened, match, player.id, typed),
        refusal=refusal,
        typed=typed,
        once=ask.site.desk.fresh(),
    )


def report(ask: Ask, event: str) -> HttpResponse:
    """A report of one's own match. The same form sent twice counts once."""
    opened, player, round_, _ = _seat(ask, event)
    posted = ask.request.POST.dict()
    concede = posted.get("ending") == "concession"
    try:
        ask.site.limits.reporting.spend(f"{event} {player.id}")
        if posted.get("round") != str(round_.number):
            raise Refusal(
                "Round {number} was published meanwhile; this form is of an earlier one.", number=round_.number
            )
        one = Report(
            f"#{player.id}",
            ending=Ending.CONCESSION if concede else Ending.PLAYED,
            by=(f"#{player.id}",) if concede else (),
            round=round_.number,
            raw={} if concede else read_form(opened.system, posted),
        )
        results.report(ask.site.desk, event, [one], _as(player), ask.typed("once"))
    except Refusal as refusal:
        return _form(ask, event, posted, refusal)
    return redirect("me", event=event)


def confirm(ask: Ask, event: str) -> HttpResponse:
    opened, player, _, _ = _seat(ask, event)
    try:
        results.confirm(ask.site.desk, event, f"#{player.id}", _as(player))
    except Refusal as refusal:
        return _mine(ask, opened, player, refusal=refusal)
    return redirect("me", event=event)


def drop(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    player = _player(ask, opened)
    try:
        roster.drop(ask.site.desk, event, f"#{player.id}", _as(player), "dropped themself")
    except Refusal as refusal:
        return _mine(ask, opened, player, refusal=refusal)
    return redirect("me", event=event)


def _as(player: Player) -> Actor:
    return Actor(player.name, Role.PLAYER, player.id)
