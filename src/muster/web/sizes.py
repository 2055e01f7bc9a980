"""How much may be sent: bytes of a whole form by its address, and characters of each of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import QueryDict
from django.urls import Resolver404, resolve

from muster.app.people.intake import LARGEST as LARGEST_SHEET
from muster.core.kit.errors import BadInput
from muster.scan.reading import LARGEST as LARGEST_PICTURE
from muster.web.identity import claims_to_lead

FORM = 500_000
"""Bytes that anybody may send to any address: the names of two thousand players, or a file with a list."""

PICTURES_AT_ONCE = 12

UPLOADS = {
    "scan-read": PICTURES_AT_ONCE * LARGEST_PICTURE + FORM,
    "scenario-own": LARGEST_PICTURE,
    "create": 2_000_000,
    "take-event": 31_000_000,
    "import-look": 4 * LARGEST_SHEET,  # As a form sends it, a letter may take up to nine bytes.
    "import-enrol": 4 * LARGEST_SHEET,
    "take-lists": 8_000_000,
    "import-list-data": 40_000_000,
}
"""Bytes that those who lead may send, by the name of the address; what exactly a file may have is said by its view."""

FIELD = 4_000
"""Characters of a field where nothing else is said: the longest text that pages ask for has a thousand."""

ONCE = 100
"""Characters of the word that makes a form count once; ours have 40."""

TABLE = 100_000
"""Characters of a table of pieces or positions, pasted from elsewhere."""

TAPS = 200_000
"""Characters of what a phone saved while it was without network: twenty taps, each as large as one may be."""

FIELDS: dict[str, dict[str, int]] = {
    "enrol": {"names": FORM},
    "import-look": {"text": LARGEST_SHEET},
    "import-enrol": {"text": LARGEST_SHEET},
    "take-lists": {"text": LARGEST_SHEET},
    "terrain-stock": {"list": TABLE},
    "terrain-ground": {"ground": TABLE},
    "send-list": {"text": FORM},  # A list of more than 100,000 is refused with the list still in the form.
    "hand-in-for": {"text": FORM},
    "choose-scenario": {"text": 20_000},
    **{name: {"taps": TAPS} for name in ("my-tap", "tap-both", "game-tap", "game-tap-both", "judge-tap")},
}
"""Characters of long fields, by the name of their address."""


def most_bytes(scope: Mapping[str, Any]) -> int:
    """Of the body of a request. Nobody knows yet who asks, but a cookie that this server did not sign claims nothing,
    so that strangers fill neither the memory nor the disk."""
    try:
        name = resolve(scope["path"]).url_name or ""
    except Resolver404:
        return FORM
    return UPLOADS[name] if name in UPLOADS and claims_to_lead(_session(scope)) else FORM


def _session(scope: Mapping[str, Any]) -> Mapping[str, Any]:
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
    """Refuses a form with a field that is longer than anything it could be asked for."""
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
