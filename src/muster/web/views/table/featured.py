"""Games that everybody may watch, and how their points went once they are over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpResponse

from muster.app.desk import Opened
from muster.app.exact import grown
from muster.app.languages import current
from muster.app.results.forms import said
from muster.app.table import actions, featured
from muster.app.table.actions import FollowedView
from muster.core.book.tracker.tracker import Eye
from muster.core.record.event import Match
from muster.web.drawing.scoreboard import scoreboard
from muster.web.guard import Ask
from muster.web.views.table.pages import Seat


def show(ask: Ask, event: str, number: int, table: int) -> HttpResponse:
    """One game: live while it is shown to everybody, and how its points developed afterwards."""
    opened = ask.open(event)
    round_, match = actions.seat_at(opened, number, table)
    course = featured.course_of(ask.site.tables, opened, round_, match)
    if match.result is None or not featured.has_course(opened):
        featured.must_be_featured(opened, round_, match)
    return _kept(ask, opened, (round_, match), lambda asking: _page(asking, opened, (round_, match), course))


def _page(ask: Ask, opened: Opened, seat: Seat, course: object) -> HttpResponse:
    watched = featured.is_featured(opened, *seat)
    return ask.page(
        "table/featured.html",
        opened,
        table=watched_table(ask, opened, seat) if watched else None,
        names=_names(opened, seat[1]),
        number=seat[1].table,
        of_round=seat[0].number,
        said="" if seat[1].result is None else said(opened, seat[1], seat[1].result),
        course=course,
        by_hand=course is not None and featured.entered_by_hand(ask.site.tables, opened, *seat),
        drawn=featured.has_course(opened),
        rules=opened.id,
        tap_url="",
        follows=False,
    )


def _names(opened: Opened, match: Match) -> tuple[str, str]:
    return opened.event.name_of(match.a), opened.event.name_of(match.b)


def watched_table(ask: Ask, opened: Opened, seat: Seat) -> FollowedView | None:
    """The board as everybody may see it; None while nobody tracks the game at its table."""
    table = featured.followed(ask.site.tables, opened, *seat)
    if table is None:
        return None
    view = actions.table_view(ask.site.tables, table, opened, Eye(None), "")
    return grown(FollowedView, view, board=featured.to_watch(view.board))


def _kept(ask: Ask, opened: Opened, seat: Seat, shown_to: Callable[[Ask], HttpResponse]) -> HttpResponse:
    """Many may watch one game: for readers who see the same, the page is rendered once after each change and each
    second.
    """
    if ask.who.member is not None:
        return shown_to(ask)
    watching = replace(ask, who=replace(ask.who, device="", proven=False, player=None))
    table_id, second = actions.id_of(opened.id, *seat), actions.now(ask.site.tables) // 1_000
    last = next((stored.entries for stored in ask.site.tables.listed() if stored.id == table_id), 0)
    key = ("watched", table_id, last, opened.head, ask.who.visitor, current().code, second)
    return HttpResponse(ask.site.pages.get(key, lambda: shown_to(watching).content))


def screen_game(ask: Ask, opened: Opened) -> HttpResponse | None:
    """The big screen with one game in large letters: the one asked for, or the first that everybody may watch."""
    games = featured.featured_now(opened)
    asked = [match for match in games if str(match.table) == ask.request.GET.get("table")]
    match = next(iter(asked or games), None)
    if match is None or not actions.may_follow(opened):
        return None
    table = watched_table(ask, opened, (opened.event.shown[-1], match))
    return ask.page(
        "table/screen_game.html",
        opened,
        table=table,
        shown=None if table is None else scoreboard(table.board),
        names=_names(opened, match),
        number=match.table,
        rules=opened.id,
        tap_url="",
        follows=False,
    )
