"""Statistics of everything in the data folder. The first look counts every event, which may take long."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from muster.app.permissions import Action
from muster.app.statistics.views import all_statistics
from muster.core.kit.progress import COUNTING, Progress
from muster.web.guard import Ask
from muster.web.jobs import Finish
from muster.web.pages import url
from muster.web.views.desk.jobs import long
from muster.web.views.public.statistics import statistics_file, statistics_page


def show(ask: Ask) -> HttpResponse:
    def do(progress: Progress) -> Finish:
        return partial(statistics_page, ask, all_statistics(ask.site.counting, progress), url("all-statistics-csv"))

    return long(ask, COUNTING, Action.STATISTICS, do, back=url("events"))


def sheet(ask: Ask) -> HttpResponse:
    def do(progress: Progress) -> Finish:
        return partial(statistics_file, all_statistics(ask.site.counting, progress), "muster")

    return long(ask, COUNTING, Action.STATISTICS, do, back=url("events"))
