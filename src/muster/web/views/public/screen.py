"""The big screen: pairings by table or by name, standings between rounds, announcements, the code for phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.numbers import Exact
from muster.app.past.record import mark
from muster.app.staff import announcements
from muster.app.table.featured import featured_now
from muster.app.views.event import awards_view, standings_view
from muster.app.views.shapes import AwardView
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.written import whole_number
from muster.core.record.event import Event, MatchState, Round
from muster.paper.codes import qr_path
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.table.featured import screen_game

ROWS = 8
"""Lines per page, so that a name can be read at 15 m; by name there are two columns of them."""

PODIUM = 3
"""The places called up at the end."""

PLACES = ("First place", "Second place", "Third place")
"""Awards that the podium shows as places."""

AWARDS = 4
"""Awards a page, each with its reason in up to two lines."""

FITS = 22
"""How many characters of a name fit half a line."""

FITS_PODIUM = 36
"""The same for the podium, where a name has the line almost to itself and may take two; screen.js makes all fit."""


def screen(ask: Ask, event: str) -> HttpResponse:
    """`?view=pairings` or `standings` keeps to one; without it the screen shows what the hall is waiting for.

    `announcement` shows only the announcement, while there is one; `game` shows a game that everybody may watch.
    """
    opened = ask.open(event)
    asked = ask.request.GET
    game = screen_game(ask, opened) if asked.get("view") == "game" else None
    if game is not None:
        return game
    shown = opened.event.shown
    round_ = shown[-1] if shown else None
    view = asked.get("view", "")
    if view not in ("pairings", "standings"):
        view = "standings" if round_ is not None and round_.complete else "pairings"
    if asked.get("view") == "announcement" and opened.event.announcement:
        view = "announcement"
    elif opened.event.finished and not asked.get("view"):
        view = "podium"
    by_name = asked.get("by") == "name" and view == "pairings"
    given: list[AwardView] = []
    lines: list[ScreenLine]
    if view == "announcement":
        lines = []
    elif view == "podium":
        lines = [line for line in _standings(opened, FITS_PODIUM) if line.rank is not None and line.rank <= PODIUM]
        given = [award for award in awards_view(opened) if award.player and award.title not in PLACES]
    elif view == "standings":
        lines = _standings(opened)
    else:
        lines = [] if round_ is None else (_by_name if by_name else _by_table)(opened.event, round_)
    size = 2 * ROWS if by_name else ROWS
    pages = max(1, -(-len(lines) // size))
    if view == "podium":
        pages = 1 + -(-len(given) // AWARDS)
    page = min(max(_number(asked.get("page", "")), 1), pages)
    on_page = lines if view == "podium" else lines[(page - 1) * size : page * size]
    return ask.page(
        "public/screen.html",
        opened,
        round=round_,
        view=view,
        by_name=by_name,
        lines=on_page,
        given=given[(page - 2) * AWARDS : (page - 1) * AWARDS] if page > 1 else [],
        tables=[line.table for line in on_page if line.table is not None],
        total=len(lines) if view != "pairings" or round_ is None else len(round_.matches),
        first=(page - 1) * size + 1,
        page=page,
        pages=pages,
        results_in=0 if round_ is None else sum(m.state is MatchState.IN for m in round_.matches),
        ranks=standings_view(opened) if view == "standings" else None,
        games=bool(featured_now(opened)),
        record=mark(opened),
        qr=qr_path(f"{ask.site.address}/e/{event}/me/"),
    )


def _number(text: str) -> int:
    number = whole_number(text)
    return 1 if number is None else number


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A line of the pairings or the standings: names as given name and surname.

    `placed`: how far somebody came in the bracket, which says more than their earlier points.
    """

    a: tuple[str, str]
    b: tuple[str, str] | None = None
    table: int | None = None
    rank: int | None = None
    points: Exact | None = None
    placed: str | None = None


def _by_table(event: Event, round_: Round) -> list[ScreenLine]:
    ordered = sorted(round_.matches, key=lambda m: m.table)
    lines = [ScreenLine(_name(event, m.a), _name(event, m.b), m.table) for m in ordered]
    return lines + [ScreenLine(_name(event, bye.player)) for bye in round_.byes]


def _by_name(event: Event, round_: Round) -> list[ScreenLine]:
    seats: list[tuple[PlayerId, int | None]] = [(p, m.table) for m in round_.matches for p in (m.a, m.b)]
    seats += [(bye.player, None) for bye in round_.byes]
    lines = [ScreenLine(_name(event, player), table=table) for player, table in seats]
    return sorted(lines, key=lambda line: (line.a[1].casefold(), line.a[0].casefold()))


def _standings(opened: Opened, fits: int = FITS) -> list[ScreenLine]:
    view = standings_view(opened)
    if not view.ranked:
        return []
    return [
        ScreenLine(
            halves(row.name, fits),
            rank=row.rank,
            points=row.points,
            placed=None if row.placed is None else row.placed.text,
        )
        for row in view.rows
        if row.rank is not None
    ]


def _name(event: Event, player: PlayerId) -> tuple[str, str]:
    return halves(event.name_of(player))


def halves(name: str, fits: int = FITS) -> tuple[str, str]:
    """The given name, or its initials if the whole name is too long for its space, and the full surname."""
    given, surname = _split(name)
    if len(name) > fits:
        given = " ".join(f"{part[0]}." for part in given.split())
    return given, surname


def _split(name: str) -> tuple[str, str]:
    """“Given Surname” or “Surname, Given”; small words before a surname belong to it, as in “van der Berg”."""
    last, comma, first = name.partition(",")
    if comma and first.strip():
        return first.strip(), last.strip()
    words = name.split()
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():
        start -= 1
    return " ".join(islice(words, start)), " ".join(words[start:])


def announce(ask: Ask, event: str) -> HttpResponse:
    return _said(ask, event, lambda: announcements.announce(ask.site.desk, event, ask.typed("text"), ask.actor))


def withdraw(ask: Ask, event: str) -> HttpResponse:
    return _said(ask, event, lambda: announcements.withdraw(ask.site.desk, event, ask.actor))


def _said(ask: Ask, event: str, action: Callable[[], object]) -> HttpResponse:
    try:
        action()
    except Refusal as refusal:
        opened = ask.open(event)
        home, typed = url("desk", event=event), ask.typed("text")
        return ask.page("public/announcement.html", opened, 409, home=home, stays=True, typed=typed, refusal=refusal)
    return redirect("desk", event=event)
