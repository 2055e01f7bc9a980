"""Which browser is asking: a random word in its signed cookie, which the event knows only as a digest."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe

from django.conf import settings
from django.http import HttpRequest

KEY = "device"


def device_of(request: HttpRequest) -> str:
    """This browser's id in the journal and for limits; empty if it has no cookie from us yet."""
    word = request.session.get(KEY)
    if not isinstance(word, str):
        return ""
    return new_device() + sha256(f"muster device {word}".encode()).hexdigest()[:20]


def new_device() -> str:
    """The id of a browser that is new to the journal, on this server: it has no name."""
    return sha256(f"muster server {settings.SECRET_KEY}".encode()).hexdigest()[:6] + "."


def own_device(request: HttpRequest) -> str:
    """The same; a browser without an id gets one, on the page before the form that is counted."""
    if not device_of(request):
        request.session[KEY] = token_urlsafe(16)
    return device_of(request)
