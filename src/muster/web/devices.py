"""Which browser asks: a random word in its signed cookie, known to the event only as a digest. Says nothing of who."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe

from django.http import HttpRequest

KEY = "device"


def device_of(request: HttpRequest) -> str:
    """The digest of this browser; empty for one that has kept no cookie of ours yet."""
    word = request.session.get(KEY)
    return sha256(f"muster device {word}".encode()).hexdigest()[:20] if isinstance(word, str) and word else ""


def remember_device(request: HttpRequest) -> None:
    """Gives this browser its word, if it has none: on the page before the form that is counted for it."""
    if not device_of(request):
        request.session[KEY] = token_urlsafe(16)
