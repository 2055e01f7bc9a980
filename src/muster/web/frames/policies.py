"""Rules for pages shown inside something else: every reader is a stranger, and only named sites may frame them.

Such a page neither reads nor sets a cookie, so it is the same for the organiser and for a stranger.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

INSIDE = re.compile(r"/e/[^/]+/(?:overlay|embed)/")
"""How the addresses of such pages begin."""

_BASE = (
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
)

OVERLAY = "; ".join((*_BASE, "style-src 'self'", "img-src 'self' data:", "font-src data:", "frame-ancestors 'none'"))
"""An overlay has the organiser's stylesheet, which may contain a logo and a font but load nothing from elsewhere."""


def embedded(sites: tuple[str, ...]) -> str:
    """A page in a frame, on exactly these sites."""
    ancestors = " ".join(sites) if sites else "'none'"
    return "; ".join((*_BASE, "style-src 'self'", "img-src 'self'", f"frame-ancestors {ancestors}"))


def without_cookies(get_response: GetResponse) -> GetResponse:
    """First in the chain, before anybody reads them."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not INSIDE.match(request.path):
            return get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        response = get_response(request)
        response.cookies.clear()
        return response

    return answer
