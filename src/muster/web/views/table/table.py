"""Games at the table in a browser: a player's own in an event, any for staff, and games outside of an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.people.claims import as_player
from muster.app.speech import tr
from muster.app.table import actions
from muster.app.table.tables import OpenTable
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.event import Match, Round
from muster.paper.codes import qr_path
from muster.systems import registry
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.table.taps import read_taps
from muster.web.who.devices import own_device


def now(ask: Ask) -> HttpResponse:
    """The server's time in milliseconds, for phones to set their clocks by."""
    answer = HttpResponse(str(actions.now(ask.site.tables)), content_type="text/plain")
    answer["Cache-Control"] = "no-store"
    return answer


def mine(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    """The game of a player's own match in the round that is on."""
    opened = ask.open(event)
    player, round_, match = _own(ask, opened)
    table = actions.open_match(ask.site.tables, ask.site.desk, event, round_.number, player, as_player(opened, player))
    own = actions.must_play(table, player, "")
    if ask.request.path.removesuffix("tap/").endswith("/both/"):
        return _halves(ask, table, opened, own, url("tap-both", event=event), match.table, refusal)
    return _page(ask, table, opened, Eye(own), url("my-tap", event=event), match.table, refusal)


def tap(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    player, round_, match = _own(ask, opened)
    table = ask.site.tables.open(actions.id_of(event, round_, match))
    own, device = actions.must_play(table, player, ""), ask.who.device or own_device(ask.request)
    try:
        _taken(ask, table.id, _side(ask, table, own, device), device, as_player(opened, player))
    except Refusal as refusal:
        return mine(ask, event, refusal)
    return mine(ask, event) if ask.typed("taps") else redirect(ask.request.path.removesuffix("tap/"))


def _side(ask: Ask, table: OpenTable, own: int, device: str) -> int:
    """Whose tap it is: one's own, or the other side's on the one phone between both."""
    if not ask.request.path.endswith("/both/tap/") or ask.request.GET.get("side") != str(1 - own):
        return own
    actions.must_share(table, 1 - own, device)
    return 1 - own


def send_result(ask: Ask, event: str) -> HttpResponse:
    """What both agreed on at the table becomes this player's report."""
    opened = ask.open(event)
    player, round_, match = _own(ask, opened)
    table = ask.site.tables.open(actions.id_of(event, round_, match))
    try:
        ask.site.limits.reporting.spend(f"{event} {player}")
        actions.send_result(ask.site.tables, ask.site.desk, table, player, as_player(opened, player), ask.who.device)
    except Refusal as refusal:
        return mine(ask, event, refusal)
    return redirect("me", event=event)


def _own(ask: Ask, opened: Opened) -> tuple[PlayerId, Round, Match]:
    player, shown = ask.who.player, opened.event.shown
    match = shown[-1].match_of(player) if player is not None and shown else None
    if player is None or match is None:
        raise Refusal("You have no game at the moment. Your page says what comes next.")
    return player, shown[-1], match


def judged(ask: Ask, event: str, number: int, table: int, refusal: Refusal | None = None) -> HttpResponse:
    """Any game of an event, for staff: they see what both see, and can put it right."""
    opened = ask.open(event)
    _, match = _at(opened, number, table)
    found = actions.open_match(ask.site.tables, ask.site.desk, event, number, match.a, ask.actor)
    return _page(
        ask,
        found,
        opened,
        Eye(None, staff=True),
        url("judge-tap", event=event, number=number, table=table),
        table,
        refusal,
    )


def judge_tap(ask: Ask, event: str, number: int, table: int) -> HttpResponse:
    opened = ask.open(event)
    round_, match = _at(opened, number, table)
    try:
        _taken(ask, actions.id_of(event, round_, match), None, own_device(ask.request), ask.actor)
    except Refusal as refusal:
        return judged(ask, event, number, table, refusal)
    return (
        judged(ask, event, number, table)
        if ask.typed("taps")
        else redirect("judge-game", event=event, number=number, table=table)
    )


def _at(opened: Opened, number: int, table: int) -> tuple[Round, Match]:
    round_ = opened.event.round(number)
    match = round_.match_at(table)
    if match is None:
        raise UnknownName("table", str(table), [str(m.table) for m in round_.matches])
    return round_, match


def _taken(ask: Ask, table_id: str, side: int | None, device: str, actor: Actor) -> None:
    """`run`: one page of a browser counts its taps by itself, so that two pages of one phone are told apart."""
    sent: Mapping[str, str] = {name: ask.typed(name) for name in ask.request.POST}
    ask.site.limits.tapping.spend(f"{table_id} {device}")
    run = ask.typed("run")[:16]
    name = f"{device}.{run}" if run.isalnum() else device
    actions.tap(ask.site.tables, table_id, read_taps(sent), side, name, actor, ask.number("seen"))


def _page(
    ask: Ask,
    table: OpenTable,
    opened: Opened | None,
    eye: Eye,
    tap_url: str,
    number: int,
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
    return ask.page(
        "table.html",
        opened,
        409 if refusal else 200,
        home=ask.request.path.removesuffix("tap/"),
        follows=False,
        table=actions.table_view(ask.site.tables, table, opened, eye, device),
        names=names,
        opponent=" – ".join(names) if eye.side is None else names[1 - eye.side],
        number=number,
        rules="" if opened is None else opened.id,
        tap_url=tap_url,
        ways=ways,
        join=join,
        qr=qr_path(join or "-"),
        send_url="" if opened is None or eye.side is None else url("send-result", event=opened.id),
        refusal=refusal,
    )


def _halves(
    ask: Ask, table: OpenTable, opened: Opened | None, own: int, tap_url: str, number: int, refusal: Refusal | None
) -> HttpResponse:
    """One phone between the players: a half for each, facing them."""
    device = ask.who.device or ask.device
    actions.must_share(table, 1 - own, device)
    for side in (0, 1):
        if ask.request.method == "GET" and ask.request.GET.get("side") == str(side):
            return _page(ask, table, opened, Eye(side), f"{tap_url}?side={side}", number, refusal)
    views = [actions.table_view(ask.site.tables, table, opened, Eye(side), device) for side in (1 - own, own)]
    return ask.page(
        "halves.html",
        opened,
        409 if refusal else 200,
        home=ask.request.path.removesuffix("tap/"),
        follows=False,
        table=views[1],
        halves=views,
        secrets=table.tracker.secret,
        names=table.record.opened.names,
        number=number,
        rules="" if opened is None else opened.id,
        tap_url=tap_url,
        refusal=refusal,
    )


def play(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    """Open a table for a game outside of any event."""
    return ask.page(
        "play.html",
        None,
        409 if refusal else 200,
        home=url("play"),
        systems=[(key, registry.find(key).name) for key in registry.names()],
        typed={name: ask.typed(name) for name in ("system", "first", "second")},
        refusal=refusal,
    )


def open_casual(ask: Ask) -> HttpResponse:
    device = own_device(ask.request)
    try:
        ask.site.limits.opening.spend(ask.address)
        names = [ask.typed("first"), ask.typed("second")]
        table = actions.open_casual(ask.site.tables, ask.typed("system"), names, {}, "", device)
    except Refusal as refusal:
        return play(ask, refusal)
    return redirect("game", table=table.id)


def casual(ask: Ask, table: str, refusal: Refusal | None = None) -> HttpResponse:
    """A game outside of any event: one's own side, or which side to take."""
    found = _casual(ask, table)
    side = actions.side_of(found, None, own_device(ask.request))
    if side is None:
        record = found.record
        return ask.page("sit_down.html", None, 409 if refusal else 200, found=record, id=table, refusal=refusal)
    if ask.request.path.removesuffix("tap/").endswith("/both/"):
        return _halves(ask, found, None, side, url("game-tap-both", table=table), 0, refusal)
    join = "" if all(found.record.devices) else f"{ask.site.address}{url('game', table=table)}"
    return _page(ask, found, None, Eye(side), url("game-tap", table=table), 0, refusal, join)


def _casual(ask: Ask, table: str) -> OpenTable:
    found = ask.site.tables.open(table)
    if found.record.opened.event:
        raise UnknownName("table", table, [])
    return found


def sit_down(ask: Ask, table: str) -> HttpResponse:
    _casual(ask, table)
    try:
        side = ask.number("side")
        actions.take_side(ask.site.tables, table, side, own_device(ask.request), instead=ask.typed("instead") == "yes")
    except Refusal as refusal:
        return casual(ask, table, refusal)
    return redirect("game", table=table)


def casual_tap(ask: Ask, table: str) -> HttpResponse:
    found, device = _casual(ask, table), own_device(ask.request)
    try:
        side = actions.must_play(found, None, device)
        _taken(ask, table, _side(ask, found, side, device), device, Actor(found.record.opened.names[side]))
    except Refusal as refusal:
        return casual(ask, table, refusal)
    return casual(ask, table) if ask.typed("taps") else redirect(ask.request.path.removesuffix("tap/"))
