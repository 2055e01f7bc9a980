"""Staff: joining by invitation, leaving, playing too, going off duty; renewing links."""

from __future__ import annotations

from muster.app.desk import Decide, Desk, Opened
from muster.app.exact import View
from muster.app.links import Invitation
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.kit.written import tidy
from muster.core.record.facts.play import Fact
from muster.core.record.staff import StaffMember
from muster.core.rules import staff

ORGANISER = 0
"""The organiser's number among the staff."""

KEY = 12
"""How many characters a key has: it tells links and people apart, and is signed with the rest of a link or cookie."""


def actor_of(member: StaffMember) -> Actor:
    """Staff act as staff, never as the player they may also be."""
    return Actor(member.name, member.role)


def join(desk: Desk, name: str, link: Invitation, player: PlayerId | None = None) -> tuple[Opened, StaffMember]:
    """Somebody accepts an invitation."""
    key = desk.fresh()[:KEY]

    def decide(opened: Opened) -> list[Fact]:
        link.must_hold(opened)
        return staff.join(opened.event, opened.system, name, link.role, key, player)

    opened = desk.act(link.event, decide, Actor(tidy(name), link.role))
    return opened, opened.event.staff.members[opened.event.staff.joined]


def remove(desk: Desk, event_id: str, number: int, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: staff.remove(opened.event, number), actor)


def play(desk: Desk, event_id: str, number: int, player: PlayerId | None) -> Opened:
    """A member of staff plays under this number, or no longer plays."""
    return _as_member(desk, event_id, number, lambda o: staff.plays(o.event, o.system, number, player))


def must_be_let_play(opened: Opened, number: int) -> None:
    staff.must_be_let_play(opened.event, opened.system, number)


def duty(desk: Desk, event_id: str, number: int, on: bool) -> Opened:
    return _as_member(desk, event_id, number, lambda o: staff.duty(o.event, number, on))


def _as_member(desk: Desk, event_id: str, number: int, decide: Decide) -> Opened:
    member = staff.member_of(desk.open(event_id).event, number)
    return desk.act(event_id, decide, actor_of(member))


def renew(desk: Desk, event_id: str, whose: Role, actor: Actor, player: str = "", request: str = "") -> Opened:
    """A new invitation for a role, or a new private link for a player; earlier ones stop working."""
    key = desk.fresh()[:KEY]

    def decide(opened: Opened) -> list[Fact]:
        number = opened.event.find(player).id if player else None
        return staff.renew(opened.event, whose, key, number)

    return desk.act(event_id, decide, actor, request)


class StaffView(View, frozen=True):
    """A member of staff; `plays`: the name they play under, empty for none."""

    id: int
    name: str
    role: Role
    on_duty: bool
    plays: str


def staff_view(opened: Opened) -> list[StaffView]:
    """All staff, the organiser first."""
    return [
        StaffView(
            id=one.id,
            name=tr(one.name),
            role=one.role,
            on_duty=one.on_duty,
            plays="" if one.player is None else opened.event.name_of(one.player),
        )
        for one in opened.event.staff.members.values()
    ]


def announced_staff(opened: Opened) -> list[StaffView]:
    """All whom the players should know: everybody but an organiser who does nothing else.

    Whoever is off duty can be told (L5R-010), and whoever plays is announced (L5R-018).
    """
    return [one for one in staff_view(opened) if one.id != ORGANISER or one.plays]


def staff_notices(opened: Opened) -> list[Refusal]:
    """What no longer matches the book."""
    return staff.misfits(opened.event, opened.system)
