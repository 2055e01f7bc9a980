"""Passwords of accounts: hashed with Django's scrypt, tried few at a time, slowed down where somebody guesses."""

from __future__ import annotations

from functools import cache
from secrets import token_urlsafe
from threading import BoundedSemaphore

from django.contrib.auth.hashers import ScryptPasswordHasher
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.http import HttpRequest

from muster.core.kit.errors import Busy

KNOWN = "known"
"""In the cookie: the accounts that signed in with this browser before, each with its own word."""

AT_ONCE = 2
"""How many passwords are hashed at the same time.

Each takes a tenth of a second of one core and 16 MB; pages keep working.
"""

_hasher = ScryptPasswordHasher()
_DECOY = "$".join(("scrypt", str(_hasher.work_factor), "x" * 22, str(_hasher.block_size), str(_hasher.parallelism), ""))
"""A hash that no password matches, and that takes as much work to try as any."""


def is_common(password: str) -> bool:
    """Whether it is among the twenty thousand that attackers try first."""
    return password.lower().strip() in _common()


@cache
def _common() -> set[str]:
    found: set[str] = CommonPasswordValidator().passwords
    return found


def hashed(password: str) -> str:
    return str(_hasher.encode(password, _hasher.salt()))


class Passwords:
    """Tries passwords. An attempt for an account that does not exist takes as long as for one that does."""

    def __init__(self) -> None:
        self._room = BoundedSemaphore(AT_ONCE)

    def fits(self, password: str, kept: str) -> bool:
        """Whether a password matches the stored hash; with none stored, no."""
        if not self._room.acquire(blocking=False):
            raise Busy("Others are signing in right now. Try again in a moment.")
        try:
            return bool(_hasher.verify(password, kept or _DECOY)) and bool(kept)
        finally:
            self._room.release()


def known_word(request: HttpRequest, login: str) -> str:
    """The word of a browser that signed in with this account before; empty for any other."""
    known = request.session.get(KNOWN)
    word = known.get(login) if isinstance(known, dict) else None
    return word if isinstance(word, str) else ""


def remember(request: HttpRequest, login: str) -> None:
    """From now on, guessing elsewhere does not lock out this browser."""
    known = request.session.get(KNOWN)
    request.session[KNOWN] = {**(known if isinstance(known, dict) else {}), login: token_urlsafe(12)}
