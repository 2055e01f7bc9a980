"""How much may be sent: bytes of a whole form by its address, and characters of each of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import QueryDict
from django.urls import Resolver404, resolve

from muster.api.call import Holder, Route
from muster.api.routes import BY_TOKEN
from muster.app.people.intake import LARGEST as LARGEST_SHEET
from muster.core.kit.errors import BadInput
from muster.scan.reading import LARGEST as LARGEST_PICTURE
from muster.web.identity import claims_staff
from muster.web.site import SITE, Site
from muster.web.who.tokens import given_token

FORM = 500_000
"""Bytes that anybody may send to any address: the names of two thousand players, or a file with a list."""

PICTURES_AT_ONCE = 12

UPLOADS = {
    "scan-read": PICTURES_AT_ONCE * LARGEST_PICTURE + FORM,
    "scenario-own": LARGEST_PICTURE,
    "create": 2_000_000,
    "take-event": 31_000_000,
    "import-look": 4 * LARGEST_SHEET,  # In a form, a letter may take up to nine bytes.
    "import-enrol": 4 * LARGEST_SHEET,
    "take-lists": 8_000_000,
    "import-list-data": 40_000_000,
}
"""Bytes that staff may send, by the name of the address; each view checks the file's own limit."""

FROM_PROGRAMS = {f"api {route.name}": route for route in BY_TOKEN if route.most}
"""Routes to which an organiser's programs may send more, in the same way."""

FIELD = 4_000
"""The default for a field: the longest text that pages ask for has a thousand."""

ONCE = 100
"""Characters in the word that makes a form count once; ours have 40."""

TABLE = 100_000
"""Characters in a pasted table of pieces or positions."""

TAPS = 200_000
"""Characters that a phone saved while it was without network: twenty taps of the largest size."""

FIELDS: dict[str, dict[str, int]] = {
    "enrol": {"names": FORM},
    "import-look": {"text": LARGEST_SHEET},
    "import-enrol": {"text": LARGEST_SHEET},
    "take-lists": {"text": LARGEST_SHEET},
    "terrain-stock": {"list": TABLE},
    "terrain-ground": {"ground": TABLE},
    "send-list": {"text": FORM},  # A list over 100,000 is refused with the text still in the form.
    "hand-in-for": {"text": FORM},
    "choose-scenario": {"text": 20_000},
    "keep-scenario": {"own_text": TABLE, "objectives": TABLE},  # Too long a text stays in the refused form.
    **{name: {"taps": TAPS} for name in ("my-tap", "tap-both", "game-tap", "game-tap-both", "judge-tap")},
}
"""Characters in long fields, by the name of their address."""


def most_bytes(scope: Mapping[str, Any]) -> int:
    """For a request's body.

    Nobody knows yet who asks, but a cookie that this server did not sign counts for nothing, and neither does a token
    that it did not make, so strangers can fill neither the memory nor the disk.
    """
    try:
        name = resolve(scope["path"]).url_name or ""
    except Resolver404:
        return FORM
    if name in FROM_PROGRAMS:
        route = FROM_PROGRAMS[name]
        return route.most if _has_token(scope, route) else FORM
    return UPLOADS[name] if name in UPLOADS and claims_staff(session_in(scope)) else FORM


def _has_token(scope: Mapping[str, Any], route: Route[Any]) -> bool:
    """Whether an organiser's program asks and, if necessary, one with rights beyond one event."""
    site = scope.get(SITE)
    given = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"authorization"), "")
    token = site.tokens.find(given_token(given)) if isinstance(site, Site) else None
    if token is None or token.player:
        return False
    return not token.event or route.holder is Holder.PROGRAM


def session_in(scope: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a request's cookie claims; nothing if this server did not sign it."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        for name, value in scope["headers"]:
            if name == b"cookie":
                cookies.load(value.decode("latin-1"))
    except CookieError:
        return {}
    kept = cookies.get(settings.SESSION_COOKIE_NAME)
    return SessionStore(kept.value).load() if kept is not None else {}


def must_fit(address: str, posted: QueryDict) -> None:
    """Refuses a form with a field longer than anything a page asks for."""
    own = FIELDS.get(address, {})
    for name in posted:
        most = ONCE if name in ("once", "csrfmiddlewaretoken") else own.get(name, FIELD)
        length = max(len(name), *(len(value) for value in posted.getlist(name)))
        if length > most:
            raise BadInput(
                "“{name}” has {length} characters. The limit is {most}. Go back: what you typed is still there.",
                name=name[:40],
                length=length,
                most=most,
            )
