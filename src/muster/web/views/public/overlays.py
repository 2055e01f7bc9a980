"""Overlays of a stream: standings, pairings, one table, the clock. Transparent, live, and nothing to press.

Whoever opens one is nobody (`muster.web.frames.policies`), so it shows what everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpResponse

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.lists import actions as lists
from muster.app.lists.data import data_of
from muster.app.lists.shapes import ItemView, ListView, OpenList
from muster.app.lists.views import shown_to
from muster.app.results.forms import said
from muster.app.table.featured import featured_now, is_featured
from muster.app.views.event import round_view, standings_view
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.model import PlayerId
from muster.core.record.event import Match, MatchState, Round
from muster.web.drawing.scoreboard import scoreboard
from muster.web.frames.looks import OverlayLook, look_of, sheet_of
from muster.web.frames.policies import OVERLAY
from muster.web.guard import Ask
from muster.web.views.public.pages import seats_of, shown_round
from muster.web.views.public.screen import halves
from muster.web.views.table.featured import watched_table

FIELDS = 3
"""How many of a list's fields are shown under a player's name."""

Overlay = Callable[[Ask, Opened, OverlayLook], HttpResponse]


class ListOnStream(View, frozen=True):
    """A list that everybody may see: what it is known by, and what is on it."""

    name: str
    known: str
    items: list[ItemView]


def overlay(kind: str, show: Overlay) -> Callable[..., HttpResponse]:
    """A refusal is also an overlay: whoever set it up reads it in the picture."""

    @wraps(show)
    def view(ask: Ask, event: str) -> HttpResponse:
        try:
            opened: Opened | None = ask.open(event)
            assert opened is not None
            answer = show(ask, opened, look_of(kind, ask.request.GET.dict()))
        except Refusal as refusal:
            status = 404 if isinstance(refusal, UnknownName) else 409
            answer = ask.page("frames/overlay_refused.html", None, status, refusal=refusal, follows=False)
        answer["Content-Security-Policy"] = OVERLAY
        return answer

    return view


def _page(ask: Ask, opened: Opened, look: OverlayLook, template: str, **context: Any) -> HttpResponse:
    style = ask.site.own_styles.has(opened.id)
    return ask.page(template, opened, look=look, own_style=style, **{"pages": 1, "page": 1, **context})


def _paged(lines: list[Any], look: OverlayLook) -> dict[str, Any]:
    """One page of a long table; a page that no longer exists becomes the last."""
    pages = max(1, -(-len(lines) // look.rows))
    page = min(look.page, pages)
    return {"pages": pages, "page": page, "lines": lines[(page - 1) * look.rows : page * look.rows]}


def _standings(ask: Ask, opened: Opened, look: OverlayLook) -> HttpResponse:
    view = standings_view(opened)
    rows = [row for row in view.rows if row.rank is not None] if view.ranked else []
    return _page(
        ask, opened, look, "frames/overlay_standings.html", standings=view, halves=halves, **_paged(rows, look)
    )


def _pairings(ask: Ask, opened: Opened, look: OverlayLook) -> HttpResponse:
    shown = opened.event.shown
    round_ = shown_round(opened, shown[-1].number) if shown else None
    seats = [] if round_ is None else seats_of(round_, by_name=False, wanted="")
    seats.sort(key=lambda seat: (seat.table is None, seat.table or 0))
    return _page(ask, opened, look, "frames/overlay_pairings.html", round=round_, halves=halves, **_paged(seats, look))


def _clock(ask: Ask, opened: Opened, look: OverlayLook) -> HttpResponse:
    shown = opened.event.shown
    round_ = shown[-1] if shown else None
    results_in = 0 if round_ is None else sum(match.state is MatchState.IN for match in round_.matches)
    return _page(ask, opened, look, "frames/overlay_clock.html", round=round_, results_in=results_in)


def _table(ask: Ask, opened: Opened, look: OverlayLook) -> HttpResponse:
    """A game that staff show to everybody, with its board; for any other table, who plays there and the result."""
    round_, match = _seat(opened, look)
    if round_ is None or match is None:
        return _page(ask, opened, look, "frames/overlay_table.html", match=None, table=None)
    watched = match.result is None and is_featured(opened, round_, match)
    table = watched_table(ask, opened, (round_, match)) if watched else None
    # As on the board: the match's first player is side 0 of its table.
    players = (match.a, match.b)
    over = None if match.result is None else round_view(opened, round_.number)
    return _page(
        ask,
        opened,
        look,
        "frames/overlay_table.html",
        match=match,
        round=round_,
        table=table,
        board=None if table is None else scoreboard(table.board),
        names=[opened.event.name_of(player) for player in players],
        lists=[_lists(ask, opened, player) if look.lists != "none" else [] for player in players],
        over=None if over is None else next(one for one in over.matches if one.match == match.number),
        kind=None if over is None else over.kind,
        said="" if match.result is None else said(opened, match, match.result),
    )


def _seat(opened: Opened, look: OverlayLook) -> tuple[Round | None, Match | None]:
    """The table asked for, in the current round; otherwise the first game that everybody may watch."""
    shown = opened.event.shown
    if not shown:
        return None, None
    if look.table is None:
        return shown[-1], next(iter(featured_now(opened)), None)
    return shown[-1], next((match for match in shown[-1].matches if match.table == look.table), None)


def _lists(ask: Ask, opened: Opened, player: PlayerId) -> list[ListOnStream]:
    """A player's lists if the book opens them to everybody now (X-17), otherwise none."""
    rules = opened.system.lists
    if rules is None:
        return []
    now, data = lists.now(ask.site.desk), data_of(ask.site.desk, opened.system)
    try:
        found: Sequence[ListView | OpenList] = shown_to(opened, opened.event.players[player], None, now, data)
    except Refusal:
        return []
    fields = [field.key for field in rules.fields]
    known = [[str(one.fields[key]) for key in fields if one.fields.get(key) not in (None, "")] for one in found]
    return [
        ListOnStream(one.name, " · ".join(words[:FIELDS]), one.items)
        for one, words in zip(found, known, strict=True)
        if not one.withheld
    ]


standings = overlay("standings", _standings)
pairings = overlay("pairings", _pairings)
table = overlay("table", _table)
clock = overlay("clock", _clock)


def look(ask: Ask, event: str) -> HttpResponse:
    """Size and colours as a stylesheet."""
    return _sheet(sheet_of(ask.request.GET.dict()))


def own_style(ask: Ask, event: str) -> HttpResponse:
    """The organiser's own stylesheet."""
    return _sheet(ask.site.own_styles.read(ask.open(event).id))


def _sheet(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/css; charset=utf-8")
