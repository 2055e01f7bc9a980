"""Pages for a frame on another site: standings, pairings, bracket. Live, without forms, cookies or navigation.

Which sites may show them is the organiser's to say (`muster.app.events.sites`), and the browser sees to it: the page's
policy names exactly those. Where the site is known already, the answer says in words why not.
"""

from __future__ import annotations

import re
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from muster.app.events.sites import allowed_sites
from muster.app.rounds.bracket import bracket_view
from muster.app.views.event import standings_view
from muster.core.kit.errors import Refusal, UnknownName
from muster.web.drawing.pictures import bracket_picture, shortened
from muster.web.frames.looks import theme_of
from muster.web.frames.policies import embedded
from muster.web.guard import Ask, View, nobody
from muster.web.site import site_of
from muster.web.views.public.pages import seats_of, shown_round

_SITE = re.compile(r"[a-z][a-z0-9+.-]*://(?P<host>[^/?#]+)")
"""The site at the beginning of an address."""


def framed(view: View) -> View:
    """Wraps a guarded view, which answers for many: adds this event's policy, or answers why not."""

    @wraps(view)
    def shown(request: HttpRequest, **parts: Any) -> HttpResponse:
        sites: tuple[str, ...] = ()
        try:
            sites = allowed_sites(site_of(request).open(str(parts["event"])))
            _must_be_named(request, sites)
            theme_of(request.GET.dict())
            answer = view(request, **parts)
        except Refusal as refusal:
            status = 404 if isinstance(refusal, UnknownName) else 403
            answer = nobody(request).page("frames/embed_refused.html", None, status, refusal=refusal, follows=False)
        answer["Content-Security-Policy"] = embedded(sites)
        if sites:
            # The older header cannot name a site. Browsers that know the policy use that alone.
            answer.xframe_options_exempt = True
        return answer

    return shown


def _must_be_named(request: HttpRequest, sites: tuple[str, ...]) -> None:
    if not sites:
        raise Refusal("No site may show this event yet. The organiser can name sites on the page “Webhooks and sites”.")
    # Most browsers say which site a frame is on. If one does not, the policy alone decides.
    asking = _SITE.match(request.headers.get("Referer", "").lower())
    inside = request.headers.get("Sec-Fetch-Dest", "iframe") in ("iframe", "frame", "embed", "object")
    if inside and asking and asking["host"] != request.get_host().lower() and asking[0] not in sites:
        raise Refusal(
            "The site “{site}” may not use this event. The organiser can name it on the page “Webhooks and sites”.",
            site=asking[0][:200],
        )


def standings(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    return _page(ask, event, "standings", standings=standings_view(opened))


def pairings(ask: Ask, event: str) -> HttpResponse:
    opened = ask.open(event)
    shown = opened.event.shown
    round_ = shown_round(opened, shown[-1].number) if shown else None
    seats = [] if round_ is None else seats_of(round_, by_name=False, wanted="")
    return _page(ask, event, "pairings", round=round_, seats=seats)


def bracket(ask: Ask, event: str) -> HttpResponse:
    found = bracket_view(ask.open(event))
    picture = None if found is None else bracket_picture(found)
    return _page(ask, event, "bracket", bracket=found, picture=picture, shortened=shortened)


def _page(ask: Ask, event: str, whole: str, **context: Any) -> HttpResponse:
    """`whole`: the event's page with all of it."""
    theme = theme_of(ask.request.GET.dict())
    return ask.page(f"frames/embed_{whole}.html", ask.open(event), whole=whole, theme=theme, **context)
