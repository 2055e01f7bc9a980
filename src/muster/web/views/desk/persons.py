"""People at the desk, each in one step from the search box: drop, bring back, late entry, late arrival."""

from __future__ import annotations

from django.http import HttpResponse

from muster.app.desk import Desk
from muster.app.people import comings, roster
from muster.app.people.views import typed_values
from muster.core.kit.model import Actor
from muster.core.rules.players import player_fields
from muster.web.guard import Ask
from muster.web.views.desk.desk import do


def drop(ask: Ask, event: str) -> HttpResponse:
    """`how`: how their current game ends, if they have one."""
    player, how, reason = ask.typed("player"), ask.typed("how"), ask.typed("reason")

    def action(desk: Desk, event: str, actor: Actor) -> object:
        if how:
            played = ask.number("round")
            return comings.leave(desk, event, player, how, actor, reason, round_=played, request=ask.once)
        return roster.drop(desk, event, player, actor, reason)

    return do(ask, event, action, undoable=True)


def rejoin(ask: Ask, event: str) -> HttpResponse:
    return do(ask, event, lambda desk, e, actor: roster.rejoin(desk, e, ask.typed("player"), actor), undoable=True)


def enter(ask: Ask, event: str) -> HttpResponse:
    """Somebody new, also late; `allow` sets the option this needs."""

    def action(desk: Desk, event: str, actor: Actor) -> object:
        texts = typed_values(player_fields(ask.open(event).system), ask.request.POST.dict())
        allow = ask.typed("allow") == "yes"
        against = ask.typed("against") == "bye"
        return comings.enter(
            desk, event, ask.typed("name"), texts, actor, allow=allow, against_bye=against, request=ask.once
        )

    return do(ask, event, action, undoable=True)


def arrive(ask: Ask, event: str) -> HttpResponse:
    player, allow, against = ask.typed("player"), ask.typed("allow") == "yes", ask.typed("against") == "bye"
    return do(
        ask,
        event,
        lambda desk, e, actor: comings.arrive(
            desk, e, player, actor, allow=allow, against_bye=against, request=ask.once
        ),
        undoable=True,
    )


def play_the_bye(ask: Ask, event: str) -> HttpResponse:
    """A player who is here but not in the round plays the one who has the bye."""
    return do(
        ask,
        event,
        lambda desk, e, actor: comings.play_the_bye(desk, e, ask.typed("player"), actor, request=ask.once),
        undoable=True,
    )
