"""The player's phone: see your table, report, confirm or dispute, drop yourself."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.awards import actions as awards
from muster.app.awards.views import ballots_view
from muster.app.desk import Opened
from muster.app.exact import ReasonView, reasons
from muster.app.lists.terms import declarations_view
from muster.app.mine.side import my_match
from muster.app.people import claims, roster
from muster.app.people.claims import RequestView
from muster.app.persons.actions import consent_of, is_public
from muster.app.results import actions as results
from muster.app.results.actions import Report, read_pair
from muster.app.results.forms import read_form, result_form
from muster.app.results.seen import Shown, too_late_for
from muster.app.staff import objections as objecting
from muster.app.staff.calls import my_call
from muster.app.staff.expected import expected_of, expected_view
from muster.app.table.actions import can_be_opened
from muster.app.views.bracket_lines import bracket_lines
from muster.app.views.event import lines_view, of_round, own_row, player_view
from muster.app.views.moment import moment_of
from muster.core.book.conduct import Topic
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, Ending, PlayerId, Role
from muster.core.reading.people.roll import appearance_key
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Match, Round
from muster.core.record.player import Player
from muster.core.rules.players import may_check_in_self
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.phone.my_lists import open_opponent
from muster.web.views.phone.names import names


def me(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    player = None if ask.who.player is None else opened.event.players.get(ask.who.player)
    if player is None:
        return names(ask, opened)
    return _mine(ask, opened, player)


def _mine(ask: Ask, opened: Opened, player: Player, refusal: Refusal | None = None) -> HttpResponse:
    shown = opened.event.shown
    round_ = shown[-1] if shown else None
    match = round_.match_of(player.id) if round_ is not None else None
    return ask.page(
        "phone/me.html",
        opened,
        409 if refusal else 200,
        me=player_view(opened, player),
        round=round_,
        scenario=_scenario(opened, round_),
        moment=moment_of(opened, player),
        may_check_in=may_check_in_self(opened.event, opened.system, player),
        bye_why=_bye_why(opened, round_, player.id),
        declarations=declarations_view(opened, player) if opened.system.lists else [],
        address=f"{ask.site.address}{url('player', event=opened.id, number=player.id)}",
        match=None if round_ is None or match is None else my_match(opened, round_, match, player.id),
        call=my_call(opened, round_, match),
        disputes=expected_of(opened, Topic.DISPUTE)[:1],
        expects=bool(expected_view(opened)),
        form_lines=[] if match is None else result_form(opened, match, player.id, {}),
        retires=opened.system.concession_retires,
        both_enter=opened.system.opponent_enters,
        tracker=can_be_opened(opened, round_, match),
        row=own_row(opened, player),
        ranked_after=of_round(opened, None).after,
        lines=lines_view(opened, player),
        bracket_lines=bracket_lines(opened, player.id),
        opponent_open=open_opponent(opened, player.id),
        reported_here=match is not None and own_report(match, player.id, ask.who.device),
        asking=_asking(ask, opened, player),
        ballots=ballots_view(opened, player),
        public=is_public(ask.site.people, (opened.hashes[0], player.id)),
        my_key=appearance_key((opened.hashes[0], player.id)),
        refusal=refusal,
        once=ask.site.desk.fresh(),
    )


def _bye_why(opened: Opened, round_: Round | None, player: PlayerId) -> list[ReasonView]:
    bye = None if round_ is None else next((bye for bye in round_.byes if bye.player == player), None)
    return [] if bye is None else reasons(opened, bye.why)


def own_report(match: Match, player: PlayerId, device: str) -> bool:
    """Whether the opponent's report came from this same phone."""
    return bool(device) and match.devices.get(match.other(player)) == device


def _asking(ask: Ask, opened: Opened, player: Player) -> list[RequestView]:
    """Other phones that ask the organiser for this name."""
    waiting = claims.requests_view(opened, ask.site.desk.clock.now(), player.id)
    return [one for one in waiting if one.device != ask.who.device]


def _scenario(opened: Opened, round_: Round | None) -> str:
    chosen = None if round_ is None else opened.event.scenarios.get(round_.number)
    return "" if chosen is None else chosen.name


def _seat(ask: Ask, event: str) -> tuple[Opened, Player, Round, Match]:
    """The player who asks, in the round that is being played."""
    opened = ask.open(event)
    player = _player(ask, opened)
    shown = opened.event.shown
    match = shown[-1].match_of(player.id) if shown else None
    if match is None:
        raise Refusal("You have no match in this round.")
    return opened, player, shown[-1], match


def _player(ask: Ask, opened: Opened) -> Player:
    player = None if ask.who.player is None else opened.event.players.get(ask.who.player)
    if player is None:
        raise Refusal("You are no longer enrolled. Ask the desk.")
    return player


def form(ask: Ask, event: str) -> HttpResponse:
    return _form(ask, event, {})


def _form(ask: Ask, event: str, typed: dict[str, str], refusal: Refusal | None = None) -> HttpResponse:
    opened, player, round_, match = _seat(ask, event)
    return ask.page(
        "phone/report.html",
        opened,
        409 if refusal else 200,
        me=player_view(opened, player),
        match=my_match(opened, round_, match, player.id),
        round=round_,
        lines=result_form(opened, match, player.id, typed),
        both_enter=opened.system.opponent_enters,
        retires=opened.system.concession_retires,
        refusal=refusal,
        typed=typed,
        once=ask.site.desk.fresh(),
    )


