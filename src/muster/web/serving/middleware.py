"""What holds for every answer: which hosts are answered, what a page may load, the tokens of its forms."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import ip_address
from secrets import token_bytes

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CSRF_ALLOWED_CHARS, get_token

from muster.api.problems import NoSuchAddress, Unreadable
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.web.guard import nobody, refused
from muster.web.operating.under_way import under_way
from muster.web.pages import TOKEN_FIELD
from muster.web.programs.api import from_program, problem, too_large
from muster.web.serving.bodies import TOO_LARGE
from muster.web.site import site_of

LETTERS = CSRF_ALLOWED_CHARS
EVENLY = 256 // len(LETTERS) * len(LETTERS)
"""Bytes below this give every letter as often as any other."""

GetResponse = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing inline, nothing from elsewhere."""


SECRET_PATHS = ("/sign-in/", "/staff/", "/p/")
"""Addresses that hold a secret: nothing keeps them, and no other address is told of them."""


def headers(get_response: GetResponse) -> GetResponse:
    def add(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        response["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        if request.path.startswith(SECRET_PATHS):
            response["Cache-Control"] = "no-store"
            # The name of the server alone: without it a browser says of a form there that it came from nowhere.
            response["Referrer-Policy"] = "strict-origin"
        # A page shows who is signed in: no shared cache may keep it, and a browser asks again.
        response.setdefault("Cache-Control", "private, no-cache")
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
            if days := site_of(request).hsts_days:
                response["Strict-Transport-Security"] = f"max-age={days * 24 * 3600}"
        return response

    return add


def noted(get_response: GetResponse) -> GetResponse:
    """Notes which kind of page was asked for: the name of its address, without what it was about."""

    def note(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        scope = request.META.get("asgi.scope")
        if scope is not None:
            under_way(scope).page = (match.url_name if match else None) or "other"
        return response

    return note


def whole(get_response: GetResponse) -> GetResponse:
    """Answers a form that was more than its address takes, and which nobody kept."""

    def check(request: HttpRequest) -> HttpResponse:
        most = request.META.get("asgi.scope", {}).get(TOO_LARGE)
        if most is None:
            return get_response(request)
        if from_program(request):
            return too_large(most)
        return refused(
            nobody(request),
            tr(
                "What you sent is too large. The limit is {n} KB. Go back: what you typed is still there.",
                n=most // 1_000,
            ),
            status=413,
        )

    return check


def tokens(get_response: GetResponse) -> GetResponse:
    """Puts the visitor's own token into the forms of a page."""
    field = TOKEN_FIELD.encode()

    def fill(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if field in response.content:
            own = f'<input type="hidden" name="csrfmiddlewaretoken" value="{_own_token(request)}">'
            response.content = response.content.replace(field, own.encode())
        return response

    return fill


def _own_token(request: HttpRequest) -> str:
    """As Django makes it, another one each time, but with one look at the system's random numbers instead of one for
    every letter: at each look another thread may take its turn."""
    secret = request.META.get("CSRF_COOKIE")
    if secret is None:
        return get_token(request)
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
    drawn = (byte % len(LETTERS) for byte in token_bytes(4 * len(secret)) if byte < EVENLY)
    moved = list(zip(secret, drawn, strict=False))
    mask = "".join(LETTERS[by] for _, by in moved)
    return mask + "".join(LETTERS[(LETTERS.index(letter) + by) % len(LETTERS)] for letter, by in moved)


def known_host(get_response: GetResponse) -> GetResponse:
    """Answers under an address in numbers, this machine's own names and those it was given, so that a foreign name that
    was pointed at this machine cannot read its pages through a visitor's browser."""
    own = socket.gethostname().casefold()
    names = {"localhost", own, f"{own}.local", f"{own.partition('.')[0]}.local"}
    names |= {name.casefold() for name in settings.MUSTER_NAMES}

    def check(request: HttpRequest) -> HttpResponse:
        try:
            name = _without_port(request.get_host()).casefold()
        except DisallowedHost:
            # Answered here: a page would ask for the host once more.
            return _without_page(request, Unreadable("The request has an invalid host name."), 400)
        if name in names or _is_number(name):
            return get_response(request)
        return _without_page(
            request, NoSuchAddress("There is no event under the name {name}.", name=ascii(name[:100])), 421
        )

    return check


def _without_page(request: HttpRequest, refusal: Refusal, status: int) -> HttpResponse:
    if from_program(request):
        return problem(refusal, status)
    return HttpResponse(f"{tr(refusal.message)}\n", status=status, content_type="text/plain; charset=utf-8")


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
