"""Statistics of an event and of a season, for everybody, as a page and as CSV."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse

from muster.app.desk import Opened
from muster.app.statistics.shapes import GameStatistics, Matchup, StatisticsView
from muster.app.statistics.sheet import statistics_csv
from muster.app.statistics.views import event_statistics, season_statistics
from muster.web.guard import Ask
from muster.web.pages import url


@dataclass(frozen=True, slots=True)
class FactionGrid:
    """Everybody against everybody: the factions with the most games first. None if two never met."""

    names: list[str]
    rows: list[tuple[str, list[Matchup | None]]]


def event(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    view = event_statistics(ask.site.counting, opened)
    return statistics_page(ask, view, url("statistics-csv", event=event), opened)


def event_csv(ask: Ask, event: str) -> HttpResponse:
    return statistics_file(event_statistics(ask.site.counting, ask.open(event)), event)


def season(ask: Ask, season: str) -> HttpResponse:
    view = season_statistics(ask.site.counting, ask.site.seasons.open(season))
    return statistics_page(ask, view, url("season-statistics-csv", season=season))


def season_csv(ask: Ask, season: str) -> HttpResponse:
    return statistics_file(season_statistics(ask.site.counting, ask.site.seasons.open(season)), season)


def statistics_page(ask: Ask, view: StatisticsView, sheet: str, opened: Opened | None = None) -> HttpResponse:
    wanted = ask.request.GET.get("game", "")
    shown = next((game for game in view.games if game.game == wanted), view.games[0] if view.games else None)
    return ask.page(
        "public/statistics.html",
        opened,
        statistics=view,
        shown=shown,
        matrix=None if shown is None else matrix(shown),
        sheet=sheet,
    )


def matrix(game: GameStatistics) -> FactionGrid:
    names = [one.name for one in sorted(game.factions, key=lambda one: (-one.games, one.name))]
    met = {(one.name, one.against): one for one in game.matchups}
    return FactionGrid(names, [(name, [met.get((name, other)) for other in names]) for name in names])


def statistics_file(view: StatisticsView, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}-statistics.csv"'}
    return HttpResponse(statistics_csv(view).encode(), content_type="text/csv; charset=utf-8", headers=headers)
