"""Links that sign somebody in, signed with the key of the data folder: Django's signatures for `app.links`, and the
organiser's own way in, which no event knows of."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_urlsafe
from threading import Lock
from time import time

from django.core import signing
from django.utils.crypto import salted_hmac

from muster.app import links
from muster.app.desk import Opened
from muster.app.links import Expired, Invitation, PrivateLink, Unsigned
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, Role

SIGN_IN = "muster sign-in"
SIGN_IN_AGE = 24 * 3600


class FolderKey:
    """`links.Signer` by the key in the settings."""

    def sign(self, purpose: str, carried: Sequence[str | int]) -> str:
        return signing.dumps(list(carried), salt=purpose)

    def read(self, purpose: str, text: str, most_seconds: int | None = None) -> object:
        try:
            return signing.loads(text, salt=purpose, max_age=most_seconds)
        except signing.SignatureExpired:
            raise Expired from None
        except signing.BadSignature:
            raise Unsigned from None

    def digest(self, purpose: str, text: str) -> bytes:
        return salted_hmac(purpose, text, algorithm="sha256").digest()


KEY = FolderKey()


def player_link(opened: Opened, player: PlayerId) -> str:
    return links.player_link(KEY, opened, player)


def player_path(opened: Opened, player: PlayerId) -> str:
    """A player's private link without the server's address."""
    return f"/p/{player_link(opened, player)}/"


def read_player_link(text: str) -> PrivateLink:
    return links.read_player_link(KEY, text)


def player_code(opened: Opened, player: PlayerId) -> str:
    return links.player_code(KEY, opened, player)


def is_code(opened: Opened, player: PlayerId, typed: str) -> bool:
    return links.is_code(KEY, opened, player, typed)


def staff_link(opened: Opened, role: Role) -> str:
    return links.staff_link(KEY, opened, role)


def read_staff_link(text: str) -> Invitation:
    return links.read_staff_link(KEY, text)


def webhook_digest(key: str) -> bytes:
    """What a webhook's secret is made from."""
    return KEY.digest("muster webhook", key)


def sign_in_token(key: str, run: str, second: int = 0, account: int = 0) -> str:
    """One way in for the organiser to one run of the server. Whoever can read the key, which is the owner of the data
    folder, can make one. `second`: the number of a second organiser. `account`: only for this account."""
    return _signer(key).sign_object([run, int(time()), token_urlsafe(16), second, account])


def _signer(key: str) -> signing.Signer:
    return signing.Signer(key=key, salt=SIGN_IN, fallback_keys=[])


class SignIn:
    """Lets the organiser in by links for this run of the server, each once."""

    def __init__(self, key: str) -> None:
        self._key = key
        self.run = token_urlsafe(6)
        """Distinguishes this run from earlier ones, whose used links are not known.

        A time would not do, because the computer's clock may be set back.
        """
        self._used: set[str] = set()
        self._lock = Lock()

    def token(self, second: int = 0, account: int = 0) -> str:
        return sign_in_token(self._key, self.run, second, account)

    def use(self, token: str) -> tuple[int, int]:
        """Uses up a link; returns the number of the second organiser it is for, 0 for the first, and the account,
        0 for the administrator."""
        try:
            run, made, name, second, account = _signer(self._key).unsign_object(token)
        except (signing.BadSignature, ValueError):
            raise Refusal("This sign-in link is not from this server. “muster sign-in” prints a new one.") from None
        if run != self.run:
            raise Refusal(
                "This sign-in link is from before this server was restarted. Ask its administrator for a new one."
                if account
                else "This sign-in link is from before the server was restarted. “muster sign-in” prints a new one."
            )
        if time() - made > SIGN_IN_AGE:
            raise Refusal(
                "This sign-in link is more than a day old. Ask this server’s administrator for a new one."
                if account
                else "This sign-in link is more than a day old. “muster sign-in” prints a new one."
            )
        with self._lock:
            if name in self._used:
                raise Refusal(
                    "This sign-in link has already been used. Ask this server’s administrator for a new one."
                    if account
                    else "This sign-in link has already been used. “muster sign-in” prints a new one."
                )
            self._used.add(name)
        return int(second), int(account)