def report(ask: Ask, event: str) -> HttpResponse:
    """A report of one's own match. The same form sent twice counts once, even long after."""
    opened = ask.open(event)
    player = _player(ask, opened)
    posted = ask.request.POST.dict()
    once = ask.once
    if once and ask.site.desk.has_request(event, once):
        return redirect("me", event=event)
    round_ = _posted_round(opened, posted)
    late = too_late_for(opened, round_)
    if late is not None:
        return _too_late(ask, opened, player, round_, posted, late)
    concede = posted.get("ending") == "concession"
    try:
        ask.site.limits.reporting.spend(f"{event} {player.id}")
        one = Report(
            f"#{player.id}",
            ending=Ending.CONCESSION if concede else Ending.PLAYED,
            by=(f"#{player.id}",) if concede else (),
            round=round_.number,
            raw={} if concede else read_form(opened.system, posted),
            pair=read_pair(ask.typed("pair")),
        )
        results.report(ask.site.desk, event, [one], _as(player), once, ask.who.device)
    except Refusal as refusal:
        return _form(ask, event, posted, refusal)
    return redirect("me", event=event)


def _posted_round(opened: Opened, posted: dict[str, str]) -> Round:
    """The round that a form was made for."""
    number = posted.get("round", "")
    for round_ in opened.event.shown:
        if str(round_.number) == number:
            return round_
    raise BadInput("Round “{number}” is not being played. Open your table again.", number=number)


def _too_late(
    ask: Ask, opened: Opened, player: Player, round_: Round, posted: dict[str, str], why: Refusal
) -> HttpResponse:
    """A report that was on its way when its round ended: it stays visible, to be told at the desk."""
    match = round_.match_of(player.id)
    if match is None:
        raise Refusal("You had no match in round {number}.", number=numbered(opened.event, round_.number))
    return ask.page(
        "phone/late.html",
        opened,
        409,
        home=url("me", event=opened.id),
        stays=True,
        me=player_view(opened, player),
        match=my_match(opened, round_, match, player.id),
        round=round_,
        lines=result_form(opened, match, player.id, posted),
        conceded=posted.get("ending") == "concession",
        refusal=why,
    )


def confirm(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    player = _player(ask, opened)
    round_ = _posted_round(opened, ask.request.POST.dict())
    try:
        page = Shown(round_.number, ask.typed("shown"))
        results.confirm(ask.site.desk, event, f"#{player.id}", _as(player), page, ask.once, ask.who.device)
    except Refusal as refusal:
        return _mine(ask, ask.open(event), player, refusal=refusal)
    return redirect("me", event=event)


def object_to(ask: Ask, event: str) -> HttpResponse:
    """To the result that is in; the desk and the judges see it, and the result counts until they settle it."""
    opened = ask.open(event)
    player = _player(ask, opened)
    try:
        ask.site.limits.reporting.spend(f"{event} {player.id}")
        page = Shown(_posted_round(opened, ask.request.POST.dict()).number, ask.typed("shown"))
        objecting.object_to(ask.site.desk, event, f"#{player.id}", ask.typed("note"), _as(player), page, ask.once)
    except Refusal as refusal:
        return _mine(ask, ask.open(event), player, refusal=refusal)
    return redirect("me", event=event)


def check_in(ask: Ask, event: str) -> HttpResponse:
    """“I’m here”, before round 1, if the organiser lets players check themselves in."""
    player = _player(ask, ask.open(event))
    try:
        roster.check_in_self(ask.site.desk, event, player.id, _as(player))
    except Refusal as refusal:
        return _mine(ask, ask.open(event), player, refusal=refusal)
    return redirect("me", event=event)


def vote(ask: Ask, event: str) -> HttpResponse:
    """For an award. The same form sent twice counts once; another vote replaces it."""
    player = _player(ask, ask.open(event))
    try:
        ask.site.limits.reporting.spend(f"{event} {player.id}")
        choice = f"#{ask.number('choice')}"
        awards.vote(ask.site.desk, event, ask.typed("award"), f"#{player.id}", choice, _as(player), request=ask.once)
    except Refusal as refusal:
        return _mine(ask, ask.open(event), player, refusal=refusal)
    return redirect("me", event=event)


def profile(ask: Ask, event: str) -> HttpResponse:
    """The player's own answer about showing their profile."""
    opened = ask.open(event)
    if ask.who.player not in opened.event.players:
        raise Refusal("You are no longer enrolled. Ask the desk.")
    assert ask.who.player is not None
    consent_of(ask.site.people, (opened.hashes[0], ask.who.player), ask.typed("agrees") == "yes")
    return redirect(url("me", event=event) + "#public")  # Inside the details, so that browsers open them.


def drop(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    player = _player(ask, opened)
    try:
        number = ask.number("round")
        roster.drop(ask.site.desk, event, f"#{player.id}", _as(player), round_=number)
    except Refusal as refusal:
        return _mine(ask, ask.open(event), player, refusal=refusal)
    return redirect("me", event=event)


def _as(player: Player) -> Actor:
    return Actor(player.name, Role.PLAYER, player.id)
