"""Calendars that everybody may take along: an event's day, schedule and rounds, and the events of a season."""

from __future__ import annotations

from django.http import HttpResponse

from muster.app.takeaway.ical import event_calendar, season_calendar
from muster.web.guard import Ask


def event(ask: Ask, event: str) -> HttpResponse:
    return _calendar(event_calendar(ask.open(event)), event)


def season(ask: Ask, season: str) -> HttpResponse:
    return _calendar(season_calendar(ask.site.seasons.open(season)), season)


def _calendar(text: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.ics"'}
    return HttpResponse(text.encode(), content_type="text/calendar; charset=utf-8", headers=headers)
