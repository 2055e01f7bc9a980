"""Names on phones: claim one, leave it, ask the organiser for it, answer; and what the pages about it show."""

from __future__ import annotations

from datetime import datetime, timedelta

from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.log.claims import in_words
from muster.app.staff.actions import KEY, actor_of
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.facts.claims import ClaimedBy, NameClaimed
from muster.core.record.facts.play import Fact
from muster.core.record.staff import StaffMember
from muster.core.rules import claims, staff

ANSWER_WITHIN = timedelta(minutes=10)
"""When a request for the organiser's approval expires."""

SHORT = 3
"""How many digits the number has by which the organiser recognises an asking phone."""


def as_player(opened: Opened, player: PlayerId) -> Actor:
    return Actor(opened.event.name_of(player), Role.PLAYER, player)


def _actor(opened: Opened, player: PlayerId, member: StaffMember | None) -> Actor:
    return as_player(opened, player) if member is None else actor_of(member)


def claim(
    desk: Desk, event_id: str, player: PlayerId, device: str, how: ClaimedBy, member: StaffMember | None = None
) -> Opened:
    """A phone takes a name. For a member of staff this also means that they play, which the book may forbid."""

    def decide(opened: Opened) -> list[Fact]:
        event, system = opened.event, opened.system
        playing = [] if member is None else staff.plays(event, system, member.id, player)
        return [*playing, *claims.claim(event, system, player, device, how)]

    return desk.act(event_id, decide, _actor(desk.open(event_id), player, member))


def leave(desk: Desk, event_id: str, device: str, member: StaffMember | None = None) -> Opened:
    """Whoever holds the phone is not the player it names; the name is free again."""
    opened = desk.open(event_id)
    player = claims.held_by(opened.event, device) if member is None else member.player
    if player is None:
        return opened

    def decide(opened: Opened) -> list[Fact]:
        no_longer = [] if member is None else staff.plays(opened.event, opened.system, member.id, None)
        return [*no_longer, *claims.leave(opened.event, device)]

    return desk.act(event_id, decide, _actor(opened, player, member))


def release(desk: Desk, event_id: str, player: PlayerId, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: claims.release(opened.event, player), actor)


def ask(
    desk: Desk, event_id: str, player: PlayerId, device: str, member: StaffMember | None = None, back: bool = False
) -> Opened:
    """Asks the organiser for a name; `back`: this phone had it, and somebody else took it over."""

    def decide(opened: Opened) -> list[Fact]:
        now = desk.clock.now()
        until = (datetime.fromisoformat(now) + ANSWER_WITHIN).isoformat(timespec="microseconds")
        number = None if member is None else member.id
        return claims.ask(opened.event, player, device, now, until, number, back)

    return desk.act(event_id, decide, _actor(desk.open(event_id), player, member))


def deny(desk: Desk, event_id: str, player: PlayerId, device: str) -> Opened:
    """The phone that has the name says that the asking phone is somebody else's."""
    opened = desk.open(event_id)
    return desk.act(
        event_id, lambda o: claims.deny(o.event, player, device, desk.clock.now()), as_player(opened, player)
    )


def answer(desk: Desk, event_id: str, player: PlayerId, device: str, yes: bool, actor: Actor) -> Opened:
    """The organiser approves or refuses. A name given back to its phone gets a new link and code."""
    key = desk.fresh()[:KEY]

    def decide(opened: Opened) -> list[Fact]:
        event, system, now = opened.event, opened.system, desk.clock.now()
        if not yes:
            return claims.refuse(event, player, device, now)
        given = claims.nod(event, system, player, device, now)
        asked = event.asked[player, device].by
        if asked.back:
            return [*staff.renew(event, Role.PLAYER, key, player), *given]
        if asked.leader is not None:
            return [*staff.plays(event, system, asked.leader, player), *given]
        return given

    return desk.act(event_id, decide, actor)


def number_of(device: str) -> str:
    """The number that an asking phone shows, and the desk shows beside its request."""
    return str(int(device.rpartition(".")[2], 16) % 10**SHORT).zfill(SHORT)


class RequestView(View, frozen=True):
    """A phone that asks the organiser for a name. `number`: what that phone shows.

    `how`: how the name's current holder was identified.
    """

    player: PlayerId
    name: str
    device: str
    number: str
    denied: bool
    back: bool
    how: str


class ClaimView(View, frozen=True):
    """A name as seen by a phone that may want it. `asked`: the number this phone shows while it asks."""

    number: PlayerId
    name: str
    taken: bool
    mine: bool
    asked: str
    at: str


def requests_view(opened: Opened, now: str, player: PlayerId | None = None) -> list[RequestView]:
    """What waits for the organiser's answer, or only what is about one player."""
    event = opened.event
    return [
        RequestView(
            player=one.player,
            name=event.name_of(one.player),
            device=one.device,
            number=number_of(one.device),
            denied=event.asked[one.player, one.device].denied,
            back=one.back,
            how=in_words(event.claims[one.player].how) if one.player in event.claims else "",
        )
        for one in claims.open_requests(event, now)
        if player in (None, one.player)
    ]


def claim_view(opened: Opened, player: PlayerId, device: str, now: str) -> ClaimView:
    """A name as seen by a phone that may want it: who has it, and whether this phone has asked for it."""
    held = claims.holder(opened.event, player, device)
    waiting = requests_view(opened, now, player)
    return ClaimView(
        number=player,
        name=opened.event.name_of(player),
        taken=held is not None and held.device != device,
        mine=held is not None and held.device == device,
        asked=number_of(device) if any(one.device == device for one in waiting) else "",
        at=claimed_at(opened, player),
    )


def claimed_at(opened: Opened, player: PlayerId) -> str:
    """When the phone that has a name got it."""
    found = (e.at for e in reversed(opened.entries) if isinstance(e.fact, NameClaimed) and e.fact.player == player)
    return next(found, "")
