"""Links that sign somebody in. All are signed with the key of the data folder; each is made and read here."""

from __future__ import annotations

from secrets import token_urlsafe
from threading import Lock
from time import time

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from muster.app.desk import Opened
from muster.app.staff.actions import invitation_key, private_key
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, Role

PLAYER_LINK, STAFF_LINK, SIGN_IN = "muster player", "muster staff", "muster sign-in"
PLAYER_CODE = "muster player code"
CODE_LETTERS = "ACDEFGHJKLMNPQRTUVWXY3479"
"""None that looks like another, written or printed: no 0 and O, 1 and I, 2 and Z, 5 and S, 8, 6 and B."""

CODE_LENGTH = 6
STAFF_LINK_AGE = 7 * 24 * 3600
SIGN_IN_AGE = 24 * 3600


def player_link(opened: Opened, player: PlayerId) -> str:
    """The secret part of a player's private link; it holds until the organiser renews it."""
    return signing.dumps([opened.id, int(player), private_key(opened, player)], salt=PLAYER_LINK)


def player_path(opened: Opened, player: PlayerId) -> str:
    """A player's private link without the server's address."""
    return f"/p/{player_link(opened, player)}/"


def read_player_link(text: str) -> tuple[str, PlayerId, str]:
    """The event, the player, and the key that must still be the event's."""
    try:
        match signing.loads(text, salt=PLAYER_LINK):
            case [str(event), int(player), str(key)]:
                return event, PlayerId(player), key
    except signing.BadSignature:
        pass
    raise Refusal("This private link is not complete; ask the desk for yours, or pick your name.")


def player_code(opened: Opened, player: PlayerId) -> str:
    """What a player types instead of opening the link; it ends with the link."""
    text = f"{opened.id}\n{int(player)}\n{private_key(opened, player)}"
    number = int.from_bytes(salted_hmac(PLAYER_CODE, text, algorithm="sha256").digest())
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


def is_code(opened: Opened, player: PlayerId, typed: str) -> bool:
    """Whether this is the player's code, in small letters too and however it was set apart."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    return constant_time_compare(plain, player_code(opened, player))


def staff_link(opened: Opened, role: Role) -> str:
    """An invitation; whoever has it may join in that role."""
    return signing.dumps([opened.id, role.value, invitation_key(opened, role)], salt=STAFF_LINK)


def read_staff_link(text: str) -> tuple[str, Role, str]:
    try:
        match signing.loads(text, salt=STAFF_LINK, max_age=STAFF_LINK_AGE):
            case [str(event), str(role), str(key)]:
                return event, Role(role), key
    except signing.SignatureExpired:
        raise Refusal("This invitation is more than seven days old; ask the organiser for a new one.") from None
    except signing.BadSignature:
        pass
    raise Refusal("This invitation is not complete; ask the organiser for it again.")


def sign_in_token(key: str, run: str) -> str:
    """One way in for the organiser to one run of the server. Whoever can read the key, which is the owner of the data
    folder, can make one."""
    return _signer(key).sign_object([run, int(time()), token_urlsafe(16)])


def _signer(key: str) -> signing.Signer:
    return signing.Signer(key=key, salt=SIGN_IN, fallback_keys=[])


class SignIn:
    """Lets the organiser in by links of this run of the server, each once."""

    def __init__(self, key: str) -> None:
        self._key = key
        self.run = token_urlsafe(6)
        """Tells this run from earlier ones, of which it is not known which links were used. A time would not do: the
        computer's clock may be set back."""
        self._used: set[str] = set()
        self._lock = Lock()

    def token(self) -> str:
        return sign_in_token(self._key, self.run)

    def use(self, token: str) -> None:
        try:
            run, made, name = _signer(self._key).unsign_object(token)
        except (signing.BadSignature, ValueError):
            raise Refusal(
                "This sign-in link is not one of this server; the command “muster sign-in” prints a new one."
            ) from None
        if run != self.run:
            raise Refusal("This sign-in link is from an earlier run of the server; “muster sign-in” prints a new one.")
        if time() - made > SIGN_IN_AGE:
            raise Refusal("This sign-in link is more than a day old; “muster sign-in” prints a new one.")
        with self._lock:
            if name in self._used:
                raise Refusal("This sign-in link was used already; “muster sign-in” prints a new one.")
            self._used.add(name)
