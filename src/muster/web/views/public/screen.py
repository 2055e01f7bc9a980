"""The big screen: pairings by table or by name, standings between rounds, what is announced, the way to one's phone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.desk import Opened
from muster.app.exact import exact
from muster.app.past.record import mark
from muster.app.staff import announcements
from muster.app.table.featured import featured_now
from muster.app.views.event import of_round, standings_view
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.written import whole_number
from muster.core.record.event import Event, MatchState, Round
from muster.paper.codes import qr_path
from muster.web.guard import Ask
from muster.web.views.table.featured import screen_game

ROWS = 8
"""Lines a page, so that a name can be read at 15 m; by name there are two columns of them."""

PODIUM = 3
"""The places that are called up at the end."""

FITS = 22
"""Characters of a name that half a line holds."""


def screen(ask: Ask, event: str) -> HttpResponse:
    """`?view=pairings` or `standings` keeps to one; without it the screen shows what the hall waits for. `announcement`
    shows what is announced and nothing else, for as long as there is something; `game` a game that everybody may
    watch."""
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
    if view == "announcement":
        lines = []
    elif view == "podium":
        lines = [line for line in _standings(opened) if line["rank"] <= PODIUM]
    elif view == "standings":
        lines = _standings(opened)
    else:
        lines = [] if round_ is None else (_by_name if by_name else _by_table)(opened.event, round_)
    size = 2 * ROWS if by_name else ROWS
    pages = max(1, -(-len(lines) // size))
    page = min(max(_number(asked.get("page", "")), 1), pages)
    on_page = lines[(page - 1) * size : page * size]
    return ask.page(
        "screen.html",
        opened,
        round=round_,
        view=view,
        by_name=by_name,
        lines=on_page,
        tables=[line["table"] for line in on_page if line.get("table") is not None],
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


def _by_table(event: Event, round_: Round) -> list[dict[str, Any]]:
    ordered = sorted(round_.matches, key=lambda m: m.table)
    lines: list[dict[str, Any]] = [{"table": m.table, "a": _name(event, m.a), "b": _name(event, m.b)} for m in ordered]
    return lines + [{"table": None, "a": _name(event, bye.player), "b": None} for bye in round_.byes]


def _by_name(event: Event, round_: Round) -> list[dict[str, Any]]:
    seats: list[tuple[PlayerId, int | None]] = [(p, m.table) for m in round_.matches for p in (m.a, m.b)]
    seats += [(bye.player, None) for bye in round_.byes]
    lines = [{"table": table, "a": _name(event, player)} for player, table in seats]
    return sorted(lines, key=lambda line: (line["a"][1].casefold(), line["a"][0].casefold()))


def _standings(opened: Opened) -> list[dict[str, Any]]:
    if not standings_view(opened).ranked:
        return []
    rows = of_round(opened, None).ranked()
    return [{"rank": r.rank, "a": _name(opened.event, r.player), "points": exact(r.points)} for r in rows]


def _name(event: Event, player: PlayerId) -> tuple[str, str]:
    return halves(event.name_of(player))


def halves(name: str) -> tuple[str, str]:
    """The given name, or its initials where the whole is too long for its half of a line, and the surname in full."""
    given, surname = _split(name)
    if len(name) > FITS:
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


def _said(ask: Ask, event: str, deed: Callable[[], object]) -> HttpResponse:
    try:
        deed()
    except Refusal as refusal:
        opened = ask.open(event)
        return ask.page("announcement.html", opened, 409, typed=ask.typed("text"), refusal=refusal)
    return redirect("desk", event=event)
