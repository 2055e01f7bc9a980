"""Who is asking: read from and written to the signed session cookie; links that sign somebody in."""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest
from secrets import token_urlsafe
from threading import Lock

from django.core import signing
from django.http import HttpRequest

from muster.core.errors import Refusal
from muster.core.model import Actor, PlayerId, Role
from muster.web.permissions import Visitor

PLAYER_LINK, STAFF_LINK = "muster player", "muster staff"
STAFF_LINK_AGE = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Identity:
    """A visitor of one event; `player` is the number they play under there, `name` what the log calls staff."""

    visitor: Visitor
    player: PlayerId | None = None
    name: str = ""

    def actor(self) -> Actor:
        """As whom they act; players are named by the caller, who knows the event."""
        if self.visitor is Visitor.SPECTATOR:
            raise Refusal("Only somebody who takes part can act.")
        return Actor(self.name or self.visitor.value, Role(self.visitor.value), self.player)


def of(request: HttpRequest, event: str) -> Identity:
    """The organiser is organiser of every event here; judges and players belong to one event each."""
    session = request.session
    if session.get("organiser"):
        return Identity(Visitor.ORGANISER, name="organiser")
    staff = session.get("staff", {}).get(event)
    if staff:
        return Identity(Visitor.JUDGE, name=str(staff))
    seat = session.get("seats", {}).get(event)
    if isinstance(seat, int):
        return Identity(Visitor.PLAYER, PlayerId(seat))
    return Identity(Visitor.SPECTATOR)


def become_organiser(request: HttpRequest) -> None:
    request.session["organiser"] = True


def become_judge(request: HttpRequest, event: str, name: str) -> None:
    request.session["staff"] = {**request.session.get("staff", {}), event: name}


def take_seat(request: HttpRequest, event: str, player: PlayerId) -> None:
    request.session["seats"] = {**request.session.get("seats", {}), event: int(player)}


def leave_seat(request: HttpRequest, event: str) -> None:
    request.session["seats"] = {k: v for k, v in request.session.get("seats", {}).items() if k != event}


def enrolled_here(request: HttpRequest, event: str) -> PlayerId | None:
    """Whom this browser enrolled in an event, if anybody; it remembers also after leaving the seat."""
    number = request.session.get("enrolled", {}).get(event)
    return PlayerId(number) if isinstance(number, int) else None


def note_enrolled(request: HttpRequest, event: str, player: PlayerId) -> None:
    request.session["enrolled"] = {**request.session.get("enrolled", {}), event: int(player)}


def player_link(event: str, player: PlayerId) -> str:
    """The secret part of a player's private link; it holds as long as the server's key."""
    return signing.dumps([event, int(player)], salt=PLAYER_LINK)


def read_player_link(text: str) -> tuple[str, PlayerId]:
    try:
        event, player = signing.loads(text, salt=PLAYER_LINK)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refusal("This private link is not complete; ask the desk for yours, or pick your name.") from None
    return str(event), PlayerId(int(player))


def staff_link(event: str) -> str:
    return signing.dumps(event, salt=STAFF_LINK)


def read_staff_link(text: str) -> str:
    try:
        return str(signing.loads(text, salt=STAFF_LINK, max_age=STAFF_LINK_AGE))
    except signing.SignatureExpired:
        raise Refusal("This invitation is more than seven days old; ask the organiser for a new one.") from None
    except signing.BadSignature:
        raise Refusal("This invitation is not complete; ask the organiser for it again.") from None


class OneTimeLink:
    """The organiser's way in at the start of the server: works once, and is kept nowhere but in memory."""

    def __init__(self) -> None:
        self._token = token_urlsafe(24)
        self._used = False
        self._lock = Lock()

    @property
    def token(self) -> str:
        return self._token

    def use(self, token: str) -> None:
        with self._lock:
            if not compare_digest(token.encode(), self._token.encode()):
                raise Refusal("This sign-in link is not from this run of the server; use the one it printed last.")
            if self._used:
                raise Refusal("This sign-in link was used already; start the server again for a new one.")
            self._used = True
