"""Who is asking: read from the signed session cookie and held against the event as it is now; and becoming somebody.

Every browser that takes a name has a random value in its cookie; the journal says which name it has, by a digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from muster.app.desk import Opened
from muster.app.permissions import Action, Visitor, allows
from muster.app.staff.actions import ORGANISER, actor_of
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.staff import StaffMember
from muster.core.rules import claims
from muster.web.site import site_of
from muster.web.who.devices import KEY, device_of, own_device


@dataclass(frozen=True, slots=True)
class Identity:
    """A visitor of one event; `player` is the number they play under there, `leader` who they are among its staff.

    A leader who plays may do what a player may; one who is off duty is a spectator (L5R-010). `device`: this browser
    as the journal knows it. `proven`: it has the name by more than a pick from the list. `called`: the name of a
    second organiser.
    """

    visitor: Visitor
    player: PlayerId | None = None
    leader: StaffMember | None = None
    device: str = ""
    proven: bool = False
    called: str = ""

    def may(self, action: Action) -> bool:
        plays = self.player is not None and allows(action, Visitor.PLAYER, self.proven)
        return plays or allows(action, self.visitor, self.proven)

    def must_prove(self, action: Action) -> bool:
        """Whether they might do it if they proved who they are."""
        return not self.may(action) and self.player is not None and allows(action, Visitor.PLAYER, proven=True)

    def actor(self) -> Actor:
        """As whom they act; players are named by the caller, who knows the event."""
        if self.visitor is Visitor.ORGANISER:
            return Actor(self.called) if self.called else Actor()
        if self.leader is None:
            raise Refusal("Only players and staff can do this.")
        return actor_of(self.leader)

    def lead(self) -> int:
        """Their number among the staff."""
        if self.leader is None:
            raise Refusal("Only this event’s staff can do this.")
        return self.leader.id


NOBODY = Identity(Visitor.SPECTATOR)


def of(request: HttpRequest, opened: Opened | None) -> Identity:
    """The organiser is organiser of every event here; staff and players belong to one event each.

    A cookie only claims; the event's journal says whether it still holds: who was removed or whose link was renewed
    is nobody at once.
    """
    device = device_of(request)
    if is_organiser(request):
        leader = None if opened is None else opened.event.staff.members[ORGANISER]
        return replace(_leading(Visitor.ORGANISER, leader, opened, device), called=organiser_name(request))
    if opened is None:
        return NOBODY
    leader = _leader(request, opened)
    if leader is not None:
        visitor = Visitor(leader.role.value) if leader.on_duty else Visitor.SPECTATOR
        return _leading(visitor, leader, opened, device)
    player = seat_of(request, opened)
    if player is None:
        return Identity(Visitor.SPECTATOR, device=device)
    return Identity(Visitor.PLAYER, player, device=device, proven=opened.event.claims[player].how.proof)


def _leading(visitor: Visitor, leader: StaffMember | None, opened: Opened | None, device: str) -> Identity:
    """A leader has proof of the name they play under in the browser that proved it."""
    player = None if leader is None else leader.player
    claim = None if opened is None or player is None else opened.event.claims.get(player)
    proven = claim is not None and claim.device == device and claim.how.proof
    return Identity(visitor, player, leader, device, proven)


def claims_something(request: HttpRequest, event: str) -> bool:
    """Whether it is worth opening the event to find out who asks."""
    session = request.session
    return bool("organiser" in session or event in session.get("staff", {}) or session.get(KEY))


def claims_to_lead(session: Mapping[str, Any]) -> bool:
    """Whether a session says that somebody is organiser or staff somewhere. It is only a claim, as all in a cookie."""
    return bool(session.get("organiser") or session.get("staff"))


def _leader(request: HttpRequest, opened: Opened) -> StaffMember | None:
    match request.session.get("staff", {}).get(opened.id):
        case [int(number), str(key)]:
            leader = opened.event.staff.members.get(number)
            return leader if leader is not None and leader.key == key and key else None
    return None


def seat_of(request: HttpRequest, opened: Opened) -> PlayerId | None:
    """The name that this browser has; where private links are asked for, a picked one is none."""
    device = device_of(request)
    player = claims.held_by(opened.event, device) if device else None
    if player is None or (claims.links_only(opened.event, opened.system) and not opened.event.claims[player].how.proof):
        return None
    return player


def seats(request: HttpRequest) -> list[str]:
    """The events in which this browser took or asked for a name."""
    return list(request.session.get("seats", ()))


def note_seat(request: HttpRequest, event: str) -> str:
    """Remembers that this browser takes or asks for a name there; answers with it as the journal knows it."""
    request.session["seats"] = list(dict.fromkeys([*seats(request), event]))
    return own_device(request)


def is_organiser(request: HttpRequest) -> bool:
    """Signed in, and nobody has signed this browser out since."""
    key = request.session.get("organiser")
    return key is not None and site_of(request).sessions.holds(key)


def become_organiser(request: HttpRequest, whose: str = "") -> None:
    """`whose`: the name of a second organiser, which the log then has."""
    request.session.cycle_key()
    request.session["organiser"] = site_of(request).sessions.begin(request.headers.get("User-Agent", ""), whose)


def organiser_name(request: HttpRequest) -> str:
    """Under which name an organiser is signed in here; empty for the first."""
    return site_of(request).sessions.whose(request.session.get("organiser"))


def become_leader(request: HttpRequest, event: str, leader: StaffMember) -> None:
    request.session["staff"] = {**request.session.get("staff", {}), event: [leader.id, leader.key]}


def enrolled_here(request: HttpRequest, event: str) -> PlayerId | None:
    """Whom this browser enrolled in an event, if anybody; it remembers also after leaving the seat."""
    number = request.session.get("enrolled", {}).get(event)
    return PlayerId(number) if isinstance(number, int) else None


def note_enrolled(request: HttpRequest, event: str, player: PlayerId) -> None:
    request.session["enrolled"] = {**request.session.get("enrolled", {}), event: int(player)}
