"""The organiser's page of awards: add and decide them, open and close votes, enter votes from paper."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.awards import actions
from muster.app.awards.views import ballots_view, desk_awards, possible_winners
from muster.app.views.event import field_view
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.written import whole_number
from muster.core.record.facts.awards import AwardKind
from muster.core.rules.players import player_fields
from muster.web.guard import Ask


def show(ask: Ask, event: str) -> HttpResponse:
    return _page(ask, event)


def _page(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    """`?voter=7` asks for one player's vote, from a paper slip."""
    opened = ask.open(event)
    number = whole_number(ask.typed("voter") or ask.request.GET.get("voter", ""))
    voter = None if number is None else opened.event.players.get(PlayerId(number))
    return ask.page(
        "desk/awards.html",
        opened,
        409 if refusal else 200,
        awards=desk_awards(opened),
        kinds=list(AwardKind),
        fields=[field_view(field) for field in player_fields(opened.system) if field.key != "pinned_table"],
        winners=possible_winners(opened),
        one_each=opened.system.settings(opened.event).flag("one_prize_per_player"),
        voter=voter,
        ballots=[] if voter is None else ballots_view(opened, voter),
        typed=ask.request.POST.dict() if refusal else {},
        refusal=refusal,
        once=ask.site.desk.fresh(),
    )


def _done(ask: Ask, event: str, action: Callable[[], object]) -> HttpResponse:
    try:
        action()
    except Refusal as refusal:
        return _page(ask, event, refusal)
    return redirect("awards", event=event)


def add(ask: Ask, event: str) -> HttpResponse:
    def action() -> None:
        kind = actions.read_kind(ask.typed("kind"))
        by_field = kind is AwardKind.FIELD
        actions.add(
            ask.site.desk,
            event,
            ask.typed("title"),
            kind,
            ask.actor,
            field=ask.typed("field") if by_field else "",
            value=ask.typed("value") if by_field else "",
            prize=ask.typed("prize"),
            request=ask.once,
        )

    return _done(ask, event, action)


def remove(ask: Ask, event: str) -> HttpResponse:
    return _done(ask, event, lambda: actions.remove(ask.site.desk, event, ask.typed("award"), ask.actor))


def decide(ask: Ask, event: str) -> HttpResponse:
    players = [f"#{number}" for number in ask.request.POST.getlist("player") if number]
    return _done(
        ask,
        event,
        lambda: actions.decide(
            ask.site.desk, event, ask.typed("award"), players, ask.actor, ask.typed("reason"), ask.once
        ),
    )


def voting(ask: Ask, event: str) -> HttpResponse:
    """Opens a vote, or closes it."""
    change = actions.open_voting if ask.typed("open") == "yes" else actions.close_voting
    return _done(ask, event, lambda: change(ask.site.desk, event, ask.typed("award"), ask.actor))


def paper(ask: Ask, event: str) -> HttpResponse:
    """A vote from a paper slip."""
    return _done(
        ask,
        event,
        lambda: actions.vote(
            ask.site.desk,
            event,
            ask.typed("award"),
            f"#{ask.number('voter')}",
            f"#{ask.number('choice')}",
            ask.actor,
            paper=True,
            request=ask.once,
        ),
    )
