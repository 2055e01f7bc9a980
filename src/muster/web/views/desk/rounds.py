"""The steps of a round: draw, change the draft, publish, close, cut, finish. Each checks what its page showed."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from muster.app.desk import Desk
from muster.app.events import actions as whole
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor
from muster.core.kit.written import whole_number
from muster.web.guard import Ask
from muster.web.views.desk.desk import do


def _page(ask: Ask, step: str) -> dict[str, Any]:
    """What the page had seen, and its own name for this step, so that a double click counts once."""
    once = ask.once
    return {"seen": ask.number("seen"), "request": f"{once} {step}" if once else ""}


def pair(ask: Ask, event: str) -> HttpResponse:
    """Draws the next round; with a reason, the draft again."""
    again = ask.typed("again") == "yes"
    reason = ask.typed("reason").strip()

    def action(desk: Desk, event: str, actor: Actor) -> object:
        if again and not reason:
            raise Refusal("A redraw needs a reason, for the log.")
        told = ask.typed("reason-public") == "yes"
        why = reason if again else ""
        return rounds.pair(desk, event, actor, redraw_reason=why, reason_public=told, **_page(ask, "pair"))

    return do(ask, event, action)


def swap(ask: Ask, event: str) -> HttpResponse:
    first, second = ask.typed("first"), ask.typed("second")

    def action(desk: Desk, event: str, actor: Actor) -> object:
        return rounds.swap(desk, event, first, second, actor, ask.typed("reason"), **_page(ask, f"{first} {second}"))

    return do(ask, event, action, anchor=f"#seat-{first.removeprefix('#')}" if first.startswith("#") else "")


def move(ask: Ask, event: str) -> HttpResponse:
    """The match at one table moves to another; if that is taken, the two swap tables."""

    def action(desk: Desk, event: str, actor: Actor) -> object:
        table, to = _table(ask.typed("table")), _table(ask.typed("to"))
        page = _page(ask, f"move {table} {to}")
        return rounds.move_table(desk, event, table, to, actor, ask.typed("reason"), **page)

    return do(ask, event, action)


def _table(text: str) -> int:
    number = whole_number(text)
    if number is None or number > 999_999:
        raise BadInput("Table “{table}” should be a whole number of 1 or more.", table=text)
    return number


def place(ask: Ask, event: str) -> HttpResponse:
    """What happens to a player without a place in the draft: a bye, or sitting out."""
    player, how = ask.typed("player"), ask.typed("how")

    def action(desk: Desk, event: str, actor: Actor) -> object:
        page = _page(ask, f"place {player}")
        if how == "bye":
            return rounds.give_bye(desk, event, player, "", actor, **page)
        return rounds.leave_out(desk, event, player, actor, **page)

    return do(ask, event, action)


def publish(ask: Ask, event: str) -> HttpResponse:
    return do(ask, event, lambda desk, e, actor: rounds.publish(desk, e, actor, **_page(ask, "publish")))


def close(ask: Ask, event: str) -> HttpResponse:
    return do(ask, event, lambda desk, e, actor: rounds.close(desk, e, actor, **_page(ask, "close")))


def cut(ask: Ask, event: str) -> HttpResponse:
    return do(ask, event, lambda desk, e, actor: rounds.cut(desk, e, actor, **_page(ask, "cut")))


def play_on(ask: Ask, event: str) -> HttpResponse:
    reason = ask.typed("reason")
    return do(ask, event, lambda desk, e, actor: rounds.play_on(desk, e, reason, actor, **_page(ask, "play on")))


def finish(ask: Ask, event: str) -> HttpResponse:
    reason = ask.typed("reason")
    return do(ask, event, lambda desk, e, actor: whole.finish(desk, e, actor, reason, **_page(ask, "finish")))
