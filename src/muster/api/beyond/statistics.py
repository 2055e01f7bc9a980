"""Statistics: of an event and a season for everybody; of everything with a token for the whole server."""

from __future__ import annotations

from typing import Any

from muster.api.call import ApiCall, Holder, Route, ServerCall
from muster.app.desk import Opened
from muster.app.permissions import Action
from muster.app.statistics.shapes import StatisticsView
from muster.app.statistics.views import all_statistics, event_statistics, season_statistics


def of_event(call: ApiCall, opened: Opened) -> StatisticsView:
    """Who wins how often in an event."""
    return event_statistics(call.beyond.counting, opened)


def of_season(call: ServerCall, _: None) -> StatisticsView:
    """Who wins how often in a season."""
    return season_statistics(call.server.counting, call.server.seasons.open(call.names["season"]))


def of_everything(call: ServerCall, _: None) -> StatisticsView:
    """Who wins how often in all events of the server."""
    return all_statistics(call.server.counting)


LOOK, KEEP = Action.LOOK, Action.KEEP

PUBLIC: tuple[Route[Any], ...] = (
    Route("statistics.json", "GET", "/e/{event}/statistics.json", LOOK, StatisticsView, of_event),
)
PUBLIC_BEYOND: tuple[Route[Any], ...] = (
    Route("season-statistics.json", "GET", "/s/{season}/statistics.json", LOOK, StatisticsView, of_season),
)
SERVER: tuple[Route[Any], ...] = (
    Route(
        "all-statistics",
        "GET",
        "/api/v1/statistics",
        KEEP,
        StatisticsView,
        of_everything,
        holder=Holder.SERVER,
        timed=True,
    ),
)
