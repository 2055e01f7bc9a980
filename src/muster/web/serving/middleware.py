"""What holds for every answer: which hosts are answered, what a page may load, the tokens of its forms."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import ip_address
from secrets import token_bytes

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CSRF_ALLOWED_CHARS as LETTERS
from django.middleware.csrf import get_token

from muster.api.problems import NoSuchAddress, Unreadable
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.web.guard import nobody, refused
from muster.web.operating.under_way import under_way
from muster.web.pages import TOKEN_FIELD
from muster.web.programs.api import from_program, problem, too_large
from muster.web.serving.bodies import TOO_LARGE
from muster.web.site import site_of

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
"""Addresses that contain a secret: they are not stored, and not passed on as referrer."""


def headers(get_response: GetResponse) -> GetResponse:
    def add(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        response["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        if request.path.startswith(SECRET_PATHS):
            response["Cache-Control"] = "no-store"
            # Only the server's name: without it, a browser would say that a form there came from nowhere.
            response["Referrer-Policy"] = "strict-origin"
        # A page shows who is signed in: no shared cache may keep it, and browsers ask again.
        response.setdefault("Cache-Control", "private, no-cache")
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
            if days := site_of(request).hsts_days:
                response["Strict-Transport-Security"] = f"max-age={days * 24 * 3600}"
        return response

    return add


def noted(get_response: GetResponse) -> GetResponse:
    """Notes which kind of page was requested: the name of its address, without what it was about."""

    def note(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        scope = request.META.get("asgi.scope")
        if scope is not None:
            under_way(scope).page = (match.url_name if match else None) or "other"
        return response

    return note


def whole(get_response: GetResponse) -> GetResponse:
    """Answers a form that exceeded its address's limit and was not kept."""

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
    """Puts the visitor's own token into a page's forms."""
    field = TOKEN_FIELD.encode()

    def fill(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if field in response.content:
            own = f'<input type="hidden" name="csrfmiddlewaretoken" value="{_masked_token(request)}">'
            response.content = response.content.replace(field, own.encode())
        return response

    return fill


def _masked_token(request: HttpRequest) -> str:
    """A token as Django makes it, different on every page, but with one call for random numbers instead of 32.

    Each of those calls lets other threads run first, which a phone at a table waits for. That a mask has some letters
    more often than others does no harm: it is sent with the token.
    """
    secret = request.META.get("CSRF_COOKIE")
    if secret is None:
        return get_token(request)  # Makes a new secret, for the cookie.
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
    mask = [byte % len(LETTERS) for byte in token_bytes(len(secret))]
    hidden = ((LETTERS.index(letter) + by) % len(LETTERS) for letter, by in zip(secret, mask, strict=True))
    return "".join(LETTERS[at] for at in (*mask, *hidden))


def known_host(get_response: GetResponse) -> GetResponse:
    """Answers to numeric addresses, this machine's own names and those it was given, so that a foreign name pointed at
    this machine cannot read its pages through a visitor's browser.
    """
    own = socket.gethostname().casefold()
    names = {"localhost", own, f"{own}.local", f"{own.partition('.')[0]}.local"}
    names |= {name.casefold() for name in settings.MUSTER_NAMES}

    def check(request: HttpRequest) -> HttpResponse:
        try:
            name = _without_port(request.get_host()).casefold()
        except DisallowedHost:
            # Answered here: a page would ask for the host again.
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
