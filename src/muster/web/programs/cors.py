"""Pages of other sites that ask for JSON: those that the organiser named may, and nobody else's (CORS).

No cookie counts for them: a page of a named site has no more than a stranger, or than its token.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from muster.api.problems import Forbidden
from muster.app.events.sites import allowed_sites
from muster.web.site import site_of

SENT = "Authorization, Content-Type, Idempotency-Key, If-None-Match"
"""The headers that a page may send."""

READ = "ETag, Retry-After"
"""The headers it may read, besides those that every page may."""

REMEMBERED = 600
"""Seconds for which a browser need not ask again."""


def asking_site(request: HttpRequest, event: str) -> str:
    """The named site whose page asks; empty if no other site's page does. Refuses any other."""
    origin = request.headers.get("Origin", "")
    if not origin or origin.partition("://")[2] == request.get_host():
        return ""
    if origin not in (allowed_sites(site_of(request).open(event)) if event else ()):
        raise Forbidden(
            "The site “{site}” may not use this event. The organiser can name it on the page “Webhooks and sites”.",
            site=origin[:100],
        )
    return origin


def is_preflight(request: HttpRequest) -> bool:
    """A browser asks beforehand whether a page may send a request."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def preflight(methods: Iterable[str]) -> HttpResponse:
    headers = {
        "Access-Control-Allow-Methods": ", ".join(sorted(methods)),
        "Access-Control-Allow-Headers": SENT,
        "Access-Control-Max-Age": str(REMEMBERED),
    }
    return HttpResponse(status=204, headers=headers)


def allow(answer: HttpResponse, site: str) -> HttpResponse:
    """The answer, readable for a page of this site; if empty, for no other site's."""
    patch_vary_headers(answer, ("Origin",))
    if site:
        answer["Access-Control-Allow-Origin"] = site
        answer["Access-Control-Expose-Headers"] = READ
    return answer
