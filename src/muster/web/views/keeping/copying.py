"""The public pages of an event or a season as a zip that needs no server."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from muster.app.exchange.zipped import zipped
from muster.app.permissions import Action
from muster.core.kit.progress import COPYING, Progress
from muster.web.copies.files import event_files, season_files
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.views.desk.jobs import long


def event(ask: Ask, event: str) -> HttpResponse:
    def do(progress: Progress) -> Finish:
        return partial(_answer, zipped(event_files(ask.site, event, progress)), event)

    return long(ask, COPYING, Action.KEEP, do, event=event, back=url("keeping", event=event))


def season(ask: Ask, season: str) -> HttpResponse:
    def do(progress: Progress) -> Finish:
        return partial(_answer, zipped(season_files(ask.site, season, progress)), season)

    return long(ask, COPYING, Action.KEEP, do, back=url("season", season=season))


def _answer(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type="application/zip", headers=headers)
