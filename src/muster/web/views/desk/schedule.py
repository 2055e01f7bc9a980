"""The times that the organiser sets: the start of each day, the breaks, the time between rounds."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.clock.schedule import set_times
from muster.core.kit.errors import Refusal
from muster.web.guard import Ask
from muster.web.views.public.schedule import show, typed_breaks, typed_days


def set_(ask: Ask, event: str) -> HttpResponse:
    """The form as filled in; the button that removes the times sends none of it."""
    try:
        if ask.typed("remove"):
            set_times(ask.site.desk, event, ask.actor, "", "", "", request=ask.once)
        else:
            set_times(
                ask.site.desk,
                event,
                ask.actor,
                ask.typed("date"),
                ask.typed("start"),
                ask.typed("between"),
                ask.typed("length"),
                typed_breaks(ask),
                typed_days(ask),
                ask.once,
            )
    except Refusal as refusal:
        return show(ask, event, refusal)
    return redirect("schedule", event=event)
