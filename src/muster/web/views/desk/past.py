"""What was done: the log, undo and redo. An undo takes back only what its page showed as the last action."""

from __future__ import annotations

from django.http import HttpResponse

from muster.app.log.entries import log_view
from muster.app.past import history
from muster.core.kit.written import whole_number
from muster.web.guard import Ask
from muster.web.views.desk.desk import do


def undo(ask: Ask, event: str) -> HttpResponse:
    seen = whole_number(ask.typed("seen"))
    return do(ask, event, lambda desk, e, actor: history.undo(desk, e, actor, seen=-1 if seen is None else seen))


def redo(ask: Ask, event: str) -> HttpResponse:
    seen = whole_number(ask.typed("seen"))
    return do(ask, event, lambda desk, e, actor: history.redo(desk, e, actor, seen=-1 if seen is None else seen))


def log(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    reader = None if ask.who.organises else opened.event.staff.members[ask.who.staff_number()]
    return ask.page("desk/log.html", opened, log=log_view(opened, reader)[::-1])
