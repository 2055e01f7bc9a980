"""Which browser is asking: a random word in its signed cookie, which the event knows only as a digest."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe

from django.conf import settings
from django.http import HttpRequest

KEY = "device"


def device_of(request: HttpRequest) -> str:
    """This browser as the journal and the limits know it; empty for one that has kept no cookie of ours yet."""
    word = request.session.get(KEY)
    if not isinstance(word, str):
        return ""
    return new_device() + sha256(f"muster device {word}".encode()).hexdigest()[:20]


def new_device() -> str:
    """A browser that the journal knows nothing of, at this server: none has its name."""
    return sha256(f"muster server {settings.SECRET_KEY}".encode()).hexdigest()[:6] + "."


def own_device(request: HttpRequest) -> str:
    """The same; a browser that has no word in its cookie gets one: on the page before the form that is counted."""
    if not device_of(request):
        request.session[KEY] = token_urlsafe(16)
    return device_of(request)
