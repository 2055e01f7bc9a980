"""The bracket, drawn. Everybody may look at it."""

from __future__ import annotations

from django.http import HttpResponse

from muster.app.rounds.bracket import bracket_view
from muster.web.drawing.pictures import bracket_picture, shortened
from muster.web.guard import Ask


def bracket(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    found = bracket_view(opened)
    picture = None if found is None else bracket_picture(found)
    return ask.page("public/bracket.html", opened, bracket=found, picture=picture, shortened=shortened)
