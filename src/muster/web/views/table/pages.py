"""The page of a game at the table, for one side, for one phone between both, and for staff; and taking in taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.app.staff.calls import my_call
from muster.app.table import actions
from muster.app.table.tables import OpenTable
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.record.event import Match, Round
from muster.paper.codes import qr_path
from muster.web.guard import Ask
from muster.web.pages import SEEN_FIELD, url
from muster.web.views.table.taps import read_taps

Seat = tuple[Round, Match]
"""Where a game of an event is played."""


PART = "Muster-Part"
"""A header: a script that has the page asks for its main part alone."""


def tapped(
    ask: Ask,
    table: OpenTable,
    take: Callable[[], OpenTable],
    show: Callable[[OpenTable, Refusal | None], HttpResponse],
) -> HttpResponse:
    """The board after what was tapped, or the one before it with the reason why not. A form that was sent without a
    script goes back to its page."""
    try:
        after = take()
    except Refusal as refusal:
        return show(table, refusal)
    return show(after, None) if ask.typed("taps") else redirect(ask.request.path.removesuffix("tap/"))


def take_in(ask: Ask, table: OpenTable, side: int | None, device: str, actor: Actor) -> OpenTable:
    """`run`: one page of a browser counts its taps by itself, so that two pages of one phone are told apart."""
    sent: Mapping[str, str] = {name: ask.typed(name) for name in ask.request.POST}
    ask.site.limits.tapping.spend(f"{table.id} {device}")
    run = ask.typed("run")[:16]
    name = f"{device}.{run}" if run.isalnum() else device
    return actions.tap(ask.site.tables, table.id, read_taps(sent), side, name, actor, ask.number("seen"))


def side_tapped(ask: Ask, table: OpenTable, own: int, device: str) -> int:
    """Whose tap it is: one's own, or the other side's on the one phone between both."""
    if not ask.request.path.endswith("/both/tap/") or ask.request.GET.get("side") != str(1 - own):
        return own
    actions.must_share(table, 1 - own, device)
    return 1 - own


def show_table(
    ask: Ask,
    table: OpenTable,
    opened: Opened | None,
    eye: Eye,
    tap_url: str,
    seat: Seat | None,
    refusal: Refusal | None,
    join: str = "",
) -> HttpResponse:
    """`join`: what the other phone opens, where it has not yet."""
    device = ask.who.device or ask.device
    names = table.record.opened.names
    ways: list[tuple[str, str]] = []
    if opened is not None and eye.side is not None:
        ways = [
            (tr("Report the result"), url("my-report", event=opened.id)),
            (tr("My page"), url("me", event=opened.id)),
        ]
    elif opened is not None and eye.staff:
        ways = [(tr("Tables"), url("tables", event=opened.id))]
    return _page(
        ask,
        "table.html",
        opened,
        refusal,
        table=actions.table_view(ask.site.tables, table, opened, eye, device),
        names=names,
        opponent=" – ".join(names) if eye.side is None else names[1 - eye.side],
        number=0 if seat is None else seat[1].table,
        **_calling(opened, None if eye.staff else seat),
        rules="" if opened is None else opened.id,
        tap_url=tap_url,
        ways=ways,
        join=join,
        qr=qr_path(join) if join else None,
        send_url="" if opened is None or eye.side is None else url("send-result", event=opened.id),
    )


def show_halves(
    ask: Ask,
    table: OpenTable,
    opened: Opened | None,
    own: int,
    tap_url: str,
    seat: Seat | None,
    refusal: Refusal | None,
) -> HttpResponse:
    """One phone between the players: a half for each, facing them."""
    device = ask.who.device or ask.device
    actions.must_share(table, 1 - own, device)
    for side in (0, 1):
        if ask.request.method == "GET" and ask.request.GET.get("side") == str(side):
            return show_table(ask, table, opened, Eye(side), f"{tap_url}?side={side}", seat, refusal)
    views = [actions.table_view(ask.site.tables, table, opened, Eye(side), device) for side in (1 - own, own)]
    return _page(
        ask,
        "halves.html",
        opened,
        refusal,
        table=views[1],
        halves=views,
        secrets=table.tracker.secret,
        names=table.record.opened.names,
        number=0 if seat is None else seat[1].table,
        **_calling(opened, seat),
        rules="" if opened is None else opened.id,
        tap_url=tap_url,
    )


def _page(ask: Ask, template: str, opened: Opened | None, refusal: Refusal | None, **context: Any) -> HttpResponse:
    """The page, or for a phone that has it the part of it that changes: the same template in a frame without more."""
    answer = ask.page(
        template,
        opened,
        409 if refusal else 200,
        home=ask.request.path.removesuffix("tap/"),
        follows=False,
        slim=ask.request.headers.get(PART) == "main",
        refusal=refusal,
        **context,
    )
    seen = f'<input type="hidden" name="seen" value="{context["table"].seq}">'
    answer.content = answer.content.replace(SEEN_FIELD.encode(), seen.encode())
    patch_vary_headers(answer, [PART])
    return answer


def _calling(opened: Opened | None, seat: Seat | None) -> dict[str, Any]:
    """What the button that calls a judge needs, for those who play in an event."""
    if opened is None or seat is None:
        return {"round": None, "match": None, "call": None}
    return {"round": seat[0], "match": seat[1], "call": my_call(opened, *seat)}
