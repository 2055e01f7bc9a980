"""What is sent to whoever runs a circuit after an event: its top three and its standings, as a text to copy."""

from __future__ import annotations

from datetime import date

from muster.app.circuit.held import HeldState
from muster.app.circuit.seasons import OpenSeason, Seasons
from muster.app.circuit.views import TOP, CheckView, SeasonEventView, SeasonView, season_view
from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.numbers import short
from muster.app.speech import tr
from muster.app.views.event import standings_view
from muster.core.kit.errors import UnknownName
from muster.core.kit.language import mark
from muster.core.rules.circuit.seasons import entered_event

REPORTED = "reported"
"""The key of the requirement that a report meets; a circuit without it asks for none."""

HERE = (HeldState.SAME, HeldState.CHANGED)


class SeasonReport(View, frozen=True):
    """`asked`: the step it is for. `text`: empty until the event's results are in the season."""

    season: SeasonView
    event: SeasonEventView
    asked: CheckView
    text: str


def season_report(seasons: Seasons, desk: Desk, opened: OpenSeason, event: str) -> SeasonReport:
    known = entered_event(opened.season, event).entered
    view = season_view(seasons, desk, opened)
    line = next(one for one in view.events if one.event == known.event)
    asked = next((check for check in line.checks if check.key == REPORTED), None)
    if asked is None:
        raise UnknownName(mark("requirement"), REPORTED, [one.key for one in opened.circuit.requirements])
    if line.players is None or line.state not in HERE:
        return SeasonReport(view, line, asked, "")
    return SeasonReport(view, line, asked, _text(view, line, desk.open(known.event)))


def _text(season: SeasonView, event: SeasonEventView, opened: Opened) -> str:
    standings = standings_view(opened)
    rows = [row for row in standings.rows if row.rank is not None]
    lines = [
        f"{event.name} ({season.circuit})",
        *([tr("Game: {game}", game=season.game_name)] if season.game_name else []),
        *([tr("Tier: {tier}", tier=event.tier)] if event.tier else []),
        *([tr("Held at {place}", place=opened.event.place)] if opened.event.place else []),
        tr("Ended on {day}", day=date.fromisoformat(event.last_day)),
        tr("Players: {players}", players=event.players),
        "",
        tr("Top three"),
        *(f"{place}. {row.name}" for place, row in enumerate(rows[:TOP], start=1)),
        "",
        tr("Standings: place, name, {points}", points=tr(standings.points_name)),
        *(f"{place}. {row.name}, {short(row.points)}" for place, row in enumerate(rows, start=1)),
    ]
    return "\n".join(lines)
