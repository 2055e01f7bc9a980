"""One player's lists for the staff: what the book finds, a check against cards or models, lost cards, history."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Desk, Opened
from muster.app.lists import actions as lists
from muster.app.lists import lost_cards, views
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.proxies import make_proxy
from muster.app.lists.terms import for_staff, sight_view, terms_view
from muster.app.speech import tr
from muster.app.staff.expected import expected_of
from muster.core.book.conduct import Topic
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId
from muster.core.kit.written import whole_number
from muster.core.record.event import RoundState
from muster.core.record.facts.lists import ListMark
from muster.core.record.player import Player
from muster.core.rules.lists import life as list_life
from muster.core.rules.lists.lost_cards import open_losses
from muster.core.rules.lists.proxies import slip
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.lists import files as list_files


def show(ask: Ask, event: str, number: int) -> HttpResponse:
    return _show(ask, event, number)


def _show(
    ask: Ask, event: str, number: int, refusal: Refusal | None = None, form: str = "", typed: str | None = None
) -> HttpResponse:
    opened = ask.open(event)
    player, slot = for_staff(opened, number, ask.who.member), list_files.slot(ask)
    now, data = lists.now(ask.site.desk), data_of(ask.site.desk, opened.system)
    list_life.slot_of(opened.event, opened.system, slot)
    own = views.player_view(opened, player, now, data)
    one = views.list_view(opened, player, slot, now, data)
    versions = views.history_view(opened, player, slot)
    rules = list_life.rules_of(opened.system)
    return ask.page(
        "lists/list.html",
        opened,
        409 if refusal else 200,
        home=_at(event, number, slot),
        player=player,
        rules=views.rules_view(opened),
        own=own,
        line=next(line for line in own.lists if line.slot == slot),
        shown=one if one.versions else None,
        lines=views.lines_view(one),
        versions=versions[::-1],
        text=one.text if typed is None else typed,
        fields=list_files.form(
            opened,
            versions[-1].fields if one.versions else {},
            ask.request.POST.dict() if form == "hand-in" else None,
        ),
        ticked=ask.request.POST.getlist("tick") if form == "mark" else one.ticked,
        checked=_numbers(ask) if form == "mark" else one.checked,
        note=ask.typed("note") if form == "mark" else one.note,
        lost_rules=rules.lost,
        lost=open_losses(opened.event, player.id),
        proxy_clause=rules.proxy_clause,
        proxies=[[tr(line) for line in slip(p)] for p in opened.event.lists.proxies if p.player == player.id],
        terms=terms_view(opened, now),
        sight=sight_view(opened),
        changing=expected_of(opened, Topic.LIST_CHANGED) if opened.event.started and one.versions else [],
        seat=_seat(opened, player),
        by="" if ask.who.member is None or not ask.who.member.id else ask.who.member.name,
        typed=ask.request.POST.dict() if form else {},
        form=form,
        refusal=refusal,
    )


def _seat(opened: Opened, player: Player) -> int:
    """Their current table; 0 for none."""
    round_ = opened.event.current
    match = round_.match_of(player.id) if round_ and round_.state is RoundState.PUBLISHED else None
    return match.table if match else 0


def _numbers(ask: Ask) -> list[int]:
    """Which items on the list were ticked."""
    return [number for word in ask.request.POST.getlist("checked") if (number := whole_number(word)) is not None]


Act = Callable[[Desk, str, Actor], object]


def _do(
    ask: Ask, event: str, number: int, form: str, action: Act, typed: Callable[[], str] | None = None
) -> HttpResponse:
    """Does it and shows the list; a refusal keeps what was typed in its form."""
    for_staff(ask.open(event), number, ask.who.member)
    try:
        action(ask.site.desk, f"#{number}", ask.actor)
    except Refusal as refusal:
        return _show(ask, event, number, refusal, form, typed() if typed else None)
    return redirect(_at(event, number, list_files.slot(ask)))


def _at(event: str, number: int, slot: int) -> str:
    return url("list", event=event, number=number) + (f"?slot={slot}" if slot > 1 else "")


def mark(ask: Ask, event: str, number: int) -> HttpResponse:
    """The list was compared with the cards or models."""

    def action(desk: Desk, who: str, actor: Actor) -> object:
        found = ask.typed("mark")
        if found not in list(ListMark):
            raise Refusal("Choose whether the list is correct or has faults.")
        ticked: list[str] = ask.request.POST.getlist("tick")
        slot = list_files.slot(ask)
        return lists.mark(desk, event, who, slot, ListMark(found), actor, ask.typed("note"), ticked, _numbers(ask))

    return _do(ask, event, number, "mark", action)


def hand_in(ask: Ask, event: str, number: int) -> HttpResponse:
    """Staff bring a list, or complete one from the cards in use (L5R-046)."""

    def action(desk: Desk, who: str, actor: Actor) -> object:
        fields = list_files.fields(ask, ask.open(event))
        brought = Brought(who, list_files.text(ask), list_files.slot(ask), fields)
        return lists.hand_in(desk, event, brought, actor, ask.typed("reason"))

    return _do(ask, event, number, "hand-in", action, lambda: list_files.pasted(ask))


def withdraw(ask: Ask, event: str, number: int) -> HttpResponse:
    def action(desk: Desk, who: str, actor: Actor) -> object:
        return lists.withdraw(desk, event, who, list_files.slot(ask), actor, ask.typed("reason"))

    return _do(ask, event, number, "withdraw", action)


def lost(ask: Ask, event: str, number: int) -> HttpResponse:
    """A card is missing: time to look for another copy, or the game is conceded (L5R-053, L5R-056)."""

    def action(desk: Desk, who: str, actor: Actor) -> object:
        in_game = ask.typed("do") == "in-game"
        minutes = "" if in_game else ask.typed("minutes")
        card, once = ask.typed("card"), ask.once
        return lost_cards.lose(desk, event, who, card, actor, minutes=minutes, in_game=in_game, request=once)

    return _do(ask, event, number, "lost", action)


def settle_lost(ask: Ask, event: str, number: int) -> HttpResponse:
    def action(desk: Desk, who: str, actor: Actor) -> object:
        mine = {str(one.number): one.number for one in open_losses(ask.open(event).event, PlayerId(number))}
        which = mine.get(ask.typed("which"))
        if which is None:
            raise Refusal("This lost card is already settled.")
        act = lost_cards.concede if ask.typed("do") == "concede" else lost_cards.replace
        return act(desk, event, which, actor)

    return _do(ask, event, number, "lost", action)


def proxy(ask: Ask, event: str, number: int) -> HttpResponse:
    def action(desk: Desk, who: str, actor: Actor) -> object:
        card, unreadable, by = ask.typed("card"), ask.typed("unreadable"), ask.typed("by")
        return make_proxy(desk, event, who, card, unreadable, by, actor, ask.once)

    return _do(ask, event, number, "proxy", action)


def lock(ask: Ask, event: str, number: int) -> HttpResponse:
    def action(desk: Desk, who: str, actor: Actor) -> object:
        act = lists.unlock if ask.typed("do") == "unlock" else lists.lock
        return act(desk, event, [who], actor, ask.typed("reason"))

    return _do(ask, event, number, "lock", action)
