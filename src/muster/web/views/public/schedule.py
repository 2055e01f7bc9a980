"""When rounds are expected, for everybody; with the form for it, for the organiser."""

from __future__ import annotations

from django.http import HttpResponse

from muster.app.clock.schedule import schedule_view
from muster.core.kit.errors import Refusal
from muster.core.rules.venue import MOST_BREAKS, MOST_DAYS, Typed, typed_times
from muster.web.guard import Ask

SPARE_BREAKS, SPARE_DAYS = 2, 1
"""How many empty lines the form offers."""


def show(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    times = opened.event.timetable
    view = schedule_view(opened, ask.site.desk.now(opened))
    breaks, days = (typed_breaks(ask), typed_days(ask)) if refusal else typed_times(times)
    typed = {
        "date": opened.event.date or view.now[:10],
        "start": times.start,
        "between": str(times.between if times.start else 15),
        "length": str(times.length or ""),
        **(ask.request.POST.dict() if refusal else {}),
    }
    return ask.page(
        "public/schedule.html",
        opened,
        409 if refusal else 200,
        schedule=view,
        typed=typed,
        breaks=(*breaks, *[("", "", "")] * SPARE_BREAKS)[:MOST_BREAKS],
        days=(*days, *[("", "", "")] * SPARE_DAYS)[:MOST_DAYS],
        refusal=refusal,
    )


def typed_breaks(ask: Ask) -> list[Typed]:
    return _lines(ask, ("break-when", "break-minutes", "break-name"))


def typed_days(ask: Ask) -> list[Typed]:
    return _lines(ask, ("day-round", "day-date", "day-start"))


def _lines(ask: Ask, names: tuple[str, str, str]) -> list[Typed]:
    """The form's lines that are not empty; one more than allowed, so that too many are noticed."""
    first, second, third = (ask.request.POST.getlist(name) for name in names)
    lines = list(zip(first, second, third, strict=False))
    return [line for line in lines if any(part.strip() for part in line)][: MOST_BREAKS + MOST_DAYS]
