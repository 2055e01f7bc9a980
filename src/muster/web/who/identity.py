"""Who is asking: read from the signed session cookie and held against the event as it stands; and becoming somebody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from muster.app.desk import Opened
from muster.app.staff.actions import ORGANISER, actor_of, private_key
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.event import Staff
from muster.web.permissions import Action, Visitor, allows


@dataclass(frozen=True, slots=True)
class Identity:
    """A visitor of one event; `player` is the number they play under there, `leader` who they are among its staff.

    A leader who plays may do what a player may; one who is off duty is a spectator (L5R-010).
    """

    visitor: Visitor
    player: PlayerId | None = None
    leader: Staff | None = None

    def may(self, action: Action) -> bool:
        return allows(action, self.visitor) or (self.player is not None and allows(action, Visitor.PLAYER))

    def actor(self) -> Actor:
        """As whom they act; players are named by the caller, who knows the event."""
        if self.visitor is Visitor.ORGANISER:
            return Actor()
        if self.leader is None:
            raise Refusal("Only somebody who takes part can act.")
        return actor_of(self.leader)

    def lead(self) -> int:
        """Their number among the staff."""
        if self.leader is None:
            raise Refusal("Only somebody who leads this event can do this.")
        return self.leader.id


NOBODY = Identity(Visitor.SPECTATOR)


def of(request: HttpRequest, opened: Opened | None) -> Identity:
    """The organiser is organiser of every event here; staff and players belong to one event each.

    A cookie only claims; the event's journal says whether it still holds: who was removed or whose link was renewed
    is nobody at once.
    """
    if request.session.get("organiser"):
        leader = None if opened is None else opened.event.staff[ORGANISER]
        return Identity(Visitor.ORGANISER, None if leader is None else leader.player, leader)
    if opened is None:
        return NOBODY
    leader = _leader(request, opened)
    if leader is not None:
        visitor = Visitor(leader.role.value) if leader.on_duty else Visitor.SPECTATOR
        return Identity(visitor, leader.player, leader)
    player = seat_of(request, opened)
    return NOBODY if player is None else Identity(Visitor.PLAYER, player)


def claims_to_lead(session: Mapping[str, Any]) -> bool:
    """Whether a session says that somebody is organiser or staff somewhere. It is only a claim, as all in a cookie."""
    return bool(session.get("organiser") or session.get("staff"))


def claims_something(request: HttpRequest, event: str) -> bool:
    """Whether it is worth opening the event to find out who asks."""
    session = request.session
    return bool(session.get("organiser") or event in session.get("staff", {}) or event in session.get("seats", {}))


def _leader(request: HttpRequest, opened: Opened) -> Staff | None:
    match request.session.get("staff", {}).get(opened.id):
        case [int(number), str(key)]:
            leader = opened.event.staff.get(number)
            return leader if leader is not None and leader.key == key and key else None
    return None


def seat_of(request: HttpRequest, opened: Opened) -> PlayerId | None:
    match request.session.get("seats", {}).get(opened.id):
        case [int(number), str(key)]:
            player = PlayerId(number)
            known = player in opened.event.players and key == private_key(opened, player)
            return player if known else None
    return None


def become_organiser(request: HttpRequest) -> None:
    request.session.cycle_key()
    request.session["organiser"] = True


def become_leader(request: HttpRequest, event: str, leader: Staff) -> None:
    request.session["staff"] = {**request.session.get("staff", {}), event: [leader.id, leader.key]}


def take_seat(request: HttpRequest, opened: Opened, player: PlayerId) -> None:
    seat = [int(player), private_key(opened, player)]
    request.session["seats"] = {**request.session.get("seats", {}), opened.id: seat}


def leave_seat(request: HttpRequest, event: str) -> None:
    request.session["seats"] = {k: v for k, v in request.session.get("seats", {}).items() if k != event}


def enrolled_here(request: HttpRequest, event: str) -> PlayerId | None:
    """Whom this browser enrolled in an event, if anybody; it remembers also after leaving the seat."""
    number = request.session.get("enrolled", {}).get(event)
    return PlayerId(number) if isinstance(number, int) else None


def note_enrolled(request: HttpRequest, event: str, player: PlayerId) -> None:
    request.session["enrolled"] = {**request.session.get("enrolled", {}), event: int(player)}
