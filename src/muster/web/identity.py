"""Who is asking, read from the signed session cookie and checked against the event; and signing somebody in.

Every browser that takes a name has a random value in its cookie; the journal says which name it has, by a digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from muster.app.accounts.book import key_of
from muster.app.desk import Opened
from muster.app.permissions import OWNERS, Action, Visitor, allows
from muster.app.staff.actions import ORGANISER, actor_of
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.staff import StaffMember
from muster.core.rules import claims
from muster.web.site import site_of
from muster.web.who.devices import KEY, device_of, own_device
from muster.web.who.sessions import SignedIn


@dataclass(frozen=True, slots=True)
class Identity:
    """A visitor to one event; `player` is the number they play under, `member` the member of staff they are.

    Staff who play may do what a player may; whoever is off duty is a spectator (L5R-010). `device`: this browser as
    the journal knows it. `proven`: it has the name by more than a pick from the list. `called`: the name of a
    second organiser, or of an account. `account`: with which one an organiser is signed in; 0 for the administrator.
    `owner`: the event belongs to that account. `signs`: what the journal has in place of `called`.
    """

    visitor: Visitor
    player: PlayerId | None = None
    member: StaffMember | None = None
    device: str = ""
    proven: bool = False
    called: str = ""
    account: int = 0
    owner: bool = False
    signs: str = ""

    def may(self, action: Action) -> bool:
        plays = self.player is not None and allows(action, Visitor.PLAYER, self.proven)
        if action in OWNERS and self.visitor is Visitor.ORGANISER and not self.owner:
            return plays
        return plays or allows(action, self.visitor, self.proven)

    @property
    def organises(self) -> bool:
        """This event; outside events, any."""
        return self.visitor in (Visitor.ADMINISTRATOR, Visitor.ORGANISER)

    @property
    def on_staff(self) -> bool:
        """Whether they organise or are among the staff on duty."""
        return self.visitor not in (Visitor.PLAYER, Visitor.SPECTATOR)

    def must_prove(self, action: Action) -> bool:
        """Whether they could do it if they proved who they are."""
        return not self.may(action) and self.player is not None and allows(action, Visitor.PLAYER, proven=True)

    def actor(self) -> Actor:
        """Who they act as; the caller, who knows the event, names players."""
        if self.organises:
            return Actor(self.signs) if self.signs else Actor()
        if self.member is None:
            raise Refusal("Only players and staff can do this.")
        return actor_of(self.member)

    def staff_number(self) -> int:
        """Their number among the staff."""
        if self.member is None:
            raise Refusal("Only this event’s staff can do this.")
        return self.member.id


NOBODY = Identity(Visitor.SPECTATOR)


def of(request: HttpRequest, opened: Opened | None, event: str = "") -> Identity:
    """The administrator organises every event here, an account its own; staff and players belong to one event each.

    A cookie only makes claims; the journals of the event and of accounts say whether they are still valid: somebody who
    was removed or disabled, or whose link was renewed, immediately becomes a stranger. `event`: what was requested,
    even if it cannot be opened.
    """
    device = device_of(request)
    signed = signed_in(request)
    if signed is not None and not signed.account:
        member = None if opened is None else opened.event.staff.members[ORGANISER]
        first = _as_staff(Visitor.ADMINISTRATOR, member, opened, device)
        if not signed.second:
            return first
        book = site_of(request).accounts
        return replace(
            first, called=book.as_known().seconds.get(signed.second, ""), signs=book.signature(signed.second)
        )
    if signed is not None:
        organiser = _organiser(request, signed.account, opened, device)
        if organiser is not None and (opened is not None or not event):
            return organiser
    if opened is None:
        return NOBODY
    member = _member(request, opened)
    if member is not None:
        visitor = Visitor(member.role.value) if member.on_duty else Visitor.SPECTATOR
        return _as_staff(visitor, member, opened, device)
    player = seat_of(request, opened)
    if player is None:
        return Identity(Visitor.SPECTATOR, device=device)
    return Identity(Visitor.PLAYER, player, device=device, proven=opened.event.claims[player].how.proof)


def _organiser(request: HttpRequest, number: int, opened: Opened | None, device: str) -> Identity | None:
    """Somebody with an account, in an event they organise or outside events.

    An event that cannot be opened has no known owner, so it is not theirs.
    """
    accounts = site_of(request).accounts.as_known()
    account = accounts.active(number)
    if account is None:
        return None
    signs = site_of(request).accounts.signature(number)
    if opened is None:
        return Identity(Visitor.ORGANISER, called=account.name, account=number, device=device, signs=signs)
    key = key_of(opened)
    if not accounts.organises(number, key):
        return None
    organiser = _as_staff(Visitor.ORGANISER, opened.event.staff.members[ORGANISER], opened, device)
    owner = accounts.owners.get(key) == number
    return replace(organiser, called=account.name, account=number, owner=owner, signs=signs)


def _as_staff(visitor: Visitor, member: StaffMember | None, opened: Opened | None, device: str) -> Identity:
    """For the name they play under, staff have proof only in the browser that proved it."""
    player = None if member is None else member.player
    claim = None if opened is None or player is None else opened.event.claims.get(player)
    proven = claim is not None and claim.device == device and claim.how.proof
    return Identity(visitor, player, member, device, proven)


def claims_something(request: HttpRequest, event: str) -> bool:
    """Whether it is worth opening the event to find out who asks."""
    session = request.session
    return bool("organiser" in session or event in session.get("staff", {}) or session.get(KEY))


def claims_staff(session: Mapping[str, Any]) -> bool:
    """Whether a session says that somebody is organiser or staff somewhere.

    Like everything in a cookie, it is only a claim.
    """
    return bool(session.get("organiser") or session.get("staff"))


def _member(request: HttpRequest, opened: Opened) -> StaffMember | None:
    match request.session.get("staff", {}).get(opened.id):
        case [int(number), str(key)]:
            member = opened.event.staff.members.get(number)
            return member if member is not None and member.key == key and key else None
    return None


def seat_of(request: HttpRequest, opened: Opened) -> PlayerId | None:
    """The name this browser has; if private links are required, a picked name does not count."""
    device = device_of(request)
    player = claims.held_by(opened.event, device) if device else None
    if player is None or (claims.links_only(opened.event, opened.system) and not opened.event.claims[player].how.proof):
        return None
    return player


def seats(request: HttpRequest) -> list[str]:
    """The events in which this browser took or asked for a name."""
    return list(request.session.get("seats", ()))


def note_seat(request: HttpRequest, event: str) -> str:
    """Remembers that this browser takes or asks for a name there; returns its id in the journal."""
    request.session["seats"] = list(dict.fromkeys([*seats(request), event]))
    return own_device(request)


def signed_in(request: HttpRequest) -> SignedIn | None:
    """As whom, if nobody has signed this browser out since, disabled the account, or erased the second organiser."""
    found = site_of(request).sessions.find(request.session.get("organiser"))
    if found is None or not (found.account or found.second):
        return found
    accounts = site_of(request).accounts.as_known()
    known = accounts.active(found.account) is not None if found.account else found.second in accounts.seconds
    return found if known else None


def become_organiser(request: HttpRequest, second: int = 0, account: int = 0, *, linked: bool = True) -> None:
    """`second`: the number of a second organiser. `account`: the account they use."""
    request.session.cycle_key()
    sessions, says = site_of(request).sessions, request.headers.get("User-Agent", "")
    request.session["organiser"] = sessions.begin(says, second, account, linked=linked)


def become_member(request: HttpRequest, event: str, member: StaffMember) -> None:
    request.session["staff"] = {**request.session.get("staff", {}), event: [member.id, member.key]}


def enrolled_here(request: HttpRequest, event: str) -> PlayerId | None:
    """Whom this browser enrolled in an event, if anybody; remembered even after giving up the name."""
    number = request.session.get("enrolled", {}).get(event)
    return PlayerId(number) if isinstance(number, int) else None


def note_enrolled(request: HttpRequest, event: str, player: PlayerId) -> None:
    request.session["enrolled"] = {**request.session.get("enrolled", {}), event: int(player)}
