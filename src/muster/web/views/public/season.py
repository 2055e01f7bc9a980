"""A season's public leaderboard: the table, who has qualified, and which events count; and the table as CSV."""

from __future__ import annotations

from fractions import Fraction

from django.http import HttpResponse

from muster.app.circuit.held import HeldState
from muster.app.circuit.seasons import OpenSeason
from muster.app.circuit.views import SeasonRowView, SeasonView, season_view
from muster.app.permissions import Action
from muster.app.persons.views import profile_keys
from muster.app.takeaway.sheets import season_csv
from muster.core.kit.model import PlayerId
from muster.web.guard import Ask

FULL = 100
"""The width of the longest bar."""

HERE = (HeldState.SAME, HeldState.CHANGED, HeldState.REOPENED)
"""The event is in this data folder, so its players have profiles here."""

At = tuple[str, int]
"""A player of an event, by its id."""


def show(ask: Ask, season: str) -> HttpResponse:
    opened = ask.site.seasons.open(season)
    view = season_view(ask.site.seasons, ask.site.desk, opened)
    most = max((Fraction(row.points) for row in view.table), default=Fraction(1))
    line = _line(view, most)
    return ask.page(
        "public/season.html",
        season=view,
        bars=[_share(row, most) for row in view.table],
        line=line,
        cut=_cut(view),
        qualified=sum(bool(row.qualified) for row in view.table),
        profiles=_profiles(ask, opened, view),
    )


def table_csv(ask: Ask, season: str) -> HttpResponse:
    view = season_view(ask.site.seasons, ask.site.desk, ask.site.seasons.open(season))
    headers = {"Content-Disposition": f'attachment; filename="{season}.csv"'}
    return HttpResponse(season_csv(view).encode(), content_type="text/csv; charset=utf-8", headers=headers)


def _profiles(ask: Ask, opened: OpenSeason, view: SeasonView) -> dict[At, str]:
    """The profile keys of everybody who shows theirs to this reader, by each place they took."""
    here = {event.event for event in view.events if event.state in HERE}
    origins = {event.entered.event: origin for origin, event in opened.season.events.items()}
    earned = [[(one.event, one.player) for one in row.earned] for row in view.table]
    seen = {(event, player): (origins[event], PlayerId(player)) for row in earned for event, player in row}
    own = [appearance for (event, _), appearance in seen.items() if event in here]
    keys = profile_keys(ask.site.people, own, open_to_all=not ask.who.may(Action.PEOPLE))
    found: dict[At, str] = {}
    for row in earned:
        key = next((keys[seen[at]] for at in row if seen[at] in keys), "")
        found.update((at, key) for at in row if key)
    return found


def _share(row: SeasonRowView, most: Fraction) -> int:
    return int(FULL * Fraction(row.points) / most)


def _line(view: SeasonView, most: Fraction) -> int | None:
    """Where the qualifying points are in the picture; None if points do not qualify, or nobody has that many."""
    if view.qualify is None or view.qualify.points is None or Fraction(view.qualify.points) > most:
        return None
    return int(FULL * Fraction(view.qualify.points) / most)


def _cut(view: SeasonView) -> int | None:
    """The number of rows before the line below which nobody qualifies; None if there is no such line."""
    qualified = [bool(row.qualified) for row in view.table]
    rows = sum(qualified)
    return rows if rows and all(qualified[:rows]) and rows < len(qualified) else None
