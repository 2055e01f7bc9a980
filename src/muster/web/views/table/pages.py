"""The page of a game at the table, for one side, for one phone between both, and for staff; and taking in taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.results.forms import said
from muster.app.speech import tr
from muster.app.staff.calls import my_call
from muster.app.table import actions
from muster.app.table.tables import OpenTable
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.record.event import Match, Round
from muster.core.rules.table.taps import must_share
from muster.paper.codes import qr_path
from muster.web.drawing.boards import secret
from muster.web.guard import Ask
from muster.web.pages import SEEN_FIELD, url
from muster.web.views.table.taps import read_taps

Seat = tuple[Round, Match]
"""Where an event's game is played."""


PART = "Muster-Part"
"""A header: a script that already has the page asks only for its main part."""


def tapped(
    ask: Ask,
    table: OpenTable,
    take: Callable[[], OpenTable],
    show: Callable[[OpenTable, Refusal | None], HttpResponse],
) -> HttpResponse:
    """The board after what was tapped, or the one before with the reason why not.

    A form sent without a script is first confirmed if its button asks for that, and goes back to its page.
    """
    scripted, page = bool(ask.typed("taps")), ask.request.path.removesuffix("tap/")
    if ask.typed("ask") and not scripted:
        return _asked(ask, page)
    try:
        after = take()
    except Refusal as refusal:
        return show(table, refusal)
    return show(after, None) if scripted else redirect(page)


def _asked(ask: Ask, back: str) -> HttpResponse:
    """A button's question, with its form again; only a form sent without the question is a tap."""
    fields = [(name, text) for name, text in ask.request.POST.items() if name not in ("ask", "csrfmiddlewaretoken")]
    action = ask.request.get_full_path()
    return ask.page("table/ask.html", question=ask.typed("ask"), fields=fields, action=action, back=back, follows=False)


def take_in(ask: Ask, table: OpenTable, side: int | None, device: str, actor: Actor) -> OpenTable:
    """`run`: each page of a browser counts its own taps, so that two pages on one phone can be told apart."""
    sent: Mapping[str, str] = {name: ask.typed(name) for name in ask.request.POST}
    ask.site.limits.tapping.spend(f"{table.id} {device}")
    run = ask.typed("run")[:16]
    name = f"{device}.{run}" if run.isalnum() else device
    return actions.tap(ask.site.tables, table.id, read_taps(sent), side, name, actor, ask.number("seen"))


def _between(ask: Ask) -> bool:
    """Whether it is the one phone between both players that asks."""
    return ask.request.path.removesuffix("tap/").endswith("/both/")


def side_tapped(ask: Ask, table: OpenTable, own: int, device: str) -> int:
    """Whose tap it is: one's own, or the other side's on the one phone between both."""
    if not _between(ask) or ask.request.GET.get("side") != str(1 - own):
        return own
    must_share(table.record, 1 - own, device)
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
    """`join`: what another phone opens to track this game, outside an event."""
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
        "table/table.html",
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
        waits=not all(table.record.devices),
        share_url=url("game-share", table=table.id) if join else "",
        qr=qr_path(join) if join else None,
        sharing=_sharing(ask, table, opened, eye, seat),
        send_url="" if opened is None or eye.side is None else url("send-result", event=opened.id),
        result="" if opened is None or seat is None else said(opened, seat[1], seat[1].result, ask.who.player),
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
    must_share(table.record, 1 - own, device)
    views = [actions.table_view(ask.site.tables, table, opened, Eye(side), device) for side in (1 - own, own)]
    for view in views:
        # A page for one side alone, only while it chooses: its choice is visible there until both have chosen.
        alone = ask.request.method == "GET" and ask.request.GET.get("side") == str(view.side)
        if alone and secret(view.board, table.tracker.secret):
            return show_table(ask, table, opened, Eye(view.side), f"{tap_url}?side={view.side}", seat, refusal)
    return _page(
        ask,
        "table/halves.html",
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


class Sharing(View, frozen=True):
    """Who could be tracked on the other's phone, and what a press changes. `elsewhere`: the viewer is."""

    url: str
    both_url: str
    sides: list[int]
    shared: list[int]
    lists: bool
    elsewhere: bool


def _sharing(ask: Ask, table: OpenTable, opened: Opened | None, eye: Eye, seat: Seat | None) -> Sharing | None:
    """Not on the shared phone itself, where a page may be the other player's."""
    record, device = table.record, ask.who.device or ask.device
    if opened is None or seat is None or seat[1].result is not None or _between(ask):
        return None
    shared = [side for side in (0, 1) if record.shared[side] is not None]
    if eye.side is None:
        there = url("judge-share", event=opened.id, number=seat[0].number, table=seat[1].table)
        return Sharing(there, "", [0, 1], shared, any(record.opened.lists), False)
    elsewhere = eye.side in shared and not any(
        t.side == eye.side and t.device.startswith(device) for t in record.taps[record.shared[eye.side] or 0 :]
    )
    lists, there = bool(record.opened.lists[eye.side]), url("share-game", event=opened.id)
    return Sharing(there, url("both", event=opened.id), [eye.side], shared, lists, elsewhere)


def _page(ask: Ask, template: str, opened: Opened | None, refusal: Refusal | None, **context: Any) -> HttpResponse:
    """The page, or for a phone that has it only the part that changes: the same template in an empty frame."""
    answer = ask.page(
        template,
        opened,
        409 if refusal else 200,
        follows=False,
        slim=ask.request.headers.get(PART) == "main",
        refusal=refusal,
        **context,
    )
    seen = f'<input type="hidden" name="seen" value="{context["table"].seq}">'
    seen += f'<input type="hidden" name="table" value="{context["table"].id}">'
    answer.content = answer.content.replace(SEEN_FIELD.encode(), seen.encode())
    patch_vary_headers(answer, [PART])
    return answer


def _calling(opened: Opened | None, seat: Seat | None) -> dict[str, Any]:
    """What the button that calls a judge needs, for players in an event."""
    if opened is None or seat is None:
        return {"round": None, "match": None, "call": None}
    return {"round": seat[0], "match": seat[1], "call": my_call(opened, *seat)}
