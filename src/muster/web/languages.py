"""The language of a request: what the reader picked, or what their browser asks for."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from muster.app.languages import NAMES, country, language, preferred
from muster.app.speech import speaking

COOKIE = "muster-language"
YEAR = 365 * 24 * 3600


def wanted(request: HttpRequest) -> str:
    """What the reader picked, otherwise the first of the browser's languages that we have."""
    for picked in (request.GET.get("lang", ""), request.COOKIES.get(COOKIE, "")):
        if picked in NAMES:
            return picked
    return preferred(request.headers.get("Accept-Language", ""))


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answers in the reader's language. `?lang=de` on any page picks one, and a cookie remembers it."""

    def answer(request: HttpRequest) -> HttpResponse:
        code = wanted(request)
        with speaking(language(code, country(request.headers.get("Accept-Language", ""), code))):
            response = get_response(request)
        response["Content-Language"] = code
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        if request.GET.get("lang") in NAMES:
            response.set_cookie(COOKIE, code, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
        return response

    return answer
